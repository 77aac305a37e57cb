//! The arena: matches and tournaments between any engines that speak over pipes.
//!
//! It starts the engines, referees their games with our own rules, keeps a record of every game and says what the
//! results are worth. It names no game: which games there are, the registry of [`crate::engine`] knows.

pub mod check;
pub mod dialect;
pub mod game;
pub mod guard;
pub mod merge;
pub mod openings;
pub mod plan;
pub mod process;
pub mod record;
pub mod report;
pub mod run;
pub mod seat;
pub mod spec;
pub mod stats;
pub mod tournament;
