//! What must hold in time: limits, clocks, streams, matches. Nothing that loads the processors runs beside it.

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
