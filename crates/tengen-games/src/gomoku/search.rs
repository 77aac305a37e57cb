//! Gomoku's own search below the root: principal variation search on one board, with make and unmake.
//!
//! Depths are sixteenths of a ply. Values are in points of evaluation. A win or loss of the common scale is proven: the
//! losing side's replies were complete. One that is only seen is worth less ([`entry`]).

mod assess;
mod board;
#[doc(hidden)]
pub mod certify;
mod child;
pub(super) mod draw;
mod driver;
pub(super) mod entry;
mod leaf;
mod midgame;
pub(super) mod moves;
pub(super) mod node;
#[doc(hidden)]
pub mod proof;
mod threats;
#[doc(hidden)]
pub mod vct;
mod zone;

pub use board::Board;
pub use node::GomokuSearch;
