//! How a list of moves reads on a board, where it can be read in several ways.

use crate::formats::{moves, offsets, playok};
use crate::{Engine, EngineError};
use tengen_core::game::{Letters, Size, Vertex};
use thiserror::Error;

/// Why moves cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The first position is none.
    #[error("{0}")]
    Start(String),
    /// A move is not legal.
    #[error("move {number}: expected a legal move, not {text}: {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as it is read, with the letters of the list.
        text: String,
        /// The reason.
        why: String,
        /// True where the rules end the game by it ([`Board::loses`](crate::Board::loses)).
        loses: bool,
    },
}

impl Refused {
    pub(super) fn none() -> Self {
        Self::Start("there is no move".to_owned())
    }
}

/// How a list of moves reads on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The moves, with the letters of columns that GTP has.
    pub moves: Vec<String>,
    /// What was decided where the list can be read in several ways.
    pub note: Option<&'static str>,
    way: Way,
}

impl Reading {
    fn new(words: &[String], way: Way, note: Option<&'static str>) -> Self {
        Self { moves: words.iter().flat_map(|word| way.moves(word)).collect(), note, way }
    }

    pub(super) fn into_note(self) -> Option<String> {
        self.note.map(str::to_owned)
    }

    /// The letters of columns that the list has.
    pub const fn letters(&self) -> Letters {
        self.way.letters
    }

    /// The moves of another word of the same list, with the letters of columns that GTP has.
    pub fn moves_of(&self, word: &str) -> Vec<String> {
        self.way.moves(word)
    }

    /// Plays the moves; errors have the letters of the list.
    fn play(&self, engine: &mut dyn Engine, start: Option<&str>) -> Result<(), Refused> {
        let own = engine.letters();
        engine.set_letters(self.way.letters);
        let played = play(engine, start, &self.moves);
        engine.set_letters(own);
        played
    }
}

/// How the words of a list become moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    points: Points,
    /// How the columns are counted.
    letters: Letters,
    /// Whether a dash separates points, as in games whose moves are points; elsewhere it joins them.
    alone: bool,
}

/// What stands for the points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Points {
    Names,
    /// Names that are counted from the last of so many columns.
    Mirrored(u8),
    /// `PlayOK`'s numbers.
    Numbers,
    /// Gomocup's two numbers from the middle of a board.
    Offsets(Size),
}

impl Way {
    fn moves(self, word: &str) -> Vec<String> {
        let named = |word: &str| match self.points {
            Points::Names => self.letters.to_gtp(word).into_owned(),
            Points::Mirrored(cols) => mirrored(word, cols),
            Points::Numbers => playok::mv(word).unwrap_or_else(|| word.to_owned()),
            Points::Offsets(size) => offsets::point(word, size).unwrap_or_else(|| word.to_owned()),
        };
        if self.alone {
            moves::points_alone(&[word.to_owned()]).iter().map(|word| named(word)).collect()
        } else {
            vec![named(word)]
        }
    }
}

/// The first reading of a list of moves that can be played from a position (the start, or a position text): a dash joins points
/// or separates them; columns beyond H are counted as the session counts them ([`Records::letters`](crate::Records::letters)),
/// unless the list names I or can only be played otherwise; `PlayOK`'s numbers of mill's points, Gomocup's two of each point; last, a
/// game that begins from the mirrored start.
///
/// # Errors
/// Which move of the first reading is not legal, and the reason.
pub fn reading(
    engine: &mut dyn Engine,
    start: Option<&str>,
    words: &[String],
    columns: Columns,
) -> Result<Reading, Refused> {
    if words.len() > moves::MAX_MOVES {
        return Err(Refused::Start(format!("no game has more than {} moves", moves::MAX_MOVES)));
    }
    let mut refused = None;
    for reading in readings(words, columns, engine.letters(), engine.size()) {
        match reading.play(engine, start) {
            Ok(()) => return Ok(reading),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    Err(refused.unwrap_or_else(Refused::none))
}

/// As [`reading`]; where none can be played to its end, the first that can be played up to its last move, which is not its only
/// one, up to the end of the game, or up to a move by which the rules end it ([`Board::loses`](crate::Board::loses)). It has the
/// moves before, which are played; behind it stands why the next is not. Passes at the end that cannot be played are left out:
/// databases write them for moves that are missing.
///
/// # Errors
/// As [`reading`].
pub fn reading_to_end(
    engine: &mut dyn Engine,
    start: Option<&str>,
    words: &[String],
    columns: Columns,
) -> Result<(Reading, Option<Refused>), Refused> {
    let first = match reading(engine, start, words, columns) {
        Ok(reading) => return Ok((reading, None)),
        Err(refused) => refused,
    };
    for mut reading in readings(words, columns, engine.letters(), engine.size()) {
        if let Err(refused) = reading.play(engine, start)
            && let Refused::Move { number, loses, .. } = refused
        {
            let are_passes = reading.moves[number - 1..].iter().all(|mv| mv == moves::PASS);
            let is_last = number > 1 && number == reading.moves.len();
            if !(are_passes || is_last || loses || engine.result_text().is_some()) {
                continue;
            }
            reading.moves.truncate(number - 1);
            return Ok((reading, (!are_passes).then_some(refused)));
        }
    }
    Err(first)
}

/// How the letters of columns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Columns {
    /// As the session does unless a list of moves can only be read in the other way.
    #[default]
    Auto,
    /// As people write gomoku: with the letter I.
    WithI,
}

const WITHOUT_I: &str = "columns beyond H are read as GTP has them, without the letter I";
const WITH_I: &str = "columns are read with the letter I: the moves cannot be played otherwise";
const NOT_WITH_I: &str = "columns are read without the letter I: the moves cannot be played otherwise";
const MIRRORED: &str = "the moves begin from the mirrored start: they are read from right to left";

const OFFSETS: &str = "the numbers are read as columns and rows from the middle of the board, rows downwards";
const NUMBERED: &str = "the numbers are read as points of mill, row by row from the top: 1 is A7, 24 is G1";

/// All readings of a list of moves, the likeliest first.
fn readings(words: &[String], columns: Columns, letters: Letters, size: Size) -> Vec<Reading> {
    let way = Way { points: Points::Names, letters, alone: false };
    if !words.is_empty() && words.iter().all(|word| playok::mv(word).is_some()) {
        return vec![Reading::new(words, Way { points: Points::Numbers, ..way }, Some(NUMBERED))];
    }
    if words.first().is_some_and(|word| offsets::is_offset(word)) {
        return vec![Reading::new(words, Way { points: Points::Offsets(size), ..way }, Some(OFFSETS))];
    }
    let joined = (moves::points_alone(words) != words).then_some(false);
    let shapes = || joined.into_iter().chain([true]);
    let mut readings = Vec::new();
    for alone in shapes() {
        let read = |letters: Letters, note| Reading::new(words, Way { letters, alone, ..way }, note);
        let beyond = moves::columns(words).any(|column| column > 'I');
        if columns == Columns::WithI || moves::columns(words).any(|column| column == 'I') {
            readings.push(read(Letters::AToO, None));
        } else {
            let (note, other, otherwise) = match letters {
                Letters::Go => (beyond.then_some(WITHOUT_I), Letters::AToO, WITH_I),
                Letters::AToO => (None, Letters::Go, NOT_WITH_I),
            };
            readings.push(read(letters, note));
            readings.extend(beyond.then(|| read(other, Some(otherwise))));
        }
    }
    if size.is_square() {
        let mirrored = |alone| Way { points: Points::Mirrored(size.cols), alone, ..way };
        readings.extend(shapes().map(|alone| Reading::new(words, mirrored(alone), Some(MIRRORED))));
    }
    readings
}

/// A move whose point is counted from the last column.
fn mirrored(word: &str, cols: u8) -> String {
    let point = word.parse::<Vertex>().ok().filter(|point| point.col < cols);
    point.map_or_else(|| word.to_owned(), |Vertex { col, row }| Vertex::new(cols - 1 - col, row).to_string())
}

/// Plays moves, with the letters of columns that GTP has, from a position, the start or a position text. A pass that is not
/// written is implied.
///
/// # Errors
/// [`Refused`]; the moves before are played.
pub fn play(
    engine: &mut dyn Engine,
    start: Option<&str>,
    moves: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<(), Refused> {
    match start {
        Some(position) => engine.set_position_text(position).map_err(|error| Refused::Start(error.to_string()))?,
        None => engine.clear(),
    }
    for (text, number) in moves.into_iter().zip(1..) {
        let text = text.as_ref();
        play_move(engine, text).map_err(|why| {
            let text = engine.letters().from_gtp(text).into_owned();
            Refused::Move { number, loses: engine.loses(&text), text, why: why.to_string() }
        })?;
    }
    Ok(())
}

/// Plays a move, with the letters of columns that GTP has, of the side that can make it.
///
/// # Errors
/// Why the side to move cannot; nothing is played.
pub fn play_move(engine: &mut dyn Engine, text: &str) -> Result<(), EngineError> {
    let text = &*engine.letters().from_gtp(text);
    let color = engine.side_to_move();
    engine.play_text(color, text).or_else(|error| engine.play_text(!color, text).map_err(|_| error))
}
