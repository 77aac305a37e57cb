//! Version 2 of the protocol between NBoard, an Othello GUI, and its engines. It is Othello's own, so this module
//! names its game. Reference: `Protocol.htm` of Welty's NTest; `docs/protocols/nboard.md` says what Tengen makes of it.
//!
//! A line travels [`super::line_server`] -> [`player`]. Between two commands the GUI asks for a `pong`, which is
//! the end of all that was said before.

pub mod player;

pub use player::{GAME, NBoard};
