//! What CPU time is worth by the wall clock.

use std::collections::VecDeque;
use std::time::Duration;

/// How much slower than alone an engine runs on a machine with other work.
#[derive(Debug, Default)]
pub struct Slowdown {
    /// Of its last moves, the wall time for each unit of CPU time.
    ratios: VecDeque<f64>,
}

impl Slowdown {
    /// Moves that count: other work may end at any time, and an engine must not believe that it has more than it has.
    const MOVES: usize = 3;
    /// A move that used less CPU time says nothing.
    const LEAST: Duration = Duration::from_millis(5);

    pub fn update(&mut self, wall: Duration, cpu: Duration) {
        if cpu >= Self::LEAST {
            self.ratios.push_back(wall.as_secs_f64() / cpu.as_secs_f64());
            self.ratios.drain(..self.ratios.len().saturating_sub(Self::MOVES));
        }
    }

    /// The least of the last moves, 1 or more.
    pub fn factor(&self) -> f64 {
        let least = self.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        if self.ratios.len() < Self::MOVES { 1.0 } else { least.max(1.0) }
    }
}
