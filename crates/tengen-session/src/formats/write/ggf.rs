//! GGF: `(;GM[Othello]PB[..]PW[..]RE[+12.00]TY[8]BO[8 squares *]B[F5]W[D6];)`, a game on a line.

use super::{Unwritable, WrittenGame, winner};
use std::fmt::Write as _;
use tengen_core::game::{Cell, Color, Letters};

/// The margin of a game that was given up.
const GIVEN_UP: u16 = 64;

pub(super) fn text(game: WrittenGame<'_>) -> Result<String, Unwritable> {
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
    let squares: String = first.rows().iter().flatten().map(|&cell| mark(cell)).collect();
    let mover = mark(Cell::Stone(first.side_to_move()));
    let _ = write!(text, "RE[{}]TY[{size}]BO[{size} {squares} {mover}]", result(game));
    for (color, mv) in game.moves() {
        let mv = if mv == "pass" { "PA".to_owned() } else { Letters::AToO.from_gtp(&mv).to_uppercase() };
        let _ = write!(text, "{}[{mv}]", color.letter());
    }
    Ok(text + ";)\n")
}

fn mark(cell: Cell) -> char {
    match cell {
        Cell::Stone(Color::Black) => '*',
        Cell::Stone(Color::White) => 'O',
        Cell::Empty | Cell::Outside => '-',
    }
}

/// What Black won by.
fn result(game: WrittenGame<'_>) -> String {
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
