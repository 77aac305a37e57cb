//! The machine that games are played on, in words.

use std::thread::available_parallelism;

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
