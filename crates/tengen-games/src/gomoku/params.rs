//! The constants of gomoku's players. Values are in points of evaluation, of which 200 multiply the odds of a win by e.
//!
//! The margins of the search: those that were changed by measurement are in `docs/lab/gomoku.md`, "Pruning that holds at more nodes", with
//! the matches (51.4 % ± 4.5 at 8,000 nodes, 55.8 % ± 3.7 at 50,000). SPSA over 35 of them at once found nothing better (50.7 % ± 2.9).

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

/// A ply, the unit of depths.
pub const PLY: i32 = 16;

/// Plies in sixteenths.
const fn plies(plies: f64) -> i32 {
    (plies * PLY as f64 + 0.5) as i32
}

/// Half the first window around the last iteration's value.
pub const ASPIRATION: Score = 30;

/// How moves are put in order: what is added to their ordering scores.
pub struct Ordering {
    /// An attack's history is divided by this.
    pub attack_history: i32,
    /// A quiet move's history is divided by this.
    pub quiet_history: i32,
    /// What the move that refuted the enemy's last one gains.
    pub counter_move: i32,
}

/// The order of moves.
pub const ORDERING: Ordering = Ordering { attack_history: 128, quiet_history: 256, counter_move: 21 };

/// What the history of a move that was best at a depth *d*, in plies, is raised by, and that of those tried in vain lowered.
pub struct HistoryBonus {
    /// A *d* squared.
    pub square: i32,
    /// A *d*.
    pub linear: i32,
    /// Without it.
    pub constant: i32,
    /// At most.
    pub most: i32,
}

/// The bonus of history.
pub const HISTORY_BONUS: HistoryBonus = HistoryBonus { square: 25, linear: 105, constant: -157, most: 8927 };

/// Razoring: a node whose value is far below alpha is searched for fours only. How far is a sum over its depth *d* in plies.
pub struct Razoring {
    /// Below this depth, in sixteenths of a ply.
    pub below: i32,
    /// Points a *d* squared, in 1/16.
    pub square: Score,
    /// Points a *d*.
    pub linear: Score,
    /// Points without it.
    pub constant: Score,
}

/// The margins of razoring.
pub const RAZORING: Razoring = Razoring { below: plies(2.6), square: 2, linear: 11, constant: 15 };

/// Reverse futility pruning: a node is cut where its value is above beta by more than a value becomes worse in its depth.
pub struct Futility {
    /// Points a ply.
    pub ply: Score,
    /// Points a ply where a cut is expected and the table knows nothing.
    pub expected_cut: Score,
}

/// The margins of reverse futility pruning.
pub const FUTILITY: Futility = Futility { ply: 75, expected_cut: 60 };

/// Internal iterative reduction: a node of an open window is searched less deep where the table knows little of it.
pub struct InternalReduction {
    /// Without a move of the table, in sixteenths of a ply.
    pub no_move: i32,
    /// With one: this part, in 1/64, of what its entry is less deep.
    pub old_move: i32,
    /// At most so much of that, in sixteenths of a ply.
    pub old_move_most: i32,
}

/// Internal iterative reduction.
pub const INTERNAL_REDUCTION: InternalReduction =
    InternalReduction { no_move: plies(0.32), old_move: 18, old_move_most: plies(3.6) };

/// A likely cut: where a cut is expected and the value is above beta by a sum over the depth, moves are searched a ply less deep.
pub struct LikelyCut {
    /// Points.
    pub constant: Score,
    /// Points a ply.
    pub ply: Score,
    /// Points more where the enemy threatens a five or an open four.
    pub threatened: Score,
}

/// The margins of a likely cut.
pub const LIKELY_CUT: LikelyCut = LikelyCut { constant: -7, ply: 12, threatened: 70 };

/// Late move pruning: the moves looked at, those left out included, at a node of depth *d* in plies where one does not lose;
/// half of them where the static value does not rise.
pub struct LateMovePruning {
    /// At least.
    pub least: i32,
    /// Moves a *d*, in 1/64.
    pub linear: i32,
    /// Moves a *d* squared, in 1/64.
    pub square: i32,
    /// Below this depth, in sixteenths of a ply, moves that do nothing for either side are left out, as are distant ones in
    /// face of an open four.
    pub trivial_below: i32,
}

/// Late move pruning.
pub const LATE_MOVE_PRUNING: LateMovePruning =
    LateMovePruning { least: 3, linear: 77, square: 6, trivial_below: plies(2.0) };

/// Singular extension: the table's move is searched deeper where all others are worse by a margin that grows with the depth.
pub struct Singular {
    /// From this depth on, in sixteenths of a ply.
    pub from: i32,
    /// The table's entry must be at most so much less deep, in sixteenths of a ply.
    pub entry: i32,
    /// How much worse the others must be, in 1/16 of a point a ply.
    pub margin: i32,
    /// How much more where the position was on a principal variation and the window is none.
    pub margin_was_pv: i32,
    /// How much less deep they are searched, in 1/64 of the depth.
    pub reduction: i32,
    /// How much worse still for two plies, in points.
    pub double: Score,
    /// What that is less a ply of depth, in 1/10 of a point.
    pub double_less: i32,
    /// At most so much less, in points.
    pub double_less_most: Score,
    /// Beyond so many extra plies on a line there is no extension by two, in sixteenths of a ply.
    pub extra_most: i32,
    /// Less deep: a table's move that is not singular and expected to cut, in sixteenths of a ply.
    pub none: i32,
}

/// Singular extension.
pub const SINGULAR: Singular = Singular {
    from: plies(6.65),
    entry: plies(2.03),
    margin: 12,
    margin_was_pv: 16,
    reduction: 35,
    double: 23,
    double_less: 6,
    double_less_most: 9,
    extra_most: plies(10.8),
    none: plies(1.5),
};

/// Other extensions, in sixteenths of a ply.
pub struct Extension {
    /// The reply to a four.
    pub reply_to_four: i32,
    /// The table's move on a principal variation.
    pub table_move_pv: i32,
    /// The table's move elsewhere.
    pub table_move: i32,
    /// The table's move where it is a four within [`NEAR`] lines of the own last stone.
    pub near_four: i32,
    /// The same within [`FAIRLY_NEAR`] lines.
    pub fairly_near_four: i32,
}

/// Other extensions.
pub const EXTENSION: Extension = Extension {
    reply_to_four: plies(1.3),
    table_move_pv: plies(0.25),
    table_move: plies(0.08),
    near_four: plies(0.24),
    fairly_near_four: plies(0.05),
};

/// Lines between stones that belong together.
pub const NEAR: u8 = 4;

/// Lines between stones that may belong together.
pub const FAIRLY_NEAR: u8 = 6;

/// Late move reductions, in sixteenths of a ply where no other unit is named.
pub struct Reduction {
    /// How much: ln(depth) ln(place) times this, in 1/64 of a ply.
    pub log: i32,
    /// Less: a position that is or was on a principal variation.
    pub was_pv: i32,
    /// More: a node where a cut is expected, unless by a killer.
    pub cut_node: i32,
    /// More: an answer to an open four that takes away no four and is far from the enemy's last stone.
    pub far_from_enemy: i32,
    /// More: such an answer far from the own last stone.
    pub far_from_own: i32,
    /// Less: an attack after an attack.
    pub continued_attack: i32,
    /// What of a quiet move's history counts beside that of attacks, in 1/1024.
    pub quiet_history: i32,
    /// The history of a move that is reduced neither more nor less.
    pub history_mean: i32,
    /// A ply's reduction in units of history, at low depths and at high ones.
    pub history_ply: [i32; 2],
    /// Where high depths begin.
    pub history_high: i32,
}

/// Late move reductions.
pub const REDUCTION: Reduction = Reduction {
    log: 40,
    was_pv: plies(0.97),
    cut_node: plies(1.8),
    far_from_enemy: plies(1.93),
    far_from_own: plies(0.96),
    continued_attack: plies(0.53),
    quiet_history: 780,
    history_mean: 3322,
    history_ply: [12_267, 16_647],
    history_high: plies(5.4),
};

/// How much deeper a reduced move is searched again that beat alpha by so much, in points.
pub struct Research {
    /// A ply, and more points for each ply saved.
    pub deeper: [Score; 2],
    /// Two plies, and more points for each ply saved.
    pub much_deeper: [Score; 2],
    /// Beyond so many extra plies on a line it is one ply at most, in sixteenths of a ply.
    pub extra_most: i32,
}

/// Re-searches.
pub const RESEARCH: Research = Research { deeper: [27, 9], much_deeper: [280, 21], extra_most: plies(5.0) };

/// Depths, in sixteenths of a ply, between which the moves behind one that raised alpha are searched a ply less deep.
pub const RAISED_ALPHA: [i32; 2] = [plies(2.0), plies(12.0)];

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

/// The part of nodes or time that a proof search for the winner may take: so many parts in so many.
pub const WINNER_SHARE: [u32; 2] = [3, 4];

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
