//! What a search is to find out and how long it may take, and the iterations that this leaves room for.

use super::score::MAX_PLY;
use crate::game::Game;
use std::fmt;
use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The time that a move gets if all get their share. No new iteration begins after this, or somewhat sooner or later
    /// ([`Stability`](super::Stability)).
    pub soft: Duration,
    /// The time by which the search has returned.
    pub hard: Duration,
}

impl Budget {
    /// A budget of exactly this time: soft and hard limit are the same.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }
}

/// What a search is to find out. The search ends once it knows that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The best move. Where there is only one move, its value need not be searched.
    #[default]
    Move,
    /// The value of the best move.
    Value,
    /// Which side wins with best play. Searches that reach the end of the game stop at a value's sign; the value
    /// itself is then a bound.
    Winner,
    /// The value of the best move as a review judges by it: without the proofs that a program knows by heart, by which
    /// all moves of a loser are as good.
    Review,
}

/// Nodes that a search among many may visit at least: enough for a first iteration.
const LEAST_NODES: u64 = 256;

/// Bounds on a search; what is `None` is unbounded. With none at all a search ends when it is stopped or solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes visited, all threads together; kept to within the nodes that each thread visits between two looks at
    /// its limits ([`Control::POLL`](super::Control::POLL) in the shared search).
    pub nodes: Option<u64>,
    /// The time for the search.
    pub time: Option<Budget>,
    /// What the search is to find out: it ends once this is known.
    pub goal: Goal,
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// The limits, their time within a budget, too.
    #[must_use]
    pub fn within(self, budget: Option<Budget>) -> Self {
        let time = match (self.time, budget) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        };
        Self { time, ..self }
    }

    /// What is left of the limits when so much time is gone.
    #[must_use]
    pub fn left_after(self, gone: Duration) -> Self {
        let rest = |time: Duration| time.saturating_sub(gone);
        Self { time: self.time.map(|Budget { soft, hard }| Budget { soft: rest(soft), hard: rest(hard) }), ..self }
    }

    /// Limits of one search of so many that have these limits together.
    #[must_use]
    pub fn shared_among(self, searches: u32) -> Self {
        Self {
            time: self.time.map(|budget| Budget::exactly(budget.hard / searches)),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(searches)).max(LEAST_NODES)),
            ..self
        }
    }

    /// True where anything is bounded.
    pub const fn is_bounded(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }
}

/// One iteration of a search. As text, for people: `24`, or `24@73%` where it prunes on a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The chance, in percent, that the value is right in spite of what was pruned; 100 where nothing is pruned on a guess.
    pub confidence: u8,
}

impl Iteration {
    /// The [`Iteration::confidence`] of a search that prunes nothing on a guess.
    pub const SURE: u8 = 100;

    /// An iteration that prunes nothing on a guess.
    pub const fn full(depth: u32) -> Self {
        Self { depth, confidence: Self::SURE }
    }

    /// The deepest iteration that the limits, the end of the game and [`MAX_PLY`] leave room for, in plies; at least 1.
    pub fn last_depth(game: &impl Game, limits: &Limits) -> u32 {
        let end = game.plies_left().unwrap_or(MAX_PLY);
        limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY).min(end).max(1)
    }

    /// True where nothing is pruned on a guess.
    pub const fn is_sure(self) -> bool {
        self.confidence >= Self::SURE
    }

    /// True where every line is searched to the end of the game.
    pub fn reaches_end(self, game: &impl Game) -> bool {
        game.plies_left().is_some_and(|end| self.depth >= end)
    }
}

impl fmt::Display for Iteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, confidence } = self;
        if self.is_sure() { write!(f, "{depth}") } else { write!(f, "{depth}@{confidence}%") }
    }
}
