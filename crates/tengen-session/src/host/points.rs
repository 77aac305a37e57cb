//! Moves for a client that knows only points: a generated move is given out point by point.

use crate::{Answer, Engine};
use tengen_core::game::Color;

/// A move that was generated, and that is half entered.
pub(super) struct Begun {
    /// The position before it.
    pub position: String,
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
        return Some(Answer::unsearched("pass".to_owned()));
    }
    let Begun { position, answer } = begun.filter(|_| engine.owes_points())?;
    let same = *position == engine.position_text() && next(engine, answer).is_some();
    same.then(|| answer.clone())
}

/// The point of an answer's move that is to be entered next.
pub(super) fn next(engine: &dyn Engine, answer: &Answer) -> Option<String> {
    let whole = answer.report.lines.first().and_then(|line| line.pv.first()).unwrap_or(&answer.mv);
    engine.points(whole).into_iter().next()
}
