//! What a side does, what is asked of a player and what it answers, with moves as codes, for code that does not know the type of
//! the game. A report knows the position that it is about, and can write its moves as text.

use crate::Settings;
use crate::clock::PlayerClock;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;
use tengen_core::game::{Letters, Move as _, MoveCode, Vertex};
use tengen_core::playable::Playable;
use tengen_core::search::{self, Goal, Limits, Stop};

/// What a side does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side plays a legal move, a whole one; a pass that the rules ask for is one.
    Move(MoveCode),
    /// The side enters the next point of a move that is entered point by point.
    Point(Vertex),
    /// The side does nothing: the game is over, or the other side has still to complete its move. Where the rules ask for a pass,
    /// it is that move.
    Pass,
    /// The side gives up.
    Resign,
}

/// Which position is on the board, at which ply, with which points of a move entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PositionId {
    /// A key of the position ([`Game::hash`](tengen_core::game::Game::hash)).
    pub key: u64,
    /// The number of moves played before the position.
    pub plies: usize,
    /// A key of the points that are entered; 0 without any.
    pub entered: u64,
}

/// What a session is asked about its position, with moves as codes.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The limits of the search. Players with a depth of their own take [`Limits::depth`] in its place.
    pub limits: Limits,
    /// The clock of the side that is to move, whose share for this move bounds the search, too; `None` where none runs.
    pub clock: Option<PlayerClock>,
    /// What the clock of the searches ([`Resources::clock`](search::Resources::clock)) showed when it was asked: the time of limits
    /// and clock counts from then; `None` where it counts from the beginning of the search.
    pub asked: Option<Duration>,
    /// The flag that ends the search with the best move so far.
    pub stop: &'a Stop,
    /// Lines wanted, best first; 1 unless several moves are analysed.
    pub lines: usize,
    /// The moves to choose from; empty for all.
    pub allowed: &'a [MoveCode],
    /// Moves not to choose unless there is no other.
    pub avoided: &'a [MoveCode],
    /// The seed of choices by chance: the same seed and game give the same choice.
    pub seed: u64,
}

impl<'a> Query<'a> {
    /// The plain query: no clock, time from the beginning of the search, the best line, any move, seed 0.
    pub const fn new(limits: Limits, stop: &'a Stop) -> Self {
        Self { limits, clock: None, asked: None, stop, lines: 1, allowed: &[], avoided: &[], seed: 0 }
    }

    /// True where every legal move may be chosen.
    pub const fn is_about_all_moves(&self) -> bool {
        self.allowed.is_empty() && self.avoided.is_empty()
    }

    /// True where a limit or a clock bounds the search.
    pub const fn is_bounded(&self) -> bool {
        self.clock.is_some() || self.limits.is_bounded()
    }

    /// The same with the usual time for a move ([`Settings::MOVETIME`]), where nothing bounds the search.
    #[must_use]
    pub fn bounded(self) -> Self {
        let usual = (!self.is_bounded()).then(Settings::usual_time);
        Self { limits: self.limits.within(usual), ..self }
    }

    /// The same for the value of the best move, also where there is only one.
    #[must_use]
    pub const fn for_value(self) -> Self {
        Self { limits: Limits { goal: Goal::Value, ..self.limits }, ..self }
    }

    /// The same for the value that a review judges by ([`Goal::Review`]).
    #[must_use]
    pub const fn for_review(self) -> Self {
        Self { limits: Limits { goal: Goal::Review, ..self.limits }, ..self }
    }

    /// The same for a search that is stopped: of its bounds only the depth is left.
    #[must_use]
    pub const fn until_stopped(self) -> Self {
        Self { limits: Limits { nodes: None, time: None, ..self.limits }, clock: None, ..self }
    }
}

/// A line of a report with moves as codes.
pub type Variation = search::Variation<MoveCode>;

/// The position that a report is about, which writes the moves of lines that begin in it.
pub trait Root: Send + Sync {
    /// The texts of moves that follow each other, each in full, up to the first move that is not legal.
    fn texts(&self, line: &[MoveCode]) -> Vec<String>;

    /// The points of a move ([`Notation::steps`](tengen_core::game::Notation::steps)).
    fn points(&self, mv: MoveCode) -> Vec<Vertex>;

    /// How the letters of columns are counted in the texts.
    fn letters(&self) -> Letters;
}

/// A move as GTP writes it, but for the letters of columns: a pass in lower case.
pub(crate) fn move_text<G: Playable>(game: &G, mv: G::Move, letters: Letters) -> String {
    if G::is_pass(mv) { "pass".to_owned() } else { letters.from_gtp(&game.move_text(mv)).into_owned() }
}

/// The root of a search in a game of this type.
pub(crate) struct RootOf<G> {
    /// The position.
    pub game: G,
    /// How the letters of columns are counted.
    pub letters: Letters,
}

impl<G: Playable> Root for RootOf<G> {
    fn texts(&self, line: &[MoveCode]) -> Vec<String> {
        let mut game = self.game.clone();
        let text = |&code: &MoveCode| {
            let mv = game.decode(code)?;
            let text = move_text(&game, mv, self.letters);
            game.play(mv);
            Some(text)
        };
        line.iter().map_while(text).collect()
    }

    fn points(&self, mv: MoveCode) -> Vec<Vertex> {
        self.game.decode(mv).map(|mv| self.game.steps(mv)).unwrap_or_default()
    }

    fn letters(&self) -> Letters {
        self.letters
    }
}

/// The state of a search, or its result.
#[derive(Clone)]
pub struct Report {
    root: Arc<dyn Root>,
    found: search::Report<MoveCode>,
}

impl Report {
    /// The report of a search of this position.
    pub fn new(root: Arc<dyn Root>, found: search::Report<MoveCode>) -> Self {
        Self { root, found }
    }

    /// The report of a search that knows the game's type.
    pub(crate) fn of<G: Playable>(root: &Arc<dyn Root>, found: &search::Report<G::Move>) -> Self {
        let line = |line: &search::Variation<G::Move>| Variation {
            score: line.score,
            exact: line.exact,
            nodes: line.nodes,
            pv: line.pv.iter().map(|mv| MoveCode(mv.code())).collect(),
        };
        let lines = found.lines.iter().map(line).collect();
        let search::Report { depth, confidence, nodes, time, .. } = *found;
        Self::new(Arc::clone(root), search::Report { depth, confidence, nodes, time, lines })
    }

    /// The moves of a line as text.
    pub fn texts(&self, line: &Variation) -> Vec<String> {
        self.root.texts(&line.pv)
    }

    /// The first move of a line as text.
    pub fn first_text(&self, line: &Variation) -> String {
        self.root.texts(&line.pv[..1]).pop().unwrap_or_default()
    }

    /// The points of a line's first move.
    pub fn points(&self, line: &Variation) -> Vec<Vertex> {
        self.root.points(line.pv[0])
    }
}

impl Deref for Report {
    type Target = search::Report<MoveCode>;

    fn deref(&self) -> &Self::Target {
        &self.found
    }
}

impl DerefMut for Report {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.found
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.found.fmt(f)
    }
}

impl PartialEq for Report {
    /// Compares two reports of the same position: the position is not compared.
    fn eq(&self, other: &Self) -> bool {
        self.found == other.found
    }
}

/// What a side is to do, as [`Board::play`](crate::Board::play) takes it, and how the answer was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move, or the next point of it.
    pub turn: Turn,
    /// The report of the search; without lines where there was none.
    pub report: Report,
}

impl Answer {
    /// An answer found without a search.
    pub fn unsearched(turn: Turn, root: Arc<dyn Root>) -> Self {
        Self { turn, report: Report::new(root, search::Report::default()) }
    }

    /// The turn as text, for [`Records::parse`](crate::Records::parse).
    pub fn text(&self) -> String {
        match self.turn {
            Turn::Move(code) => self.report.root.texts(&[code]).pop().unwrap_or_default(),
            Turn::Point(point) => self.report.root.letters().point(point),
            Turn::Pass => "pass".to_owned(),
            Turn::Resign => "resign".to_owned(),
        }
    }

    /// The points of the turn that are to be entered.
    pub fn points(&self) -> Vec<Vertex> {
        match self.turn {
            Turn::Move(code) => self.report.root.points(code),
            Turn::Point(point) => vec![point],
            Turn::Pass | Turn::Resign => Vec::new(),
        }
    }
}
