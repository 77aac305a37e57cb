//! The points of a game: moves, taking them back, forced passes, and what comes when the game is over.

use super::point::Point;
use super::point::PointLevel::{Expected, Hint, Required};
use super::rules::{MoveList, Rules};
use super::subject::{Subject, Tested, Trouble, fault};
use crate::gtp_client::letter;
use std::rc::Rc;
use tengen_core::game::{Color, Vertex};

/// Moves: how they are written, who may make them, and what becomes of those that are not allowed.
pub static MOVES: [Point; 11] = [
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
    Point::new(Required, "ids of moves", "clients match moves to commands by their ids", |engine| {
        engine.begin()?;
        for (id, command) in (31..).zip(["genmove b", "genmove w"]) {
            if !engine.echoes(id, command)? {
                return Err(fault(format!("\"={id}\" and the move")));
            }
        }
        Ok(())
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

/// Taking back.
pub static UNDO: [Point; 5] = [
    Point::new(Required, "nothing to undo", "clients read in this very text that they are at the start", |engine| {
        engine.needs("undo")?;
        engine.begin()?;
        engine.refuse("undo", "cannot undo")
    }),
    Point::new(Required, "undo of a play", "it takes back one move, and the same side is to move again", |engine| {
        engine.needs("undo")?;
        let (color, text) = engine.first_move()?;
        engine.begin()?;
        let board = engine.board()?;
        engine.play(color, &text)?;
        engine.succeed("undo")?;
        engine.still(&board)?;
        engine.play(color, &text)
    }),
    Point::new(Required, "undo of a genmove", "it takes back one move, and the same side is to move again", |engine| {
        engine.needs("undo")?;
        engine.begin()?;
        let board = engine.board()?;
        let text = engine.succeed("genmove b")?;
        engine.succeed("undo")?;
        engine.still(&board)?;
        engine.succeed(&format!("play b {text}")).map(drop)
    }),
    Point::new(Required, "undo to the start", "boards step back through whole games", to_the_start),
    Point::new(Expected, "clear_board and undo", "a new game has no moves to take back", |engine| {
        engine.needs("undo")?;
        let (color, text) = engine.first_move()?;
        engine.begin()?;
        engine.play(color, &text)?;
        engine.begin()?;
        let board = engine.board()?;
        let answer = engine.ask("undo")?;
        if answer.success { engine.still(&board) } else { Ok(()) }
    }),
];

fn to_the_start(engine: &mut Subject<'_>) -> Tested {
    engine.needs("undo")?;
    let rules = engine.rules()?;
    engine.begin()?;
    let mut boards = Vec::new();
    for (color, text) in &rules.opening {
        boards.push(engine.board()?);
        engine.play(*color, text)?;
    }
    for board in boards.iter().rev() {
        engine.succeed("undo")?;
        engine.still(board)?;
    }
    Ok(())
}

/// Forced passes, and what comes when the game is over. The positions are those of random games under our own rules.
pub static PASSES: [Point; 14] = [
    Point::new(Required, "explicit pass", "most match programs send the pass of a side without a move", |engine| {
        let forced = Forced::reach(engine)?;
        engine.play(forced.side, "pass")?;
        engine.play(!forced.side, &forced.reply)
    }),
    Point::new(
        Expected,
        "implied pass",
        "some boards (Quarry) send no passes: the other side just moves on",
        |engine| {
            let forced = Forced::reach(engine)?;
            engine.play(!forced.side, &forced.reply)
        },
    ),
    Point::new(Required, "genmove without a move", "a side without a move passes", |engine| {
        let forced = Forced::reach(engine)?;
        forced.is_kept(engine)
    }),
    Point::new(Expected, "genmove behind an implied pass", "the other side is simply asked to move on", |engine| {
        let forced = Forced::reach(engine)?;
        let text = engine.succeed(&format!("genmove {}", letter(!forced.side)))?;
        let legal = forced.replies.iter().any(|reply| reply.eq_ignore_ascii_case(&text));
        if legal { Ok(()) } else { Err(fault("a legal move")) }
    }),
    Point::new(
        Expected,
        "refused behind an implied pass",
        "a refused move changes nothing, the turn included",
        |engine| {
            let forced = Forced::reach(engine)?;
            let occupied = format!("play {} {}", letter(!forced.side), forced.last);
            engine.refuse(&occupied, "illegal move")?;
            forced.is_kept(engine)
        },
    ),
    Point::new(Expected, "undo of a pass", "undo takes back what was sent last, and no more", |engine| {
        engine.needs("undo")?;
        let forced = Forced::reach(engine)?;
        let board = engine.board()?;
        if !engine.ask(&format!("play {} pass", letter(forced.side)))?.success {
            return Err(Trouble::Skip("it refuses the pass itself".to_owned()));
        }
        engine.succeed("undo")?;
        engine.still(&board)?;
        forced.is_kept(engine)
    }),
    Point::new(Expected, "undo of an implied pass", "undo takes back what was sent last, the pass with it", |engine| {
        engine.needs("undo")?;
        let forced = Forced::reach(engine)?;
        let board = engine.board()?;
        engine.play(!forced.side, &forced.reply)?;
        engine.succeed("undo")?;
        engine.still(&board)?;
        forced.is_kept(engine)
    }),
    Point::new(Expected, "pass with moves to make", "a pass that the rules forbid is an illegal move", |engine| {
        let rules = engine.rules()?;
        engine.begin()?;
        let allowed = rules.at(&vec![(Color::Black, "pass".to_owned())]).is_ok();
        if allowed { engine.play(Color::Black, "pass") } else { engine.refuse("play b pass", "illegal move") }
    }),
    Point::new(Expected, "score of an unfinished game", "clients ask whether the game is over", |engine| {
        engine.needs("final_score")?;
        engine.rules()?;
        engine.begin()?;
        engine.refuse("final_score", "cannot score")
    }),
    Point::new(Required, "whole game", "every move of a legal game is accepted", |engine| over(engine).map(drop)),
    Point::new(Expected, "final_score", "match programs take the result from it", |engine| {
        engine.needs("final_score")?;
        let (rules, line) = over(engine)?;
        let result = rules.at(&line).ok().and_then(|game| game.result_text()).unwrap_or_default();
        if engine.succeed("final_score")? == result { Ok(()) } else { Err(fault(format!("\"= {result}\""))) }
    }),
    Point::new(
        Expected,
        "genmove after the end",
        "match programs take passes for the end, and a move for a move",
        |engine| {
            over(engine)?;
            for command in ["genmove b", "genmove w"] {
                if !engine.succeed(command)?.eq_ignore_ascii_case("pass") {
                    return Err(fault("\"= pass\""));
                }
            }
            Ok(())
        },
    ),
    Point::new(Expected, "play after the end", "nothing can be played any more", |engine| {
        let (rules, line) = over(engine)?;
        let (color, last) = line.last().ok_or_else(|| fault("a game"))?;
        let start = rules.at(&Vec::new()).map(|start| start.legal_texts()).unwrap_or_default();
        let free = start.iter().find(|text| line.iter().all(|(_, played)| played != *text));
        engine.refuse(&format!("play {} {}", letter(!*color), free.unwrap_or(last)), "illegal move")
    }),
    Point::new(Hint, "undo after the end", "boards step back from the end of a game", |engine| {
        engine.needs("undo")?;
        let (_, line) = over(engine)?;
        engine.succeed("undo")?;
        line.last().map_or(Ok(()), |(color, text)| engine.play(*color, text))
    }),
];

/// A position in which a side has no other move than a pass.
struct Forced {
    side: Color,
    /// The move before it.
    last: String,
    /// The moves of the other side behind the pass, and one of them.
    replies: Vec<String>,
    reply: String,
}

impl Forced {
    /// Sets the engine up for it.
    fn reach(engine: &mut Subject<'_>) -> Result<Self, Trouble> {
        let rules = engine.rules()?;
        let never = || Trouble::Skip(format!("no side ever had to pass in random games of {}", rules.variant.game));
        let line = rules.to_pass.as_ref().ok_or_else(never)?;
        let mut game = rules.at(line).map_err(|error| Trouble::Skip(error.to_string()))?;
        let side = game.side_to_move();
        game.play_text(side, "pass").map_err(|error| Trouble::Skip(error.to_string()))?;
        let replies = game.legal_texts();
        let (reply, last) = (replies.first().cloned(), line.last().map(|(_, text)| text.clone()));
        let (reply, last) = reply.zip(last).ok_or_else(never)?;
        engine.follow(line)?;
        Ok(Self { side, last, replies, reply })
    }

    /// The side is still, or again, to pass.
    fn is_kept(&self, engine: &mut Subject<'_>) -> Tested {
        let text = engine.succeed(&format!("genmove {}", letter(self.side)))?;
        if text.eq_ignore_ascii_case("pass") { Ok(()) } else { Err(fault("\"= pass\"")) }
    }
}

/// Leads the engine through a whole game.
fn over(engine: &mut Subject<'_>) -> Result<(Rc<Rules>, MoveList), Trouble> {
    let rules = engine.rules()?;
    let endless = || Trouble::Skip(format!("no random game of {} came to its end", rules.variant.game));
    let line = rules.to_end.clone().ok_or_else(endless)?;
    engine.follow(&line)?;
    Ok((rules, line))
}
