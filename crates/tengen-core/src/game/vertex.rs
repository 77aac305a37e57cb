//! Points of a board and their GTP names.

use std::fmt;
use std::str::FromStr;

/// A point: `A1` is column 0, row 0. The letters skip I, as GTP does; whether row 1 is drawn at the top or at the
/// bottom is a matter of display ([`super::Notation::row_one_on_top`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Vertex {
    /// Column, 0 for `A`.
    pub col: u8,
    /// Row, 0 for `1`.
    pub row: u8,
}

impl Vertex {
    /// The largest board that the names reach: `A1` to `Z25`.
    pub const MAX_SIZE: u8 = 25;

    /// The point at a zero-based column and row.
    pub const fn new(col: u8, row: u8) -> Self {
        Self { col, row }
    }

    /// The upper-case letter of a column below [`Vertex::MAX_SIZE`].
    pub const fn column_letter(col: u8) -> char {
        (if col < 8 { b'A' + col } else { b'B' + col }) as char
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::column_letter(self.col), self.row + 1)
    }
}

impl FromStr for Vertex {
    type Err = ();

    /// Reads a name such as `d4` or `Q16`, in any case. Whether the point is on a board is for the game to say.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut chars = text.chars();
        let letter = chars.next().ok_or(())?.to_ascii_uppercase();
        let digits = chars.as_str();
        let col = match letter {
            'A'..='H' => letter as u8 - b'A',
            'J'..='Z' => letter as u8 - b'B',
            _ => return Err(()),
        };
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(());
        }
        let row: u8 = digits.parse().map_err(|_| ())?;
        if (1..=Self::MAX_SIZE).contains(&row) { Ok(Self::new(col, row - 1)) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_gtp() {
        for (name, col, row) in [("A1", 0, 0), ("h8", 7, 7), ("J9", 8, 8), ("z25", 24, 24), ("K10", 9, 9)] {
            let vertex: Vertex = name.parse().unwrap();
            assert_eq!(vertex, Vertex::new(col, row));
            assert_eq!(vertex.to_string(), name.to_uppercase());
        }
    }

    #[test]
    fn other_texts_are_no_vertices() {
        for text in ["", "A", "I1", "a0", "a26", "a01", "a+1", "1a", "aa1", "a1 ", "é1", "a256", "pass"] {
            assert_eq!(text.parse::<Vertex>(), Err(()), "{text}");
        }
    }
}
