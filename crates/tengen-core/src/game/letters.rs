//! The letters of a board's columns, as people write and read them.

use super::Vertex;
use std::borrow::Cow;

/// How the letters of columns are counted where points are written for people and read from them. Inside the program points
/// have GTP's letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// As GTP and Go have them: without I.
    #[default]
    Go,
    /// As gomoku and renju have them: with I, so that 15 columns are A to O.
    AToO,
}

impl Letters {
    /// The name that `set_columns` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::AToO => "a-o",
        }
    }

    /// The upper-case letter of a column below [`Vertex::MAX_SIZE`].
    pub const fn column(self, col: u8) -> char {
        match self {
            Self::Go => Vertex::column_letter(col),
            Self::AToO => (b'A' + col) as char,
        }
    }

    /// The name of a point.
    pub fn point(self, Vertex { col, row }: Vertex) -> String {
        format!("{}{}", self.column(col), row + 1)
    }

    /// The point of a name, in any case. Whether it is on a board is for the game to say.
    pub fn parse_point(self, text: &str) -> Option<Vertex> {
        self.to_gtp(text).parse().ok()
    }

    /// A text with GTP's letters in the names of its points, from one with these letters. A name is a letter that no letter stands
    /// before, and a number.
    pub fn to_gtp(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Go => text.into(),
            Self::AToO => with_columns(text, |letter| match letter {
                b'I'..=b'Y' => letter + 1,
                b'Z' => b'I',
                _ => letter,
            }),
        }
    }

    /// A text with these letters in the names of its points, from one with GTP's: the inverse of [`Letters::to_gtp`].
    pub fn from_gtp(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Go => text.into(),
            Self::AToO => with_columns(text, |letter| match letter {
                b'J'..=b'Z' => letter - 1,
                b'I' => b'Z',
                _ => letter,
            }),
        }
    }
}

/// A text in which the letters of points are others; `change` is asked for each as an upper-case letter.
fn with_columns(text: &str, change: fn(u8) -> u8) -> Cow<'_, str> {
    let mut bytes = text.as_bytes().to_vec();
    for at in 0..bytes.len() {
        let begins = at == 0 || !bytes[at - 1].is_ascii_alphabetic();
        if begins && bytes[at].is_ascii_alphabetic() && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
            let changed = change(bytes[at].to_ascii_uppercase());
            bytes[at] = if bytes[at].is_ascii_lowercase() { changed.to_ascii_lowercase() } else { changed };
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gomoku_counts_i() {
        for (point, go, with_i) in
            [(Vertex::new(0, 0), "A1", "A1"), (Vertex::new(8, 7), "J8", "I8"), (Vertex::new(14, 14), "P15", "O15")]
        {
            for (letters, name) in [(Letters::Go, go), (Letters::AToO, with_i)] {
                assert_eq!(letters.point(point), name);
                assert_eq!(letters.parse_point(&name.to_lowercase()), Some(point));
            }
        }
        assert_eq!((Letters::Go.parse_point("I8"), Letters::AToO.parse_point("Z8")), (None, None));
    }

    #[test]
    fn only_the_names_of_points_change() {
        let (gtp, own) = ("morris9: D6XB4, h8-j9 and P15 are on a board of 15 lines; K\u{e4}10", Letters::AToO);
        let written = own.from_gtp(gtp);
        assert_eq!(written, "morris9: D6XB4, h8-i9 and O15 are on a board of 15 lines; K\u{e4}10");
        assert_eq!(own.to_gtp(&written), gtp);
        assert_eq!(Letters::Go.from_gtp(gtp), gtp);
        for letter in 'A'..='Z' {
            let name = format!("{letter}1");
            assert_eq!(own.to_gtp(&own.from_gtp(&name)), name);
        }
    }
}
