//! The contract of a player: what it is asked, and what it answers.

use super::memory::OutOfMemory;
use super::{Clock, Control, Limits, Score, Step, Stop, Table};
use crate::game::{Game, History, zobrist};
use rayon::ThreadPool;
use std::time::Duration;

/// A callback for the reports of a search.
pub type Listener<'a, M> = Box<dyn FnMut(&Report<M>) + Send + 'a>;

/// A request for a move.
pub struct Request<'a, G: Game> {
    /// The game so far; it goes on, and the side to move of its current position is to be moved for.
    pub game: &'a History<G>,
    /// Bounds. Players with a depth of their own take [`Limits::depth`] in its place.
    pub limits: Limits,
    /// Ends the search with the best move so far.
    pub stop: Stop,
    /// Threads for the root moves.
    pub pool: &'a ThreadPool,
    /// The transposition table.
    pub table: &'a Table,
    /// Where choices by chance come from; the same seed and game give the same choice.
    pub seed: u64,
    /// Lines wanted, best first; 1 unless several moves are analysed.
    pub lines: usize,
    /// The moves to choose from; empty for all. Players without a search may leave it to the caller to put them right.
    pub only: &'a [G::Move],
    /// What an earlier search of the position under the same rules came to; a search for one line goes on from there.
    pub begun: Option<&'a Report<G::Move>>,
    /// Time.
    pub clock: &'a dyn Clock,
    /// Called whenever there is news, on a thread of the pool.
    pub report: Listener<'a, G::Move>,
}

impl<'a, G: Game> Request<'a, G> {
    /// The position to move in.
    pub fn position(&self) -> &G {
        self.game.current()
    }

    /// Its limits, watched from now on.
    pub fn control(&self) -> Control<'a> {
        Control::new(&self.limits, &self.stop, self.clock)
    }

    /// The same request about another form of the game, with the same moves.
    pub fn about<'b, H: Game<Move = G::Move>>(&'b mut self, game: &'b History<H>) -> Request<'b, H> {
        Request {
            game,
            limits: self.limits,
            stop: self.stop.clone(),
            pool: self.pool,
            table: self.table,
            seed: self.seed,
            lines: self.lines,
            only: self.only,
            begun: self.begun,
            clock: self.clock,
            report: Box::new(&mut self.report),
        }
    }

    /// A generator for choices by chance, which depends on nothing but the seed and the position.
    pub fn rng(&self) -> fastrand::Rng {
        fastrand::Rng::with_seed(zobrist::mix(self.seed ^ zobrist::mix(self.position().hash())))
    }
}

/// One move and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<M> {
    /// The value for the side to move at the root.
    pub score: Score,
    /// True where the value is proven; of a search for the winner ([`super::Goal::Winner`]), where its sign is.
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
    /// The confidence of that iteration, in percent ([`Step::confidence`]).
    pub confidence: u8,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// The best moves, best first.
    pub lines: Vec<Variation<M>>,
}

impl<M> Default for Report<M> {
    fn default() -> Self {
        Self { depth: 0, confidence: Step::SURE, nodes: 0, time: Duration::ZERO, lines: Vec::new() }
    }
}

/// The answer to a [`Request`].
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move to play.
    pub mv: M,
    /// How it was found; players that do not search leave the lines empty.
    pub report: Report<M>,
}

impl<M> Thought<M> {
    /// A move found without search.
    pub fn unsearched(mv: M) -> Self {
        Self { mv, report: Report::default() }
    }
}

/// Chooses moves. Players keep no state of a game: everything is in the request, so that undo needs no telling.
pub trait Player<G: Game>: Send + Sync {
    /// A legal move, whatever the limits.
    fn choose(&self, request: &mut Request<'_, G>) -> Thought<G::Move>;

    /// Bytes that the player has still to take for itself before it thinks about a position of this kind.
    fn memory(&self, _position: &G) -> usize {
        0
    }

    /// Takes that memory now.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses it.
    fn reserve(&self, _position: &G) -> Result<(), OutOfMemory> {
        Ok(())
    }
}

/// Plays any legal move, each as likely.
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&self, request: &mut Request<'_, G>) -> Thought<G::Move> {
        let moves = request.position().moves();
        Thought::unsearched(moves[request.rng().usize(..moves.len())])
    }
}
