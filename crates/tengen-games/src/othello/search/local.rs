//! A small table of one thread's own, for positions too many and too quickly searched for the shared one.

use super::entry::SearchEntry;
use std::sync::{Mutex, PoisonError};
use tengen_core::search::transposition_table::TableRecord;

/// Slots; half a MiB, which stays in the processor's second cache.
const SLOTS: usize = 1 << 15;

/// The newest of all positions that share a slot. The default has no slots and remembers nothing.
#[derive(Default)]
pub struct Local(Vec<[u64; 2]>);

impl Local {
    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<SearchEntry> {
        let &[check, word] = self.0.get(key as usize % SLOTS)?;
        if check == key { SearchEntry::unpack(word) } else { None }
    }

    /// Remembers a position.
    #[inline]
    pub fn store(&mut self, key: u64, entry: SearchEntry) {
        let Some(slot) = self.0.get_mut(key as usize % SLOTS) else { return };
        let older = if slot[0] == key { SearchEntry::unpack(slot[1]) } else { None };
        *slot = [key, older.map_or(entry, |older| entry.merge(older)).pack()];
    }
}

/// The tables of one search that no thread has in hand.
#[derive(Default)]
pub struct Locals(Mutex<Vec<Local>>);

impl Locals {
    /// A table, with what was left in it.
    pub fn take(&self) -> Local {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_else(|| Local(vec![[0; 2]; SLOTS]))
    }

    /// Takes a table back; the worker must not need it any more.
    pub fn put(&self, local: &mut Local) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(std::mem::take(local));
    }
}
