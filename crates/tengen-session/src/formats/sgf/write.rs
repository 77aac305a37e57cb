//! Writes a game as SGF text.

use super::stones;
use crate::formats::PerfectScore;
use crate::tree::{Extent, GameTree, Mark, NodeId, ROOT, Step};
use std::fmt::Write as _;
use tengen_core::game::{Color, History, Notation, Setup};

/// How many moves stand on a line of the file.
const MOVES_A_LINE: usize = 10;

/// Notes about a game, which its moves do not tell. Unknown notes are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes<'a> {
    /// `PB`: Black's name.
    pub black: Option<&'a str>,
    /// `PW`: White's name.
    pub white: Option<&'a str>,
    /// `GN`: the game's name.
    pub name: Option<&'a str>,
    /// `EV`: the tournament.
    pub event: Option<&'a str>,
    /// `PC`: the place.
    pub place: Option<&'a str>,
    /// `RO`: the round.
    pub round: Option<&'a str>,
    /// `DT`: the day, as `2026-09-21`.
    pub date: Option<&'a str>,
    /// `RE`: the result as SGF writes it, where it is not that of the rules: a resignation, a forfeit.
    pub result: Option<&'a str>,
    /// [`write()`]'s own `XT`: the result with perfect play.
    pub perfect: Option<PerfectScore>,
    /// `C` of the root: a comment about the game.
    pub comment: Option<&'a str>,
    /// `C` of the moves, from the first; an empty text is no comment.
    pub comments: &'a [String],
}

/// Writes a game as a FF\[4\] file, without an empty line.
///
/// `standard` is the starting position of the game's rules (`RU`) and size. A game that begins elsewhere gets its stones and side
/// to move in the root, and where those do not restore the position (stones already lost at mill) the whole of the position in
/// `XP`, a property of this program. Passes are empty moves. The result is written once the game is over.
pub fn write<G: Notation>(history: &History<G>, standard: &G, rule: &str, notes: Notes<'_>) -> String {
    let mut tree = GameTree::default();
    for (number, (_, mv)) in history.moves().enumerate() {
        tree.play(mv);
        tree.set_comment(tree.current(), notes.comments.get(number).map_or("", String::as_str));
    }
    let result = history.outcome().map(|outcome| outcome.to_string());
    let notes = Notes { result: notes.result.or(result.as_deref()), ..notes };
    write_tree(&tree, Extent::Board, history.start(), standard, rule, notes)
}

/// Writes a tree of games that begin with `start`, as [`write()`] does a game. The comments are those of the tree, but for one to the
/// game; the result is that of the notes.
pub fn write_tree<G: Notation>(
    tree: &GameTree<G::Move>,
    extent: Extent,
    start: &G,
    standard: &G,
    rule: &str,
    notes: Notes<'_>,
) -> String {
    let (cols, rows) = standard.dimensions();
    let size = if cols == rows { cols.to_string() } else { format!("{cols}:{rows}") };
    let game = G::SGF_GAME.map_or_else(String::new, |number| format!("GM[{number}]"));
    let mut text =
        format!("(;FF[4]CA[UTF-8]AP[tengen:{}]{game}SZ[{size}]RU[{}]", env!("CARGO_PKG_VERSION"), escape(rule));
    let Notes { black, white, name, event, place, round, date, result, perfect, comment, .. } = notes;
    let perfect = perfect.map(|score| score.to_string());
    let comment = comment.or(Some(tree.comment(ROOT)).filter(|comment| !comment.is_empty()));
    let root = [
        ("PB", black),
        ("PW", white),
        ("GN", name),
        ("EV", event),
        ("PC", place),
        ("RO", round),
        ("DT", date),
        ("RE", result),
        ("XT", perfect.as_deref()),
        ("C", comment),
    ];
    for (property, value) in root {
        if let Some(value) = value {
            let _ = write!(text, "{property}[{}]", escape(value));
        }
    }
    text += &marks(tree, ROOT, start);
    if start != standard {
        text += &set_up(start, standard);
    }
    let mut board = History::new(start.clone());
    for step in tree.walk(extent) {
        match step {
            Step::Enter(node, divides) => {
                let Some(mv) = tree.mv(node) else { continue };
                let line_end = match divides {
                    true => "\n(",
                    false if board.plies().is_multiple_of(MOVES_A_LINE) => "\n",
                    false => "",
                };
                let game = board.current();
                let _ = write!(text, "{line_end};{}[{}]", game.side_to_move().letter(), escape(&game.sgf_move(mv)));
                if !tree.comment(node).is_empty() {
                    let _ = write!(text, "C[{}]", escape(tree.comment(node)));
                }
                text += &marks(tree, node, start);
                board.play(mv);
            }
            Step::Leave(_, divides) => {
                board.undo();
                text.extend(divides.then_some(')'));
            }
        }
    }
    text + ")"
}

/// What is shown in the position after a node.
fn marks<G: Notation>(tree: &GameTree<G::Move>, node: NodeId, board: &G) -> String {
    let mut text = String::new();
    let name = |mark: &Mark| match mark {
        Mark::Label(_) => "LB",
        Mark::Triangle => "TR",
        Mark::Cross => "MA",
        Mark::Square => "SQ",
        Mark::Circle => "CR",
    };
    for property in ["LB", "TR", "MA", "SQ", "CR"] {
        let own = tree.marks(node).filter(|(_, mark)| property == name(mark));
        let values: String = own
            .map(|(point, mark)| match mark {
                Mark::Label(label) => format!("[{}:{}]", board.sgf_point(point), escape(label)),
                _ => format!("[{}]", board.sgf_point(point)),
            })
            .collect();
        if !values.is_empty() {
            text += property;
            text += &values;
        }
    }
    text
}

/// The properties that turn the standard position into `start`.
fn set_up<G: Notation>(start: &G, standard: &G) -> String {
    let mut text = String::new();
    let (now, before) = (stones(start), stones(standard));
    let mut points = |property: &str, points: Vec<String>| {
        if !points.is_empty() {
            let _ = write!(text, "\n{property}[{}]", points.join("]["));
        }
    };
    for color in Color::BOTH {
        let own = now.iter().filter(|(_, owner)| **owner == color);
        points(&format!("A{}", color.letter()), own.map(|(vertex, _)| start.sgf_point(*vertex)).collect());
    }
    let gone = before.keys().filter(|vertex| !now.contains_key(vertex));
    points("AE", gone.map(|vertex| start.sgf_point(*vertex)).collect());
    let _ = write!(text, "PL[{}]", start.side_to_move().letter());
    let stones = now.into_iter().map(|(vertex, color)| (color, vertex)).collect();
    if standard.set_up(&Setup::new(stones, start.side_to_move())).as_ref() != Ok(start) {
        let _ = write!(text, "XP[{}]", escape(&start.position_text()));
    }
    text
}

/// Escapes the characters of a value that would end it or escape others, and puts the value on one line.
pub fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            ']' | '\\' | ':' => text.extend(['\\', c]),
            _ if c.is_control() => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}
