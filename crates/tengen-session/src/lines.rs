//! Positions and games as people list them, one a line: moves, OBF, or a session's own position text.

use super::Engine;
use std::io::{self, BufRead, Read as _};
use tengen_core::limited_input::LimitedInput;

/// The most bytes of a line, where lines are read one by one.
pub const MAX_LINE: usize = 1 << 16;

/// The most bytes of an input whose lines are read one by one.
pub const MAX_BYTES: u64 = 1 << 28;

/// The most lines with content of such an input.
pub const MAX_LINES: usize = 1 << 20;

/// The lines of a text with content, with their numbers from 1. `#` at the start of a line or behind a blank begins a comment.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(said)).filter(|(_, line)| !line.is_empty())
}

/// A line of an input with its number, or why it cannot be used.
pub type Numbered = (usize, Result<String, String>);

/// The lines of an input with content, as [`lines`] returns those of a text; whatever the length of a line, at most [`MAX_LINE`]
/// bytes of it are held.
///
/// # Errors
/// The error of the input; [`io::ErrorKind::FileTooLarge`] where it has more than [`MAX_BYTES`] bytes or [`MAX_LINES`] lines with
/// content.
pub fn read(input: impl BufRead) -> io::Result<Vec<Numbered>> {
    let mut input = LimitedInput::new(input, MAX_BYTES);
    let mut lines = Vec::new();
    for number in 1.. {
        let mut bytes = Vec::new();
        if lines.len() > MAX_LINES {
            let why = format!("it has more than {MAX_LINES} lines with content");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
        }
        if input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.len() > MAX_LINE && !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            lines.push((number, Err(format!("expected a line of at most {MAX_LINE} bytes"))));
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = said(&text);
        if !line.is_empty() {
            lines.push((number, Ok(line.to_owned())));
        }
    }
    Ok(lines)
}

/// The content of a line, without comment and without blanks at its ends.
fn said(line: &str) -> &str {
    without_comment(line).trim()
}

fn without_comment(line: &str) -> &str {
    let begins = |at: &usize| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    let comment = line.match_indices('#').map(|(at, _)| at).find(begins);
    &line[..comment.unwrap_or(line.len())]
}

/// The moves of a line, as words, whether they are separated by blanks or not (`f5d6c3`, `d6-d5xb4e3`).
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().flat_map(split)
}

/// Splits a word before every point, except points that a `-` or an `x` joins to the point before, and before other letters.
fn split(word: &str) -> Vec<&str> {
    let kind = |at: usize| word.as_bytes().get(at).copied().unwrap_or_default();
    let (letter, digit) = (|at| kind(at).is_ascii_alphabetic(), |at| kind(at).is_ascii_digit());
    let joins = |at: usize| kind(at).eq_ignore_ascii_case(&b'x') && digit(at - 1) && letter(at + 1);
    let begins_point = |at: usize| letter(at) && digit(at + 1);
    let begins = |&at: &usize| {
        letter(at) && digit(at - 1) && !joins(at) || begins_point(at) && letter(at - 1) && !(at > 1 && joins(at - 1))
    };
    let mut words = Vec::new();
    let mut start = 0;
    for end in (1..word.len()).filter(begins).chain([word.len()]) {
        words.push(&word[start..end]);
        start = end;
    }
    words
}

/// True where a text begins with a point, as a move does.
pub fn begins_with_point(text: &str) -> bool {
    matches!(*text.as_bytes(), [col, row, ..] if col.is_ascii_alphabetic() && row.is_ascii_digit())
}

/// True where a line of moves has a column I.
pub fn has_column_i(line: &str) -> bool {
    line.as_bytes().windows(2).any(|pair| matches!(pair, [b'i' | b'I', b'0'..=b'9']))
}

/// A move with column letters as GTP has them, from one whose column letters have no gap at I.
pub fn without_i(word: &str) -> String {
    let next = |c: char| if matches!(c, 'i'..='y' | 'I'..='Y') { char::from(c as u8 + 1) } else { c };
    if begins_with_point(word) { word.chars().map(next).collect() } else { word.to_owned() }
}

/// A pass as people write it.
fn is_pass(word: &str) -> bool {
    ["pa", "ps", "--"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// Plays moves from the start. A pass that is not written is implied.
///
/// # Errors
/// Which move is not legal, and the reason.
pub fn play(engine: &mut dyn Engine, moves: impl IntoIterator<Item = impl AsRef<str>>) -> Result<(), String> {
    engine.clear();
    for (text, number) in moves.into_iter().zip(1..) {
        let text = text.as_ref();
        let text = if is_pass(text) { "pass" } else { text };
        let color = engine.side_to_move();
        let played = engine.play_text(color, text).or_else(|error| engine.play_text(!color, text).map_err(|_| error));
        played.map_err(|error| format!("move {number}: expected a legal move, not {text}: {error}"))?;
    }
    Ok(())
}

/// Sets up an OBF position: the squares of the board as it is drawn, row by row, and the side to move.
///
/// # Errors
/// What was expected.
pub fn set_obf(engine: &mut dyn Engine, text: &str) -> Result<(), String> {
    let cols = engine.rows().first().map_or(0, Vec::len);
    let points = cols * engine.rows().len();
    let expected = || format!("expected {points} squares (X O -), a space and the side to move (X or O)");
    let (squares, mover) = text.split_once(char::is_whitespace).ok_or_else(expected)?;
    let mover = obf_side(mover.trim()).ok_or_else(expected)?;
    if squares.len() != points || !squares.is_ascii() {
        return Err(expected());
    }
    let row = |row: &[u8]| String::from_utf8_lossy(row).replace('-', ".");
    let rows: Vec<_> = squares.as_bytes().chunks(cols).map(row).collect();
    engine.set_position_text(&format!("{}:{mover}", rows.join("/"))).map_err(|error| error.to_string())
}

/// The side to move as OBF writes it, as position texts do.
fn obf_side(text: &str) -> Option<char> {
    match text {
        "X" | "x" => Some('b'),
        "O" | "o" => Some('w'),
        _ => None,
    }
}

/// Sets up the position of a line: OBF, a position text, `start`, or moves from the start.
///
/// # Errors
/// What was expected.
pub fn set(engine: &mut dyn Engine, text: &str) -> Result<(), String> {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    if text.eq_ignore_ascii_case("start") {
        engine.clear();
        Ok(())
    } else if obf_side(last).is_some() {
        set_obf(engine, text)
    } else if text.contains('/') {
        engine.set_position_text(text).map_err(|error| error.to_string())
    } else {
        play(engine, words(text)).map_err(|error| {
            format!("expected squares and the side to move, a position text, the word start, or moves; {error}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read, repeat};

    #[test]
    fn what_is_read_is_what_the_text_says() {
        let text = "start # one\r\n\n# none\n  f5d6\t#\n\u{fffd}a#b\nlast";
        let expected: Vec<_> = lines(text).map(|(number, line)| (number, Ok(line.to_owned()))).collect();
        let lossy = text.replace('\u{fffd}', "?").into_bytes();
        let bytes: Vec<u8> = lossy.into_iter().map(|byte| if byte == b'?' { 0xff } else { byte }).collect();
        assert_eq!(read(&bytes[..]).unwrap(), expected);
        assert_eq!(expected.len(), 4);
        assert_eq!(read(&b""[..]).unwrap(), []);
    }

    #[test]
    fn long_lines_are_named_and_left() {
        let long = Err("expected a line of at most 65536 bytes".to_owned());
        let just = "a".repeat(MAX_LINE - 1);
        let first = BufReader::new(repeat(b'x').take(200_000_000));
        let rest = format!("\nf5\n{just}\n{just}aa\n{just}aa");
        let found = read(first.chain(rest.as_bytes())).unwrap();
        assert_eq!(found, [(1, long.clone()), (2, Ok("f5".to_owned())), (3, Ok(just)), (4, long.clone()), (5, long)]);
    }

    #[test]
    fn an_input_without_end_is_not_read_to_it() {
        let refused = |input: &mut dyn BufRead| read(input).unwrap_err().to_string();
        assert_eq!(refused(&mut BufReader::new(repeat(0))), "it is longer than 256 MiB");
        let mut lines = std::iter::repeat_n(&b"f5\n"[..], MAX_LINES + 1).collect::<Vec<_>>().concat();
        assert_eq!(refused(&mut &lines[..]), "it has more than 1048576 lines with content");
        lines.truncate(3 * MAX_LINES);
        assert_eq!(read(&lines[..]).unwrap().len(), MAX_LINES);
    }

    #[test]
    fn words_are_separated_with_or_without_blanks() {
        for (line, expected) in [
            ("f5d6c3", "f5 d6 c3"),
            ("F5D6 C3", "F5 D6 C3"),
            ("h8i9j10", "h8 i9 j10"),
            ("f5passd6PAc3", "f5 pass d6 PA c3"),
            ("d6xb4e3", "d6xb4 e3"),
            ("d6-d5XC3a1-a4", "d6-d5XC3 a1-a4"),
            ("g1xd1xg4a7", "g1xd1xg4 a7"),
            ("b1xa1", "b1xa1"),
            ("f5 -- d6", "f5 -- d6"),
            ("5f", "5 f"),
            ("f5,d6", "f5,d6"),
            ("\u{e9}5d6", "\u{e9}5 d6"),
            ("", ""),
        ] {
            assert_eq!(words(line).collect::<Vec<_>>().join(" "), expected);
        }
    }

    #[test]
    fn letters_without_a_gap_are_read() {
        let counted = |line| words(line).map(without_i).collect::<Vec<_>>().join(" ");
        assert_eq!(counted("h8i9j10o15"), "h8 j9 k10 p15");
        assert_eq!(counted("I9 pass A1"), "J9 pass A1");
        assert!(has_column_i("h8i9j10") && has_column_i("I1"));
        assert!(!has_column_i("h8 j9 k10 pass i"));
    }
}
