#![doc = include_str!("../README.md")]

pub mod check;
mod dialect;
mod game;
mod gtp_client;
mod handle;
pub mod header;
mod machine;
pub mod merge;
pub mod openings;
pub mod plan;
pub mod process;
pub mod record;
pub mod report;
pub mod run;
pub mod spec;
pub mod stats;
pub mod tally;
pub mod tournament;

// What leaves nothing of an engine on Linux, whatever happens.
#[cfg(target_os = "linux")]
pub mod guard;
