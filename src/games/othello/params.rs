//! Every constant of Othello's evaluation, ordering and default player, with its unit and effect.

use crate::search::Score;

/// Evaluation units a disc.
pub const DISC: Score = 100;

/// A weight at the start and at the end of the game, in evaluation units; between them it changes evenly with the
/// empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// With all squares empty.
    pub early: Score,
    /// With none empty.
    pub late: Score,
}

// The weights below began as a least-squares fit to the outcomes of games that the evaluation played against itself
// at depth 4 from random openings on 8x8. Early mobility was then raised and early discs made less of a burden: the
// plain fit was as strong against its like, but now and then let a greedy opponent wipe it out. Few weights mean much
// alone: a corner, say, is also a stable disc.

/// A move more than the opponent has.
pub const MOBILITY: Weight = Weight { early: 70, late: 270 };
/// An empty square more next to the opponent's discs than next to one's own: moves that may come.
pub const POTENTIAL: Weight = Weight { early: 60, late: -50 };
/// A corner.
pub const CORNER: Weight = Weight { early: 1_500, late: -50 };
/// A disc diagonal to an empty corner.
pub const X_SQUARE: Weight = Weight { early: -1_500, late: -50 };
/// A disc beside an empty corner, on the edge.
pub const C_SQUARE: Weight = Weight { early: -150, late: -110 };
/// Any other disc on the edge.
pub const EDGE: Weight = Weight { early: 40, late: -40 };
/// A disc that is proven never to flip, of a side that has a corner.
pub const STABLE: Weight = Weight { early: 220, late: 100 };
/// A disc more: few are better until the end is near.
pub const MATERIAL: Weight = Weight { early: -60, late: 5 };
/// Moving now, with an odd number of empty squares: the last move of the game is one's own.
pub const LAST_MOVE: Weight = Weight { early: 60, late: 85 };

/// Rank lost for each reply that a move leaves (fastest first).
pub const REPLY_RANK: i32 = 4_096;
/// Rank lost for each reply that is a corner, besides.
pub const CORNER_REPLY_RANK: i32 = 16_384;
/// Rank of taking a corner.
pub const CORNER_RANK: i32 = 24_576;
/// Rank of a move next to an empty corner.
pub const NEAR_CORNER_RANK: i32 = -6_144;

/// Half the first window around the value of the iteration before, in evaluation units.
pub const ASPIRATION: Score = 250;

/// Evaluation units that make the odds of winning e to 1.
pub const WIN_CHANCE_SCALE: f64 = 700.0;
