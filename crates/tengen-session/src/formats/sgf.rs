//! Game records in SGF, in and out, for every game that has a written form.
//!
//! Reading has two stages. [`parse`] and [`trees`] know no game: they check the text and keep the root's facts, the set-up stones
//! and the moves as text. [`replay`] plays such a [`SgfRecord`] from the starting position of the rules and size
//! that the caller chose by it. Where a stage fails, it returns an error and changes nothing.
//!
//! The grammar is that of FF\[4\] (<https://www.red-bean.com/sgf/sgf4.html>) with FF\[3\]'s lower-case letters inside
//! property names dropped. The file is read as a flat stream of tokens, and variations are a list of moves that name the one before
//! them: neither a deep nesting nor a long line of nodes takes stack. GGF, which the Othello servers write, has the same tokens
//! and is read by the way.

mod error;
mod ggf;
mod parse;
mod token;
mod tree;
mod write;

pub use error::SgfError;
pub use parse::{MAX_BYTES, most_bytes, parse, text_of, trees};
pub(crate) use write::escape;
pub use write::{Notes, write, write_tree};

use super::branches::BranchMove;
use super::{Facts, piskvork};
use crate::tree::{GameTree, Mark};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tengen_core::game::notation::{Steps, by_steps};
use tengen_core::game::{Cell, Color, History, Letters, Notation, Setup, Size, TextError, Vertex};

/// `GM` of Go: what programs for Go write whatever is played on their boards.
const GO: u32 = 1;

const GOMOKU: u32 = 4;
const MILL: u32 = 5;
const HEX: u32 = 11;

/// Words that are found in `RU` of gomoku and of no other game.
const GOMOKU_RULES: [&str; 3] = ["renju", "gomoku", "rif"];

/// The lines of the largest board of mill.
const MILL_LINES: u8 = 7;

/// How passes are written beside the empty value. On a board that has a point of this name it is that point.
const PASSES: [&str; 5] = ["tt", "pa", "pp", "pass", "--"];

/// The size of a Go board where `SZ` is left out.
const GO_SIZE: Size = Size::square(19);

/// What a file says of a game, as text that no game has checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SgfRecord {
    /// True for a record in GGF.
    pub ggf: bool,
    /// `GM`: the game's number; files often leave it out.
    pub game: Option<u32>,
    /// `AP`: the program that wrote the file.
    pub application: Option<String>,
    /// `PB`, `PW`, `RE`, `DT`, `EV`, `PC`, `RO`, and [`write()`]'s own `XT`.
    pub facts: Facts,
    /// `SZ`: the size of the board.
    pub size: Option<Size>,
    /// `RU`: the rule set, in the writer's words.
    pub rule: Option<String>,
    /// `AB`, `AW` (a colour) and `AE` (none) in the order of the file: a point or a rectangle `first:last`.
    pub setup: Vec<(Option<Color>, String)>,
    /// `PL`: the side to move after the set-up.
    pub side_to_move: Option<Color>,
    /// [`write()`]'s own property: the start as [`Notation::position_text`] has it, where stones alone do not tell.
    pub position: Option<String>,
    /// `B` and `W`: the main line's moves, as they are written; a pass is empty in SGF, `PA` in GGF.
    pub moves: Vec<(Color, String)>,
    /// `C`: the comments of the main line, each behind so many of its moves.
    pub comments: Vec<(usize, String)>,
    /// The moves of the variations. Where stones are set up within one, it ends.
    pub branches: Vec<BranchMove<(Color, String)>>,
    /// `LB`, `TR`, `MA`, `SQ` and `CR`: what is shown behind a move with this number ([`branches`](super::branches)), and where, as in the
    /// set-up.
    pub marks: Vec<(usize, Mark, String)>,
    /// True where the file ends within the tree: the record has what comes before.
    pub is_cut: bool,
}

impl SgfRecord {
    /// The number of the game that the record is of; `None` where the record does not say, or says Go, since programs for Go
    /// write that of every game. Servers of renju write the numbers of mill and Hex.
    pub fn stated_game(&self) -> Option<u32> {
        let game = self.game.filter(|&game| game != GO)?;
        let is_gomoku = match game {
            MILL => self.has_rule_of_gomoku() || self.size.is_some_and(|size| size.cols > MILL_LINES + 1),
            HEX => self.has_rule_of_gomoku(),
            _ => false,
        };
        Some(if is_gomoku { GOMOKU } else { game })
    }

    fn has_rule_of_gomoku(&self) -> bool {
        let rule = self.rule.as_deref().unwrap_or_default().to_lowercase();
        rule.split(|c: char| !c.is_alphanumeric()).any(|word| GOMOKU_RULES.contains(&word))
    }

    /// The board size that files of programs for Go, and games of Gomotur, leave out; `None` for other files.
    pub fn usual_size(&self) -> Option<Size> {
        let is_rec = self.application.as_deref() == Some(piskvork::GOMOTUR);
        if is_rec { Some(piskvork::REC_SIZE) } else { self.is_of_go_program().then_some(GO_SIZE) }
    }

    /// True for a record that a program for Go wrote.
    pub fn is_of_go_program(&self) -> bool {
        let gogui = |name: &String| name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("gogui"));
        self.game == Some(GO) || self.application.as_ref().is_some_and(gogui)
    }

    /// Accepts records of the game with this number, records that name no game, and all records where the game has no number.
    ///
    /// # Errors
    /// [`SgfError::OtherGame`].
    pub fn check_game(&self, expected: Option<u32>) -> Result<(), SgfError> {
        match (self.stated_game(), expected) {
            (Some(found), Some(expected)) if found != expected => Err(SgfError::OtherGame { found, expected }),
            _ => Ok(()),
        }
    }

    /// The record with points as the game names them, and its rows as the game counts them.
    ///
    /// Programs for Go count rows from the bottom. Where people draw row 1 at the top, their SGF is upside down: GoGui and Sabaki
    /// write F5 of Othello as `fd`. No Othello game can be played both ways from the standard position, so that the reading in
    /// which more moves can be played is right. Where both allow as many, the reading that begins with the standard position is
    /// taken, and then the one that the writer suggests.
    fn reading<G: Notation>(&self, standard: &G) -> Cow<'_, Self> {
        if self.ggf {
            return Cow::Owned(self.with_moves(ggf::reading));
        }
        if !G::row_one_on_top() || self.position.is_some() {
            return Cow::Borrowed(self);
        }
        let worth = |record: &Self| {
            let start = record.start(standard.clone()).ok()?;
            let begins_as_usual = start == *standard;
            Some((play_out(start, &record.moves).history.plies(), begins_as_usual))
        };
        let turned = self.upside_down(standard.dimensions().1);
        let (own, other) = (worth(self), worth(&turned));
        if other > own || other == own && self.is_of_go_program() { Cow::Owned(turned) } else { Cow::Borrowed(self) }
    }

    /// The record with the rows of its two-letter points counted from the other side.
    fn upside_down(&self, rows: u8) -> Self {
        let point = |point: &str| match *point.as_bytes() {
            [col @ b'a'..=b'z', row] if (b'a'..b'a' + rows).contains(&row) => {
                [char::from(col), char::from(b'a' + (b'a' + rows - 1 - row))].iter().collect()
            }
            _ => point.to_owned(),
        };
        let points = |points: &str| points.split(':').map(point).collect::<Vec<String>>().join(":");
        let setup = self.setup.iter().map(|(color, text)| (*color, points(text))).collect();
        let marks = self.marks.iter().map(|(number, mark, text)| (*number, mark.clone(), points(text))).collect();
        Self { setup, marks, ..self.with_moves(point) }
    }

    /// The record with its moves written in another way.
    fn with_moves(&self, text: impl Fn(&str) -> String) -> Self {
        let written = |(color, mv): &(Color, String)| (*color, text(mv));
        let branch = |mv: &BranchMove<_>| BranchMove { mv: written(&mv.mv), ..mv.clone() };
        Self {
            moves: self.moves.iter().map(written).collect(),
            branches: self.branches.iter().map(branch).collect(),
            ..self.clone()
        }
    }

    /// The position that the moves begin from.
    fn start<G: Notation>(&self, standard: G) -> Result<G, SgfError> {
        let refused = |error: TextError| SgfError::Setup(error.to_string());
        if let Some(text) = &self.position {
            return standard.parse_position(text).map_err(refused);
        }
        let mut stones = stones(&standard);
        for (color, points) in &self.setup {
            for vertex in rectangle(&standard, points)? {
                match color {
                    Some(color) => stones.insert(vertex, *color),
                    None => stones.remove(&vertex),
                };
            }
        }
        let first = self.moves.first().map(|(color, _)| *color).filter(|_| !self.setup.is_empty());
        let side_to_move = self.side_to_move.or(first).unwrap_or(standard.side_to_move());
        // Many files set up the starting position itself, which holds more than its stones (a mill player's hand).
        if stones == self::stones(&standard) && side_to_move == standard.side_to_move() {
            return Ok(standard);
        }
        let stones = stones.into_iter().map(|(vertex, color)| (color, vertex)).collect();
        standard.set_up(&Setup::new(stones, side_to_move)).map_err(refused)
    }
}

/// A record that was played.
#[derive(Clone, Debug)]
pub struct Replayed<G: Notation> {
    /// The game.
    pub history: History<G>,
    /// The side that resigned by a move of the record, or lost by one that the rules forbid by the loss of the game.
    pub resigned: Option<Color>,
    /// Where the record goes on behind the end of the game: with what, and why that is not played.
    pub ended: Option<String>,
    /// The game with the record's variations and comments; its last position is on the board.
    pub tree: GameTree<G::Move>,
    /// How many moves of variations are left out, as they cannot be played, or are too many.
    pub left_out: usize,
}

/// Plays a record from `standard`, the starting position of its rules and size: all moves, or only those before move number
/// `before`, as GTP's `loadsgf` has it.
///
/// A pass that the rules force and the file leaves out is put in; passes after the end of the game are left out. A move of
/// several points may be spread over several `B` or `W`, as programs write it that know points only. A last move, not the only
/// one, that cannot be played (a point that the rules forbid) ends the game before it, and so does the end of the game
/// before moves, by the rules or by a resignation.
///
/// # Errors
/// [`SgfError`], for a record of another game, a set-up that makes no position, or a move that cannot be played and others that
/// follow.
pub fn replay<G: Notation>(standard: G, record: &SgfRecord, before: Option<usize>) -> Result<Replayed<G>, SgfError> {
    record.check_game(G::SGF_GAME)?;
    let reading = record.reading(&standard);
    let count = before.map_or(usize::MAX, |number| number.saturating_sub(1)).min(record.moves.len());
    let Played { history, plies, refused } = play_out(reading.start(standard)?, &reading.moves[..count]);
    let (tree, left_out) = reading.tree(&history, &plies);
    let over = history.outcome().is_some();
    let game = history.current();
    let loses = refused.as_ref().is_some_and(|(number, _)| {
        let (color, text) = &record.moves[number - 1];
        let point = game.parse_sgf_point(text).filter(|_| !over && game.side_to_move() == *color);
        point.is_some_and(|point| game.loses(&point.to_string()))
    });
    let replayed = |resigned, ended| Ok(Replayed { history, resigned, ended, tree, left_out });
    let Some((number, why)) = refused else { return replayed(None, None) };
    // The reason has the letters of columns that the file has.
    let why = if record.ggf { Letters::AToO.from_gtp(&why).into_owned() } else { why };
    let (color, text) = record.moves[number - 1].clone();
    let is_last = number == record.moves.len();
    if text.eq_ignore_ascii_case("resign") && !over {
        let behind = format!("the game ends with move {number}, {color} \"{text}\": what follows is left out");
        return replayed(Some(color), (!is_last).then_some(behind));
    }
    let error = SgfError::Move { number, color, text, why };
    if loses {
        replayed(Some(color), Some(format!("the game ends before {error}: it loses by the rules")))
    } else if is_last && number > 1 || over {
        replayed(None, Some(format!("the game ends before {error}")))
    } else {
        Err(error)
    }
}

/// Moves of a record, played as far as they can be.
struct Played<G: Notation> {
    history: History<G>,
    /// The plies after each number of moves, from none; `None` where a move is begun.
    plies: Vec<Option<usize>>,
    /// The number of the first move that cannot be played, from 1, and the reason.
    refused: Option<(usize, String)>,
}

fn play_out<G: Notation>(start: G, moves: &[(Color, String)]) -> Played<G> {
    let mut history = History::new(start);
    let (mut entered, mut plies, mut refused) = (Vec::new(), vec![Some(0)], None);
    for ((color, text), number) in moves.iter().zip(1..) {
        if let Err(why) = play(&mut history, &mut entered, *color, text) {
            refused = Some((number, why));
            break;
        }
        plies.push(entered.is_empty().then(|| history.plies()));
    }
    Played { history, plies, refused }
}

fn play<G: Notation>(
    history: &mut History<G>,
    entered: &mut Vec<Vertex>,
    color: Color,
    text: &str,
) -> Result<(), String> {
    let is_pass = PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass));
    let text = if is_pass && history.current().parse_sgf_point(text).is_none() { "" } else { text };
    if history.outcome().is_some() {
        return if text.is_empty() { Ok(()) } else { Err(String::from("the game is over")) };
    }
    if history.current().side_to_move() != color {
        if text.is_empty() && !entered.is_empty() {
            // The file is of a program that knows only points, and lets the sides take turns strictly.
            return Ok(());
        }
        let pass = history.current().forced_pass().ok_or_else(|| format!("it is the turn of {}", !color))?;
        history.play(pass);
    }
    let game = history.current();
    let why = match game.parse_sgf_move(text) {
        Ok(mv) if entered.is_empty() => {
            history.play(mv);
            return Ok(());
        }
        Ok(_) => String::from("it does not complete the move that is begun"),
        Err(error) => error.to_string(),
    };
    let Some(point) = game.parse_sgf_point(text) else { return Err(why) };
    entered.push(point);
    match by_steps(game, entered) {
        Steps::Whole(mv) => {
            history.play(mv);
            entered.clear();
            Ok(())
        }
        Steps::Part => Ok(()),
        Steps::None => Err(why),
    }
}

/// The stones of a position, by their points.
fn stones<G: Notation>(game: &G) -> BTreeMap<Vertex, Color> {
    let (cols, rows) = game.dimensions();
    let vertices = (0..rows).flat_map(|row| (0..cols).map(move |col| Vertex::new(col, row)));
    let stone = |vertex| match game.cell(vertex) {
        Cell::Stone(color) => Some((vertex, color)),
        Cell::Empty | Cell::Outside => None,
    };
    vertices.filter_map(stone).collect()
}

/// The points of one value of a list of points: a point, or a rectangle given by two corners.
fn rectangle<G: Notation>(game: &G, points: &str) -> Result<Vec<Vertex>, SgfError> {
    let point = |name: &str| {
        let found = game.parse_sgf_point(name);
        found.ok_or_else(|| SgfError::Setup(format!("{} is not a point of this board", name.escape_debug())))
    };
    let (first, last) = points.split_once(':').unwrap_or((points, points));
    let (first, last) = (point(first)?, point(last)?);
    let cols = first.col.min(last.col)..=first.col.max(last.col);
    let rows = first.row.min(last.row)..=first.row.max(last.row);
    let vertices = cols.flat_map(|col| rows.clone().map(move |row| Vertex::new(col, row)));
    Ok(vertices.filter(|&vertex| game.cell(vertex) != Cell::Outside).collect())
}
