//! Games as lists of moves, and the positions on their way.

use crate::othello::geometry::Geometry;
use crate::othello::search::board::Discs;

/// The start of the game.
pub(super) const START: Discs = Discs { own: 0x0000_0008_1000_0000, enemy: 0x0000_0010_0800_0000 };

/// The squares without a disc.
pub(super) fn empty(board: Discs) -> u64 {
    !(board.own | board.enemy)
}

/// Where the side to move may play.
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
    /// The game of these moves up to the first that is not legal.
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

    /// The game of moves such as `f5d6c3`; `None` unless all are legal.
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

    /// A game of this many moves by chance, fewer where it is over before.
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

    /// The moves.
    pub fn into_moves(self) -> Vec<u8> {
        self.0
    }

    /// The position after the last move.
    pub fn end(&self) -> Discs {
        self.boards().last().map_or(START, |&(board, _)| board)
    }

    /// The positions from the start to the end, without those in which the side to move must pass; with each, whether
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
