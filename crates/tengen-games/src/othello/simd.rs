//! Moves and flips on boards of up to 8x8 with vector instructions, four directions at once; flips on a line with bit
//! extraction.
//!
//! Each form is a function that names the instructions it uses, and is tested against the portable form of
//! [`super::bits`] wherever the processor has its instructions. The build takes the best form for the processor that it is
//! made for.
#![allow(unsafe_code)] // The instructions are there wherever the form that uses them is called.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use super::bits::{flips, moves};

/// Does what [`super::bits::moves`] does.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub fn moves(own: u64, enemy: u64, empty: u64) -> u64 {
    // SAFETY: this is compiled only where AVX2 is enabled for the whole program.
    unsafe { avx2::moves(own, enemy, empty) }
}

/// Does what [`super::bits::flips`] does.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
    #[cfg(not(all(target_feature = "avx512f", target_feature = "avx512vl", target_feature = "avx512cd")))]
    use avx2::flips;
    #[cfg(all(target_feature = "avx512f", target_feature = "avx512vl", target_feature = "avx512cd"))]
    use avx512::flips;
    // SAFETY: each form is taken only where its instructions are enabled for the whole program.
    unsafe { flips(own, enemy, square) }
}

/// The bits of `word` that `mask` selects, moved together at the low end.
#[inline]
pub fn extract(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: this is compiled only where BMI2 is enabled for the whole program.
    unsafe {
        std::arch::x86_64::_pext_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    extract_portable(word, mask)
}

/// Does what [`extract`] does, bit by bit.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn extract_portable(word: u64, mask: u64) -> u64 {
    let (mut rest, mut result, mut bit) = (mask, 0, 1);
    while rest != 0 {
        if word & rest & rest.wrapping_neg() != 0 {
            result |= bit;
        }
        rest &= rest - 1;
        bit <<= 1;
    }
    result
}

#[cfg(target_arch = "x86_64")]
#[allow(dead_code)] // A build for more than AVX2 takes another form.
mod avx2 {
    use super::super::bits::Geometry;
    use std::arch::x86_64::{
        __m256i, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
        _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
    };

    /// The bits from a square to the next one right, down-left, down and down-right: the order of [`Geometry::rays`].
    const STEPS: [u64; 4] = [1, 7, 8, 9];
    const STEPS_2: [u64; 4] = [2, 14, 16, 18];
    /// For each direction, the squares where an enemy disc can stand between two others.
    const INNER: [u64; 4] = {
        let inner = !(u64::FIRST | u64::LAST);
        [inner, inner, u64::MAX, inner]
    };

    #[inline]
    pub fn vector(lanes: [u64; 4]) -> __m256i {
        bytemuck::cast(lanes)
    }

    /// The union of the four lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn union(lanes: __m256i) -> u64 {
        let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let one: [u64; 2] = bytemuck::cast(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair)));
        one[0]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn moves(own: u64, enemy: u64, empty: u64) -> u64 {
        let (step, step_2) = (vector(STEPS), vector(STEPS_2));
        let own = _mm256_set1_epi64x(own as i64);
        let enemy = _mm256_and_si256(_mm256_set1_epi64x(enemy as i64), vector(INNER));
        let mut up = _mm256_and_si256(enemy, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(enemy, _mm256_srlv_epi64(own, step));
        up = _mm256_or_si256(up, _mm256_and_si256(enemy, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(enemy, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(enemy, _mm256_sllv_epi64(enemy, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        for _ in 0..2 {
            up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step_2)));
            down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step_2)));
        }
        union(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))) & empty
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
        let line = Lines::new(own, enemy, square);
        union(_mm256_or_si256(line.up(), line.down(highest(line.stops_below()))))
    }

    /// The four lines through a square, and the discs on them.
    pub struct Lines {
        upper: __m256i,
        lower: __m256i,
        own: __m256i,
        enemy: __m256i,
    }

    impl Lines {
        #[inline]
        #[target_feature(enable = "avx2")]
        pub fn new(own: u64, enemy: u64, square: u8) -> Self {
            let [upper, lower]: [[u64; 4]; 2] = bytemuck::cast(*u64::rays(square));
            let (own, enemy) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(enemy as i64));
            Self { upper: vector(upper), lower: vector(lower), own, enemy }
        }

        /// The discs flipped towards higher squares: on each line the lowest square without an enemy disc decides.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub fn up(&self) -> __m256i {
            let none = vector([0; 4]);
            let stops = _mm256_andnot_si256(self.enemy, self.upper);
            let lowest = _mm256_and_si256(stops, _mm256_sub_epi64(none, stops));
            let outflank = _mm256_and_si256(lowest, self.own);
            // The lowest bit less one; a lane that is zero becomes minus one.
            let below = _mm256_add_epi64(outflank, vector([u64::MAX; 4]));
            let below = _mm256_sub_epi64(below, _mm256_cmpeq_epi64(outflank, none));
            _mm256_and_si256(below, self.upper)
        }

        /// The squares below that have no enemy disc: on each line the highest of them decides.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub fn stops_below(&self) -> __m256i {
            _mm256_andnot_si256(self.enemy, self.lower)
        }

        /// The discs flipped towards lower squares, from the deciding square on each line.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub fn down(&self, highest: __m256i) -> __m256i {
            let outflank = _mm256_and_si256(highest, self.own);
            _mm256_and_si256(_mm256_sub_epi64(vector([0; 4]), _mm256_add_epi64(outflank, outflank)), self.lower)
        }
    }

    /// The highest square of each lane, where the squares of a lane are on one ray: the square that lies behind no other.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn highest(squares: __m256i) -> __m256i {
        let (step, step_2) = (vector(STEPS), vector(STEPS_2));
        let mut shadow = _mm256_or_si256(_mm256_srlv_epi64(squares, step), _mm256_srlv_epi64(squares, step_2));
        for _ in 0..2 {
            shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, step_2));
        }
        _mm256_andnot_si256(shadow, squares)
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(dead_code)] // A build for less takes another form.
mod avx512 {
    use super::avx2::{Lines, union, vector};
    use std::arch::x86_64::{_mm256_lzcnt_epi64, _mm256_or_si256, _mm256_srlv_epi64};

    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
    pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
        let line = Lines::new(own, enemy, square);
        let highest = _mm256_srlv_epi64(vector([1 << 63; 4]), _mm256_lzcnt_epi64(line.stops_below()));
        union(_mm256_or_si256(line.up(), line.down(highest)))
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::bits;
    use super::{avx2, avx512, extract_portable};

    /// Random boards, dense and sparse, with a square that is empty on them.
    fn boards(count: usize) -> impl Iterator<Item = (u64, u64, u8)> {
        let mut random = fastrand::Rng::with_seed(7);
        (0..count).map(move |at| {
            let discs = random.u64(..) | if at % 2 == 0 { random.u64(..) } else { 0 };
            let own = discs & random.u64(..);
            let square = random.u8(..64);
            (own & !(1 << square), discs & !own & !(1 << square), square)
        })
    }

    #[test]
    fn moves_and_flips_by_avx2_are_those_of_the_portable_form() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        for (own, enemy, square) in boards(100_000) {
            let empty = !(own | enemy);
            // SAFETY: the processor has AVX2.
            let (moves, flips) = unsafe { (avx2::moves(own, enemy, empty), avx2::flips(own, enemy, square)) };
            assert_eq!(moves, bits::moves(own, enemy, empty), "{own:#x} {enemy:#x}");
            assert_eq!(flips, bits::flips(own, enemy, square), "{own:#x} {enemy:#x} {square}");
        }
    }

    #[test]
    fn flips_by_avx512_are_those_of_the_portable_form() {
        if !(is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd"))
        {
            return;
        }
        for (own, enemy, square) in boards(100_000) {
            // SAFETY: the processor has these parts of AVX-512.
            let flips = unsafe { avx512::flips(own, enemy, square) };
            assert_eq!(flips, bits::flips(own, enemy, square), "{own:#x} {enemy:#x} {square}");
        }
    }

    #[test]
    fn bits_extracted_by_bmi2_are_those_extracted_one_by_one() {
        if !is_x86_feature_detected!("bmi2") {
            return;
        }
        for (word, mask, _) in boards(10_000) {
            // SAFETY: the processor has BMI2.
            let bits = unsafe { std::arch::x86_64::_pext_u64(word | mask >> 3, mask) };
            assert_eq!(bits, extract_portable(word | mask >> 3, mask), "{word:#x} {mask:#x}");
        }
    }
}
