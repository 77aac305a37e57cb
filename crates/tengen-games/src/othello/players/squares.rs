//! Where a square lies, as the classic players see it.

use super::super::bits::{self, Word};
use super::super::position::{OthelloPosition, Placement};

/// The four blocks of 2x2 squares in the corners.
pub(super) fn corner_blocks<B: Word>(game: &OthelloPosition<B>) -> B {
    bits::neighbours(game.corners()) & game.board()
}

/// Column and row of a move, counted from the nearest side of the board.
pub(super) fn folded<B: Word>(game: &OthelloPosition<B>, mv: Placement) -> (usize, usize) {
    let vertex = OthelloPosition::<B>::vertex(mv.square());
    let fold = |index: u8| index.min(game.size() - 1 - index) as usize;
    (fold(vertex.col), fold(vertex.row))
}
