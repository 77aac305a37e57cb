//! Retrograde analysis of the moving phase: a sector and its twin, from the sectors that removals lead to.
//!
//! All positions that are decided within `d` plies are known before those in `d + 1` are sought, level by level (Thompson
//! 1986; for this game Gasser 1996). A position that the side to move wins lowers the counts of its predecessors' moves
//! that are not yet known to lose; one that it loses wins its predecessors. What is never reached is drawn.

use super::super::board::Points;
use super::index::{Numbering, Sector, images_of};
use super::metric::{Metric, Value};
use super::moving::Moving;
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The values of all positions of a sector, by number.
pub struct Solved<M: Metric> {
    /// The numbering.
    pub numbering: Numbering,
    /// The values, as [`Metric`] codes them; unused numbers repeat the one before.
    pub values: Vec<M::Code>,
}

impl<M: Metric> Solved<M> {
    /// The value of a position for the side to move.
    pub fn value(&self, own: Points, enemy: Points) -> Value {
        M::value(self.values[self.numbering.slot(own, enemy)])
    }
}

/// The sectors after a removal; `None` where it ends the game.
pub type Children<'a, M> = [Option<&'a Solved<M>>; 2];

/// Positions that a thread looks at in one go, about.
pub(super) const CHUNK: usize = 1 << 16;

/// Levels that a chunk remembers to have positions of; further ones share a bit.
const MARKS: usize = 128;

/// A sector while it is solved.
struct Half<'a, M: Metric> {
    numbering: Numbering,
    after_removal: Option<&'a Solved<M>>,
    values: Vec<M::Cell>,
    /// Moves without a removal that are not yet known to lose; [`NEVER`] where another move keeps from losing.
    open: Vec<AtomicU8>,
    /// Numbers in a chunk: whole classes.
    chunk: usize,
    /// For each chunk the levels that it may have positions of, a bit each.
    marks: Vec<[AtomicU64; MARKS / 64]>,
}

/// A count of moves that is none: the position cannot be lost.
const NEVER: u8 = u8::MAX;

impl<'a, M: Metric> Half<'a, M> {
    fn new(sector: Sector, after_removal: Option<&'a Solved<M>>) -> Self {
        let numbering = Numbering::new(sector);
        let slots = numbering.slots();
        let chunk = numbering.class_size() * (CHUNK / numbering.class_size()).max(1);
        Self {
            values: (0..slots).into_par_iter().map(|_| M::unknown()).collect(),
            open: (0..slots).into_par_iter().map(|_| AtomicU8::new(NEVER)).collect(),
            marks: (0..slots.div_ceil(chunk)).map(|_| Default::default()).collect(),
            numbering,
            after_removal,
            chunk,
        }
    }

    fn slots(&self, chunk: usize) -> Range<usize> {
        chunk * self.chunk..((chunk + 1) * self.chunk).min(self.values.len())
    }

    /// Notes that a position is decided in so many plies.
    fn mark(&self, slot: usize, level: u16) {
        let bit = usize::from(level) % MARKS;
        let mark = &self.marks[slot / self.chunk][bit / 64];
        if mark.load(Relaxed) >> (bit % 64) & 1 == 0 {
            mark.fetch_or(1 << (bit % 64), Relaxed);
        }
    }

    /// Takes the note that a chunk may have positions of this level.
    fn unmark(&self, chunk: usize, level: u16) -> bool {
        let bit = usize::from(level) % MARKS;
        let mark = &self.marks[chunk][bit / 64];
        mark.load(Relaxed) >> (bit % 64) & 1 == 1 && mark.fetch_and(!(1 << (bit % 64)), Relaxed) != 0
    }

    fn has_marks(&self) -> bool {
        self.marks.iter().flatten().any(|mark| mark.load(Relaxed) != 0)
    }

    fn decide(&self, slot: usize, value: Value) {
        M::improve(&self.values[slot], value);
        if let Value::Win(level) | Value::Loss(level) = value {
            self.mark(slot, level);
        }
    }

    /// The value of the position after a removal, for the side to move there.
    fn value_after_removal(&self, own: Points, enemy: Points) -> Value {
        self.after_removal.map_or(Value::Loss(0), |solved| solved.value(own, enemy))
    }

    /// What a position's own removals make of it, and how many other moves it has.
    fn begin(&self, rules: Moving, slot: usize) {
        if !self.numbering.is_used(slot) {
            return;
        }
        let (own, enemy) = self.numbering.position(slot);
        let (mut quiet, mut best) = (0, Value::Loss(0));
        rules.each_move(own, enemy, |own, enemy, removed| {
            if !removed {
                quiet += 1;
            } else if !M::is_best(best) {
                best = best.max(M::before_removal(self.value_after_removal(enemy, own)));
            }
        });
        match best {
            Value::Win(_) => self.decide(slot, best),
            Value::Draw => {}
            Value::Loss(_) if quiet == 0 => self.decide(slot, best),
            Value::Loss(_) => self.open[slot].store(quiet, Relaxed),
        }
    }

    /// The plies to the end of a lost position whose last move is found to lose in `level`: no fewer than its removals take.
    fn lost_in(&self, rules: Moving, (own, enemy): (Points, Points), level: u16) -> u16 {
        if M::ENDS_AT_REMOVAL {
            return level;
        }
        let mut longest = level;
        rules.each_move(own, enemy, |own, enemy, removed| {
            if removed && let Value::Loss(plies) = M::before_removal(self.value_after_removal(enemy, own)) {
                longest = longest.max(plies);
            }
        });
        longest
    }

    /// What a position that is decided in `level` plies means to those before it.
    fn spread(&self, before: &Self, rules: Moving, slot: usize, value: Value) {
        let (Value::Win(level) | Value::Loss(level)) = value else { return };
        let (own, enemy) = self.numbering.position(slot);
        let symmetries = match self.numbering.class_symmetries(slot) {
            0 => 0,
            candidates => (1..16)
                .filter(|symmetry| {
                    let same = |set| images_of(candidates & 1 << symmetry, set).next() == Some(set);
                    same(own) && same(enemy)
                })
                .fold(0, |set, symmetry| set | 1 << symmetry),
        };
        rules.each_unmove(own, enemy, |mover, from, to| {
            // Of unmoves that a symmetry of the position takes into each other one stands for all. The move has those
            // symmetries of the position that leave it in place; from the position before, it stands for as many moves as
            // that position has symmetries to one of the move's.
            let pair = |from: Points, to: Points| u64::from(from) << 24 | u64::from(to);
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
            if matches!(value, Value::Loss(_)) {
                before.decide(slot, Value::Win(level + 1));
            } else if before.open[slot].load(Relaxed) != NEVER {
                let moves = of_position / of_move;
                if before.open[slot].fetch_sub(moves, Relaxed) == moves {
                    before.decide(slot, Value::Loss(before.lost_in(rules, (mover, own), level + 1)));
                }
            }
        });
    }

    /// Spreads all positions that are decided in `level` plies.
    fn spread_level(&self, before: &Self, rules: Moving, level: u16) {
        (0..self.marks.len()).into_par_iter().filter(|&chunk| self.unmark(chunk, level)).for_each(|chunk| {
            for slot in self.slots(chunk) {
                let value = M::read(&self.values[slot]);
                if matches!(value, Value::Win(plies) | Value::Loss(plies) if plies == level) {
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

/// Solves a sector and its twin, on the threads of the pool that this is called in; a sector that is its own twin comes
/// alone. `after_removal` are the sectors that the first one's and the twin's removals lead to.
///
/// The result does not depend on the number of threads.
pub fn solve<M: Metric>(
    rules: Moving,
    sector: Sector,
    after_removal: Children<'_, M>,
    progress: &dyn Progress,
) -> Vec<Solved<M>> {
    let [first, second] = after_removal;
    let mut halves = vec![Half::<M>::new(sector, first)];
    if sector.twin() != sector {
        halves.push(Half::new(sector.twin(), second));
    }
    let name = format!("{}-{}", sector.own, sector.enemy);
    progress.begin(&format!("positions of {name}"), Some(halves.iter().map(|half| half.values.len() as u64).sum()));
    for half in &halves {
        (0..half.marks.len()).into_par_iter().for_each(|chunk| {
            half.slots(chunk).for_each(|slot| half.begin(rules, slot));
            progress.advance(half.slots(chunk).len() as u64);
        });
    }
    progress.begin(&format!("levels of {name}"), Some(u64::from(M::LAST)));
    let mut level = 0;
    while level < M::LAST && halves.iter().any(Half::has_marks) {
        progress.advance(1);
        for (half, before) in halves.iter().zip(halves.iter().rev()) {
            half.spread_level(before, rules, level);
        }
        level += 1;
    }
    halves.into_iter().map(Half::finish).collect()
}
