//! The allocator of the C library.
#![allow(unsafe_code)] // The C library is told by a call, for which no crate has a safe form.

/// Lets all threads allocate from one arena. glibc would give each thread its own with its first allocation, of 64 MiB of
/// address space: under a limit (`ulimit -v`) the stacks of further threads would then be refused. A search does not
/// allocate often enough for threads to wait for each other.
pub fn use_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets a number in the allocator, before there is another thread.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}
