//! The moving phase: what its positions depend on, and its moves, forwards and backwards.

use super::super::board::{ALL, CORNERS, Point, Points, completing, neighbours, points};
use super::super::rule_set::RuleSet;
use std::fmt;

/// What the moving phase depends on; rule sets that agree in it share their tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moving {
    /// The lines from ring to ring, as [`completing`] takes them.
    pub spokes: Points,
    /// True where three stones fly.
    pub flies: bool,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// A stone was placed, else it slid.
    pub placed: bool,
    /// It closed a mill, which removed a stone.
    pub removed: bool,
}

impl Moving {
    /// What a rule set's moving phase depends on; `None` where stones never move.
    pub const fn of(rule_set: RuleSet) -> Option<Self> {
        match rule_set {
            RuleSet::Zhiqi => None,
            _ => Some(Self { spokes: rule_set.spokes(), flies: rule_set.flies() }),
        }
    }

    /// Every kind of moving phase that a rule set has.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<_> = RuleSet::ALL.into_iter().filter_map(Self::of).collect();
        all.sort_unstable_by_key(|kind| (kind.lines(), kind.flies));
        all.dedup();
        all
    }

    /// Lines of three points: 16 or 20.
    pub fn lines(self) -> u8 {
        16 + (self.spokes & CORNERS & 0xFF).count_ones() as u8
    }

    /// The most stones of a side that a rule set of this kind begins with.
    pub fn stones(self) -> u8 {
        let of_kind = RuleSet::ALL.into_iter().filter(|&rule_set| Self::of(rule_set) == Some(self));
        of_kind.map(RuleSet::stones).max().unwrap_or(0)
    }

    /// The points that a stone from here may come to, of those that are empty; the mover has `own`, and so many in hand.
    fn targets(self, from: Point, own: Points, hand: u8, empty: Points) -> Points {
        let flies = self.flies && hand == 0 && own.count_ones() == 3;
        if flies { empty } else { empty & neighbours(from.bit(), self.spokes) }
    }

    /// The stones of a set that a mill may remove.
    pub(super) fn removable(self, set: Points) -> Points {
        let free = set & !completing(set, self.spokes);
        if free == 0 { set } else { free }
    }

    /// Shows every move of the mover, who may slide and, with stones in hand, place: the stones of both sides after it.
    pub fn each_move(self, own: Points, enemy: Points, hand: u8, mut visit: impl FnMut(Points, Points, Kind)) {
        let (empty, removable) = (ALL & !(own | enemy), self.removable(enemy));
        let mut arrive = |others: Points, targets: Points, placed: bool| {
            let closing = if enemy == 0 { 0 } else { targets & completing(others, self.spokes) };
            points(targets & !closing).for_each(|to| visit(others | to.bit(), enemy, Kind { placed, removed: false }));
            for to in points(closing) {
                let kind = Kind { placed, removed: true };
                points(removable).for_each(|stone| visit(others | to.bit(), enemy & !stone.bit(), kind));
            }
        };
        points(own).for_each(|from| arrive(own & !from.bit(), self.targets(from, own, hand, empty), false));
        if hand > 0 {
            arrive(own, empty, true);
        }
    }

    /// Shows every position that a slide without a removal leads from to one where `own` is to move; by the stones of the
    /// side that made it, with where it came from and went to. That side has so many stones in hand.
    pub fn each_unmove(self, own: Points, enemy: Points, hand: u8, mut visit: impl FnMut(Points, Point, Point)) {
        let empty = ALL & !(own | enemy);
        // A mill that is closed removes a stone, if there is one.
        let closed = if own == 0 { 0 } else { completing(enemy, self.spokes) };
        for to in points(enemy & !closed) {
            let others = enemy & !to.bit();
            points(self.targets(to, enemy, hand, empty)).for_each(|from| visit(others | from.bit(), from, to));
        }
    }
}

impl fmt::Display for Moving {
    /// As files are named: `lines16-flying`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lines{}-{}", self.lines(), if self.flies { "flying" } else { "sliding" })
    }
}
