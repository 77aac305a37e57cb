//! The processes below the arena: the guards of its engines, the engines, and what those start.
//!
//! A guard ends what its engine has started. An engine that kills its guard would escape: so the arena is a *subreaper*
//! (prctl(2)) as well. Whatever a killed guard leaves behind becomes the arena's own child, is known by not being a guard,
//! and is ended. A process that plays matches must start nothing but engines by this module.

use nix::time::{clock_getcpuclockid, clock_gettime};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long killed processes may take to end.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The guards that run, or that were not waited for yet. Locked while one is started, which is a child before it is
/// listed here.
static GUARDS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn guards() -> MutexGuard<'static, Vec<Pid>> {
    GUARDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a guard.
///
/// # Errors
/// When the system starts no process.
pub fn start(command: &mut Command) -> io::Result<Child> {
    let mut guards = guards();
    set_child_subreaper(Some(getpid()))?;
    let guard = command.spawn()?;
    guards.push(Pid::from_child(&guard));
    Ok(guard)
}

/// Takes a guard that has ended off the list; where it was killed, ends what it has left behind.
pub fn forget(guard: &mut Child) {
    let mut guards = guards();
    // One that does not end stays listed.
    let Ok(Some(status)) = guard.try_wait() else { return };
    let ended = Pid::from_child(guard);
    guards.retain(|&guard| guard != ended);
    if status.signal().is_some() {
        end_orphans(&guards);
    }
}

/// Ends all children of this process but the guards. The children of a killed process come to this one, so it takes as
/// many rounds as they have generations.
fn end_orphans(guards: &[Pid]) {
    let deadline = Instant::now() + KILL_TIMEOUT;
    loop {
        let orphans: Vec<_> = children(getpid()).into_iter().filter(|child| !guards.contains(child)).collect();
        if orphans.is_empty() || Instant::now() > deadline {
            return;
        }
        for orphan in orphans {
            let _ = kill_process(orphan, Signal::KILL);
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The children of a process; none where it has ended.
fn children(process: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers = |list: String| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<_>>();
    lists.flat_map(numbers).filter_map(Pid::from_raw).collect()
}

/// The CPU time of all processes below a guard that run; the guard's own is not counted.
pub fn cpu_time(guard: Pid) -> Duration {
    let mut sum = Duration::ZERO;
    let mut open = children(guard);
    while let Some(process) = open.pop() {
        let clock = clock_getcpuclockid(nix::unistd::Pid::from_raw(process.as_raw_nonzero().get()));
        sum += clock.and_then(clock_gettime).map(Duration::from).unwrap_or_default();
        open.extend(children(process));
    }
    sum
}
