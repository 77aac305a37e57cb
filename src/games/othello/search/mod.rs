//! Othello's own search below the root, on boards of up to 8x8: principal variation search with Multi-ProbCut, exact
//! at the end.
//!
//! Values are whole discs here, for the side to move; outside they are [`DISC`](p::DISC) times that. A search either
//! stops `depth` plies down at the evaluation, or goes to the end of the game: then `depth` is the number of empty
//! squares.

pub mod board;
pub mod children;
pub mod endgame;
pub mod entry;
pub mod incremental;
mod last;
mod local;
pub mod midgame;
pub mod probcut;
pub mod stability;

use super::params as p;
use super::position::{Placement, Position};
use crate::game::Game;
use crate::search::{Control, Inner, Limits, Score, Step, Stopped, Table, ThreadCounter};
use board::Discs;
use incremental::IncrementalEvaluator;
use local::{Local, Locals};
use probcut::{LEAST_DEPTH, LEVELS, Level};

/// Nodes between two looks at the clock: a fraction of a millisecond's worth.
const POLL: u64 = 2048;

/// What one thread carries down the tree.
pub struct Worker {
    counter: ThreadCounter,
    local: Local,
}

/// The search of one task.
pub struct Search<'a, E> {
    eval: &'a E,
    table: &'a Table,
    control: &'a Control<'a>,
    /// The squares of the board.
    board: u64,
    /// Threads that may help.
    threads: usize,
    /// Tables of single threads.
    locals: Locals,
}

/// A position to be searched.
#[derive(Clone, Copy)]
pub struct Node<S> {
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

impl<S: Copy> Node<S> {
    /// The node after a move.
    fn child(&self, board: Discs, state: S) -> Self {
        Self { board, state, empties: self.empties - 1, depth: self.depth - 1, level: self.level }
    }

    /// True where the search goes to the end of the game.
    const fn is_endgame(&self) -> bool {
        self.depth == self.empties
    }
}

impl<'a, E: IncrementalEvaluator> Search<'a, E> {
    /// A search on a board of these squares that so many threads may help with.
    pub fn new(eval: &'a E, table: &'a Table, control: &'a Control<'a>, board: u64, threads: usize) -> Self {
        Self { eval, table, control, board, threads, locals: Locals::default() }
    }

    fn empty(&self, board: Discs) -> u64 {
        self.board & !(board.own | board.enemy)
    }

    /// A worker for the calling thread.
    pub fn new_worker(&self) -> Worker {
        self.worker_with(ThreadCounter::new(self.control, POLL))
    }

    fn worker_with(&self, counter: ThreadCounter) -> Worker {
        Worker { counter, local: self.locals.take() }
    }

    /// Takes a worker's work over; the nodes that it and those forked from it visited.
    fn dismiss(&self, worker: &mut Worker) -> u64 {
        self.locals.put(&mut worker.local);
        worker.counter.finish(self.control)
    }

    /// A position to be searched `depth` plies deep, at most to the end of the game, at a level of selectivity.
    pub fn node(&self, board: Discs, depth: u32, level: u8) -> Node<E::State> {
        let empties = self.empty(board).count_ones();
        let (depth, empties) = (depth.min(empties) as i32, empties as i32);
        Node { board, state: self.eval.state(board), empties, depth, level }
    }

    /// The most that the side to move can reach when the enemy's stable discs stay, where it is worth a look: when
    /// much would be needed to beat alpha.
    #[inline]
    fn stable_bound(&self, board: Discs, alpha: i32, empties: i32) -> Option<i32> {
        if alpha < p::STABILITY_FROM[empties as usize & 63] {
            return None;
        }
        let bound =
            self.board.count_ones() as i32 - 2 * stability::stable(board.passed(), self.board).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// A value of the driver in discs; open ends of windows lie just outside the values.
fn discs(score: Score) -> i32 {
    (score.clamp(-p::MOST - p::DISC, p::MOST + p::DISC)).div_euclid(p::DISC)
}

impl<E: IncrementalEvaluator> Inner<Position<u64>> for Search<'_, E> {
    type Worker = Worker;

    fn worker(&self, _path: Vec<u64>) -> Worker {
        self.new_worker()
    }

    fn root_moves(&self, game: &Position<u64>) -> Vec<Placement> {
        let regions = children::Regions::of(game.empty());
        let mut moves = game.moves();
        moves.sort_by_cached_key(|&mv| {
            let next = game.after(mv);
            let next = Discs { own: next.own(), enemy: next.enemy() };
            let value = self.eval.evaluate(&self.eval.state(next), next);
            value
                - if Position::<u64>::is_pass(mv) {
                    0
                } else {
                    children::quick_rank(next, &regions, mv.square(), p::REPLY_ORDER)
                }
        });
        moves
    }

    /// Deeper and deeper by two plies, for values after the one side's move and after the other's are some discs apart;
    /// at the most selective level as soon as there is anything to cut. Near the end of the game straight to it, with
    /// more and more confidence where the clock may stop the search on the way, else at once with full confidence.
    fn steps(&self, game: &Position<u64>, limits: &Limits) -> Vec<Step> {
        let last = Step::last_depth(game, limits);
        let end = game.plies_left().unwrap_or(last);
        let midgame = if last < end { last } else { end.saturating_sub(p::ENDGAME_LEAP) };
        let step = |depth, level: &Level| Step { depth, confidence: level.confidence };
        // Cuts are tried below the root moves, where a ply less is left.
        let middle = |depth| if depth <= LEAST_DEPTH as u32 { Step::full(depth) } else { step(depth, &LEVELS[0]) };
        let mut steps: Vec<_> = (2 - midgame % 2..=midgame).step_by(2).map(middle).collect();
        if last == end {
            let hurried = limits.time.is_some() || limits.nodes.is_some();
            let levels = match LEVELS {
                [.., exact] if end <= p::EXACT_AT_ONCE => vec![exact],
                [first, .., exact] if !hurried => vec![first, exact],
                all => all.to_vec(),
            };
            steps.extend(levels.iter().map(|level| step(end, level)));
        }
        steps
    }

    fn search_move(
        &self,
        worker: &mut Worker,
        (game, mv, step): (&Position<u64>, Placement, Step),
        place: usize,
        (alpha, beta): (Score, Score),
        pv: &mut Vec<Placement>,
    ) -> Result<Score, Stopped> {
        let game = game.after(mv);
        let board = Discs { own: game.own(), enemy: game.enemy() };
        let cost = u32::from(!Position::<u64>::is_pass(mv));
        let node = self.node(board, step.depth - cost, probcut::level(step.confidence));
        let (alpha, beta) = (discs(alpha), discs(beta + p::DISC - 1));
        if place > 0 {
            let value = -self.null(worker, &node, -alpha - 1)?;
            if value <= alpha || value >= beta {
                return Ok(value * p::DISC);
            }
        }
        let mut line = Vec::new();
        let value = -self.value(worker, &node, (-beta, -alpha), &mut line)?;
        pv.extend(line.into_iter().map(|square| square.map_or(Placement::PASS, Placement::on)));
        Ok(value * p::DISC)
    }

    fn finish(&self, worker: &mut Worker) -> u64 {
        self.dismiss(worker)
    }

    fn proves(&self) -> bool {
        true
    }

    fn aspiration(&self) -> Option<Score> {
        Some(p::ASPIRATION)
    }
}
