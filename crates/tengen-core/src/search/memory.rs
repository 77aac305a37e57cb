//! Memory that is taken before a search, so that a shortage is an error at the start and not an abort in a game.

use std::fs;
use std::hint::black_box;
use thiserror::Error;

/// Bytes of a MiB.
pub const MIB: usize = 1 << 20;

/// What a session takes at most besides threads, table and what its player keeps: the other threads' stacks, records,
/// answers.
pub const HEAP: usize = 16 * MIB;

/// The system has less memory to give than is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not enough memory: {missing} MiB more are needed")]
pub struct OutOfMemory {
    /// How many MiB are missing.
    pub missing: usize,
}

impl OutOfMemory {
    /// The shortage of a request for this many bytes that was refused.
    pub fn of(bytes: usize) -> Self {
        Self::where_granted(bytes, can_take)
    }

    /// The shortage of a request for `bytes` bytes where `can_take` says how many bytes can be had.
    fn where_granted(bytes: usize, can_take: impl Fn(usize) -> bool) -> Self {
        let wanted = bytes.div_ceil(MIB);
        let (mut granted, mut refused) = (0, wanted);
        while granted + 1 < refused {
            let middle = granted.midpoint(refused);
            if can_take(middle.saturating_mul(MIB)) { granted = middle } else { refused = middle }
        }
        Self { missing: wanted - granted }
    }

    /// What can be had of a refused request for this many MiB, in MiB: as much as the system grants, and no more than it says to
    /// have, since it may grant more; an eighth of that is left to all else.
    pub fn remainder(self, wanted: usize) -> usize {
        let granted = wanted.saturating_sub(self.missing);
        let most = available().map_or(granted, |available| granted.min(available));
        most - most / 8
    }
}

/// MiB that the system has for new work without taking them from other programs; `None` where it does not tell.
fn available() -> Option<usize> {
    available_of(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The same by Linux's text.
fn available_of(text: &str) -> Option<usize> {
    let number = text.lines().find_map(|line| line.strip_prefix("MemAvailable:")?.strip_suffix("kB"))?;
    number.trim().parse().ok().map(|kib: usize| kib >> 10)
}

/// Whether this many bytes can be had beside all memory that is taken already. Nothing is taken.
///
/// # Errors
/// [`OutOfMemory`].
pub fn check(bytes: usize) -> Result<(), OutOfMemory> {
    if can_take(bytes) { Ok(()) } else { Err(OutOfMemory::of(bytes)) }
}

fn can_take(bytes: usize) -> bool {
    let mut block = Vec::<u8>::new();
    // An allocation that nothing looks at may be optimized away, and then it cannot fail.
    black_box(&mut block).try_reserve_exact(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_is_what_is_wanted_and_not_to_be_had() {
        for most in [0, 1, 5, 1000, 123_456] {
            let missing = |bytes| OutOfMemory::where_granted(bytes, |bytes| bytes <= most * MIB).missing;
            for more in [1, 2, 77, 1 << 40] {
                assert_eq!(missing((most + more) * MIB), more, "{most}");
                assert_eq!(missing((most + more - 1) * MIB + 1), more, "{most}: a part counts as a whole one");
            }
            assert_eq!(missing(usize::MAX), usize::MAX.div_ceil(MIB) - most);
        }
    }

    #[test]
    fn a_part_of_what_is_refused_can_be_had() {
        let text =
            "MemTotal:       24683800 kB\nMemFree:        14279084 kB\nMemAvailable:   22396536 kB\nBuffers: 1 kB\n";
        assert_eq!(available_of(text), Some(21_871));
        assert_eq!(available_of("MemTotal: 24683800 kB\n"), None);
        assert_eq!(OutOfMemory { missing: 100 }.remainder(100), 0);
        assert_eq!(OutOfMemory { missing: 93 }.remainder(101), 7);
    }

    /// How much there is changes while other tests and programs run; these bounds hold on every machine.
    #[test]
    fn what_no_machine_has_is_refused() {
        assert_eq!(check(MIB), Ok(()));
        // No address space has 2^62 bytes; whatever can be had is far less than half of that.
        let OutOfMemory { missing } = check(1 << 62).unwrap_err();
        assert!((1 << 41..=1 << 42).contains(&missing), "{missing}");
        assert!(check(usize::MAX).is_err());
    }
}
