//! The program as a process: how the C library's allocator is set up, the end of the program once standard output has no reader
//! any more, the exit status after Ctrl-C, and the CPU time that it uses.

use cpu_time::ProcessTime;
use std::time::Duration;
use tengen_core::search::Clock;

/// The exit status of a program that was ended by Ctrl-C, as a shell has it.
pub const INTERRUPTED: i32 = 130;

/// Bytes of a block that is mapped by itself.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: libc::c_int = 1 << 17;

/// Lets all threads allocate from one arena. glibc would give each thread its own with its first allocation, of 64 MiB of
/// address space: under a limit (`ulimit -v`) the stacks of further threads would then be refused. A search does not
/// allocate often enough for threads to wait for each other.
///
/// Large blocks are mapped by themselves, so that the system has them back with the session that they belonged to; glibc
/// would raise its bound for that with each that is freed.
#[allow(unsafe_code)] // The C library is told by a call, for which no crate has a safe form.
pub fn use_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets numbers in the allocator, before there is another thread.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
    }
}

/// Ends the program, from a thread that watches, once standard output is a pipe, socket or terminal whose other end was
/// closed: a search for a client that has died would otherwise go on to its end. Does nothing where the system has no way
/// to tell.
pub fn exit_without_reader() {
    #[cfg(unix)]
    {
        let watch = std::thread::Builder::new().name("output-watch".to_owned()).spawn(|| {
            if is_closed_at_last() {
                log::info!("the output was closed");
                std::process::exit(0);
            }
        });
        if let Err(error) = watch {
            log::warn!("cannot start a thread that watches the output: {error}");
        }
    }
}

/// Waits until standard output is closed at its other end; false where that cannot be told.
#[cfg(unix)]
fn is_closed_at_last() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let output = std::io::stdout();
    loop {
        // No event is asked for: errors and hang-ups are always told of.
        let mut events = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut events, None) {
            Ok(_) => return events[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// The CPU time of all threads of this process: on a busy machine it does not run while others do.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock;

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        ProcessTime::now().as_duration()
    }
}
