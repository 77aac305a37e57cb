//! The weights of the patterns.

use super::features::Features;
use super::file::{self, File, GROUP, GROUPS};
use super::shapes::{Numbering, SHAPES, Shape, TURNS};
use crate::data::data;
use crate::othello::params::DISC;
use crate::weights::WeightsError;
use bytemuck::allocation::{try_zeroed_box, zeroed_box};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use tengen_core::search::Score;
use tengen_core::search::memory::OutOfMemory;

/// The largest value of a position: all squares.
const MOST: Score = 64 * DISC;

const PROVEN: &str = "the weights in the program are proven by its tests";

/// The weights of each shape in one phase, in steps, by index. Negative indexes stand behind the others, as in two's complement:
/// no index of 16 bits is out of bounds. A weight is a byte, so that most of what a search looks up stays in the processor's
/// second cache.
type Tables = [[i8; 1 << 16]; SHAPES];

/// The weights of a group of phases, which are unpacked together.
type Group = [Tables; GROUP];

/// The weights of all patterns in all phases. Clones share one copy.
#[derive(Clone)]
pub struct Weights {
    shared: Arc<Shared>,
    /// True where the nearest phase stands in for a phase that is not yet unpacked.
    stand_in: bool,
}

/// What all clones of weights share.
struct Shared {
    /// The file that groups of phases are unpacked from.
    file: File<'static>,
    /// Evaluation units that a step is worth.
    step: Score,
    groups: [OnceLock<Box<Group>>; GROUPS],
    /// Zeroed memory for groups that are not yet unpacked; `None` before it was reserved.
    reserve: Mutex<Option<Vec<Box<Group>>>>,
    /// True where a thread is unpacking all groups, or has done so.
    ahead: AtomicBool,
}

impl Shared {
    fn packed(file: File<'static>) -> Self {
        let groups = [const { OnceLock::new() }; GROUPS];
        Self { step: file.step.into(), file, groups, reserve: Mutex::default(), ahead: AtomicBool::new(false) }
    }

    fn group(&self, group: usize) -> &Group {
        self.groups[group].get_or_init(|| {
            let reserved = self.reserve.lock().unwrap_or_else(PoisonError::into_inner).as_mut().and_then(Vec::pop);
            unpack(&self.file, group, reserved.unwrap_or_else(zeroed_box)).expect(PROVEN)
        })
    }

    fn unpack_groups(&self, groups: impl Iterator<Item = usize>) {
        for group in groups {
            self.group(group);
        }
    }
}

impl From<Shared> for Weights {
    fn from(shared: Shared) -> Self {
        Self { shared: Arc::new(shared), stand_in: false }
    }
}

impl Weights {
    /// The weights that are part of this program. They are unpacked, ten phases at a time, when they are first
    /// needed.
    ///
    /// # Panics
    /// Where this program was built with a damaged file.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: OnceLock<Weights> = OnceLock::new();
        EMBEDDED.get_or_init(|| Shared::packed(File::parse(data!("../../othello/weights.bin")).expect(PROVEN)).into())
    }

    /// The weights of a file. The whole file is unpacked, so that all errors in it are found.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightsError> {
        let file = File::parse(file)?;
        let groups: Result<Vec<_>, _> = (0..GROUPS).map(|group| unpack(&file, group, zeroed_group()?)).collect();
        let mut groups = groups?.into_iter();
        let groups = std::array::from_fn(|_| groups.next().map_or_else(OnceLock::new, OnceLock::from));
        Ok(Shared { step: file.step.into(), groups, ..Shared::packed(File::default()) }.into())
    }

    /// The bytes of the groups that are not yet unpacked: what [`Weights::reserve`] takes, or unpacking them.
    pub fn memory(&self) -> usize {
        let reserved = self.shared.reserve.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if reserved { 0 } else { self.packed() * size_of::<Group>() }
    }

    /// The number of groups that are not yet unpacked.
    fn packed(&self) -> usize {
        self.shared.groups.iter().filter(|group| group.get().is_none()).count()
    }

    /// Takes the memory of the groups that are not yet unpacked; the system gives the memory no pages before they are.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses it.
    pub fn reserve(&self) -> Result<(), OutOfMemory> {
        let mut reserve = self.shared.reserve.lock().unwrap_or_else(PoisonError::into_inner);
        if reserve.is_none() {
            *reserve = Some((0..self.packed()).map(|_| zeroed_group()).collect::<Result<_, _>>()?);
        }
        Ok(())
    }

    /// The same weights for a search against a clock, which cannot wait. A thread of its own unpacks all groups: first that of
    /// positions with these discs, then later, then earlier groups. Until it is done, the nearest phase stands in for phases that
    /// are not yet unpacked.
    pub fn unpacked_ahead(&self, discs: u64) -> Self {
        let weights = Self { shared: Arc::clone(&self.shared), stand_in: true };
        if self.shared.ahead.swap(true, Relaxed) {
            return weights;
        }
        let first = phase(discs) / GROUP;
        let shared = Arc::clone(&self.shared);
        let work = move || shared.unpack_groups((first..GROUPS).chain((0..first).rev()));
        if let Err(error) = thread::Builder::new().name("weights".to_owned()).spawn(work) {
            log::warn!("cannot start a thread to unpack weights ({error})");
            self.shared.unpack_groups(0..GROUPS);
        }
        weights
    }

    /// True where the weights of positions with these discs are unpacked.
    pub fn has(&self, discs: u64) -> bool {
        self.shared.groups[phase(discs) / GROUP].get().is_some()
    }

    /// The value of a position that goes on, for the side to move: [`DISC`] for each disc by which it is expected to
    /// win, at most 64 discs.
    #[inline]
    pub fn evaluate(&self, features: &Features, own: u64, enemy: u64) -> Score {
        let tables = self.phase(phase(own | enemy));
        // A sum for each turn, so that no sum waits for another, and one load for four indexes.
        let mut sums = [0; TURNS];
        for (table, &turns) in tables.iter().zip(features.indexes().as_chunks::<TURNS>().0) {
            let indexes: u64 = bytemuck::cast(turns);
            for (turn, sum) in sums.iter_mut().enumerate() {
                *sum += Score::from(table[usize::from((indexes >> (16 * turn)) as u16)]);
            }
        }
        (sums.iter().sum::<Score>() * self.shared.step).clamp(-MOST, MOST)
    }

    /// The weights of a phase in the order of [`Numbering`], in evaluation units.
    pub fn numbered(&self, phase: usize) -> Vec<Score> {
        let mut weights = vec![0; Numbering::get().count()];
        for (shape, table) in self.phase(phase).iter().enumerate() {
            let most = Shape::ALL[shape].most();
            for (index, &number) in (-most..=most).zip(Numbering::get().of(shape)) {
                weights[number as usize] = Score::from(table[usize::from(index as u16)]) * self.shared.step;
            }
        }
        weights
    }

    #[inline]
    fn phase(&self, phase: usize) -> &Tables {
        match self.shared.groups[phase / GROUP].get() {
            Some(group) => &group[phase % GROUP],
            None => self.missing(phase),
        }
    }

    #[cold]
    fn missing(&self, phase: usize) -> &Tables {
        let group = phase / GROUP;
        let there = |other: usize| Some((other, self.shared.groups[other].get()?));
        let nearest = (0..GROUPS).filter_map(there).min_by_key(|(other, _)| other.abs_diff(group));
        match nearest.filter(|_| self.stand_in) {
            Some((other, tables)) => &tables[if other < group { GROUP - 1 } else { 0 }],
            None => &self.shared.group(group)[phase % GROUP],
        }
    }
}

/// The phase of a position with these discs.
#[inline]
pub fn phase(discs: u64) -> usize {
    (discs.count_ones() as usize).clamp(4, 63) - 4
}

fn zeroed_group() -> Result<Box<Group>, OutOfMemory> {
    try_zeroed_box().map_err(|()| OutOfMemory::of(size_of::<Group>()))
}

/// Unpacks a group into zeroed memory.
fn unpack(file: &File<'_>, group: usize, mut into: Box<Group>) -> Result<Box<Group>, WeightsError> {
    let weights = file::unpack_group(file.packed[group])?;
    for (phase, tables) in into.iter_mut().enumerate() {
        for (shape, table) in tables.iter_mut().enumerate() {
            let most = Shape::ALL[shape].most();
            for (index, &number) in (-most..=most).zip(Numbering::get().of(shape)) {
                table[usize::from(index as u16)] = weights[number as usize][phase];
            }
        }
    }
    Ok(into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::patterns::{
        file::{FORMAT, PHASES, pack},
        testing,
    };

    /// Weights by chance, -300 to 300.
    fn by_chance(step: i16) -> (Vec<Vec<i16>>, Vec<u8>) {
        let mut rng = fastrand::Rng::with_seed(1);
        let count = Numbering::get().count();
        let phases: Vec<Vec<_>> = (0..PHASES).map(|_| (0..count).map(|_| rng.i16(-100..=100) * 3).collect()).collect();
        let file = pack(&phases, step);
        (phases, file)
    }

    /// The board after a reflection or turn.
    fn map(set: u64, to: impl Fn(u32) -> u32) -> u64 {
        (0..64).filter(|&square| set >> square & 1 != 0).fold(0, |image, square| image | 1 << to(square))
    }

    #[test]
    fn values_are_sums_of_weights_and_boards_that_are_images_of_each_other_have_one() {
        let (phases, file) = by_chance(3);
        let weights = Weights::from_bytes(&file).unwrap();
        let images: [fn(u32) -> u32; 4] = [|s| s ^ 0o07, |s| s ^ 0o70, |s| s % 8 * 8 + s / 8, |s| 63 - s];
        for (own, enemy, _) in testing::random_games(4).concat() {
            let features = Features::new(own, enemy);
            let mut sum = 0;
            for (instance, &index) in features.indexes().iter().enumerate() {
                let shape = instance / TURNS;
                let number = Numbering::get().of(shape)[Shape::ALL[shape].at(index)];
                sum += i32::from(phases[phase(own | enemy)][number as usize]);
            }
            let value = weights.evaluate(&features, own, enemy);
            assert_eq!(value, sum.clamp(-6_400, 6_400));
            for image in images {
                let (own, enemy) = (map(own, image), map(enemy, image));
                assert_eq!(weights.evaluate(&Features::new(own, enemy), own, enemy), value);
            }
        }
    }

    #[test]
    fn what_is_unpacked_ahead_is_what_is_unpacked_when_needed() {
        let packed = || -> Weights {
            let (_, file) = by_chance(3);
            Shared::packed(File::parse(file.leak()).unwrap()).into()
        };
        let discs = |count: u32| (1 << count) - 1;
        let games = testing::random_games(4).concat();
        let values = |weights: &Weights| -> Vec<_> {
            games.iter().map(|&(own, enemy, _)| weights.evaluate(&Features::new(own, enemy), own, enemy)).collect()
        };
        let right = values(&packed());
        let ahead = packed().unpacked_ahead(discs(33));
        ahead.shared.unpack_groups(0..GROUPS);
        assert_eq!(values(&ahead), right);

        // Only the third group, discs 24 to 33, is unpacked: its first and last phase stand in for all other phases.
        let halfway = Weights { stand_in: true, ..packed() };
        halfway.shared.group(2);
        assert!(halfway.has(discs(24)) && halfway.has(discs(33)) && !halfway.has(discs(23)) && !halfway.has(discs(34)));
        let whole = packed();
        for (&(own, enemy, _), value) in games.iter().zip(values(&halfway)) {
            let tables = &whole.shared.group(2)[phase(own | enemy).clamp(20, 29) - 20];
            let features = Features::new(own, enemy);
            let instances = features.indexes().iter().enumerate();
            let sum: Score =
                instances.map(|(at, &index)| Score::from(tables[at / TURNS][usize::from(index as u16)])).sum();
            assert_eq!(value, (sum * 3).clamp(-MOST, MOST));
        }
        // A search without a clock that runs beside one with a clock waits for what it needs.
        assert_eq!(values(&Weights { stand_in: false, ..halfway }), right);
    }

    #[test]
    fn weights_are_rounded_to_the_step_and_kept_to_what_a_byte_holds() {
        for step in [4, 2] {
            let (phases, file) = by_chance(step);
            let file = File::parse(&file).unwrap();
            for (packed, phases) in file.packed.iter().zip(phases.chunks(GROUP)) {
                let unpacked = file::unpack_group(packed).unwrap();
                for (phase, weights) in phases.iter().enumerate() {
                    assert!(unpacked.iter().zip(weights).all(|(steps, &was)| {
                        let is = i16::from(steps[phase]) * step;
                        is.abs_diff(was.clamp(-127 * step, 127 * step)) <= step.unsigned_abs() / 2
                    }));
                }
            }
        }
    }

    #[test]
    fn the_weights_in_the_program_are_whole() {
        assert!(Weights::from_bytes(data!("../../othello/weights.bin")).is_ok());
    }

    #[test]
    fn content_that_does_not_unpack_is_refused_though_its_checksum_is_right() {
        let (_, file) = by_chance(3);
        let mut content = FORMAT.content(&file).unwrap().to_vec();
        // The first group is said to be 64 KiB longer or shorter than it is.
        content[4] ^= 1;
        let file = FORMAT.file(&content);
        assert_eq!(Weights::from_bytes(&file).err(), Some(FORMAT.damaged()));
    }
}
