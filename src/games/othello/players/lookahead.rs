//! `lookahead`: minimax over powers of two.

use super::super::bits::{self, Word};
use super::super::position::{Placement, Position};
use super::path::{self, Style, Worth};
use super::squares::folded;
use crate::search::{Player, Request, Score, Thought, WIN};

/// Plies, unless the request sets a depth.
const DEPTH: u32 = 9;

/// The worth of a corner.
const CORNER: Score = 1 << 24;

/// The worth of a square in the top left quarter of the board; the other quarters mirror it.
const WEIGHTS: [[Score; 4]; 4] = [
    [CORNER, 1, 1 << 20, 1 << 16],
    [1, 1, 1 << 12, 1 << 4],
    [1 << 20, 1 << 12, 1 << 8, 1 << 8],
    [1 << 16, 1 << 4, 1 << 8, 1 << 8],
];

/// The value of a won game: more than any line can collect.
const WON: Score = 1 << 29;

/// The share of a sum that the reports show, so that none looks like a won game.
const SHOWN: Score = 1 << 10;

/// A move is worth its square; many own moves, few and bad ones for the opponent is what the weights stand in for. A
/// corner is taken at once, and ends a line. A side with stable discs on more than half the board has won.
pub struct Lookahead;

impl<B: Word> Player<Position<B>> for Lookahead {
    fn choose(&self, request: &mut Request<'_, Position<B>>) -> Thought<Placement> {
        let depth = request.limits.depth.unwrap_or(DEPTH).max(1);
        path::choose(self, request, depth)
    }
}

impl<B: Word> Style<B> for Lookahead {
    fn choices(&self, game: &Position<B>) -> B {
        let taken = game.targets() & game.corners();
        if taken.is_zero() { game.targets() } else { taken }
    }

    fn worth(&self, game: &Position<B>, mv: Placement, _after: &Position<B>) -> Worth {
        let (col, row) = folded(game, mv);
        let middle = game.size() as usize / 2 - 1;
        let start = (col, row) == (middle, middle);
        let value = if start { 0 } else { WEIGHTS[row.min(3)][col.min(3)] };
        Worth { value, ends: value == CORNER }
    }

    fn settled(&self, game: &Position<B>) -> Option<Score> {
        let half = game.board().count() / 2;
        let won = |own: B, enemy: B| own.count() > half && bits::stable(own, enemy, game.board()).count() > half;
        if won(game.own(), game.enemy()) {
            Some(WON)
        } else if won(game.enemy(), game.own()) {
            Some(-WON)
        } else {
            None
        }
    }

    fn shown(&self, sum: Score) -> Score {
        if sum.abs() > WON / 2 { sum.signum() * (WIN - 1) } else { sum / SHOWN }
    }
}
