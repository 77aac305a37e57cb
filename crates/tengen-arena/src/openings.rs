//! Openings, and where they come from: files of games or of lines, and chance.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::io::BufReader;
use std::iter;
use std::path::{Path, PathBuf};
use tengen_core::game::{Size, Variant, Vertex};
use tengen_core::limited_input;
use tengen_core::search::Resources;
use tengen_session::formats::read_at_most;
use tengen_session::formats::wthor::Names;
use tengen_session::formats::{Format, moves, offsets};
use tengen_session::host::{FileContent, FileGame, InFile};
use tengen_session::lines::{self, Columns};
use tengen_session::{Engine, EngineError, Games, Host, Settings};
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
const MAX_BYTES: usize = 1 << 26;

/// How a file of openings is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum OpeningFormat {
    /// By its content: every game of a file of games (SGF, PGN, WTHOR and others) is an opening, or else each line, as moves,
    /// offsets, a board (OBF) or a position.
    #[default]
    Auto,
    /// One opening a line, numbered or not: moves as GTP has them, separated by spaces or not (`f5d6c3`, `1. f5 d6`).
    Moves,
    /// The same with the letter I in use and row 1 at the top, as gomoku players write (`h8i9`).
    MovesWithI,
    /// Gomocup's: columns and rows from the middle of the board, rows downwards, all separated by commas (`0,0, 1,-2`).
    Offsets,
    /// Every game of a file of this format.
    Games(Format),
}

impl OpeningFormat {
    /// All of them: those that are of openings only, then the formats of games.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Auto, Self::Moves, Self::MovesWithI, Self::Offsets].into_iter().chain(Format::all().map(Self::Games))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Moves => "moves",
            Self::MovesWithI => "moves-with-i",
            Self::Offsets => "offsets",
            Self::Games(format) => format.name(),
        }
    }

    /// What it has, in one line for a person.
    pub fn about(self) -> &'static str {
        match self {
            Self::Auto => {
                "By its content: every game of a file of games, else each line: moves, offsets, a board or a position"
            }
            Self::Moves => {
                "One opening a line, numbered or not: moves as GTP has them, separated by spaces or not (`f5d6c3`)"
            }
            Self::MovesWithI => {
                "The same with the letter I in use and row 1 at the top, as gomoku players write (`h8i9`)"
            }
            Self::Offsets => {
                "Gomocup's: columns and rows from the middle of the board, rows downwards, separated by commas (`0,0, 1,-2`)"
            }
            Self::Games(format) => format.about(),
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }
}

impl TryFrom<String> for OpeningFormat {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let known = || Self::all().map(Self::name).collect::<Vec<_>>().join(", ");
        Self::named(&name).ok_or_else(|| format!("there is no format {name}; known: {}", known()))
    }
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

/// Reads a file and plays every opening through, or its first `plies`.
///
/// # Errors
/// [`OpeningError`] with the line.
pub fn read(
    path: &Path,
    format: OpeningFormat,
    plies: Option<usize>,
    games: Games,
    variant: &Variant,
) -> Result<Vec<OpeningRecord>, OpeningError> {
    let bytes = limited_input::open(path).and_then(|file| read_at_most(BufReader::new(file), MAX_BYTES));
    let bytes = bytes.map_err(|source| OpeningError::Io { path: path.into(), source })?;
    let unreadable = |error: EngineError| OpeningError::Foreign { path: path.into(), why: error.to_string() };
    let told = if let OpeningFormat::Games(format) = format { Some(format) } else { None };
    let content = FileContent::of(&bytes, Names::default(), told).map_err(unreadable)?;
    let host = host(games, variant)?;
    let marked = match format {
        OpeningFormat::Auto => host.marked_games(&content).map_err(unreadable)?,
        OpeningFormat::Games(_) => Some(host.games_in(&content).map_err(unreadable)?),
        _ => None,
    };
    let mut session = host.session();
    let openings: Box<dyn Iterator<Item = (usize, Result<Noted, String>)>> = match (marked, content.text()) {
        (Some(found), _) => Box::new(found.map(|InFile { line, game }| (line, of_game(&host, game, variant, plies)))),
        (None, Some(text)) => {
            let entries = lines::entries(&mut *session, text);
            Box::new(entries.map(|(line, text)| (line, of_line(&mut *session, &text, format, plies))))
        }
        (None, None) => Box::new(iter::empty()),
    };
    let (mut list, mut said) = (Vec::new(), HashSet::new());
    for (line, opening) in openings {
        let (opening, notes) = opening.map_err(|why| OpeningError::Line { path: path.into(), line, why })?;
        list.push(opening);
        for note in notes {
            // What is so of one line may be so of all.
            if !said.contains(&note) {
                log::warn!("{}, line {line}: {note}", path.display());
                said.insert(note);
            }
        }
    }
    if list.is_empty() { Err(OpeningError::Empty { path: path.into() }) } else { Ok(list) }
}

/// An opening, and what was decided where the file can be read in several ways, or left out.
type Noted = (OpeningRecord, Vec<String>);

/// A host with a variant on its board.
fn host(games: Games, variant: &Variant) -> Result<Host, EngineError> {
    let mut host = Host::new(games, Settings::default(), Resources::new(1, 1));
    host.set_game(&variant.game)?;
    host.set_rule(&variant.rule)?;
    host.set_size(variant.size)?;
    Ok(host)
}

/// A game of a file as an opening.
fn of_game(
    host: &Host,
    game: Result<FileGame, EngineError>,
    variant: &Variant,
    plies: Option<usize>,
) -> Result<Noted, String> {
    let opened = game.and_then(|game| host.open(&game, None)).map_err(|error| error.to_string())?;
    let own = opened.engine.variant();
    if own != *variant {
        return Err(format!("expected an opening of {variant}, not of {own}"));
    }
    Ok((opening(&*opened.engine, plies)?, opened.all_notes()))
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
        seen.insert(session.canonical_key())
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

/// The moves of a line in one of gomoku's own notations, each in GTP's.
fn words(line: &str, format: OpeningFormat, size: Size) -> Result<Vec<String>, String> {
    let on_board = |number: usize, word: &str, text: Option<String>| {
        text.ok_or_else(|| format!("move {number}: {word} is no point of this board"))
    };
    if format == OpeningFormat::MovesWithI {
        let points = moves::read(line).moves.into_iter().zip(1..);
        return points.map(|(word, number)| on_board(number, &word, without_i(&word, size.rows))).collect();
    }
    let numbers: Vec<&str> = line.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let points = numbers.chunks(2).zip(1..);
    let point = |(pair, number): (&[&str], usize)| match *pair {
        [col, row] => {
            let word = format!("{col},{row}");
            on_board(number, &word, offsets::point(&word, size))
        }
        _ => Err(format!("move {number}: expected two numbers a move, all separated by commas")),
    };
    points.map(point).collect()
}

/// An opening on a line.
fn of_line(session: &mut dyn Engine, line: &str, format: OpeningFormat, plies: Option<usize>) -> Result<Noted, String> {
    let are_offsets = line.contains(',') && line.chars().all(|c| c.is_ascii_digit() || ",- \t".contains(c));
    let format = if format == OpeningFormat::Auto && are_offsets { OpeningFormat::Offsets } else { format };
    let note = if format == OpeningFormat::Auto {
        lines::set(session, line)?
    } else {
        let moves = match format {
            OpeningFormat::MovesWithI | OpeningFormat::Offsets => words(line, format, session.size())?,
            _ => moves::read(line).moves,
        };
        let read = lines::reading(session, None, &moves, Columns::Auto).map_err(|refused| refused.to_string())?;
        read.note.map(str::to_owned)
    };
    Ok((opening(session, plies)?, note.into_iter().collect()))
}

/// What is on the board, or its first plies, as an opening without a number yet.
fn opening(session: &dyn Engine, plies: Option<usize>) -> Result<OpeningRecord, String> {
    let mut moves = moves_of(session);
    let is_cut = plies.is_some_and(|plies| plies < moves.len());
    if let Some(result) = session.result_text().filter(|_| !is_cut) {
        return Err(format!("the game is over after it ({result})"));
    }
    moves.truncate(plies.unwrap_or(usize::MAX));
    Ok(OpeningRecord { number: 0, position: session.start_text(), moves })
}

fn moves_of(session: &dyn Engine) -> Vec<String> {
    session.moves_played().into_iter().map(|(_, text)| text).collect()
}
