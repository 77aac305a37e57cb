//! A position as the search sees it: two words, nothing else.

use super::super::bits::{Geometry as _, Word};

/// The discs of the side to move and of the other, on a board of up to 8x8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discs {
    /// The side to move.
    pub own: u64,
    /// The other side.
    pub enemy: u64,
}

impl Discs {
    /// The discs that a disc on `square` flips; none where it is no legal move.
    #[inline]
    pub fn flips(self, square: u8) -> u64 {
        u64::flips(self.own, self.enemy, square)
    }

    /// The position after a disc on `square` that flips `flips`.
    #[inline]
    pub const fn after(self, square: u8, flips: u64) -> Self {
        Self { own: self.enemy ^ flips, enemy: self.own ^ flips ^ 1 << square }
    }

    /// The same discs with the other side to move.
    #[inline]
    pub const fn passed(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// Where the side to move may play, of the empty squares.
    #[inline]
    pub fn moves(self, empty: u64) -> u64 {
        u64::moves(self.own, self.enemy, empty)
    }

    /// The value when neither side can move, in discs: the empty squares go to the winner.
    #[inline]
    pub const fn final_score(self, empties: i32) -> i32 {
        let margin = self.own.count_ones() as i32 - self.enemy.count_ones() as i32;
        margin + margin.signum() * empties
    }

    /// A key for tables: both words in one multiplication of 128 bits, halves folded.
    #[inline]
    pub const fn key(self) -> u64 {
        let product = (self.own ^ 0x9E37_79B9_7F4A_7C15) as u128 * (self.enemy ^ 0xD6E8_FEB8_6659_FD93) as u128;
        product as u64 ^ (product >> 64) as u64
    }
}

/// The quadrant of a square on a board of 8x8 as one bit of four. Parity asks whether a quadrant has an odd number of empty squares.
#[inline]
pub const fn quadrant(square: u8) -> u8 {
    1 << (square >> 2 & 1 | square >> 4 & 2)
}

/// The squares of the quadrants that `parity` names.
pub const QUADRANTS: [u64; 16] = {
    let mut sets = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut square = 0;
        while square < 64 {
            if quadrant(square) & parity as u8 != 0 {
                sets[parity] |= 1 << square;
            }
            square += 1;
        }
        parity += 1;
    }
    sets
};

/// The quadrants with an odd number of squares of this set.
#[inline]
pub const fn parity(empty: u64) -> u8 {
    let mut odd = 0;
    let mut index = 0;
    while index < 4 {
        odd |= ((empty & QUADRANTS[1 << index]).count_ones() as u8 & 1) << index;
        index += 1;
    }
    odd
}

/// The squares of a set that have no neighbour in it.
#[inline]
pub const fn isolated(set: u64) -> u64 {
    let sides = (set & !u64::LAST) << 1 | (set & !u64::FIRST) >> 1;
    let rows = set | sides;
    set & !(sides | rows << 8 | rows >> 8)
}

/// The squares next to each square.
pub const NEIGHBOURS: [u64; 64] = {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        let one = 1_u64 << square;
        let row = one | (one & !u64::LAST) << 1 | (one & !u64::FIRST) >> 1;
        sets[square] = (row | row << 8 | row >> 8) & !one;
        square += 1;
    }
    sets
};
