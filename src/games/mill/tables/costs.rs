//! What tables cost to make: said before the work begins.

use super::index::Sector;
use super::moving::Moving;
use super::stage::Stage;

/// Pairs of sectors whose size on the disk is known, as made by `tengen tables`: lines of the board, whether three stones fly,
/// stones of the one side and of the other, bytes of both tables.
#[rustfmt::skip]
const SIZES: [(u8, bool, u8, u8, u64); 40] = [
    (16, false, 3, 3, 57592),
    (16, false, 4, 3, 403_927),
    (16, false, 4, 4, 955_496),
    (16, false, 5, 3, 696_931),
    (16, false, 5, 4, 4_441_460),
    (16, false, 6, 3, 845_626),
    (16, true, 3, 3, 47889),
    (16, true, 4, 3, 38302),
    (16, true, 4, 4, 5640),
    (16, true, 5, 3, 40260),
    (16, true, 5, 4, 61497),
    (16, true, 6, 3, 190_873),
    (16, true, 5, 5, 119_731),
    (16, true, 6, 4, 7_492_805),
    (16, true, 7, 3, 3_330_222),
    (16, true, 6, 5, 16_336_379),
    (16, true, 7, 4, 17_648_258),
    (16, true, 8, 3, 3_613_511),
    (16, true, 6, 6, 19_917_605),
    (16, true, 7, 5, 40_568_112),
    (16, true, 8, 4, 10_339_857),
    (16, true, 9, 3, 3_564_468),
    (16, true, 9, 4, 5_315_371),
    (16, true, 8, 5, 34_943_074),
    (16, true, 7, 6, 102_641_975),
    (16, true, 9, 5, 18_144_827),
    (16, true, 7, 7, 99_572_268),
    (16, true, 8, 6, 102_595_304),
    (16, true, 9, 6, 58_847_387),
    (16, true, 8, 7, 218_645_692),
    (16, true, 8, 8, 138_801_292),
    (16, true, 9, 7, 154_144_651),
    (16, true, 9, 8, 236_434_773),
    (16, true, 9, 9, 101_730_245),
    (20, true, 3, 3, 35495),
    (20, true, 4, 3, 71137),
    (20, true, 4, 4, 123_260),
    (20, true, 5, 3, 186_783),
    (20, true, 5, 4, 1_041_383),
    (20, true, 6, 3, 1_760_588),
];

/// Bytes of a thousand positions where the size is not known: the mean of those above with more than a million.
const fn bytes_a_thousand(moving: Moving) -> u64 {
    if moving.flies { 150 } else { 220 }
}

/// The bytes on the disk of a pair of sectors: as measured, or an estimate for pairs that were not made yet.
pub fn bytes_of_pair(moving: Moving, pair: Stage) -> u64 {
    let of = |&&(lines, flies, own, enemy, _): &&(u8, bool, u8, u8, u64)| {
        pair == Stage::moving(Sector::new(own, enemy)) && (lines, flies) == (moving.lines(), moving.flies)
    };
    SIZES.iter().find(of).map_or_else(|| estimate(moving, super::make::slots_of(pair)), |&(.., bytes)| bytes)
}

/// The bytes on the disk of a stage of the placing phase: an estimate.
pub fn bytes_of_stage(moving: Moving, stage: Stage) -> u64 {
    estimate(moving, stage.sector.slots())
}

const fn estimate(moving: Moving, slots: usize) -> u64 {
    slots as u64 * bytes_a_thousand(moving) / 1000
}

/// Positions of the moving phase that one thread solves in a second, about.
pub fn speed(moving: Moving) -> f64 {
    if moving.flies && moving.lines() == 16 { 3e6 } else { 1.5e6 }
}

/// The same of the placing phase.
pub const PLACING_SPEED: f64 = 3e6;
