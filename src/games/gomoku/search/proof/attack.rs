//! Positions with the winner to move: one move that wins is enough.

use super::ProofSearch;
use super::children::{Child, Children};
use super::entry::{Known, Numbers};
use crate::games::gomoku::bits::Point;
use crate::games::gomoku::params as p;
use crate::games::gomoku::search::threats::Verdict;
use crate::games::gomoku::search::vct::Vct;
use crate::search::Stopped;

impl ProofSearch<'_> {
    pub(super) fn attack(&mut self, bounds: Numbers) -> Result<Known, Stopped> {
        self.spent.one()?;
        match self.board.verdict() {
            Some(Verdict::Win(plies)) => return Ok(Known::won(plies, None)),
            Some(_) => return Ok(Known::new(Numbers::NOT_WON)),
            None => {}
        }
        let mut known = self.probe(self.board.hash()).unwrap_or(Known::new(Numbers::open(1, 1)));
        if known.numbers.is_decided() {
            return Ok(known);
        }
        let begun = self.spent.nodes;
        let before = known.nodes();
        while let Some(effort) = known.next_try(before + self.spent.nodes - begun) {
            let plies = self.threats.search(&mut self.board, effort, &mut || self.spent.one())?;
            known.tries += 1;
            if let Some(plies) = plies {
                let won = Known { tries: known.tries, ..Known::won(plies, self.threats.known_move(&self.board)) };
                return Ok(self.store(won.with_nodes(before + self.spent.nodes - begun)));
            }
        }
        let mut moves = self.moves().into_iter().enumerate();
        let mut children = Children::new(true);
        let result = loop {
            let nodes = before + self.spent.nodes - begun;
            let width = p::PROOF_WIDTH + nodes.max(1).ilog2() as usize * p::PROOF_WIDER;
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
                break Known::won(child.known.plies + 1, Some(child.mv));
            }
            let open = children.list.len();
            children.list.retain(|child| !child.known.numbers.is_decided());
            if children.list.is_empty() && moves.len() == 0 {
                break Known::new(Numbers::NOT_WON);
            }
            if children.list.len() < open {
                continue;
            }
            let numbers = children.numbers();
            if numbers.reaches(bounds) {
                break Known { numbers, ..known };
            }
            let (place, bounds) = children.easiest(bounds);
            let Ok(child) = self.child(children.list[place].mv, bounds) else {
                self.store(Known { numbers, ..known }.with_nodes(before + self.spent.nodes - begun));
                return Err(Stopped);
            };
            children.list[place].known = child;
        };
        Ok(self.store(result.with_nodes(before + self.spent.nodes - begun)))
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
