//! The arena: matches and tournaments between any engines that speak over pipes.
//!
//! It starts the engines, referees their games with our own rules, keeps a record of every game and says what the
//! results are worth. It names no game: which games there are, the registry of [`crate::engine`] knows.

pub mod fingerprint;
pub mod header;
pub mod journal;
pub mod lateness;
pub mod machine;
pub mod merge;
pub mod openings;
pub mod plan;
pub mod record;
pub mod report;
pub mod spec;
pub mod stats;
pub mod tally;
pub mod tournament;
pub mod watch;

// What starts engines: on Linux, where nothing is left of them whatever happens (`guard`).
#[cfg(target_os = "linux")]
pub mod check;
#[cfg(target_os = "linux")]
pub mod dialect;
#[cfg(target_os = "linux")]
pub mod failure;
#[cfg(target_os = "linux")]
pub mod family;
#[cfg(target_os = "linux")]
pub mod game;
#[cfg(target_os = "linux")]
pub mod gtp_client;
#[cfg(target_os = "linux")]
pub mod guard;
#[cfg(target_os = "linux")]
pub mod handle;
#[cfg(target_os = "linux")]
pub mod process;
#[cfg(target_os = "linux")]
pub mod run;
