//! Thinking on the opponent's time.

use super::{Host, Query};
use crate::engine::{Answer, Engine, EngineError, TextReport};
use crate::search::{Limits, Stop};

/// What there is to think about on the opponent's time.
pub(super) struct Pondering {
    /// The position after the move that was generated.
    position: String,
    /// The reply that is expected to it, if any is.
    reply: Vec<String>,
    found: Option<Found>,
}

/// What thinking on the opponent's time has come to.
struct Found {
    /// The position after the reply, the plies to it, and who thought about it.
    position: String,
    plies: usize,
    player: &'static str,
    report: TextReport,
}

impl Pondering {
    /// What to think about after an answer that was just played; nothing where the player does not search, or
    /// owes points of its move.
    pub fn after(answer: &Answer, engine: &dyn Engine) -> Option<Self> {
        let line = answer.report.lines.first().filter(|_| !engine.owes_points())?;
        let reply = line.pv.get(1).cloned().into_iter().collect();
        Some(Self { position: engine.position_text(), reply, found: None })
    }
}

impl Host {
    /// Thinks on the opponent's time, where that is wanted and the move that the player generated last is the last on
    /// the board: about the reply that it expects, or else about all. Ends when `stop` is raised, or there is nothing
    /// left to find out. A search of that position goes on from there; what else was found out stays in the table.
    pub fn ponder(&mut self, stop: &Stop) -> Option<Answer> {
        let wanted = self.settings.ponder && !stop.is_raised() && self.engine.outcome().is_none();
        let Pondering { position, reply, found } = self.pondering.as_ref().filter(|_| wanted)?;
        if *position != self.engine.position_text() {
            return None;
        }
        let side = self.engine.side_to_move();
        let color = if reply.is_empty() { side } else { !side };
        let limits = Limits { depth: self.settings.depth, ..Limits::default() };
        let player = self.engine.player().name;
        let begun = found.as_ref().filter(|found| found.player == player).map(|found| &found.report);
        let query = Query { after: reply, begun, ..Query::new(color, limits, stop) };
        let answer = self.think(&query, &mut |_| ()).ok()?;
        let position = self.position_after(reply).ok()?;
        let plies = self.engine.plies() + reply.len();
        let found = Found { position, plies, player, report: answer.report.clone() };
        self.pondering.as_mut()?.found = Some(found);
        Some(answer)
    }

    fn position_after(&self, moves: &[String]) -> Result<String, EngineError> {
        let mut session = self.session()?;
        session.set_position_text(&self.engine.position_text())?;
        for text in moves {
            session.play(session.side_to_move(), text)?;
        }
        Ok(session.position_text())
    }

    /// What was found out about the query on the opponent's time, if it was about that.
    pub(super) fn pondered(&self, query: &Query<'_>) -> Option<&TextReport> {
        let plain = query.after.is_empty() && query.allowed.is_empty() && query.avoided.is_empty();
        let found = self.pondering.as_ref()?.found.as_ref().filter(|_| plain && self.settings.ponder)?;
        let same = found.player == self.engine.player().name
            && found.plies == self.engine.plies()
            && found.position == self.engine.position_text();
        same.then_some(&found.report)
    }
}
