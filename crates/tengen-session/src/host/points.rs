//! Moves for a client that knows only points: a generated move is given out point by point.

use crate::{Answer, Engine, PositionId, Turn};
use tengen_core::game::{Color, Vertex};

/// A move that was generated, and that is half entered.
pub(super) struct Begun {
    /// The position before it.
    pub position: PositionId,
    pub answer: Answer,
}

/// True where a side has to wait until the other has entered its move. It passes: a client that knows only points may
/// let the sides take turns strictly.
pub(super) fn waits(engine: &dyn Engine, color: Color) -> bool {
    engine.owes_points() && color != engine.side_to_move()
}

/// The answer where there is nothing to think about: a move that was generated is half entered.
pub(super) fn owed(engine: &dyn Engine, color: Color, begun: Option<&Begun>) -> Option<Answer> {
    if waits(engine, color) {
        let root = engine.root(engine.side_to_move()).ok()?;
        return Some(Answer::unsearched(Turn::Pass, root));
    }
    let Begun { position, answer } = begun.filter(|_| engine.owes_points())?;
    let same = same_but_points(*position, engine.id()) && next(engine, answer).is_some();
    same.then(|| answer.clone())
}

/// The point of an answer's move that is to be entered next.
pub(super) fn next(engine: &dyn Engine, answer: &Answer) -> Option<Vertex> {
    let whole = match (answer.report.lines.first(), answer.turn) {
        (Some(line), _) => *line.pv.first()?,
        (None, Turn::Move(mv)) => mv,
        (None, _) => return None,
    };
    engine.points(whole).into_iter().next()
}

/// True for one position, whatever points are entered.
fn same_but_points(a: PositionId, b: PositionId) -> bool {
    (a.key, a.plies) == (b.key, b.plies)
}
