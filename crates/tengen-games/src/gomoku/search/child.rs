//! One move of a node: how deep it is searched, and with which windows.

use super::assess::Assessment;
use super::entry::is_decisive;
use super::history::is_attack;
use super::moves::Facts;
use super::node::{GomokuNode, GomokuSearch, Line, Local, Ranked, Worker};
use super::threats::ForcingState;
use crate::gomoku::bits::Point;
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use tengen_core::search::{Bound, Score, Stopped};

/// A move's place among those of its node.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The first is 1.
    pub(super) count: usize,
    /// The best value of those before it; at the root alpha.
    pub(super) best: Score,
}

impl GomokuSearch<'_> {
    /// The value of a move: the first with the full window, the others with a zero window, reduced at first, and again as
    /// long as they surprise. `None` where the node can be cut without it.
    pub(super) fn child(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        assessment: &Assessment,
        (ranked, count, best): (Ranked, usize, Score),
        line: &mut Line,
    ) -> Result<Option<Score>, Stopped> {
        let facts = Facts::of(&worker.local, node.ply, ranked.mv);
        let Some(extension) = self.extension(worker, node, assessment, ranked.mv, &facts)? else { return Ok(None) };
        let depth = node.depth - p::PLY + extension;
        let reduction = (node.depth >= 2 * p::PLY && count > 1 + usize::from(node.ply == 0))
            .then(|| Self::reduction(&worker.local, node, assessment, ranked.mv, (&facts, count)));
        self.table.prefetch(worker.local.board.hash_after(ranked.mv));
        Self::enter(worker, node, ranked.mv, facts.own, extension);
        let score = self.windows(worker, node, depth, (reduction, Place { count, best }), line)?;
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
        (reduction, place): (Option<i32>, Place),
        line: &mut Line,
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

    /// How much deeper a move is searched that beat alpha although it was reduced.
    fn surprise(
        local: &mut Local,
        ply: u32,
        (depth, reduced): (i32, i32),
        score: Score,
        (alpha, best): (Score, Score),
    ) -> i32 {
        let saved = (depth - reduced) / p::PLY;
        let by = score.saturating_sub(alpha);
        let mut extension = 0;
        if by > p::DEEPER[0] + p::DEEPER[1] * saved {
            extension += p::PLY;
        }
        if by > p::MUCH_DEEPER[0] + p::MUCH_DEEPER[1] * saved {
            extension += p::PLY;
        }
        if score < best.saturating_add(depth / p::PLY) {
            extension -= p::PLY;
        }
        let frame = local.frame(ply);
        if frame.extra >= p::EXTRA_MOST_REDUCED {
            extension.min(p::PLY)
        } else {
            frame.extra += (extension - p::PLY).max(0);
            extension
        }
    }

    /// How much deeper than usual a move is searched, in sixteenths of a ply. `None` where the table's move is not the only
    /// one that cuts.
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
            extension = p::REPLY_TO_FOUR;
        } else if let Some(score) = Self::singular_value(node, assessment, is_first) {
            let Some(singular) = self.singular(worker, node, score, mv)? else { return Ok(None) };
            extension = singular;
        } else if is_first {
            extension = if node.is_open() { p::TABLE_MOVE_PV } else { p::TABLE_MOVE };
            if facts.is_four() && facts.from_own <= 6 {
                extension += if facts.from_own <= 4 { p::FOUR_AT_4 } else { p::FOUR_AT_6 };
            }
        }
        if assessment.likely_cut {
            if !facts.is_four() {
                extension -= p::PLY;
            } else if worker.local.before(node.ply, 2).class >= Class::Four {
                extension += p::PLY;
            }
        }
        Ok(Some(extension))
    }

    /// The table's value where its move may be the only one that is as good.
    fn singular_value(node: &GomokuNode, assessment: &Assessment, is_first: bool) -> Option<Score> {
        let entry = assessment.entry.as_ref()?;
        let (score, bound) = entry.score?;
        let deep = node.depth >= p::SINGULAR_DEPTH && entry.plies16() >= node.depth - p::SINGULAR_TABLE;
        let singular = is_first && node.ply > 0 && node.skip.is_none() && bound != Bound::Upper && !is_decisive(score);
        (deep && singular).then_some(score)
    }

    /// The extension of a move by how much worse all others are; `None` where they cut, too.
    fn singular(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        score: Score,
        mv: Point,
    ) -> Result<Option<i32>, Stopped> {
        let former = i32::from(!node.is_open() && worker.local.before(node.ply, 0).pv);
        let margin = (p::SINGULAR_MARGIN + p::PLY * former) * node.depth / 256;
        let beta = score - margin;
        let depth = node.depth - node.depth * p::SINGULAR_REDUCTION / 64 + former * p::PLY;
        let others = GomokuNode { depth, alpha: beta - 1, beta, skip: Some(mv), ..*node };
        let kept = *worker.local.before(node.ply, 0);
        let value = self.value(worker, others, &mut Line::new())?;
        *worker.local.frame(node.ply) = kept;
        Ok(if value < beta {
            let double = p::DOUBLE_SINGULAR - (node.depth * 6 / 160).min(9);
            let extra = worker.local.before(node.ply, 1).extra;
            let twice = !node.is_open() && value < beta - double && extra < p::EXTRA_MOST_SINGULAR;
            Some(if twice { 2 * p::PLY } else { p::PLY })
        } else if beta >= node.beta {
            None
        } else if score >= node.beta {
            Some(-p::NOT_SINGULAR)
        } else {
            Some(0)
        })
    }

    /// How much less deep a late move is searched at first, in sixteenths of a ply.
    fn reduction(
        local: &Local,
        node: &GomokuNode,
        assessment: &Assessment,
        mv: Point,
        (facts, count): (&Facts, usize),
    ) -> i32 {
        let mut reduction = ln(node.depth as usize / 16) * ln(count) / 1024 * p::REDUCTION / 64 / 64;
        if node.is_open() {
            reduction = (reduction - p::PLY).max(0);
        } else if !assessment.improving && reduction > p::PLY {
            reduction += p::PLY;
        }
        if local.before(node.ply, 0).pv {
            reduction -= p::WAS_PV;
        }
        let four = matches!(assessment.forcing, ForcingState::OpenFour(_) | ForcingState::Five(_));
        let killers = local.before(node.ply, 0).killers;
        let killer = !four && killers.contains(&Some(mv)) && !is_attack(facts.own);
        if node.cut && !killer {
            reduction += p::CUT_NODE;
        }
        if four && facts.enemy < Class::Four {
            reduction += if facts.from_enemy > 4 { p::FAR_DEFENCE[0] } else { 0 };
            reduction += if facts.from_own > 4 { p::FAR_DEFENCE[1] } else { 0 };
        }
        let goes_on = is_attack(facts.own) || (facts.from_own <= 4 && facts.own >= Class::TwoTwos);
        if !four && is_attack(local.before(node.ply, 2).class) && goes_on {
            reduction -= p::CONTINUED_ATTACK;
        }
        let side = local.board.side();
        let [quiet, attack] = [false, true].map(|attack| local.history.value(side, attack, mv));
        let scale = p::HISTORY_SCALE[usize::from(node.depth > p::HISTORY_DEPTH)];
        reduction - (attack + quiet * 780 / 1024 - p::HISTORY_MEAN) * p::PLY / scale
    }
}

/// The natural logarithm in 1/1024.
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
