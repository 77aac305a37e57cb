//! The move that a search for a move finds where a position has taken much work: it is tried first, and others have to look
//! easier by far. That search takes little beside the work, and knows more than the patterns by which moves are ordered.

use super::ProofSearch;
use crate::gomoku::bits::Point;
use crate::gomoku::params as p;
use tengen_core::search::{Answer, Limits, Stopped};

/// What searches for a move within limits, in the position that moves lead to from that of the proof search.
pub type Adviser<'a> = &'a dyn Fn(&[Point], Limits) -> Answer<Point>;

/// What was found for a position.
#[derive(Clone, Copy)]
pub(super) struct Advice {
    mv: Point,
    /// The nodes that had been spent on the position.
    nodes: u64,
}

impl ProofSearch<'_> {
    /// The move for a position on which so many nodes were spent, if that is enough. It is searched for again when they have
    /// become four times as many.
    pub(super) fn advice(&mut self, nodes: u64) -> Result<Option<Point>, Stopped> {
        let given = self.advice.get(&self.board.hash());
        let Some(adviser) = self.adviser else { return Ok(None) };
        if nodes < given.map_or(p::PROOF_ADVICE_NODES, |advice| 4 * advice.nodes) {
            return Ok(given.map(|advice| advice.mv));
        }
        let remaining = self.spent.control.remaining();
        let share = nodes / p::PROOF_ADVICE_SHARE;
        let limits = Limits { nodes: Some(remaining.nodes.map_or(share, |left| left.min(share))), ..remaining };
        let line = self.board.line();
        let Answer { mv, report } = adviser(&line[self.root..], limits);
        self.spent.many(report.nodes)?;
        self.advice.insert(self.board.hash(), Advice { mv, nodes });
        Ok(Some(mv))
    }
}
