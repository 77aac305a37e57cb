//! Gomoku's own search below the root: principal variation search on one board, with make and unmake.
//!
//! Depths are sixteenths of a ply. Values are in points of evaluation. A win or loss of the common scale is proven: the
//! losing side's replies were complete. One that is only seen is worth less ([`entry`]).

mod assess;
pub mod board;
pub mod certify;
mod child;
pub mod draw;
mod driver;
pub mod entry;
mod leaf;
mod midgame;
pub mod moves;
pub mod node;
pub mod proof;
pub mod threats;
pub mod vct;
mod zone;

pub use board::Board;
pub use node::GomokuSearch;
