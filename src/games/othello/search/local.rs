//! A small table of one thread's own, for positions too many and too quickly searched for the shared one.

use super::entry::Entry;
use crate::search::table::Record;

/// Slots; half a MiB, which stays in the processor's second cache.
const SLOTS: usize = 1 << 15;

/// The newest of all positions that share a slot.
pub struct Local(Box<[[u64; 2]; SLOTS]>);

impl Local {
    /// An empty table.
    pub fn new() -> Self {
        Self(bytemuck::zeroed_box())
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let [check, word] = self.0[key as usize % SLOTS];
        if check == key { Entry::unpack(word) } else { None }
    }

    /// Remembers a position.
    #[inline]
    pub fn store(&mut self, key: u64, entry: Entry) {
        let slot = &mut self.0[key as usize % SLOTS];
        let older = if slot[0] == key { Entry::unpack(slot[1]) } else { None };
        *slot = [key, older.map_or(entry, |older| entry.onto(older)).pack()];
    }
}
