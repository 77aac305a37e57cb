//! A process that runs: that it works, and that it ends; both whatever else the machine has to do.

use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Who waits for so long waits for ever: nothing here takes a tenth of it, on the busiest machine.
pub const NEVER: Duration = Duration::from_mins(5);

/// Interval at which a wait looks again.
const POLL: Duration = Duration::from_millis(5);

/// Waits until there is something.
pub fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + NEVER;
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(Instant::now() < deadline, "in vain: {what}");
        sleep(POLL);
    }
}

/// Waits until the process has ended, and tells how; one that never does is killed.
pub fn ended(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + NEVER;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("a process does not end");
        }
        sleep(POLL);
    }
}

/// The CPU time that a process has used.
#[cfg(target_os = "linux")]
pub fn cpu_time(child: &Child) -> Duration {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    let clock = clock_getcpuclockid(nix::unistd::Pid::from_raw(child.id() as i32));
    clock.and_then(clock_gettime).expect("a process that runs").into()
}

/// Waits until a process has used so much more CPU time: it is in the middle of what it was asked for.
#[cfg(target_os = "linux")]
pub fn works(child: &Child, more: Duration) {
    let enough = cpu_time(child) + more;
    until("it works", || (cpu_time(child) >= enough).then_some(()));
}
