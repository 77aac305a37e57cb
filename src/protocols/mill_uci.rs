//! The UCI-like protocol of Sanmill's mill engines, by which its tools can drive this program. It is mill's own, so
//! this module names its game. Reference: Sanmill's `docs/UCI_CLI_BRIDGE.md`; `docs/protocols/mill-uci.md` says what Tengen makes of it.
//!
//! A line travels [`super::line_server`] -> [`uci`], which replays games token by token; [`tengen_games::mill::sanmill`] has the
//! options that name rule sets, and `fen` the positions.

mod fen;
pub mod uci;

pub use uci::{GAME, MillUci};
