//! The positions that searches evaluate. Most of them are unlike those of games, since one side has just erred.

use super::label::{LabelSearch, Labeller};
use super::record::moves;
use crate::othello::patterns::{Features, Weights};
use crate::othello::search::board::Discs;
use crate::othello::search::incremental::IncrementalEvaluator;
use fastrand::Rng;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tengen_core::search::{Control, Score, SearchTable};

/// Weights that keep some of the positions that they evaluate.
pub(super) struct Witness<'a> {
    weights: &'a Weights,
    reservoir: Mutex<Reservoir>,
}

/// A sample of a sequence of positions, in which each position is with the same chance (Vitter's algorithm R, 1985).
struct Reservoir {
    room: usize,
    seen: usize,
    boards: Vec<Discs>,
    rng: Rng,
}

impl<'a> Witness<'a> {
    /// Weights that keep up to `room` positions of each search.
    pub fn new(weights: &'a Weights, room: usize) -> Self {
        let reservoir = Reservoir { room, seen: 0, boards: Vec::new(), rng: Rng::with_seed(0) };
        Self { weights, reservoir: Mutex::new(reservoir) }
    }

    fn reservoir(&self) -> MutexGuard<'_, Reservoir> {
        self.reservoir.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservoir {
    fn see(&mut self, board: Discs) {
        self.seen += 1;
        if self.boards.len() < self.room {
            self.boards.push(board);
        } else if let Some(kept) = self.boards.get_mut(self.rng.usize(..self.seen)) {
            *kept = board;
        }
    }
}

impl IncrementalEvaluator for Witness<'_> {
    type State = Features;

    fn state(&self, board: Discs) -> Features {
        IncrementalEvaluator::state(self.weights, board)
    }

    fn after(&self, state: &Features, square: u8, flips: u64) -> Features {
        IncrementalEvaluator::after(self.weights, state, square, flips)
    }

    fn passed(&self, state: &Features) -> Features {
        IncrementalEvaluator::passed(self.weights, state)
    }

    fn evaluate(&self, state: &Features, board: Discs) -> Score {
        self.reservoir().see(board);
        IncrementalEvaluator::evaluate(self.weights, state, board)
    }
}

/// Searches positions and collects the positions that the searches evaluate.
pub(super) struct Scout<'a> {
    witness: &'a Witness<'a>,
    searches: Labeller<'a, Witness<'a>>,
    effort: LabelSearch,
}

impl<'a> Scout<'a> {
    /// A scout on one thread, without limits.
    pub fn new(
        witness: &'a Witness<'a>,
        table: &'a SearchTable,
        control: &'a Control<'a>,
        effort: LabelSearch,
    ) -> Self {
        Self { witness, searches: Labeller::new(witness, table, control, 0, effort), effort }
    }

    /// Some of the positions that a search of `board` evaluates, without those where the game is over; `seed` decides which are
    /// kept.
    pub fn visited(&mut self, board: Discs, seed: u64) -> Vec<Discs> {
        {
            let mut reservoir = self.witness.reservoir();
            (reservoir.seen, reservoir.rng) = (0, Rng::with_seed(seed));
        }
        self.searches.value(board, self.effort, 0);
        let mut boards = std::mem::take(&mut self.witness.reservoir().boards);
        boards.retain(|&board| moves(board) != 0 || moves(board.passed()) != 0);
        boards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::bits::Geometry;
    use crate::othello::train::record::{SquareList, after, empty};
    use std::collections::BTreeSet;
    use tengen_core::search::{Limits, Resources};

    fn scouted(board: Discs, depth: u32, room: usize, seed: u64) -> Vec<(u64, u64)> {
        let resources = Resources::new(1, 1);
        let control = resources.control(&Limits::default());
        let witness = Witness::new(Weights::embedded(), room);
        let mut scout = Scout::new(&witness, resources.table(), &control, LabelSearch::full(depth));
        // The scout forgets what an earlier search has seen.
        scout.visited(SquareList::default().end(), seed);
        let boards = scout.visited(board, seed).into_iter();
        boards.map(|board| (board.own, board.enemy)).collect()
    }

    #[test]
    fn a_search_of_one_ply_evaluates_what_comes_after_the_moves() {
        let mut rng = Rng::with_seed(2);
        for length in [10, 20, 30, 40] {
            let board = SquareList::by_chance(length, &mut rng).end();
            let children: BTreeSet<_> = moves(board)
                .squares()
                .map(|square| after(board, square))
                .filter(|&next| moves(next) != 0 || moves(next.passed()) != 0)
                .map(|next| (next.own, next.enemy))
                .collect();
            // Zero windows stop where a move is good enough: some children may be missing, but no other positions are kept.
            let seen: BTreeSet<_> = scouted(board, 1, 1_000, 0).into_iter().collect();
            assert!(!seen.is_empty() && seen.is_subset(&children), "{length} moves");
        }
    }

    #[test]
    fn some_of_many_are_chosen_by_chance_and_are_the_same_each_time() {
        let board = SquareList::by_chance(20, &mut Rng::with_seed(4)).end();
        let [some, again, others] = [7, 7, 8].map(|seed| scouted(board, 4, 10, seed));
        assert_eq!(some.len(), 10);
        assert_eq!(some, again);
        assert_ne!(some, others);
        for &(own, enemy) in &some {
            assert!((36..40).contains(&empty(Discs { own, enemy }).count()));
        }
    }
}
