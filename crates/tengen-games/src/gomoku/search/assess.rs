//! A node before its moves are searched: what settles it at once, what is known of it, and whether it is cut by its value
//! alone.

use super::entry::{Entry, is_decisive};
use super::node::{GomokuNode, GomokuSearch, Line, Local, Worker};
use super::threats::{ForcingState, Verdict};
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use tengen_core::search::score::{MAX_PLY, is_proven};
use tengen_core::search::{Bound, DRAW, Score, Stopped, WIN};

/// What is known of a node before its moves are searched.
pub(super) struct Assessment {
    pub(super) forcing: ForcingState,
    pub(super) entry: Option<Entry>,
    /// The value to prune by: the static one, or the table's where that is a better guess.
    pub(super) value: Score,
    /// True where the static value is better than two plies ago.
    pub(super) improving: bool,
    /// True where a cut is so likely that moves are searched less deep.
    pub(super) likely_cut: bool,
}

impl GomokuSearch<'_> {
    /// The value where threats, distance or the end of the game settle it.
    pub(super) fn at_once(&self, local: &Local, node: &mut GomokuNode) -> Option<Score> {
        let at = |plies: u32| WIN - (node.ply + plies) as Score;
        match local.board.verdict() {
            Some(Verdict::Win(plies)) => return Some(at(plies)),
            Some(Verdict::Loss(plies)) => return Some(-at(plies)),
            Some(Verdict::Draw) => return Some(DRAW),
            None => {}
        }
        if node.ply >= MAX_PLY {
            return Some(self.evaluate(&local.board));
        }
        // No win is nearer than 3 plies, no loss nearer than 2, but for those seen at once.
        node.alpha = node.alpha.max(-at(2));
        node.beta = node.beta.min(at(3));
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Looks at a node: its threats, its static value.
    pub(super) fn assess(&self, local: &mut Local, node: &mut GomokuNode, entry: Option<Entry>) -> Assessment {
        let forcing = local.board.forcing_state();
        let static_value = match (&forcing, &entry) {
            // The evaluation knows no positions in which a five has to be blocked.
            (ForcingState::Five(_), _) if node.ply > 0 => -local.before(node.ply, 1).value,
            (_, Some(entry)) => entry.static_value,
            _ => self.evaluate(&local.board),
        };
        let improving = static_value > local.before(node.ply, 2).value;
        let mut value = static_value;
        if let Some((score, bound)) = entry.as_ref().and_then(|entry| entry.score) {
            let better = if score > value { bound != Bound::Upper } else { bound != Bound::Lower };
            if better {
                value = score;
            }
        }
        if node.is_open() && node.ply > 0 {
            node.depth -= match &entry {
                Some(entry) if entry.mv.is_some() && node.depth > p::PLY => {
                    ((node.depth - entry.plies16()) * p::OLD_MOVE / 64).clamp(0, p::OLD_MOVE_MOST)
                }
                _ => p::NO_MOVE,
            };
        }
        let frame = local.frame(node.ply);
        frame.value = static_value;
        if node.skip.is_none() {
            frame.pv = node.is_open() || entry.as_ref().is_some_and(|entry| entry.pv);
        }
        local.frame(node.ply + 1).pv = false;
        local.frame(node.ply + 2).killers = [None; 2];
        let four = matches!(forcing, ForcingState::OpenFour(_) | ForcingState::Five(_));
        let margin = p::FAIL_HIGH[0] + p::FAIL_HIGH[1] * (node.depth / p::PLY) + if four { p::FAIL_HIGH[2] } else { 0 };
        let likely_cut = !node.is_open() && node.cut && value >= node.beta + margin;
        Assessment { forcing, entry, value, improving, likely_cut }
    }

    /// Cuts without a move: a value so low that only fours could help, or so high that the enemy's move will not matter.
    pub(super) fn prune(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        assessment: &Assessment,
        line: &mut Line,
    ) -> Result<Option<Score>, Stopped> {
        if node.is_open() || matches!(assessment.forcing, ForcingState::Five(_)) {
            return Ok(None);
        }
        let razor = |depth: i32| p::RAZOR[0] * depth * depth / 4096 + p::RAZOR[1] * depth / 16 + p::RAZOR[2];
        if node.depth < p::RAZOR_DEPTH && assessment.value + razor(node.depth) < node.alpha {
            let window = GomokuNode { depth: 0, beta: node.alpha + 1, ..*node };
            return self.leaf(worker, window, line).map(Some);
        }
        let scale = if node.cut && assessment.entry.is_none() { p::FUTILITY[1] } else { p::FUTILITY[0] };
        let depth = node.depth - p::PLY - i32::from(assessment.improving) * p::PLY;
        let fours = [2, 4].iter().all(|&back| worker.local.before(node.ply, back).class >= Class::Four);
        let cut = assessment.value - (scale * depth / 16).max(0) >= node.beta;
        Ok((cut && !fours && !is_decisive(assessment.value) && !is_decisive(node.beta)).then_some(assessment.value))
    }
}

impl Entry {
    /// The value where the table settles a zero window, or proves a win or loss.
    pub(super) fn cut(&self, node: &GomokuNode) -> Option<Score> {
        let (score, bound) = self.score?;
        let fits = match bound {
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
            Bound::Exact => true,
        };
        let enough = self.depth >= Self::depth(node.depth) || is_proven(score);
        (fits && !node.is_open() && enough).then_some(score)
    }
}
