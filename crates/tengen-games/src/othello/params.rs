//! The constants of Othello's formula, move ordering, search and default player, with their units and effects. The levels of
//! selectivity are in `search/midgame.rs`.

use std::time::Duration;
use tengen_core::playable::{LEVEL_COUNT, Level};
use tengen_core::search::{Scale, Score};

/// Evaluation units that a disc is worth.
pub const DISC: Score = 100;

/// A weight of the formula at the start and at the end of the game, in evaluation units; between them it changes linearly with
/// the number of empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// The weight where all squares are empty.
    pub early: Score,
    /// The weight where no square is empty.
    pub late: Score,
}

// The weights below began as a least-squares fit to the outcomes of games that the evaluation played against itself
// at depth 4 from random openings on 8x8. Early mobility was then raised and early discs made less of a burden: the
// plain fit was as strong against its like, but now and then let a greedy opponent wipe it out. Few weights mean much
// alone: a corner, say, is also a stable disc.

/// The weight of each move that a side has more than the opponent.
pub const MOBILITY: Weight = Weight { early: 70, late: 270 };
/// The weight of each empty square more next to the opponent's discs than next to one's own: moves that may come.
pub const POTENTIAL: Weight = Weight { early: 60, late: -50 };
/// The weight of a corner.
pub const CORNER: Weight = Weight { early: 1_500, late: -50 };
/// The weight of a disc diagonal to an empty corner.
pub const X_SQUARE: Weight = Weight { early: -1_500, late: -50 };
/// The weight of a disc beside an empty corner, on the edge.
pub const C_SQUARE: Weight = Weight { early: -150, late: -110 };
/// The weight of any other disc on the edge.
pub const EDGE: Weight = Weight { early: 40, late: -40 };
/// The weight of a disc that is proven never to flip, of a side that has a corner.
pub const STABLE: Weight = Weight { early: 220, late: 100 };
/// The weight of each disc that a side has more: few discs are better until the end is near.
pub const MATERIAL: Weight = Weight { early: -60, late: 5 };
/// The weight of being to move with an odd number of empty squares: the last move of the game is then one's own.
pub const LAST_MOVE: Weight = Weight { early: 60, late: 85 };

// Ranks order the moves of the shared search, on boards that Othello's own search does not hold.

/// The rank that a move loses for each reply that it leaves (fastest first).
pub const REPLY_RANK: i32 = 4_096;
/// The additional rank that a move loses for each reply that is a corner.
pub const CORNER_REPLY_RANK: i32 = 16_384;
/// The rank that a move into a corner gains.
pub const CORNER_RANK: i32 = 24_576;
/// The rank that a move next to an empty corner gains.
pub const NEAR_CORNER_RANK: i32 = -6_144;

/// Half the width of the first window around the value of the iteration before, in evaluation units.
pub const ASPIRATION: Score = 250;

/// Values read in discs; seven discs make the odds of winning e to 1.
pub const SCALE: Scale = Scale { point: DISC, odds: 700.0, most: 100 * DISC, shortest: u32::MAX };

/// The levels, with their Elo on 8x8.
pub const LEVELS: [Level; LEVEL_COUNT] = [
    Level::new(1, 30, 2.5, 0),
    Level::new(1, 30, 1.1, 297),
    Level::new(1, 30, 0.6, 658),
    Level::new(1, 30, 0.25, 1033),
    Level::new(2, 8, 0.3, 1354),
    Level::new(3, 8, 0.2, 1687),
    Level::new(4, 8, 0.05, 1974),
    Level::new(6, 1, 1.0, 2307),
    Level::new(9, 1, 1.0, 2604),
    Level::new(14, 1, 1.0, 2962),
];

/// The largest value of a game, in evaluation units.
pub const MOST: Score = 64 * DISC;

/// The corners of an 8x8 board.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What each reply left to the enemy costs a move in the order, in evaluation units; a corner counts twice.
pub const REPLY_ORDER: i32 = 100;

/// What each reply left to the enemy costs a move, in evaluation units, in the midgame, where a search of a few plies ranks
/// moves, too; a corner counts twice.
pub const REPLY_ORDER_MIDGAME: i32 = 150;

/// What each reply left to the enemy costs a move, in evaluation units, at nodes of the midgame search that reach the end of the
/// game; a corner counts twice.
pub const REPLY_ORDER_TO_END: i32 = 300;

/// The depth of the search of a few plies that ranks the moves of a node: it grows with the depth of the node.
pub struct OrderDepth {
    /// The depth of the node, in plies, above which moves are ranked by a search.
    pub from: i32,
    /// For how many plies of the node's depth the search gets one ply.
    pub ply: i32,
    /// The largest depth of the search, in plies.
    pub most: i32,
}

/// The depth of the search that ranks moves in the midgame.
pub const ORDER_DEPTH_MIDGAME: OrderDepth = OrderDepth { from: 8, ply: 6, most: 4 };

/// The depth of the search that ranks moves at nodes that reach the end of the game.
pub const ORDER_DEPTH_TO_END: OrderDepth = OrderDepth { from: 12, ply: 4, most: 4 };

/// What each empty square next to discs that the enemy may flip costs a move in the order, in evaluation units.
pub const OPEN_ORDER: i32 = 10;

/// What a square in a quadrant with an odd number of empty squares gains in the order, in evaluation units.
pub const PARITY_ORDER: i32 = 30;

/// What an empty square without an empty neighbour gains in the order, in evaluation units.
pub const ISOLATED_ORDER: i32 = 50;

/// What a corner gains in the order, in evaluation units.
pub const CORNER_ORDER: i32 = 50;

/// With this many empty squares and fewer, the end is searched without a table, moves on isolated squares first.
pub const ISOLATED_ONLY: i32 = 6;

/// With this many empty squares and fewer, the end is searched without the evaluation and without selective cuts.
pub const ENDGAME: i32 = 13;

/// At this depth and below, in plies, the midgame is searched without the table.
pub const QUICK: i32 = 2;

/// From this depth on, in plies, a node asks the table whether one of its children is a cut.
pub const CHILD_CUTS: i32 = 5;

/// From this depth on, in plies, nodes are split among threads.
pub const SPLIT_DEPTH: i32 = 10;

/// The factor by which the time grows that it takes to solve a position with one more empty square.
pub const PLY_SOONER: f64 = 2.15;

/// How long a move is worth thinking about ([`Playable::effort`](tengen_core::playable::Playable::effort)). Moves go wrong
/// oftenest just before the end can be searched, and there double the time halves what they lose (from half a disc in 0.05 s at
/// 22 empty squares to a tenth in 0.2 s). The bounds are those of a tenth of a second a move, where the end is seen at once from
/// 16 empty squares on; with [`PLY_SOONER`] times as much time it is seen a ply sooner.
pub fn effort(plies_left: u32, pace: Duration) -> u32 {
    let sooner = (pace.as_secs_f64() / 0.1).log(PLY_SOONER).round().max(-8.0) as i32;
    match plies_left as i32 - sooner {
        ..18 => 2,
        18..20 => 8,
        20..34 => 24,
        34..42 => 15,
        _ => 10,
    }
}

/// The end of the game is searched at once where this many plies are missing to it.
pub const ENDGAME_LEAP: u32 = 6;

/// With this many empty squares and fewer, the principal variation of a search that would stop at the evaluation goes to the end
/// of the game: there the evaluation is worst, and the end is near (as Edax does).
pub const LINE_TO_END: i32 = 10;

/// With this many empty squares and fewer, the search to the end of the game begins without selective cuts.
pub const EXACT_AT_ONCE: u32 = 12;

/// For each number of empty squares, the alpha in discs from which on the enemy's stable discs are counted.
pub const STABILITY_FROM: [i32; 64] = {
    let mut from = [0; 64];
    let mut empties = 0;
    while empties < 64 {
        from[empties] = match empties as i32 {
            few @ 0..8 => 2 * few - 2,
            some @ 8..13 => 3 * some - 4,
            _ => 36,
        };
        empties += 1;
    }
    from
};

/// With this many empty squares and fewer, exact values are kept in a table of the thread's own.
pub const LOCAL_TABLE: i32 = 12;

/// The error of a shallow search against one that stops at the evaluation: the logarithm of the standard deviation in discs, as
/// weights of 1, empty squares, depth and reduced depth. Fitted by `tengen train probcut`.
pub const SIGMA_MIDGAME: [f32; 4] = [1.87, -0.0206, 0.0485, -0.1515];

/// The error of a shallow search against one to the end of the game, whose depth is the number of empty squares: the logarithm of
/// the standard deviation in discs, as weights of 1, empty squares, depth and reduced depth. Fitted to 1,600 positions with 8 to
/// 22 empty squares.
pub const SIGMA_ENDGAME: [f32; 4] = [1.91, 0.0114, 0.0, -0.0835];

/// Moves this many discs below alpha are all alike to the search that ranks moves.
pub const ORDER_MARGIN: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_that_matter_most_come_sooner_where_there_is_more_time() {
        // One ply sooner for each factor of PLY_SOONER in time: 0.1 s is the base, then two plies later, then nine plies sooner.
        for (pace, sooner) in [(0.1, 0), (0.0216, -2), (98.0, 9)] {
            let effort = |plies: i32| super::effort((plies + sooner) as u32, Duration::from_secs_f64(pace));
            assert_eq!([10, 17, 18, 20, 33, 34, 41, 42, 50].map(effort), [2, 2, 8, 24, 24, 15, 15, 10, 10], "{pace} s");
        }
        // No clock is too short or too long.
        assert_eq!(effort(60, Duration::ZERO), 10);
        assert_eq!(effort(1, Duration::MAX), 2);
    }
}
