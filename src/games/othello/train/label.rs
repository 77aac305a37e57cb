//! What the positions of a game are worth.

use super::record::{Record, START, after, empty, moves};
use super::sample::Sample;
use crate::games::othello::bits::Word;
use crate::games::othello::params::DISC;
use crate::games::othello::patterns::Weights;
use crate::games::othello::search::board::Board;
use crate::games::othello::search::probcut::EXACT;
use crate::games::othello::search::{Search, Worker};
use crate::search::{Control, Table};

/// The most that a side wins by.
const MOST: i32 = 64;

/// How positions get their values.
pub(super) struct Labeller<'a> {
    /// Searches, with the weights of the last generation.
    search: Search<'a, Weights>,
    worker: Worker,
    /// Up to this many empty squares positions are solved.
    exact: u32,
    /// Plies of the search before; 0 takes the value of the game's first solved position.
    depth: u32,
}

impl<'a> Labeller<'a> {
    /// A labeller on one thread, without limits.
    pub fn new(weights: &'a Weights, table: &'a Table, control: &'a Control<'a>, exact: u32, depth: u32) -> Self {
        let search = Search::new(weights, table, control, u64::MAX, 1);
        let worker = search.hire();
        Self { search, worker, exact, depth }
    }

    /// The solved positions of a game, and those before that `keep` wants by their ply, with their values, the last
    /// first. The end is none.
    pub fn label(&mut self, record: &Record, keep: impl Fn(usize) -> bool) -> Vec<Sample> {
        let mut samples = Vec::new();
        // Of the position before in this order, as the side to move in this one sees it.
        let mut value = 0;
        for (ply, (board, changed)) in record.boards().into_iter().enumerate().rev() {
            let (over, empties) = (moves(board) == 0, empty(board).count());
            let solved = over || empties <= self.exact;
            if solved {
                value = self.value(board, empties, value);
            }
            if !over && (solved || keep(ply)) {
                let worth = if solved || self.depth == 0 { value } else { self.value(board, self.depth, value) };
                samples.push(Sample { board, value: (worth * DISC) as i16 });
            }
            if changed {
                value = -value;
            }
        }
        samples
    }

    /// The value of a search that leaves nothing out, in discs. A good guess saves time.
    pub fn value(&mut self, board: Board, depth: u32, mut guess: i32) -> i32 {
        let node = self.search.node(board, depth, EXACT);
        // Null windows from the guess towards the value (MTD(f), Plaat 1996).
        let (mut low, mut high) = (-MOST, MOST);
        while low < high {
            let alpha = if guess == low { guess } else { guess - 1 };
            guess = self.search.null(&mut self.worker, &node, alpha).unwrap_or(0);
            if guess > alpha { low = guess } else { high = guess }
        }
        low
    }

    /// A game from an opening: moves by chance until `random` are played, then searches of `depth` plies.
    pub fn play(&mut self, opening: &Record, random: usize, depth: u32, rng: &mut fastrand::Rng) -> Record {
        let mut board = opening.boards().last().map_or(START, |&(board, _)| board);
        let mut played = opening.moves().to_vec();
        loop {
            if moves(board) == 0 {
                board = board.passed();
            }
            let legal = moves(board);
            if legal == 0 {
                return Record::of(played);
            }
            let by_chance = |rng: &mut fastrand::Rng| legal.squares().nth(rng.usize(..legal.count() as usize));
            let chosen = if played.len() < random { by_chance(rng) } else { self.best(board, depth) };
            let square = chosen.unwrap_or(legal.trailing_zeros() as u8);
            played.push(square);
            board = after(board, square);
        }
    }

    fn best(&mut self, board: Board, depth: u32) -> Option<u8> {
        let node = self.search.node(board, depth, EXACT);
        let mut line = Vec::new();
        let _ = self.search.value(&mut self.worker, &node, (-MOST - 1, MOST + 1), &mut line);
        line.first().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, Resources};

    /// The value by trying everything, in discs.
    fn minimax(board: Board) -> i32 {
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
        let mut labeller = Labeller::new(Weights::embedded(), resources.table(), &control, 7, 0);
        let mut rng = fastrand::Rng::with_seed(3);
        for random in [60, 60, 60, 50, 50, 50, 8] {
            let game = labeller.play(&Record::default(), random, 1, &mut rng);
            let boards = game.boards();
            let samples = labeller.label(&game, |_| true);
            assert_eq!(samples.len(), boards.len() - 1);
            for sample in samples.iter().filter(|sample| empty(sample.board).count() <= 7) {
                assert_eq!(i32::from(sample.value), minimax(sample.board) * DISC);
            }
            // Before, the value of the first solved position in turns: the last sample is the start, Black to move.
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
