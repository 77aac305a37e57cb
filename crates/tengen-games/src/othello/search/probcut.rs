//! Multi-ProbCut: a shallow search that is far outside the window says what the deep one would, with a known chance
//! (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).

use super::super::params as p;

/// A level of selectivity.
#[derive(Clone, Copy, Debug)]
pub struct Selectivity {
    /// The error allowed for, in standard deviations of the difference between the shallow and the deep search.
    pub sigmas: f32,
    /// The chance, in percent, that a cut is right.
    pub confidence: u8,
}

impl Selectivity {
    /// The error to allow for, in discs, where a search of `reduced` plies stands in for one of `depth`.
    pub fn error(&self, empties: i32, depth: i32, reduced: i32) -> i32 {
        (self.sigmas * sigma(empties, depth, reduced)).ceil() as i32
    }
}

/// The levels, the most selective first; the last cuts nothing.
pub const SELECTIVITIES: [Selectivity; 6] = [
    Selectivity { sigmas: 1.1, confidence: 73 },
    Selectivity { sigmas: 1.5, confidence: 87 },
    Selectivity { sigmas: 2.0, confidence: 95 },
    Selectivity { sigmas: 2.6, confidence: 98 },
    Selectivity { sigmas: 3.3, confidence: 99 },
    Selectivity { sigmas: f32::INFINITY, confidence: 100 },
];

/// The level that cuts nothing.
pub const EXACT: u8 = SELECTIVITIES.len() as u8 - 1;

/// The most selective level of at least this confidence, in percent.
pub fn level(confidence: u8) -> u8 {
    SELECTIVITIES.iter().position(|level| level.confidence >= confidence).unwrap_or(EXACT.into()) as u8
}

/// The least depth at which cuts are tried; at less, a cut saves little and errs as much.
pub const LEAST_DEPTH: i32 = 4;

/// The depth of the search that stands in for one of `depth` plies: about half, of the same parity.
pub const fn reduced(depth: i32) -> i32 {
    2 * (depth / 4) + (depth & 1)
}

/// The standard deviation of the difference between the values of searches of `depth` and `reduced` plies, in discs,
/// with this many empty squares.
pub fn sigma(empties: i32, depth: i32, reduced: i32) -> f32 {
    let weights = if depth == empties { p::SIGMA_ENDGAME } else { p::SIGMA_MIDGAME };
    let terms = [1.0, empties as f32, depth as f32, reduced as f32];
    weights.iter().zip(terms).map(|(weight, term)| weight * term).sum::<f32>().exp()
}
