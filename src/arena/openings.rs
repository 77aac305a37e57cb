//! Where games begin: lines of a file, or random moves that leave both sides a chance.

use super::record::OpeningRecord;
use crate::engine::Query;
use crate::engine::{Engine, EngineError, lines, open_variant};
use crate::formats::sgf::{self, SgfError};
use crate::game::{Variant, Vertex, zobrist::mix};
use crate::search::{Limits, Resources, Stop};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How a file of openings is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningFormat {
    /// By the file's extension: `sgf` and `obf`, anything else is `moves`.
    #[default]
    Auto,
    /// One opening a line: moves as GTP has them, parted by spaces or not (`f5d6c3`).
    Moves,
    /// The same with the letter I in use and row 1 at the top, as gomoku players write (`h8i9`).
    MovesWithI,
    /// SGF; every game tree of the file is an opening.
    Sgf,
    /// OBF: a line begins with the squares of a board, row by row, and the side to move.
    Obf,
}

/// Where the games of a plan begin.
#[derive(Clone, PartialEq, Debug)]
pub enum Openings {
    /// One after the other, and from the beginning again.
    List(Vec<OpeningRecord>),
    /// This many random plies, balanced.
    Balanced {
        /// Plies.
        plies: u32,
    },
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
    /// So many random plies end every game.
    #[error("no game is left open after {plies} random plies; choose fewer")]
    Over {
        /// Plies.
        plies: u32,
    },
}

impl Openings {
    /// Reads a file and plays every opening through.
    ///
    /// # Errors
    /// [`OpeningError`] with the line.
    pub fn read(path: &Path, format: OpeningFormat, variant: &Variant) -> Result<Self, OpeningError> {
        let bytes = std::fs::read(path).map_err(|source| OpeningError::Io { path: path.into(), source })?;
        let text = String::from_utf8_lossy(&bytes);
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let format = match format {
            OpeningFormat::Auto if extension == "sgf" => OpeningFormat::Sgf,
            OpeningFormat::Auto if extension == "obf" => OpeningFormat::Obf,
            OpeningFormat::Auto => OpeningFormat::Moves,
            format => format,
        };
        let session = &mut *open_variant(variant)?;
        let with_i = format == OpeningFormat::MovesWithI;
        let openings: Vec<(usize, Result<OpeningRecord, String>)> = match format {
            OpeningFormat::Sgf => sgf::trees(&text).map(|(line, tree)| (line, from_sgf(session, tree))).collect(),
            OpeningFormat::Obf => lines::lines(&text).map(|(line, text)| (line, from_obf(session, text))).collect(),
            _ => {
                let from_line = |(line, text)| (line, from_moves(session, text, with_i, variant.size.rows));
                lines::lines(&text).map(from_line).collect()
            }
        };
        let mut list = Vec::with_capacity(openings.len());
        for ((line, opening), number) in openings.into_iter().zip(1..) {
            let opening = opening.map_err(|why| OpeningError::Line { path: path.into(), line, why })?;
            list.push(OpeningRecord { number, ..opening });
        }
        if list.is_empty() { Err(OpeningError::Empty { path: path.into() }) } else { Ok(Self::List(list)) }
    }

    /// Opening number `number`, from 1.
    ///
    /// # Errors
    /// [`OpeningError::Over`].
    pub fn get(&self, number: u32, variant: &Variant, seed: u64) -> Result<OpeningRecord, OpeningError> {
        match self {
            Self::List(list) => {
                let opening = &list[(number as usize - 1) % list.len()];
                Ok(OpeningRecord { number, ..opening.clone() })
            }
            Self::Balanced { plies } => balanced(number, *plies, variant, seed),
        }
    }

    /// What decides opening number `number`, in words.
    pub fn key(&self, number: u32, seed: u64) -> String {
        match self {
            Self::List(list) => {
                let OpeningRecord { position, moves, .. } = &list[(number as usize - 1) % list.len()];
                format!("{position:?} {}", moves.join(" "))
            }
            Self::Balanced { plies } => format!("{plies} balanced plies, number {number}, seed {seed}"),
        }
    }

    /// Mixes the order of a list by a seed.
    pub fn shuffle(&mut self, seed: u64) {
        if let Self::List(list) = self {
            fastrand::Rng::with_seed(seed).shuffle(list);
        }
    }
}

/// GTP's name of a point written with the letter I and row 1 at the top.
fn without_i(word: &str, size: u8) -> Option<String> {
    let letter = word.bytes().next()?.to_ascii_lowercase();
    let row: u8 = word.get(1..)?.parse().ok()?;
    let col = letter.checked_sub(b'a')?;
    (col < size && (1..=size).contains(&row)).then(|| Vertex::new(col, size - row).to_string())
}

fn from_moves(session: &mut dyn Engine, line: &str, with_i: bool, size: u8) -> Result<OpeningRecord, String> {
    let mut words: Vec<String> = lines::words(line).map(str::to_owned).collect();
    if with_i {
        for (word, number) in words.iter_mut().zip(1..) {
            let text = without_i(word, size);
            *word = text.ok_or_else(|| format!("move {number}: {word} is no point of this board"))?;
        }
    }
    lines::play(session, &words)?;
    opening(session, None)
}

fn from_obf(session: &mut dyn Engine, line: &str) -> Result<OpeningRecord, String> {
    lines::set_obf(session, line.split(';').next().unwrap_or_default().trim())?;
    opening(session, Some(session.position_text()))
}

fn from_sgf(session: &mut dyn Engine, tree: Result<sgf::Record, SgfError>) -> Result<OpeningRecord, String> {
    let record = tree.map_err(|error| error.to_string())?;
    session.clear();
    let standard = session.position_text();
    session.replay(&record, Some(1)).map_err(|error| error.to_string())?;
    let start = session.position_text();
    session.replay(&record, None).map_err(|error| error.to_string())?;
    opening(session, (start != standard).then_some(start))
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

/// Lines tried for one balanced opening.
const TRIES: u64 = 50;

/// Plies that the default player looks ahead to judge a line.
const JUDGED: u32 = 6;

/// How far from even the chances of a line may be.
const UNEVEN: f64 = 0.15;

/// The first of some random lines that the default player finds even, or the most even of all.
fn balanced(number: u32, plies: u32, variant: &Variant, seed: u64) -> Result<OpeningRecord, OpeningError> {
    let resources = Resources::new(1, 1);
    let mut best: Option<(f64, Vec<String>)> = None;
    for attempt in 0..TRIES {
        let mut session = open_variant(variant)?;
        let mut random = fastrand::Rng::with_seed(mix(mix(seed) ^ u64::from(number) << 16 ^ attempt));
        for _ in 0..plies {
            let Some(text) = random.choice(session.legal_moves()) else { break };
            session.play(session.side_to_move(), &text)?;
        }
        if session.outcome().is_some() {
            continue;
        }
        let uneven = unevenness(&*session, &resources)?;
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, moves(&*session)));
        }
        if uneven <= UNEVEN {
            break;
        }
    }
    let (_, moves) = best.ok_or(OpeningError::Over { plies })?;
    Ok(OpeningRecord { number, position: None, moves })
}

/// How far the chances are from even, 0 to 0.5.
fn unevenness(session: &dyn Engine, resources: &Resources) -> Result<f64, EngineError> {
    let stop = Stop::new();
    let query = Query::new(Limits::depth(JUDGED), &stop);
    let answer = session.think(session.side_to_move(), &query, resources, &mut |_| ())?;
    resources.forget();
    Ok(answer.report.lines.first().map_or(0.0, |line| (session.scale().win_chance(line.score) - 0.5).abs()))
}
