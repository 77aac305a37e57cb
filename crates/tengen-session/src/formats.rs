//! File formats of games, for files that no session has played yet: how files are read, as far as one may be long, and what they say
//! about a game beside its moves.

pub mod board;
pub mod branches;
pub mod foreign;
mod format;
pub mod moves;
pub mod offsets;
pub mod othello;
pub mod pgn;
pub mod piskvork;
pub mod playok;
pub mod renju;
pub mod renjunet;
pub mod renlib;
pub mod sanmill;
pub mod sgf;
pub mod text;
pub mod write;
pub mod wthor;

pub use format::Format;

use std::fmt;
use std::io::{self, BufRead, Read as _};
use std::num::ParseIntError;
use std::str::FromStr;
use tengen_core::limited_input::too_long;

/// Facts about a game, each in the writer's words; `None` where the file does not tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The players' names, Black's first.
    pub players: [Option<String>; 2],
    /// The result.
    pub result: Option<String>,
    /// The day.
    pub date: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The place: a town, a server.
    pub place: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
    /// The result with perfect play from a position of the game on.
    pub perfect: Option<PerfectScore>,
}

/// The result with perfect play from a position on, as databases of Othello have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerfectScore {
    /// Black's discs, where the winner gets the empty squares.
    pub discs: u8,
    /// The empty squares of the position.
    pub empties: u8,
}

impl fmt::Display for PerfectScore {
    /// The discs and the empty squares: `36/24`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.discs, self.empties)
    }
}

impl FromStr for PerfectScore {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let (discs, empties) = text.split_once('/').unwrap_or((text, ""));
        Ok(Self { discs: discs.parse()?, empties: empties.parse()? })
    }
}

/// The longest file whose games are gone through one after the other, in bytes.
pub const MAX_BYTES: usize = 256 << 20;

/// Reads a file of games to be gone through: of at most [`MAX_BYTES`].
///
/// # Errors
/// As [`read_at_most`].
pub fn read_all(input: impl BufRead) -> io::Result<Vec<u8>> {
    read_at_most(input, MAX_BYTES)
}

/// Reads a file of a game, or of as many as [`sgf::most_bytes`] says.
///
/// # Errors
/// As [`read_at_most`].
pub fn read(mut input: impl BufRead) -> io::Result<Vec<u8>> {
    let most = sgf::most_bytes(input.fill_buf()?);
    read_at_most(input, most)
}

/// Reads a file of games of at most `most` bytes.
///
/// # Errors
/// Those of the input. Where it is longer, [`io::ErrorKind::InvalidData`] if its first bytes are of another kind of files, and the text
/// says which; else [`io::ErrorKind::FileTooLarge`], and the text has the limit.
pub fn read_at_most(input: impl BufRead, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= most {
        return Ok(bytes);
    }
    if let Some(kind) = foreign::kind(&bytes) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("the file is {kind}")));
    }
    let long = too_long("it", most as u64);
    Err(io::Error::new(long.kind(), format!("{long}: divide it into parts")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_named_by_its_kind() {
        let read = |bytes: &[u8]| read_at_most(bytes, 16).map_err(|error| error.to_string());
        let long = |begin: &[u8]| [begin, &[b'x'; 32]].concat();
        assert_eq!(read(b"f5d6"), Ok(b"f5d6".to_vec()));
        assert_eq!(read(&long(b"PK\x03\x04")), Err("the file is a ZIP archive: unpack it first".to_owned()));
        let error = "it is longer than 16 bytes: divide it into parts";
        assert_eq!(read(&long(b"f5d6")), Err(error.to_owned()));
        // What is short is refused by who reads it.
        assert_eq!(read(b"PK\x03\x04"), Ok(b"PK\x03\x04".to_vec()));
    }
}
