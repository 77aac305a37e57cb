//! The constants of the mill family, with their units and effects. Where no figure is named, none is kept.

use tengen_core::playable::{LEVEL_COUNT, Level};
use tengen_core::search::{Scale, Score};

/// Plies without a removal after which the game is drawn, where no option says otherwise; those that tables count.
pub const QUIET_PLIES: u8 = 100;

/// The size in MiB of the cache of unpacked table blocks where no other is set.
pub const TABLES_CACHE: usize = 64;

/// The classic player `first`.
pub struct FirstPlayer {
    /// The number of layers that it searches below its own move.
    pub layers: u32,
    /// What a win is worth.
    pub win: Score,
    /// What a carry, or a removal for a mill, is worth, whatever comes after it.
    pub carry: Score,
    /// What a clamp is worth, whatever comes after it.
    pub clamp: Score,
    /// The value of a position at the end of its search.
    pub leaf: Score,
}

/// The parameters of the classic player `first`.
pub const FIRST: FirstPlayer = FirstPlayer { layers: 7, win: 1000, carry: 660, clamp: 320, leaf: 3 };

/// The order of the zhiqi solver's moves.
pub struct SolverOrder {
    /// What a threat to win is worth, more than all else together.
    pub threat: u32,
    /// What each point is worth on which the opponent cannot capture.
    pub safe: u32,
    /// What the middle of a side is worth over a corner.
    pub side: u32,
}

/// The order of the zhiqi solver's moves.
pub const SOLVER_ORDER: SolverOrder = SolverOrder { threat: 64, safe: 2, side: 1 };

/// What a fallible opponent is taken to see and to play, by which the draw is chosen where its mistakes are likeliest.
pub struct Trap {
    /// How many of its own stones ahead it sees, for its own and for our wins.
    pub sight: u8,
    /// Plies to the next removal within which it sees its wins and losses, where tables tell them.
    pub plies: u16,
    /// How much likelier it plays a capture than another move.
    pub capture: f64,
    /// How many of the best moves are searched one turn further.
    pub breadth: usize,
    /// What a draw counts in the prospect of a move; a loss counts nothing.
    pub draw: f64,
    /// What a win counts in the prospect of a move. No prospect is larger, so a move that is searched one turn further gets as much
    /// on top.
    pub win: f64,
}

/// The fallible opponent. Against the program's own search to depth 7 this draw scored 85.0 % of 200 games, the draw with the best
/// evaluation 75.5 %; sight of 8 plies was no better (`docs/lab/mill.md`, "Play").
pub const TRAP: Trap = Trap { sight: 4, plies: 4, capture: 3.0, breadth: 3, draw: 1.0, win: 2.0 };

/// The weights of the evaluation, in hundredths of a stone.
pub struct EvalWeights {
    /// The weight of a stone, on the board or in hand.
    pub stone: Score,
    /// The weight of a stone that stands in a mill.
    pub mill: Score,
    /// The weight of a point that closes a mill, counted twice where the opponent cannot step on it.
    pub possible_mill: Score,
    /// The weight of a stone in a mill beside a point that closes another mill: it may open and close one every turn.
    pub swinging_mill: Score,
    /// The weight of an empty point next to own stones.
    pub mobility: Score,
    /// The weight of a stone without an empty neighbour.
    pub blocked: Score,
    /// Zhiqi: the weight of a stone in a line that the opponent has not entered.
    pub zhiqi_line: Score,
    /// Zhiqi: the weight of a point from which the opponent can capture.
    pub zhiqi_exposed: Score,
    /// The weight of the right to move.
    pub tempo: Score,
}

/// The weights of the evaluation.
pub const EVAL: EvalWeights = EvalWeights {
    stone: 100,
    mill: 6,
    possible_mill: 12,
    swinging_mill: 40,
    mobility: 5,
    blocked: -8,
    zhiqi_line: 10,
    zhiqi_exposed: -25,
    tempo: 5,
};

/// Half the width of the first window around the last iteration's value, in hundredths of a stone.
pub const ASPIRATION: Score = 60;

/// Late move reductions.
pub struct Reduction {
    /// The depth in plies from which on late moves are searched less deep at first.
    pub depth: i32,
    /// The place of a move in the order, from 0, from which on it is late.
    pub place: usize,
    /// By how many plies late moves are searched less deep.
    pub plies: i32,
}

/// The parameters of late move reductions.
pub const REDUCTION: Reduction = Reduction { depth: 4, place: 6, plies: 1 };

/// The ranks by which moves are put in order.
pub struct Ranks {
    /// The rank of a win, or of a mill.
    pub mill: i32,
    /// The rank of a capture in zhiqi; what the removal of a stone beside a possible mill adds.
    pub capture: i32,
    /// The rank of a stone where the opponent would close a mill, or in zhiqi of one that threatens to win.
    pub stop: i32,
}

/// The ranks of moves.
pub const RANKS: Ranks = Ranks { mill: 60_000, capture: 30_000, stop: 25_000 };

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
