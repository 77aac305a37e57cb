//! What a proof search keeps of a position in the shared table.

use super::Advice;
use crate::gomoku::bits::Point;
use crate::gomoku::params::{self, PROOF_MOVE, PROOF_OTHERS};
use crate::gomoku::search::vct::VctLimits;
use tengen_core::search::transposition_table::TableRecord;

/// The infinite number: one that no search reaches, since the opposite is proven.
pub const MOST: u32 = (1 << 17) - 1;

/// How hard it is to prove that the winner wins from a position, and to prove that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The proof number: 0 where the win is proven, [`MOST`] where it is disproven.
    pub proof: u32,
    /// The disproof number: 0 where the win is disproven, [`MOST`] where it is proven.
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a proven win.
    pub const WON: Self = Self { proof: 0, disproof: MOST };
    /// The numbers of a disproven win.
    pub const NOT_WON: Self = Self { proof: MOST, disproof: 0 };

    /// The numbers of a position whose win is neither proven nor disproven.
    pub fn open(proof: u32, disproof: u32) -> Self {
        Self { proof: proof.clamp(1, MOST - 1), disproof: disproof.clamp(1, MOST - 1) }
    }

    /// True where the win is proven.
    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    /// True where the win is proven or disproven.
    pub const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// True where one of the numbers has reached its bound.
    pub const fn reaches(self, bounds: Self) -> bool {
        self.proof >= bounds.proof || self.disproof >= bounds.disproof
    }
}

/// What the table keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownProof {
    /// The proof and disproof number of the position.
    pub numbers: Numbers,
    /// The most plies that a proven win takes.
    pub plies: u32,
    /// The winning move, where the winner is to move and wins.
    pub mv: Option<Point>,
    /// How often a threat search was tried in the position, each time with twice the nodes; at most 15. In a win with the winner
    /// to move, 0 where the win is not by threats.
    pub tries: u8,
    /// Nodes spent on the position and below, as four times their binary logarithm.
    pub work: u8,
}

/// The most threat searches at a position.
const MOST_TRIES: u8 = 15;

/// The index that stands for no point.
const NO_POINT: u64 = 511;

/// The bits of a number. In a proven win the plies stand in place of the disproof number.
const NUMBER_BITS: u32 = 17;

impl KnownProof {
    /// A position with these numbers of which nothing else is known.
    pub const fn new(numbers: Numbers) -> Self {
        Self { numbers, plies: 0, mv: None, tries: 0, work: 0 }
    }

    /// A proven win in at most `plies` plies.
    pub const fn won(plies: u32, mv: Option<Point>) -> Self {
        Self { plies, mv, ..Self::new(Numbers::WON) }
    }

    /// The limits of the next threat search, where one is due after `nodes` nodes spent on the position.
    pub fn next_try(&self, nodes: u64) -> Option<VctLimits> {
        let budget = params::PROOF_THREATS_NODES << self.tries;
        let due =
            self.tries == 0 || (self.tries < MOST_TRIES && nodes >= u64::from(budget) * params::PROOF_THREATS_SHARE);
        due.then_some(VctLimits { nodes: budget, threes: params::THREATS_THREES })
    }

    /// Twice the nodes that the last threat search could take: enough to find its result again.
    pub const fn tried(&self) -> u32 {
        params::PROOF_THREATS_NODES << self.tries
    }

    /// The nodes spent on the position, rounded as [`KnownProof::work`] keeps them.
    pub fn nodes(&self) -> u64 {
        (f64::from(self.work) / 4.0).exp2() as u64 - 1
    }

    /// The same knowledge of the position after `nodes` nodes in all.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { work: (4.0 * ((nodes + 1) as f64).log2()) as u8, ..self }
    }
}

impl TableRecord for KnownProof {
    fn pack(self) -> u64 {
        let second = if self.numbers.is_won() { self.plies } else { self.numbers.disproof };
        u64::from(self.numbers.proof)
            | u64::from(second) << NUMBER_BITS
            | self.mv.map_or(NO_POINT, |mv| mv.index() as u64) << (2 * NUMBER_BITS)
            | u64::from(self.tries) << (2 * NUMBER_BITS + 9)
            | u64::from(self.work) << 48
            | 1 << 56
    }

    fn unpack(word: u64) -> Option<Self> {
        if word == 0 {
            return None;
        }
        let number = |shift: u32| (word >> shift) as u32 & MOST;
        let (proof, second) = (number(0), number(NUMBER_BITS));
        let mv = word >> (2 * NUMBER_BITS) & NO_POINT;
        let (numbers, plies) =
            if proof == 0 { (Numbers::WON, second) } else { (Numbers { proof, disproof: second }, 0) };
        Some(Self {
            numbers,
            plies,
            mv: (mv != NO_POINT).then(|| Point::from_index(mv as usize)),
            tries: (word >> (2 * NUMBER_BITS + 9)) as u8 & 15,
            work: (word >> 48) as u8,
        })
    }

    fn merge(self, older: Self) -> Self {
        // A proof stays, whichever line of play came back last.
        if older.numbers.is_settled() { older } else { self }
    }
}

/// A move, and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) mv: Point,
    pub(super) known: KnownProof,
    /// What the move adds to the child's number by which the easiest child is found.
    pub(super) cost: u32,
}

impl Child {
    /// A move of the winner's, which costs more where another move was advised.
    pub(super) fn of_winner(mv: Point, known: KnownProof, advice: Option<Advice>) -> Self {
        let unadvised = advice.filter(|advice| advice.mv != mv);
        Self { mv, known, cost: PROOF_MOVE + unadvised.map_or(0, |advice| advice.others) }
    }

    /// A move of the loser's.
    pub(super) const fn of_loser(mv: Point, known: KnownProof) -> Self {
        Self { mv, known, cost: 0 }
    }
}

/// The children of a node, where `winner_moves` says whether the winner is to move.
pub(super) struct Children {
    pub(super) list: Vec<Child>,
    winner_moves: bool,
}

impl Children {
    pub(super) const fn new(winner_moves: bool) -> Self {
        Self { list: Vec::new(), winner_moves }
    }

    /// The two numbers from the view of the side to move: the one that the easiest child decides, and the one to which all
    /// children add.
    const fn parts(&self, numbers: Numbers) -> (u32, u32) {
        let Numbers { proof, disproof } = numbers;
        if self.winner_moves { (proof, disproof) } else { (disproof, proof) }
    }

    /// The numbers of an open child as [`Children::parts`] orders them, with the cost of the move.
    const fn parts_of(&self, child: &Child) -> (u32, u32) {
        let (least, all) = self.parts(child.known.numbers);
        (least.saturating_add(child.cost), all)
    }

    const fn numbers_of(&self, (least, all): (u32, u32)) -> Numbers {
        let (proof, disproof) = if self.winner_moves { (least, all) } else { (all, least) };
        Numbers { proof, disproof }
    }

    /// What the children besides the hardest add to the node's number.
    fn others(&self) -> u32 {
        (self.list.len() as u32).saturating_sub(1).div_ceil(PROOF_OTHERS)
    }

    /// The numbers of the node, which has a child.
    pub(super) fn numbers(&self) -> Numbers {
        let parts = || self.list.iter().map(|child| self.parts_of(child));
        let least = parts().map(|(least, _)| least).min().unwrap_or_default();
        let most = parts().map(|(_, all)| all).max().unwrap_or_default();
        let Numbers { proof, disproof } = self.numbers_of((least, most.saturating_add(self.others())));
        Numbers::open(proof, disproof)
    }

    /// The index of the child to search next, and the bounds at which another child is as good. `bounds`, those of the node, are
    /// not reached.
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
        // An infinite bound stays infinite: a number just below it must not stop the search.
        let cost = self.list[best].cost;
        let least = if least == MOST { MOST } else { least - cost };
        (best, self.numbers_of((least.min(until - cost), all - self.others())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_comes_back_as_it_went_in() {
        let numbers = [Numbers::open(1, 1), Numbers::open(77, MOST), Numbers::NOT_WON, Numbers::open(MOST, 3)];
        for (i, numbers) in numbers.into_iter().enumerate() {
            let known = KnownProof { tries: 15 - i as u8, work: 200 + i as u8, ..KnownProof::new(numbers) };
            assert_eq!(KnownProof::unpack(known.pack()), Some(known));
        }
        for mv in [None, Some(Point::new(21, 21)), Some(Point::new(0, 0))] {
            let known = KnownProof::won(225, mv);
            assert_eq!(KnownProof::unpack(known.pack()), Some(known));
        }
        assert_eq!(KnownProof::unpack(0), None);
    }

    #[test]
    fn nodes_are_kept_to_a_fifth() {
        for nodes in [0, 1, 2, 10, 1000, 123_456, 1 << 40] {
            let kept = KnownProof::new(Numbers::open(1, 1)).with_nodes(nodes).nodes();
            assert!(kept <= nodes && kept * 6 + 6 >= nodes * 5, "{nodes}: {kept}");
        }
    }
}
