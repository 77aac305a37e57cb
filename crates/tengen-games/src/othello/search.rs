//! Othello's own search below the root, on boards of up to 8x8: principal variation search with Multi-ProbCut, exact
//! at the end.
//!
//! Values in this search are whole discs for the side to move; outside, and where the evaluation is asked, they are
//! [`DISC`](super::params::DISC) times that. A search either stops `depth` plies down at the evaluation, or goes to the end of
//! the game: then `depth` is the number of empty squares. The shared driver of iterative deepening is answered here: root moves,
//! iterations, and values in its unit.

#[doc(hidden)]
pub mod board;
mod children;
mod endgame;
#[doc(hidden)]
pub mod incremental;
mod last;
#[doc(hidden)]
pub mod midgame;
mod node;

pub use node::{OthelloNode, OthelloSearch, SearchEntry, Worker};

use crate::othello::params as p;
use crate::othello::position::{OthelloPosition, Placement};
use board::Discs;
use incremental::IncrementalEvaluator;
use tengen_core::game::Game;
use tengen_core::search::{Inner, Iteration, Limits, Proofs, Score, Stopped};

/// A value of the driver in discs; open ends of windows become values just outside the range.
fn discs(score: Score) -> i32 {
    (score.clamp(-p::MOST - p::DISC, p::MOST + p::DISC)).div_euclid(p::DISC)
}

impl<E: IncrementalEvaluator> Inner<OthelloPosition<u64>> for OthelloSearch<'_, E> {
    type Worker = Worker;

    fn worker(&self, _path: Vec<u64>) -> Worker {
        self.new_worker()
    }

    fn root_moves(&self, game: &OthelloPosition<u64>) -> Vec<Placement> {
        let regions = children::Regions::of(game.empty());
        let mut moves = game.moves();
        moves.sort_by_cached_key(|&mv| {
            let next = game.after(mv);
            let next = Discs { own: next.own(), enemy: next.enemy() };
            let value = self.eval.evaluate(&self.eval.state(next), next);
            value
                - if OthelloPosition::<u64>::is_pass(mv) {
                    0
                } else {
                    children::quick_rank(next, &regions, mv.square(), p::ORDERING.reply)
                }
        });
        moves
    }

    /// Iterations by two plies, since the values after the one side's move and after the other's are some discs apart; at the
    /// most selective level as soon as there is anything to cut. Near the end of the game the search goes to it at once: through
    /// all levels of selectivity where a limit may stop the search on the way, else through the first and the last, and with
    /// [`p::Endgame::exact_at_once`] empty squares or fewer through the last alone.
    fn iterations(&self, game: &OthelloPosition<u64>, limits: &Limits) -> Vec<Iteration> {
        let last = Iteration::last_depth(game, limits);
        let end = game.plies_left().unwrap_or(last);
        let midgame = if last < end { last } else { end.saturating_sub(p::ENDGAME.leap) };
        let step = |depth, level: &p::Selectivity| Iteration { depth, confidence: level.confidence };
        // Cuts are tried below the root moves, where one ply less is left.
        let middle = |depth| {
            if depth <= p::SELECTIVE_FROM as u32 { Iteration::full(depth) } else { step(depth, &p::SELECTIVITIES[0]) }
        };
        let mut iterations: Vec<_> = (2 - midgame % 2..=midgame).step_by(2).map(middle).collect();
        if last == end {
            let hurried = limits.time.is_some() || limits.nodes.is_some();
            let levels = match p::SELECTIVITIES {
                [.., exact] if end <= p::ENDGAME.exact_at_once => vec![exact],
                [first, .., exact] if !hurried => vec![first, exact],
                all => all.to_vec(),
            };
            iterations.extend(levels.iter().map(|level| step(end, level)));
        }
        iterations
    }

    fn search_move(
        &self,
        worker: &mut Worker,
        (game, mv, step): (&OthelloPosition<u64>, Placement, Iteration),
        place: usize,
        (alpha, beta): (Score, Score),
        pv: &mut Vec<Placement>,
    ) -> Result<Score, Stopped> {
        let game = game.after(mv);
        let board = Discs { own: game.own(), enemy: game.enemy() };
        let cost = u32::from(!OthelloPosition::<u64>::is_pass(mv));
        let node = self.node(board, step.depth - cost, midgame::level(step.confidence));
        let (alpha, beta) = (discs(alpha), discs(beta + p::DISC - 1));
        if place > 0 {
            let value = -self.zero_window(worker, &node, -alpha - 1)?;
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
        self.finish_worker(worker)
    }

    fn proves(&self) -> Proofs {
        Proofs::Values
    }

    fn aspiration(&self) -> Option<Score> {
        Some(p::ASPIRATION)
    }
}
