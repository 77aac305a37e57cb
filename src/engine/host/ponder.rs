//! Thinking on the opponent's time.

use super::Host;
use crate::engine::{Answer, Engine, Query};
use crate::search::{Limits, Stop};

/// What there is to think about on the opponent's time.
pub(super) struct Pondering {
    /// The position after the move that was generated.
    position: String,
    /// The reply that is expected to it, if any is.
    reply: Option<String>,
}

impl Pondering {
    /// What to think about after an answer that was just played; nothing where the player does not search, or
    /// owes points of its move.
    pub fn after(answer: &Answer, engine: &dyn Engine) -> Option<Self> {
        let line = answer.report.lines.first().filter(|_| !engine.owes_points())?;
        Some(Self { position: engine.position_text(), reply: line.pv.get(1).cloned() })
    }
}

impl Host {
    /// Thinks on the opponent's time, where that is wanted and the move that the player generated last is the last on
    /// the board: about the reply that it expects, or else about all. Ends when `stop` is raised, or there is nothing
    /// left to find out. A search of that position goes on from there; what else was found out stays in the table.
    pub fn ponder(&mut self, stop: &Stop) -> Option<Answer> {
        let wanted = self.settings.ponder && !stop.is_raised() && self.engine.outcome().is_none();
        let Pondering { position, reply } = self.pondering.as_ref().filter(|_| wanted)?;
        if *position != self.engine.position_text() {
            return None;
        }
        let limits = Limits { depth: self.settings.depth, ..Limits::default() };
        let query = Query { seed: self.settings.seed, ..Query::new(limits, stop) };
        self.engine.ponder(reply.as_deref(), &query, &self.resources).ok()
    }
}
