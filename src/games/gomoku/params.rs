//! The constants of gomoku's players. Values are in points of evaluation, of which 200 multiply the odds of a win by e.

use crate::game::Size;
use crate::games::BenchPosition;
use crate::search::{Scale, Score};

/// Values read in points of evaluation.
pub const SCALE: Scale = Scale::USUAL;

/// What a free point is worth to a side that could make this [`Pattern`](super::lines::Pattern) there, for each of the
/// four directions: first to the side to move, then to the other.
///
/// These and the other values are 200 times the weights of a logistic regression of the result on pattern counts, over
/// 13,988 quiet positions of self-play (log-loss 0.652); open fours do not occur there and are estimates.
pub const LINE_VALUE: [[i16; 14]; 2] =
    [[0, 0, 2, 1, 1, 4, 5, 4, 7, 29, 40, 26, 60, 60], [0, 0, 1, 1, 1, 4, 4, 4, 7, 17, 27, 19, 50, 60]];

/// What a free point is worth beyond the sum of its lines where a four and a three could be made, in the same order:
/// the side to move has found its victory by fours already, if there is one.
pub const FOUR_THREE_VALUE: [i16; 2] = [0, 125];

/// What a free point is worth beyond the sum of its lines where two threes could be made.
pub const DOUBLE_THREE_VALUE: [i16; 2] = [155, 0];

/// The ordering score of a pattern, own or of the enemy's that the move blocks, in [`RANK_UNIT`].
pub const LINE_RANK: [i16; 14] = [0, 0, 1, 3, 4, 9, 11, 13, 14, 30, 36, 40, 200, 400];

/// The ordering score of each [`Threat`](super::cells::Threat) beyond that of its lines.
pub const THREAT_RANK: [i16; 7] = [0, 0, 0, 300, 600, 600, 2000];

/// The ordering score of two threes.
pub const DOUBLE_THREE_RANK: i16 = 100;

/// The weight of one unit of rank against the history's 0 to 16,384: how fast the search trusts what it has learnt.
pub const RANK_UNIT: i32 = 64;

/// The weight of an own pattern's ordering score against the same one of the enemy's, in sixteenths.
pub const ATTACK: i32 = 20;

/// The worth of the right to move beyond what the values say.
pub const TEMPO: Score = 2;

/// Moves searched at a node without threats; more cost time, fewer miss quiet moves.
pub const BREADTH: usize = 16;

/// Up to so many candidates cost no depth: the answers to fours and threes. With 16 moves at quiet nodes this gained
/// +54 =2 -24 at 10,000 nodes a move over 1 and 32.
pub const FORCED: usize = 5;

/// Half the first window around the last iteration's value.
pub const ASPIRATION: Score = 60;

/// Nodes that the search for a victory by continuous fours may take at each leaf.
pub const LEAF_VCF_NODES: u32 = 32;

/// Nodes that it may take at the root.
pub const ROOT_VCF_NODES: u32 = 2_000_000;

/// The part of the time for a move that it may take at the root: one part in so many.
pub const ROOT_VCF_SHARE: u32 = 4;

/// What `tengen bench` searches.
pub const BENCH: &[BenchPosition] = &[
    BenchPosition { rule: "freestyle", size: Size::square(15), moves: "H8 H9", depth: 8 },
    BenchPosition { rule: "freestyle", size: Size::square(15), moves: "L14 J13 G10 K12", depth: 8 },
    BenchPosition { rule: "freestyle", size: Size::square(20), moves: "K10 L11 K12 M10", depth: 7 },
    BenchPosition { rule: "standard", size: Size::square(15), moves: "C11 B14 F15 C10 D7", depth: 8 },
    BenchPosition { rule: "renju", size: Size::square(15), moves: "H8 H9 J10", depth: 8 },
    BenchPosition { rule: "caro", size: Size::square(15), moves: "B7 B11 D11 D7 C6", depth: 8 },
];
