//! How Othello is written: A1 at the top left, row 1 on top.

use super::bits::Word;
use super::position::{OthelloPosition, Placement};
use tengen_core::game::{Cell, Color, Game, Notation, Setup, TextError, Vertex};

impl<B: Word> Notation for OthelloPosition<B> {
    const SGF_GAME: Option<u32> = Some(2);

    fn dimensions(&self) -> (u8, u8) {
        (self.size(), self.size())
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let Some(square) = self.square(vertex).map(B::square) else { return Cell::Outside };
        let color = Color::BOTH.into_iter().find(|&color| !(self.discs(color) & square).is_zero());
        color.map_or(Cell::Empty, Cell::Stone)
    }

    fn row_one_on_top() -> bool {
        true
    }

    fn move_text(&self, mv: Placement) -> String {
        if Self::is_pass(mv) { "PASS".into() } else { Self::vertex(mv.square()).to_string() }
    }

    fn parse_move(&self, text: &str) -> Result<Placement, TextError> {
        let illegal = |reason: String| Err(TextError::Illegal(reason));
        let side = self.side_to_move();
        if text.eq_ignore_ascii_case("pass") {
            return match self.forced_pass() {
                Some(pass) => Ok(pass),
                None if self.outcome().is_some() => illegal("the game is over".into()),
                None => illegal(format!("{side} has a move and may not pass")),
            };
        }
        let vertex = text.parse().ok().and_then(|vertex| self.square(vertex));
        let Some(square) = vertex else {
            return Err(TextError::Syntax(format!("{text} is not a square of this board")));
        };
        let bit = B::square(square);
        if !(self.targets() & bit).is_zero() {
            Ok(Placement::on(square))
        } else if (self.empty() & bit).is_zero() {
            illegal(format!("there is a disc on {text}"))
        } else {
            illegal(format!("{side} flips nothing on {text}"))
        }
    }

    fn parse_sgf_move(&self, text: &str) -> Result<Placement, TextError> {
        match self.parse_sgf_point(text) {
            Some(vertex) => self.parse_move(&vertex.to_string()),
            // `tt` is the pass of files that follow FF[3], `PA` that of Edax.
            None if ["", "tt", "pa", "pass"].contains(&text.to_ascii_lowercase().as_str()) => self.parse_move("pass"),
            None => Err(TextError::Syntax(format!("{text} is not a square of this board"))),
        }
    }

    /// Reads two letters, `aa` at the top left, and the Othello world's `a1` too.
    fn parse_sgf_point(&self, text: &str) -> Option<Vertex> {
        let letters = |text: &str| match *text.as_bytes() {
            [col @ b'a'..=b'z', row @ b'a'..=b'z'] => Some(Vertex::new(col - b'a', row - b'a')),
            _ => None,
        };
        let vertex = letters(text).or_else(|| text.parse().ok());
        vertex.filter(|&vertex| self.square(vertex).is_some())
    }

    fn set_up(&self, setup: &Setup) -> Result<Self, TextError> {
        let mut discs = [B::zero(); 2];
        for &(color, vertex) in &setup.stones {
            let square = self.square(vertex);
            let square = square.ok_or_else(|| TextError::Illegal(format!("{vertex} is not on the board")))?;
            discs[color.index()] |= B::square(square);
        }
        Ok(Self::with_discs(self.size(), discs, setup.side_to_move))
    }

    fn status(&self) -> String {
        let [black, white] = Color::BOTH.map(|color| self.discs(color).count());
        let state = match self.outcome() {
            Some(outcome) => format!("game over: {outcome}"),
            None => format!("{} to move", self.side_to_move()),
        };
        format!("X {black}, O {white}, {state}")
    }
}
