//! Moves: how they are written, who may make them, and what becomes of those that are not allowed.

use super::point::Level::{Expected, Hint, Required};
use super::point::Point;
use super::subject::Subject;
use super::trouble::{Tested, Trouble, fault};
use crate::gtp_client::letter;
use tengen_core::game::Vertex;

pub static POINTS: [Point; 10] = [
    Point::new(Required, "legal moves", "an engine that refuses a legal move cannot play", |engine| {
        let rules = engine.rules()?;
        engine.follow(&rules.opening)
    }),
    Point::new(Required, "colours", "colours are b, w, black, white, in any case", colors),
    Point::new(Required, "points", "letters of a move are of any case", |engine| {
        let (color, text) = engine.first_move()?;
        for text in [text.to_ascii_lowercase(), text.to_ascii_uppercase()] {
            engine.begin()?;
            engine.play(color, &text)?;
        }
        Ok(())
    }),
    Point::new(Required, "illegal move", "match programs read in this very text whose fault it was", |engine| {
        let occupied = occupied(engine)?;
        engine.refuse(&occupied, "illegal move")
    }),
    Point::new(Required, "illegal move and the board", "a refused move changes nothing", |engine| {
        engine.needs("showboard")?;
        let occupied = occupied(engine)?;
        let board = engine.board()?;
        engine.ask(&occupied)?;
        engine.still(&board)
    }),
    Point::new(Expected, "play out of turn", "who plays on for the other side hides a mistake", |engine| {
        let (rules, (color, text)) = (engine.rules()?, engine.first_move()?);
        engine.begin()?;
        let command = format!("play {} {text}", letter(!color));
        let allowed = rules.at(&vec![(!color, text)]).is_ok();
        if allowed { engine.succeed(&command).map(drop) } else { engine.refuse(&command, "illegal move") }
    }),
    Point::new(Required, "genmove", "it answers a legal move, or resign", genmove),
    Point::new(Required, "genmove plays", "the move that it answers is made", |engine| {
        engine.begin()?;
        let text = engine.succeed("genmove b")?;
        engine.refuse(&format!("play w {text}"), "illegal move")
    }),
    Point::new(Expected, "genmove out of turn", "who moves for the other side hides a mistake", |engine| {
        engine.rules()?;
        engine.begin()?;
        engine.refuse("genmove w", "illegal move")
    }),
    Point::new(Hint, "reg_genmove", "it thinks as genmove does, and changes nothing", |engine| {
        engine.needs("reg_genmove")?;
        engine.begin()?;
        let board = engine.board()?;
        let text = engine.succeed("reg_genmove b")?;
        is_move(engine, &text)?;
        engine.still(&board)
    }),
];

/// A play on a point where the other side has just moved.
fn occupied(engine: &mut Subject<'_>) -> Result<String, Trouble> {
    let (color, text) = engine.first_move()?;
    engine.begin()?;
    engine.play(color, &text)?;
    Ok(format!("play {} {text}", letter(!color)))
}

fn colors(engine: &mut Subject<'_>) -> Tested {
    let first = engine.first_move()?;
    let line = engine.rules.as_ref().map_or_else(|| vec![first], |rules| rules.opening.clone());
    for forms in [["b", "w"], ["black", "white"], ["B", "W"], ["Black", "White"], ["BLACK", "WHITE"]] {
        engine.begin()?;
        for (color, text) in line.iter().take(2) {
            engine.succeed(&format!("play {} {text}", forms[color.index()]))?;
        }
    }
    Ok(())
}

fn genmove(engine: &mut Subject<'_>) -> Tested {
    engine.begin()?;
    let text = engine.succeed("genmove b")?;
    is_move(engine, &text)
}

/// The text is a legal first move or, where the rules are not known, any move at all.
fn is_move(engine: &Subject<'_>, text: &str) -> Tested {
    let same = |other: &str| other.eq_ignore_ascii_case(text);
    let legal = match &engine.rules {
        Some(rules) => rules.at(&Vec::new()).is_ok_and(|start| start.legal_texts().iter().any(|mv| same(mv))),
        None => text.parse::<Vertex>().is_ok() || same("pass"),
    };
    if legal || same("resign") { Ok(()) } else { Err(fault("a legal move")) }
}
