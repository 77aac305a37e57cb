//! Positions and games as people list them, one a line: moves, OBF, or a session's own position text.

use super::Engine;

/// The lines of a text that say something, with their numbers from 1. `#` at the start of a line or behind a blank
/// begins a comment.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(|line| without_comment(line).trim())).filter(|(_, line)| !line.is_empty())
}

fn without_comment(line: &str) -> &str {
    let begins = |at: &usize| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    let comment = line.match_indices('#').map(|(at, _)| at).find(begins);
    &line[..comment.unwrap_or(line.len())]
}

/// The words of a line of moves: as they are parted, or each a letter with its digits (`f5d6c3`).
pub fn words(line: &str) -> Vec<String> {
    if line.contains(char::is_whitespace) || line.contains('-') {
        return line.split_whitespace().map(str::to_owned).collect();
    }
    let mut words: Vec<String> = Vec::new();
    for c in line.chars() {
        match words.last_mut() {
            Some(word) if c.is_ascii_digit() => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

/// Plays moves from the start. A pass that is not written is implied.
///
/// # Errors
/// Which move is not legal, and why.
pub fn play(engine: &mut dyn Engine, moves: &[String]) -> Result<(), String> {
    engine.clear();
    for (text, number) in moves.iter().zip(1..) {
        let color = engine.side_to_move();
        let played = engine.play(color, text).or_else(|error| engine.play(!color, text).map_err(|_| error));
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

/// Sets up whatever a line says: OBF, a position text, `start`, or moves from the start.
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
        play(engine, &words(text)).map_err(|error| {
            format!("expected squares and the side to move, a position text, the word start, or moves; {error}")
        })
    }
}
