//! Storey 5: the Gomocup protocol, by which gomoku managers (Piskvork, c-gomoku-cli, Yixin-Board) talk to a "brain".
//! It is gomoku's own, so this module names its game. Reference: Petr Laštovička and Martin Petříček, "Gomoku AI
//! protocol"; `protocol.md` says what Tengen makes of it.
//!
//! A line travels [`super::line_server`] -> [`server`] -> [`parse`] -> [`brain`], which keeps what `INFO` said in
//! [`terms`], and the answer's points pass through [`coordinates`]. `swap2` plays openings, and `yixin` has what
//! Yixin-Board asks beyond the protocol (Kai Sun, "Yixin protocol", and Yixin-Board's sources).

pub mod brain;
pub mod coordinates;
pub mod parse;
pub mod server;
mod swap2;
pub mod terms;
mod yixin;

pub use super::line_server::serve;
pub use brain::Brain;

use crate::engine::EngineError;
use thiserror::Error;

/// The game that the protocol is for, as [`crate::engine::Host::set_game`] takes it.
pub const GAME: &str = "gomoku";

/// A command was not done; the text is the line that tells the manager.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// There is no such command.
    #[error("UNKNOWN {0}")]
    Unknown(String),
    /// The command is known, but cannot be done as asked.
    #[error("ERROR {0}")]
    Refused(String),
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// A refusal for this reason.
fn refused(reason: impl Into<String>) -> Fault {
    Fault::Refused(reason.into())
}
