//! How a game is written: moves, boards, set-up positions, SGF.

use super::{Color, Game, Vertex};
use std::fmt::Write as _;
use thiserror::Error;

/// What stands on a place of the rectangle that a board is drawn in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A point with nothing on it.
    Empty,
    /// A stone or disc.
    Stone(Color),
    /// Not a point of the board (most of a mill board's square).
    Outside,
}

/// Why a text is no move, or no position, of a game: one line for a person to read (GTP's `why`).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TextError {
    /// The text does not follow the notation.
    #[error("{0}")]
    Syntax(String),
    /// The text is well formed, but the rules forbid what it says.
    #[error("{0}")]
    Illegal(String),
}

/// A position entered stone by stone (`set_position`, `gogui-setup`, SGF's AB and AW).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Every stone on the board, no point twice.
    pub stones: Vec<(Color, Vertex)>,
    /// The side to move.
    pub side_to_move: Color,
}

/// The written form of a game. Names are identity, orientation is display.
pub trait Notation: Game {
    /// SGF's number of the game (`GM`): 2 Othello, 4 gomoku, 5 mill.
    const SGF_GAME: u32;

    /// Columns and rows of the rectangle that the board is drawn in.
    fn dimensions(&self) -> (u8, u8);

    /// What stands on a place of that rectangle.
    fn cell(&self, vertex: Vertex) -> Cell;

    /// True where people draw row 1 at the top (Othello).
    fn row_one_on_top() -> bool {
        false
    }

    /// The move in upper case, a pass as `PASS`.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a legal move of this position, in any case.
    ///
    /// # Errors
    /// [`TextError::Syntax`] for a text that is no move in any position, [`TextError::Illegal`] (with the reason)
    /// for one that the rules forbid here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The points of a move in the order in which a client that knows only points would send them: most games have
    /// one; a mill slide has two, and a removal comes last. Empty for a pass.
    fn steps(&self, mv: Self::Move) -> Vec<Vertex>;

    /// This position with the first points of a move entered, for display only. Called with proper, non-empty
    /// prefixes of some legal move's [`Notation::steps`]; games of one-point moves never see it.
    fn with_steps(&self, _entered: &[Vertex]) -> Self {
        self.clone()
    }

    /// The value of SGF's `B` or `W` property for a move.
    fn sgf_move(&self, mv: Self::Move) -> String;

    /// Reads the value of SGF's `B` or `W` property.
    ///
    /// # Errors
    /// As [`Notation::parse_move`].
    fn parse_sgf_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// SGF's name of a point.
    fn sgf_point(&self, vertex: Vertex) -> String;

    /// Reads SGF's name of a point of this board.
    fn parse_sgf_point(&self, text: &str) -> Option<Vertex>;

    /// A position of the same rules and size with these stones.
    ///
    /// # Errors
    /// [`TextError::Illegal`] when the rules have no such position.
    fn set_up(&self, setup: &Setup) -> Result<Self, TextError>;

    /// The whole position as one word without spaces, from which [`Notation::parse_position`] restores it.
    fn position_text(&self) -> String;

    /// Reads [`Notation::position_text`], for the same rules and size as this position's.
    ///
    /// # Errors
    /// [`TextError`] with what was expected.
    fn parse_position(&self, text: &str) -> Result<Self, TextError>;

    /// The board as a person wants to see it: labels on all sides, `X` Black, `O` White, and below it whatever the
    /// board alone does not show. No empty lines.
    fn drawing(&self) -> String {
        let (cols, rows) = self.dimensions();
        let letters = (0..cols).fold(String::from("  "), |mut line, col| {
            let _ = write!(line, " {}", Vertex::column_letter(col));
            line
        });
        let mut text = letters.clone();
        for line in 0..rows {
            let row = if Self::row_one_on_top() { line } else { rows - 1 - line };
            let _ = write!(text, "\n{:2}", row + 1);
            for col in 0..cols {
                let mark = match self.cell(Vertex::new(col, row)) {
                    Cell::Empty => '.',
                    Cell::Stone(Color::Black) => 'X',
                    Cell::Stone(Color::White) => 'O',
                    Cell::Outside => ' ',
                };
                let _ = write!(text, " {mark}");
            }
            let _ = write!(text, " {}", row + 1);
        }
        let _ = write!(text, "\n{letters}");
        text
    }
}
