//! Sets of squares in a machine word, and where the squares are.
//!
//! Bit `row * STRIDE + col` is a square. A board smaller than the stride lies in the top left corner of the word: what runs off
//! the board meets neither discs nor empty squares.

use num_traits::{PrimInt, Unsigned, WrappingNeg, WrappingSub};
use std::fmt::Debug;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};
use tengen_core::game::Size;

/// A word that holds boards of some sizes, and where its squares are.
pub trait Geometry:
    PrimInt
    + Unsigned
    + WrappingSub
    + WrappingNeg
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Debug
    + Send
    + Sync
    + 'static
{
    /// The number of bits from a square to the one below it.
    const STRIDE: usize;
    /// The board sizes that this word is for.
    const SIZES: &'static [Size];
    /// The squares of the first column.
    const FIRST: Self;
    /// The squares of the last column.
    const LAST: Self;

    /// All squares of a board of this size, which is at most [`Geometry::STRIDE`].
    fn board(size: u8) -> Self;

    /// The squares beyond a square in the eight directions: four towards higher bits, then four towards lower ones.
    fn rays(square: u8) -> &'static [Self; 8];

    /// The set folded into 64 bits, different for different sets as far as that can be.
    fn fold(self) -> u64;

    /// The set of one square.
    fn square(index: u8) -> Self {
        Self::one() << index as usize
    }

    /// The set on a board of this size whose rows are in the opposite order.
    fn flipped(self, size: u8) -> Self {
        let row = |number: u8| number as usize * Self::STRIDE;
        let first = Self::square(Self::STRIDE as u8) - Self::one();
        (0..size).fold(Self::zero(), |set, number| set | (self >> row(number) & first) << row(size - 1 - number))
    }

    /// The set whose rows are columns.
    fn transposed(self) -> Self {
        let stride = Self::STRIDE as u8;
        self.squares().fold(Self::zero(), |set, square| set | Self::square(square % stride * stride + square / stride))
    }

    /// The number of squares.
    fn count(self) -> u32 {
        self.count_ones()
    }

    /// The squares in row-major order.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set in row-major order.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Geometry> Iterator for Squares<B> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0.is_zero() {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - B::one();
        Some(square)
    }
}

macro_rules! geometry {
    ($word:ty, $stride:literal, $sizes:expr, $fold:expr) => {
        impl Geometry for $word {
            const STRIDE: usize = $stride;
            const SIZES: &'static [Size] = &$sizes;
            const FIRST: Self = {
                let mut column = 0;
                let mut row = 0;
                while row < $stride {
                    column |= 1 << (row * $stride);
                    row += 1;
                }
                column
            };
            const LAST: Self = Self::FIRST << ($stride - 1);

            fn board(size: u8) -> Self {
                static BOARDS: [$word; $stride + 1] = {
                    let mut boards = [0; $stride + 1];
                    let mut square = 0;
                    while square < $stride * $stride {
                        let far = if square / $stride > square % $stride { square / $stride } else { square % $stride };
                        let mut size = far + 1;
                        while size <= $stride {
                            boards[size] |= 1 << square;
                            size += 1;
                        }
                        square += 1;
                    }
                    boards
                };
                BOARDS[size as usize]
            }

            fn rays(square: u8) -> &'static [Self; 8] {
                static RAYS: [[$word; 8]; $stride * $stride] = {
                    const STEPS: [(i32, i32); 8] =
                        [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
                    let mut rays = [[0; 8]; $stride * $stride];
                    let mut at = 0;
                    while at < $stride * $stride * 8 {
                        let (square, direction) = (at / 8, at % 8);
                        let (right, down) = STEPS[direction];
                        let mut col = (square % $stride) as i32 + right;
                        let mut row = (square / $stride) as i32 + down;
                        while col >= 0 && col < $stride && row >= 0 && row < $stride {
                            rays[square][direction] |= 1 << (row * $stride + col);
                            col += right;
                            row += down;
                        }
                        at += 1;
                    }
                    rays
                };
                &RAYS[square as usize]
            }

            fn fold(self) -> u64 {
                $fold(self)
            }
        }
    };
}

geometry!(u64, 8, [Size::square(4), Size::square(6), Size::square(8)], |set| set);
geometry!(u128, 10, [Size::square(10)], |set: u128| set as u64 ^ tengen_core::game::zobrist::mix((set >> 64) as u64));
