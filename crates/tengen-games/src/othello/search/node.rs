//! The search's nodes, what its parts share, and what is kept of positions: in the shared table, and in small tables of single
//! threads for positions that are too many and too quickly searched for the shared one.

use super::board::Discs;
use super::board::stable;
use super::incremental::IncrementalEvaluator;
use crate::othello::params as p;
use std::sync::{Mutex, PoisonError};
use tengen_core::search::parallel::SplitWorker;
use tengen_core::search::transposition_table::TableRecord;
use tengen_core::search::{Control, SearchTable, ThreadCounter};

/// Nodes between two polls of the limits: well under a millisecond of search.
const POLL: u64 = 2048;

/// The state of one thread in the search.
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
    /// The tables of single threads.
    pub(super) locals: Locals,
}

/// A position to be searched.
#[derive(Clone, Copy)]
pub struct OthelloNode<S> {
    /// The discs.
    pub board: Discs,
    /// The state that the evaluation keeps of the discs.
    pub state: S,
    /// The number of empty squares.
    pub empties: i32,
    /// The depth of the search in plies; equal to `empties` where it reaches the end of the game.
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
    /// A search on a board that has these squares.
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

    /// Takes over a worker's results at its end; returns the nodes of the root move, by the worker and those forked from it.
    pub(super) fn finish_worker(&self, worker: &mut Worker) -> u64 {
        self.locals.put(&mut worker.local);
        worker.counter.finish(self.control)
    }

    /// The node for a search of a position, `depth` plies deep, at most to the end of the game, at a level of selectivity.
    pub fn node(&self, board: Discs, depth: u32, level: u8) -> OthelloNode<E::State> {
        let empties = self.empty(board).count_ones();
        let (depth, empties) = (depth.min(empties) as i32, empties as i32);
        OthelloNode { board, state: self.eval.state(board), empties, depth, level }
    }

    /// The most that the side to move can reach when the enemy's stable discs stay; `None` where this does not cut, or alpha is
    /// so low that the stable discs need not be counted.
    #[inline]
    pub(super) fn stable_bound(&self, board: Discs, alpha: i32, empties: i32) -> Option<i32> {
        if alpha < p::STABILITY_FROM[empties as usize & 63] {
            return None;
        }
        let bound = self.board.count_ones() as i32 - 2 * stable(board.passed(), self.board).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// Bounds on the value of a position at a depth and level of selectivity, and its best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchEntry {
    /// The value is at least this, in discs.
    pub lower: i8,
    /// The value is at most this, in discs.
    pub upper: i8,
    /// The depth of the search in plies; the number of empty squares where the search reached the end of the game.
    pub depth: u8,
    /// The level of selectivity ([`p::SELECTIVITIES`]).
    pub level: u8,
    /// The best move and the one that was the best before it, or [`SearchEntry::NO_MOVE`].
    pub moves: [u8; 2],
}

impl SearchEntry {
    /// The index that stands for no move.
    pub const NO_MOVE: u8 = 64;

    /// True where `square`, a move of an entry, is a square and one of `moves`.
    pub const fn is_among(square: u8, moves: u64) -> bool {
        square != Self::NO_MOVE && moves >> square & 1 != 0
    }

    /// True where the position was searched at least as deep and at least as surely.
    pub const fn reaches(&self, depth: i32, level: u8) -> bool {
        self.depth as i32 >= depth && self.level >= level
    }
}

impl TableRecord for SearchEntry {
    fn pack(self) -> u64 {
        u64::from(self.lower as u8)
            | u64::from(self.upper as u8) << 8
            | u64::from(self.moves[0]) << 16
            | u64::from(self.moves[1]) << 24
            | u64::from(self.level) << 32
            | u64::from(self.depth) << 48
            | 1 << 56
    }

    fn unpack(word: u64) -> Option<Self> {
        (word != 0).then_some(Self {
            lower: word as i8,
            upper: (word >> 8) as i8,
            moves: [(word >> 16) as u8, (word >> 24) as u8],
            level: (word >> 32) as u8,
            depth: (word >> 48) as u8,
        })
    }

    fn merge(self, older: Self) -> Self {
        // The newer entry replaces a deeper one, too: to keep the deeper one costs 18 % more nodes (FFO 40-49).
        let mut entry = self;
        if (self.depth, self.level) == (older.depth, older.level) {
            entry.lower = self.lower.max(older.lower);
            entry.upper = self.upper.min(older.upper);
        }
        if self.moves[0] == Self::NO_MOVE {
            entry.moves = older.moves;
        } else if self.moves[0] != older.moves[0] && self.moves[1] == Self::NO_MOVE {
            entry.moves[1] = older.moves[0];
        } else if self.moves[1] == Self::NO_MOVE {
            entry.moves[1] = older.moves[1];
        }
        entry
    }
}

/// The number of slots: half a MiB, which stays in the processor's second cache.
const SLOTS: usize = 1 << 15;

/// A thread's own table, which keeps the newest of all positions that share a slot. The default has no slots and remembers
/// nothing.
#[derive(Default)]
pub struct Local(Vec<[u64; 2]>);

impl Local {
    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<SearchEntry> {
        let &[check, word] = self.0.get(key as usize % SLOTS)?;
        if check == key { SearchEntry::unpack(word) } else { None }
    }

    /// Remembers a position.
    #[inline]
    pub fn store(&mut self, key: u64, entry: SearchEntry) {
        let Some(slot) = self.0.get_mut(key as usize % SLOTS) else { return };
        let older = if slot[0] == key { SearchEntry::unpack(slot[1]) } else { None };
        *slot = [key, older.map_or(entry, |older| entry.merge(older)).pack()];
    }
}

/// The tables of one search that no thread uses at present.
#[derive(Default)]
pub struct Locals(Mutex<Vec<Local>>);

impl Locals {
    /// Takes a table, with what an earlier thread left in it.
    pub fn take(&self) -> Local {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_else(|| Local(vec![[0; 2]; SLOTS]))
    }

    /// Takes a table back; the worker must not need it any more.
    pub fn put(&self, local: &mut Local) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(std::mem::take(local));
    }
}
