//! What must hold in real time: limits and clocks kept, pondering, streams, process guards. The tests of this program run
//! one by one (`#[serial]`), and `cargo test` runs no other program beside it.

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod arena_clocks;
#[cfg(target_os = "linux")]
mod arena_jobs;
#[cfg(target_os = "linux")]
mod arena_torture;
#[cfg(unix)]
mod check;
#[cfg(target_os = "linux")]
mod gomocup;
#[cfg(target_os = "linux")]
mod ponder;
#[cfg(target_os = "linux")]
mod serving_memory;
mod sgf;
#[cfg(target_os = "linux")]
mod web_load;
