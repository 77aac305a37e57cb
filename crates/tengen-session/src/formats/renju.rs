//! Files of games of renju that programs before `RenLib` wrote and `RenLib` reads: with players, a result and the fifth moves that were
//! offered.
//!
//! The layouts are those of `RenLib` 3 (<https://github.com/gomoku/RenLib>). All are of a board of 15 lines.

pub mod bdt;
pub mod buf;
pub mod pdb;
pub mod rdf;
pub mod wzq;

use super::Facts;

/// The lines of the board.
const SIZE: u8 = 15;

/// A game of renju in such a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RenjuGame {
    /// What the file says about the game.
    pub facts: Facts,
    /// The moves, as words with the letters A to O.
    pub moves: Vec<String>,
}

/// A game with its place, the number of its line or of its record, from 1, or why it cannot be read.
pub type InPlace = (usize, Result<RenjuGame, String>);

/// The name of a point by its column and its row from the top, both from 0; `None` off the board.
fn point(col: u8, row: u8) -> Option<String> {
    (col < SIZE && row < SIZE).then(|| format!("{}{}", char::from(b'a' + col), SIZE - row))
}

/// A name as text, where there is one.
fn name(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let text = super::text::decode(&bytes[..end]);
    Some(text.trim().to_owned()).filter(|name| !name.is_empty())
}

/// True for bytes that may be a name: none is a control character.
fn is_name(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| !byte.is_ascii_control())
}

/// The message about a move that is none.
fn no_point(number: usize, expected: &str, found: impl std::fmt::Display) -> String {
    format!("move {number}: expected {expected}, not {found}")
}
