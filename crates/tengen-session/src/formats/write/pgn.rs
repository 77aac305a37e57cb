//! PGN, as `PlayOK` writes these games: the discs of both sides as the result in Othello, Black's first; columns with the letter I in
//! gomoku; in mill the side that begins is White.

use super::{Unwritable, WrittenGame, winner};
use std::fmt::Write as _;
use tengen_core::game::{Color, Letters};

/// The columns of a line.
const WIDTH: usize = 80;

pub(super) fn text(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    game.needs_usual_start()?;
    let facts = game.facts;
    let sides = if game.engine.info().is("Mill") { ["White", "Black"] } else { ["Black", "White"] };
    let [first, second] = &facts.players;
    let result = result(game);
    let variant = game.engine.variant();
    let named =
        if game.engine.info().rules.len() > 1 { format!("{} {}", variant.game, variant.rule) } else { variant.game };
    let date = facts.date.as_ref().map(|date| date.replace('-', "."));
    let tags = [
        ("Event", facts.event.as_deref().unwrap_or("?")),
        ("Site", facts.place.as_deref().unwrap_or("?")),
        ("Date", date.as_deref().unwrap_or("????.??.??")),
        ("Round", facts.round.as_deref().unwrap_or("?")),
        (sides[0], first.as_deref().unwrap_or("?")),
        (sides[1], second.as_deref().unwrap_or("?")),
        ("Result", &result),
        ("Variant", &named),
    ];
    let mut text = String::new();
    for (tag, value) in tags {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "[{tag} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let letters = if game.engine.info().is("Gomoku") { Letters::AToO } else { Letters::Go };
    let mut words = Vec::new();
    for (ply, (_, mv)) in game.moves().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(if mv == "pass" { "--".to_owned() } else { letters.from_gtp(&mv).to_lowercase() });
    }
    words.push(result);
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            let _ = write!(text, "\n{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    let _ = write!(text, "\n{line}\n\n");
    Ok(text)
}

fn result(game: WrittenGame<'_>) -> String {
    let Some(result) = game.result() else { return "*".to_owned() };
    let size = game.engine.size();
    let squares = u16::from(size.cols) * u16::from(size.rows);
    match winner(&result) {
        None if game.is_of_discs() => format!("{0}-{0}", squares / 2),
        None => "1/2-1/2".to_owned(),
        Some((color, margin)) => match margin.filter(|margin| game.is_of_discs() && *margin <= squares) {
            Some(margin) => {
                let (more, less) = (u16::midpoint(squares, margin), (squares - margin) / 2);
                if color == Color::Black { format!("{more}-{less}") } else { format!("{less}-{more}") }
            }
            None if color == game.first() => "1-0".to_owned(),
            None => "0-1".to_owned(),
        },
    }
}
