//! What the search asks of an evaluation.

use super::board::Discs;
use crate::othello::eval::Evaluation;
use crate::othello::patterns::{Features, Weights};
use crate::othello::position::OthelloPosition;
use tengen_core::game::Color;
use tengen_core::search::{Evaluator, Score};

/// An evaluation with a state that is kept up to date from move to move.
pub trait IncrementalEvaluator: Sync {
    /// The state that the evaluation keeps of a position.
    type State: Copy + Send + Sync;

    /// The state of a position.
    fn state(&self, board: Discs) -> Self::State;

    /// The state after a disc on `square` that flips `flips`.
    fn after(&self, state: &Self::State, square: u8, flips: u64) -> Self::State;

    /// The state with the other side to move.
    fn passed(&self, state: &Self::State) -> Self::State;

    /// The value for the side to move; a disc is worth [`DISC`](crate::othello::params::DISC).
    fn evaluate(&self, state: &Self::State, board: Discs) -> Score;
}

impl IncrementalEvaluator for Weights {
    type State = Features;

    #[inline]
    fn state(&self, board: Discs) -> Features {
        Features::new(board.own, board.enemy)
    }

    #[inline]
    fn after(&self, state: &Features, square: u8, flips: u64) -> Features {
        state.after(square, flips)
    }

    #[inline]
    fn passed(&self, state: &Features) -> Features {
        state.passed()
    }

    #[inline]
    fn evaluate(&self, state: &Features, board: Discs) -> Score {
        Self::evaluate(self, state, board.own, board.enemy)
    }
}

/// The formula of [`Evaluation`] on a board of this size, which is computed from nothing each time.
pub struct Formula {
    /// The number of squares along a side of the board.
    pub size: u8,
}

impl IncrementalEvaluator for Formula {
    type State = ();

    fn state(&self, _board: Discs) {}

    fn after(&self, (): &(), _square: u8, _flips: u64) {}

    fn passed(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: Discs) -> Score {
        Evaluation.evaluate(&OthelloPosition::with_discs(self.size, [board.own, board.enemy], Color::Black))
    }
}
