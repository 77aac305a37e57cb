//! Positions with the winner to move: one move that wins is enough.

use super::children::{Child, Children};
use super::entry::{Known, Numbers};
use super::{ProofSearch, Work};
use crate::games::gomoku::bits::Point;
use crate::games::gomoku::params as p;
use crate::games::gomoku::search::vct::Vct;
use crate::search::Stopped;

impl ProofSearch<'_> {
    /// Improves what is known of the position, which is open, until it is decided or one of its numbers has come to a bound.
    pub(super) fn attack(&mut self, known: &mut Known, work: Work, bounds: Numbers) -> Result<(), Stopped> {
        while let Some(effort) = known.next_try(self.nodes(work)) {
            let plies = self.threats.search(&mut self.board, effort, &mut || self.spent.one())?;
            known.tries += 1;
            if let Some(plies) = plies {
                *known = Known { tries: known.tries, ..Known::won(plies, self.threats.known_move(&self.board)) };
                return Ok(());
            }
        }
        let mut moves = self.moves().into_iter().enumerate();
        let mut children = Children::new(true);
        loop {
            let width = p::PROOF_WIDTH + self.nodes(work).max(1).ilog2() as usize * p::PROOF_WIDER;
            while children.list.len() < width
                && let Some((place, mv)) = moves.next()
            {
                let first = Numbers::open(p::PROOF_FIRST + place as u32, 1);
                let known = self.probe(self.board.hash_after(mv)).unwrap_or(Known::new(first));
                children.list.push(Child { mv, known });
            }
            if let Some(child) = children.list.iter().find(|child| child.known.numbers.is_won()) {
                let ply = self.board.ply();
                self.killers[ply] = Some(child.mv);
                *known = Known::won(child.known.plies + 1, Some(child.mv));
                return Ok(());
            }
            let open = children.list.len();
            children.list.retain(|child| !child.known.numbers.is_decided());
            if children.list.is_empty() && moves.len() == 0 {
                *known = Known::new(Numbers::NOT_WON);
                return Ok(());
            }
            if children.list.len() == open && self.step(known, &mut children, bounds)? {
                return Ok(());
            }
        }
    }

    /// The moves that may win, the most promising first: all, or all that prevent what the loser threatens.
    fn moves(&mut self) -> Vec<Point> {
        if let Some(replies) = self.board.forcing_state().replies() {
            return Vct::ranked(&self.board, replies);
        }
        let near = self.board.near();
        let mut moves = Vct::ranked(&self.board, &self.board.legal(near));
        moves.extend(self.board.legal(self.board.free().without(&near)).iter());
        if let Some(place) = moves.iter().position(|&mv| Some(mv) == self.killers[self.board.ply()]) {
            moves[..=place].rotate_right(1);
        }
        moves
    }
}
