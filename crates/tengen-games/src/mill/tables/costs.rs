//! What tables cost to make: said before the work begins.

use super::index::Sector;
use super::moving::Moving;
use super::stage::Stage;

/// Pairs of sectors whose size on the disk is known, as made by `tengen tables`: lines of the board, whether three stones fly,
/// stones of the one side and of the other, bytes of both tables.
#[rustfmt::skip]
const SIZES: [(u8, bool, u8, u8, u64); 119] = [
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
    (20, true, 3, 3, 37467),
    (20, true, 4, 3, 77009),
    (20, true, 4, 4, 137_795),
    (20, true, 5, 3, 215_090),
    (20, true, 5, 4, 1_125_118),
    (20, true, 6, 3, 1_816_841),
    (20, true, 5, 5, 2_156_203),
    (20, true, 6, 4, 12_390_149),
    (20, true, 7, 3, 2_698_211),
    (20, true, 6, 5, 30_881_816),
    (20, true, 7, 4, 8_626_509),
    (20, true, 8, 3, 2_342_719),
    (20, true, 6, 6, 42_226_774),
    (20, true, 7, 5, 32_250_125),
    (20, true, 8, 4, 4_424_791),
    (20, true, 9, 3, 2_288_428),
    (20, true, 7, 6, 111_222_251),
    (20, true, 8, 5, 17_617_979),
    (20, true, 9, 4, 5_188_259),
    (20, true, 10, 3, 2_066_418),
    (20, true, 7, 7, 103_713_289),
    (20, true, 8, 6, 75_382_355),
    (20, true, 9, 5, 12_959_223),
    (20, true, 10, 4, 5_130_660),
    (20, true, 11, 3, 1_544_625),
    (20, true, 8, 7, 209_184_681),
    (20, true, 9, 6, 35_579_545),
    (20, true, 10, 5, 11_553_069),
    (20, true, 11, 4, 4_133_810),
    (20, true, 12, 3, 1_010_458),
    (20, true, 8, 8, 133_633_036),
    (20, true, 9, 7, 114_310_201),
    (20, true, 10, 6, 21_841_193),
    (20, true, 11, 5, 8_991_828),
    (20, true, 12, 4, 2_807_967),
    (20, true, 9, 8, 211_702_227),
    (20, true, 10, 7, 45_588_864),
    (20, true, 11, 6, 15_507_210),
    (20, true, 12, 5, 5_977_413),
    (20, true, 9, 9, 92_155_738),
    (20, true, 10, 8, 99_649_126),
    (20, true, 11, 7, 23_890_897),
    (20, true, 12, 6, 9_810_289),
    (20, true, 10, 9, 110_609_558),
    (20, true, 11, 8, 38_479_466),
    (20, true, 12, 7, 13_687_996),
    (20, true, 10, 10, 31_910_010),
    (20, true, 11, 9, 44_974_475),
    (20, true, 12, 8, 16_835_842),
    (20, true, 11, 10, 26_579_432),
    (20, true, 12, 9, 15_738_871),
    (20, true, 11, 11, 4_361_607),
    (20, true, 12, 10, 7_557_885),
    (20, true, 12, 11, 1_256_152),
    (20, true, 12, 12, 296),
];

/// Bytes of a thousand positions where the size is not known: what the 305 stages of the placing phase of `morris9` took.
const BYTES_A_THOUSAND: u64 = 160;

/// The bytes on the disk of a pair of sectors: as measured, or, in the placing phases that were not
/// made yet, an estimate.
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
    if moving.flies { 3e6 } else { 1.5e6 }
}

/// The same of the placing phase.
pub const PLACING_SPEED: f64 = 3e6;
