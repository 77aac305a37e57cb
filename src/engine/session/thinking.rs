//! Questions to the player, and its thoughts as text.

use super::Session;
use crate::engine::{Answer, Engine as _, EngineError, Query, TextLine, TextReport};
use crate::games::Playable;
use crate::search::score::{is_decided, plies_to_end};
use crate::search::{Report, Request, Resources, Score, Variation};

impl<G: Playable> Session<G> {
    /// The move that the player would make. See [`Engine::think`](crate::engine::Engine::think).
    pub(super) fn ask_player(
        &self,
        query: &Query<'_>,
        resources: &Resources,
        report: &mut (dyn FnMut(&TextReport) + Send),
    ) -> Result<Answer, EngineError> {
        let pass = Answer { text: "pass".to_owned(), report: TextReport::default() };
        let mut history = self.history.clone();
        for text in query.after {
            let mv = history.current().parse_move(text)?;
            history.play(mv);
        }
        if query.after.is_empty()
            && self.outcome().is_none()
            && let Some(implied) = self.implied_pass(query.color)?
        {
            history.play(implied);
        }
        if history.outcome().is_some() || self.resigned.is_some() {
            return Ok(pass);
        }
        let game = history.current().clone();
        if game.forced_pass().is_some() {
            return Ok(pass);
        }
        self.reserve()?;
        let only = self.choice(&game, query);
        let begun = query.begun.and_then(|report| Self::read_report(&game, report));
        let mut request = Request {
            stop: query.stop.clone(),
            seed: query.seed,
            lines: query.lines,
            only: &only,
            begun: begun.as_ref(),
            report: Box::new(|news| report(&Self::text_report(&game, news))),
            ..resources.request(&history, query.limits)
        };
        let thought = self.player.choose(&mut request);
        let mv = if only.is_empty() || only.contains(&thought.mv) { thought.mv } else { only[0] };
        Ok(Answer { text: self.answer_text(&game, mv), report: Self::text_report(&game, &thought.report) })
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

    /// The inverse of [`Session::text_report`], for the first line.
    fn read_report(game: &G, report: &TextReport) -> Option<Report<G::Move>> {
        let line = report.lines.first()?;
        let mut game = game.clone();
        let moves = line.pv.iter().map_while(|text| {
            let mv = game.parse_move(text).ok()?;
            game.play(mv);
            Some(mv)
        });
        let line = Variation { score: line.score, exact: line.exact, nodes: line.nodes, pv: moves.collect() };
        let TextReport { depth, confidence, nodes, time, .. } = *report;
        Some(Report { depth, confidence, nodes, time, lines: vec![line] })
    }

    fn text_report(game: &G, report: &Report<G::Move>) -> TextReport {
        let line = |line: &Variation<G::Move>| {
            let mut game = game.clone();
            let pv = line.pv.iter().map(|&mv| {
                let text = move_text(&game, mv);
                game.play(mv);
                text
            });
            TextLine {
                pv: pv.collect(),
                score: line.score,
                score_text: score_text::<G>(line.score),
                win_chance: win_chance::<G>(line.score),
                exact: line.exact,
                nodes: line.nodes,
            }
        };
        TextReport {
            depth: report.depth,
            confidence: report.confidence,
            nodes: report.nodes,
            time: report.time,
            lines: report.lines.iter().map(line).collect(),
        }
    }
}

/// A move as GTP writes it: a pass in lower case.
pub(super) fn move_text<G: Playable>(game: &G, mv: G::Move) -> String {
    if G::is_pass(mv) { "pass".to_owned() } else { game.move_text(mv) }
}

/// The chance, 0 to 1, that the side with this value wins.
pub(super) fn win_chance<G: Playable>(score: Score) -> f64 {
    if is_decided(score) { f64::from(score > 0) } else { G::win_chance(score).clamp(0.0, 1.0) }
}

/// A value as a person reads it: `#n` for a win in n plies and `-#n` for a loss; the game's own text otherwise.
pub(super) fn score_text<G: Playable>(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) if score > 0 => format!("#{plies}"),
        Some(plies) => format!("-#{plies}"),
        None => G::score_text(score),
    }
}
