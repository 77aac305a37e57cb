//! Boards as a row of signs, as Othello's problem files, programs and forums write positions: each square, row by row from the
//! top, then the side to move, with blanks and line ends anywhere.

use super::text::ascii;
use tengen_core::game::{Cell, Color};

/// A board of signs at the beginning of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignBoard {
    /// The squares, row by row from the top.
    pub squares: Vec<Cell>,
    /// The side to move, where it is written.
    pub side_to_move: Option<Color>,
    /// What follows, without separators at its start.
    pub rest: String,
}

/// How a set of signs is read.
struct Signs {
    black: &'static str,
    white: &'static str,
    empty: &'static str,
}

/// The usual sets. `0` is White beside `*` and `X`, and Black beside `1`.
const SETS: [Signs; 3] = [
    Signs { black: "XxBb*\u{25cf}\u{26ab}@", white: "OoWw0\u{25cb}\u{26aa}", empty: "-._+#\u{b7}" },
    Signs { black: "0", white: "1", empty: "-._" },
    Signs { black: "1", white: "2", empty: "-._0" },
];

/// Signs of empty squares where no other sign is: elsewhere they may stand for stones. Edax has two others, `-` and `.` for where the side
/// may move.
const RARE_EMPTY: [char; 2] = ['#', '+'];

impl Signs {
    /// True where another sign than this one stands for an empty square, too.
    fn has_another_empty(&self, signs: &[char], sign: char) -> bool {
        signs.iter().any(|&other| other != sign && self.cell(other) == Some(Cell::Empty))
    }

    fn cell(&self, sign: char) -> Option<Cell> {
        if self.black.contains(sign) {
            Some(Cell::Stone(Color::Black))
        } else if self.white.contains(sign) {
            Some(Cell::Stone(Color::White))
        } else {
            self.empty.contains(sign).then_some(Cell::Empty)
        }
    }
}

/// Reads a board of so many squares; `None` where the text does not begin with one.
pub fn read(text: &str, squares: usize) -> Option<SignBoard> {
    let text = ascii(text);
    let is_sign = |c: &char| SETS.iter().any(|set| set.cell(*c).is_some());
    let places = || text.char_indices().filter(|(_, c)| !(c.is_whitespace() || "/|".contains(*c)));
    let signs: Vec<char> = places().map(|(_, c)| c).take_while(is_sign).take(squares).collect();
    let set = SETS.iter().find(|set| signs.iter().all(|&sign| set.cell(sign).is_some()))?;
    if signs.len() < squares
        || RARE_EMPTY.iter().any(|rare| signs.contains(rare) && set.has_another_empty(&signs, *rare))
    {
        return None;
    }
    let end = places().nth(squares).map_or(text.len(), |(at, _)| at);
    let (side_to_move, rest) = side(&text[end..], set);
    // A sign more is a larger board, or none.
    if rest.starts_with(|c| is_sign(&c) && set.cell(c) == Some(Cell::Empty)) {
        return None;
    }
    Some(SignBoard {
        squares: signs.into_iter().filter_map(|sign| set.cell(sign)).collect(),
        side_to_move,
        rest: rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').to_owned(),
    })
}

/// The side to move at the start of a text, and what follows it.
fn side<'a>(text: &'a str, set: &Signs) -> (Option<Color>, &'a str) {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let named = ["black", "white"].iter().position(|name| text[..end].eq_ignore_ascii_case(name));
    if let Some(index) = named {
        return (Some(Color::BOTH[index]), &text[end..]);
    }
    let mut chars = text.chars();
    let Some(sign) = chars.next() else { return (None, text) };
    let alone = !chars.as_str().starts_with(|c: char| c.is_alphanumeric());
    // One set writes the sides by letters whatever its stones are.
    let color = SETS[0].cell(sign).filter(|_| sign.is_alphabetic()).or(set.cell(sign));
    match color {
        Some(Cell::Stone(color)) if alone => (Some(color), chars.as_str()),
        _ => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::game::Color::{Black, White};

    /// The starting position of Othello on 4x4 and what is written after it.
    fn start(board: &str) -> Option<SignBoard> {
        let read = read(board, 16)?;
        let mut expected = [Cell::Empty; 16];
        for (at, color) in [(5, White), (6, Black), (9, Black), (10, White)] {
            expected[at] = Cell::Stone(color);
        }
        assert_eq!(read.squares, expected, "{board}");
        Some(read)
    }

    #[test]
    fn every_usual_set_of_signs_is_read() {
        for board in [
            "-----OX--XO----- X",
            "-----O*--*O----- *",
            "-----OX--XO-----X",
            ".....ox..xo..... b",
            "-----wb--bw----- black",
            "-----0*--*0----- *",
            "-----10--01----- 0",
            "0000021001200000 1",
            "-----10--01----- b",
            ".... .OX. .XO. .... X",
            "..../.OX./.XO./....\nB",
            "----\n-OX-\n-XO-\n----\nX",
            "____\t_\u{25cb}\u{25cf}_ _\u{25cf}\u{25cb}_ ____ \u{25cf}",
            "－－－－－ＯＸ－－ＸＯ－－－－－　Ｘ",
        ] {
            let read = start(board).unwrap();
            assert_eq!((read.side_to_move, read.rest.as_str()), (Some(Black), ""), "{board}");
        }
        assert_eq!(start("-----OX--XO----- O").unwrap().side_to_move, Some(White));
        assert_eq!(start("-----OX--XO----- w; b1:+3").unwrap().rest, "; b1:+3");
    }

    #[test]
    fn the_side_to_move_may_be_missing_and_moves_may_follow() {
        let board = "-----OX--XO-----";
        for (text, side, rest) in [
            (board.to_owned(), None, ""),
            (format!("{board};"), None, ";"),
            (format!("{board} X b1a1"), Some(Black), "b1a1"),
            (format!("{board} b1a1"), None, "b1a1"),
            (format!("{board}X; +18"), Some(Black), "; +18"),
            (format!("{board} X % a comment"), Some(Black), "% a comment"),
        ] {
            let read = start(&text).unwrap();
            assert_eq!((read.side_to_move, read.rest.as_str()), (side, rest), "{text}");
        }
    }

    #[test]
    fn what_is_no_board_is_none() {
        for text in [
            "",
            "-----O#--#O----- O",
            ".....X+..+X.....",
            "-----OX--XO----",
            "-----OX--XO------ X",
            "f5d6c3b4",
            "-----OX--XO---?-",
            "-----21--0O-----",
        ] {
            assert_eq!(read(text, 16), None, "{text}");
        }
    }
}
