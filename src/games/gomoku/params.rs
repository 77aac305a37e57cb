//! The constants of gomoku's players.

use crate::games::BenchPosition;

/// Points of evaluation that raise the odds of a win by the factor e.
pub const WIN_CHANCE_SCALE: f64 = 200.0;

/// What `tengen bench` searches.
pub const BENCH: &[BenchPosition] = &[];
