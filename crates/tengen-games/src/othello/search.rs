//! Othello's own search below the root, on boards of up to 8x8: principal variation search with Multi-ProbCut, exact
//! at the end.
//!
//! Values in this search are whole discs for the side to move; outside, and where the evaluation is asked, they are
//! [`DISC`](super::params::DISC) times that. A search either stops `depth` plies down at the evaluation, or goes to the end of
//! the game: then `depth` is the number of empty squares.

pub mod board;
pub mod children;
mod driver;
pub mod endgame;
pub mod incremental;
mod last;
pub mod midgame;
pub mod node;

pub use node::{OthelloNode, OthelloSearch, Worker};
