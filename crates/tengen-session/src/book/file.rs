//! A book as a text file: a head, a position on each line, a checksum.

use super::{Book, BookEntry, BookPosition, EntryState};
use crate::Engine;
use crate::formats::foreign;
use indexmap::IndexMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tengen_core::game::Variant;
use tengen_core::search::Iteration;
use tengen_core::search::score::INFINITE;
use tengen_core::{limited_input, plain_text, whole_file};
use thiserror::Error;

/// The first words of a book: the name of the format, and its version.
const MAGIC: &str = "tengen-book 1";

/// The most bytes of a book: about three million positions.
const MAX_BYTES: u64 = 1 << 28;

/// Why a book cannot be read or written.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("the book {}: {source}", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The file is no book, or is damaged.
    #[error("the book {}, line {line}: {why}", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line that is wrong, from 1.
        line: usize,
        /// What was expected on that line.
        why: String,
    },
    /// The book is of another game.
    #[error("the book {} is of {book}, not of {game}", path.display())]
    OtherGame {
        /// The path of the file.
        path: PathBuf,
        /// The variant that the book is of.
        book: String,
        /// The variant on the board.
        game: String,
    },
}

impl Book {
    /// Reads a book of the variant that is played in a session, whose game is lost.
    ///
    /// # Errors
    /// [`BookError`].
    pub fn load(path: &Path, session: &mut dyn Engine) -> Result<Self, BookError> {
        let bytes =
            limited_input::read(path, MAX_BYTES).map_err(|source| BookError::Io { path: path.into(), source })?;
        let damaged = |(line, why)| BookError::Damaged { path: path.into(), line, why };
        let (variant, lines) = parse(&bytes).map_err(damaged)?;
        if variant != session.variant() {
            let (book, game) = (variant.to_string(), session.variant().to_string());
            return Err(BookError::OtherGame { path: path.into(), book, game });
        }
        let mut positions = IndexMap::with_capacity(lines.len());
        for (position, number) in lines.into_iter().zip(FIRST..) {
            session.set_position_text(&position.text).map_err(|error| damaged((number, error.to_string())))?;
            positions.insert(session.canonical_key(), position);
        }
        Ok(Self { variant, positions })
    }

    /// Writes the book, whole or not at all: an existing file is replaced when the new one is complete.
    ///
    /// # Errors
    /// [`BookError::Io`].
    pub fn save(&self, path: &Path) -> Result<(), BookError> {
        let written = whole_file::write(path, |file| file.write_all(self.text().as_bytes()));
        written.map_err(|source| BookError::Io { path: path.into(), source })
    }

    /// The book as the text of a file.
    fn text(&self) -> String {
        let mut text = format!("{MAGIC}\n{}\n", self.variant);
        for BookPosition { text: position, entry: BookEntry { score, iteration, state } } in self.positions.values() {
            let state = match state {
                EntryState::Leaf => "leaf",
                EntryState::Proven => "proven",
                EntryState::Inner => "inner",
            };
            let _ = writeln!(text, "{position} {score} {} {} {state}", iteration.depth, iteration.confidence);
        }
        let checksum = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "end {} {checksum:08x}", self.len());
        text
    }
}

/// The number of the line of a book's first position.
const FIRST: usize = 3;

/// Reads a book's text, whatever the system that wrote its line ends: its variant, and its positions, whose texts no game has looked
/// at; otherwise the number of the line that is wrong, and what was expected there.
fn parse(bytes: &[u8]) -> Result<(Variant, Vec<BookPosition>), (usize, String)> {
    let bytes = plain_text::unified(bytes);
    if bytes.split(|&byte| byte == b'\n').next() != Some(MAGIC.as_bytes()) {
        let other = foreign::refusal(&bytes).filter(|_| !bytes.starts_with(b"tengen-book"));
        let is = other.map_or_else(String::new, |why| format!("; {why}"));
        return Err((1, format!("expected {MAGIC}{is}")));
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| (1, "expected text".to_owned()))?;
    let lines: Vec<&str> = text.lines().collect();
    let ending = || (lines.len(), "expected the last line, end COUNT CHECKSUM: the file was cut off".to_owned());
    let (last, positions) = lines.get(2..).and_then(<[_]>::split_last).ok_or_else(ending)?;
    let variant = lines[1].parse().map_err(|()| (2, "expected a game, a rule set and a size".to_owned()))?;
    let (count, checksum) = last.strip_prefix("end ").and_then(|end| end.split_once(' ')).ok_or_else(ending)?;
    let before = &text[..text.trim_end().len() - last.trim_end().len()];
    if count.parse() != Ok(positions.len())
        || u32::from_str_radix(checksum, 16) != Ok(crc32fast::hash(before.as_bytes()))
    {
        return Err((lines.len(), "the checksum is another: the file is damaged".to_owned()));
    }
    let expected = |number| (number, "expected POSITION VALUE DEPTH CONFIDENCE STATE".to_owned());
    let read = |(line, number): (&&str, usize)| position(line).ok_or_else(|| expected(number));
    let positions = positions.iter().zip(FIRST..).map(read).collect::<Result<_, _>>()?;
    Ok((variant, positions))
}

fn position(line: &str) -> Option<BookPosition> {
    let words: Vec<&str> = line.split(' ').collect();
    let &[text, score, depth, confidence, state] = &words[..] else { return None };
    let state = match state {
        "leaf" => EntryState::Leaf,
        "proven" => EntryState::Proven,
        "inner" => EntryState::Inner,
        _ => return None,
    };
    let score = score.parse().ok().filter(|score| (-INFINITE..=INFINITE).contains(score))?;
    let iteration = Iteration { depth: depth.parse().ok()?, confidence: confidence.parse().ok()? };
    Some(BookPosition { text: text.to_owned(), entry: BookEntry { score, iteration, state } })
}
