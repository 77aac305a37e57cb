//! The contract of a player: what it is asked and what it answers, and the evaluator by which the shared search plays for it.
//!
//! There is one report, from the search to the protocol's edge. It names moves by `M`: the game's own type for a player, a code
//! above the session that knows the game's type.

use super::control::{Clock, Control, Stop};
use super::limits::{Iteration, Limits};
use super::memory::OutOfMemory;
use super::score::{DRAW, Scale, Score, WIN};
use super::transposition_table::SearchTable;
use crate::game::{Color, Game, History, Outcome, zobrist};
use rayon::ThreadPool;
use std::time::Duration;

/// What a player is asked about a position.
#[derive(Debug)]
pub struct Query<'a, M> {
    /// The limits of the search; their time counts from its beginning. Players with a depth of their own take [`Limits::depth`] in
    /// its place.
    pub limits: Limits,
    /// The flag that ends the search with the best move so far.
    pub stop: &'a Stop,
    /// Lines wanted, best first; 1 unless several moves are analysed.
    pub lines: usize,
    /// The moves to choose from; empty for all. Players without a search may leave it to the caller to put them right.
    pub allowed: &'a [M],
    /// The seed of choices by chance: the same seed and game give the same choice.
    pub seed: u64,
}

impl<'a, M> Query<'a, M> {
    /// The plain query: the best line, any move, seed 0.
    pub const fn new(limits: Limits, stop: &'a Stop) -> Self {
        Self { limits, stop, lines: 1, allowed: &[], seed: 0 }
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

impl<M> Variation<M> {
    /// The chance, 0 to 1, that the side to move wins: of an exact value 1, 0.5 or 0, however few points it wins by.
    pub fn win_chance(&self, scale: &Scale) -> f64 {
        if self.exact { f64::from(self.score.signum() + 1) / 2.0 } else { scale.win_chance(self.score) }
    }
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Plies of the last full iteration.
    pub depth: u32,
    /// The confidence of the last full iteration, in percent ([`Iteration::confidence`]).
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
    /// How the move was found; players that do not search leave the lines empty.
    pub report: Report<M>,
}

impl<M> Answer<M> {
    /// A move found without search.
    pub fn unsearched(mv: M) -> Self {
        Self { mv, report: Report::default() }
    }
}

/// A callback for the reports of a search.
pub type Listener<'a, M> = Box<dyn FnMut(&Report<M>) + Send + 'a>;

/// A task for a player: a query about a game, and what to search with.
pub struct Task<'a, G: Game> {
    /// The game so far; it goes on, and the side to move of its current position is to be moved for.
    pub game: &'a History<G>,
    /// The query about the game.
    pub query: Query<'a, G::Move>,
    /// What an earlier search of the position under the same rules came to; a search for one line resumes it.
    pub begun: Option<&'a Report<G::Move>>,
    /// The search threads.
    pub pool: &'a ThreadPool,
    /// The transposition table.
    pub table: &'a SearchTable,
    /// The clock that the limits on time go by.
    pub clock: &'a dyn Clock,
    /// The callback for every new state of the search, called on a thread of the pool.
    pub report: Listener<'a, G::Move>,
}

impl<'a, G: Game> Task<'a, G> {
    /// The position to move in.
    pub fn position(&self) -> &G {
        self.game.current()
    }

    /// The query's limits, watched from now on.
    pub fn control(&self) -> Control<'a> {
        Control::new(&self.query.limits, self.query.stop, self.clock).on_threads(self.pool.current_num_threads())
    }

    /// The same task about another form of the game, with the same moves.
    pub fn about<'b, H: Game<Move = G::Move>>(&'b mut self, game: &'b History<H>) -> Task<'b, H> {
        Task {
            game,
            query: self.query,
            begun: self.begun,
            pool: self.pool,
            table: self.table,
            clock: self.clock,
            report: Box::new(&mut self.report),
        }
    }

    /// A generator for choices by chance, which depends on nothing but the seed and the position.
    pub fn rng(&self) -> fastrand::Rng {
        fastrand::Rng::with_seed(zobrist::mix(self.query.seed ^ zobrist::mix(self.position().hash())))
    }
}

/// Chooses moves. Players keep no state of a game: everything is in the task, so that undo needs no telling.
pub trait Player<G: Game>: Send + Sync {
    /// A legal move, whatever the limits.
    fn choose(&self, task: &mut Task<'_, G>) -> Answer<G::Move>;

    /// How many tables it has found in the folder of its options ([`PlayerOptions::tables`](crate::playable::PlayerOptions::tables))
    /// to look positions up in; 0 for a player that looks none up.
    fn folder_tables(&self) -> usize {
        0
    }

    /// Bytes that the player has still to take for itself before it thinks about a position of this kind.
    fn memory(&self, _position: &G) -> usize {
        0
    }

    /// Takes the memory of [`Player::memory`] now.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses it.
    fn reserve(&self, _position: &G) -> Result<(), OutOfMemory> {
        Ok(())
    }
}

/// Plays any legal move, all with the same probability.
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&self, task: &mut Task<'_, G>) -> Answer<G::Move> {
        let moves = task.position().moves();
        Answer::unsearched(moves[task.rng().usize(..moves.len())])
    }
}

/// A move with its static ordering score.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// The static ordering score: moves with a higher one are searched earlier. History adds 0 to 16,384 and a killer 20,000
    /// ([`super::ordering::ORDERING`]).
    pub rank: i32,
}

/// Static evaluation and candidate moves of one player of a game, for [`super::AlphaBeta`].
pub trait Evaluator<G: Game>: Sync {
    /// The value of a position that goes on, for the side to move; within
    /// ±[`MAX_EVAL`](super::score::MAX_EVAL).
    fn evaluate(&self, game: &G) -> Score;

    /// Appends the legal moves of a position that goes on with their ordering scores, which are 0 by default. Only moves that
    /// provably do not matter may be left out: values that reach the end of the game are proofs.
    fn candidates(&self, game: &G, moves: &mut Vec<Ranked<G::Move>>) {
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        moves.extend(legal.into_iter().map(|mv| Ranked { mv, rank: 0 }));
    }

    /// The value of an ended game for `side`, `ply` plies below the root. By default only who won counts, and a
    /// quick win is the better one; games that score a margin return it in their own unit.
    fn outcome_score(&self, outcome: Outcome, side: Color, ply: u32) -> Score {
        match outcome.margin_for(side) {
            0 => DRAW,
            margin => margin.signum() * (WIN - ply as Score),
        }
    }

    /// Plies by which the candidate at this place of the order is searched less deep at first (late move
    /// reduction); 0, none, by default.
    fn reduction(&self, _depth: i32, _place: usize) -> i32 {
        0
    }

    /// Half the width of the first window around the value of the iteration before, in the game's unit; `None`
    /// searches with an open window always.
    fn aspiration(&self) -> Option<Score> {
        None
    }
}
