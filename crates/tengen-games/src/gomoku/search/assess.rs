//! A node before its moves are searched: what settles it at once, what is known of it, and whether it is cut by its value
//! alone.

use super::entry::{Entry, is_decisive};
use super::node::{GomokuNode, GomokuSearch, Local, PointLine, Worker};
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
    pub(super) fn at_once(&self, local: &mut Local, node: &mut GomokuNode) -> Option<Score> {
        let at = |plies: u32| WIN - (node.ply + plies) as Score;
        match local.board.verdict() {
            Some(Verdict::Win(plies)) => return Some(at(plies)),
            Some(Verdict::Loss(plies)) => return Some(-at(plies)),
            Some(Verdict::Draw) => return Some(DRAW),
            None => {}
        }
        if node.ply >= MAX_PLY {
            return Some(self.evaluate(&mut local.board, node));
        }
        // Wins in fewer than 3 plies and losses in fewer than 2 are seen at once, so the values here are within those bounds.
        node.alpha = node.alpha.max(-at(2));
        node.beta = node.beta.min(at(3));
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Finds the threats and the static value of a node.
    pub(super) fn assess(&self, local: &mut Local, node: &mut GomokuNode, entry: Option<Entry>) -> Assessment {
        let forcing = local.board.forcing_state();
        let static_value = match (&forcing, &entry) {
            // The evaluation is not made for positions in which a five has to be blocked.
            (ForcingState::Five(_), _) if node.ply > 0 => -local.before(node.ply, 1).value,
            (_, Some(entry)) => entry.static_value,
            _ => self.evaluate(&mut local.board, node),
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
                    ((node.depth - entry.plies16()) * p::INTERNAL_REDUCTION.old_move / 64)
                        .clamp(0, p::INTERNAL_REDUCTION.old_move_most)
                }
                _ => p::INTERNAL_REDUCTION.no_move,
            };
        }
        let frame = local.frame(node.ply);
        frame.value = static_value;
        if node.skip.is_none() {
            frame.pv = node.is_open() || entry.as_ref().is_some_and(|entry| entry.pv);
        }
        local.frame(node.ply + 1).pv = false;
        local.frame(node.ply + 2).killers = [None; 2];
        let p::LikelyCut { constant, ply, threatened, .. } = p::LIKELY_CUT;
        let margin = constant + ply * (node.depth / p::PLY) + if forcing.is_four() { threatened } else { 0 };
        let likely_cut = !node.is_open() && node.cut && value >= node.beta + margin;
        Assessment { forcing, entry, value, improving, likely_cut }
    }

    /// Razoring: the value of a search for fours alone, where nothing else could raise alpha.
    pub(super) fn razoring(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        assessment: &Assessment,
        line: &mut PointLine,
    ) -> Result<Option<Score>, Stopped> {
        let p::Razoring { below, linear, constant } = p::RAZORING;
        let margin = linear * node.depth / p::PLY + constant;
        let may_cut = !node.is_open() && !matches!(assessment.forcing, ForcingState::Five(_));
        if !may_cut || node.depth >= below || assessment.value + margin >= node.alpha {
            return Ok(None);
        }
        let window = GomokuNode { depth: 0, beta: node.alpha + 1, ..*node };
        self.leaf(worker, window, line).map(Some)
    }

    /// Reverse futility pruning: the node's value, where it is a cut whatever the enemy plays. Not in face of a threat: a static value
    /// does not tell what preventing it costs, and cuts there hide the wins that go on from three to three.
    pub(super) fn reverse_futility(local: &Local, node: &GomokuNode, assessment: &Assessment) -> Option<Score> {
        let p::Futility { ply, expected_cut, free, free_improving } = p::FUTILITY;
        let scale = if node.cut && assessment.entry.is_none() { expected_cut } else { ply };
        let depth = node.depth - free - i32::from(assessment.improving) * free_improving;
        let fours = [2, 4].iter().all(|&back| local.before(node.ply, back).class >= Class::Four);
        let may_cut = !node.is_open() && assessment.forcing.replies().is_none() && !fours;
        let cut = assessment.value - (scale * depth / p::PLY).max(0) >= node.beta;
        (cut && may_cut && !is_decisive(assessment.value) && !is_decisive(node.beta)).then_some(assessment.value)
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
