//! The values of the positions of a game.

use super::record::Sample;
use super::record::{SquareList, after, empty, moves, to_move};
use crate::othello::bits::Geometry;
use crate::othello::params::DISC;
use crate::othello::patterns::Weights;
use crate::othello::search::board::Discs;
use crate::othello::search::incremental::IncrementalEvaluator;
use crate::othello::search::midgame::EXACT;
use crate::othello::search::{OthelloSearch, Worker};
use tengen_core::search::{Control, SearchTable};

/// The most discs that a side wins by.
const MOST: i32 = 64;

/// The depth of searches, and what they leave out.
#[derive(Clone, Copy)]
pub(super) struct LabelSearch {
    /// The depth in plies.
    pub depth: u32,
    /// The level of selectivity.
    pub level: u8,
    /// Whether a search goes one ply deeper where it would end at an even number of empty squares: who has the last move is hard
    /// to see for an evaluation, and the other way round at an odd number.
    pub even: bool,
}

impl LabelSearch {
    /// A search that leaves nothing out.
    pub const fn full(depth: u32) -> Self {
        Self { depth, level: EXACT, even: false }
    }

    /// The plies of a search from a position with this many empty squares.
    fn plies(self, empties: u32) -> u32 {
        self.depth + u32::from(self.even && empties.abs_diff(self.depth) % 2 == 1)
    }
}

/// Gives positions their values.
pub(super) struct Labeller<'a, E: IncrementalEvaluator = Weights> {
    eval: &'a E,
    /// The search, with the weights of the last generation.
    search: OthelloSearch<'a, E>,
    worker: Worker,
    /// Positions with up to this many empty squares are solved.
    exact: u32,
    /// The search of positions that are not solved; depth 0 takes the value of the game's first solved position.
    effort: LabelSearch,
}

impl<'a, E: IncrementalEvaluator> Labeller<'a, E> {
    /// A labeller on one thread, without limits.
    pub fn new(eval: &'a E, table: &'a SearchTable, control: &'a Control<'a>, exact: u32, effort: LabelSearch) -> Self {
        let search = OthelloSearch::new(eval, table, control, u64::MAX);
        let worker = search.new_worker();
        Self { eval, search, worker, exact, effort }
    }

    /// The solved positions of a game, and those of the earlier positions whose ply `keep` wants, with their values, the last
    /// first. The position at the end of the game is not among them.
    pub fn label(&mut self, record: &SquareList, keep: impl Fn(usize) -> bool) -> Vec<Sample> {
        let mut samples = Vec::new();
        // The value of the position that was labelled before this one, as the side to move in this one sees it.
        let mut value = 0;
        for (ply, (board, changed)) in record.boards().into_iter().enumerate().rev() {
            let (over, empties) = (moves(board) == 0, empty(board).count());
            let solved = over || empties <= self.exact;
            if solved {
                value = self.value(board, LabelSearch::full(empties), value);
            }
            if !over && (solved || keep(ply)) {
                let worth =
                    if solved || self.effort.depth == 0 { value } else { self.value(board, self.effort, value) };
                samples.push(Sample { board, value: (worth * DISC) as i16 });
            }
            if changed {
                value = -value;
            }
        }
        samples
    }

    /// A position with its value.
    pub fn sample(&mut self, board: Discs) -> Sample {
        let empties = empty(board).count();
        let effort = if empties <= self.exact { LabelSearch::full(empties) } else { self.effort };
        let guess = self.eval.evaluate(&self.eval.state(board), board) / DISC;
        Sample { board, value: (self.value(board, effort, guess) * DISC) as i16 }
    }

    /// The value that a search finds, in discs. A good guess saves time.
    pub fn value(&mut self, board: Discs, effort: LabelSearch, mut guess: i32) -> i32 {
        let node = self.search.node(board, effort.plies(empty(board).count()), effort.level);
        // Zero windows from the guess towards the value (MTD(f), Plaat 1996).
        let (mut low, mut high) = (-MOST, MOST);
        while low < high {
            let alpha = if guess == low { guess } else { guess - 1 };
            guess = self.search.zero_window(&mut self.worker, &node, alpha).unwrap_or(0);
            if guess > alpha { low = guess } else { high = guess }
        }
        low
    }

    /// A game from an opening to its end, with the moves that searches choose.
    pub fn play(&mut self, opening: SquareList, effort: LabelSearch) -> SquareList {
        let mut board = opening.end();
        let mut played = opening.into_moves();
        while moves(board) != 0 {
            let square = self.best(board, effort).unwrap_or(moves(board).trailing_zeros() as u8);
            played.push(square);
            board = to_move(after(board, square)).0;
        }
        SquareList::of(played)
    }

    fn best(&mut self, board: Discs, effort: LabelSearch) -> Option<u8> {
        let node = self.search.node(board, effort.plies(empty(board).count()), effort.level);
        let mut line = Vec::new();
        let _ = self.search.value(&mut self.worker, &node, (-MOST - 1, MOST + 1), &mut line);
        line.first().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::search::{Limits, Resources};

    #[test]
    fn searches_that_end_at_even_numbers_of_squares_are_a_ply_deeper_where_they_would_not() {
        let plies = |even, depth, empties| LabelSearch { depth, level: EXACT, even }.plies(empties);
        assert_eq!([20, 21].map(|empties| plies(false, 6, empties)), [6, 6]);
        assert_eq!([20, 21].map(|empties| plies(true, 6, empties)), [6, 7]);
        assert_eq!([20, 21].map(|empties| plies(true, 5, empties)), [6, 5]);
        // Beyond the end of the game there is nothing to search.
        assert_eq!([3, 4].map(|empties| plies(true, 6, empties)), [7, 6]);
    }

    /// The value by trying everything, in discs.
    fn minimax(board: Discs) -> i32 {
        match moves(board) {
            0 if moves(board.passed()) == 0 => {
                let (own, enemy) = (board.own.count() as i32, board.enemy.count() as i32);
                own - enemy + (own - enemy).signum() * (64 - own - enemy)
            }
            0 => -minimax(board.passed()),
            moves => moves.squares().map(|square| -minimax(after(board, square))).max().unwrap(),
        }
    }

    #[test]
    fn labels_are_from_the_view_of_the_side_to_move() {
        let resources = Resources::new(1, 1);
        let control = resources.control(&Limits::default());
        let mut labeller = Labeller::new(Weights::embedded(), resources.table(), &control, 7, LabelSearch::full(0));
        let mut rng = fastrand::Rng::with_seed(3);
        for random in [60, 60, 60, 50, 50, 50, 8] {
            let game = labeller.play(SquareList::by_chance(random, &mut rng), LabelSearch::full(1));
            let boards = game.boards();
            let samples = labeller.label(&game, |_| true);
            assert_eq!(samples.len(), boards.len() - 1);
            for sample in samples.iter().filter(|sample| empty(sample.board).count() <= 7) {
                assert_eq!(i32::from(sample.value), minimax(sample.board) * DISC);
            }
            // Unsolved positions have, in turns, the value of the first solved position: the last sample is the start, Black to
            // move.
            let solved = boards.iter().position(|(board, _)| empty(*board).count() <= 7).unwrap();
            let turns = boards[1..=solved].iter().filter(|&&(_, changed)| changed).count();
            let sign = if turns % 2 == 0 { 1 } else { -1 };
            assert_eq!(i32::from(samples.last().unwrap().value), sign * minimax(boards[solved].0) * DISC);
            let some = labeller.label(&game, |ply| ply % 5 == 3);
            assert!(some.iter().all(|sample| samples.contains(sample)));
            assert_eq!(
                some.iter().filter(|sample| empty(sample.board).count() > 7).count(),
                (3..solved).step_by(5).count()
            );
        }
    }
}
