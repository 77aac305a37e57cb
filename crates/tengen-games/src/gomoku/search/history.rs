//! What the search has learnt of moves: history of attacks and of quiet moves, and answers to the enemy's last move.

use crate::gomoku::bits::{INDICES, Point};
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use tengen_core::game::Color;

/// The bound of history values.
pub const MOST: i32 = 10_692;

/// One thread's tables.
#[derive(Clone)]
pub struct HistoryTable {
    /// By side, quiet or attack, point.
    values: [[[i16; INDICES]; 2]; 2],
    /// The last best answer to a move, by its side and point.
    counters: [[Option<Point>; INDICES]; 2],
}

impl Default for HistoryTable {
    fn default() -> Self {
        Self { values: [[[0; INDICES]; 2]; 2], counters: [[None; INDICES]; 2] }
    }
}

/// True for a move that attacks: one that makes a three or more.
pub fn is_attack(class: Class) -> bool {
    class >= Class::Three
}

impl HistoryTable {
    /// How good a move was, quiet or attacking, -[`MOST`] to [`MOST`].
    pub fn value(&self, side: Color, attack: bool, point: Point) -> i32 {
        i32::from(self.values[side.index()][usize::from(attack)][point.index() % INDICES])
    }

    /// The last best answer to the enemy's move on this point.
    pub fn counter(&self, enemy: Color, point: Point) -> Option<Point> {
        self.counters[enemy.index()][point.index() % INDICES]
    }

    /// Rewards a move, or with a negative bonus, within ±[`MOST`], punishes it.
    pub fn update(&mut self, side: Color, attack: bool, point: Point, bonus: i32) {
        let value = &mut self.values[side.index()][usize::from(attack)][point.index() % INDICES];
        *value += (bonus - i32::from(*value) * bonus.abs() / MOST) as i16;
    }

    /// Remembers what was the best answer to the enemy's move.
    pub fn answer(&mut self, enemy: Color, point: Point, answer: Point) {
        self.counters[enemy.index()][point.index() % INDICES] = Some(answer);
    }
}

/// The bonus of a move that was best at this depth, in sixteenths of a ply.
pub fn bonus(depth: i32) -> i32 {
    let p::HistoryBonus { square, linear, constant, most } = p::HISTORY_BONUS;
    (square * depth * depth / (p::PLY * p::PLY) + linear * depth / p::PLY + constant).clamp(0, most)
}
