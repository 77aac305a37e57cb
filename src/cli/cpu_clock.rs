//! Time as this process uses it: on a busy machine it does not run while others do.

use cpu_time::ProcessTime;
use std::time::Duration;
use tengen_core::search::Clock;

/// The CPU time of all threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock;

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        ProcessTime::now().as_duration()
    }
}
