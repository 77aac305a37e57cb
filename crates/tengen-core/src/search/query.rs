//! What is asked of a player and what it answers: one query and one report, from the protocol's edge to the search. They
//! name moves by `M`: the game's own type for a player, a code above the session that knows the game's type.

use super::{Iteration, Limits, Score, Stop};
use std::time::Duration;
use web_time::Instant;

/// A query for a move.
#[derive(Debug)]
pub struct Query<'a, M> {
    /// Bounds. Players with a depth of their own take [`Limits::depth`] in its place.
    pub limits: Limits,
    /// When it was asked: the time of the limits counts from here. A session takes off what has gone by since, so that a player
    /// counts from its own beginning.
    pub arrived: Instant,
    /// Ends the search with the best move so far.
    pub stop: &'a Stop,
    /// Lines wanted, best first; 1 unless several moves are analysed.
    pub lines: usize,
    /// The moves to choose from; empty for all. Players without a search may leave it to the caller to put them right.
    pub allowed: &'a [M],
    /// Moves not to choose unless there is no other. A session takes them out of those allowed: a player finds none here.
    pub avoided: &'a [M],
    /// Where choices by chance come from: the same seed and game give the same choice.
    pub seed: u64,
}

impl<'a, M> Query<'a, M> {
    /// The plain query, asked now: the best line, any move, seed 0.
    pub fn new(limits: Limits, stop: &'a Stop) -> Self {
        Self { limits, arrived: Instant::now(), stop, lines: 1, allowed: &[], avoided: &[], seed: 0 }
    }

    /// True where every legal move may be chosen.
    pub const fn is_about_all_moves(&self) -> bool {
        self.allowed.is_empty() && self.avoided.is_empty()
    }
}

impl<M> Clone for Query<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Query<'_, M> {}

/// One move and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<M> {
    /// The value for the side to move at the root.
    pub score: Score,
    /// True where the value is exact: no search would find another; of a search for the winner ([`super::Goal::Winner`]), where its sign is.
    pub exact: bool,
    /// Nodes spent on this move in the last iteration.
    pub nodes: u64,
    /// The expected continuation; it begins with the move itself.
    pub pv: Vec<M>,
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Plies of the last full iteration.
    pub depth: u32,
    /// The confidence of that iteration, in percent ([`Iteration::confidence`]).
    pub confidence: u8,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// The best moves, best first.
    pub lines: Vec<Variation<M>>,
}

impl<M> Report<M> {
    /// The last full iteration.
    pub const fn iteration(&self) -> Iteration {
        Iteration { depth: self.depth, confidence: self.confidence }
    }
}

impl<M> Default for Report<M> {
    fn default() -> Self {
        Self { depth: 0, confidence: Iteration::SURE, nodes: 0, time: Duration::ZERO, lines: Vec::new() }
    }
}

/// The answer to a [`Query`].
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The move to play.
    pub mv: M,
    /// How it was found; players that do not search leave the lines empty.
    pub report: Report<M>,
}

impl<M> Answer<M> {
    /// A move found without search.
    pub fn unsearched(mv: M) -> Self {
        Self { mv, report: Report::default() }
    }
}
