//! Retrograde analysis where stones slide: a stage and its twin, from the stages that removals and placements lead to.
//!
//! All positions that are decided within `d` plies are known before those in `d + 1` are sought, level by level (Thompson 1986;
//! for this game Gasser 1996). A position that the side to move wins lowers the counts of its predecessors' moves that are not
//! yet known to lose; a position that the side to move loses wins its predecessors. Positions that are never reached are drawn.

use super::super::board::{Point, Points, SYMMETRIES};
use super::index::{Numbering, images_of};
use super::metric::{Metric, TableValue};
use super::stage::{Kind, Moving, Stage};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use tengen_core::progress::Progress;

/// The values of all positions of a sector, by number.
pub struct Solved<M: Metric> {
    /// The numbering of the sector.
    pub numbering: Numbering,
    /// The values, as [`Metric`] codes them; unused numbers repeat the value before.
    pub values: Vec<M::Code>,
}

impl<M: Metric> Solved<M> {
    /// The value of a position for the side to move.
    pub fn value(&self, own: Points, enemy: Points) -> TableValue {
        M::value(self.values[self.numbering.slot(own, enemy)])
    }
}

/// The stages that the moves of a stage lead to, but for slides without a removal; `None` where the game is over, or where
/// there is no such move.
pub struct Exits<'a, M: Metric> {
    /// The stage after a slide with a removal.
    pub removal: Option<&'a Solved<M>>,
    /// The stages after placements, first without a removal, then with one.
    pub placements: [Option<&'a Solved<M>>; 2],
}

impl<'a, M: Metric> Exits<'a, M> {
    /// The exits of a stage of the moving phase.
    pub const fn moving(removal: Option<&'a Solved<M>>) -> Self {
        Self { removal, placements: [None; 2] }
    }

    /// The value of a move of this kind, which is no plain slide, by the position after it.
    fn value(&self, own: Points, enemy: Points, kind: Kind) -> TableValue {
        let solved = if kind.placed { self.placements[usize::from(kind.removed)] } else { self.removal };
        let after = solved.map_or(TableValue::Loss(0), |solved| solved.value(enemy, own));
        if kind.removed { M::before_removal(after) } else { M::before_quiet(after) }
    }
}

/// About how many positions a thread takes at a time.
pub(super) const CHUNK: usize = 1 << 16;

/// The number of levels that a word of marks tells apart.
const LEVELS_A_MARK: u16 = u64::BITS as u16;

/// A stage while it is solved.
struct UnsolvedStage<'a, M: Metric> {
    numbering: Numbering,
    /// The number of stones in the hand of the side to move.
    hand: u8,
    exits: Exits<'a, M>,
    values: Vec<M::Cell>,
    /// For each position the slides without a removal that are not yet known to lose; [`NEVER`] where another move keeps the
    /// position from losing.
    open: Vec<AtomicU8>,
    /// The number of numbers in a chunk, which holds whole classes.
    chunk: usize,
    /// For each chunk the levels that it may have positions of, a bit each.
    marks: Vec<Vec<AtomicU64>>,
}

/// The count of open moves of a position that cannot be lost.
const NEVER: u8 = u8::MAX;

impl<'a, M: Metric> UnsolvedStage<'a, M> {
    fn new(stage: Stage, exits: Exits<'a, M>) -> Self {
        let numbering = Numbering::new(stage.sector);
        let slots = numbering.slots();
        let chunk = numbering.class_size() * (CHUNK / numbering.class_size()).max(1);
        let levels = || 0..M::LAST.div_ceil(LEVELS_A_MARK);
        Self {
            values: (0..slots).into_par_iter().map(|_| M::unknown()).collect(),
            open: (0..slots).into_par_iter().map(|_| AtomicU8::new(NEVER)).collect(),
            marks: (0..slots.div_ceil(chunk)).map(|_| levels().map(|_| AtomicU64::new(0)).collect()).collect(),
            numbering,
            hand: stage.hands[0],
            exits,
            chunk,
        }
    }

    fn slots(&self, chunk: usize) -> Range<usize> {
        chunk * self.chunk..((chunk + 1) * self.chunk).min(self.values.len())
    }

    /// Marks that the position's chunk has a position that is decided in `level` plies.
    fn mark(&self, slot: usize, level: u16) {
        let mark = &self.marks[slot / self.chunk][usize::from(level / LEVELS_A_MARK)];
        if mark.load(Relaxed) >> (level % LEVELS_A_MARK) & 1 == 0 {
            mark.fetch_or(1 << (level % LEVELS_A_MARK), Relaxed);
        }
    }

    /// Clears the mark that a chunk may have positions of this level; returns whether it was set.
    fn unmark(&self, chunk: usize, level: u16) -> bool {
        let mark = &self.marks[chunk][usize::from(level / LEVELS_A_MARK)];
        mark.load(Relaxed) >> (level % LEVELS_A_MARK) & 1 == 1
            && mark.fetch_and(!(1 << (level % LEVELS_A_MARK)), Relaxed) != 0
    }

    fn has_marks(&self) -> bool {
        self.marks.iter().flatten().any(|mark| mark.load(Relaxed) != 0)
    }

    fn decide(&self, slot: usize, value: TableValue) {
        M::improve(&self.values[slot], value);
        if let TableValue::Win(level) | TableValue::Loss(level) = value
            && level < M::LAST
        {
            self.mark(slot, level);
        }
    }

    /// Sets the first value of a position, by its exits, and the count of its other moves.
    fn begin(&self, rules: Moving, slot: usize) {
        if !self.numbering.is_used(slot) {
            return;
        }
        let (own, enemy) = self.numbering.position(slot);
        let (mut quiet, mut best) = (0, TableValue::Loss(0));
        rules.each_move(own, enemy, self.hand, |own, enemy, kind| {
            if !(kind.placed || kind.removed) {
                quiet += 1;
            } else if !M::is_best(best) {
                best = best.max(self.exits.value(own, enemy, kind));
            }
        });
        match best {
            TableValue::Win(_) => self.decide(slot, best),
            TableValue::Draw => {}
            TableValue::Loss(_) if quiet == 0 => self.decide(slot, best),
            TableValue::Loss(_) => self.open[slot].store(quiet, Relaxed),
        }
    }

    /// The plies to the end of a lost position whose last open move is found to lose in `level`: no fewer than its exits take.
    fn lost_in(&self, rules: Moving, (own, enemy): (Points, Points), level: u16) -> u16 {
        if M::ENDS_AT_REMOVAL && self.hand == 0 {
            return level;
        }
        let mut longest = level;
        rules.each_move(own, enemy, self.hand, |own, enemy, kind| {
            if (kind.placed || kind.removed)
                && let TableValue::Loss(plies) = self.exits.value(own, enemy, kind)
            {
                longest = longest.max(plies);
            }
        });
        longest
    }

    /// Updates the predecessors of a position that is decided in `level` plies.
    fn spread(&self, before: &Self, rules: Moving, slot: usize, value: TableValue) {
        let (TableValue::Win(level) | TableValue::Loss(level)) = value else { return };
        let (own, enemy) = self.numbering.position(slot);
        let symmetries = match self.numbering.class_symmetries(slot) {
            0 => 0,
            candidates => (1..SYMMETRIES)
                .filter(|symmetry| {
                    let same = |set| images_of(candidates & 1 << symmetry, set).next() == Some(set);
                    same(own) && same(enemy)
                })
                .fold(0, |set, symmetry| set | 1 << symmetry),
        };
        rules.each_unmove(own, enemy, before.hand, |mover, from, to| {
            // Of unmoves that a symmetry of the position takes into each other one stands for all. The move has those
            // symmetries of the position that leave it in place; from the position before, it stands for as many moves as
            // that position has symmetries to one of the move's.
            let pair = |from: Points, to: Points| u64::from(from) << Point::COUNT | u64::from(to);
            let mut of_move = 1;
            if symmetries != 0 {
                let (from, to) = (from.bit(), to.bit());
                for image in images_of(symmetries, from).zip(images_of(symmetries, to)) {
                    let image = pair(image.0, image.1);
                    if image < pair(from, to) {
                        return;
                    }
                    of_move += u8::from(image == pair(from, to));
                }
            }
            let (slot, of_position) = before.numbering.slot_and_symmetries(mover, own);
            if matches!(value, TableValue::Loss(_)) {
                before.decide(slot, TableValue::Win(level + 1));
            } else if before.open[slot].load(Relaxed) != NEVER {
                let moves = of_position / of_move;
                if before.open[slot].fetch_sub(moves, Relaxed) == moves {
                    before.decide(slot, TableValue::Loss(before.lost_in(rules, (mover, own), level + 1)));
                }
            }
        });
    }

    /// Updates the predecessors of all positions that are decided in `level` plies.
    fn spread_level(&self, before: &Self, rules: Moving, level: u16) {
        (0..self.marks.len()).into_par_iter().filter(|&chunk| self.unmark(chunk, level)).for_each(|chunk| {
            for slot in self.slots(chunk) {
                let value = M::read(&self.values[slot]);
                if matches!(value, TableValue::Win(plies) | TableValue::Loss(plies) if plies == level) {
                    self.spread(before, rules, slot, value);
                }
            }
        });
    }

    fn finish(self) -> Solved<M> {
        let Self { numbering, values, chunk, .. } = self;
        let mut values: Vec<_> = values.into_par_iter().map(M::finished).collect();
        let chunks = values.par_chunks_mut(chunk).enumerate();
        chunks.for_each(|(index, values)| numbering.repeat_unused(index * chunk, values));
        Solved { numbering, values }
    }
}

/// Solves a stage and its twin, on the threads of the pool that this is called in; a stage that is its own twin comes alone.
/// `exits` are those of the stage and of its twin.
///
/// The result does not depend on the number of threads.
pub fn solve<M: Metric>(
    rules: Moving,
    stage: Stage,
    exits: [Exits<'_, M>; 2],
    progress: &dyn Progress,
) -> Vec<Solved<M>> {
    let [first, second] = exits;
    let mut unsolved = vec![UnsolvedStage::<M>::new(stage, first)];
    if stage.twin() != stage {
        unsolved.push(UnsolvedStage::new(stage.twin(), second));
    }
    progress.begin(&format!("positions of {stage}"), Some(unsolved.iter().map(|one| one.values.len() as u64).sum()));
    for one in &unsolved {
        (0..one.marks.len()).into_par_iter().for_each(|chunk| {
            one.slots(chunk).for_each(|slot| one.begin(rules, slot));
            progress.advance(one.slots(chunk).len() as u64);
        });
    }
    progress.begin(&format!("levels of {stage}"), Some(u64::from(M::LAST)));
    let mut level = 0;
    while level < M::LAST && unsolved.iter().any(UnsolvedStage::has_marks) {
        progress.advance(1);
        for (one, before) in unsolved.iter().zip(unsolved.iter().rev()) {
            one.spread_level(before, rules, level);
        }
        level += 1;
    }
    unsolved.into_iter().map(UnsolvedStage::finish).collect()
}

#[cfg(test)]
mod tests {
    use super::super::index::Sector;
    use super::super::metric::{ToEnd, ToRemoval};
    use super::*;
    use tengen_core::progress::NoProgress;

    /// A stage with random values.
    fn by_chance<M: Metric>(stage: Stage, rng: &mut fastrand::Rng) -> Option<Solved<M>> {
        let numbering = Numbering::new(stage.sector);
        let mut value = || match rng.u8(..4) {
            0 => TableValue::Win(rng.u16(..M::LAST.min(400) / 2) * 2 + 1),
            1 => TableValue::Loss(rng.u16(..M::LAST.min(400) / 2) * 2),
            _ => TableValue::Draw,
        };
        let values = (0..numbering.slots()).map(|_| M::code(value())).collect();
        (!stage.is_over()).then_some(Solved { numbering, values })
    }

    /// The values of a stage and its twin: undecided at first, then repeatedly what the moves give, until no value changes.
    fn naive<M: Metric>(rules: Moving, stages: [Stage; 2], exits: &[Exits<'_, M>; 2]) -> [Vec<TableValue>; 2] {
        let numberings = stages.map(|stage| Numbering::new(stage.sector));
        let mut values = numberings.each_ref().map(|numbering| vec![TableValue::Draw; numbering.slots()]);
        loop {
            let mut changed = false;
            for one in 0..2 {
                for slot in 0..numberings[one].slots() {
                    let (own, enemy) = numberings[one].position(slot);
                    let mut best = TableValue::Loss(0);
                    rules.each_move(own, enemy, stages[one].hands[0], |own, enemy, kind| {
                        let value = if kind.placed || kind.removed {
                            exits[one].value(own, enemy, kind)
                        } else {
                            M::before_quiet(values[1 - one][numberings[1 - one].slot(enemy, own)])
                        };
                        best = best.max(value);
                    });
                    changed |= best != values[one][slot];
                    values[one][slot] = best;
                }
            }
            if !changed {
                return values;
            }
        }
    }

    fn stages_have_the_values_of_their_moves<M: Metric>() {
        let mut rng = fastrand::Rng::with_seed(5);
        let stages = [(2, 1, 2, 1), (3, 1, 0, 2), (0, 2, 4, 1), (3, 0, 1, 3), (1, 1, 2, 2)];
        for (own, enemy, hand, other) in stages {
            let stage = Stage { sector: Sector::new(own, enemy), hands: [hand, other] };
            let stages = [stage, stage.twin()];
            let after = stages.map(|stage| {
                let removal =
                    if stage.sector.enemy > 0 { by_chance::<M>(stage.after_slide(true), &mut rng) } else { None };
                let placed = |removal| by_chance::<M>(stage.after_placement(removal), &mut rng);
                (removal, if stage.hands[0] > 0 { [false, true].map(placed) } else { [None, None] })
            });
            let exits = || {
                after.each_ref().map(|(removal, placements)| Exits {
                    removal: removal.as_ref(),
                    placements: placements.each_ref().map(Option::as_ref),
                })
            };
            for rules in Moving::all() {
                let expected = naive(rules, stages, &exits());
                let found = solve(rules, stage, exits(), &NoProgress);
                for (one, solved) in found.iter().enumerate() {
                    for slot in (0..solved.values.len()).filter(|&slot| solved.numbering.is_used(slot)) {
                        let (value, expected) = (M::value(solved.values[slot]), expected[one][slot]);
                        assert_eq!(value, expected, "{}, {rules}, number {slot}", stages[one]);
                    }
                }
            }
        }
    }

    #[test]
    fn stages_with_stones_in_hand_have_the_values_of_their_moves() {
        stages_have_the_values_of_their_moves::<ToRemoval>();
        stages_have_the_values_of_their_moves::<ToEnd>();
    }
}
