//! The constants of gomoku's players. Values are in points of evaluation, of which 200 multiply the odds of a win by e.

use tengen_core::game::Size;
use tengen_core::playable::{BenchPosition, LEVEL_COUNT, Level};
use tengen_core::search::{Scale, Score};

/// Values read in points of evaluation.
pub const SCALE: Scale = Scale { shortest: 4, ..Scale::USUAL };

/// The levels, with their Elo on freestyle on 15x15.
pub const LEVELS: [Level; LEVEL_COUNT] = [
    Level::new(1, 60, 8.0, 0),
    Level::new(1, 30, 3.0, 372),
    Level::new(1, 30, 1.0, 703),
    Level::new(1, 30, 0.2, 915),
    Level::new(2, 8, 0.25, 1103),
    Level::new(3, 8, 0.1, 1258),
    Level::new(5, 1, 1.0, 1431),
    Level::new(7, 1, 1.0, 1538),
    Level::new(10, 1, 1.0, 1814),
    Level::new(13, 1, 1.0, 2069),
];

/// An attack's history, divided by this, is added to its ordering score.
pub const ATTACK_HISTORY: i32 = 128;

/// A quiet move's history, divided by this, is added to its ordering score.
pub const QUIET_HISTORY: i32 = 256;

/// What the ordering score of the move that refuted the enemy's last one is raised by.
pub const COUNTER_MOVE: i32 = 21;

/// A ply, the unit of depths.
pub const PLY: i32 = 16;

/// Plies in sixteenths.
const fn plies(plies: f64) -> i32 {
    (plies * PLY as f64 + 0.5) as i32
}

/// Half the first window around the last iteration's value.
pub const ASPIRATION: Score = 30;

/// Below this depth a node whose value is far below alpha is searched for fours only.
pub const RAZOR_DEPTH: i32 = plies(2.6);

/// How far: by the square of the depth, in sixteenths, the depth, and without it.
pub const RAZOR: [Score; 3] = [2, 11, 15];

/// How much worse a value may become a ply: a node whose value is above beta by more is cut. The second is for nodes where a
/// cut is expected and the table knows nothing.
pub const FUTILITY: [Score; 2] = [75, 60];

/// Moves looked at, those left out included, at a node where one does not lose, beyond 3: in 1/64, a ply, and a ply squared; half of all where the
/// static value does not rise.
pub const MOVES: [i32; 2] = [77, 6];

/// Below this depth moves that do nothing for either side are left out, as are distant ones in face of an open four.
pub const TRIVIAL_DEPTH: i32 = plies(2.0);

/// Late moves are searched less deep by ln(depth) ln(place) times this, in 1/64.
pub const REDUCTION: i32 = 40;

/// Less reduced: a position that is or was on a principal variation.
pub const WAS_PV: i32 = plies(0.97);

/// More reduced: a node where a cut is expected, unless by a killer.
pub const CUT_NODE: i32 = plies(1.8);

/// More reduced: answers to an open four that do not take away a four and are far from the enemy's last stone, from the own.
pub const FAR_DEFENCE: [i32; 2] = [plies(1.93), plies(0.96)];

/// Less reduced: an attack after an attack.
pub const CONTINUED_ATTACK: i32 = plies(0.53);

/// A ply's reduction in units of history, at low and at high depths.
pub const HISTORY_SCALE: [i32; 2] = [12_267, 16_647];

/// Where high depths begin.
pub const HISTORY_DEPTH: i32 = plies(5.4);

/// The history of a move that is reduced neither more nor less.
pub const HISTORY_MEAN: i32 = 3322;

/// Less deep on a principal variation: by this part, in 1/64, of what the table's entry is less deep, at most so much.
pub const OLD_MOVE: i32 = 18;

/// The most of it.
pub const OLD_MOVE_MOST: i32 = plies(3.6);

/// Less deep on a principal variation: without a move of the table.
pub const NO_MOVE: i32 = plies(0.32);

/// Moves are searched a ply less deep where a cut is expected and the value is above beta by this, a ply, and more where the
/// enemy threatens a five or an open four.
pub const FAIL_HIGH: [Score; 3] = [-7, 12, 70];

/// A reduced move that beats alpha by this, and so much a ply saved, is searched a ply deeper.
pub const DEEPER: [Score; 2] = [27, 9];

/// A reduced move that beats alpha by this, and so much a ply saved, is searched two plies deeper.
pub const MUCH_DEEPER: [Score; 2] = [280, 21];

/// Beyond so many extra plies on a line, reduced moves are no more searched two plies deeper.
pub const EXTRA_MOST_REDUCED: i32 = plies(5.0);

/// Beyond so many extra plies on a line, singular moves are no more searched deeper.
pub const EXTRA_MOST_SINGULAR: i32 = plies(10.8);

/// Deeper: the reply to a four.
pub const REPLY_TO_FOUR: i32 = plies(1.3);

/// From this depth on the table's move is tried for whether it is the only good one.
pub const SINGULAR_DEPTH: i32 = plies(6.65);

/// The table's entry must be at most so much less deep.
pub const SINGULAR_TABLE: i32 = plies(2.03);

/// How much worse all others must be, in sixteenths a ply.
pub const SINGULAR_MARGIN: i32 = 12;

/// How much less deep they are searched, in 1/64 of the depth.
pub const SINGULAR_REDUCTION: i32 = 35;

/// How much worse still for two plies, less up to 9 at high depths.
pub const DOUBLE_SINGULAR: Score = 23;

/// Less deep: a move that is not singular and expected to cut.
pub const NOT_SINGULAR: i32 = plies(1.5);

/// Deeper: the table's move on a principal variation.
pub const TABLE_MOVE_PV: i32 = plies(0.25);

/// Deeper: the table's move elsewhere.
pub const TABLE_MOVE: i32 = plies(0.08);

/// Deeper: the table's move where it is a four within 4 lines of the own last stone.
pub const FOUR_AT_4: i32 = plies(0.24);

/// Within 6.
pub const FOUR_AT_6: i32 = plies(0.05);

/// Nodes down to this depth are split among threads; below, handing work over costs more than it gains.
pub const SPLIT_DEPTH: i32 = plies(8.0);

/// At a leaf fours are tried within so many rows and columns of the own last stone.
pub const LEAF_SQUARE: u8 = 2;

/// And at most so far away on a line through it.
pub const LEAF_LINE: u8 = 4;

/// Nodes that the search for a victory by threats may take at the root of a search for a move.
pub const ROOT_THREATS_NODES: u32 = 20_000;

/// The part of the nodes or the time for a move that it may take there: one part in so many.
pub const ROOT_THREATS_SHARE: u32 = 8;

/// Nodes that it may take where the value is asked for, and the part of nodes or time.
pub const PROOF_NODES: u32 = 20_000_000;

/// The part of nodes or time.
pub const PROOF_SHARE: u32 = 2;

/// Threes that a threat search tries on one line.
pub const THREATS_THREES: u8 = 12;

/// Nodes of the first threat search at a node of a proof search; each further one may take twice as many.
pub const PROOF_THREATS_NODES: u32 = 1024;

/// A further one comes when so many times its nodes were spent on the node: on every level of the tree they are added to all
/// that was spent below.
pub const PROOF_THREATS_SHARE: u64 = 8;

/// The loser's threat search at such a node takes one part in so many of that.
pub const PROOF_LOSER_SHARE: u32 = 4;

/// The winner's moves that a proof search looks at first, at each of its nodes.
pub const PROOF_WIDTH: usize = 5;

/// How many more when the nodes spent on them have doubled.
pub const PROOF_WIDER: usize = 1;

/// The proof number of the best of them, before it is looked at; each further one has 1 more.
pub const PROOF_FIRST: u32 = 4;

/// What a move of the winner's adds to the proof number of the position after it: without it a search goes on and on where
/// each step looks easy.
pub const PROOF_MOVE: u32 = 2;

/// The nodes spent on a position of the winner's from which on a search for a move is asked.
pub const PROOF_ADVICE_NODES: u64 = 1 << 13;

/// That search may take one part in so many of them.
pub const PROOF_ADVICE_SHARE: u64 = 16;

/// What every move but the one it finds adds, beside that.
pub const PROOF_UNADVISED: u32 = 12;

/// So many children add 1 to the number of a node, beside the hardest.
pub const PROOF_OTHERS: u32 = 8;

/// Nodes that the search for a reply that wins by threats may take, at least and at most.
pub const REPLY_NODES: [u64; 2] = [500, 20_000];

/// Between them it takes one part in so many of all nodes so far.
pub const REPLY_SHARE: u64 = 16;

/// What `tengen bench` searches.
pub const BENCH: &[BenchPosition] = &[
    BenchPosition { rule: "freestyle", size: Size::square(15), moves: "H8 H9", depth: 14 },
    BenchPosition { rule: "freestyle", size: Size::square(15), moves: "L14 J13 G10 K12", depth: 14 },
    BenchPosition { rule: "freestyle", size: Size::square(20), moves: "K10 L11 K12 M10", depth: 14 },
    BenchPosition { rule: "standard", size: Size::square(15), moves: "C11 B14 F15 C10 D7", depth: 14 },
    BenchPosition { rule: "renju", size: Size::square(15), moves: "H8 H9 J10", depth: 14 },
    BenchPosition { rule: "caro", size: Size::square(15), moves: "B7 B11 D11 D7 C6", depth: 14 },
];
