//! The turns that a position has.

use super::Mill;
use crate::mill::board::{self, Point, Points, points};
use crate::mill::turn::{Capture, MillMove};

impl Mill {
    /// Zhiqi's placements by what they do: those that complete a line, those that carry, and those that clamp. The sets of the
    /// capturing placements overlap where the mover must choose.
    pub fn placements(&self) -> (Points, Points, Points) {
        let (own, enemy, empty) = (self.stones(self.side), self.stones(!self.side), self.empty());
        let winning = board::completing_all(own) & empty;
        let quiet = empty & !winning;
        (winning, board::carriers(enemy) & quiet, board::clampers(enemy, own) & quiet)
    }

    /// Calls `visit` with every legal turn of a game that goes on, in a fixed order: the search ranks them without a list of its
    /// own.
    pub(in crate::mill) fn each_turn(&self, visit: impl FnMut(MillMove)) {
        if self.rule_set.is_zhiqi() {
            self.each_placement(visit);
        } else {
            self.each_morris_turn(visit);
        }
    }

    fn each_placement(&self, mut visit: impl FnMut(MillMove)) {
        let (_, carrying, clamping) = self.placements();
        for to in points(self.empty()) {
            let kinds =
                [(Capture::Carry, carrying), (Capture::Clamp, clamping), (Capture::Nothing, !(carrying | clamping))];
            let possible = kinds.into_iter().filter(|(_, set)| set & to.bit() != 0);
            possible.for_each(|(capture, _)| visit(MillMove { from: None, to, capture }));
        }
    }

    fn each_morris_turn(&self, mut visit: impl FnMut(MillMove)) {
        let removable = if self.rule_set.mill_wins() { 0 } else { self.removable(!self.side) };
        self.arrivals(|from, targets| {
            let closing = if removable == 0 { 0 } else { self.closing(from, targets) };
            for to in points(targets) {
                if closing & to.bit() == 0 {
                    visit(MillMove { from, to, capture: Capture::Nothing });
                } else if self.rule_set.multiple() {
                    for (number, set) in self.removals(from, to).into_iter().enumerate() {
                        let capture = match Point::new(set.trailing_zeros() as u8) {
                            Some(stone) if set == stone.bit() => Capture::Remove(stone),
                            _ => Capture::Several(number as u8),
                        };
                        visit(MillMove { from, to, capture });
                    }
                } else {
                    points(removable).for_each(|stone| visit(MillMove { from, to, capture: Capture::Remove(stone) }));
                }
            }
        });
    }

    /// The number of turns of [`Mill::each_turn`], without going through them where the rules allow it.
    pub(super) fn count_turns(&self) -> usize {
        if self.rule_set.is_zhiqi() {
            let (_, carrying, clamping) = self.placements();
            return (self.empty().count_ones() + (carrying & clamping).count_ones()) as usize;
        }
        if self.rule_set.multiple() {
            let mut count = 0;
            self.each_morris_turn(|_| count += 1);
            return count;
        }
        let removable = if self.rule_set.mill_wins() { 0 } else { self.removable(!self.side).count_ones() };
        let extra = removable.saturating_sub(1);
        let mut count = 0;
        self.arrivals(|from, targets| {
            count += targets.count_ones() + extra * self.closing(from, targets).count_ones();
        });
        count as usize
    }

    /// Calls `visit` with each origin of a stone and the points that the stone may reach from there; zhiqi's rules of capture
    /// play no part.
    fn arrivals(&self, mut visit: impl FnMut(Option<Point>, Points)) {
        let empty = self.empty();
        if self.hand(self.side) > 0 {
            visit(None, empty);
        }
        if self.slides() {
            let flies = self.flies(self.side);
            for from in points(self.stones(self.side)) {
                visit(Some(from), if flies { empty } else { empty & self.neighbours(from.bit()) });
            }
        }
    }

    /// The points, of those that a stone from `from` may reach, where it closes a mill.
    fn closing(&self, from: Option<Point>, targets: Points) -> Points {
        let others = self.stones(self.side) & !from.map_or(0, Point::bit);
        targets & self.completing(others)
    }

    /// The sets of stones that a stone may take which comes from `from` to `to` and closes mills there: one stone for each mill,
    /// one after another, or as many as can be removed. In ascending order.
    fn removals(&self, from: Option<Point>, to: Point) -> Vec<Points> {
        let others = self.stones(self.side) & !from.map_or(0, Point::bit);
        let enemy = self.stones(!self.side);
        let mut sets = vec![0];
        for _ in 0..board::lines_completed(to.bit(), others, self.rule_set.spokes()) {
            let more = |&set: &Points| points(self.removable_of(enemy & !set)).map(move |stone| set | stone.bit());
            let mut larger: Vec<_> = sets.iter().flat_map(more).collect();
            larger.sort_unstable();
            larger.dedup();
            if larger.is_empty() {
                break;
            }
            sets = larger;
        }
        sets
    }

    /// The set of [`Mill::removals`] of this number. Few rule sets have such turns.
    #[cold]
    pub(super) fn removal(&self, turn: MillMove, number: u8) -> Points {
        self.removals(turn.from, turn.to)[usize::from(number)]
    }
}
