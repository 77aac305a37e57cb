//! The children of a node that are not decided, and which of them is searched how far.

use super::entry::{Known, MOST, Numbers};
use crate::gomoku::bits::Point;
use crate::gomoku::params::{PROOF_MOVE, PROOF_OTHERS, PROOF_UNADVISED};

/// A move, and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) mv: Point,
    pub(super) known: Known,
    /// What the move adds to the number by which the easiest child is found.
    pub(super) cost: u32,
}

impl Child {
    /// A move of the winner's, which costs more where another was advised.
    pub(super) fn of_winner(mv: Point, known: Known, advice: Option<Point>) -> Self {
        let unadvised = advice.is_some_and(|advised| advised != mv);
        Self { mv, known, cost: PROOF_MOVE + if unadvised { PROOF_UNADVISED } else { 0 } }
    }

    /// A move of the loser's.
    pub(super) const fn of_loser(mv: Point, known: Known) -> Self {
        Self { mv, known, cost: 0 }
    }
}

/// The children of a node where the winner is to move, or the loser.
pub(super) struct Children {
    pub(super) list: Vec<Child>,
    winner_moves: bool,
}

impl Children {
    pub(super) const fn new(winner_moves: bool) -> Self {
        Self { list: Vec::new(), winner_moves }
    }

    /// The number that the easiest child decides, for the side to move, and the one to which all add.
    const fn parts(&self, numbers: Numbers) -> (u32, u32) {
        let Numbers { proof, disproof } = numbers;
        if self.winner_moves { (proof, disproof) } else { (disproof, proof) }
    }

    /// Those of a child that is open, with the cost of the move to it.
    const fn parts_of(&self, child: &Child) -> (u32, u32) {
        let (least, all) = self.parts(child.known.numbers);
        (least.saturating_add(child.cost), all)
    }

    const fn numbers_of(&self, (least, all): (u32, u32)) -> Numbers {
        let (proof, disproof) = if self.winner_moves { (least, all) } else { (all, least) };
        Numbers { proof, disproof }
    }

    /// What the children but one add.
    fn others(&self) -> u32 {
        (self.list.len() as u32).saturating_sub(1).div_ceil(PROOF_OTHERS)
    }

    /// The node's numbers; there is a child.
    pub(super) fn numbers(&self) -> Numbers {
        let parts = || self.list.iter().map(|child| self.parts_of(child));
        let least = parts().map(|(least, _)| least).min().unwrap_or_default();
        let most = parts().map(|(_, all)| all).max().unwrap_or_default();
        let Numbers { proof, disproof } = self.numbers_of((least, most.saturating_add(self.others())));
        Numbers::open(proof, disproof)
    }

    /// The child to search next, and the bounds at which another is as good, by those of the node, which it has not reached.
    pub(super) fn easiest(&self, bounds: Numbers) -> (usize, Numbers) {
        let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
        for (place, child) in self.list.iter().enumerate() {
            let (number, _) = self.parts_of(child);
            if number < least {
                (best, least, second) = (place, number, least);
            } else {
                second = second.min(number);
            }
        }
        let (least, all) = self.parts(bounds);
        let until = second.saturating_add(second / 4).saturating_add(1);
        // No bound stays none: a number just below it must not stop the search.
        let cost = self.list[best].cost;
        let least = if least == MOST { MOST } else { least - cost };
        (best, self.numbers_of((least.min(until - cost), all - self.others())))
    }
}
