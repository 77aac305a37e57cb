//! Thinking on the opponent's time.

use crate::{Answer, Engine, PositionId, Query};
use tengen_core::game::MoveCode;
use tengen_core::search::Resources;

/// What there is to think about on the opponent's time.
pub(super) struct Pondering {
    /// The position after the move that was generated.
    position: PositionId,
    /// The reply that is expected to it, if any is.
    reply: Option<MoveCode>,
}

impl Pondering {
    /// What to think about after an answer that was just played; nothing where the player does not search, or
    /// owes points of its move.
    pub fn after(answer: &Answer, engine: &dyn Engine) -> Option<Self> {
        let line = answer.report.lines.first().filter(|_| !engine.owes_points())?;
        Some(Self { position: engine.id(), reply: line.pv.get(1).copied() })
    }

    /// Thinks about the expected reply, or else about all; `None` where the board is no longer the same.
    pub fn think(&self, engine: &mut dyn Engine, query: &Query<'_>, resources: &Resources) -> Option<Answer> {
        let same = self.position == engine.id();
        if same { engine.ponder(self.reply, query, resources).ok() } else { None }
    }
}
