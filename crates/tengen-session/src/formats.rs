//! File formats of games, for files that no session has played yet.

pub mod sgf;
