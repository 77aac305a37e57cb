//! Words that boards are kept in: where their squares are, and moves, flips and stable discs, in a form that any word has and in the
//! fastest forms that there are for a word.
//!
//! Bit `row * STRIDE + col` is a square. A board smaller than the stride lies in the top left corner of the word: what runs off
//! the board meets neither discs nor empty squares.

use super::simd;
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

/// A word that holds boards of some sizes.
pub trait Word: Geometry {
    /// [`moves`] in the fastest form that there is for this word.
    fn moves(own: Self, enemy: Self, empty: Self) -> Self;

    /// [`flips`] in the fastest form that there is for this word.
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
        moves(own, enemy, empty)
    }

    fn flips(own: Self, enemy: Self, square: u8) -> Self {
        flips(own, enemy, square)
    }
}

/// The squares where `own` may play: those empty ones from which a line of `enemy` discs leads to an own disc. All lines of a
/// direction are searched at once (parallel prefix).
pub fn moves<B: Geometry>(own: B, enemy: B, empty: B) -> B {
    let inner = enemy & !(B::FIRST | B::LAST);
    let found = ends(own, inner, 1)
        | ends(own, enemy, B::STRIDE)
        | ends(own, inner, B::STRIDE - 1)
        | ends(own, inner, B::STRIDE + 1);
    found & empty
}

/// The squares behind lines of `enemy` discs that begin at an own disc, `step` bits apart in both directions.
fn ends<B: Geometry>(own: B, enemy: B, step: usize) -> B {
    let mut up = enemy & (own << step);
    let mut down = enemy & (own >> step);
    up |= enemy & (up << step);
    down |= enemy & (down >> step);
    let pairs_up = enemy & (enemy << step);
    let pairs_down = enemy & (enemy >> step);
    for _ in 0..B::STRIDE / 2 - 2 {
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
    }
    (up << step) | (down >> step)
}

/// The discs that `own` flips with a disc on `square`: in each direction, the first square without an enemy disc decides.
pub fn flips<B: Geometry>(own: B, enemy: B, square: u8) -> B {
    let rays = B::rays(square);
    let other = !enemy;
    let mut flips = B::zero();
    for &ray in &rays[..4] {
        let stop = ray & other;
        let outflank = stop & stop.wrapping_neg() & own;
        let one = if outflank.is_zero() { B::zero() } else { B::one() };
        flips |= outflank.wrapping_sub(&one) & ray;
    }
    let width = B::zero().leading_zeros() - 1;
    for &ray in &rays[4..] {
        let stop = ray & other;
        let highest = B::one() << (width - (stop | B::one()).leading_zeros()) as usize;
        let outflank = highest & stop & own;
        flips |= (outflank << 1).wrapping_neg() & ray;
    }
    flips
}

/// The squares next to those of a set, in all eight directions; the result may reach beyond a small board.
pub fn neighbours<B: Geometry>(set: B) -> B {
    let row = set | step(set, 0) | step(set, 4);
    row | (row << B::STRIDE) | (row >> B::STRIDE)
}

/// The set moved by one square in one of the eight directions of [`Geometry::rays`].
fn step<B: Geometry>(set: B, direction: usize) -> B {
    let (to_right, to_left) = (set & !B::LAST, set & !B::FIRST);
    match direction {
        0 => to_right << 1,
        1 => to_left << (B::STRIDE - 1),
        2 => set << B::STRIDE,
        3 => to_right << (B::STRIDE + 1),
        4 => to_left >> 1,
        5 => to_right >> (B::STRIDE - 1),
        6 => set >> B::STRIDE,
        _ => to_left >> (B::STRIDE + 1),
    }
}

/// The discs of `own` that are proven never to flip: along each of the four lines through such a disc, the line is
/// full, or the disc stands at its end, or next to a stable disc of its own colour.
pub fn stable<B: Geometry>(own: B, enemy: B, board: B) -> B {
    let mut safe = [B::zero(); 4];
    for (direction, safe) in safe.iter_mut().enumerate() {
        let (ahead, behind) = (direction, direction + 4);
        let (mut up, mut down) = (board & !(own | enemy), board & !(own | enemy));
        for _ in 1..B::STRIDE {
            up |= step(up, ahead) & board;
            down |= step(down, behind) & board;
        }
        let at_the_end = board & !(step(board, ahead) & step(board, behind));
        *safe = !(up | down) | at_the_end;
    }
    let mut stable = B::zero();
    loop {
        let next = (0..4).fold(own, |set, direction| {
            set & (safe[direction] | step(stable, direction) | step(stable, direction + 4))
        });
        if next == stable {
            return stable;
        }
        stable = next;
    }
}
