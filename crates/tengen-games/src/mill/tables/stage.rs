//! The phases of the game: its stages, which are the stones on the board and those in hand, and the moves of the moving phase,
//! forwards and backwards.

use super::index::Sector;
use crate::mill::board::{ALL, CORNERS, Point, Points, completing, neighbours, points};
use crate::mill::params::QUIET_PLIES;
use crate::mill::rule_set::{Removable, RuleSet};
use std::collections::HashSet;
use std::fmt;

/// A sector of the placing phase, or, with empty hands, of the moving phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stage {
    /// The numbers of stones on the board.
    pub sector: Sector,
    /// The numbers of stones in the mover's hand and in the other side's.
    pub hands: [u8; 2],
}

impl Stage {
    /// A stage of the moving phase.
    pub const fn moving(sector: Sector) -> Self {
        Self { sector, hands: [0; 2] }
    }

    /// True where stones are in hand.
    pub const fn is_placing(self) -> bool {
        self.hands[0] + self.hands[1] > 0
    }

    /// The stage after a stone has slid, without a removal or with one.
    pub const fn after_slide(self, removal: bool) -> Self {
        let Self { sector: Sector { own, enemy }, hands } = self;
        Self { sector: Sector::new(enemy.saturating_sub(removal as u8), own), hands: [hands[1], hands[0]] }
    }

    /// The stage after a placement, without a removal or with one; the mover has a stone in hand.
    pub const fn after_placement(self, removal: bool) -> Self {
        let Self { sector: Sector { own, enemy }, hands } = self;
        Self { sector: Sector::new(enemy.saturating_sub(removal as u8), own + 1), hands: [hands[1], hands[0] - 1] }
    }

    /// The stage after a slide that removes a stone; `None` where a slide can complete no mill, or no stone is there to remove.
    pub fn after_capture(self) -> Option<Self> {
        (self.sector.own >= 3 && self.sector.enemy > 0).then(|| self.after_slide(true))
    }

    /// The stage after a placement that removes a stone; `None` where a placement can complete no mill, or no stone is there to
    /// remove.
    pub fn after_placed_capture(self) -> Option<Self> {
        let can = self.hands[0] > 0 && self.sector.own >= 2 && self.sector.enemy > 0;
        can.then(|| self.after_placement(true))
    }

    /// The stage with the other side to move, which slides without a removal lead to.
    pub const fn twin(self) -> Self {
        self.after_slide(false)
    }

    /// This stage and its twin; only this stage where it is its own twin.
    pub fn both(self) -> Vec<Self> {
        if self.twin() == self { vec![self] } else { vec![self, self.twin()] }
    }

    /// The stages that moves lead to from here, where the game goes on, but for the stage itself; stones slide while others are in
    /// hand, or not.
    pub fn successors(self, slides_early: bool) -> Vec<Self> {
        let mut after = vec![(self.hands[0] > 0).then(|| self.after_placement(false)), self.after_placed_capture()];
        if slides_early || !self.is_placing() {
            after.extend([Some(self.twin()), self.after_capture()]);
        }
        let mut after: Vec<_> =
            after.into_iter().flatten().filter(|&after| after != self && !after.is_over()).collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    /// How many numbers the positions of the stage have, unused ones included.
    pub fn slots(self) -> usize {
        self.sector.slots()
    }

    /// True where a side has too few stones left to play on.
    pub const fn is_over(self) -> bool {
        self.sector.own + self.hands[0] < RuleSet::FEWEST_STONES
            || self.sector.enemy + self.hands[1] < RuleSet::FEWEST_STONES
    }
}

impl fmt::Display for Stage {
    /// The stones on the board, and those in hand if there are any: `6-4`, `5-4+3-4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sector, hands } = self;
        write!(f, "{}-{}", sector.own, sector.enemy)?;
        if self.is_placing() { write!(f, "+{}-{}", hands[0], hands[1]) } else { Ok(()) }
    }
}

/// Every stage of a rule set's placing phase that there may be a table of.
pub fn placing(rule_set: RuleSet) -> Vec<Stage> {
    if rule_set.slides_early() {
        sliding_stages(rule_set.stones()).into_iter().flat_map(Stage::both).collect()
    } else if rule_set.only_places_first() {
        stages(rule_set.stones())
    } else {
        Vec::new()
    }
}

/// The stages of a game that begins with `stones` stones a side, those of the last ply first; without those of the moving phase.
/// A side has removed at most as many stones as the other side has placed, less two.
pub fn stages(stones: u8) -> Vec<Stage> {
    let mut stages = Vec::new();
    for ply in (0..2 * stones).rev() {
        let (own, enemy) = (ply / 2, ply.div_ceil(2));
        let hands = [stones - own, stones - enemy];
        for lost in 0..=enemy.saturating_sub(2).min(own) {
            for taken in 0..=own.saturating_sub(2).min(enemy) {
                let stage = Stage { sector: Sector::new(own - lost, enemy - taken), hands };
                if !stage.is_over() {
                    stages.push(stage);
                }
            }
        }
    }
    stages
}

/// The stages of a game that begins with `stones` stones a side, in which stones slide while others are in hand: one of each pair
/// of twins, in an order in which they can be solved; without those of the moving phase.
pub fn sliding_stages(stones: u8) -> Vec<Stage> {
    let start = Stage { sector: Sector::new(0, 0), hands: [stones; 2] };
    let (mut open, mut found) = (vec![start], HashSet::from([start]));
    while let Some(stage) = open.pop() {
        // The twin is solved together with its stage, whether stones can slide or not.
        let mut after = vec![stage.twin()];
        after.extend((stage.hands[0] > 0).then(|| stage.after_placement(false)));
        after.extend(stage.after_capture().into_iter().chain(stage.after_placed_capture()));
        let new = after.into_iter().filter(|after| after.is_placing() && !after.is_over() && found.insert(*after));
        open.extend(new.collect::<Vec<_>>());
    }
    // One stage of each pair of twins stands for both.
    let mut pairs: Vec<_> = found.into_iter().map(|stage| stage.max(stage.twin())).collect();
    pairs.sort_unstable_by_key(|stage| (stage.hands[0] + stage.hands[1], stage.sector.stones(), *stage));
    pairs.dedup();
    pairs
}

/// Where stones fly, a side with this many left does.
const FLYING_STONES: u8 = 3;

/// The rules that the moving phase depends on; rule sets that agree in them share their tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moving {
    /// The points that have lines from ring to ring, as [`completing`] takes them.
    pub spokes: Points,
    /// True where three stones fly.
    pub flies: bool,
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// True where the move placed a stone; otherwise a stone slid.
    pub placed: bool,
    /// True where the move closed a mill, which removed a stone.
    pub removed: bool,
}

impl Moving {
    /// The moving phase of a rule set; `None` where stones never move, where the board has other points than tables number, or
    /// where an option changes more of the moving phase than tables know of.
    pub fn of(rule_set: RuleSet) -> Option<Self> {
        let removes_one = !rule_set.multiple() && rule_set.removable() == Removable::LooseFirst;
        let flies = rule_set.flying() > 0;
        let known = removes_one && rule_set.draw() == QUIET_PLIES && (!flies || rule_set.flying() == FLYING_STONES);
        (!rule_set.is_zhiqi() && rule_set.points() == ALL && known).then_some(Self { spokes: rule_set.spokes(), flies })
    }

    /// Every kind of moving phase that a rule set has, with options or without.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<_> = RuleSet::ALL.into_iter().filter_map(Self::of).collect();
        all.extend(all.clone().into_iter().map(|kind| Self { flies: !kind.flies, ..kind }));
        all.sort_unstable_by_key(|kind| (kind.lines(), kind.flies));
        all.dedup();
        all
    }

    /// The number of lines of three points: 16 or 20.
    pub fn lines(self) -> u8 {
        16 + (self.spokes & CORNERS & 0xFF).count_ones() as u8
    }

    /// The most stones of a side that a rule set of this kind begins with.
    pub fn stones(self) -> u8 {
        let on_board = |kind: Self| kind.spokes == self.spokes;
        let rule_sets = RuleSet::ALL.into_iter().filter(|&rule_set| Self::of(rule_set).is_some_and(on_board));
        rule_sets.map(RuleSet::stones).max().unwrap_or(0)
    }

    /// The empty points that a stone on `from` may go to; the mover has the stones `own` on the board and `hand` in hand.
    fn targets(self, from: Point, own: Points, hand: u8, empty: Points) -> Points {
        let flies = self.flies && hand == 0 && own.count_ones() == u32::from(FLYING_STONES);
        if flies { empty } else { empty & neighbours(from.bit(), self.spokes) }
    }

    /// The stones of a set that a mill may remove.
    pub(super) fn removable(self, set: Points) -> Points {
        let free = set & !completing(set, self.spokes);
        if free == 0 { set } else { free }
    }

    /// Calls `visit` with every move of the mover, who may slide and, with stones in hand, place: the stones of both sides after
    /// the move, and its kind.
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

    /// Calls `visit` with every position that a slide without a removal leads from to one where `own` is to move: with the stones
    /// of the side that slid, and the points that its stone came from and went to. That side has `hand` stones in hand.
    pub fn each_unmove(self, own: Points, enemy: Points, hand: u8, mut visit: impl FnMut(Points, Point, Point)) {
        let empty = ALL & !(own | enemy);
        // A closed mill would have removed a stone, if there was one.
        let closed = if own == 0 { 0 } else { completing(enemy, self.spokes) };
        for to in points(enemy & !closed) {
            let others = enemy & !to.bit();
            points(self.targets(to, enemy, hand, empty)).for_each(|from| visit(others | from.bit(), from, to));
        }
    }
}

impl fmt::Display for Moving {
    /// The form in which files are named: `lines16-flying`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lines{}-{}", self.lines(), if self.flies { "flying" } else { "sliding" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_leads_to_a_stage_that_is_solved() {
        for rule_set in RuleSet::ALL {
            let all: HashSet<_> = placing(rule_set).into_iter().collect();
            for stage in &all {
                for after in stage.successors(rule_set.slides_early()).into_iter().filter(|after| after.is_placing()) {
                    assert!(all.contains(&after), "{rule_set:?}: {stage} leads to {after}");
                }
            }
        }
    }
}
