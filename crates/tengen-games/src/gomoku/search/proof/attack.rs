//! Positions with the winner to move: one move that wins is enough.

use super::children::{Child, Children};
use super::entry::{Known, Numbers};
use super::{ProofSearch, Work};
use crate::gomoku::bits::{Bits, Point};
use crate::gomoku::params as p;
use crate::gomoku::search::vct::Vct;
use tengen_core::search::Stopped;

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
        loop {
            let advice = self.advice(self.nodes(work))?;
            if self.search_moves(known, advice, work, bounds)? {
                return Ok(());
            }
        }
    }

    /// The same by its moves, the advised one first. False where it has to begin again, since another move is advised now.
    fn search_moves(
        &mut self,
        known: &mut Known,
        advice: Option<Point>,
        work: Work,
        bounds: Numbers,
    ) -> Result<bool, Stopped> {
        let mut moves = self.moves(advice).into_iter().enumerate();
        let mut children = Children::new(true);
        while self.advice(self.nodes(work))? == advice {
            let width = p::PROOF_WIDTH + self.nodes(work).max(1).ilog2() as usize * p::PROOF_WIDER;
            while children.list.len() < width
                && let Some((place, mv)) = moves.next()
            {
                let first = Numbers::open(p::PROOF_FIRST + place as u32, 1);
                let known = self.probe(self.board.hash_after(mv)).unwrap_or(Known::new(first));
                children.list.push(Child::of_winner(mv, known, advice));
            }
            if let Some(child) = children.list.iter().find(|child| child.known.numbers.is_won()) {
                let ply = self.board.ply();
                self.killers[ply] = Some(child.mv);
                *known = Known::won(child.known.plies + 1, Some(child.mv));
                return Ok(true);
            }
            let open = children.list.len();
            children.list.retain(|child| !child.known.numbers.is_settled());
            if children.list.is_empty() && moves.len() == 0 {
                *known = Known::new(Numbers::NOT_WON);
                return Ok(true);
            }
            if children.list.len() == open && self.step(known, &mut children, bounds)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The moves that may win, the most promising first: all, or all that prevent what the loser threatens.
    fn moves(&mut self, advice: Option<Point>) -> Vec<Point> {
        let forcing = self.board.forcing_state();
        let (near, far) = if let Some(&replies) = forcing.replies() {
            (replies, Bits::default())
        } else {
            let near = self.board.near();
            (self.board.legal(near), self.board.legal(self.board.free().without(&near)))
        };
        let mut moves = Vct::ranked(&self.board, &near);
        moves.extend(far.iter());
        for first in [self.killers[self.board.ply()], advice] {
            if let Some(place) = moves.iter().position(|&mv| Some(mv) == first) {
                moves[..=place].rotate_right(1);
            }
        }
        moves
    }
}
