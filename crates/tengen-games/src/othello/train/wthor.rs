//! Games of the WTHOR database.

use super::record::SquareList;
use crate::training::TrainError;
use std::path::Path;
use std::{fs, io};
use thiserror::Error;

const HEADER: usize = 16;
const GAME: usize = 68;
/// Bytes of a game before its moves: three ids, the score, and the score with perfect play.
const BEFORE_MOVES: usize = 8;

/// Why a file gave no games.
#[derive(Debug, Error)]
pub enum WthorError {
    /// The file or folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// Which.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The size does not fit the number of games in the header.
    #[error("{0} is no WTHOR file, or not a whole one")]
    Malformed(String),
    /// No file of the folder has games of 8x8.
    #[error("{0} holds no .wtb file with games on 8x8")]
    Empty(String),
}

/// The games on 8x8 of all `.wtb` files of a folder, in the order of the files' names. A game is taken up to its first
/// illegal move.
///
/// # Errors
/// [`WthorError`].
pub(super) fn read_folder(folder: &Path) -> Result<Vec<SquareList>, WthorError> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        |source| WthorError::Io { path, source }
    };
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(failed(folder))?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")));
    paths.sort();
    let mut records = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).map_err(failed(&path))?;
        records.extend(parse(&bytes).ok_or_else(|| WthorError::Malformed(path.display().to_string()))?);
    }
    if records.is_empty() { Err(WthorError::Empty(folder.display().to_string())) } else { Ok(records) }
}

/// The games of a file; none where it is of another board size.
fn parse(bytes: &[u8]) -> Option<Vec<SquareList>> {
    let (header, body) = bytes.split_at_checked(HEADER)?;
    let count = u32::from_le_bytes(*header[4..].first_chunk()?) as usize;
    if !matches!(header[12], 0 | 8) {
        return Some(Vec::new());
    }
    if body.len() != count * GAME {
        return None;
    }
    let square = |code: &u8| (code / 10).wrapping_sub(1).wrapping_mul(8).wrapping_add((code % 10).wrapping_sub(1));
    Some(body.chunks(GAME).map(|game| SquareList::of(game[BEFORE_MOVES..].iter().map(square))).collect())
}

impl From<WthorError> for TrainError {
    fn from(error: WthorError) -> Self {
        Self::Games(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of these games on a board of this size.
    fn file(size: u8, games: &[&str]) -> Vec<u8> {
        let mut bytes = vec![20, 26, 1, 1];
        bytes.extend((games.len() as u32).to_le_bytes());
        bytes.extend([0, 0, 0xEA, 7, size, 0, 24, 0]);
        for game in games {
            let mut record = [0; GAME];
            for (place, name) in game.as_bytes().chunks(2).enumerate() {
                record[BEFORE_MOVES + place] = (name[1] - b'0') * 10 + name[0] - b'a' + 1;
            }
            bytes.extend(record);
        }
        bytes
    }

    #[test]
    fn games_are_read_and_other_boards_left_out() {
        let games = ["f5d6c3d3c4", "e6f4e3f6g5d6e7f5c5"];
        let records = games.map(|game| SquareList::parse(game).unwrap());
        assert_eq!(parse(&file(8, &games)).unwrap(), records);
        assert_eq!(parse(&file(0, &games)).unwrap(), records);
        assert_eq!(parse(&file(10, &games)).unwrap(), []);
    }

    #[test]
    fn a_file_that_is_not_whole_is_refused() {
        let whole = file(8, &["f5d6c3d3c4"]);
        for len in [0, 15, 16, whole.len() - 1] {
            assert_eq!(parse(&whole[..len]), None);
        }
    }
}
