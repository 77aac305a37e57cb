//! Openings, and where they come from: files of lines of moves, SGF or OBF, and chance.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use tengen_core::game::{Size, Variant, Vertex};
use tengen_core::limited_input;
use tengen_session::formats::sgf::{self, SgfError};
use tengen_session::formats::{foreign, moves, text};
use tengen_session::lines::{self, Columns};
use tengen_session::{Engine, EngineError, Games};
use thiserror::Error;

mod balanced;

pub use balanced::{Judge, Selection, balanced};

/// Where a game begins.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Its number in the plan, from 1.
    pub number: u32,
    /// The position that the moves begin from, as `set_position` takes it; `None` for the rules' own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves to be played before the engines take over, passes included.
    pub moves: Vec<String>,
}

impl fmt::Display for OpeningRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position.iter().map(String::as_str);
        f.write_str(&position.chain(self.moves.iter().map(String::as_str)).collect::<Vec<_>>().join(" "))
    }
}
/// The most bytes of a file of openings: about a million of them.
const MAX_BYTES: u64 = 1 << 26;

/// How a file of openings is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningFormat {
    /// By the file's extension: `sgf` and `obf`, anything else is `moves`.
    #[default]
    Auto,
    /// One opening a line, numbered or not: moves as GTP has them, separated by spaces or not (`f5d6c3`, `1. f5 d6`).
    Moves,
    /// The same with the letter I in use and row 1 at the top, as gomoku players write (`h8i9`).
    MovesWithI,
    /// Gomocup's: columns and rows from the middle of the board, rows downwards, all separated by commas (`0,0, 1,-2`).
    Offsets,
    /// SGF; every game tree of the file is an opening.
    Sgf,
    /// OBF: a line begins with the squares of a board, row by row, and the side to move.
    Obf,
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("the openings {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// The file is of another kind.
    #[error("the openings {}: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: String,
    },
    /// A line is no opening.
    #[error("{}, line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What was expected.
        why: String,
    },
    /// There is nothing in it.
    #[error("{}: expected openings, one a line, and found none", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The game cannot be set up.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// There are not enough of them.
    #[error(
        "{origin}: {found} distinct openings, and a pairing takes {wanted}; choose fewer games, other openings, or \
         repeat-openings (a game that is played again counts once)"
    )]
    TooFew {
        /// How many there are, positions that differ by a symmetry of the board counted once.
        found: usize,
        /// How many are wanted.
        wanted: u32,
        /// Where they come from.
        origin: String,
    },
    /// There are not enough balanced ones.
    #[error(
        "{found} of {wanted} balanced openings were found; choose fewer openings, more --plies, or a larger --balance"
    )]
    TooFewEven {
        /// How many were found.
        found: usize,
        /// How many are wanted.
        wanted: u32,
    },
}

/// Reads a file and plays every opening through.
///
/// # Errors
/// [`OpeningError`] with the line.
pub fn read(
    path: &Path,
    format: OpeningFormat,
    games: Games,
    variant: &Variant,
) -> Result<Vec<OpeningRecord>, OpeningError> {
    let bytes =
        limited_input::read(path, MAX_BYTES).map_err(|source| OpeningError::Io { path: path.into(), source })?;
    if let Some(why) = foreign::refusal(&bytes) {
        return Err(OpeningError::Foreign { path: path.into(), why });
    }
    let text = text::decode(&bytes);
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let format = match format {
        OpeningFormat::Auto if extension == "sgf" => OpeningFormat::Sgf,
        OpeningFormat::Auto if extension == "obf" => OpeningFormat::Obf,
        OpeningFormat::Auto => OpeningFormat::Moves,
        format => format,
    };
    let session = &mut *games.open_variant(variant)?;
    let openings: Vec<(usize, Result<OpeningRecord, String>)> = match format {
        OpeningFormat::Sgf => sgf::trees(&text).map(|(line, tree)| (line, from_sgf(session, tree))).collect(),
        OpeningFormat::Obf => lines::lines(&text).map(|(line, text)| (line, from_obf(session, text))).collect(),
        _ => lines::lines(&text).map(|(line, text)| (line, from_moves(session, text, format, variant.size))).collect(),
    };
    let opening = |(line, opening): (usize, Result<OpeningRecord, String>)| {
        opening.map_err(|why| OpeningError::Line { path: path.into(), line, why })
    };
    let list = openings.into_iter().map(opening).collect::<Result<Vec<_>, _>>()?;
    if list.is_empty() { Err(OpeningError::Empty { path: path.into() }) } else { Ok(list) }
}

/// Those openings whose positions are reached by none before them, not even turned or mirrored.
///
/// # Errors
/// [`OpeningError::Engine`] for a variant that is none.
pub fn distinct(
    openings: Vec<OpeningRecord>,
    games: Games,
    variant: &Variant,
) -> Result<Vec<OpeningRecord>, OpeningError> {
    let mut session = games.open_variant(variant)?;
    let mut seen = HashSet::new();
    let is_new = |opening: &OpeningRecord| {
        // Each was played through when it was read.
        match &opening.position {
            Some(position) => drop(session.set_position_text(position)),
            None => session.clear(),
        }
        for text in &opening.moves {
            let _ = session.play_text(session.side_to_move(), text);
        }
        seen.insert(session.canonical_text())
    };
    Ok(openings.into_iter().filter(is_new).collect())
}

/// GTP's name of a point written with the letter I and row 1 at the top.
fn without_i(word: &str, size: u8) -> Option<String> {
    let letter = word.bytes().next()?.to_ascii_lowercase();
    let row: u8 = word.get(1..)?.parse().ok()?;
    let col = letter.checked_sub(b'a')?;
    (col < size && (1..=size).contains(&row)).then(|| Vertex::new(col, size - row).to_string())
}

/// GTP's name of a point as Gomocup's files of openings have it: its column and row from the middle of the board, rows
/// downwards.
fn from_middle(col: &str, row: &str, size: Size) -> Option<String> {
    let place =
        |text: &str, size: u8| u8::try_from(text.trim().parse::<i32>().ok()?.checked_add(i32::from(size / 2))?).ok();
    let (col, row) = (place(col, size.cols)?, place(row, size.rows)?);
    (col < size.cols && row < size.rows).then(|| Vertex::new(col, size.rows - 1 - row).to_string())
}

/// The moves of a line, each in GTP's notation.
fn words(line: &str, format: OpeningFormat, size: Size) -> Result<Vec<String>, String> {
    let on_board = |number: usize, word: &str, text: Option<String>| {
        text.ok_or_else(|| format!("move {number}: {word} is no point of this board"))
    };
    match format {
        OpeningFormat::MovesWithI => {
            let points = moves::read(line).moves.into_iter().zip(1..);
            points.map(|(word, number)| on_board(number, &word, without_i(&word, size.rows))).collect()
        }
        OpeningFormat::Offsets => {
            let numbers: Vec<&str> = line.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
            let points = numbers.chunks(2).zip(1..);
            let point = |(pair, number): (&[&str], usize)| match *pair {
                [col, row] => on_board(number, &format!("{col},{row}"), from_middle(col, row, size)),
                _ => Err(format!("move {number}: expected two numbers a move, all separated by commas")),
            };
            points.map(point).collect()
        }
        _ => Ok(moves::read(line).moves),
    }
}

fn from_moves(
    session: &mut dyn Engine,
    line: &str,
    format: OpeningFormat,
    size: Size,
) -> Result<OpeningRecord, String> {
    let words = words(line, format, size)?;
    lines::reading(session, None, &words, Columns::Auto).map_err(|refused| refused.to_string())?;
    opening(session, None)
}

fn from_obf(session: &mut dyn Engine, line: &str) -> Result<OpeningRecord, String> {
    let read = lines::board(session, line);
    read.unwrap_or_else(|| Err(format!("expected {}", lines::board_of(session))))?;
    opening(session, Some(session.position_text()))
}

fn from_sgf(session: &mut dyn Engine, tree: Result<sgf::SgfRecord, SgfError>) -> Result<OpeningRecord, String> {
    let record = tree.map_err(|error| error.to_string())?;
    if let Some(ended) = session.replay(&record, None).map_err(|error| error.to_string())? {
        return Err(ended);
    }
    let start = session.start_text();
    opening(session, start)
}

/// What is on the board, as an opening, without a number yet.
fn opening(session: &dyn Engine, position: Option<String>) -> Result<OpeningRecord, String> {
    match session.result_text() {
        Some(result) => Err(format!("the game is over after it ({result})")),
        None => Ok(OpeningRecord { number: 0, position, moves: moves(session) }),
    }
}

fn moves(session: &dyn Engine) -> Vec<String> {
    session.moves_played().into_iter().map(|(_, text)| text).collect()
}
