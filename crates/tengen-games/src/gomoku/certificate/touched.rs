//! Which points a win depends on: where the loser's stones could break it that are on the board in place of passes.
//!
//! A win is checked once with a pass of the loser's in place of all its replies that change nothing. A reply `x` changes
//! nothing if the winner never plays on `x` afterwards, and if no row of five can come about with `x` and the loser's other
//! stones before the winner has one. Then the same answers win after `x`: a stone of the loser's takes nothing else from the
//! winner, as long as the rules forbid no moves and count no stones at the ends of rows.
//!
//! Passes may stand within what follows a pass. Where `n` of them are open, a row of the loser's could hold `n` stones that
//! are not on the board: so points are kept by how many stones a row lacks.

use crate::gomoku::Gomoku;
use crate::gomoku::bits::{Bits, Point, STEPS};
use tengen_core::game::Color;

/// Passes within what follows a pass, at most.
pub const MOST_PASSES: usize = 3;

/// Points that a win depends on: with one stone more of the loser's, with two, and so on.
#[derive(Clone, Copy, Default)]
pub struct Touched([Bits; MOST_PASSES]);

impl Touched {
    /// The free points of rows of five in which the loser, to move, would have four stones with one more, two more, and so on up
    /// to `passes`.
    pub fn by_rows(position: &Gomoku, loser: Color, passes: usize) -> Self {
        let mut touched = Self::default();
        if passes == 0 {
            return touched;
        }
        let (stones, open) = (*position.stones(loser), position.stones(loser).or(position.free()));
        for step in STEPS {
            // Bits of the number of stones in the row that begins at a point.
            let (mut ones, mut twos, mut fours) = (Bits::default(), Bits::default(), Bits::default());
            let (mut stone, mut free, mut rows) = (stones, open, open);
            for place in 0..5 {
                if place > 0 {
                    (stone, free) = (stone.shifted(-step), free.shifted(-step));
                    rows = rows.and(&free);
                }
                let carry = ones.and(&stone);
                ones = ones.or(&stone).without(&carry);
                fours = fours.or(&twos.and(&carry));
                twos = twos.or(&carry).without(&twos.and(&carry));
            }
            let least = [ones.and(&twos).or(&fours), twos.or(&fours), ones.or(&twos).or(&fours)];
            for (points, least) in touched.0.iter_mut().zip(least).take(passes) {
                let mut row = least.and(&rows);
                for _ in 0..5 {
                    *points = points.or(&row.and(position.free()));
                    row = row.shifted(step);
                }
            }
        }
        touched
    }

    /// Adds a point that the winner plays on.
    pub fn insert(&mut self, point: Point) {
        self.0.iter_mut().for_each(|points| points.insert(point));
    }

    /// Adds all of another set.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(points, other)| *points = points.or(other));
    }

    /// The points where one more stone matters while so many passes are open.
    pub const fn points(&self, passes: usize) -> &Bits {
        &self.0[passes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows of five of a board, by their points.
    fn rows(size: u8) -> Vec<Vec<Point>> {
        let board = Bits::board(size);
        let row = |point: Point, step: i32| (0..5).map(|distance| point.shifted(step * distance)).collect::<Vec<_>>();
        let rows = board.iter().flat_map(|point| STEPS.map(|step| row(point, step)));
        rows.filter(|row| row.iter().all(|&point| board.has(point))).collect()
    }

    #[test]
    fn rows_are_those_that_lack_stones() {
        use crate::gomoku::Rule;
        use tengen_core::game::Game as _;
        let rows = rows(9);
        for seed in 0..50 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Gomoku::new(Rule::Freestyle, 9);
            while position.outcome().is_none() && position.plies_left() > Some(35) {
                position.play(rng.choice(position.moves()).unwrap());
            }
            for side in Color::BOTH {
                let stones = |row: &[Point]| row.iter().filter(|&&point| position.stones(side).has(point)).count();
                let is_open = |row: &[Point]| row.iter().all(|&point| !position.stones(!side).has(point));
                for passes in 0..=MOST_PASSES {
                    let touched = Touched::by_rows(&position, side, passes);
                    for lacking in 0..MOST_PASSES {
                        let mut expected = Bits::default();
                        for row in rows.iter().filter(|row| is_open(row) && stones(row) + lacking >= 3) {
                            row.iter().filter(|&&point| position.free().has(point)).for_each(|&p| expected.insert(p));
                        }
                        let expected = if lacking < passes { expected } else { Bits::default() };
                        assert_eq!(*touched.points(lacking), expected, "{}", position.hash());
                    }
                }
            }
        }
    }
}
