//! Positions with the same numbers of stones as indices almost without gaps: the order of a table.
//!
//! The larger of the two sets of stones (the mover's where both are equal) is taken to the smallest of its images under the 16
//! symmetries, its *class*; the other set goes along, and its place among all sets of as many of the points left free is its
//! colexicographic rank (as in Gasser 1996, with all 16 symmetries). A class with symmetries of its own has several numbers for
//! one position: the smallest counts, and the others (1.9 % of all) stay unused.

use super::super::board::{ALL, Points, SYMMETRIES, images, points};
use super::words::{BINOMIALS, POINTS, Symmetry, WORDS, Words, combinations};
use std::sync::{LazyLock, OnceLock};

/// The most stones of a side.
pub const MOST_STONES: usize = 12;

/// The number of bits in an entry of [`Classes`] that are a symmetry.
const SYMMETRY_BITS: u32 = SYMMETRIES.ilog2();

/// The classes of all sets with the same number of stones.
pub struct Classes {
    /// By a set's rank: the set's class, and in the low four bits a symmetry that takes the set to the smallest of the class.
    entries: Vec<u32>,
    /// The smallest set of each class.
    smallest: Vec<Points>,
    /// The symmetries that map the smallest set of each class to itself, a bit each; bit 0, the identity, is not set.
    symmetries: Vec<u16>,
}

impl Classes {
    /// The classes of sets of `stones`, made at the first call.
    pub fn of(stones: usize) -> &'static Self {
        static CLASSES: [OnceLock<Classes>; MOST_STONES + 1] = [const { OnceLock::new() }; MOST_STONES + 1];
        CLASSES[stones].get_or_init(|| Self::new(stones))
    }

    fn new(stones: usize) -> Self {
        let words = &*WORDS;
        // No symmetry but the identity maps this set to itself.
        let odd = 0b1101 | 1 << 9;
        let undo = |symmetry| {
            let image = words.image(symmetry, odd);
            (0..SYMMETRIES).find(|&back| words.image(back, image) == odd).unwrap_or(0)
        };
        let undo: [Symmetry; SYMMETRIES as usize] = std::array::from_fn(|symmetry| undo(symmetry as Symmetry));
        let mut classes = Self {
            entries: vec![u32::MAX; BINOMIALS[POINTS][stones] as usize],
            smallest: Vec::new(),
            symmetries: Vec::new(),
        };
        for (rank, set) in combinations(POINTS, stones).into_iter().enumerate() {
            if classes.entries[rank] != u32::MAX {
                continue;
            }
            let class = classes.smallest.len() as u32;
            let mut own = 0;
            for symmetry in 0..SYMMETRIES {
                let image = words.image(symmetry, set);
                let entry = &mut classes.entries[words.rank(image) as usize];
                if *entry == u32::MAX {
                    *entry = class << SYMMETRY_BITS | u32::from(undo[usize::from(symmetry)]);
                }
                own |= u16::from(image == set) << symmetry;
            }
            classes.smallest.push(set);
            classes.symmetries.push(own & !1);
        }
        classes
    }

    /// The number of classes.
    pub fn count(&self) -> usize {
        self.smallest.len()
    }
}

/// The numbers of stones on the board of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sector {
    /// The number of the mover's stones.
    pub own: u8,
    /// The number of the other side's stones.
    pub enemy: u8,
}

impl Sector {
    /// The sector with these numbers of stones.
    pub const fn new(own: u8, enemy: u8) -> Self {
        Self { own, enemy }
    }

    /// The sector of the positions after a move without a removal.
    pub const fn twin(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// The sector of the positions after a removal.
    pub const fn after_removal(self) -> Self {
        Self { own: self.enemy - 1, enemy: self.own }
    }

    /// The number of stones of both sides together.
    pub const fn stones(self) -> u8 {
        self.own + self.enemy
    }

    /// The sizes of the larger and of the smaller set.
    fn sizes(self) -> (usize, usize) {
        let (own, enemy) = (usize::from(self.own), usize::from(self.enemy));
        (own.max(enemy), own.min(enemy))
    }

    /// The number of places of the sector's table, unused ones included; no table is made for it.
    pub fn slots(self) -> usize {
        let (larger, smaller) = self.sizes();
        class_count(larger) * BINOMIALS[POINTS - larger][smaller] as usize
    }
}

/// The number of classes of sets of `stones`, by Burnside's lemma: the number of sets that a symmetry maps to themselves, on
/// average.
pub fn class_count(stones: usize) -> usize {
    static COUNTS: LazyLock<[usize; MOST_STONES + 1]> = LazyLock::new(|| {
        let mut counts = [0; MOST_STONES + 1];
        for symmetry in 0..usize::from(SYMMETRIES) {
            // A symmetry maps a set to itself where the set holds each cycle of points whole or not at all.
            let mut unions = [0; MOST_STONES + 1];
            unions[0] = 1;
            let mut seen: Points = 0;
            while seen != ALL {
                let (mut point, mut cycle) = (1 << (!seen).trailing_zeros(), 0);
                while cycle & point == 0 {
                    cycle |= point;
                    point = images(point, 0)[symmetry] as Points;
                }
                seen |= cycle;
                let length = cycle.count_ones() as usize;
                for stones in (length..=MOST_STONES).rev() {
                    unions[stones] += unions[stones - length];
                }
            }
            counts.iter_mut().zip(unions).for_each(|(count, fixed)| *count += fixed);
        }
        counts.map(|fixed| fixed / usize::from(SYMMETRIES))
    });
    COUNTS[stones]
}

/// The numbering of a sector's positions.
pub struct Numbering {
    sector: Sector,
    classes: &'static Classes,
    words: &'static Words,
    /// The smaller sets, each as a word of the points that the larger set leaves free.
    rests: Vec<u32>,
}

impl Numbering {
    /// The numbering of a sector.
    pub fn new(sector: Sector) -> Self {
        let (larger, smaller) = sector.sizes();
        let rests = combinations(POINTS - larger, smaller);
        Self { sector, classes: Classes::of(larger), words: &WORDS, rests }
    }

    /// The sector that is numbered.
    pub const fn sector(&self) -> Sector {
        self.sector
    }

    /// The number of numbers, unused ones included.
    pub fn slots(&self) -> usize {
        self.classes.count() * self.rests.len()
    }

    /// The number of numbers in each class.
    pub fn class_size(&self) -> usize {
        self.rests.len()
    }

    /// The larger set of a class.
    pub fn larger(&self, class: usize) -> Points {
        self.classes.smallest[class]
    }

    /// The smaller sets beside each larger set, in the order of their numbers: as words of the points that the larger set leaves
    /// free.
    pub fn rests(&self) -> &[u32] {
        &self.rests
    }

    /// A set of free points as a word that has bits for the free points only.
    #[inline]
    pub fn word(&self, set: Points, free: Points) -> u32 {
        self.words.extract(set, free)
    }

    /// The inverse of [`Numbering::word`].
    #[inline]
    pub fn set(&self, word: u32, free: Points) -> Points {
        self.words.deposit(word, free)
    }

    /// The numbering of the positions with a larger set.
    #[inline]
    pub fn beside(&self, larger: Points) -> Beside {
        let entry = self.classes.entries[self.words.rank(larger) as usize];
        let class = entry as usize >> SYMMETRY_BITS;
        let left = !self.classes.smallest[class] & ALL;
        Beside {
            words: self.words,
            first: class * self.rests.len(),
            symmetry: entry as Symmetry & (SYMMETRIES - 1),
            left,
        }
    }

    /// The number of a position of this sector.
    #[inline]
    pub fn slot(&self, own: Points, enemy: Points) -> usize {
        self.slot_and_symmetries(own, enemy).0
    }

    /// The number of a position, and how many symmetries leave it as it is.
    #[inline]
    pub fn slot_and_symmetries(&self, own: Points, enemy: Points) -> (usize, u8) {
        let (larger, smaller) = if self.sector.own >= self.sector.enemy { (own, enemy) } else { (enemy, own) };
        let entry = self.classes.entries[self.words.rank(larger) as usize];
        let class = entry as usize >> SYMMETRY_BITS;
        let free = !self.classes.smallest[class] & ALL;
        let smaller = self.words.image(entry as Symmetry & (SYMMETRIES - 1), smaller);
        let rest = |smaller| self.words.rank(self.words.extract(smaller, free)) as usize;
        let (mut best, mut count) = (rest(smaller), 1);
        let symmetries = self.classes.symmetries[class];
        if symmetries != 0 {
            for image in images_under(self.words, symmetries, smaller) {
                count += u8::from(image == smaller);
                best = best.min(rest(image));
            }
        }
        (class * self.rests.len() + best, count)
    }

    /// The position of a number, as the mover's stones and the other side's; unless the number is unused, [`Numbering::slot`] of
    /// the position is that number.
    #[inline]
    pub fn position(&self, slot: usize) -> (Points, Points) {
        let (class, rest) = (slot / self.rests.len(), slot % self.rests.len());
        let larger = self.classes.smallest[class];
        let smaller = self.words.deposit(self.rests[rest], !larger & ALL);
        if self.sector.own >= self.sector.enemy { (larger, smaller) } else { (smaller, larger) }
    }

    /// The symmetries, beside the identity, that the larger set of a number has, a bit each.
    #[inline]
    pub fn class_symmetries(&self, slot: usize) -> u16 {
        self.classes.symmetries[slot / self.rests.len()]
    }

    /// Gives unused numbers the value of the number before; the values are those of whole classes, beginning with the number
    /// `first`.
    pub fn repeat_unused<T: Copy>(&self, first: usize, values: &mut [T]) {
        for place in 1..values.len() {
            if !self.is_used(first + place) {
                values[place] = values[place - 1];
            }
        }
    }

    /// True for a number that is a position's.
    #[inline]
    pub fn is_used(&self, slot: usize) -> bool {
        self.class_symmetries(slot) == 0 || {
            let (own, enemy) = self.position(slot);
            self.slot(own, enemy) == slot
        }
    }
}

/// The numbering of the positions with a larger set. Where the set's class has symmetries a position has several numbers; this
/// numbering gives one of them.
pub struct Beside {
    words: &'static Words,
    /// The first number of the class.
    first: usize,
    /// The symmetry that takes the set to the smallest of the class.
    symmetry: Symmetry,
    /// The points that the smallest set of the class leaves free.
    left: Points,
}

impl Beside {
    #[inline]
    fn word(&self, smaller: Points) -> u32 {
        self.words.extract(self.words.image(self.symmetry, smaller) & self.left, self.left)
    }

    /// The number of the position with a smaller set.
    #[inline]
    pub fn slot(&self, smaller: Points) -> usize {
        self.first + self.words.rank(self.word(smaller)) as usize
    }

    /// The numbering for smaller sets that are words of some free points.
    pub fn transfer(&self, free: Points) -> Transfer {
        let mut bytes = [[0; 256]; 3];
        for (place, point) in points(free).enumerate() {
            let (table, bit) = (&mut bytes[place / 8], 1 << (place % 8));
            let image = self.word(point.bit());
            for lower in 0..bit {
                table[bit | lower] = table[lower] | image;
            }
        }
        Transfer { words: self.words, first: self.first, bytes }
    }
}

/// A numbering of positions by smaller sets that are words of some free points.
pub struct Transfer {
    words: &'static Words,
    /// The first number of the class.
    first: usize,
    /// For each byte of a word, what its bits become in a word of the points that the class leaves free.
    bytes: [[u32; 256]; 3],
}

impl Transfer {
    /// The number of the position with a smaller set, given as a word.
    #[inline]
    pub fn slot(&self, word: u32) -> usize {
        let [low, middle, high, _] = word.to_le_bytes();
        let word =
            self.bytes[0][usize::from(low)] | self.bytes[1][usize::from(middle)] | self.bytes[2][usize::from(high)];
        self.first + self.words.rank(word) as usize
    }
}

/// The images of a set under symmetries, of which each is a bit of `symmetries`.
pub fn images_of(symmetries: u16, set: Points) -> impl Iterator<Item = Points> {
    images_under(&WORDS, symmetries, set)
}

fn images_under(words: &Words, symmetries: u16, set: Points) -> impl Iterator<Item = Points> {
    (0..SYMMETRIES)
        .filter(move |symmetry| symmetries >> symmetry & 1 == 1)
        .map(move |symmetry| words.image(symmetry, set))
}
