//! Positions and games as people list them, one a line: moves, OBF, or a session's own position text.

mod reading;

pub use reading::{Columns, Reading, Refused, play, play_move, reading, reading_to_end};

use super::Engine;
use crate::formats::board::{self, SignBoard};
use crate::formats::{Format, foreign, moves};
use std::io::{self, BufRead, Read as _};
use tengen_core::game::{Cell, Color};
use tengen_core::limited_input::LimitedInput;

/// The most bytes of a line, where lines are read one by one.
pub const MAX_LINE: usize = 1 << 16;

/// The most bytes of an input whose lines are read one by one.
pub const MAX_BYTES: u64 = 1 << 28;

/// The most lines with content of such an input.
pub const MAX_LINES: usize = 1 << 20;

/// What some editors write in front of UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a text with content, with their numbers from 1. `#` or `%` at the start of a line or behind a blank begins a
/// comment; the number of an item in a list (`1.`, `1)`) and a byte order mark are no content.
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
/// content; [`io::ErrorKind::InvalidData`] where its first bytes say that it is no text of positions.
pub fn read(input: impl BufRead) -> io::Result<Vec<Numbered>> {
    let mut input = LimitedInput::new(input, MAX_BYTES);
    if let Some(kind) = foreign::kind(input.fill_buf()?) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("the file is {kind}")));
    }
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

/// The content of a line, without comment, number and blanks at its ends.
pub(crate) fn said(line: &str) -> &str {
    without_number(without_comment(line.trim_start_matches(BYTE_ORDER_MARK)).trim())
}

/// A text without the number of an item in a list in front of it: `1. `, `1) `. Without the blank it may be a part of a board.
fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = behind.strip_prefix(['.', ')', ':']).filter(|_| behind.len() < text.len());
    item.filter(|item| item.is_empty() || item.starts_with(char::is_whitespace)).map_or(text, str::trim_start)
}

fn without_comment(line: &str) -> &str {
    if board::is_of_rare_signs(line) {
        return line;
    }
    let begins = |at: &usize| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    let comment = line.match_indices(['#', '%']).map(|(at, _)| at).find(begins);
    &line[..comment.unwrap_or(line.len())]
}

/// The position text of a board of signs and what follows it; `None` where a text does not begin with a board of the engine's
/// size.
pub fn board(engine: &mut dyn Engine, text: &str) -> Option<Result<(String, String), String>> {
    let cells = engine.rows();
    let rows: Vec<u8> = engine.row_order().iter().map(|row| row + 1).collect();
    let SignBoard { squares, side_to_move, rest } = board::read(text, cells.first()?.len(), &rows)?;
    let mut places = squares.iter();
    let mut mark = |cell: &Cell| match (places.next(), cell) {
        (Some(stone @ Cell::Stone(_)), _) => stone.mark(),
        (_, Cell::Outside) => Cell::Outside.mark(),
        _ => Cell::Empty.mark(),
    };
    let rows: Vec<String> = cells.iter().map(|row| row.iter().map(&mut mark).collect()).collect();
    let rows = rows.join("/");
    // Without passes, Black is to move where as many stones are on the board as at the start, or two more, and so on.
    let stones = squares.iter().filter(|&&square| square != Cell::Empty).count();
    let sides = match side_to_move {
        Some(side) => vec![side],
        None if stones % 2 == 0 => vec![Color::Black, Color::White],
        None => vec![Color::White, Color::Black],
    };
    let mut refused = None;
    for side in &sides {
        let position = format!("{rows}:{}", side.letter().to_ascii_lowercase());
        match engine.set_position_text(&position) {
            Ok(()) if sides.len() > 1 && engine.must_pass() => {}
            Ok(()) => return Some(Ok((position, rest))),
            Err(error) => refused = Some(error.to_string()),
        }
    }
    Some(Err(refused.unwrap_or_else(|| "expected the side to move behind the squares: no side has a move".to_owned())))
}

/// What a board of signs of the engine's size is, for the error where there is none.
pub fn board_of(engine: &dyn Engine) -> String {
    format!("{} squares (X O -) and the side to move", engine.rows().iter().map(Vec::len).sum::<usize>())
}

/// Sets up the position of a line: a board of signs (OBF), a position text, `start`, or moves from the start. Moves may follow a
/// board. Returns what was decided where the line can be read in several ways, and what it leaves out, for a person.
///
/// # Errors
/// What was expected.
pub fn set(engine: &mut dyn Engine, text: &str) -> Result<Option<String>, String> {
    if text.eq_ignore_ascii_case("start") {
        engine.clear();
        return Ok(None);
    }
    if moves::is_fen_of_mill(text) && engine.rule() == moves::ZHIQI {
        return Err(
            "a FEN is of rules by which stones move, not of zhiqi: name them, as --rule morris9 does".to_owned()
        );
    }
    let is_none = if text.contains('/') { engine.set_position_text(text).err() } else { None };
    if text.contains('/') && is_none.is_none() {
        return Ok(engine.position_note(text));
    }
    let note = |reading: Reading| reading.note.map(str::to_owned);
    if let Some(position) = board(engine, text) {
        let (position, rest) = position?;
        let played = reading(engine, Some(&position), &moves::read(&rest).moves, Columns::Auto);
        return played.map(note).map_err(|refused| refused.to_string());
    }
    if let Some(why) = is_none {
        return Err(why.to_string());
    }
    let list = moves::read(text).moves;
    let played = if list.is_empty() { Err(Refused::none()) } else { reading(engine, None, &list, Columns::Auto) };
    let expected =
        |why: Refused| format!("expected {}, a position text, the word start, or moves; {why}", board_of(engine));
    played.map(note).map_err(expected)
}

/// True where a line is of a format that has a position or a game on each line.
pub fn is_of(engine: &mut dyn Engine, text: &str, format: Format) -> bool {
    match format {
        Format::Obf => board(engine, text).is_some(),
        Format::Position => text.contains('/') && engine.set_position_text(text).is_ok(),
        _ => board(engine, text).is_none() && moves::read(text).moves.first().is_some_and(|word| moves::is_move(word)),
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
    fn what_is_in_front_of_an_item_is_not_said() {
        let text = "\u{feff}1. f5d6\n 2) f5f6\n3: f5d6c3 # three\n4.\n0,0, 1,-2\n15 X\n10.. 1\n...../X....:b\n";
        let expected = [
            (1, "f5d6"),
            (2, "f5f6"),
            (3, "f5d6c3"),
            (5, "0,0, 1,-2"),
            (6, "15 X"),
            (7, "10.. 1"),
            (8, "...../X....:b"),
        ];
        assert_eq!(lines(text).collect::<Vec<_>>(), expected);
        let read: Vec<_> =
            read(text.as_bytes()).unwrap().into_iter().map(|(line, text)| (line, text.unwrap())).collect();
        assert_eq!(read, expected.map(|(line, text)| (line, text.to_owned())));
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
}
