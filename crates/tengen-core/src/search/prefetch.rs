//! A hint to the processor to load memory before it is needed.
#![allow(unsafe_code)] // A hint to the processor has no safe form.

/// Has the processor fetch the cache line of a value, which may be needed soon. On processors without such an instruction
/// in this build nothing happens.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 processor, reads nothing that the program sees, and never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
