//! The points near a stone that are worth a look.

use crate::gomoku::bits::{Bits, INDICES, MAX_SIZE, Point};
use std::sync::OnceLock;

/// Points within so many rows and columns are near.
const SQUARE: u8 = 3;

/// Points at most so far away on a line through the stone are near.
const LINE: u8 = 4;

/// The points near each point of a board.
pub struct Areas(Vec<Bits>);

impl Areas {
    /// The areas of a board of so many lines, made when they are first asked for.
    pub fn of(size: u8) -> &'static Self {
        static AREAS: [OnceLock<Areas>; MAX_SIZE as usize + 1] = [const { OnceLock::new() }; MAX_SIZE as usize + 1];
        AREAS[usize::from(size.min(MAX_SIZE))].get_or_init(|| Self::make(size))
    }

    fn make(size: u8) -> Self {
        let board = Bits::board(size);
        let mut areas = vec![Bits::default(); INDICES];
        for stone in board.iter() {
            for point in board.iter().filter(|&point| is_within(stone, point, SQUARE, LINE)) {
                areas[stone.index()].insert(point);
            }
        }
        Self(areas)
    }

    /// The points near this one.
    pub fn around(&self, point: Point) -> &Bits {
        &self.0[point.index()]
    }
}

/// True for a point within so many rows and columns of a stone, or at most so far away on a line through it.
pub fn is_within(stone: Point, point: Point, square: u8, line: u8) -> bool {
    let away = [stone.col().abs_diff(point.col()), stone.row().abs_diff(point.row())];
    let on_line = away[0] == away[1] || away.contains(&0);
    stone.distance(point) <= if on_line { line } else { square }
}
