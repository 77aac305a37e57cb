//! File formats of games, for files that no session has played yet.

pub mod board;
pub mod facts;
pub mod foreign;
pub mod moves;
pub mod piskvork;
pub mod renlib;
pub mod sgf;
pub mod text;
