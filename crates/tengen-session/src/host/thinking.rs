//! How a host thinks: queries, levels, the book, moves for a client that knows only points, pondering.

use super::{Begun, Host, Pondering};
use crate::{Answer, Engine, EngineError, PositionId, Query, Report, Turn};
use std::time::Duration;
use tengen_core::game::{Color, Vertex, zobrist};
use tengen_core::playable::Level;
use tengen_core::search::{Limits, Resources, Score, Stop};

/// Nodes of the search behind a forced pass.
const PASS_NODES: u64 = 10_000;

impl Host {
    /// A query with these limits and the seed of the settings; its time counts from the beginning of the search.
    pub fn query<'a>(&self, limits: Limits, stop: &'a Stop) -> Query<'a> {
        Query { seed: self.settings.seed, ..Query::new(limits, stop) }
    }

    /// The same for a side's move, with the limits of the settings and the side's clock; without either, a second.
    pub fn query_for<'a>(&self, color: Color, stop: &'a Stop) -> Query<'a> {
        Query { clock: self.clocks.of(color), ..self.query(self.settings.limits(), stop) }.bounded()
    }

    /// Asks the player for a move; the game does not change.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    pub fn think(
        &self,
        color: Color,
        query: &Query<'_>,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Answer, EngineError> {
        self.engine.think(color, query, &self.resources, report)
    }

    /// The move that this host would play for a side: that of its level, where one is set; otherwise the book's, where the book
    /// has one, or the player's. With `pointwise` the answer is the next point of the move, for a client that knows only points.
    /// The game does not change.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    pub fn generate(
        &self,
        color: Color,
        query: &Query<'_>,
        pointwise: bool,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Answer, EngineError> {
        let owed = if pointwise { owed(&*self.engine, color, self.begun.as_ref()) } else { None };
        let found = match (owed, self.level()) {
            (Some(owed), _) => Some(owed),
            (None, Some(level)) => Some(self.choose(level, color, query)?),
            (None, None) => self.look_up(color, query),
        };
        let mut answer = match found {
            Some(answer) => {
                report(&answer.report);
                answer
            }
            None => self.think(color, query, report)?,
        };
        if pointwise && let Some(point) = next_point(&*self.engine, &answer) {
            answer.turn = Turn::Point(point);
        }
        Ok(answer)
    }

    /// The level at which moves are generated; none at full strength, and for other players than the default.
    pub fn level(&self) -> Option<&'static Level> {
        let default = self.engine.players().first().is_some_and(|player| *player == self.engine.player());
        let place = usize::from(self.settings.level?).checked_sub(1).filter(|_| default)?;
        self.engine.levels().get(place)
    }

    /// The move that the player chooses at a level, with the move's own line as the only one. The same seed and position give the
    /// same move.
    fn choose(&self, level: &Level, color: Color, query: &Query<'_>) -> Result<Answer, EngineError> {
        let depth = query.limits.depth.map_or(level.depth, |depth| depth.min(level.depth));
        let weaker = Query { limits: Limits { depth: Some(depth), ..query.limits }, lines: level.breadth, ..*query };
        let mut answer = self.think(color, &weaker, &mut |_| ())?;
        let report = &mut answer.report;
        let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        let position = u64::from(crc32fast::hash(self.engine.position_text().as_bytes()));
        let mut rng = fastrand::Rng::with_seed(zobrist::mix(query.seed ^ zobrist::mix(position)));
        let Some(place) = level.choose(&self.engine.scale(), &scores, &mut rng) else {
            return Ok(answer);
        };
        let line = report.lines.swap_remove(place);
        answer.turn = Turn::Move(line.pv[0]);
        report.lines = vec![line];
        if self.engine.owes_points()
            && let Some(point) = next_point(&*self.engine, &answer)
        {
            answer.turn = Turn::Point(point);
        }
        Ok(answer)
    }

    /// Whether a move may be generated for a side.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    pub fn can_generate(&self, color: Color, pointwise: bool) -> Result<(), EngineError> {
        if pointwise && waits(&*self.engine, color) { Ok(()) } else { self.engine.can_move(color) }
    }

    /// The book's answer, where the query allows every move and the book has one.
    fn look_up(&self, color: Color, query: &Query<'_>) -> Option<Answer> {
        let wanted = query.is_about_all_moves();
        let book = self.book.as_ref().filter(|book| wanted && *book.variant() == self.engine.variant())?;
        let begun = self.engine.owes_points() || self.engine.outcome().is_some();
        let turn = self.engine.side_to_move() == color;
        if turn && !begun { book.answer(&mut *self.engine.fork(), query.seed) } else { None }
    }

    /// Thinks on the opponent's time, where that is wanted and the move that the player generated last is the last on the board:
    /// about the reply that the player expects, or else about all replies. Ends when `stop` is raised, or there is nothing left
    /// to find out. A search of that position goes on from there; what else was found out stays in the table.
    pub fn ponder(&mut self, stop: &Stop) -> Option<Answer> {
        let wanted = self.settings.ponder && self.level().is_none() && !stop.is_raised();
        let pondering = self.pondering.as_ref().filter(|_| wanted && self.engine.outcome().is_none())?;
        let query = self.query(self.settings.limits(), stop).until_stopped();
        pondering.think(&mut *self.engine, &query, &self.resources)
    }

    /// A query for a move that is shown with its value: where the rules force a pass, a short search finds the value after it.
    pub fn with_value<'q>(&self, query: Query<'q>) -> Query<'q> {
        if !self.engine.must_pass() {
            return query;
        }
        let nodes = query.limits.nodes.map_or(PASS_NODES, |nodes| nodes.min(PASS_NODES));
        Query { limits: Limits { nodes: Some(nodes), ..query.limits }, ..query }.for_value()
    }

    /// Ends thinking on the opponent's time, until the player has generated another move.
    pub fn stop_pondering(&mut self) {
        self.pondering = None;
    }

    /// Keeps an answer that was given, for [`Host::last`].
    pub fn remember(&mut self, answer: Answer) {
        self.last = Some(answer);
    }

    /// Plays a move that the player was asked for and took `took` for; its clock has run meanwhile.
    ///
    /// # Errors
    /// As [`Board::play`](crate::Board::play).
    pub fn accept(&mut self, color: Color, answer: Answer, took: Duration) -> Result<(), EngineError> {
        let position = self.engine.id();
        self.engine.play(color, answer.turn)?;
        if self.engine.owes_points() && color == self.engine.side_to_move() {
            self.begun = Some(Begun { position, answer: answer.clone() });
        }
        self.clocks.spend(color, took);
        self.pondering = Pondering::after(&answer, &*self.engine);
        self.remember(answer);
        Ok(())
    }
}

/// True where a side has to wait until the other side has entered its move. The waiting side passes: a client that knows only
/// points may let the sides take turns strictly.
fn waits(engine: &dyn Engine, color: Color) -> bool {
    engine.owes_points() && color != engine.side_to_move()
}

/// The answer where there is nothing to think about: a move that was generated is half entered.
fn owed(engine: &dyn Engine, color: Color, begun: Option<&Begun>) -> Option<Answer> {
    if waits(engine, color) {
        let root = engine.root(engine.side_to_move()).ok()?;
        return Some(Answer::unsearched(Turn::Pass, root));
    }
    let Begun { position, answer } = begun.filter(|_| engine.owes_points())?;
    let same = same_but_points(*position, engine.id()) && next_point(engine, answer).is_some();
    same.then(|| answer.clone())
}

/// The point of an answer's move that is to be entered next.
fn next_point(engine: &dyn Engine, answer: &Answer) -> Option<Vertex> {
    let whole = match (answer.report.lines.first(), answer.turn) {
        (Some(line), _) => *line.pv.first()?,
        (None, Turn::Move(mv)) => mv,
        (None, _) => return None,
    };
    engine.points(whole).into_iter().next()
}

/// True where two positions are the same, whatever points are entered.
fn same_but_points(a: PositionId, b: PositionId) -> bool {
    (a.key, a.plies) == (b.key, b.plies)
}

impl Pondering {
    /// What to think about after an answer that was just played; `None` where the player does not search, or owes points of its
    /// move.
    fn after(answer: &Answer, engine: &dyn Engine) -> Option<Self> {
        let line = answer.report.lines.first().filter(|_| !engine.owes_points())?;
        Some(Self { position: engine.id(), reply: line.pv.get(1).copied() })
    }

    /// Thinks about the expected reply, or else about all replies; `None` where the position on the board is another by now.
    fn think(&self, engine: &mut dyn Engine, query: &Query<'_>, resources: &Resources) -> Option<Answer> {
        let same = self.position == engine.id();
        if same { engine.ponder(self.reply, query, resources).ok() } else { None }
    }
}
