//! How long a search may take.

use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search has returned by then.
    pub hard: Duration,
}

impl Budget {
    /// Exactly this long: soft and hard limit are the same.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }
}

/// Bounds on a search; what is `None` is unbounded. With none at all a search ends when it is stopped or solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes visited, all threads together; kept to within the [`Control::POLL`](super::Control::POLL) nodes that
    /// each search may visit between two looks at its limits.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Budget>,
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }
}
