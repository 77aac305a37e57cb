//! Positions with the loser to move: every reply must lose.

use super::children::{Child, Children};
use super::entry::{Known, Numbers};
use super::{MOST_ZONES, ProofSearch, Work};
use crate::gomoku::bits::Bits;
use crate::gomoku::params as p;
use crate::gomoku::search::vct::{Effort, Vct};
use tengen_core::search::Stopped;

impl ProofSearch<'_> {
    /// Improves what is known of the position, which is open, until it is decided or one of its numbers has come to a bound.
    pub(super) fn defend(&mut self, known: &mut Known, work: Work, bounds: Numbers) -> Result<(), Stopped> {
        let forcing = self.board.forcing_state();
        let mut longest = forcing.plies();
        // The replies that are looked at, and those that are still to be shown to lose by the win that there is after a pass.
        let (looked_at, mut others) = if let Some(&replies) = forcing.replies() {
            (replies, Bits::default())
        } else {
            while let Some(effort) = known.next_try(self.nodes(work)) {
                known.tries += 1;
                if self.loser_wins(effort)? {
                    *known = Known::new(Numbers::NOT_WON);
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
                *known = Known::new(Numbers::NOT_WON);
                return Ok(());
            }
            if children.list.is_empty() && others.is_empty() {
                *known = Known { tries: known.tries, ..Known::won(longest, None) };
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
            children.list.push(Child::of_loser(mv, known.unwrap_or(Known::new(Numbers::open(2, 1)))));
        }
    }

    /// True where the loser, to move, wins by threats.
    fn loser_wins(&mut self, effort: Effort) -> Result<bool, Stopped> {
        let effort = Effort { nodes: effort.nodes / p::PROOF_LOSER_SHARE, ..effort };
        let plies = self.counter_threats.search(&mut self.board, effort, &mut || self.spent.one())?;
        Ok(plies.is_some())
    }

    /// Looks for the winner's win by threats after a pass of the loser's, and for the replies that touch it.
    fn find_zone(&mut self, effort: Effort) -> Result<(), Stopped> {
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

    /// Which of some replies do not lose by the win that there is after a pass, and the plies of that win at most after the
    /// others.
    fn win_despite(&mut self, replies: &Bits) -> Result<(u32, Bits), Stopped> {
        // The threat search may have forgotten its win.
        let effort = Effort { nodes: p::PROOF_NODES, threes: p::THREATS_THREES };
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
