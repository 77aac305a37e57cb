//! The search's nodes, and what its parts share.

use super::board::Discs;
use super::incremental::IncrementalEvaluator;
use super::local::{Local, Locals};
use super::stability;
use crate::othello::params as p;
use tengen_core::search::parallel::SplitWorker;
use tengen_core::search::{Control, SearchTable, ThreadCounter};

/// Nodes between two looks at the clock: a fraction of a millisecond's worth.
const POLL: u64 = 2048;

/// What one thread carries down the tree.
pub struct Worker {
    pub(super) counter: ThreadCounter,
    pub(super) local: Local,
}

impl SplitWorker for Worker {
    fn counter(&mut self) -> &mut ThreadCounter {
        &mut self.counter
    }
}

/// The search of one task.
pub struct OthelloSearch<'a, E> {
    pub(super) eval: &'a E,
    pub(super) table: &'a SearchTable,
    pub(super) control: &'a Control<'a>,
    /// The squares of the board.
    pub(super) board: u64,
    /// Tables of single threads.
    pub(super) locals: Locals,
}

/// A position to be searched.
#[derive(Clone, Copy)]
pub struct OthelloNode<S> {
    /// The discs.
    pub board: Discs,
    /// What the evaluation keeps of them.
    pub state: S,
    /// Empty squares.
    pub empties: i32,
    /// Plies; `empties` to the end of the game.
    pub depth: i32,
    /// The level of selectivity.
    pub level: u8,
}

impl<S: Copy> OthelloNode<S> {
    /// The node after a move.
    pub(super) fn child(&self, board: Discs, state: S) -> Self {
        Self { board, state, empties: self.empties - 1, depth: self.depth - 1, level: self.level }
    }

    /// True where the search goes to the end of the game.
    pub(super) const fn is_endgame(&self) -> bool {
        self.depth == self.empties
    }
}

impl<'a, E: IncrementalEvaluator> OthelloSearch<'a, E> {
    /// A search on a board of these squares.
    pub fn new(eval: &'a E, table: &'a SearchTable, control: &'a Control<'a>, board: u64) -> Self {
        Self { eval, table, control, board, locals: Locals::default() }
    }

    pub(super) fn empty(&self, board: Discs) -> u64 {
        self.board & !(board.own | board.enemy)
    }

    /// A worker for the calling thread.
    pub fn new_worker(&self) -> Worker {
        self.worker_with(ThreadCounter::new(self.control, POLL))
    }

    pub(super) fn worker_with(&self, counter: ThreadCounter) -> Worker {
        Worker { counter, local: self.locals.take() }
    }

    /// Takes a worker's work over; the nodes that it and those forked from it visited.
    pub(super) fn finish_worker(&self, worker: &mut Worker) -> u64 {
        self.locals.put(&mut worker.local);
        worker.counter.finish(self.control)
    }

    /// A position to be searched `depth` plies deep, at most to the end of the game, at a level of selectivity.
    pub fn node(&self, board: Discs, depth: u32, level: u8) -> OthelloNode<E::State> {
        let empties = self.empty(board).count_ones();
        let (depth, empties) = (depth.min(empties) as i32, empties as i32);
        OthelloNode { board, state: self.eval.state(board), empties, depth, level }
    }

    /// The most that the side to move can reach when the enemy's stable discs stay, where it is worth a look: when
    /// much would be needed to beat alpha.
    #[inline]
    pub(super) fn stable_bound(&self, board: Discs, alpha: i32, empties: i32) -> Option<i32> {
        if alpha < p::STABILITY_FROM[empties as usize & 63] {
            return None;
        }
        let bound =
            self.board.count_ones() as i32 - 2 * stability::stable(board.passed(), self.board).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}
