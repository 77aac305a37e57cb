//! The allocator of the C library.
#![allow(unsafe_code)] // The C library is told by a call, for which no crate has a safe form.

/// Bytes of a block that is mapped by itself.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: libc::c_int = 1 << 17;

/// Lets all threads allocate from one arena. glibc would give each thread its own with its first allocation, of 64 MiB of
/// address space: under a limit (`ulimit -v`) the stacks of further threads would then be refused. A search does not
/// allocate often enough for threads to wait for each other.
///
/// Large blocks are mapped by themselves, so that the system has them back with the session that they belonged to; glibc
/// would raise its bound for that with each that is freed.
pub fn use_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets numbers in the allocator, before there is another thread.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
    }
}
