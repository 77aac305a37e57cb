//! `positional`: square values and flips, summed along the path.

use super::super::bits::{self, Word};
use super::super::position::{Placement, Position};
use super::path::{self, Style, Worth};
use super::squares::{corner_blocks, folded};
use crate::search::{Player, Request, Score, Thought};

/// Rounds, an own move and a reply each, unless the request sets a depth.
const ROUNDS: u32 = 3;

/// The worth of a square in the top left quarter of the board; the other quarters mirror it.
const VALUES: [[Score; 4]; 4] = [[90, -60, 10, 10], [-60, -80, 5, 5], [10, 5, 1, 1], [10, 5, 1, 1]];

/// The worth of a move that lets the opponent take a corner.
const GIVES_CORNER: Score = -1_800;

/// The worth of a move that leaves the opponent little but squares next to corners.
const STIFLES: Score = 1_400;

/// The share of such replies that has to be passed, in percent.
const STIFLED: u32 = 70;

/// A move is worth its square and the discs that it flips. A corner is taken when there is one, and the squares next
/// to an empty corner are left alone while another move exists.
pub struct Positional;

impl<B: Word> Player<Position<B>> for Positional {
    fn choose(&self, request: &mut Request<'_, Position<B>>) -> Thought<Placement> {
        let rounds = request.limits.depth.map_or(ROUNDS, |plies| plies.div_ceil(2).clamp(1, ROUNDS));
        path::choose(self, request, 2 * rounds)
    }
}

impl<B: Word> Style<B> for Positional {
    fn choices(&self, game: &Position<B>) -> B {
        let corners = game.corners();
        let near = bits::neighbours(corners & game.empty());
        let moves = game.targets();
        let best = [moves & corners, moves & !near];
        best.into_iter().find(|set| !set.is_zero()).unwrap_or(moves)
    }

    fn worth(&self, game: &Position<B>, mv: Placement, after: &Position<B>) -> Worth {
        let replies = after.targets();
        if !(replies & game.corners()).is_zero() {
            return Worth { value: GIVES_CORNER, ends: false };
        }
        if (replies & corner_blocks(game)).count() * 100 > replies.count() * STIFLED {
            return Worth { value: STIFLES, ends: true };
        }
        let (col, row) = folded(game, mv);
        let value = VALUES[row.min(3)][col.min(3)] + game.flips(mv).count() as Score;
        Worth { value, ends: false }
    }

    fn shown(&self, sum: Score) -> Score {
        sum
    }
}
