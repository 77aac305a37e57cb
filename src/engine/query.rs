//! What is asked of a player, and what it answers, with moves as text.

use crate::game::Color;
use crate::search::{Limits, Score, Step, Stop};
use std::time::Duration;

/// A query to a player: which move, and what is it worth?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Moves that are played before, for this query only; no pass is implied then.
    pub after: &'a [String],
    /// The side to move for.
    pub color: Color,
    /// Bounds; [`Host::limits`](super::Host::limits) gives those of the settings and the clock.
    pub limits: Limits,
    /// Ends the search with the best move so far.
    pub stop: &'a Stop,
    /// Lines wanted.
    pub lines: usize,
    /// The moves to choose from, as [`Engine::play`](super::Engine::play) takes them; empty for all.
    pub allowed: &'a [String],
    /// Moves not to choose, unless there is no other.
    pub avoided: &'a [String],
    /// What an earlier search of the position by the same player came to, to go on from there.
    pub begun: Option<&'a TextReport>,
    /// The seed of choices by chance; a host puts in that of its settings.
    pub seed: u64,
    /// False for an answer without chance: a host's seed counts as 0.
    pub chance: bool,
    /// True where a move of the host's book will do.
    pub book: bool,
    /// True for the next point of a move in place of all its points, for a client that knows only points.
    pub pointwise: bool,
}

impl<'a> Query<'a> {
    /// The plain query for one move.
    pub const fn new(color: Color, limits: Limits, stop: &'a Stop) -> Self {
        Self {
            after: &[],
            color,
            limits,
            stop,
            lines: 1,
            allowed: &[],
            avoided: &[],
            begun: None,
            seed: 0,
            chance: true,
            book: false,
            pointwise: false,
        }
    }
}

/// A move that the player would make.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move as [`Engine::play`](super::Engine::play) takes it.
    pub text: String,
    /// How it was found.
    pub report: TextReport,
}

/// What was thought of one move, as text.
#[derive(Clone, PartialEq, Debug)]
pub struct TextLine {
    /// The value for the side that was asked for, in the game's unit.
    pub score: Score,
    /// The value as a person reads it.
    pub score_text: String,
    /// The chance of winning, 0 to 1.
    pub win_chance: f64,
    /// True where the value is proven.
    pub exact: bool,
    /// Nodes spent on this move in the last iteration.
    pub nodes: u64,
    /// The expected continuation, beginning with the move.
    pub pv: Vec<String>,
}

/// The state of a search, as text.
#[derive(Clone, PartialEq, Debug)]
pub struct TextReport {
    /// Plies of the last full iteration.
    pub depth: u32,
    /// The confidence of that iteration, in percent ([`Step::confidence`]).
    pub confidence: u8,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// The best moves, best first.
    pub lines: Vec<TextLine>,
}

impl TextReport {
    /// The last full iteration.
    pub const fn step(&self) -> Step {
        Step { depth: self.depth, confidence: self.confidence }
    }
}

impl Default for TextReport {
    fn default() -> Self {
        Self { depth: 0, confidence: Step::SURE, nodes: 0, time: Duration::ZERO, lines: Vec::new() }
    }
}
