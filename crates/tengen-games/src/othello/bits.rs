//! The words that boards are kept in, each with the fastest forms of moves and flips that there are for it.

pub use super::geometry::{Geometry, Squares};
pub use super::portable::{flips, moves, neighbours, stable};

use super::{portable, simd};

/// A word that holds boards of some sizes.
pub trait Word: Geometry {
    /// [`portable::moves`] in the fastest form that there is for this word.
    fn moves(own: Self, enemy: Self, empty: Self) -> Self;

    /// [`portable::flips`] in the fastest form that there is for this word.
    fn flips(own: Self, enemy: Self, square: u8) -> Self;
}

impl Word for u64 {
    fn moves(own: Self, enemy: Self, empty: Self) -> Self {
        simd::moves(own, enemy, empty)
    }

    fn flips(own: Self, enemy: Self, square: u8) -> Self {
        simd::flips(own, enemy, square)
    }
}

impl Word for u128 {
    fn moves(own: Self, enemy: Self, empty: Self) -> Self {
        portable::moves(own, enemy, empty)
    }

    fn flips(own: Self, enemy: Self, square: u8) -> Self {
        portable::flips(own, enemy, square)
    }
}
