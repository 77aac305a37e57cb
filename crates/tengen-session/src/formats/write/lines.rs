//! Formats of a few lines: a game in one as a list of moves or GGF, the position at its end, and a game with a move on each (PSQ).

use super::{Unwritable, WrittenGame, unwritable, winner};
use crate::formats::moves;
use crate::formats::piskvork::{is_number, point};
use crate::{Engine, lines};
use std::fmt::Write as _;
use tengen_core::game::{Cell, Color, Letters, Vertex};

/// The moves of a game: without anything between them where all are points. Passes that the rules force are left out, and a
/// position that the game begins from stands in front as a board of signs.
pub(super) fn moves(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    let mut session = game.beginning();
    let begun = if game.engine.start_text().is_some() { signs(&mut *session)? + " " } else { String::new() };
    let mut words = Vec::new();
    for (color, text) in game.engine.moves_played() {
        if text != "pass" || !session.must_pass() {
            words.push(text.to_lowercase());
        }
        let _ = session.play_text(color, &text);
    }
    if words.is_empty() && begun.is_empty() {
        return Err(unwritable("has no moves"));
    }
    let points = words.iter().all(|word| moves::is_point(word));
    Ok(begun + &words.join(if points { "" } else { " " }) + "\n")
}

/// The position at the end of a game as a board of signs.
pub(super) fn position(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    Ok(signs(&mut *game.engine.fork())? + ";\n")
}

/// The position on the board as signs and the side to move.
fn signs(session: &mut dyn Engine) -> Result<String, Unwritable> {
    let sign = |cell: Cell| match cell {
        Cell::Stone(Color::Black) => Some('X'),
        Cell::Stone(Color::White) => Some('O'),
        Cell::Empty => Some('-'),
        Cell::Outside => None,
    };
    let squares: String = session.rows().concat().into_iter().filter_map(sign).collect();
    let side = if session.side_to_move() == Color::Black { 'X' } else { 'O' };
    let (text, position) = (format!("{squares} {side}"), session.position_text());
    match lines::board(session, &text) {
        Some(Ok((read, _))) if session.set_position_text(&read).is_ok() && session.position_text() == position => {
            Ok(text)
        }
        _ => Err(unwritable("has a position that a board of signs does not tell")),
    }
}

/// The margin in GGF of a game that was given up.
const GIVEN_UP: u16 = 64;

/// GGF: `(;GM[Othello]PB[..]PW[..]RE[+12.00]TY[8]BO[8 squares *]B[F5]W[D6];)`, a game on a line.
pub(super) fn ggf(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    game.only("Othello")?;
    let size = game.engine.size().cols;
    let facts = game.facts;
    let [black, white] = &facts.players;
    let mut text = "(;GM[Othello]".to_owned();
    for (tag, value) in [("PC", &facts.place), ("DT", &facts.date), ("PB", black), ("PW", white)] {
        if let Some(value) = value {
            // GGF has no escape.
            let _ = write!(text, "{tag}[{}]", value.replace('[', "(").replace(']', ")").replace(['\n', '\r'], " "));
        }
    }
    let first = game.beginning();
    let squares: String = first.rows().iter().flatten().map(|&cell| ggf_mark(cell)).collect();
    let mover = ggf_mark(Cell::Stone(first.side_to_move()));
    let _ = write!(text, "RE[{}]TY[{size}]BO[{size} {squares} {mover}]", ggf_result(game));
    for (color, mv) in game.moves() {
        let mv = if mv == "pass" { "PA".to_owned() } else { Letters::AToO.from_gtp(&mv).to_uppercase() };
        let _ = write!(text, "{}[{mv}]", color.letter());
    }
    Ok(text + ";)\n")
}

fn ggf_mark(cell: Cell) -> char {
    match cell {
        Cell::Stone(Color::Black) => '*',
        Cell::Stone(Color::White) => 'O',
        Cell::Empty | Cell::Outside => '-',
    }
}

/// What Black won by, in GGF.
fn ggf_result(game: WrittenGame<'_>) -> String {
    let Some(result) = game.result() else { return "?".to_owned() };
    let Some((color, margin)) = winner(&result) else { return "0.00".to_owned() };
    let sign = if color == Color::Black { '+' } else { '-' };
    let flag = match result.get(2..) {
        Some("R" | "Resign") => ":r",
        Some("T" | "Time") => ":t",
        _ => "",
    };
    format!("{sign}{}.00{flag}", margin.unwrap_or(GIVEN_UP))
}

/// PSQ of Piskvork: a line `column,row,milliseconds` for each move, rows from the top, both from 1.
pub(super) fn psq(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    game.only("Gomoku")?;
    game.needs_usual_start()?;
    let size = game.engine.size();
    let mut text = format!("Piskvorky {}x{}, 0:0, 0\n", size.cols, size.rows);
    for (_, mv) in game.moves() {
        let place = mv.parse::<Vertex>().map_err(|()| unwritable("has a pass, which the format lacks"))?;
        let _ = writeln!(text, "{},{},0", place.col + 1, size.rows - place.row);
    }
    for name in &game.facts.players {
        let name = name.as_deref().unwrap_or("?").replace(['\n', '\r'], " ");
        // A name that reads as a move or a number is quoted.
        let mark = if point(&name).is_some() || is_number(&name) { "\"" } else { "" };
        let _ = writeln!(text, "{mark}{name}{mark}");
    }
    Ok(text + "0\n")
}
