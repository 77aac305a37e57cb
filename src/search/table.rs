//! The transposition table, shared by all threads without locks.
//!
//! Each slot is two relaxed atomic words, the second stored `XOR`ed into the first, so that a torn write reads as a
//! miss (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search", 2002).

use super::Score;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// What a stored score says of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

/// What a search keeps in the table: [`Entry`], or a form of a game's own search.
pub trait Record: Copy {
    /// The record in the lower 58 bits of a word that is not 0. Bits 48 to 55 say what it is worth, in plies: among
    /// records of the same age, the least is replaced.
    fn pack(self) -> u64;

    /// The inverse; `None` for 0.
    fn unpack(word: u64) -> Option<Self>;

    /// What is kept when `older` is known of the same position.
    fn onto(self, older: Self) -> Self;
}

/// What the shared alpha-beta knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Code of the best move ([`crate::game::Move::code`]), or [`Entry::NO_MOVE`].
    pub mv: u16,
    /// A value in the game's unit.
    pub score: Score,
    /// Plies searched, 0 to 255.
    pub depth: u8,
    /// How the score bounds the value.
    pub bound: Bound,
}

impl Entry {
    /// The code of no move.
    pub const NO_MOVE: u16 = u16::MAX;
}

impl Record for Entry {
    fn pack(self) -> u64 {
        u64::from(self.mv)
            | u64::from(self.score as u32) << 16
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self { mv: word as u16, score: (word >> 16) as u32 as i32, depth: (word >> 48) as u8, bound })
    }

    fn onto(self, older: Self) -> Self {
        Self { mv: if self.mv == Self::NO_MOVE { older.mv } else { self.mv }, ..self }
    }
}

#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The bit at which a slot keeps its generation, above the record.
const GENERATION: u32 = 58;

/// The bits of the record.
const RECORD: u64 = (1 << GENERATION) - 1;

/// Slots that a key may stand in: a cache line.
const BUCKET: usize = 4;

/// Bytes of a bucket.
const LINE: usize = BUCKET * size_of::<Slot>();

/// There is not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not enough memory for a hash table of {mib} MiB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub mib: usize,
}

/// A table of fixed size. Its memory is touched only as it fills.
pub struct Table {
    /// The buckets, one after the other from `first` on. (A type aligned to cache lines would do the same, but the
    /// allocator then writes the zeros itself, at every start of the program.)
    slots: Box<[Slot]>,
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    used: AtomicBool,
}

impl Table {
    /// A table of `mib` MiB; 0 gives one that remembers nothing.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses the memory.
    pub fn new(mib: usize) -> Result<Self, OutOfMemory> {
        let buckets = mib.checked_mul((1 << 20) / LINE).ok_or(OutOfMemory { mib })?;
        let slots =
            buckets.checked_mul(BUCKET).and_then(|slots| slots.checked_add(BUCKET)).ok_or(OutOfMemory { mib })?;
        let slots: Box<[Slot]> = bytemuck::allocation::try_zeroed_slice_box(slots).map_err(|()| OutOfMemory { mib })?;
        let first = slots.as_ptr().align_offset(LINE).min(BUCKET - 1);
        Ok(Self { slots, first, buckets, generation: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// Begins a new search: what older ones left is replaced first.
    pub fn age(&self) {
        self.used.store(true, Relaxed);
        self.generation.store((self.generation.load(Relaxed) + 1) & 63, Relaxed);
    }

    /// Forgets everything; free when nothing was stored since the last time.
    pub fn clear(&self) {
        if self.used.swap(false, Relaxed) {
            for slot in &self.slots {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        }
        self.generation.store(0, Relaxed);
    }

    /// What is known of a position. All records under one key are of one kind.
    #[inline]
    pub fn probe<R: Record>(&self, key: u64) -> Option<R> {
        self.bucket(key)?.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key { R::unpack(data & RECORD) } else { None }
        })
    }

    /// Remembers a position, in the place of what is least worth keeping: the same position, else an older search's,
    /// else the shallowest.
    pub fn store<R: Record>(&self, key: u64, mut record: R) {
        let Some(bucket) = self.bucket(key) else { return };
        let generation = self.generation.load(Relaxed);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                if let Some(older) = R::unpack(data & RECORD) {
                    record = record.onto(older);
                }
                victim = slot;
                break;
            }
            let age = generation.wrapping_sub((data >> GENERATION) as u8) & 63;
            let worth = (data >> 48 & 0xFF) as i32 - 4 * i32::from(age) + i32::from(data != 0);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = record.pack() | u64::from(generation) << GENERATION;
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }

    fn bucket(&self, key: u64) -> Option<&[Slot; BUCKET]> {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        self.slots[self.first..].as_chunks().0[..self.buckets].get(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_went_in() {
        let table = Table::new(1).unwrap();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            let entry = Entry { mv: 77 + i as u16, score: -123_456 * i as i32, depth: 200, bound };
            table.store(i as u64 * 0x5555_5555_5555_5555, entry);
            assert_eq!(table.probe(i as u64 * 0x5555_5555_5555_5555), Some(entry));
        }
        table.age();
        table.clear();
        assert_eq!(table.probe::<Entry>(0x5555_5555_5555_5555), None);
    }

    #[test]
    fn a_table_of_nothing_remembers_nothing() {
        let table = Table::new(0).unwrap();
        table.store(1, Entry { mv: 1, score: 1, depth: 1, bound: Bound::Exact });
        assert_eq!(table.probe::<Entry>(1), None);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        assert_eq!(Table::new(usize::MAX).err(), Some(OutOfMemory { mib: usize::MAX }));
        // Kept from view: an allocation that nothing looks at may be optimized away, and then it cannot fail.
        let table = std::hint::black_box(Table::new(1 << 40));
        assert_eq!(table.err(), Some(OutOfMemory { mib: 1 << 40 }));
    }
}
