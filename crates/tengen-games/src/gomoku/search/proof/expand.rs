//! A node of the proof search: with the winner to move one winning move is enough, with the loser to move every reply must lose.

use super::entry::{Child, Children, KnownProof, Numbers};
use super::{Advice, MOST_ZONES, ProofSearch, Work};
use crate::gomoku::bits::{Bits, Point};
use crate::gomoku::params as p;
use crate::gomoku::search::vct::{Vct, VctLimits};
use tengen_core::search::Stopped;

impl ProofSearch<'_> {
    /// With the winner to move: searches an open position until it is decided or one of its numbers reaches its bound.
    pub(super) fn attack(&mut self, known: &mut KnownProof, work: Work, bounds: Numbers) -> Result<(), Stopped> {
        while let Some(effort) = known.next_try(self.nodes(work)) {
            let plies = self.threats.search(&mut self.board, effort, &mut || self.spent.one())?;
            known.tries += 1;
            if let Some(plies) = plies {
                *known =
                    KnownProof { tries: known.tries, ..KnownProof::won(plies, self.threats.known_move(&self.board)) };
                return Ok(());
            }
        }
        if work.before == 0 {
            self.ask_guide();
        }
        loop {
            let advice = self.advice(self.nodes(work))?;
            if self.search_moves(known, advice, work, bounds)? {
                return Ok(());
            }
        }
    }

    /// Searches the winner's moves, the advised one first. False where the search has to begin again, since another move is
    /// advised by then.
    fn search_moves(
        &mut self,
        known: &mut KnownProof,
        advice: Option<Advice>,
        work: Work,
        bounds: Numbers,
    ) -> Result<bool, Stopped> {
        let mut moves = self.moves(advice).into_iter().enumerate();
        let mut children = Children::new(true);
        while self.advice(self.nodes(work))?.map(|now| now.mv) == advice.map(|then| then.mv) {
            let width = p::PROOF_WIDTH + self.nodes(work).max(1).ilog2() as usize * p::PROOF_WIDER;
            while children.list.len() < width
                && let Some((place, mv)) = moves.next()
            {
                let first = Numbers::open(p::PROOF_FIRST + place as u32, 1);
                let known = self.probe(self.board.hash_after(mv)).unwrap_or(KnownProof::new(first));
                children.list.push(Child::of_winner(mv, known, advice));
            }
            if let Some(child) = children.list.iter().find(|child| child.known.numbers.is_won()) {
                let ply = self.board.ply();
                self.killers[ply] = Some(child.mv);
                *known = KnownProof::won(child.known.plies + 1, Some(child.mv));
                return Ok(true);
            }
            let open = children.list.len();
            children.list.retain(|child| !child.known.numbers.is_settled());
            if children.list.is_empty() && moves.len() == 0 {
                *known = KnownProof::new(Numbers::NOT_WON);
                return Ok(true);
            }
            if children.list.len() == open && self.step(known, &mut children, bounds)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The winner's moves, the most promising first: all, or all that prevent what the loser threatens.
    fn moves(&mut self, advice: Option<Advice>) -> Vec<Point> {
        let forcing = self.board.forcing_state();
        let (near, far) = if let Some(&replies) = forcing.replies() {
            (replies, Bits::default())
        } else {
            let near = self.board.near();
            (self.board.legal(near), self.board.legal(self.board.free().without(&near)))
        };
        let mut moves = Vct::ranked(&self.board, &near);
        moves.extend(far.iter());
        for first in [self.killers[self.board.ply()], advice.map(|advice| advice.mv)] {
            if let Some(place) = moves.iter().position(|&mv| Some(mv) == first) {
                moves[..=place].rotate_right(1);
            }
        }
        moves
    }
}

impl ProofSearch<'_> {
    /// With the loser to move: searches an open position until it is decided or one of its numbers reaches its bound.
    pub(super) fn defend(&mut self, known: &mut KnownProof, work: Work, bounds: Numbers) -> Result<(), Stopped> {
        let forcing = self.board.forcing_state();
        let mut longest = forcing.plies();
        // The replies that are searched, and the replies that are still to be shown to lose by the winner's win after a pass.
        let (looked_at, mut others) = if let Some(&replies) = forcing.replies() {
            (replies, Bits::default())
        } else {
            while let Some(effort) = known.next_try(self.nodes(work)) {
                known.tries += 1;
                if self.loser_wins(effort)? {
                    *known = KnownProof::new(Numbers::NOT_WON);
                    return Ok(());
                }
                if !self.zones.contains_key(&self.board.hash()) {
                    self.find_zone(effort)?;
                }
            }
            let zone = self.zones.get(&self.board.hash()).copied();
            let all = self.board.legal(*self.board.free());
            zone.map_or((all, Bits::default()), |zone| (all.and(&zone), all.without(&zone)))
        };
        let mut children = Children::new(false);
        self.add_children(&mut children, &looked_at);
        loop {
            let losing = |child: &Child| child.known.numbers.is_won();
            let lost = children.list.iter().filter(|child| losing(child));
            longest = lost.map(|child| child.known.plies + 1).fold(longest, u32::max);
            children.list.retain(|child| !losing(child));
            if children.list.iter().any(|child| child.known.numbers.is_settled()) {
                *known = KnownProof::new(Numbers::NOT_WON);
                return Ok(());
            }
            if children.list.is_empty() && others.is_empty() {
                *known = KnownProof { tries: known.tries, ..KnownProof::won(longest, None) };
                return Ok(());
            }
            if children.list.is_empty() {
                let (plies, open) = self.win_despite(&others)?;
                longest = longest.max(plies + 1);
                others = Bits::default();
                self.add_children(&mut children, &open);
                continue;
            }
            if self.step(known, &mut children, bounds)? {
                return Ok(());
            }
        }
    }

    fn add_children(&self, children: &mut Children, replies: &Bits) {
        for mv in Vct::ranked(&self.board, replies) {
            let known = self.probe(self.board.hash_after(mv));
            children.list.push(Child::of_loser(mv, known.unwrap_or(KnownProof::new(Numbers::open(2, 1)))));
        }
    }

    /// True where the loser, to move, wins by threats.
    fn loser_wins(&mut self, effort: VctLimits) -> Result<bool, Stopped> {
        let effort = VctLimits { nodes: effort.nodes / p::PROOF_LOSER_SHARE, ..effort };
        let plies = self.counter_threats.search(&mut self.board, effort, &mut || self.spent.one())?;
        Ok(plies.is_some())
    }

    /// Looks for a win by threats of the winner's after a pass of the loser's, and for the replies that may prevent it.
    fn find_zone(&mut self, effort: VctLimits) -> Result<(), Stopped> {
        self.board.pass();
        let plies = self.threats.search(&mut self.board, effort, &mut || self.spent.one())?;
        let zone = match plies {
            Some(_) => self.threats.zone(&mut self.board, &mut || self.spent.one())?,
            None => None,
        };
        self.board.unmake();
        if let Some(zone) = zone {
            if self.zones.len() >= MOST_ZONES {
                self.zones.clear();
            }
            self.zones.insert(self.board.hash(), zone);
        }
        Ok(())
    }

    /// The most plies of the winner's win after a pass, over the replies after which it still wins, and the replies after which
    /// it does not win.
    fn win_despite(&mut self, replies: &Bits) -> Result<(u32, Bits), Stopped> {
        // The threat search may have forgotten its win, so it searches again.
        let effort = VctLimits { nodes: p::PROOF_NODES, threes: p::THREATS_THREES };
        self.find_zone(effort)?;
        let (mut longest, mut open) = (0, Bits::default());
        for reply in replies.iter() {
            self.board.make(reply);
            let plies = self.threats.wins_despite(&mut self.board, reply, &mut || self.spent.one())?;
            self.board.unmake();
            match plies {
                Some(plies) => longest = longest.max(plies),
                None => open.insert(reply),
            }
        }
        let zone = self.zones.entry(self.board.hash()).or_default();
        *zone = zone.or(&open);
        Ok((longest, open))
    }
}
