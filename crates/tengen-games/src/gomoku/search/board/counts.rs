//! How many points there are of each class: the numbers of all classes in one word, so that a point's change is one sum.

use crate::gomoku::codes::{CLASS_LIMIT, Class, Shape};

/// A number for each class, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts(u128);

impl Counts {
    /// The bits of a number: no board has as many points.
    const BITS: u32 = 9;

    /// 1 of each class.
    const ONE: [u128; CLASS_LIMIT] = {
        let mut ones = [0; CLASS_LIMIT];
        let mut class = 0;
        while class <= Class::Five as u32 {
            ones[class as usize] = 1 << (Self::BITS * class);
            class += 1;
        }
        ones
    };

    /// The number of a class.
    pub(super) const fn of(self, class: Class) -> u16 {
        (self.0 >> (Self::BITS * class as u32)) as u16 & ((1 << Self::BITS) - 1)
    }

    /// True where there is one of this class or a stronger one.
    pub(super) const fn reach(self, class: Class) -> bool {
        self.0 >> (Self::BITS * class as u32) != 0
    }

    /// The numbers with one more of a shape's class.
    pub(super) const fn with(self, shape: Shape) -> Self {
        Self(self.0 + Self::ONE[shape.class_number()])
    }

    /// The numbers with one less of a shape's class.
    pub(super) const fn without(self, shape: Shape) -> Self {
        Self(self.0 - Self::ONE[shape.class_number()])
    }
}
