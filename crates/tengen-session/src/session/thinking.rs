//! Queries to the player, and its answers as text.

use super::{Pondered, Session};
use crate::{Answer, Engine as _, EngineError, Query, Report};
use tengen_core::game::{Color, History};
use tengen_core::playable::Playable;
use tengen_core::search::{self, Resources, Task};

impl<G: Playable> Session<G> {
    /// The move that the player would make. See [`Engine::think`](crate::Engine::think).
    pub(super) fn answer(
        &self,
        color: Color,
        query: &Query<'_>,
        resources: &Resources,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Answer, EngineError> {
        let mut history = self.history.clone();
        if self.outcome().is_none()
            && let Some(implied) = self.implied_pass(color)?
        {
            history.play(implied);
        }
        let begun = self.pondered_about(&history).filter(|_| query.is_about_all_moves());
        Ok(self.ask(&history, query, begun, resources, report)?.1)
    }

    /// Thinks about the position after an expected reply. See [`Engine::ponder`](crate::Engine::ponder).
    pub(super) fn answer_ahead(
        &mut self,
        reply: Option<&str>,
        query: &Query<'_>,
        resources: &Resources,
    ) -> Result<Answer, EngineError> {
        let mut history = self.history.clone();
        if let Some(text) = reply {
            let mv = history.current().parse_move(text)?;
            history.play(mv);
        }
        let begun = self.pondered_about(&history);
        let (found, answer) = self.ask(&history, query, begun, resources, &mut |_| ())?;
        let (position, plies) = (history.current().clone(), history.plies());
        self.pondered = found.map(|report| Pondered { position, plies, report });
        Ok(answer)
    }

    /// What thinking on the opponent's time has found out about the last position of a game.
    fn pondered_about(&self, history: &History<G>) -> Option<&search::Report<G::Move>> {
        let same = |found: &&Pondered<G>| found.plies == history.plies() && found.position == *history.current();
        self.pondered.as_ref().filter(same).map(|found| &found.report)
    }

    /// Asks the player about the last position of a game. The report is also given as it was made, where there was
    /// something to think about.
    #[allow(clippy::type_complexity)] // A report twice, in moves and in text.
    fn ask(
        &self,
        history: &History<G>,
        query: &Query<'_>,
        begun: Option<&search::Report<G::Move>>,
        resources: &Resources,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<(Option<search::Report<G::Move>>, Answer), EngineError> {
        let game = history.current();
        let over = history.outcome().is_some() || self.resigned.is_some();
        if over || game.forced_pass().is_some() {
            return Ok((None, Answer::unsearched("pass".to_owned())));
        }
        self.reserve()?;
        let allowed = self.choice(game, query);
        let Query { limits, stop, lines, seed, .. } = *query;
        let typed = search::Query { limits, stop, lines, allowed: &allowed, avoided: &[], seed };
        let mut task = Task {
            begun,
            report: Box::new(|news| report(&Self::in_text(game, news))),
            ..resources.task(history, typed)
        };
        let answer = self.player.choose(&mut task);
        let mv = if allowed.is_empty() || allowed.contains(&answer.mv) { answer.mv } else { allowed[0] };
        let text = Answer { mv: self.answer_text(game, mv), report: Self::in_text(game, &answer.report) };
        Ok((Some(answer.report), text))
    }

    /// The moves that the player may choose from, where it may not choose from all: a move half entered binds it to
    /// what can still follow, and an analysis may ask for some moves only.
    fn choice(&self, game: &G, query: &Query<'_>) -> Vec<G::Move> {
        if self.entered.is_empty() && query.allowed.is_empty() && query.avoided.is_empty() {
            return Vec::new();
        }
        let moves = self.completions(game);
        let named =
            |list: &[String], mv| list.iter().any(|text| text.eq_ignore_ascii_case(&self.answer_text(game, mv)));
        let wanted =
            |&mv: &G::Move| (query.allowed.is_empty() || named(query.allowed, mv)) && !named(query.avoided, mv);
        let chosen: Vec<_> = moves.iter().copied().filter(wanted).collect();
        if chosen.is_empty() { moves } else { chosen }
    }

    /// The text that [`Engine::play`] takes for a chosen move: the points that are still owed, where some are entered.
    pub(super) fn answer_text(&self, game: &G, mv: G::Move) -> String {
        match game.steps(mv).get(self.entered.len()) {
            Some(point) if !self.entered.is_empty() => point.to_string(),
            _ => move_text(game, mv),
        }
    }

    /// A report with moves as text.
    fn in_text(game: &G, report: &search::Report<G::Move>) -> Report {
        let line = |line: &search::Variation<G::Move>| {
            let mut game = game.clone();
            let pv = line.pv.iter().map(|&mv| {
                let text = move_text(&game, mv);
                game.play(mv);
                text
            });
            search::Variation { pv: pv.collect(), score: line.score, exact: line.exact, nodes: line.nodes }
        };
        let lines = report.lines.iter().map(line).collect();
        let search::Report { depth, confidence, nodes, time, .. } = *report;
        Report { depth, confidence, nodes, time, lines }
    }
}

/// A move as GTP writes it: a pass in lower case.
pub(super) fn move_text<G: Playable>(game: &G, mv: G::Move) -> String {
    if G::is_pass(mv) { "pass".to_owned() } else { game.move_text(mv) }
}
