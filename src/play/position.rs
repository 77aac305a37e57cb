//! What is shown of the game on the board.

use super::choice::LegalMove;
use tengen_core::game::notation::points_of;
use tengen_core::game::{Cell, Color, Outcome, Vertex};
use tengen_core::search::Scale;
use tengen_session::Engine;

/// The game on the board, as it is shown.
#[derive(Clone, Debug)]
pub struct ShownPosition {
    /// Game, rule set and size.
    pub title: String,
    /// What stands on each point, in the order of [`Geometry::points`](super::Geometry::points).
    pub cells: Vec<Cell>,
    /// The legal moves; none once the game is over.
    pub legal: Vec<LegalMove>,
    /// The side to move.
    pub to_move: Color,
    /// The moves played.
    pub moves: Vec<(Color, String)>,
    /// What the board does not show: counts, stones in hand.
    pub remark: String,
    /// The point of the last move's stone.
    pub last: Option<Vertex>,
    /// The result in words, once the game is over.
    pub result: Option<String>,
    /// True where a pass is the only legal move.
    pub must_pass: bool,
    /// How values read.
    pub scale: Scale,
}

/// The name of a side where a sentence begins.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

impl ShownPosition {
    /// Of a session.
    pub fn of(engine: &dyn Engine) -> Self {
        let legal = |(text, mv)| LegalMove { text, points: engine.points(mv) };
        let moves = engine.moves_played();
        let on_board = |cell: &Cell| *cell != Cell::Outside;
        Self {
            title: format!("{}, {}, {}", engine.info().name, engine.rule(), engine.size()),
            cells: engine.rows().into_iter().flatten().filter(on_board).collect(),
            legal: engine.legal_texts().into_iter().zip(engine.legal_moves()).map(legal).collect(),
            to_move: engine.side_to_move(),
            remark: remark(engine),
            last: moves.last().and_then(|(color, text)| last_stone(engine, *color, text)),
            result: result(engine),
            must_pass: engine.must_pass(),
            scale: engine.scale(),
            moves,
        }
    }
}

/// The last point of a move that its side has a stone on.
fn last_stone(engine: &dyn Engine, color: Color, text: &str) -> Option<Vertex> {
    let points = points_of(text).unwrap_or_default();
    points.into_iter().rfind(|&point| engine.cell(point) == Cell::Stone(color))
}

/// The line below the drawing, but for the side to move, the rule set and the result, which stand elsewhere.
fn remark(engine: &dyn Engine) -> String {
    let drawing = engine.drawing();
    let status = drawing.lines().last().unwrap_or_default().trim();
    let elsewhere = |part: &str| {
        part == engine.rule()
            || [" to move", " has won"].iter().any(|end| part.ends_with(end))
            || ["game over", "drawn"].iter().any(|start| part.starts_with(start))
    };
    status.split(", ").filter(|part| !elsewhere(part)).collect::<Vec<_>>().join(", ")
}

fn result(engine: &dyn Engine) -> Option<String> {
    let text = engine.result_text()?;
    Some(match engine.outcome()? {
        Outcome::Draw => "The game is drawn.".to_owned(),
        Outcome::Win(winner, _) if text.ends_with("+R") => format!("{} wins by resignation.", name(winner)),
        Outcome::Win(winner, 1) => format!("{} wins.", name(winner)),
        Outcome::Win(winner, margin) => format!("{} wins by {margin}.", name(winner)),
    })
}
