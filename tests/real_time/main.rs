//! What must hold in real time: limits and clocks kept, pondering, streams, process guards. The tests of this program run
//! one by one (`#[serial]`), and `cargo test` runs no other program beside it.

#[path = "../common/mod.rs"]
mod common;

mod arena_dialects;
#[cfg(target_os = "linux")]
mod arena_games;
mod arena_jobs;
mod clock;
#[cfg(target_os = "linux")]
mod edges;
mod gomocup_games;
mod limits;
mod ponder;
#[cfg(unix)]
mod terminal;
mod yixin_board;
