//! Boards: their sizes and points, and which game is played on one.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// Columns and rows of a board. Written as one number where they are the same: `8`, `7x6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
}

impl Size {
    /// A board of `cols` columns and `rows` rows.
    pub const fn new(cols: u8, rows: u8) -> Self {
        Self { cols, rows }
    }

    /// A square board.
    pub const fn square(lines: u8) -> Self {
        Self::new(lines, lines)
    }

    /// True where the board has as many columns as rows.
    pub const fn is_square(self) -> bool {
        self.cols == self.rows
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_square() { self.cols.fmt(f) } else { f.pad(&format!("{}x{}", self.cols, self.rows)) }
    }
}

impl FromStr for Size {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (cols, rows) = text.split_once('x').unwrap_or((text, text));
        let number = |text: &str| text.parse().map_err(drop);
        Ok(Self::new(number(cols)?, number(rows)?))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_square() { serializer.serialize_u8(self.cols) } else { serializer.collect_str(self) }
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Size;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a board size: a number, or a text such as 7x6")
            }

            fn visit_u64<E: de::Error>(self, lines: u64) -> Result<Size, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Unsigned(lines), &self);
                u8::try_from(lines).map(Size::square).map_err(|_| unexpected())
            }

            fn visit_i64<E: de::Error>(self, lines: i64) -> Result<Size, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Signed(lines), &self);
                u8::try_from(lines).map(Size::square).map_err(|_| unexpected())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Size, E> {
                text.parse().map_err(|()| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

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
    /// Columns and rows of the largest board that the names of points reach: `A1` to `Z25`.
    pub const MAX_SIZE: u8 = 25;

    /// The point at a zero-based column and row.
    pub const fn new(col: u8, row: u8) -> Self {
        Self { col, row }
    }

    /// Where the point goes under a symmetry of a board of this size: 1 mirrors left and right, 2 turns upside down, 3 does both. A
    /// square board has 4 to 7, too: 4 transposes, and 5 to 7 do what 1 to 3 do after that. `None` for other numbers.
    pub fn image(self, symmetry: u8, size: Size) -> Option<Self> {
        let most = if size.is_square() { 7 } else { 3 };
        let Self { col, row } = if symmetry & 4 == 0 { self } else { Self::new(self.row, self.col) };
        let col = if symmetry & 1 == 0 { col } else { size.cols - 1 - col };
        let row = if symmetry & 2 == 0 { row } else { size.rows - 1 - row };
        (symmetry <= most).then_some(Self::new(col, row))
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

/// A game by name, one of its rule sets, and a board size. Written as three words: `Othello normal 8`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Variant {
    /// The game's name.
    pub game: String,
    /// The rule set.
    pub rule: String,
    /// The board size.
    pub size: Size,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.rule, self.size)
    }
}

impl FromStr for Variant {
    type Err = ();

    /// Reads what [`Variant`] displays; a game's name may have several words.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut words = text.rsplitn(3, ' ');
        let mut word = || words.next().filter(|word| !word.is_empty()).ok_or(());
        let (size, rule, game) = (word()?.parse()?, word()?.to_owned(), word()?.to_owned());
        Ok(Self { game, rule, size })
    }
}

#[cfg(test)]
mod tests {
    use super::super::SYMMETRIES;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for (text, size) in [("8", Size::square(8)), ("7x6", Size::new(7, 6)), ("22", Size::square(22))] {
            assert_eq!(text.parse(), Ok(size));
            assert_eq!(size.to_string(), text);
            let json = serde_json::to_string(&size).unwrap();
            assert_eq!(json, if size.is_square() { text.to_owned() } else { format!("\"{text}\"") });
            assert_eq!(serde_json::from_str::<Size>(&json).unwrap(), size);
        }
        for text in ["", "x", "8x", "x8", "-1", "256", "7x6x5", "8 "] {
            assert_eq!(text.parse::<Size>(), Err(()), "{text}");
        }
        assert!(serde_json::from_str::<Size>("300").is_err() && serde_json::from_str::<Size>("-1").is_err());
    }

    #[test]
    fn variants_are_read_as_they_are_written() {
        for text in ["Othello normal 8", "Connect Four normal 7x6"] {
            assert_eq!(text.parse::<Variant>().unwrap().to_string(), text);
        }
        for text in ["", "Othello", "Othello normal", "Othello normal eight", " normal 8"] {
            assert_eq!(text.parse::<Variant>(), Err(()), "{text}");
        }
    }

    /// The dihedral group: each symmetry is a bijection, and no two are the same.
    #[test]
    fn a_square_has_eight_symmetries_and_another_rectangle_four() {
        for (size, count) in [(Size::square(3), 8), (Size::new(3, 2), 4)] {
            let points = || (0..size.rows).flat_map(|row| (0..size.cols).map(move |col| Vertex::new(col, row)));
            let image = |symmetry| points().map(|point| point.image(symmetry, size)).collect::<Option<Vec<_>>>();
            let images: HashSet<Vec<Vertex>> = (0..=SYMMETRIES).filter_map(image).collect();
            assert_eq!(images.len(), count);
            let whole: HashSet<Vertex> = points().collect();
            assert!(images.iter().all(|image| image.iter().copied().collect::<HashSet<_>>() == whole));
        }
    }

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
