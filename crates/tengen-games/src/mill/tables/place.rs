//! The placing phase of the rule sets that only place while stones are in hand: one pass back from the last placement.
//!
//! The stones in hand follow from the plies played, so no position comes twice in a game: the value of each position is that of
//! its best placement.
//!
//! The positions of a class are solved together. They have the larger set of stones in common, so what follows from that set
//! alone is found once: the classes that moves lead to, and how the smaller sets are numbered there ([`Transfer`]). A position
//! after a move is then found with a few look-ups, in a part of the table that all positions of the class share.

use super::super::board::{ALL, Points, completing, points};
use super::index::{Numbering, Transfer};
use super::metric::{Metric, TableValue};
use super::solve::{CHUNK, Solved};
use super::stage::{Moving, Stage};
use rayon::prelude::*;
use tengen_core::progress::Progress;

/// A solved stage in which unused numbers have the values of their positions, too, so that a position is found without the
/// symmetries of its class.
pub struct Filled<M: Metric>(Solved<M>);

impl<M: Metric> From<Solved<M>> for Filled<M> {
    fn from(mut solved: Solved<M>) -> Self {
        let (numbering, size) = (&solved.numbering, solved.numbering.class_size());
        solved.values.par_chunks_mut(size).enumerate().for_each(|(class, values)| {
            let first = class * size;
            if numbering.class_symmetries(first) != 0 {
                for place in 0..size {
                    let (own, enemy) = numbering.position(first + place);
                    values[place] = values[numbering.slot(own, enemy) - first];
                }
            }
        });
        Self(solved)
    }
}

impl<M: Metric> Filled<M> {
    /// The value of a position for the side to move.
    pub fn value(&self, own: Points, enemy: Points) -> TableValue {
        self.0.value(own, enemy)
    }
}

/// Solves a stage from the stages after a placement, without a removal and with one; a stage where the game is over need not be
/// given. Runs on the threads of the pool that this is called in.
pub fn solve<M: Metric>(
    rules: Moving,
    stage: Stage,
    [quiet, removed]: [Option<&Filled<M>>; 2],
    progress: &dyn Progress,
) -> Solved<M> {
    let numbering = Numbering::new(stage.sector);
    let pass = Pass { rules, numbering: &numbering, quiet, removed };
    let mut values = vec![M::code(TableValue::Draw); numbering.slots()];
    progress.begin("positions", Some(values.len() as u64));
    let size = numbering.class_size();
    let classes = (CHUNK / size).max(1);
    values.par_chunks_mut(classes * size).enumerate().for_each(|(chunk, values)| {
        for (place, values) in values.chunks_mut(size).enumerate() {
            pass.class(chunk * classes + place, values);
        }
        progress.advance(values.len() as u64);
    });
    Solved { numbering, values }
}

/// What solving a stage needs.
struct Pass<'a, M: Metric> {
    rules: Moving,
    numbering: &'a Numbering,
    quiet: Option<&'a Filled<M>>,
    removed: Option<&'a Filled<M>>,
}

/// The positions that moves from one class lead to in another class, by the smaller set.
struct After<'a, M: Metric> {
    /// The table and the numbering that the positions are found by; `None` where the game is over.
    found: Option<(&'a Solved<M>, Transfer)>,
}

impl<'a, M: Metric> After<'a, M> {
    /// The positions with the larger set `larger`; smaller sets are words of the points in `free`, those that were free before.
    fn new(stage: Option<&'a Filled<M>>, larger: Points, free: Points) -> Self {
        Self { found: stage.map(|Filled(solved)| (solved, solved.numbering.beside(larger).transfer(free))) }
    }

    /// The value of the position with a smaller set, for the side to move.
    #[inline]
    fn value(&self, smaller: u32) -> TableValue {
        self.found
            .as_ref()
            .map_or(TableValue::Loss(0), |(solved, transfer)| M::value(solved.values[transfer.slot(smaller)]))
    }
}

/// The best that a side has found so far: the worst values for the other side, first after a move without a removal, then after
/// one with a removal.
#[derive(Default)]
struct BestFound {
    quiet: Option<TableValue>,
    removed: Option<TableValue>,
}

/// The smaller of a value and another one, if there is another.
fn least(value: TableValue, other: Option<TableValue>) -> Option<TableValue> {
    Some(other.map_or(value, |other| value.min(other)))
}

impl BestFound {
    /// The value of the position.
    fn value<M: Metric>(&self) -> TableValue {
        let found = self.quiet.map(M::before_quiet).max(self.removed.map(M::before_removal));
        found.unwrap_or(TableValue::Loss(0))
    }

    /// True where no other move can be better.
    fn is_best<M: Metric>(&self) -> bool {
        self.removed.is_some_and(|worst| M::is_best(M::before_removal(worst)))
    }
}

impl<M: Metric> Pass<'_, M> {
    /// Finds the values of all positions of a class; unused numbers repeat the value before.
    fn class(&self, class: usize, values: &mut [M::Code]) {
        let (numbering, first) = (self.numbering, class * values.len());
        let sector = numbering.sector();
        if sector.own >= sector.enemy {
            self.mover_has_more(numbering.larger(class), values);
        } else {
            self.mover_has_less(numbering.larger(class), values);
        }
        if numbering.class_symmetries(first) != 0 {
            numbering.repeat_unused(first, values);
        }
    }

    /// Finds the values of a class whose larger set is the mover's: each placement leads to another class, and whether it closes
    /// a mill is the same for all positions.
    fn mover_has_more(&self, own: Points, values: &mut [M::Code]) {
        let (numbering, free) = (self.numbering, ALL & !own);
        let closing = if numbering.sector().enemy == 0 { 0 } else { free & completing(own, self.rules.spokes) };
        let after = |to: Points| After::new(if closing & to == 0 { self.quiet } else { self.removed }, own | to, free);
        let after: Vec<_> = points(free).map(|to| after(to.bit())).collect();
        let (all, closing) = (numbering.word(free, free), numbering.word(closing, free));
        for (value, &enemy) in values.iter_mut().zip(numbering.rests()) {
            let (mut best, empty) = (BestFound::default(), all & !enemy);
            if closing & empty != 0 {
                let removable = self.rules.removable(numbering.set(enemy, free));
                let removable = numbering.word(removable, free);
                for to in bits(closing & empty) {
                    for stone in bits(removable) {
                        best.removed = least(after[to].value(enemy & !(1 << stone)), best.removed);
                    }
                }
            }
            if !best.is_best::<M>() {
                for to in bits(empty & !closing) {
                    best.quiet = least(after[to].value(enemy), best.quiet);
                }
            }
            *value = M::code(best.value::<M>());
        }
    }

    /// Finds the values of a class whose larger set is the other side's: the set changes by a removal only.
    fn mover_has_less(&self, enemy: Points, values: &mut [M::Code]) {
        let (numbering, free) = (self.numbering, ALL & !enemy);
        let quiet = After::new(self.quiet, enemy, free);
        let removable = self.rules.removable(enemy);
        // After a removal the mover has as many stones as the other side, or more: its set may be the larger one then.
        let stays = numbering.sector().enemy - 1 > numbering.sector().own;
        let after = |stone: Points| After::new(self.removed, enemy & !stone, free);
        let after: Vec<_> = points(if stays { removable } else { 0 }).map(|stone| after(stone.bit())).collect();
        let all = numbering.word(free, free);
        for (value, &own) in values.iter_mut().zip(numbering.rests()) {
            let (mut best, empty) = (BestFound::default(), all & !own);
            let closing = completing(numbering.set(own, free), self.rules.spokes) & free;
            let closing = numbering.word(closing, free) & empty;
            for to in bits(closing) {
                let own = own | 1 << to;
                for after in &after {
                    best.removed = least(after.value(own), best.removed);
                }
                if !stays {
                    best.removed = self.after_removals(enemy, removable, numbering.set(own, free), best.removed);
                }
            }
            if !best.is_best::<M>() {
                for to in bits(empty & !closing) {
                    best.quiet = least(quiet.value(own | 1 << to), best.quiet);
                }
            }
            *value = M::code(best.value::<M>());
        }
    }

    /// The least of the values for the other side after the removal of each single stone, and of another value.
    fn after_removals(
        &self,
        enemy: Points,
        removable: Points,
        own: Points,
        other: Option<TableValue>,
    ) -> Option<TableValue> {
        let Some(Filled(solved)) = self.removed else { return least(TableValue::Loss(0), other) };
        let beside = solved.numbering.beside(own);
        points(removable)
            .fold(other, |other, stone| least(M::value(solved.values[beside.slot(enemy & !stone.bit())]), other))
    }
}

/// The indices of the bits of a word that are set.
fn bits(word: u32) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        place
    })
}

#[cfg(test)]
mod tests {
    use super::super::metric::ToRemoval;
    use super::super::stage::stages;
    use super::*;
    use tengen_core::progress::NoProgress;

    /// A stage with random values.
    fn by_chance(stage: Stage, rng: &mut fastrand::Rng) -> Option<Solved<ToRemoval>> {
        let numbering = Numbering::new(stage.sector);
        let values = (0..numbering.slots()).map(|_| if rng.bool() { 0 } else { rng.u8(..202) }).collect();
        (!stage.is_over()).then_some(Solved { numbering, values })
    }

    /// The value of a position, found move by move.
    fn naive(rules: Moving, own: Points, enemy: Points, after: &[Option<Solved<ToRemoval>>; 2]) -> TableValue {
        let value = |removal: bool, own, enemy| {
            after[usize::from(removal)].as_ref().map_or(TableValue::Loss(0), |solved| solved.value(own, enemy))
        };
        let mut best = TableValue::Loss(0);
        for to in points(ALL & !(own | enemy)) {
            let closes = completing(own, rules.spokes) & to.bit() != 0;
            let own = own | to.bit();
            if enemy != 0 && closes {
                for stone in points(rules.removable(enemy)) {
                    best = best.max(ToRemoval::before_removal(value(true, enemy & !stone.bit(), own)));
                }
            } else {
                best = best.max(ToRemoval::before_quiet(value(false, enemy, own)));
            }
        }
        best
    }

    #[test]
    fn classes_solved_together_have_the_values_of_their_moves() {
        let mut rng = fastrand::Rng::with_seed(3);
        let small = |stage: &Stage| Numbering::new(stage.sector).slots() < 30_000;
        let mut stays = 0;
        for stage in stages(6).into_iter().filter(small) {
            for rules in Moving::all() {
                let after = [false, true].map(|removal| {
                    let is_possible = !removal || stage.sector.enemy > 0;
                    is_possible.then(|| by_chance(stage.after_placement(removal), &mut rng)).flatten()
                });
                let numbering = Numbering::new(stage.sector);
                let expected: Vec<_> = (0..numbering.slots())
                    .map(|slot| {
                        let (own, enemy) = numbering.position(slot);
                        numbering.is_used(slot).then(|| ToRemoval::code(naive(rules, own, enemy, &after)))
                    })
                    .collect();
                let after = after.map(|after| after.map(Filled::from));
                let found = solve(rules, stage, after.each_ref().map(Option::as_ref), &NoProgress);
                for (slot, expected) in expected.into_iter().enumerate() {
                    let expected = expected.unwrap_or(found.values[slot.saturating_sub(1)]);
                    assert_eq!(found.values[slot], expected, "{stage}, {rules}, number {slot}");
                }
            }
            stays += u32::from(stage.sector.enemy > stage.sector.own + 1);
        }
        assert!(stays >= 5, "{stays} stages in which a removal leaves the larger set the larger one");
    }
}
