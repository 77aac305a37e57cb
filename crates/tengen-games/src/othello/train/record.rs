//! Games as lists of moves and the positions in them; positions with their values, in files; games of the WTHOR database.

use crate::othello::bits::Geometry;
use crate::othello::search::board::Discs;
use crate::training::{MAX_BYTES, TrainError};
use std::io::Write as _;
use std::path::Path;
use std::{fs, io};
use tengen_core::{limited_input, whole_file};
use tengen_session::formats::wthor::Collection;
use thiserror::Error;

/// The starting position.
pub(super) const START: Discs = Discs { own: 0x0000_0008_1000_0000, enemy: 0x0000_0010_0800_0000 };

/// The squares of a position without a disc.
pub(super) fn empty(board: Discs) -> u64 {
    !(board.own | board.enemy)
}

/// The squares where the side to move may play.
pub(super) fn moves(board: Discs) -> u64 {
    board.moves(empty(board))
}

/// The position after a disc on `square`.
pub(super) fn after(board: Discs, square: u8) -> Discs {
    board.after(square, board.flips(square))
}

/// The moves of a game from the start, without the passes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SquareList(Vec<u8>);

impl SquareList {
    /// The game with these moves up to the first that is not legal.
    pub fn of(squares: impl IntoIterator<Item = u8>) -> Self {
        let mut board = START;
        let mut record = Vec::with_capacity(60);
        for square in squares {
            if square > 63 || moves(board) >> square & 1 == 0 {
                break;
            }
            board = to_move(after(board, square)).0;
            record.push(square);
        }
        Self(record)
    }

    /// The game with moves such as `f5d6c3`; `None` unless all are legal.
    pub fn parse(text: &str) -> Option<Self> {
        let (names, []) = text.as_bytes().as_chunks() else { return None };
        let square = |&[col, row]: &[u8; 2]| {
            let on_board = (b'a'..=b'h').contains(&col) && (b'1'..=b'8').contains(&row);
            on_board.then(|| (row - b'1') * 8 + (col - b'a'))
        };
        let squares = names.iter().map(square).collect::<Option<Vec<_>>>()?;
        let record = Self::of(squares.iter().copied());
        (record.0 == squares).then_some(record)
    }

    /// A game of this many random moves, fewer where it ends before.
    pub fn by_chance(length: usize, rng: &mut fastrand::Rng) -> Self {
        let mut board = START;
        let mut record = Vec::with_capacity(60);
        while record.len() < length && moves(board) != 0 {
            let moves = moves(board);
            let square = moves.squares().nth(rng.usize(..moves.count() as usize)).unwrap_or_default();
            board = to_move(after(board, square)).0;
            record.push(square);
        }
        Self(record)
    }

    /// The moves of the game.
    pub fn into_moves(self) -> Vec<u8> {
        self.0
    }

    /// The position after the last move.
    pub fn end(&self) -> Discs {
        self.boards().last().map_or(START, |&(board, _)| board)
    }

    /// The positions of the game from the start to the end, without those in which the side to move must pass; with each, whether
    /// the side to move is another one than in the position before.
    pub fn boards(&self) -> Vec<(Discs, bool)> {
        let mut boards = vec![(START, true)];
        let mut board = START;
        for &square in &self.0 {
            let (next, passed) = to_move(after(board, square));
            boards.push((next, !passed));
            board = next;
        }
        boards
    }
}

/// The position in which the side that can move is to move, and whether the other side had to pass for it.
pub(super) fn to_move(board: Discs) -> (Discs, bool) {
    let pass = moves(board) == 0 && moves(board.passed()) != 0;
    (if pass { board.passed() } else { board }, pass)
}

/// A position and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// The position.
    pub board: Discs,
    /// The value for the side to move, in evaluation units.
    pub value: i16,
}

impl Sample {
    const BYTES: usize = 18;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.enemy.to_le_bytes());
        bytes[16..].copy_from_slice(&self.value.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        Self { board: Discs { own: word(0), enemy: word(8) }, value: i16::from_le_bytes([bytes[16], bytes[17]]) }
    }
}

/// Writes samples to a file that is either whole or not there.
///
/// # Errors
/// Those of the file system.
pub(super) fn write(path: &Path, samples: &[Sample]) -> io::Result<()> {
    whole_file::write(path, |file| samples.iter().try_for_each(|sample| file.write_all(&sample.to_bytes())))
}

/// Reads a file that [`write`] wrote.
///
/// # Errors
/// Those of the file system; `InvalidData` for a file that holds no whole number of samples.
pub(super) fn read(path: &Path) -> io::Result<Vec<Sample>> {
    let bytes = limited_input::read(path, MAX_BYTES)?;
    let (samples, []) = bytes.as_chunks() else {
        let text = format!("{} does not hold whole samples", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    };
    Ok(samples.iter().map(Sample::from_bytes).collect())
}

/// Why a file gave no games.
#[derive(Debug, Error)]
pub enum WthorError {
    /// The file or folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The path of the file or folder.
        path: String,
        /// Why it cannot be read.
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
        let bytes = limited_input::read(&path, MAX_BYTES).map_err(failed(&path))?;
        records.extend(parse(&bytes).ok_or_else(|| WthorError::Malformed(path.display().to_string()))?);
    }
    if records.is_empty() { Err(WthorError::Empty(folder.display().to_string())) } else { Ok(records) }
}

/// The games of a file; none where it is of another board size.
fn parse(bytes: &[u8]) -> Option<Vec<SquareList>> {
    let Ok(collection) = Collection::of(bytes)? else { return Some(Vec::new()) };
    if collection.missing().is_some() {
        return None;
    }
    let square = |code: &u8| (code / 10).wrapping_sub(1).wrapping_mul(8).wrapping_add((code % 10).wrapping_sub(1));
    Some(collection.games().map(|game| SquareList::of(game.squares.iter().map(square))).collect())
}

impl From<WthorError> for TrainError {
    fn from(error: WthorError) -> Self {
        Self::Games(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a game, and those of it before its moves.
    const GAME: usize = 68;
    const BEFORE_MOVES: usize = 8;

    #[test]
    fn the_shortest_game_ends_with_a_wipeout() {
        let record = SquareList::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        let (end, _) = *record.boards().last().unwrap();
        assert_eq!((moves(end), moves(end.passed())), (0, 0));
        // Black, who moved last, owns every disc.
        assert_eq!((end.own, end.enemy.count_ones()), (0, 13));
        assert_eq!(record.boards().len(), 10);
    }

    #[test]
    fn a_pass_is_not_a_position_and_is_told() {
        // Black has no move after the eighth, white plays twice.
        let record = SquareList::parse("d3c3e6d2d1e1b2c1a3").unwrap();
        let changes: Vec<_> = record.boards().iter().map(|&(_, changed)| changed).collect();
        assert_eq!(changes.iter().filter(|&&changed| !changed).count(), 1);
        assert!(!changes[8]);
    }

    #[test]
    fn a_game_by_chance_is_as_long_as_asked_or_over() {
        let mut rng = fastrand::Rng::with_seed(5);
        for length in [0, 1, 20, 60, 60] {
            let record = SquareList::by_chance(length, &mut rng);
            let end = record.end();
            assert_eq!(record.boards().last().unwrap().0, end);
            let squares = record.into_moves();
            assert_eq!(SquareList::of(squares.clone()).into_moves(), squares);
            assert!(squares.len() == length || moves(end) == 0, "{} moves", squares.len());
        }
        assert_ne!(SquareList::by_chance(20, &mut rng), SquareList::by_chance(20, &mut rng));
    }

    #[test]
    fn moves_are_taken_up_to_the_first_illegal_one() {
        let square = |col: u8, row: u8| (row - 1) * 8 + col - 1;
        let moves = [square(6, 5), square(6, 6), square(1, 1), square(5, 6)];
        assert_eq!(SquareList::of(moves).into_moves(), moves[..2]);
        assert_eq!(SquareList::parse("f5f6a1"), None);
        assert_eq!(SquareList::parse("f5f"), None);
        assert_eq!(SquareList::parse("f5x9"), None);
    }

    #[test]
    fn samples_come_back_and_parts_of_samples_do_not() {
        let folder = std::env::temp_dir().join(format!("tengen-samples-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("0.samples");
        let samples = [(1_u64 << 63, 7, -6_400), (0x0123_4567, u64::MAX << 32, 12)];
        let samples = samples.map(|(own, enemy, value)| Sample { board: Discs { own, enemy }, value });
        write(&path, &samples).unwrap();
        assert_eq!(read(&path).unwrap(), samples);
        fs::write(&path, [0; 19]).unwrap();
        assert_eq!(read(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        fs::remove_dir_all(folder).unwrap();
    }

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
