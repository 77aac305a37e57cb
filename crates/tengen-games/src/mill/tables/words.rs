//! Sets of points as words: their images under the symmetries, their ranks, and their places among the points left free.

use super::super::board::{Point, Points};
use std::sync::LazyLock;

/// The number of points of the board.
pub(super) const POINTS: usize = Point::COUNT as usize;

/// The number of points in half of a word that is ranked.
const HALF: usize = POINTS / 2;

/// A mask of the lower half of a word.
const LOW: usize = (1 << HALF) - 1;

/// Binomial coefficients: `BINOMIALS[n][k]` sets of `k` out of `n`.
pub(super) const BINOMIALS: [[u32; HALF + 2]; POINTS + 1] = binomials();

const fn binomials() -> [[u32; HALF + 2]; POINTS + 1] {
    let mut table = [[0; HALF + 2]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < HALF + 2 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// A symmetry of the board, as [`Words::image`] numbers them.
pub(super) type Symmetry = u8;

/// Look-up tables for ranks and images.
pub(super) struct Words {
    /// The image of a ring under each symmetry that keeps the rings in place.
    rings: [[u8; 256]; 8],
    /// For each lower half of a word its rank.
    low: Vec<u32>,
    /// For each number of bits in the lower half, the rank of each upper half.
    high: Vec<[u32; 1 << HALF]>,
    /// For each byte, the sum of three to the power of each bit: an index into [`Words::extracted`].
    ternary: [u16; 256],
    /// By the ternary number of free points (digit 1) of which some are taken (2 in place of 1): the bits of the taken points,
    /// moved together at the low end.
    extracted: Vec<u8>,
    /// Where the sets of a byte's bits begin in `deposited`.
    begins: [u16; 256],
    /// The inverse of `extracted` for each set of free points.
    deposited: Vec<u8>,
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(Words::new);

impl Words {
    fn new() -> Self {
        let mut words = Self {
            rings: [[0; 256]; 8],
            low: (0..1 << HALF).map(|word| colex(word, 0, 0)).collect(),
            high: (0..=HALF).map(|below| std::array::from_fn(|word| colex(word as u32, HALF, below))).collect(),
            ternary: [0; 256],
            extracted: vec![0; 3_usize.pow(8)],
            begins: [0; 256],
            deposited: Vec::with_capacity(3_usize.pow(8)),
        };
        for byte in 0..=u8::MAX {
            for (symmetry, ring) in words.rings.iter_mut().enumerate() {
                let mirrored = if symmetry & 4 == 0 { byte } else { byte.reverse_bits().rotate_left(1) };
                ring[usize::from(byte)] = mirrored.rotate_left(2 * (symmetry as u32 & 3));
            }
            let digits = (0..8).filter(|bit| byte >> bit & 1 == 1).map(|bit| 3_u16.pow(bit));
            words.ternary[usize::from(byte)] = digits.sum();
        }
        for free in 0..=u8::MAX {
            words.begins[usize::from(free)] = words.deposited.len() as u16;
            for dense in 0..1_u32 << free.count_ones() {
                let places = (0..8_u32).filter(|bit| free >> bit & 1 == 1).enumerate();
                let taken =
                    places.filter(|(place, _)| dense >> place & 1 == 1).fold(0, |set, (_, bit)| set | 1_u8 << bit);
                words.deposited.push(taken);
                let place = words.ternary[usize::from(free)] + words.ternary[usize::from(taken)];
                words.extracted[usize::from(place)] = dense as u8;
            }
        }
        words
    }

    /// The image of a set under a symmetry: bit 3 exchanges the outer and the inner ring, bit 2 mirrors, the rest turns.
    #[inline]
    pub(super) fn image(&self, symmetry: Symmetry, set: Points) -> Points {
        let ring = &self.rings[usize::from(symmetry & 7)];
        let [outer, middle, inner, _] = set.to_le_bytes().map(|byte| ring[usize::from(byte)]);
        let (outer, inner) = if symmetry & 8 == 0 { (outer, inner) } else { (inner, outer) };
        Points::from_le_bytes([outer, middle, inner, 0])
    }

    /// The rank of a word of 24 bits among all with as many bits set, in ascending order.
    #[inline]
    pub(super) fn rank(&self, word: u32) -> u32 {
        let (low, high) = (word as usize & LOW, word as usize >> HALF & LOW);
        self.low[low] + self.high[low.count_ones() as usize][high]
    }

    /// The bits of `set`, all of them `free` points, moved together at the low end.
    #[inline]
    pub(super) fn extract(&self, set: Points, free: Points) -> u32 {
        let (set, free) = (set.to_le_bytes(), free.to_le_bytes());
        let byte = |ring: usize| {
            let place = self.ternary[usize::from(free[ring])] + self.ternary[usize::from(set[ring])];
            u32::from(self.extracted[usize::from(place)])
        };
        let first = free[0].count_ones();
        byte(0) | byte(1) << first | byte(2) << (first + free[1].count_ones())
    }

    /// The inverse of [`Words::extract`].
    #[inline]
    pub(super) fn deposit(&self, dense: u32, free: Points) -> Points {
        let mut rest = dense;
        let rings = free.to_le_bytes().map(|free| {
            let count = free.count_ones();
            let place = usize::from(self.begins[usize::from(free)]) + (rest & ((1 << count) - 1)) as usize;
            rest >>= count;
            self.deposited[place]
        });
        Points::from_le_bytes([rings[0], rings[1], rings[2], 0])
    }
}

/// The colexicographic rank of a word's bits that stand `shift` places higher, above `below` further bits.
fn colex(word: u32, shift: usize, below: usize) -> u32 {
    let bits = (0..HALF).filter(|bit| word >> bit & 1 == 1);
    bits.enumerate().map(|(place, bit)| BINOMIALS[shift + bit].get(below + place + 1).copied().unwrap_or(0)).sum()
}

/// All words of `length` bits of which `bits` are set, in ascending order.
pub(super) fn combinations(length: usize, bits: usize) -> Vec<u32> {
    let count = BINOMIALS[length][bits] as usize;
    // The next word with as many bits (Gosper, HAKMEM 175).
    let next = |&word: &u32| {
        let lowest = word & word.wrapping_neg();
        let ripple = word + lowest;
        Some(if word == 0 { 0 } else { (((word ^ ripple) >> 2) / lowest) | ripple })
    };
    std::iter::successors(Some((1 << bits) - 1), next).take(count).collect()
}
