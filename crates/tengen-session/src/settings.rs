//! How the program was asked to think.

use std::time::Duration;
use tengen_core::search::{Budget, Limits};

/// Settings of how the program thinks; the default is that of the command line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Search threads; 0 takes one for each core.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// The depth limit of each search in plies.
    pub depth: Option<u32>,
    /// The node limit of each search.
    pub nodes: Option<u64>,
    /// The time for each move in seconds.
    pub movetime: Option<f64>,
    /// The level of the default player, 1 for the weakest ([`Playable::LEVELS`](tengen_core::playable::Playable::LEVELS)); `None`
    /// for full strength.
    pub level: Option<u8>,
    /// Seed of choices by chance.
    pub seed: u64,
    /// Whether the program thinks on the opponent's time.
    pub ponder: bool,
}

impl Settings {
    /// The default size of the transposition table, in MiB.
    pub const HASH: usize = 64;
    /// The seconds for each move without limits on depth, nodes or time.
    pub const MOVETIME: f64 = 1.0;

    /// The limits that the settings ask for; none by default.
    pub fn limits(&self) -> Limits {
        let time = self.movetime.map(|seconds| Budget::exactly(usable(seconds)));
        Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }
    }

    /// The time for a move by default.
    pub fn usual_time() -> Budget {
        Budget::exactly(usable(Self::MOVETIME))
    }
}

/// The part of a move's time that is kept back for the way there and back: the pipe, and the threads' start before the first
/// search.
const RESERVE: Duration = Duration::from_millis(5);

/// The time that a search may use of a move's seconds so that the answer is there when they are over.
fn usable(seconds: f64) -> Duration {
    let time = Duration::from_secs_f64(seconds);
    time.saturating_sub(RESERVE).max(time / 2)
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 0,
            hash: Self::HASH,
            depth: None,
            nodes: None,
            movetime: None,
            level: None,
            seed: 0,
            ponder: false,
        }
    }
}
