//! Boards of signs, as Othello's problem files, programs and forums write positions: each square, row by row from the top, then the
//! side to move, with blanks and line ends anywhere; or drawn, with a line for each row.

mod drawn;

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
    Signs {
        black: "XxBb*\u{2022}\u{25cf}\u{26ab}@",
        white: "OoWw0\u{25cb}\u{25ef}\u{26aa}",
        empty: "-._+#\u{b7}\u{30fb}",
    },
    Signs { black: "0", white: "1", empty: "-._" },
    Signs { black: "1", white: "2", empty: "-._0" },
];

/// Signs of empty squares where no other sign is: elsewhere they may stand for stones. Edax has two others, `-` and `.` for where the side
/// may move.
const RARE_EMPTY: [char; 2] = ['#', '+'];

impl Signs {
    /// The set that all of these signs are of.
    fn of(signs: &[char]) -> Option<&'static Self> {
        let set = SETS.iter().find(|set| signs.iter().all(|&sign| set.cell(sign).is_some()))?;
        let is_unsure = |rare: &char| signs.contains(rare) && set.has_another_empty(signs, *rare);
        (!RARE_EMPTY.iter().any(is_unsure)).then_some(set)
    }

    /// True where another sign than this one stands for an empty square, too.
    fn has_another_empty(&self, signs: &[char], sign: char) -> bool {
        signs.iter().any(|&other| other != sign && self.cell(other) == Some(Cell::Empty))
    }

    fn cell(&self, sign: char) -> Option<Cell> {
        let empty = || self.empty.contains(sign).then_some(Cell::Empty);
        self.stone(sign).map(Cell::Stone).or_else(empty)
    }

    fn stone(&self, sign: char) -> Option<Color> {
        if self.black.contains(sign) { Some(Color::Black) } else { self.white.contains(sign).then_some(Color::White) }
    }

    /// The side that a name or a sign is of.
    fn side(&self, word: &str) -> Option<Color> {
        let mut signs = word.chars();
        // One set writes the sides by letters whatever its stones are.
        let of_sign = |sign: char| SETS[0].stone(sign).filter(|_| sign.is_alphabetic()).or(self.stone(sign));
        match (signs.next(), signs.next()) {
            (Some(sign), None) => of_sign(sign),
            _ => Color::BOTH.into_iter().find(|color| word.eq_ignore_ascii_case(color.name())),
        }
    }

    /// The side to move, where a text says that and nothing else: `Black to move`, `* to play`, `It is White's turn`.
    fn told(&self, text: &str) -> Option<Color> {
        let mut words: Vec<&str> =
            text.split_whitespace().map(|word| word.trim_matches(['.', ':', '(', ')'])).collect();
        let count = words.len();
        words.retain(|word| !TELLING.iter().any(|telling| word.eq_ignore_ascii_case(telling)));
        let name = |word: &str| self.side(word.trim_end_matches(['s', '\'', '\u{2019}'])).or(self.side(word));
        let side = name(words.first()?)?;
        (words.len() < count && words.iter().all(|word| name(word) == Some(side))).then_some(side)
    }
}

/// The words beside the side in a text that says which is to move.
const TELLING: [&str; 10] = ["to", "move", "play", "turn", "side", "is", "it", "next", "and", "win"];

/// True for a line that says which side is to move, and nothing else.
pub fn tells_side(line: &str) -> bool {
    SETS.iter().any(|set| set.told(line).is_some())
}

/// True for a row of signs in which `#` stands for empty squares: elsewhere it begins a comment.
pub fn is_of_rare_signs(line: &str) -> bool {
    let is_stone = |sign: char| SETS[0].stone(sign).is_some();
    let word = line.split_whitespace().next().unwrap_or_default();
    word.len() >= LEAST && word.contains(is_stone) && word.chars().all(|sign| sign == RARE_EMPTY[0] || is_stone(sign))
}

/// Squares of the smallest board.
const LEAST: usize = 16;

/// Reads a board of so many columns whose rows have these numbers, from the top down; `None` where the text does not begin with one.
pub fn read(text: &str, cols: usize, rows: &[u8]) -> Option<SignBoard> {
    let text = ascii(text);
    in_a_row(&text, cols * rows.len()).or_else(|| drawn::read(&text, cols, rows))
}

/// Reads a board without anything but blanks between its squares.
fn in_a_row(text: &str, squares: usize) -> Option<SignBoard> {
    let is_sign = |c: &char| SETS.iter().any(|set| set.cell(*c).is_some());
    let is_between = |c: char| c.is_whitespace() || "/|".contains(c);
    let places = || text.char_indices().filter(|(_, c)| !is_between(*c));
    let signs: Vec<char> = places().map(|(_, c)| c).take_while(is_sign).take(squares).collect();
    let set = Signs::of(&signs).filter(|_| signs.len() == squares)?;
    let end = places().nth(squares).map_or(text.len(), |(at, _)| at);
    let (side_to_move, rest) = side(behind(&text[end..]), set);
    // A sign by itself behind longer rows is the side to move, and a square is missing.
    let mut rows = text[..end].split(is_between).filter(|row| !row.is_empty()).map(|row| row.chars().count());
    if rows.next_back() == Some(1) && rows.any(|row| row > 1) {
        return None;
    }
    // A sign more is a larger board, or none.
    if rest.starts_with(|c| is_sign(&c) && set.cell(c) == Some(Cell::Empty)) {
        return None;
    }
    Some(SignBoard {
        squares: signs.into_iter().filter_map(|sign| set.cell(sign)).collect(),
        side_to_move,
        rest: behind(rest).to_owned(),
    })
}

/// A text without separators at its start.
fn behind(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ',')
}

/// The side to move at the start of a text, and what follows it.
fn side<'a>(text: &'a str, set: &Signs) -> (Option<Color>, &'a str) {
    let (line, behind) = text.split_at(text.find(['\n', ',', ';', '%']).unwrap_or(text.len()));
    if let Some(side) = set.told(line) {
        return (Some(side), behind);
    }
    let letters = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let sign = text.chars().next().map_or(0, char::len_utf8);
    let (word, behind) = text.split_at(letters.max(sign));
    let is_alone = !behind.starts_with(|c: char| c.is_alphanumeric());
    match set.side(word).filter(|_| is_alone) {
        Some(side) => (Some(side), behind),
        None => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::game::Color::{Black, White};

    /// The starting position of Othello on 4x4 and what is written after it.
    fn start(board: &str) -> Option<SignBoard> {
        let read = read(board, 4, &[1, 2, 3, 4])?;
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
            "-----O\u{2022}--\u{2022}O----- \u{2022}",
            "#####OX##XO##### X",
            "-----OX--XO----- Black to move",
            "-----OX--XO-----\nX to play.",
            "-----0*--*0-----\nSide to move: *",
            "-----10--01----- (0 to move)",
            "-----OX--XO-----, Black to play and win",
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
            "-----OX--XO---- O",
            ".... .OX. .XO. ... X",
            "----\n-OX-\n-XO-\n---\nO",
            "f5d6c3b4",
            "-----OX--XO---?-",
            "-----21--0O-----",
        ] {
            assert_eq!(read(text, 4, &[1, 2, 3, 4]), None, "{text}");
        }
    }
}
