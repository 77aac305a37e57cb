//! What the books of proofs of all games have in common: when a player goes by one and what it then answers, and the entries of
//! the files, which are read without unpacking.
//!
//! An entry is a 64-bit number, little-endian, and one byte more. The highest bits of the number are the key by which entries are
//! sorted; the rest is what the game makes of it.

use std::ops::Range;
use tengen_core::game::Game;
use tengen_core::search::{Answer, Control, Goal, Limits, Report, Score, Task, Variation};

/// The bytes of an entry.
pub const ENTRY: usize = 9;

/// The entries of a file.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    entries: &'a [[u8; ENTRY]],
    /// The bits of the number below the key.
    low: u32,
}

impl<'a> Entries<'a> {
    /// Entries with keys of so many bits; `None` where the bytes are not whole entries, or not sorted.
    pub fn parse(bytes: &'a [u8], key_bits: u32) -> Option<Self> {
        let (entries, []) = bytes.as_chunks() else { return None };
        let entries = Self { entries, low: u64::BITS - key_bits };
        (1..entries.len()).all(|place| entries.key(place - 1) <= entries.key(place)).then_some(entries)
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.entries.len()
    }

    /// The number and the byte of an entry.
    pub fn get(self, place: usize) -> (u64, u8) {
        let [number @ .., byte] = self.entries[place];
        (u64::from_le_bytes(number), byte)
    }

    /// The key of an entry.
    pub fn key(self, place: usize) -> u64 {
        self.get(place).0 >> self.low
    }

    /// The places of the entries with this key.
    pub fn with_key(self, key: u64) -> Range<usize> {
        let before =
            |key| self.entries.partition_point(|&[number @ .., _]| u64::from_le_bytes(number) >> self.low < key);
        before(key)..before(key + 1)
    }
}

/// True where a player may go by what it knows by heart. A search to a depth is asked for its own value, and a review for what can
/// be found.
pub fn may_help(limits: &Limits) -> bool {
    limits.depth.is_none() && limits.goal != Goal::Review
}

/// The answer where the value is proven without the main search; `depth` in plies is that of the report.
pub fn proven<G: Game>(
    task: &mut Task<'_, G>,
    control: &Control<'_>,
    (score, depth): (Score, u32),
    pv: Vec<G::Move>,
) -> Answer<G::Move> {
    let (mv, nodes) = (pv[0], control.nodes());
    let lines = vec![Variation { score, exact: true, nodes, pv }];
    let report = Report { depth, nodes, time: control.elapsed(), lines, ..Report::default() };
    (task.report)(&report);
    Answer { mv, report }
}

/// The bytes of an entry with this number and byte.
#[cfg(feature = "train")]
pub fn entry(number: u64, byte: u8) -> [u8; ENTRY] {
    let mut bytes = [byte; ENTRY];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes
}
