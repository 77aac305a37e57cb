//! The leaves: a search of fours alone, in which the side to move may stop at any time.

use super::entry::Entry;
use super::moves::Ranked;
use super::node::{GomokuNode, GomokuSearch, PointLine, Worker};
use super::threats::ForcingState;
use super::zone;
use crate::gomoku::bits::Point;
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use tengen_core::search::{Bound, Score, Stopped, WIN};

impl GomokuSearch<'_> {
    /// The value of the position on the worker's board at depth 0 or below: the static one, or what fours make of it.
    pub(super) fn leaf(
        &self,
        worker: &mut Worker,
        mut node: GomokuNode,
        line: &mut PointLine,
    ) -> Result<Score, Stopped> {
        line.clear();
        worker.counter.one(self.control)?;
        if let Some(score) = self.at_once(&mut worker.local, &mut node) {
            return Ok(score);
        }
        let entry = self.probe(&node, &worker.local);
        if let Some((score, bound)) = entry.as_ref().and_then(|entry| entry.score) {
            let fits = match bound {
                Bound::Lower => score >= node.beta,
                Bound::Upper => score <= node.alpha,
                Bound::Exact => true,
            };
            if fits && entry.as_ref().is_some_and(|entry| entry.depth >= Entry::depth(node.depth)) {
                return Ok(score);
            }
        }
        let local = &mut *worker.local;
        let side = local.board.side();
        if local.board.count(!side, Class::Five) > 0 {
            return self.forced(worker, &node, line);
        }
        let value = match &entry {
            Some(entry) => entry.static_value,
            None => self.evaluate(&mut local.board, &node),
        };
        local.frame(node.ply).value = value;
        let floor = node.alpha;
        let (mut best, mut mv) = (value, None);
        if best < node.beta {
            node.alpha = node.alpha.max(best);
            (best, mv) = self.fours(worker, node, best, line)?;
        }
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry =
            Entry { mv, pv: false, score: Some((best, bound)), static_value: value, depth: Entry::depth(node.depth) };
        self.store(&node, &worker.local, entry);
        Ok(best)
    }

    /// Searches the fours of a leaf; returns the best value and the four that has it, if any beat alpha.
    fn fours(
        &self,
        worker: &mut Worker,
        mut node: GomokuNode,
        mut best: Score,
        line: &mut PointLine,
    ) -> Result<(Score, Option<Point>), Stopped> {
        let mut moves = worker.local.buffer();
        Self::attacks(worker, &node, &mut moves);
        let (mut mv, mut below) = (None, PointLine::new());
        for four in moves.iter().map(|ranked| ranked.mv()) {
            if !worker.local.board.may_play(worker.local.board.side(), four) {
                continue;
            }
            let score = self.after(worker, &node, four, p::PLY, &mut below)?;
            if score > best {
                best = score;
                if score > node.alpha {
                    (node.alpha, mv) = (score, Some(four));
                    line.clear();
                    line.push(four);
                    line.append(&mut below);
                }
                if score >= node.beta {
                    break;
                }
            }
        }
        worker.local.keep(moves);
        Ok((best, mv))
    }

    /// The value of a move at a leaf, which costs `cost` of the depth.
    fn after(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        mv: Point,
        cost: i32,
        line: &mut PointLine,
    ) -> Result<Score, Stopped> {
        let local = &mut *worker.local;
        self.table.prefetch(local.board.hash_after(mv));
        let class = local.board.class(local.board.side(), mv);
        let frame = local.frame(node.ply);
        (frame.mv, frame.class) = (Some(mv), class);
        local.board.make(mv);
        let next =
            GomokuNode { depth: node.depth - cost, ply: node.ply + 1, alpha: -node.beta, beta: -node.alpha, ..*node };
        let score = -self.leaf(worker, next, line)?;
        worker.local.board.unmake();
        Ok(score)
    }

    /// The value of a leaf where a five has to be blocked: all replies are searched, and they cost no depth.
    fn forced(&self, worker: &mut Worker, node: &GomokuNode, line: &mut PointLine) -> Result<Score, Stopped> {
        let value = if node.ply > 0 { -worker.local.before(node.ply, 1).value } else { 0 };
        worker.local.frame(node.ply).value = value;
        let ForcingState::Five(replies) = worker.local.board.forcing_state() else { return Ok(value) };
        let mut best = -(WIN - (node.ply + 2) as Score);
        let (mut node, mut below) = (*node, PointLine::new());
        for reply in replies.iter() {
            let score = self.after(worker, &node, reply, 0, &mut below)?;
            if score > best {
                best = score;
                node.alpha = node.alpha.max(score);
                line.clear();
                line.push(reply);
                line.append(&mut below);
            }
            if best >= node.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The fours of a leaf near the own last stone, the strongest first. At depth 0 or more, and after two own moves that both
    /// made more than a four, these are all fours; elsewhere those that make more than the four.
    fn attacks(worker: &Worker, node: &GomokuNode, moves: &mut Vec<Ranked>) {
        let local = &*worker.local;
        let (board, side) = (&local.board, local.board.side());
        let last = local.before(node.ply, 2).mv;
        let all = node.depth >= 0 || [2, 4].iter().all(|&back| local.before(node.ply, back).class > Class::Four);
        let tables = &board.tables().0;
        for mv in board.fours(side).iter() {
            let near = last.is_none_or(|last| zone::is_within(last, mv, p::LEAF_SQUARE, p::LEAF_LINE));
            if !near || (!all && board.class(side, mv) == Class::Four) {
                continue;
            }
            let rank = i32::from(tables[side.index()].attack[board.code(side, mv) as usize])
                + i32::from(tables[(!side).index()].defence[board.code(!side, mv) as usize]);
            moves.push(Ranked::new(mv, rank));
        }
        moves.sort_unstable_by_key(|&ranked| std::cmp::Reverse(ranked));
    }
}
