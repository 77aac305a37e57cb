//! PSQ of Piskvork: a line `column,row,milliseconds` for each move, rows from the top, both from 1.

use super::{Unwritable, WrittenGame, unwritable};
use crate::formats::piskvork::{is_number, point};
use std::fmt::Write as _;
use tengen_core::game::Vertex;

pub(super) fn text(game: WrittenGame<'_>) -> Result<String, Unwritable> {
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
