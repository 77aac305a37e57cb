//! The class of each free point for one side: a byte for each, so that a move writes it and reads nothing. Sets of points are found when they
//! are asked for.

use crate::gomoku::bits::{Bits, INDICES, Point};
use crate::gomoku::codes::{Class, Shape};
use wide::u8x64;

/// The classes of all points by their indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Classes([u8x64; INDICES / 64]);

impl Classes {
    /// What stands for a point that is not free: above every class.
    const NO_CLASS: u8 = u8::MAX;

    /// No free points.
    pub(super) const NONE: Self = Self([u8x64::splat(Self::NO_CLASS); INDICES / 64]);

    /// Sets the class of a free point.
    #[inline]
    pub(super) fn set(&mut self, point: Point, shape: Shape) {
        *self.at(point) = shape.class_number() as u8;
    }

    /// Takes away a point.
    pub(super) fn remove(&mut self, point: Point) {
        *self.at(point) = Self::NO_CLASS;
    }

    #[inline]
    fn at(&mut self, point: Point) -> &mut u8 {
        &mut bytemuck::cast_slice_mut(&mut self.0)[point.index() % INDICES]
    }

    /// The points from a class to another.
    #[inline]
    pub(super) fn between(&self, least: Class, most: Class) -> Bits {
        let [least, most] = [least, most].map(|class| u8x64::splat(class as u8));
        Bits::from_words(self.0.map(|classes| classes.simd_eq(classes.max(least).min(most)).to_bitmask()))
    }
}
