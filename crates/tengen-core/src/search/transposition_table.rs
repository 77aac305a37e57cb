//! The transposition table, shared by all threads without locks.
//!
//! Each slot is two relaxed atomic words, the second stored `XOR`ed into the first, so that a torn write reads as a
//! miss (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search", 2002). A block's epoch is
//! released after its slots were emptied, and acquired before they are read: the slots of a block that is seen as current
//! are never those of an earlier game, on processors that reorder memory accesses either.

use super::Score;
use super::memory::{MIB, OutOfMemory};
use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

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

/// What a search keeps in the table: [`TableEntry`], or a form of a game's own search.
pub trait TableRecord: Copy {
    /// The record in the lower 58 bits of a word that is not 0. Bits 48 to 55 say what it is worth: among records of the same
    /// age, the least is replaced, and a search of age counts as much as 4.
    fn pack(self) -> u64;

    /// The record that [`TableRecord::pack`] packed into this word; `None` for 0.
    fn unpack(word: u64) -> Option<Self>;

    /// The record to keep where `older` is already known of the same position.
    fn merge(self, older: Self) -> Self;
}

/// What the shared alpha-beta knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// Code of the best move ([`crate::game::Move::code`]), or [`TableEntry::NO_MOVE`].
    pub mv: u16,
    /// A bound of the value, or the value, in the game's unit.
    pub score: Score,
    /// The depth of the search in plies, 0 to 255.
    pub depth: u8,
    /// How the score bounds the value.
    pub bound: Bound,
}

impl TableEntry {
    /// The code that stands for no move.
    pub const NO_MOVE: u16 = u16::MAX;
}

impl TableRecord for TableEntry {
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

    fn merge(self, older: Self) -> Self {
        Self { mv: if self.mv == Self::NO_MOVE { older.mv } else { self.mv }, ..self }
    }
}

#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The lowest bit of a slot's generation, above the record.
const GENERATION: u32 = 58;

/// A mask of the bits of the record.
const RECORD: u64 = (1 << GENERATION) - 1;

/// What each search since an entry was stored takes off its worth, in plies of depth.
const AGED: i32 = 4;

/// The number of slots that a key may stand in: a cache line.
const BUCKET: usize = 4;

/// Bytes of a bucket.
const LINE: usize = BUCKET * size_of::<Slot>();

/// The number of buckets that are emptied together: 2 KiB.
const BLOCK: usize = 32;

/// A table of fixed size. Its memory is touched only as it fills, and emptied only as it is used again, so that the start of a
/// search, on a player's clock, takes no time.
pub struct SearchTable {
    /// The buckets, one after the other from `first` on. (A type aligned to cache lines would do the same, but the
    /// allocator then writes the zeros itself, at every start of the program.)
    slots: Box<[Slot]>,
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    /// The number of calls of [`SearchTable::clear`].
    epoch: AtomicU32,
    /// For each block the epoch of its records.
    blocks: Box<[AtomicU32]>,
}

impl SearchTable {
    /// A table of `mib` MiB; a table of 0 MiB remembers nothing.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses the memory.
    pub fn new(mib: usize) -> Result<Self, OutOfMemory> {
        let refused = |()| OutOfMemory::of(Self::bytes(mib));
        let buckets = mib.saturating_mul(MIB / LINE);
        let slots = buckets.saturating_mul(BUCKET).saturating_add(BUCKET);
        let slots: Box<[Slot]> = try_zeroed_slice_box(slots).map_err(refused)?;
        let first = slots.as_ptr().align_offset(LINE).min(BUCKET - 1);
        let blocks = try_zeroed_slice_box(buckets.div_ceil(BLOCK)).map_err(refused)?;
        Ok(Self { slots, first, buckets, generation: AtomicU8::new(0), epoch: AtomicU32::new(0), blocks })
    }

    /// Bytes that a table of `mib` MiB takes.
    pub const fn bytes(mib: usize) -> usize {
        mib.saturating_mul(MIB + MIB / (LINE * BLOCK) * size_of::<AtomicU32>()).saturating_add(LINE)
    }

    /// Begins a new search: a record loses some plies of worth for each search since it was stored.
    pub fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) & 63, Relaxed);
    }

    /// Forgets everything, at once.
    pub fn clear(&self) {
        self.epoch.fetch_add(1, Release);
        self.generation.store(0, Relaxed);
    }

    /// What is known of a position. All records under one key are of one kind.
    #[inline]
    pub fn probe<R: TableRecord>(&self, key: u64) -> Option<R> {
        let index = self.index(key);
        if self.blocks.get(index / BLOCK)?.load(Acquire) != self.epoch.load(Acquire) {
            return None;
        }
        self.all().get(index)?.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key { R::unpack(data & RECORD) } else { None }
        })
    }

    /// Has the processor fetch what is known of a position that will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.all().get(self.index(key)) {
            prefetch(bucket);
        }
    }

    /// Stores a record, in the slot of the same position, else in that of the record with the least worth: its depth, less some
    /// plies for each search since.
    pub fn store<R: TableRecord>(&self, key: u64, mut record: R) {
        let index = self.index(key);
        let Some(block) = self.blocks.get(index / BLOCK) else { return };
        let epoch = self.epoch.load(Acquire);
        if block.load(Acquire) != epoch {
            self.empty(index / BLOCK, epoch);
        }
        let bucket = &self.all()[index];
        let generation = self.generation.load(Relaxed);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                if let Some(older) = R::unpack(data & RECORD) {
                    record = record.merge(older);
                }
                victim = slot;
                break;
            }
            let age = generation.wrapping_sub((data >> GENERATION) as u8) & 63;
            let worth = (data >> 48 & 0xFF) as i32 - AGED * i32::from(age) + i32::from(data != 0);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = record.pack() | u64::from(generation) << GENERATION;
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }

    /// The index of a key's bucket; 0 in a table without buckets.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    fn all(&self) -> &[[Slot; BUCKET]] {
        &self.slots[self.first..].as_chunks().0[..self.buckets]
    }

    /// Empties a block for this epoch. Threads that meet here empty it each, and may lose what the others have just
    /// stored.
    #[cold]
    fn empty(&self, block: usize, epoch: u32) {
        let first = block * BLOCK;
        for slot in self.all()[first..self.buckets.min(first + BLOCK)].as_flattened() {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.blocks[block].store(epoch, Release);
    }
}

/// Has the processor fetch the cache line of a value, which may be needed soon. On processors without such an instruction
/// in this build nothing happens.
#[inline]
#[allow(unsafe_code)] // A hint to the processor has no safe form.
fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 processor, reads nothing that the program sees, and never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_went_in() {
        let table = SearchTable::new(1).unwrap();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            let entry = TableEntry { mv: 77 + i as u16, score: -123_456 * i as i32, depth: 200, bound };
            table.store(i as u64 * 0x5555_5555_5555_5555, entry);
            assert_eq!(table.probe(i as u64 * 0x5555_5555_5555_5555), Some(entry));
        }
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        // All keys land in the same few buckets: what is kept depends on what stood there.
        let keys = || (0..40).map(|i: u64| (i << 40) | (i * 0x9E37_79B9));
        let entry = |i: u64| TableEntry { mv: i as u16, score: 0, depth: (i * 7 % 5) as u8, bound: Bound::Exact };
        let fill = |table: &SearchTable| {
            for (i, key) in keys().enumerate() {
                table.age();
                table.store(key, entry(i as u64));
            }
            keys().map(|key| table.probe(key)).collect::<Vec<Option<TableEntry>>>()
        };
        let table = SearchTable::new(3).unwrap();
        let first = fill(&table);
        assert!(first.contains(&None) && first.iter().any(Option::is_some));
        table.clear();
        assert!(keys().all(|key| table.probe::<TableEntry>(key).is_none()));
        assert_eq!(fill(&table), first);
    }

    #[test]
    fn a_table_of_nothing_remembers_nothing() {
        let table = SearchTable::new(0).unwrap();
        table.store(1, TableEntry { mv: 1, score: 1, depth: 1, bound: Bound::Exact });
        assert_eq!(table.probe::<TableEntry>(1), None);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        assert!(SearchTable::new(usize::MAX).is_err());
        // Kept from view: an allocation that nothing looks at may be optimized away, and then it cannot fail.
        let OutOfMemory { missing } = std::hint::black_box(SearchTable::new(1 << 40)).err().unwrap();
        assert!((1 << 39..=(1 << 40) + (1 << 31)).contains(&missing), "{missing}");
    }
}
