//! Othello's own search below the root, on boards of up to 8x8: principal variation search with Multi-ProbCut, exact
//! at the end.
//!
//! Values in this search are whole discs for the side to move; outside, and where the evaluation is asked, they are
//! [`DISC`](super::params::DISC) times that. A search either stops `depth` plies down at the evaluation, or goes to the end of
//! the game: then `depth` is the number of empty squares.

#[doc(hidden)]
pub mod board;
mod children;
mod driver;
mod endgame;
#[doc(hidden)]
pub mod incremental;
mod last;
#[doc(hidden)]
pub mod midgame;
mod node;

pub use node::{OthelloNode, OthelloSearch, Worker};
