//! How a game ends.

use super::Color;
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A draw.
    Draw,
    /// The side won, by this margin: discs in Othello, 1 in games that are simply won.
    Win(Color, u16),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::Win(color, _) => Some(color),
        }
    }

    /// The margin as `side` sees it: positive when it won, 0 for a draw.
    pub fn margin_for(self, side: Color) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(color, margin) if color == side => i32::from(margin),
            Self::Win(_, margin) => -i32::from(margin),
        }
    }
}

impl fmt::Display for Outcome {
    /// GTP's `final_score`: `0`, `B+n` or `W+n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("0"),
            Self::Win(color, margin) => write!(f, "{}+{margin}", color.letter()),
        }
    }
}
