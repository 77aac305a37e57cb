#![doc = include_str!("../README.md")]

pub mod check;
pub mod dialect;
pub mod game;
pub mod gtp_client;
pub mod handle;
pub mod header;
pub mod machine;
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
