//! One move of a node: how deep it is searched, and with which windows.

use super::assess::Assessment;
use super::entry::is_decisive;
use super::moves::Facts;
use super::node::is_attack;
use super::node::{GomokuNode, GomokuSearch, Local, PointLine, Worker};
use super::threats::ForcingState;
use crate::gomoku::bits::Point;
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use tengen_core::search::{Bound, Score, Stopped};

/// A move's place among those of its node.
#[derive(Clone, Copy)]
pub(super) struct MovePlace {
    /// The place in the order of moves, 1 for the first.
    pub(super) count: usize,
    /// The best value of the moves before; alpha at the root.
    pub(super) best: Score,
}

impl GomokuSearch<'_> {
    /// The value of a move: the first with the full window, the others with a zero window, at first at a reduced depth. A value
    /// above alpha is searched again, deeper and then with the full window. `None` where the node can be cut without this search.
    pub(super) fn child(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        assessment: &Assessment,
        (mv, count, best): (Point, usize, Score),
        line: &mut PointLine,
    ) -> Result<Option<Score>, Stopped> {
        let facts = Facts::of(&worker.local, node.ply, mv);
        let Some(extension) = self.extension(worker, node, assessment, mv, &facts)? else { return Ok(None) };
        let depth = node.depth - p::PLY + extension;
        let spared = p::REDUCTION.spared[usize::from(node.ply == 0)];
        let reduction = (node.depth >= p::REDUCTION.from && count > spared)
            .then(|| Self::reduction(&worker.local, node, assessment, mv, (&facts, count)));
        self.table.prefetch(worker.local.board.hash_after(mv));
        Self::enter(worker, node, mv, facts.own, extension);
        let score = self.windows(worker, node, depth, (reduction, MovePlace { count, best }), line)?;
        worker.local.board.unmake();
        Ok(Some(score))
    }

    /// Makes a move.
    fn enter(worker: &mut Worker, node: &GomokuNode, mv: Point, class: Class, extension: i32) {
        let local = &mut *worker.local;
        let extra = local.before(node.ply, 1).extra + (extension - p::PLY).max(0);
        let frame = local.frame(node.ply);
        (frame.mv, frame.class, frame.extra) = (Some(mv), class, extra);
        local.board.make(mv);
    }

    /// Searches the position after a move, to `depth` or less deep.
    fn windows(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        mut depth: i32,
        (reduction, place): (Option<i32>, MovePlace),
        line: &mut PointLine,
    ) -> Result<Score, Stopped> {
        let GomokuNode { alpha, beta, ply, cut, .. } = *node;
        let zero_window =
            |depth, cut| GomokuNode { depth, ply: ply + 1, alpha: -alpha - 1, beta: -alpha, cut, skip: None };
        let mut score = beta;
        if let Some(reduction) = reduction {
            let reduced = (depth - reduction).min(depth + p::PLY).max(p::PLY);
            score = -self.value(worker, zero_window(reduced, true), line)?;
            if score > alpha && reduced < depth {
                depth += Self::surprise(&mut worker.local, ply, (depth, reduced), score, (alpha, place.best));
                if reduced < depth {
                    score = -self.value(worker, zero_window(depth, !cut), line)?;
                }
            }
        } else if place.count > 1 || !node.is_open() {
            score = -self.value(worker, zero_window(depth, !cut), line)?;
        }
        if node.is_open() && (place.count == 1 || (score > alpha && score < beta)) {
            let full = GomokuNode { depth, ply: ply + 1, alpha: -beta, beta: -alpha, cut: false, skip: None };
            score = -self.value(worker, full, line)?;
        }
        Ok(score)
    }

    /// How much deeper a reduced move that beat alpha is searched again, in sixteenths of a ply.
    fn surprise(
        local: &mut Local,
        ply: u32,
        (depth, reduced): (i32, i32),
        score: Score,
        (alpha, best): (Score, Score),
    ) -> i32 {
        let saved = (depth - reduced) / p::PLY;
        let by = score.saturating_sub(alpha);
        let p::Research { deeper, much_deeper, shallower, extra_most } = p::RESEARCH;
        let beats = |[points, ply]: [Score; 2]| by > points + ply * saved;
        let mut extension = 0;
        if beats(deeper) {
            extension += p::PLY;
        }
        if beats(much_deeper) {
            extension += p::PLY;
        }
        if score < best.saturating_add(shallower * (depth / p::PLY)) {
            extension -= p::PLY;
        }
        let frame = local.frame(ply);
        if frame.extra >= extra_most {
            extension.min(p::PLY)
        } else {
            frame.extra += (extension - p::PLY).max(0);
            extension
        }
    }

    /// How much deeper than usual a move is searched, in sixteenths of a ply. `None` where another move than the table's cuts,
    /// too.
    fn extension(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        assessment: &Assessment,
        mv: Point,
        facts: &Facts,
    ) -> Result<Option<i32>, Stopped> {
        let is_first = assessment.entry.as_ref().is_some_and(|entry| entry.mv == Some(mv));
        let mut extension = 0;
        if matches!(assessment.forcing, ForcingState::Five(_)) {
            extension = p::EXTENSION.reply_to_four;
        } else if let Some(score) = Self::singular_value(node, assessment, is_first) {
            let Some(singular) = self.singular(worker, node, score, mv)? else { return Ok(None) };
            extension = singular;
        } else if is_first {
            extension = if node.is_open() { p::EXTENSION.table_move_pv } else { p::EXTENSION.table_move };
            if facts.is_four() && facts.from_own <= p::FAIRLY_NEAR {
                let near = facts.from_own <= p::NEAR;
                extension += if near { p::EXTENSION.near_four } else { p::EXTENSION.fairly_near_four };
            }
        }
        if assessment.likely_cut {
            if !facts.is_four() {
                extension -= p::LIKELY_CUT.reduction;
            } else if worker.local.before(node.ply, 2).class >= Class::Four {
                extension += p::LIKELY_CUT.second_four;
            }
        }
        Ok(Some(extension))
    }

    /// The table's value of its move, where that move may be the only one as good.
    fn singular_value(node: &GomokuNode, assessment: &Assessment, is_first: bool) -> Option<Score> {
        let entry = assessment.entry.as_ref()?;
        let (score, bound) = entry.score?;
        let deep = node.depth >= p::SINGULAR.from && entry.plies16() >= node.depth - p::SINGULAR.entry;
        let singular = is_first && node.ply > 0 && node.skip.is_none() && bound != Bound::Upper && !is_decisive(score);
        (deep && singular).then_some(score)
    }

    /// The extension of a move by how much worse all others are, in sixteenths of a ply; `None` where another move cuts, too.
    fn singular(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        score: Score,
        mv: Point,
    ) -> Result<Option<i32>, Stopped> {
        let former = i32::from(!node.is_open() && worker.local.before(node.ply, 0).pv);
        let margin = (p::SINGULAR.margin + p::SINGULAR.margin_was_pv * former) * node.depth / (p::PLY * p::PLY);
        let beta = score - margin;
        let depth = node.depth - node.depth * p::SINGULAR.reduction / 64 + former * p::PLY;
        let others = GomokuNode { depth, alpha: beta - 1, beta, skip: Some(mv), ..*node };
        let kept = *worker.local.before(node.ply, 0);
        let value = self.value(worker, others, &mut PointLine::new())?;
        *worker.local.frame(node.ply) = kept;
        Ok(if value < beta {
            let p::Singular { double, double_less, double_less_most, .. } = p::SINGULAR;
            let double = double - (node.depth * double_less / (10 * p::PLY)).min(double_less_most);
            let extra = worker.local.before(node.ply, 1).extra;
            let twice = !node.is_open() && value < beta - double && extra < p::SINGULAR.extra_most;
            Some(if twice { 2 * p::PLY } else { p::PLY })
        } else if beta >= node.beta {
            None
        } else if score >= node.beta {
            Some(-p::SINGULAR.none)
        } else {
            Some(0)
        })
    }

    /// Late move reductions: how much less deep a late move is searched at first, in sixteenths of a ply.
    fn reduction(
        local: &Local,
        node: &GomokuNode,
        assessment: &Assessment,
        mv: Point,
        (facts, count): (&Facts, usize),
    ) -> i32 {
        let mut reduction = ln((node.depth / p::PLY) as usize) * ln(count) / 1024 * p::REDUCTION.log / 64 / 64;
        if node.is_open() {
            reduction = (reduction - p::REDUCTION.open).max(0);
        } else if !assessment.improving && reduction > p::REDUCTION.not_improving {
            reduction += p::REDUCTION.not_improving;
        }
        if local.before(node.ply, 0).pv {
            reduction -= p::REDUCTION.was_pv;
        }
        let four = assessment.forcing.is_four();
        let killers = local.before(node.ply, 0).killers;
        let killer = !four && killers.contains(&Some(mv)) && !is_attack(facts.own);
        if node.cut && !killer {
            reduction += p::REDUCTION.cut_node;
        }
        if four && facts.enemy < Class::Four {
            reduction += if facts.from_enemy > p::NEAR { p::REDUCTION.far_from_enemy } else { 0 };
            reduction += if facts.from_own > p::NEAR { p::REDUCTION.far_from_own } else { 0 };
        }
        let goes_on = is_attack(facts.own) || (facts.from_own <= p::NEAR && facts.own >= Class::TwoTwos);
        if !four && is_attack(local.before(node.ply, 2).class) && goes_on {
            reduction -= p::REDUCTION.continued_attack;
        }
        let side = local.board.side();
        let [quiet, attack] = [false, true].map(|attack| local.history.value(side, attack, mv));
        let p::Reduction { quiet_history, history_mean, history_ply, history_high, .. } = p::REDUCTION;
        let ply = history_ply[usize::from(node.depth > history_high)];
        reduction - (attack + quiet * quiet_history / 1024 - history_mean) * p::PLY / ply
    }
}

/// The natural logarithm of `n`, in 1/1024.
fn ln(n: usize) -> i32 {
    LN[n.min(LN.len() - 1)]
}

/// Natural logarithms of whole numbers in 1/1024, by integers alone: the search must be the same on every machine.
static LN: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = ((log2(n as u64) * 45_426 + (1 << 21)) >> 22) as i32;
        n += 1;
    }
    table
};

/// The binary logarithm in 1/65536, bit by bit: squaring doubles it.
const fn log2(n: u64) -> u64 {
    let whole = n.ilog2() as u64;
    let mut x = n << (31 - whole);
    let mut log = whole;
    let mut bit = 0;
    while bit < 16 {
        x = (x * x) >> 31;
        log <<= 1;
        if x >> 32 != 0 {
            x >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in 1..LN.len() {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(ln(n)) - exact).abs() <= 1.0, "{n}");
        }
    }
}
