//! Moves and flips on boards of up to 8x8 with vector instructions, four directions at once; flips on a line with bit
//! extraction. Chosen at build time by what the processor has; [`super::bits`] has the portable forms, which these are
//! tested against.
#![allow(unsafe_code)] // The instructions are there whenever the module that uses them is compiled.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use super::bits::{flips, moves};

/// [`super::bits::moves`].
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub fn moves(own: u64, enemy: u64, empty: u64) -> u64 {
    // SAFETY: this is compiled only where AVX2 is enabled for the whole program.
    unsafe { avx2::moves(own, enemy, empty) }
}

/// [`super::bits::flips`].
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
    // SAFETY: this is compiled only where AVX2 is enabled for the whole program.
    unsafe { avx2::flips(own, enemy, square) }
}

/// The bits of `word` that `mask` selects, moved together at the low end.
#[inline]
pub fn extract(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this is compiled only where BMI2 is enabled for the whole program.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
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
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use super::super::bits::Word;
    use std::arch::x86_64::{
        __m256i, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
        _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
    };

    /// The bits from a square to the next one right, down-left, down and down-right: the order of [`Word::rays`].
    const STEPS: [u64; 4] = [1, 7, 8, 9];
    const STEPS_2: [u64; 4] = [2, 14, 16, 18];
    /// Where an enemy disc can stand between two others in the direction.
    const INNER: [u64; 4] = {
        let inner = !(u64::FIRST | u64::LAST);
        [inner, inner, u64::MAX, inner]
    };

    #[inline]
    fn vector(lanes: [u64; 4]) -> __m256i {
        bytemuck::cast(lanes)
    }

    /// The union of the four lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn union(lanes: __m256i) -> u64 {
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

    /// Upwards the lowest square that is not the enemy's decides, downwards the highest.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
        let [upper, lower]: [[u64; 4]; 2] = bytemuck::cast(*u64::rays(square));
        let (upper, lower) = (vector(upper), vector(lower));
        let own = _mm256_set1_epi64x(own as i64);
        let enemy = _mm256_set1_epi64x(enemy as i64);
        let none = vector([0; 4]);

        let stop = _mm256_andnot_si256(enemy, upper);
        let lowest = _mm256_and_si256(stop, _mm256_sub_epi64(none, stop));
        let outflank = _mm256_and_si256(lowest, own);
        // One less, but for zero: there a comparison is minus one.
        let below = _mm256_add_epi64(outflank, vector([u64::MAX; 4]));
        let below = _mm256_sub_epi64(below, _mm256_cmpeq_epi64(outflank, none));
        let up = _mm256_and_si256(below, upper);

        let outflank = _mm256_and_si256(highest(_mm256_andnot_si256(enemy, lower)), own);
        let down = _mm256_and_si256(_mm256_sub_epi64(none, _mm256_add_epi64(outflank, outflank)), lower);
        union(_mm256_or_si256(up, down))
    }

    /// The highest square of each lane, of squares on one ray.
    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
    fn highest(squares: __m256i) -> __m256i {
        _mm256_srlv_epi64(vector([1 << 63; 4]), std::arch::x86_64::_mm256_lzcnt_epi64(squares))
    }

    /// The highest square of each lane, of squares on one ray: the one that is in no other's shadow.
    #[cfg(not(all(target_feature = "avx512vl", target_feature = "avx512cd")))]
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
