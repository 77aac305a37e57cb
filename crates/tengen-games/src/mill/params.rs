//! The numbers of the mill family, each with its unit and effect.

use tengen_core::playable::{LEVEL_COUNT, Level};
use tengen_core::search::Scale;

/// Plies without a removal after which the game is drawn, where no option says otherwise; those that tables count.
pub const QUIET_PLIES: u8 = 100;

/// The size in MiB of the cache of unpacked table blocks where no other is set.
pub const TABLES_CACHE: usize = 64;

/// The number of layers that `first` searches below its own move.
pub const FIRST_LAYERS: u32 = 7;
/// What a win is worth to `first`.
pub const FIRST_WIN: i32 = 1000;
/// What a carry, or a removal for a mill, is worth to `first`, whatever comes after it.
pub const FIRST_CARRY: i32 = 660;
/// What a clamp is worth to `first`, whatever comes after it.
pub const FIRST_CLAMP: i32 = 320;
/// The value that `first` gives a position at the end of its search.
pub const FIRST_LEAF: i32 = 3;

/// Order of the zhiqi solver's moves: what a threat to win is worth, more than all else together.
pub const SOLVER_THREAT: u32 = 64;
/// Order of the zhiqi solver's moves: what each point is worth on which the opponent cannot capture.
pub const SOLVER_SAFE: u32 = 2;
/// Order of the zhiqi solver's moves: what the middle of a side is worth over a corner.
pub const SOLVER_SIDE: u32 = 1;

/// How many of its own stones ahead a fallible opponent is taken to see, for its own and for our wins.
pub const TRAP_SIGHT: u8 = 4;
/// Plies to the next removal within which a fallible opponent is taken to see its wins and losses, where tables tell them.
pub const TRAP_PLIES: u16 = 4;
/// How much likelier a fallible opponent plays a capture than another move.
pub const TRAP_CAPTURE: f64 = 3.0;
/// How many of the best moves are searched one turn further for traps.
pub const TRAP_BREADTH: usize = 3;
/// What a draw counts in the prospect of a move against a fallible opponent; a loss counts nothing.
pub const TRAP_DRAW: f64 = 1.0;
/// What a win counts in the prospect of a move. No prospect is larger, so a move that is searched one turn further gets as much
/// on top.
pub const TRAP_WIN: f64 = 2.0;

// The weights of the evaluation, in hundredths of a stone.

/// The weight of a stone, on the board or in hand.
pub const STONE: i32 = 100;
/// The weight of a stone that stands in a mill.
pub const MILL: i32 = 6;
/// The weight of a point that closes a mill, counted twice where the opponent cannot step on it.
pub const POSSIBLE_MILL: i32 = 12;
/// The weight of a stone in a mill beside a point that closes another mill: it may open and close one every turn.
pub const SWINGING_MILL: i32 = 40;
/// The weight of an empty point next to own stones.
pub const MOBILITY: i32 = 5;
/// The weight of a stone without an empty neighbour.
pub const BLOCKED: i32 = 8;
/// Zhiqi: the weight of a stone in a line that the opponent has not entered.
pub const ZHIQI_LINE: i32 = 10;
/// Zhiqi: the weight of a point from which the opponent can capture.
pub const ZHIQI_EXPOSED: i32 = 25;
/// The weight of the right to move.
pub const EVAL_TEMPO: i32 = 5;

/// Half the width of the first window around the last iteration's value, in hundredths of a stone.
pub const ASPIRATION: i32 = 60;
/// The depth in plies from which on late moves are searched a ply less deep at first.
pub const REDUCTION_DEPTH: i32 = 4;
/// The place of a move in the order, from 0, from which on it is late.
pub const REDUCTION_PLACE: usize = 6;
/// Move order: the rank of a win, or of a mill.
pub const RANK_MILL: i32 = 60_000;
/// Move order: the rank of a capture in zhiqi, or of the removal of a stone beside a possible mill.
pub const RANK_CAPTURE: i32 = 30_000;
/// Move order: the rank of a stone where the opponent would close a mill, or in zhiqi of one that threatens to win.
pub const RANK_STOP: i32 = 25_000;
/// Values are in hundredths of a stone; with 1.5 stones more the side to move wins three games of four: odds of 3, whose
/// natural logarithm is 1.0986.
pub const SCALE: Scale = Scale { point: 100, odds: 150.0 / 1.098_612_288_668_109_8, most: 10_000, shortest: u32::MAX };

/// The levels, with their Elo on Nine Men's Morris.
pub const LEVELS: [Level; LEVEL_COUNT] = [
    Level::new(1, 30, 4.0, 0),
    Level::new(1, 30, 0.8, 204),
    Level::new(1, 30, 0.25, 409),
    Level::new(1, 30, 0.1, 730),
    Level::new(2, 8, 0.3, 1050),
    Level::new(2, 8, 0.1, 1263),
    Level::new(3, 8, 0.1, 1623),
    Level::new(4, 8, 0.1, 1890),
    Level::new(5, 1, 1.0, 2094),
    Level::new(8, 1, 1.0, 2331),
];
