//! File formats of games, for files that no session has played yet.

pub mod board;
pub mod facts;
pub mod foreign;
mod format;
pub mod input;
pub mod moves;
pub mod othello;
pub mod pgn;
pub mod piskvork;
pub mod playok;
pub mod renju;
pub mod renjunet;
pub mod renlib;
pub mod sgf;
pub mod text;
pub mod write;
pub mod wthor;

pub use format::Format;
