//! The Gomocup protocol, by which gomoku managers (Piskvork, c-gomoku-cli, Yixin-Board) talk to a "brain".
//! It is gomoku's own, so this module names its game. Reference: Petr Laštovička and Martin Petříček, "Gomoku AI
//! protocol"; `docs/protocols/gomocup.md` says what Tengen makes of it.
//!
//! A line travels [`super::line_server`] -> [`server`] -> [`parse`] -> [`brain`], which keeps what `INFO` said in
//! [`terms`], and the answer's points pass through [`coordinates`]. `swap2` plays openings, and `yixin` has what
//! Yixin-Board asks beyond the protocol (Kai Sun, "Yixin protocol", and Yixin-Board's sources).

pub mod brain;
pub mod coordinates;
pub mod fault;
pub mod parse;
pub mod server;
mod swap2;
pub mod terms;
mod yixin;

pub use brain::{Brain, GAME};
pub use fault::Fault;
