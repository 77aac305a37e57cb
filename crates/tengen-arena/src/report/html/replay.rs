//! Games as the page's replay takes them: positions from our own rules, each as what changed since the one before.

use crate::record::{GameRecord, Side, Thought};
use crate::report::sgf::written;
use crate::report::sources::Boards;
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use tengen_core::game::{Cell, Color, Variant, Vertex};
use tengen_core::printable;
use tengen_session::{Engine, Games};

/// Digits of the changes: two of them are a number below 4096.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A game, with short names: a page holds thousands of them.
#[derive(Serialize)]
pub struct Replay<'a> {
    #[serde(serialize_with = "shown")]
    id: &'a str,
    /// Index of the board; none for a game that we do not play.
    board: Option<usize>,
    #[serde(serialize_with = "shown")]
    black: &'a str,
    #[serde(serialize_with = "shown")]
    white: &'a str,
    opening: u32,
    #[serde(serialize_with = "shown")]
    result: &'a str,
    /// `b`, `w` or nothing.
    winner: &'a str,
    end: &'static str,
    #[serde(serialize_with = "shown")]
    detail: &'a str,
    fault: bool,
    seconds: f64,
    /// Every move with the opening's, and how many of them are the opening's.
    moves: Vec<String>,
    given: usize,
    /// Whether White made the first of them.
    white_first: bool,
    /// What stands on the board before the first move, then what each move changes, separated by spaces. A change is two
    /// digits: three times the place, plus 0 for empty, 1 for Black, 2 for White.
    changes: String,
    /// The game as a record, up to the first move that our rules refuse.
    sgf: Option<String>,
    /// Of each move after the opening: milliseconds, the value, the depth.
    times: Vec<u64>,
    values: Vec<Value<'a>>,
    depths: Vec<Option<u32>>,
}

/// The value of a move: as a number, and as it was written where the number does not say that.
#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Plain(Option<f64>),
    Told(Option<f64>, #[serde(serialize_with = "shown")] &'a str),
}

/// As the page shows it: of records and engines.
fn shown<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&printable::line(text))
}

/// A board to draw, and how.
#[derive(Serialize)]
struct BoardDrawing {
    cols: usize,
    /// The numbers of the rows, top first.
    rows: Vec<u8>,
    /// Lines between points as column and row of both ends, both zero-based from the top left; none for squares.
    lines: Vec<[usize; 4]>,
    /// The places, row by row, that are no points.
    outside: Vec<usize>,
}

impl<'a> Value<'a> {
    fn of(thought: &'a Thought) -> Self {
        match thought.text.as_deref() {
            // The page writes a number as this does.
            Some(text) if thought.score.is_none_or(|score| text != format!("{score:+}")) => {
                Self::Told(thought.score, text)
            }
            _ => Self::Plain(thought.score),
        }
    }
}

/// Makes replays, and knows the boards that they need.
pub struct Replays {
    boards: Boards,
    described: Vec<BoardDrawing>,
    numbers: HashMap<Variant, usize>,
}

impl Replays {
    /// Knows no boards yet; those of these games can be drawn.
    pub fn new(games: Games) -> Self {
        Self { boards: Boards::new(games), described: Vec::new(), numbers: HashMap::new() }
    }

    /// Replays a game. Where our rules do not know the game or refuse a move, the changes end early.
    pub fn replay<'a>(&mut self, game: &'a GameRecord) -> Replay<'a> {
        let white_first = self.boards.begins(game) == Color::White;
        let (mut changes, mut board, mut sgf) = (String::new(), None, None);
        if let Some(session) = self.boards.started(game) {
            changes = changes_of(session, game);
            sgf = Some(printable::lines(&written(session, game, None, &[])));
            let key = game.variant.clone();
            board = Some(*self.numbers.entry(key).or_insert_with(|| {
                self.described.push(describe(session));
                self.described.len() - 1
            }));
        }
        Replay {
            id: &game.id,
            board,
            black: &game.black,
            white: &game.white,
            opening: game.opening.number,
            result: &game.result,
            winner: match game.winner {
                Some(Side::Black) => "b",
                Some(Side::White) => "w",
                None => "",
            },
            end: game.reason.kind.about(),
            detail: &game.reason.detail,
            fault: game.reason.kind.is_fault(),
            seconds: game.seconds,
            moves: game.every_move().map(printable::line).collect(),
            given: game.opening.moves.len(),
            white_first,
            changes,
            sgf,
            times: game.moves.iter().map(|mv| (mv.seconds * 1000.0).round() as u64).collect(),
            values: game.moves.iter().map(|mv| Value::of(&mv.thought)).collect(),
            depths: game.moves.iter().map(|mv| mv.thought.depth).collect(),
        }
    }

    /// The boards of all games replayed so far, as JSON.
    ///
    /// # Errors
    /// Never: they have a JSON form.
    pub fn boards(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.described)
    }
}

fn describe(session: &dyn Engine) -> BoardDrawing {
    let (rows, cells) = (session.row_order(), session.rows());
    let cols = cells.first().map_or(0, Vec::len);
    let from_top = |row: u8| rows.iter().position(|&shown| shown == row).unwrap_or_default();
    let ends = |[a, b]: [Vertex; 2]| [a.col.into(), from_top(a.row), b.col.into(), from_top(b.row)];
    let outside = cells.iter().flatten().enumerate().filter(|(_, cell)| **cell == Cell::Outside);
    BoardDrawing {
        cols,
        lines: session.lines().into_iter().map(ends).collect(),
        outside: outside.map(|(place, _)| place).collect(),
        rows: rows.iter().map(|row| row + 1).collect(),
    }
}

/// The start, which the session stands at, and the moves of a game as [`Replay::changes`].
fn changes_of(session: &mut dyn Engine, game: &GameRecord) -> String {
    let mut shown = vec![0; states(session).len()];
    let mut text = String::new();
    note_changes(&mut shown, states(session), &mut text);
    for mv in game.every_move() {
        if session.play_text(session.side_to_move(), mv).is_err() {
            break;
        }
        text.push(' ');
        note_changes(&mut shown, states(session), &mut text);
    }
    text
}

/// What stands on every place, row by row: 0 nothing, 1 Black, 2 White.
fn states(session: &dyn Engine) -> Vec<usize> {
    let state = |cell| match cell {
        Cell::Empty | Cell::Outside => 0,
        Cell::Stone(Color::Black) => 1,
        Cell::Stone(Color::White) => 2,
    };
    session.rows().into_iter().flatten().map(state).collect()
}

fn note_changes(shown: &mut Vec<usize>, now: Vec<usize>, text: &mut String) {
    for (place, (&state, _)) in now.iter().zip(&*shown).enumerate().filter(|(_, (state, before))| state != before) {
        let code = 3 * place + state;
        text.extend([code / 64, code % 64].map(|digit| char::from(DIGITS[digit])));
    }
    *shown = now;
}
