//! The iterations of a search.

use super::limits::Limits;
use super::score::MAX_PLY;
use crate::game::Game;
use std::fmt;

/// One iteration of a search. As text, for people: `24`, or `24@73%` where it prunes on a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Its depth, in plies.
    pub depth: u32,
    /// The chance, in percent, that what it prunes leaves its value right; 100 where nothing is pruned on a guess.
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
