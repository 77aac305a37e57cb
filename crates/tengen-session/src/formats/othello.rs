//! Files that have games of Othello only: of Othello Quest, the Internet Othello Server, Zebra and `WZebra`, and XOF; positions in
//! 16 signs.

pub mod base81;
pub mod ios;
pub mod quest;
pub mod xof;
pub mod zebra;

use super::Facts;
use tengen_core::game::Size;

/// A game of Othello in such a file, from its start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OthelloGame {
    /// What the file says about the game.
    pub facts: Facts,
    /// The size of the board.
    pub size: Option<Size>,
    /// The moves, as words.
    pub moves: Vec<String>,
}

/// A game with the number of the line that it begins on, from 1, or why it cannot be read.
pub type OnLine = (usize, Result<OthelloGame, String>);

/// The name of a square by its column and row, from 1; `None` off the board.
fn square(col: u8, row: u8) -> Option<String> {
    let letter = (1..=8).zip('a'..).find(|&(number, _)| number == col)?.1;
    (1..=8).contains(&row).then(|| format!("{letter}{row}"))
}

/// Counts the lines of a text from one place to a later one.
struct LineCounter<'a> {
    text: &'a str,
    line: usize,
    counted: usize,
}

impl<'a> LineCounter<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, line: 1, counted: 0 }
    }

    /// The number of the line of a byte, which is none before the last one asked for.
    fn line_of(&mut self, at: usize) -> usize {
        let at = at.clamp(self.counted, self.text.len());
        self.line += self.text.as_bytes()[self.counted..at].split(|&byte| byte == b'\n').count() - 1;
        self.counted = at;
        self.line
    }
}
