//! Positions and games as people list them, one a line: moves, OBF, or a session's own position text.

mod reading;

pub use reading::{Columns, Reading, Refused, play, play_move, reading, reading_to_end};

use super::Engine;
use crate::formats::board::{self, SignBoard};
use crate::formats::pgn::hints;
use crate::formats::{Format, moves};
use std::borrow::Cow;
use std::iter;
use tengen_core::game::{Cell, Color};

/// What some editors write in front of UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a text with content, with their numbers from 1. `#` or `%` at the start of a line or behind a blank begins a
/// comment; the number of an item in a list (`1.`, `1)`) and a byte order mark are no content.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(said)).filter(|(_, line)| !line.is_empty())
}

/// The positions and games that a text lists, each with the number of the line that it begins on, from 1: one on each line with
/// content, or boards of signs that stand on several lines.
pub fn entries<'a>(engine: &mut dyn Engine, text: &'a str) -> Box<dyn Iterator<Item = (usize, Cow<'a, str>)> + 'a> {
    let mut said = lines(text).map(|(_, line)| line);
    let Some(first) = said.next() else { return Box::new(iter::empty()) };
    let boards = if board(engine, first).is_some() {
        said.next().is_some_and(board::tells_side).then(|| boards_and_sides(engine, text))
    } else {
        // A line that is almost a board is a wrong one.
        let signs = first.chars().filter(|c| !c.is_whitespace()).count();
        (2 * signs <= squares(engine) && board(engine, text).is_some()).then(|| drawn(engine, text))
    };
    match boards {
        Some(boards) => Box::new(boards.into_iter()),
        None => Box::new(lines(text).map(|(number, line)| (number, line.into()))),
    }
}

/// Boards on a line each, with the side to move on a line of its own and moves behind it. Zebra writes a line that says nothing,
/// too.
fn boards_and_sides<'a>(engine: &mut dyn Engine, text: &'a str) -> Vec<(usize, Cow<'a, str>)> {
    let begins = |line: &str| moves::read(line).moves.first().is_some_and(|word| moves::is_move(word));
    let mut boards: Vec<(usize, Cow<'_, str>)> = Vec::new();
    for (number, line) in lines(text) {
        match boards.last_mut() {
            _ if board(engine, line).is_some() => boards.push((number, line.into())),
            Some((_, before)) if board::tells_side(line) || begins(line) => before.to_mut().extend(["\n", line]),
            _ => {}
        }
    }
    boards
}

/// Boards that are drawn on several lines, each with what follows it. Blank lines part them, and may be rows of one.
fn drawn<'a>(engine: &mut dyn Engine, text: &'a str) -> Vec<(usize, Cow<'a, str>)> {
    let most_lines = 2 * squares(engine);
    let mut boards = Vec::new();
    let (mut start, mut first, mut is_whole) = (0, 1, false);
    let (mut at, mut is_behind_blank) = (0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        // A sign alone is the side to move.
        let may_begin = is_behind_blank && !matches!(line, "\n" | "\r\n") && line.trim().chars().count() != 1;
        is_whole = is_whole || may_begin && board(engine, &text[start..at]).is_some();
        if may_begin && is_whole && board(engine, first_lines(&text[at..], most_lines)).is_some() {
            boards.push((first, &text[start..at]));
            (start, first, is_whole) = (at, number, false);
        }
        is_behind_blank = line.trim().is_empty();
        at += line.len();
    }
    boards.push((first, &text[start..]));
    let said_on = |(first, text)| (first + lines(text).next().map_or(0, |(number, _)| number - 1), text.into());
    boards.into_iter().map(said_on).collect()
}

/// At most so many of the first lines of a text.
fn first_lines(text: &str, most: usize) -> &str {
    text.match_indices('\n').nth(most).map_or(text, |(end, _)| &text[..end])
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

/// The position text of a board of signs and the moves that follow it; `None` where a text does not begin with a board of the
/// engine's size. Fields behind a `;` are left out where they are values, as in OBF.
pub fn board(engine: &mut dyn Engine, text: &str) -> Option<Result<(String, String), String>> {
    let cells = engine.rows();
    let rows: Vec<u8> = engine.row_order().iter().map(|row| row + 1).collect();
    let SignBoard { squares, side_to_move, rest } = board::read(text, cells.first()?.len(), &rows)?;
    let is_value = |field: &str| field.contains(':') || field.trim_start().starts_with(['+', '-']);
    let rest = rest.split(';').filter(|field| !is_value(field)).collect::<Vec<_>>().join(" ");
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

fn squares(engine: &dyn Engine) -> usize {
    engine.rows().iter().map(Vec::len).sum()
}

/// What a board of signs of the engine's size is, for the error where there is none.
pub fn board_of(engine: &dyn Engine) -> String {
    format!("{} squares (X O -) and the side to move", squares(engine))
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
    if let Some(set) = set_position(engine, text) {
        return set;
    }
    let list = moves::read(text);
    let played =
        if list.moves.is_empty() { Err(Refused::none()) } else { reading(engine, None, &list.moves, Columns::Auto) };
    played.map(Reading::into_note).map_err(|why| {
        let expected = format!("expected {}, a position text, the word start, or moves; ", board_of(engine));
        format!("{}{why}", if list.begins() { "" } else { &expected })
    })
}

/// Sets up a position: a position text, a FEN, or a board of signs (OBF), which moves may follow; `None` where a text is none of
/// them. Returns what [`set`] does.
///
/// # Errors
/// What was expected.
pub fn set_position(engine: &mut dyn Engine, text: &str) -> Option<Result<Option<String>, String>> {
    let mut refused = None;
    if text.contains('/') {
        match engine.set_position_text(&plain(text)) {
            Ok(()) => return Some(Ok(engine.position_note(text))),
            Err(why) => refused = Some(why.to_string()),
        }
    }
    let Some(read) = board(engine, text) else { return refused.map(Err) };
    Some(read.and_then(|(position, rest)| {
        let played = reading(engine, Some(&position), &moves::read(&rest).moves, Columns::Auto);
        played.map(Reading::into_note).map_err(|refused| refused.to_string())
    }))
}

/// A position as sessions write it, of one in a FEN of Othello; any other text as it is.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    hints::rows(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// True where a line is of a format that has a position or a game on each line.
pub fn is_of(engine: &mut dyn Engine, text: &str, format: Format) -> bool {
    match format {
        Format::Obf => board(engine, text).is_some(),
        Format::Position => text.contains('/') && engine.set_position_text(&plain(text)).is_ok(),
        _ => {
            let list = match board(engine, text) {
                Some(Ok((_, moves))) => moves.into(),
                Some(Err(_)) => return false,
                None => Cow::Borrowed(text),
            };
            moves::read(&list).moves.first().is_some_and(|word| moves::is_move(word))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
