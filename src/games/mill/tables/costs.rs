//! What tables cost to make: said before the work begins.

use super::index::Sector;
use super::moving::Moving;
use super::stage::Stage;

/// Pairs of sectors whose size on the disk is known, as made by `tengen tables`: lines of the board, whether three stones fly,
/// stones of the one side and of the other, bytes of both tables.
#[rustfmt::skip]
const SIZES: [(u8, bool, u8, u8, u64); 70] = [
    (16, false, 3, 3, 58901),
    (16, false, 4, 3, 417_856),
    (16, false, 5, 3, 745_819),
    (16, false, 4, 4, 995_436),
    (16, false, 6, 3, 960_567),
    (16, false, 5, 4, 4_678_104),
    (16, false, 7, 3, 1_230_316),
    (16, false, 6, 4, 5_988_284),
    (16, false, 5, 5, 6_658_391),
    (16, false, 8, 3, 1_778_403),
    (16, false, 7, 4, 4_920_676),
    (16, false, 6, 5, 27_627_056),
    (16, false, 9, 3, 2_348_524),
    (16, false, 8, 4, 5_686_372),
    (16, false, 7, 5, 26_841_549),
    (16, false, 6, 6, 25_941_809),
    (16, false, 9, 4, 6_809_095),
    (16, false, 8, 5, 19_406_361),
    (16, false, 7, 6, 95_692_141),
    (16, false, 9, 5, 17_800_977),
    (16, false, 8, 6, 77_941_738),
    (16, false, 7, 7, 66_369_766),
    (16, false, 9, 6, 48_586_818),
    (16, false, 8, 7, 193_021_611),
    (16, false, 9, 7, 132_316_237),
    (16, false, 8, 8, 103_893_122),
    (16, false, 9, 8, 209_079_527),
    (16, false, 9, 9, 85_140_111),
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
    (16, true, 10, 3, 4_361_996),
    (16, true, 10, 4, 7_218_672),
    (16, true, 10, 5, 16_671_287),
    (16, true, 10, 6, 37_326_027),
    (16, true, 10, 7, 84_369_955),
    (16, true, 10, 8, 136_778_658),
    (16, true, 10, 9, 130_877_228),
    (16, true, 10, 10, 38_072_651),
    (20, true, 3, 3, 35495),
    (20, true, 4, 3, 71137),
    (20, true, 4, 4, 123_260),
    (20, true, 5, 3, 186_783),
    (20, true, 5, 4, 1_041_383),
    (20, true, 6, 3, 1_760_588),
];

/// Bytes of a thousand positions where the size is not known: the mean of those above with flying and more than a million.
const BYTES_A_THOUSAND: u64 = 150;

/// The bytes on the disk of a pair of sectors: as measured, or an estimate for pairs that were not made yet.
pub fn bytes_of_pair(moving: Moving, pair: Stage) -> u64 {
    let of = |&&(lines, flies, own, enemy, _): &&(u8, bool, u8, u8, u64)| {
        pair == Stage::moving(Sector::new(own, enemy)) && (lines, flies) == (moving.lines(), moving.flies)
    };
    SIZES.iter().find(of).map_or_else(|| estimate(super::make::slots_of(pair)), |&(.., bytes)| bytes)
}

/// The bytes on the disk of a stage of the placing phase: an estimate.
pub fn bytes_of_stage(stage: Stage) -> u64 {
    estimate(stage.sector.slots())
}

const fn estimate(slots: usize) -> u64 {
    slots as u64 * BYTES_A_THOUSAND / 1000
}

/// Positions of the moving phase that one thread solves in a second, about.
pub fn speed(moving: Moving) -> f64 {
    if moving.flies && moving.lines() == 16 { 3e6 } else { 1.5e6 }
}

/// The same of the placing phase.
pub const PLACING_SPEED: f64 = 3e6;
