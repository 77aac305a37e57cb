//! Memory that is taken before a search, so that a shortage is an error at the start and not an abort in a game.

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
