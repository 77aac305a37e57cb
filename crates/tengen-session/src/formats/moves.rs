//! Lists of moves as people paste them and programs print them: numbered or not, separated by anything or nothing, with colours,
//! comments and a result.

use super::text::ascii;
use std::fmt;
use tengen_core::game::Color;

/// What a list of moves says, before any game has looked at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveList {
    /// The moves in their order, as words; points that a dash or an `x` joins are one word. A pass is `pass`.
    pub moves: Vec<String>,
    /// The number of the line of the text that each of them is on, from 1.
    pub lines: Vec<usize>,
    /// The side that is named behind the last move.
    pub side: Option<Color>,
    /// The result at the end, in the writer's words.
    pub result: Option<String>,
}

/// What a list says behind its last move that is no move: `resigns`, `White lost on time`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// The side that is named there.
    pub side: Option<Color>,
    /// The words beside that.
    pub words: Vec<String>,
}

impl Ending {
    /// True where a side resigns: the one that is named, or else the side to move.
    pub fn is_resignation(&self) -> bool {
        self.has("resign")
    }

    /// True where a side loses otherwise than by the rules: its time is over, it does not come.
    pub fn is_forfeit(&self) -> bool {
        self.has("time") || self.has("forfeit")
    }

    /// Whether a word begins so.
    fn has(&self, begin: &str) -> bool {
        self.words.iter().any(|word| word.get(..begin.len()).is_some_and(|own| own.eq_ignore_ascii_case(begin)))
    }
}

impl fmt::Display for Ending {
    /// As a person writes it: `black resigns`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.map(Color::name);
        f.write_str(&side.into_iter().chain(self.words.iter().map(String::as_str)).collect::<Vec<_>>().join(" "))
    }
}

impl MoveList {
    fn push(&mut self, word: &str) {
        self.side = self.side.filter(|_| !is_move(word));
        self.moves.push(word.to_owned());
    }

    /// Takes off the words behind the last move; `None` where there are none, or no move.
    pub fn take_ending(&mut self) -> Option<Ending> {
        let count = self.moves.iter().rposition(|word| is_move(word))? + 1;
        self.lines.truncate(count);
        let words = self.moves.split_off(count);
        (!words.is_empty()).then_some(Ending { side: self.side, words })
    }
}

/// Reads a list of moves. What belongs to no move is left out: numbers of moves, colours, separators. A word that is no move
/// stays, so that who plays the list can name it.
pub fn read(text: &str) -> MoveList {
    let mut list = MoveList::default();
    for (line, number) in ascii(&without_comments(text)).lines().zip(1..) {
        for word in line.split_whitespace() {
            if is_result(word) {
                list.result = Some(word.to_owned()).filter(|word| word != UNKNOWN);
            } else {
                word.split(|c| SEPARATORS.contains(c)).for_each(|part| split(part, &mut list));
            }
        }
        list.lines.resize(list.moves.len(), number);
    }
    list
}

/// What separates moves beside blanks. A dash does so, too, where it joins no points.
const SEPARATORS: &str = ",;:._|/=+)\"'";

/// The result of a game that has none yet, in PGN.
const UNKNOWN: &str = "*";

/// The signs that enclose a comment, and those that begin one that ends with its line.
const ENCLOSED: [(char, char); 3] = [('{', '}'), ('(', ')'), ('[', ']')];
const TO_LINE_END: [&str; 3] = ["#", "%", "//"];

/// The text with blanks for comments; lines stay lines. `#`, `%` and `//` begin a comment at the start of a line or behind a
/// blank.
pub fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let begins = plain.chars().next_back().is_none_or(char::is_whitespace);
        let comment = if let Some((_, close)) = ENCLOSED.iter().find(|(open, _)| *open == c) {
            rest.find(*close).map(|end| end + 1)
        } else if begins && TO_LINE_END.iter().any(|mark| rest.starts_with(mark)) {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else {
            None
        };
        let (said, left) = rest.split_at(comment.unwrap_or(c.len_utf8()));
        if comment.is_some() {
            plain.push(' ');
            plain.extend(said.chars().filter(|&c| c == '\n'));
        } else {
            plain.push_str(said);
        }
        rest = left;
    }
    plain
}

/// The moves of a list with every point alone: a dash separates points here, as in games whose moves are points.
pub fn points_alone(moves: &[String]) -> Vec<String> {
    moves.iter().flat_map(|word| word.split('-')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// True for the result of a game: `1-0`, `1/2-1/2`, `33-31`, `0.5`, `+12`, `B+R`, `*`.
fn is_result(word: &str) -> bool {
    let number = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || "/.".contains(c))
    };
    let both = |mark: char| word.split_once(mark).is_some_and(|(first, second)| number(first) && number(second));
    let margin = word.strip_prefix(['B', 'W', 'b', 'w']);
    let reason = |text: &str| number(text) || !text.is_empty() && text.chars().all(char::is_alphabetic);
    let won = margin.and_then(|margin| margin.strip_prefix('+')).is_some_and(reason);
    let signed = word.strip_prefix(['+', '-']).is_some_and(number);
    [UNKNOWN, "\u{bd}-\u{bd}"].contains(&word) || ['-', ':', '.'].into_iter().any(both) || won || signed
}

/// Splits a word into moves: before every point, except points that a `-` or an `x` joins to the point before.
fn split(word: &str, list: &mut MoveList) {
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '0'..='9' => {
                // The number of a move.
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                continue;
            }
            '-' | '@' => {
                let signs = rest.len() - rest.trim_start_matches(c).len();
                if signs > 1 {
                    list.push("pass");
                }
                rest = &rest[signs..];
                continue;
            }
            _ if c.is_ascii_alphabetic() => letters(rest),
            // Signs that mean nothing to any game, up to the next letter.
            _ => rest.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(rest.len()),
        };
        let (said, left) = rest.split_at(length);
        rest = left;
        if PASSES.iter().any(|pass| said.eq_ignore_ascii_case(pass)) {
            list.push("pass");
        } else if let Ok(color) = said.parse() {
            list.side = Some(color);
        } else {
            list.push(said);
        }
    }
}

/// The words for a pass, in any case.
pub const PASSES: [&str; 4] = ["pass", "pa", "ps", "pp"];

/// The length of the move, or the word, at the start of a text that begins with a letter.
fn letters(text: &str) -> usize {
    let run = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    match point(text) {
        Some(length) => joined(text, length),
        // A removal that stands alone: `xd7`.
        None if text.starts_with(['x', 'X']) && point(&text[1..]).is_some() => joined(text, 0),
        // The last letter of a run belongs to the point that it begins.
        None if text[run..].starts_with(|c: char| c.is_ascii_digit()) => run - 1,
        None => run,
    }
}

/// The length of the move whose first point has this length.
fn joined(text: &str, mut length: usize) -> usize {
    while let Some(next) = text[length..].strip_prefix(['-', 'x', 'X']).and_then(point) {
        length += 1 + next;
    }
    length
}

/// The length of the point that a text begins with: a letter and a number.
fn point(text: &str) -> Option<usize> {
    let digits = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let row = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (row > 0).then_some(1 + row)
}

/// True for a word in the form of a move: a pass, or one that begins with a point or a removal.
pub fn is_move(word: &str) -> bool {
    word == "pass" || point(word.strip_prefix(['x', 'X']).unwrap_or(word)).or(point(word)).is_some()
}

/// The letters of the columns that a list of moves uses.
pub fn columns(moves: &[String]) -> impl Iterator<Item = char> {
    let points = moves.iter().flat_map(|word| word.split(['-', 'x', 'X']));
    points.filter(|word| point(word).is_some()).filter_map(|word| word.chars().next()).map(|c| c.to_ascii_uppercase())
}

/// A move with column letters as GTP has them, from one whose column letters have no gap at I.
pub fn without_gap(word: &str) -> String {
    // The largest boards have 22 columns: their last is V here, and W in GTP.
    let next = |c: char| if matches!(c, 'i'..='v' | 'I'..='V') { char::from(c as u8 + 1) } else { c };
    if point(word).is_some() { word.chars().map(next).collect() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        read(text).moves.join(" ")
    }

    #[test]
    fn moves_are_separated_by_anything_or_nothing() {
        for text in [
            "f5d6c3",
            "f5 d6 c3",
            "1. f5 d6 2. c3",
            "1.f5 2.d6 3.c3",
            "1 f5\n2 d6\n3 c3",
            "1) f5 2) d6 3) c3",
            "1: f5, 2: d6, 3: c3",
            "f5,d6,c3",
            "f5;d6;c3;",
            "f5_d6_c3",
            "f5.d6.c3.",
            "B f5 W d6 B c3",
            "black f5, white d6, black c3",
            "B: f5 W: d6 B: c3",
            "１．ｆ５　ｄ６　２．ｃ３",
            "f5 {a good move} d6 (1. c3 d3) c3 [%clk 1:00]",
            "% a game\nf5d6 # so far\n// more\nc3",
        ] {
            assert_eq!(moves(text), "f5 d6 c3", "{text}");
        }
        for text in ["f5-d6-c3", "+f5-d6+c3: +02"] {
            assert_eq!(points_alone(&read(text).moves), ["f5", "d6", "c3"], "{text}");
        }
    }

    #[test]
    fn moves_of_several_points_stay_whole() {
        for (text, expected) in [
            ("d6xb4e3", "d6xb4 e3"),
            ("d6-d5XC3a1-a4", "d6-d5XC3 a1-a4"),
            ("g1xd1xg4a7", "g1xd1xg4 a7"),
            ("1. d6 f4 2. d2-d3 xb4", "d6 f4 d2-d3 xb4"),
            ("h8i9j10", "h8 i9 j10"),
        ] {
            assert_eq!(moves(text), expected);
        }
    }

    #[test]
    fn passes_are_known_in_every_form() {
        for pass in ["pass", "PA", "ps", "--", "@@", "@@@@", "Pass"] {
            assert_eq!(moves(&format!("f5 {pass} d6")), "f5 pass d6", "{pass}");
            assert_eq!(moves(&format!("f5{pass}d6")), "f5 pass d6", "{pass}");
            assert_eq!(moves(&format!("f5d6{pass}")), "f5 d6 pass", "{pass}");
        }
    }

    #[test]
    fn results_are_no_moves() {
        for result in ["33-31", "1-0", "1/2-1/2", "½-½", "0.5", "+12", "-6", "B+R", "W+2.5", "1:0"] {
            let list = read(&format!("f5 d6 {result}"));
            assert_eq!((list.moves.join(" "), list.result.as_deref()), ("f5 d6".to_owned(), Some(result)));
        }
        assert_eq!(read("f5 d6 *"), read("f5 d6"));
        assert_eq!(read("f5 d6").result, None);
    }

    #[test]
    fn words_behind_the_last_move_are_an_ending() {
        for (text, side, words, resigned, forfeited) in [
            ("f5 d6 resign", None, "resign", true, false),
            ("f5 d6 Black resigns", Some(Color::Black), "black resigns", true, false),
            ("B f5 W d6 W: Resigned.", Some(Color::White), "white Resigned", true, false),
            ("1. f5 d6\n2. white loses on time 1-0", Some(Color::White), "white loses on time", false, true),
            ("f5d6timeout", None, "timeout", false, true),
            ("f5 hello d6 good game", None, "good game", false, false),
        ] {
            let mut list = read(text);
            let ending = list.take_ending().unwrap();
            let found = (ending.side, ending.to_string(), ending.is_resignation(), ending.is_forfeit());
            assert_eq!(found, (side, words.to_owned(), resigned, forfeited), "{text}");
            assert_eq!(list.moves.last().map(String::as_str), Some("d6"), "{text}");
            assert_eq!(list.moves.len(), list.lines.len(), "{text}");
        }
        for text in ["f5 d6", "f5 d6 33-31", "f5 pass", "f5 B", "d6 xd7", ""] {
            assert_eq!(read(text).take_ending(), None, "{text}");
        }
    }

    #[test]
    fn every_move_has_its_line() {
        assert_eq!(read("1. f5 d6 {one\ntwo} c3\n\n# three\n2. d3c4").lines, [1, 1, 2, 5, 5]);
    }

    #[test]
    fn what_is_no_move_stays_to_be_named() {
        assert_eq!(moves("f5 hello d6 ?!"), "f5 hello d6 ?!");
        assert_eq!(moves("\u{e9}5d6"), "\u{e9} d6");
        assert_eq!(moves(""), "");
        assert_eq!(moves("{ f5"), "{ f5");
    }

    #[test]
    fn column_letters_are_counted_with_or_without_i() {
        let counted = |text| read(text).moves.iter().map(|word| without_gap(word)).collect::<Vec<_>>().join(" ");
        assert_eq!(counted("h8i9j10o15"), "h8 j9 k10 p15");
        assert_eq!(counted("I9 pass A1"), "J9 pass A1");
        assert_eq!(columns(&read("h8 pass I9 d6-j5").moves).collect::<String>(), "HIDJ");
    }
}
