//! PGN, as `PlayOK` writes these games: the discs of both sides as the result in Othello, Black's first; columns with the letter I in
//! gomoku; in mill the side that begins is White. Variations stand in brackets, comments in braces. A position that a game of Othello or mill begins from is in `FEN`.

use super::{Unwritable, WrittenGame, unwritable, winner};
use crate::formats::pgn::hints;
use crate::tree::{NodeId, ROOT};
use crate::{Engine, TreeNode};
use std::collections::HashMap;
use std::fmt::Write as _;
use tengen_core::game::{Cell, Color};

/// The columns of a line.
const WIDTH: usize = 80;

pub(super) fn text(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    let begun = game.engine.start_text().map(|_| fen(game)).transpose()?;
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
    if let Some(fen) = &begun {
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{fen}\"]");
    }
    // The side that begins by the rules has the first move of each number.
    let second_begins = begun.is_some() && game.beginning().side_to_move() != Color::Black;
    let mut words = words(game, usize::from(second_begins));
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

/// A part of the text that is still to be written.
enum Part<'a> {
    /// What follows a node.
    Behind(NodeId),
    /// A move, and whether its number stands before it also where it is the second of two.
    Move(&'a TreeNode, bool),
    Open,
    Close,
}

/// The moves of a game with their numbers, its variations in brackets, and its comments; `before` plies were before the first.
fn words(game: WrittenGame<'_>, before: usize) -> Vec<String> {
    let (letters, own) = (game.engine.info().letters, game.engine.letters());
    let nodes: Vec<TreeNode> = game.nodes().collect();
    let mut following: HashMap<NodeId, Vec<&TreeNode>> = HashMap::new();
    for node in &nodes {
        following.entry(node.parent.unwrap_or(node.node)).or_default().extend((node.node != ROOT).then_some(node));
    }
    let mut plies: HashMap<NodeId, usize> = HashMap::from([(ROOT, before)]);
    let mut words = comment(nodes.first().map_or("", |start| &start.comment));
    let mut open = vec![Part::Behind(ROOT)];
    while let Some(part) = open.pop() {
        match part {
            Part::Behind(node) => {
                let Some((&main, others)) = following.get(&node).and_then(|own| own.split_first()) else { continue };
                let is_first = words.last().is_none_or(|word| word.ends_with(['(', ')', '}']));
                open.push(Part::Behind(main.node));
                for &other in others.iter().rev() {
                    open.extend([Part::Close, Part::Behind(other.node), Part::Move(other, true), Part::Open]);
                }
                open.push(Part::Move(main, is_first));
            }
            Part::Move(TreeNode { node, parent, mv, comment: said, .. }, is_first) => {
                let ply = parent.map_or(before, |parent| plies[&parent]);
                plies.insert(*node, ply + 1);
                match (ply % 2, is_first) {
                    (0, _) => words.push(format!("{}.", ply / 2 + 1)),
                    (_, true) => words.push(format!("{}...", ply / 2 + 1)),
                    _ => {}
                }
                let text = mv.as_ref().map(|(_, text)| own.to_gtp(text)).unwrap_or_default();
                words.push(if text == "pass" { "--".to_owned() } else { letters.from_gtp(&text).to_lowercase() });
                words.extend(comment(said));
            }
            Part::Open => words.push("(".to_owned()),
            Part::Close => words.push(")".to_owned()),
        }
    }
    words
}

/// A comment as words. The format has no escape for its end, and a line of it that looks like a tag would begin a game.
fn comment(text: &str) -> Vec<String> {
    let text = text.replace('}', ")");
    let text = if text.contains('[') { text.replace('"', "'") } else { text };
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { words } else { [vec!["{".to_owned()], words, vec!["}".to_owned()]].concat() }
}

/// The position that a game begins from: in Othello as `XBoard` and Edax write it, in mill as Sanmill does.
fn fen(game: WrittenGame<'_>) -> Result<String, Unwritable> {
    let mut session = game.beginning();
    let (name, position) = (game.engine.info().name, session.position_text());
    let fen = match name {
        "Othello" => rows(&*session),
        "Mill" => rings(&position),
        _ => return Err(unwritable(format!("does not begin at the start, which PGN of {name} cannot tell"))),
    };
    let read = hints::rows(&fen).unwrap_or_else(|| fen.clone());
    let is_read = session.set_position_text(&read).is_ok() && session.position_text() == position;
    let other = || unwritable(format!("begins from a position that PGN of {name} cannot tell"));
    is_read.then_some(fen).ok_or_else(other)
}

/// The rows from the last to the first, `p` Black and `P` White, with numbers of empty squares; the side to move.
fn rows(session: &dyn Engine) -> String {
    let row = |cells: &Vec<Cell>| {
        let (mut row, mut empty) = (String::new(), 0);
        for cell in cells {
            match cell {
                Cell::Stone(color) => {
                    row += &run(empty);
                    row.push(if *color == Color::Black { 'p' } else { 'P' });
                    empty = 0;
                }
                _ => empty += 1,
            }
        }
        row + &run(empty)
    };
    let rows: Vec<String> = session.rows().iter().rev().map(row).collect();
    format!("{} {} - - 0 1", rows.join("/"), session.side_to_move().letter().to_ascii_lowercase())
}

/// The number of empty squares, a digit each time.
fn run(mut empty: usize) -> String {
    let mut digits = String::new();
    while empty > 0 {
        let _ = write!(digits, "{}", empty.min(9));
        empty -= empty.min(9);
    }
    digits
}

/// Sanmill's text of a position of mill as a session writes it: the rings from the inner one, each from the middle of its upper side; the
/// side that begins by the rules is White there.
fn rings(position: &str) -> String {
    let fields: Vec<&str> = position.split('/').collect();
    let [outer, middle, inner, side, first_hand, second_hand, quiet] = fields[..] else { return position.to_owned() };
    let ring = |ring: &str| {
        let mark = |mark: char| match mark {
            'X' => 'O',
            'O' => '@',
            '*' => 'X',
            _ => '*',
        };
        let (corner, rest) = ring.split_at(1);
        rest.chars().chain(corner.chars()).map(mark).collect::<String>()
    };
    let rings = [inner, middle, outer].map(ring);
    let on_board = |mark: char| rings.iter().flat_map(|ring| ring.chars()).filter(|&own| own == mark).count();
    let side = if side == "B" { 'w' } else { 'b' };
    let (phase, action) = if [first_hand, second_hand] == ["0", "0"] { ('m', 's') } else { ('p', 'p') };
    let (first, second) = (on_board('O'), on_board('@'));
    let stones = format!("{first} {first_hand} {second} {second_hand}");
    format!("{} {side} {phase} {action} {stones} 0 0 -1 -1 -1 -1 0 {quiet} 1 ids:nodes", rings.join("/"))
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
