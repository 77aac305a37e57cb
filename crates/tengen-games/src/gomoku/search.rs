//! Gomoku's own search below the root: principal variation search on one board, with make and unmake.
//!
//! Depths are sixteenths of a ply. Values are in points of evaluation. A win or loss of the common scale is proven: the
//! losing side's replies were complete. One that is only seen is worth less ([`entry`]). The shared driver of iterative deepening is answered
//! here, with the threat search for replies to root moves.

mod assess;
mod board;
#[doc(hidden)]
pub mod certify;
mod child;
pub(super) mod draw;
pub(super) mod entry;
mod leaf;
mod midgame;
pub(super) mod moves;
pub(super) mod node;
#[doc(hidden)]
pub mod proof;
pub(super) mod threats;
#[doc(hidden)]
pub mod vct;
mod zone;

pub use board::Board;
pub use node::GomokuSearch;

use crate::gomoku::bits::Point;
use crate::gomoku::board::Gomoku;
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use crate::gomoku::weights::Weights;
use entry::unproven;
use moves::{Ranked, generate};
use node::{GomokuNode, HistoryTable, Local, PointLine, Reply, Worker};
use std::sync::PoisonError;
use tengen_core::game::{self, Game as _};
use tengen_core::search::score::is_proven;
use tengen_core::search::{Answer, Inner, Iteration, Limits, Proofs, Query, Score, Stopped, Task, WIN, deepen};
use vct::VctLimits;

impl GomokuSearch<'_> {
    /// The answer of a search within limits in another position than that of the task: the one after some moves from a position.
    pub fn elsewhere(
        task: &Task<'_, Gomoku>,
        weights: &Weights,
        (position, line): (&Gomoku, &[Point]),
        limits: Limits,
    ) -> Answer<Point> {
        let position = line.iter().fold(position.clone(), |position, &mv| position.after(mv));
        let board = Board::with(&position, weights);
        let game = game::History::new(position);
        let query = Query::new(limits, task.query.stop);
        let Task { pool, table, clock, .. } = *task;
        let mut task = Task { game: &game, query, begun: None, pool, table, clock, report: Box::new(|_| ()) };
        let control = task.control();
        let search = GomokuSearch::new(board, table, &control);
        deepen(&mut task, &control, &search)
    }
}

impl Inner<Gomoku> for GomokuSearch<'_> {
    type Worker = Option<Worker>;

    fn worker(&self, _path: Vec<u64>) -> Self::Worker {
        Some(self.new_worker())
    }

    /// The moves that win at once, then the replies to the enemy's threats, else the points near the stones; where none of them is legal,
    /// all moves. On an empty board the centre.
    fn root_moves(&self, game: &Gomoku) -> Vec<Point> {
        let mut board = self.root.clone();
        let fives = board.points(board.side(), Class::Five);
        let points = board.candidates().or(&fives);
        let mut moves = Vec::new();
        generate(&board, &HistoryTable::default(), &points, None, &mut moves);
        // The ordering knows no fives: the search below the root never makes one.
        moves.sort_unstable_by_key(|&ranked| std::cmp::Reverse((fives.has(ranked.mv()), ranked)));
        if !moves.is_empty() {
            return moves.into_iter().map(Ranked::mv).collect();
        }
        let off = |line: u8| (2 * line + 1).abs_diff(board.size());
        let mut all = game.moves();
        all.sort_by_key(|mv| off(mv.col()).max(off(mv.row())));
        all.truncate(if board.near().is_empty() { 1 } else { all.len() });
        all
    }

    fn search_move(
        &self,
        worker: &mut Self::Worker,
        (_, mv, step): (&Gomoku, Point, Iteration),
        place: usize,
        (alpha, beta): (Score, Score),
        pv: &mut Vec<Point>,
    ) -> Result<Score, Stopped> {
        if let Some(&score) = self.known.get(&mv) {
            return Ok(score);
        }
        let Some(worker) = worker else { return Err(Stopped) };
        // Below the root the search never makes a five, and expects positions that go on.
        if self.root.points(self.root.side(), Class::Five).has(mv) {
            return Ok(WIN - 1);
        }
        let depth = step.depth as i32 * p::PLY;
        let mut node = GomokuNode { depth, ply: 0, alpha, beta, cut: false, skip: None };
        let assessment = self.assess(&mut worker.local, &mut node, None);
        let mut line = PointLine::new();
        let mut score = self.child(worker, &node, &assessment, (mv, place + 1, alpha), &mut line)?.unwrap_or(beta);
        if score > alpha
            && !is_proven(score)
            && let Some(lost) = self.lost_to_threats(worker, mv)?
        {
            score = lost;
        }
        pv.append(&mut line);
        // Where the moves far from the stones are not searched, the loss by all others is no proof.
        let complete = self.narrowed || assessment.forcing.replies().is_some();
        Ok(if complete { score } else { unproven(score) })
    }

    fn finish(&self, worker: &mut Self::Worker) -> u64 {
        worker.take().map_or(0, |worker| self.finish_worker(worker))
    }

    fn proves(&self) -> Proofs {
        Proofs::Wins
    }

    fn aspiration(&self) -> Option<Score> {
        Some(p::ASPIRATION)
    }
}

impl GomokuSearch<'_> {
    /// The value of a root move that loses to a reply which wins by threats, where a threat search finds such a reply. The nodes
    /// of the threat search grow with those of the whole search.
    fn lost_to_threats(&self, worker: &mut Worker, mv: Point) -> Result<Option<Score>, Stopped> {
        let nodes =
            (self.control.nodes() / p::REPLY_SHARE / self.lines).clamp(p::REPLY_NODES[0], p::REPLY_NODES[1]) as u32;
        let known = self.replies.lock().unwrap_or_else(PoisonError::into_inner).get(&mv).copied();
        let reply = match known {
            Some(reply) if reply.plies.is_some() || nodes < 2 * reply.nodes => reply,
            _ => {
                worker.local.board.make(mv);
                let plies = self.threats(worker, nodes)?;
                worker.local.board.unmake();
                let reply = Reply { nodes, plies };
                self.replies.lock().unwrap_or_else(PoisonError::into_inner).insert(mv, reply);
                reply
            }
        };
        Ok(reply.plies.map(|plies| (plies + 1) as Score - WIN))
    }

    fn threats(&self, worker: &mut Worker, nodes: u32) -> Result<Option<u32>, Stopped> {
        let Worker { counter, local } = worker;
        let Local { board, threats, .. } = &mut **local;
        let effort = VctLimits { nodes, threes: p::THREATS_THREES };
        threats.search(board, effort, &mut || counter.one(self.control))
    }
}
