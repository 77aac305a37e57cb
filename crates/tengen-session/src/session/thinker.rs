//! A session as a [`Thinker`].

use super::{Pondered, Session};
use crate::clock::PlayerClock;
use crate::{Answer, Board as _, EngineError, PlayerInfo, Query, Report, Thinker, Turn};
use std::sync::Arc;
use std::time::Duration;
use tengen_core::game::{Color, History, Move as _, MoveCode};
use tengen_core::playable::{Level, Playable};
use tengen_core::search::memory::{self, HEAP};
use tengen_core::search::score::before_move;
use tengen_core::search::{self, Goal, Limits, Resources, Scale, Task};

impl<G: Playable> Thinker for Session<G> {
    fn players(&self) -> Vec<PlayerInfo> {
        G::players().iter().map(PlayerInfo::from).collect()
    }

    fn player(&self) -> PlayerInfo {
        self.info
    }

    fn set_player(&mut self, name: &str) -> Result<(), EngineError> {
        let players = G::players();
        let Some(player) = players.iter().find(|player| player.name.eq_ignore_ascii_case(name)) else {
            let known: Vec<_> = players.iter().map(|player| player.name).collect();
            return Err(EngineError::Unknown { what: "player", name: name.to_owned(), known: known.join(" ") });
        };
        self.player = (player.create)(&self.start, &self.options)?.into();
        self.info = player.into();
        self.pondered = None;
        Ok(())
    }

    fn scale(&self) -> Scale {
        G::SCALE
    }

    fn levels(&self) -> &'static [Level] {
        G::LEVELS
    }

    fn limits(&self, query: &Query<'_>, resources: &Resources) -> Limits {
        limits_of(self.history.current(), query, resources)
    }

    fn folder_tables(&self) -> usize {
        self.player.folder_tables()
    }

    fn memory(&self) -> usize {
        self.player.memory(&self.start)
    }

    fn reserve(&self) -> Result<(), EngineError> {
        let memory = self.memory();
        if memory > 0 {
            memory::check(memory.saturating_add(HEAP))?;
            self.player.reserve(&self.start)?;
        }
        Ok(())
    }

    fn can_move(&self, color: Color) -> Result<(), EngineError> {
        if self.outcome().is_some() { Ok(()) } else { self.implied_pass(color).map(|_| ()) }
    }

    fn think(
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
        Ok(self.search(&history, query, begun, resources, report)?.1)
    }

    fn ponder(
        &mut self,
        reply: Option<MoveCode>,
        query: &Query<'_>,
        resources: &Resources,
    ) -> Result<Answer, EngineError> {
        let mut history = self.history.clone();
        if let Some(code) = reply {
            let illegal = || EngineError::Illegal("this is not among the legal moves".to_owned());
            let mv = history.current().decode(code).ok_or_else(illegal)?;
            history.play(mv);
        }
        let begun = self.pondered_about(&history);
        let (found, answer) = self.search(&history, query, begun, resources, &mut |_| ())?;
        let (position, plies) = (history.current().clone(), history.plies());
        self.pondered = found.map(|report| Pondered { position, plies, report });
        Ok(answer)
    }

    fn forget(&mut self) {
        self.pondered = None;
    }
}

/// A report with moves of the game's type; `None` where there was nothing to think about.
type Found<M> = Option<search::Report<M>>;

impl<G: Playable> Session<G> {
    /// The report of thinking on the opponent's time about the last position of a game.
    fn pondered_about(&self, history: &History<G>) -> Option<&search::Report<G::Move>> {
        let same = |found: &&Pondered<G>| found.plies == history.plies() && found.position == *history.current();
        self.pondered.as_ref().filter(same).map(|found| &found.report)
    }

    /// Asks the player about the last position of a game.
    fn search(
        &self,
        history: &History<G>,
        query: &Query<'_>,
        begun: Option<&search::Report<G::Move>>,
        resources: &Resources,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<(Found<G::Move>, Answer), EngineError> {
        let game = history.current();
        let root = self.root_of(game.clone());
        let over = history.outcome().is_some() || self.resigned.is_some();
        let pass = game.forced_pass();
        if over || pass.is_some() {
            let mut answer = Answer::unsearched(Turn::Pass, root);
            if let Some(pass) = pass.filter(|_| !over && query.limits.goal != Goal::Move) {
                answer.report = self.search_after_pass(history, pass, query, resources, report)?;
            }
            return Ok((None, answer));
        }
        self.reserve()?;
        let allowed = self.choice(game, query);
        let Query { stop, lines, seed, .. } = *query;
        let limits = limits_of(game, query, resources);
        let typed = search::Query { limits, stop, lines, allowed: &allowed, seed };
        let mut task = Task {
            begun,
            report: Box::new(|news| report(&Report::of::<G>(&root, news))),
            ..resources.task(history, typed)
        };
        let search::Answer { mv, report: found } = self.player.choose(&mut task);
        drop(task);
        let mv = if allowed.is_empty() || allowed.contains(&mv) { mv } else { allowed[0] };
        let turn = self.owed_point(game, mv).map_or(Turn::Move(MoveCode(mv.code())), Turn::Point);
        let report = Report::of::<G>(&Arc::clone(&root), &found);
        Ok((Some(found), Answer { turn, report }))
    }

    /// Searches the position after a pass that the rules ask for, where the value is asked for: the report is of the position
    /// before it.
    fn search_after_pass(
        &self,
        history: &History<G>,
        pass: G::Move,
        query: &Query<'_>,
        resources: &Resources,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Report, EngineError> {
        let root = self.root_of(history.current().clone());
        let before = |after: &Report| {
            let mut found = search::Report::clone(after);
            for line in &mut found.lines {
                line.score = before_move(line.score);
                line.pv.insert(0, MoveCode(pass.code()));
            }
            found.lines.truncate(1);
            Report::new(Arc::clone(&root), found)
        };
        let mut after = history.clone();
        after.play(pass);
        let query = Query { lines: 1, allowed: &[], avoided: &[], ..*query };
        let (_, answer) = self.search(&after, &query, None, resources, &mut |news| report(&before(news)))?;
        Ok(before(&answer.report))
    }

    /// The moves that the player may choose from, where it may not choose from all: a move half entered binds it to
    /// what can still follow, and an analysis may ask for some moves only.
    fn choice(&self, game: &G, query: &Query<'_>) -> Vec<G::Move> {
        if self.entered.is_empty() && query.is_about_all_moves() {
            return Vec::new();
        }
        let moves = self.completions(game);
        let among = |list: &[MoveCode], mv: G::Move| list.contains(&MoveCode(mv.code()));
        let wanted =
            |&mv: &G::Move| (query.allowed.is_empty() || among(query.allowed, mv)) && !among(query.avoided, mv);
        let chosen: Vec<_> = moves.iter().copied().filter(wanted).collect();
        if chosen.is_empty() { moves } else { chosen }
    }
}

/// The limits of a search of a position that begins now, see [`Thinker::limits`].
fn limits_of<G: Playable>(game: &G, query: &Query<'_>, resources: &Resources) -> Limits {
    let budget = query.clock.map(|clock| clock.budget(moves_to_think(game, clock)));
    let gone = query.asked.map_or(Duration::ZERO, |asked| resources.since(asked));
    query.limits.within(budget).left_after(gone)
}

/// The number of moves that the time on a clock is shared among, where the rules say how many plies are left: as many as would
/// take all the effort if each move took what the next one does.
fn moves_to_think<G: Playable>(game: &G, clock: PlayerClock) -> Option<u32> {
    let left = game.plies_left()?.max(1);
    let pace = clock.budget(Some(left.div_ceil(2))).soft;
    let effort = |plies| G::effort(plies, pace);
    let all: u32 = (1..=left).rev().step_by(2).map(effort).sum();
    Some(all.div_ceil(effort(left)))
}
