//! Threat searches for the reply to a root move that may be played.

use super::node::{GomokuSearch, Local, Reply, Worker};
use super::vct::Effort;
use crate::gomoku::bits::Point;
use crate::gomoku::params as p;
use std::sync::PoisonError;
use tengen_core::search::{Score, Stopped, WIN};

impl GomokuSearch<'_> {
    /// The value of a root move whose reply wins by threats, as far as a search that grows with all that was searched finds
    /// it.
    pub(super) fn lost_to_threats(&self, worker: &mut Worker, mv: Point) -> Result<Option<Score>, Stopped> {
        let nodes = (self.control.nodes() / p::REPLY_SHARE).clamp(p::REPLY_NODES[0], p::REPLY_NODES[1]) as u32;
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
        let effort = Effort { nodes, threes: p::THREATS_THREES };
        threats.search(board, effort, &mut || counter.one(self.control))
    }
}
