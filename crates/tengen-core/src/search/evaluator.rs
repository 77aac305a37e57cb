//! The evaluator: what a search asks of a player of one game.

use super::score::{DRAW, Score, WIN};
use crate::game::{Color, Game, Outcome};

/// A move with its static ordering score.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// The static ordering score: moves with a higher one are searched earlier. History adds 0 to 16,384
    /// ([`super::ordering::HISTORY_MAX`]) and a killer 20,000.
    pub rank: i32,
}

/// Static evaluation and candidate moves of one player of a game, for [`super::AlphaBeta`].
pub trait Evaluator<G: Game>: Sync {
    /// The value of a position that goes on, for the side to move; within
    /// ±[`MAX_EVAL`](super::score::MAX_EVAL).
    fn evaluate(&self, game: &G) -> Score;

    /// Appends the legal moves of a position that goes on with their ordering scores, which are 0 by default. Only moves that
    /// provably do not matter may be left out: values that reach the end of the game are proofs.
    fn candidates(&self, game: &G, moves: &mut Vec<Ranked<G::Move>>) {
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        moves.extend(legal.into_iter().map(|mv| Ranked { mv, rank: 0 }));
    }

    /// The value of an ended game for `side`, `ply` plies below the root. By default only who won counts, and a
    /// quick win is the better one; games that score a margin return it in their own unit.
    fn outcome_score(&self, outcome: Outcome, side: Color, ply: u32) -> Score {
        match outcome.margin_for(side) {
            0 => DRAW,
            margin => margin.signum() * (WIN - ply as Score),
        }
    }

    /// Plies by which the candidate at this place of the order is searched less deep at first (late move
    /// reduction); 0, none, by default.
    fn reduction(&self, _depth: i32, _place: usize) -> i32 {
        0
    }

    /// Half the width of the first window around the value of the iteration before, in the game's unit; `None`
    /// searches with an open window always.
    fn aspiration(&self) -> Option<Score> {
        None
    }
}
