//! The constants of gomoku's players. Values are in points of evaluation: a free point where one side could make an
//! open two counts about ten.

use super::cells::Threat;
use crate::games::BenchPosition;
use crate::search::Score;

/// Points of evaluation that raise the odds of a win by the factor e.
pub const WIN_CHANCE_SCALE: f64 = 200.0;

/// What a free point is worth to the side that could make this [`Pattern`](super::lines::Pattern) there, for each
/// of the four directions.
pub const LINE_VALUE: [i16; 14] = [0, 0, 1, 2, 4, 7, 9, 11, 12, 18, 22, 26, 60, 100];

/// What it is worth beyond the sum of its lines, by [`Threat`].
pub const THREAT_VALUE: [i16; Threat::COUNT] = [0, 0, 0, 80, 80, 40, 0];

/// What a free point is worth beyond the sum of its lines where two threes could be made.
pub const DOUBLE_THREE_VALUE: i16 = 30;

/// How much a pattern speaks for a move, own or in the enemy's way. One unit weighs as much as [`RANK_UNIT`].
pub const LINE_RANK: [i16; 14] = [0, 0, 1, 3, 4, 9, 11, 13, 14, 30, 36, 40, 200, 400];

/// How much a threat speaks for a move beyond its lines.
pub const THREAT_RANK: [i16; Threat::COUNT] = [0, 0, 0, 300, 600, 600, 2000];

/// How much two threes speak for a move.
pub const DOUBLE_THREE_RANK: i16 = 100;

/// The weight of one unit of rank against the history's 0 to 16,384: how fast the search trusts what it has learnt.
pub const RANK_UNIT: i32 = 64;

/// How much more an own pattern speaks for a move than the same one of the enemy's, in sixteenths.
pub const ATTACK: i32 = 20;

/// The worth of the right to move, as sixteenths of the own values added.
pub const TEMPO: Score = 4;

/// Moves searched at a node without threats; more cost time, fewer miss quiet moves.
pub const BREADTH: usize = 32;

/// Half the first window around the last iteration's value.
pub const ASPIRATION: Score = 60;

/// Nodes that the search for a victory by continuous fours may take at each leaf.
pub const LEAF_VCF_NODES: u32 = 32;

/// Nodes that it may take at the root.
pub const ROOT_VCF_NODES: u32 = 2_000_000;

/// The part of the time for a move that it may take at the root: one part in so many.
pub const ROOT_VCF_SHARE: u32 = 4;

/// What `tengen bench` searches.
pub const BENCH: &[BenchPosition] = &[];
