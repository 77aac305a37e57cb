//! What patterns are worth.

use super::features::Features;
use super::file::{self, File, GROUP, GROUPS, WeightsError};
use super::shapes::{Numbering, SHAPES, Shape, TURNS};
use crate::games::othello::params::DISC;
use crate::search::Score;
use rayon::prelude::*;
use std::sync::OnceLock;

/// The most that a position is worth: all squares.
const MOST: Score = 64 * DISC;

const PROVEN: &str = "the weights in the program are proven by its tests";

/// The weights of each shape in one phase, in evaluation units, by index; negative indexes stand behind the others, as
/// two's complement has them: no index of 16 bits is out of bounds.
type Tables = [[i16; 1 << 16]; SHAPES];

/// The weights of all patterns in all phases.
pub struct Weights {
    /// Where a group of phases that is not yet unpacked comes from.
    file: File<'static>,
    groups: [OnceLock<Box<[Tables; GROUP]>>; GROUPS],
}

impl Weights {
    /// The weights that are part of this program. They are unpacked, ten phases at a time, when they are first
    /// needed.
    ///
    /// # Panics
    /// Where this program was built with a damaged file.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: OnceLock<Weights> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            let file = File::parse(include_bytes!("../weights.bin")).expect(PROVEN);
            Self { file, groups: [const { OnceLock::new() }; GROUPS] }
        })
    }

    /// The weights of a file. All of it is unpacked, so that whatever is wrong with it comes to light.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightsError> {
        let file = File::parse(file)?;
        let groups: Result<Vec<_>, _> = (0..GROUPS).into_par_iter().map(|group| unpack(&file, group)).collect();
        let mut groups = groups?.into_iter();
        let groups = std::array::from_fn(|_| groups.next().map_or_else(OnceLock::new, OnceLock::from));
        Ok(Self { file: File::default(), groups })
    }

    /// The value of a position that goes on, for the side to move: [`DISC`] for each disc by which it is expected to
    /// win, at most 64 discs.
    #[inline]
    pub fn evaluate(&self, features: &Features, own: u64, enemy: u64) -> Score {
        let tables = self.phase(phase(own | enemy));
        let mut value = 0;
        for (table, turns) in tables.iter().zip(features.indexes().as_chunks::<TURNS>().0) {
            for &index in turns {
                value += Score::from(table[usize::from(index as u16)]);
            }
        }
        value.clamp(-MOST, MOST)
    }

    #[inline]
    fn phase(&self, phase: usize) -> &Tables {
        let (group, place) = (phase / GROUP, phase % GROUP);
        &self.groups[group].get_or_init(|| unpack(&self.file, group).expect(PROVEN))[place]
    }
}

/// The phase of a position with these discs.
#[inline]
pub fn phase(discs: u64) -> usize {
    (discs.count_ones() as usize).clamp(4, 63) - 4
}

fn unpack(file: &File<'_>, group: usize) -> Result<Box<[Tables; GROUP]>, WeightsError> {
    let weights = file::unpack_group(file.packed[group], file.step)?;
    let mut group: Box<[Tables; GROUP]> = bytemuck::zeroed_box();
    for (phase, tables) in group.iter_mut().enumerate() {
        for (shape, table) in tables.iter_mut().enumerate() {
            let most = Shape::ALL[shape].most();
            for (index, &number) in (-most..=most).zip(Numbering::get().of(shape)) {
                table[usize::from(index as u16)] = weights[number as usize][phase];
            }
        }
    }
    Ok(group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::patterns::{
        file::{PHASES, pack},
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
    fn weights_are_rounded_to_the_step() {
        let (phases, file) = by_chance(4);
        let file = File::parse(&file).unwrap();
        for (packed, phases) in file.packed.iter().zip(phases.chunks(GROUP)) {
            let unpacked = file::unpack_group(packed, file.step).unwrap();
            for (phase, weights) in phases.iter().enumerate() {
                let unpacked = unpacked.iter().map(|phases| phases[phase]);
                assert!(unpacked.zip(weights).all(|(is, &was)| is % 4 == 0 && is.abs_diff(was) <= 2));
            }
        }
    }

    #[test]
    fn the_weights_in_the_program_are_whole() {
        assert!(Weights::from_bytes(include_bytes!("../weights.bin")).is_ok());
    }

    #[test]
    fn a_file_that_is_damaged_anywhere_is_refused() {
        let (_, file) = by_chance(3);
        let read = |file: &[u8]| Weights::from_bytes(file).err();
        assert_eq!(read(&[]), Some(WeightsError::Foreign));
        assert_eq!(read(b"PK\x03\x04 something else"), Some(WeightsError::Foreign));
        assert_eq!(read(&file[..file.len() - 1]), Some(WeightsError::Damaged));
        assert_eq!(read(&file[..100]), Some(WeightsError::Damaged));
        let mut newer = file.clone();
        newer[8] = 99;
        assert_eq!(read(&newer), Some(WeightsError::Version(99)));
        for at in (10..file.len()).step_by(file.len() / 50) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            assert_eq!(read(&damaged), Some(WeightsError::Damaged), "byte {at}");
        }
    }

    #[test]
    fn content_that_does_not_unpack_is_refused_though_its_checksum_is_right() {
        let (_, mut file) = by_chance(3);
        // The first group is said to be 64 KiB longer or shorter than it is.
        file[18] ^= 1;
        let checksum = crc32fast::hash(&file[14..]).to_le_bytes();
        file[10..14].copy_from_slice(&checksum);
        assert_eq!(Weights::from_bytes(&file).err(), Some(WeightsError::Damaged));
    }
}
