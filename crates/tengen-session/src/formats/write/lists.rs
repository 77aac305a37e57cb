//! Moves of a game, and the position at its end, on a line.

use super::{Unwritable, WrittenGame, unwritable};
use crate::Engine;
use crate::formats::moves;
use crate::lines;
use tengen_core::game::{Cell, Color};

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
