//! The machine that games are played on: its name, the cores that may be used, and whether it keeps up, which shows in how
//! late the arena itself is woken from its sleep. Where it is late, engines are too, and their times say little about them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Interval between two measurements.
const INTERVAL: Duration = Duration::from_millis(10);

/// Latencies up to this are usual on a machine that is free.
pub const USUAL: Duration = Duration::from_millis(25);

/// Measurements that are kept, at most: those that were beyond what is usual.
const KEPT: usize = 10_000;

/// Host name, processor and the cores that the arena may use: `anna (AMD EPYC 9B14, 2 cores)`.
pub fn name() -> String {
    let host = gethostname::gethostname();
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let processor = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = available_parallelism().map_or(1, usize::from);
    format!("{} ({processor}, {cores} {})", host.display(), if cores == 1 { "core" } else { "cores" })
}

/// The cores that this process may run on, by the system's numbers; none where the system does not tell.
#[cfg(target_os = "linux")]
pub fn cores() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).unwrap_or_default();
    (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect()
}

/// The cores that this process may run on: this system is not asked.
#[cfg(not(target_os = "linux"))]
pub fn cores() -> Vec<usize> {
    Vec::new()
}

/// A clock that notes when it was late.
#[derive(Debug, Default)]
pub struct WakeupDelays {
    noted: Mutex<VecDeque<(Instant, Duration)>>,
    ended: AtomicBool,
}

impl WakeupDelays {
    /// Measures until [`WakeupDelays::end`] is called.
    pub fn measure(&self) {
        while !self.ended.load(Ordering::Relaxed) {
            let due = Instant::now() + INTERVAL;
            std::thread::sleep(INTERVAL);
            let late = due.elapsed();
            if late > USUAL {
                let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
                noted.push_back((due, late));
                if noted.len() > KEPT {
                    noted.pop_front();
                }
            }
        }
    }

    /// Ends the measurement.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// The latest that the clock was since then; zero where that was never beyond [`USUAL`].
    pub fn since(&self, begin: Instant) -> Duration {
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = noted.iter().rev().take_while(|(due, late)| *due + *late >= begin);
        recent.map(|&(_, late)| late).max().unwrap_or_default()
    }
}
