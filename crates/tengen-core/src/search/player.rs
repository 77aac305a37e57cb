//! The contract of a player: what it is asked, and what it answers.

use super::memory::OutOfMemory;
use super::{Answer, Clock, Control, Query, Report, SearchTable};
use crate::game::{Game, History, zobrist};
use rayon::ThreadPool;

/// A callback for the reports of a search.
pub type Listener<'a, M> = Box<dyn FnMut(&Report<M>) + Send + 'a>;

/// A task for a player: a query about a game, and what to search with.
pub struct Task<'a, G: Game> {
    /// The game so far; it goes on, and the side to move of its current position is to be moved for.
    pub game: &'a History<G>,
    /// What is asked.
    pub query: Query<'a, G::Move>,
    /// What an earlier search of the position under the same rules came to; a search for one line goes on from there.
    pub begun: Option<&'a Report<G::Move>>,
    /// Search threads.
    pub pool: &'a ThreadPool,
    /// The transposition table.
    pub table: &'a SearchTable,
    /// Time.
    pub clock: &'a dyn Clock,
    /// Called whenever there is news, on a thread of the pool.
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
    fn choose(&self, task: &mut Task<'_, G>) -> Answer<G::Move> {
        let moves = task.position().moves();
        Answer::unsearched(moves[task.rng().usize(..moves.len())])
    }
}
