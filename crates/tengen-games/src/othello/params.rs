//! The constants of Othello's formula, move ordering, search and default player, with their units and effects.
//!
//! What the search was tuned by is in `docs/lab/othello.md`: the weights of move ordering by nodes to solve endings (halving or doubling any
//! one of them costs 0 to 5 %), the time by matches. Where no figure is named, none is kept.

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

/// The weights of the formula.
pub struct FormulaWeights {
    /// The weight of each move that a side has more than the opponent.
    pub mobility: Weight,
    /// The weight of each empty square more next to the opponent's discs than next to one's own: moves that may come.
    pub potential: Weight,
    /// The weight of a corner.
    pub corner: Weight,
    /// The weight of a disc diagonal to an empty corner.
    pub x_square: Weight,
    /// The weight of a disc beside an empty corner, on the edge.
    pub c_square: Weight,
    /// The weight of any other disc on the edge.
    pub edge: Weight,
    /// The weight of a disc that is proven never to flip, of a side that has a corner.
    pub stable: Weight,
    /// The weight of each disc that a side has more: few discs are better until the end is near.
    pub material: Weight,
    /// The weight of being to move with an odd number of empty squares: the last move of the game is then one's own.
    pub last_move: Weight,
}

/// The weights of the formula. They began as a least-squares fit to the outcomes of games that the evaluation played against itself
/// at depth 4 from random openings on 8x8. Early mobility was then raised and early discs made less of a burden: the plain fit was
/// as strong against its like, but now and then let a greedy opponent wipe it out. Few weights mean much alone: a corner, say, is
/// also a stable disc.
pub const FORMULA: FormulaWeights = FormulaWeights {
    mobility: Weight { early: 70, late: 270 },
    potential: Weight { early: 60, late: -50 },
    corner: Weight { early: 1_500, late: -50 },
    x_square: Weight { early: -1_500, late: -50 },
    c_square: Weight { early: -150, late: -110 },
    edge: Weight { early: 40, late: -40 },
    stable: Weight { early: 220, late: 100 },
    material: Weight { early: -60, late: 5 },
    last_move: Weight { early: 60, late: 85 },
};

/// What is added to the ranks of moves in the shared search, on boards that Othello's own search does not hold.
pub struct Ranks {
    /// What is added for each reply that the move leaves (fastest first).
    pub reply: i32,
    /// What is added, too, for each reply that is a corner.
    pub corner_reply: i32,
    /// What is added for a move into a corner.
    pub corner: i32,
    /// What is added for a move next to an empty corner.
    pub near_corner: i32,
}

/// The ranks of moves in the shared search.
pub const RANKS: Ranks = Ranks { reply: -4_096, corner_reply: -16_384, corner: 24_576, near_corner: -6_144 };

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

/// How moves are put in order, in evaluation units where no other unit is named.
pub struct Ordering {
    /// What each reply left to the enemy costs a move in the endgame search and at the root; a corner counts twice.
    pub reply: i32,
    /// The same in the midgame, where a search of a few plies ranks moves, too.
    pub reply_midgame: i32,
    /// The same at nodes of the midgame search that reach the end of the game.
    pub reply_to_end: i32,
    /// What each empty square next to discs that the enemy may flip costs a move.
    pub open: i32,
    /// What a square in a quadrant with an odd number of empty squares gains.
    pub parity: i32,
    /// What an empty square without an empty neighbour gains.
    pub isolated: i32,
    /// What a corner gains.
    pub corner: i32,
    /// Moves this far below alpha are all alike to the search that ranks moves, in discs.
    pub margin: i32,
}

/// The parameters of move ordering.
pub const ORDERING: Ordering = Ordering {
    reply: 100,
    reply_midgame: 150,
    reply_to_end: 300,
    open: 10,
    parity: 30,
    isolated: 50,
    corner: 50,
    margin: 8,
};

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

/// The numbers of empty squares at which the search changes on its way to the end of the game.
pub struct Endgame {
    /// With this many and fewer the end is searched without the evaluation and without selective cuts.
    pub without_evaluation: i32,
    /// With this many and fewer exact values are kept in a table of the thread's own.
    pub local_table: i32,
    /// With this many and fewer the end is searched without a table, moves on isolated squares first.
    pub isolated_only: i32,
    /// With this many and fewer the principal variation of a search that would stop at the evaluation goes to the end of the game:
    /// there the evaluation is worst, and the end is near (as Edax does).
    pub line_to_end: i32,
    /// With this many and fewer the search to the end of the game begins without selective cuts.
    pub exact_at_once: u32,
    /// The end of the game is searched at once where this many plies are missing to it.
    pub leap: u32,
}

/// The numbers of empty squares at which the search changes.
pub const ENDGAME: Endgame =
    Endgame { without_evaluation: 13, local_table: 12, isolated_only: 6, line_to_end: 10, exact_at_once: 12, leap: 6 };

/// The depths, in plies, at which the midgame search changes.
pub struct Midgame {
    /// At this depth and below nodes are searched without the table.
    pub quick: i32,
    /// From this depth on a node asks the table whether one of its children is a cut.
    pub child_cuts: i32,
    /// From this depth on nodes are split among threads.
    pub split: i32,
}

/// The depths at which the midgame search changes.
pub const MIDGAME: Midgame = Midgame { quick: 2, child_cuts: 5, split: 10 };

/// How long a move is worth thinking about ([`Playable::effort`](tengen_core::playable::Playable::effort)).
pub struct Effort {
    /// The time for a move, in seconds, that the bounds hold for.
    pub pace: f64,
    /// The factor by which the time grows that it takes to solve a position with one more empty square: with so many times as much
    /// time the bounds are a ply sooner.
    pub ply_sooner: f64,
    /// The most plies by which the bounds are later where there is less time.
    pub latest: f64,
    /// Numbers of plies to the end, the fewest first, each with the effort of a move that has fewer.
    pub below: [(i32, u32); 4],
    /// The effort of a move with more plies to the end.
    pub early: u32,
}

/// The efforts. Moves go wrong oftenest just before the end can be searched, and there double the time halves what they lose (from
/// half a disc in 0.05 s at 22 empty squares to a tenth in 0.2 s). The bounds are those of a tenth of a second a move, where the end
/// is seen at once from 16 empty squares on. (`docs/lab/othello.md`, "Matches": evenly distributed time against Edax.)
pub const EFFORT: Effort =
    Effort { pace: 0.1, ply_sooner: 2.15, latest: 8.0, below: [(18, 2), (20, 8), (34, 24), (42, 15)], early: 10 };

/// The effort of a move, see [`EFFORT`].
pub fn effort(plies_left: u32, pace: Duration) -> u32 {
    let Effort { pace: usual, ply_sooner, latest, below, early } = EFFORT;
    let sooner = (pace.as_secs_f64() / usual).log(ply_sooner).round().max(-latest) as i32;
    let plies = plies_left as i32 - sooner;
    below.iter().find(|&&(bound, _)| plies < bound).map_or(early, |&(_, effort)| effort)
}

/// The alpha, in discs, from which on the enemy's stable discs are counted at a node: a sum over its number of empty squares.
pub struct StabilityCut {
    /// With fewer empty squares there are few, and with fewer than the second number some.
    pub bounds: [i32; 2],
    /// The summand for each empty square where there are few, and where there are some.
    pub linear: [i32; 2],
    /// The summand that does not depend on the empty squares where there are few, and where there are some.
    pub constant: [i32; 2],
    /// The alpha where there are more.
    pub many: i32,
}

/// The parameters of the stability cutoff.
pub const STABILITY_CUT: StabilityCut = StabilityCut { bounds: [8, 13], linear: [2, 3], constant: [-2, -4], many: 36 };

/// For each number of empty squares, the alpha of [`STABILITY_CUT`].
pub const STABILITY_FROM: [i32; 64] = {
    let StabilityCut { bounds, linear, constant, many } = STABILITY_CUT;
    let mut from = [many; 64];
    let mut empties = 0;
    while empties < bounds[1] {
        let amount = (empties >= bounds[0]) as usize;
        from[empties as usize] = linear[amount] * empties + constant[amount];
        empties += 1;
    }
    from
};

/// A level of selectivity.
#[derive(Clone, Copy, Debug)]
pub struct Selectivity {
    /// The error that a cut allows for, in standard deviations of the difference between the shallow and the deep search.
    pub sigmas: f32,
    /// The chance, in percent, that a cut is right.
    pub confidence: u8,
}

/// The levels of selectivity, the most selective first; the last cuts nothing.
pub const SELECTIVITIES: [Selectivity; 6] = [
    Selectivity { sigmas: 1.1, confidence: 73 },
    Selectivity { sigmas: 1.5, confidence: 87 },
    Selectivity { sigmas: 2.0, confidence: 95 },
    Selectivity { sigmas: 2.6, confidence: 98 },
    Selectivity { sigmas: 3.3, confidence: 99 },
    Selectivity { sigmas: f32::INFINITY, confidence: 100 },
];

/// The least depth in plies at which selective cuts are tried; at a lower depth a cut saves little and errs as much.
pub const SELECTIVE_FROM: i32 = 4;

/// The error of a shallow search against a deep one: the logarithm of the standard deviation in discs, a sum of weights.
pub struct SearchError {
    /// The summand that depends on nothing.
    pub constant: f32,
    /// The summand for each empty square.
    pub empties: f32,
    /// The summand for each ply of the deep search.
    pub depth: f32,
    /// The summand for each ply of the shallow search.
    pub reduced: f32,
}

/// The error against a search that stops at the evaluation. Fitted by `tengen train probcut`.
pub const SIGMA_MIDGAME: SearchError =
    SearchError { constant: 1.87, empties: -0.0206, depth: 0.0485, reduced: -0.1515 };

/// The error against a search to the end of the game, whose depth is the number of empty squares. Fitted to 1,600 positions with 8
/// to 22 empty squares.
pub const SIGMA_ENDGAME: SearchError = SearchError { constant: 1.91, empties: 0.0114, depth: 0.0, reduced: -0.0835 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_that_matter_most_come_sooner_where_there_is_more_time() {
        // One ply sooner for each factor of `ply_sooner` in time: 0.1 s is the base, then two plies later, then nine plies sooner.
        for (pace, sooner) in [(0.1, 0), (0.0216, -2), (98.0, 9)] {
            let effort = |plies: i32| super::effort((plies + sooner) as u32, Duration::from_secs_f64(pace));
            assert_eq!([10, 17, 18, 20, 33, 34, 41, 42, 50].map(effort), [2, 2, 8, 24, 24, 15, 15, 10, 10], "{pace} s");
        }
        // No clock is too short or too long.
        assert_eq!(effort(60, Duration::ZERO), 10);
        assert_eq!(effort(1, Duration::MAX), 2);
    }
}
