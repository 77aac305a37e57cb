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
    Level::new(1, 30, 3.0, 321),
    Level::new(1, 30, 1.0, 542),
    Level::new(1, 30, 0.2, 888),
    Level::new(2, 8, 0.25, 1001),
    Level::new(4, 8, 0.1, 1205),
    Level::new(6, 1, 1.0, 1597),
    Level::new(9, 1, 1.0, 1801),
    Level::new(11, 1, 1.0, 2049),
    Level::new(14, 1, 1.0, 2313),
];

/// A ply, the unit of depths.
pub const PLY: i32 = 16;

/// Plies in sixteenths.
const fn plies(plies: f64) -> i32 {
    (plies * PLY as f64 + 0.5) as i32
}

/// Where the network is not asked.
pub struct NetworkMargin {
    /// Nodes below this depth, in sixteenths of a ply, are valued by the tables alone where their value is outside the window by more than the
    /// margin.
    pub below: i32,
    /// The margin, in points.
    pub margin: Score,
}

/// Where the network is not asked: a node takes 1.4 times as long with it.
pub const NETWORK_MARGIN: NetworkMargin = NetworkMargin { below: plies(2.0), margin: 110 };

/// Half the width of the first window around the last iteration's value, in points.
pub const ASPIRATION: Score = 30;

/// How moves are put in order: what is added to the ordering scores of the evaluation.
pub struct Ordering {
    /// The weight of the history, in 1/256: of a quiet move, and of one that attacks.
    pub history: [i32; 2],
    /// What is added for the move that was the best answer to the enemy's last move.
    pub counter_move: i32,
}

/// The parameters of move ordering.
pub const ORDERING: Ordering = Ordering { history: [1, 2], counter_move: 21 };

/// What the history of a move that was best at a depth *d*, in plies, is raised by, and that of moves tried in vain is lowered
/// by: a sum over *d*.
pub struct HistoryBonus {
    /// The summand for each *d* squared.
    pub square: i32,
    /// The summand for each *d*.
    pub linear: i32,
    /// The summand that does not depend on *d*.
    pub constant: i32,
    /// The largest bonus.
    pub most: i32,
}

/// The largest value of history; the smallest is the same with the other sign.
pub const HISTORY_MOST: i32 = 10_692;

/// The bonus of history.
pub const HISTORY_BONUS: HistoryBonus = HistoryBonus { square: 25, linear: 105, constant: -157, most: 8927 };

/// Razoring: a node whose value is below alpha by more than a margin is searched for fours only. The margin is a sum over the
/// depth *d* in plies.
pub struct Razoring {
    /// Nodes below this depth, in sixteenths of a ply, are razored.
    pub below: i32,
    /// The summand for each *d*, in points.
    pub linear: Score,
    /// The summand that does not depend on *d*, in points.
    pub constant: Score,
}

/// The margins of razoring.
pub const RAZORING: Razoring = Razoring { below: plies(2.6), linear: 11, constant: 15 };

/// Reverse futility pruning: a node is cut where its value is above beta by more than a margin that grows with its depth.
pub struct Futility {
    /// The margin for each ply of depth, in points.
    pub ply: Score,
    /// The margin for each ply of depth where a cut is expected and the table has no entry, in points.
    pub expected_cut: Score,
    /// The depth that has no margin, in sixteenths of a ply.
    pub free: i32,
    /// The additional depth that has no margin where the static value rises, in sixteenths of a ply.
    pub free_improving: i32,
}

/// The margins of reverse futility pruning.
pub const FUTILITY: Futility = Futility { ply: 75, expected_cut: 60, free: plies(1.0), free_improving: plies(1.0) };

/// Internal iterative reduction: a node of an open window is searched less deep where the table knows little of it.
pub struct InternalReduction {
    /// The reduction where the table has no move, or where the node is a ply deep or less, in sixteenths of a ply.
    pub no_move: i32,
    /// The reduction where the table has a move: this part, in 1/64, of the plies by which the entry is less deep than the node.
    pub old_move: i32,
    /// The largest reduction where the table has a move, in sixteenths of a ply.
    pub old_move_most: i32,
}

/// The parameters of internal iterative reduction.
pub const INTERNAL_REDUCTION: InternalReduction =
    InternalReduction { no_move: plies(0.32), old_move: 18, old_move_most: plies(3.6) };

/// A likely cut: where a cut is expected and the value is above beta by a margin that grows with the depth, moves are searched less
/// deep.
pub struct LikelyCut {
    /// The margin at depth 0, in points.
    pub constant: Score,
    /// The margin for each ply of depth, in points.
    pub ply: Score,
    /// The additional margin where the enemy threatens a five or an open four, in points.
    pub threatened: Score,
    /// How much less deep moves are searched that make no four, in sixteenths of a ply.
    pub reduction: i32,
    /// How much deeper a four after a four is searched, in sixteenths of a ply.
    pub second_four: i32,
}

/// The parameters of a likely cut.
pub const LIKELY_CUT: LikelyCut =
    LikelyCut { constant: -7, ply: 12, threatened: 70, reduction: plies(1.0), second_four: plies(1.0) };

/// Late move pruning: how many moves are looked at, those left out included, at a node of depth *d* in plies where some move does
/// not lose. The number is a sum over *d*; half of it where the static value does not rise.
pub struct LateMovePruning {
    /// The summand that does not depend on *d*, in moves.
    pub least: i32,
    /// The summand for each *d*, in 1/64 of a move.
    pub linear: i32,
    /// The summand for each *d* squared, in 1/64 of a move.
    pub square: i32,
    /// Below this depth, in sixteenths of a ply, moves that do nothing for either side are left out, as are distant ones in
    /// face of an open four.
    pub trivial_below: i32,
}

/// The parameters of late move pruning.
pub const LATE_MOVE_PRUNING: LateMovePruning =
    LateMovePruning { least: 3, linear: 77, square: 6, trivial_below: plies(2.0) };

/// Singular extension: the table's move is searched deeper where all other moves are worse by a margin that grows with the depth.
pub struct Singular {
    /// The least depth of a node with singular extensions, in sixteenths of a ply.
    pub from: i32,
    /// How much less deep than the node the table's entry may be, in sixteenths of a ply.
    pub entry: i32,
    /// The margin for each ply of depth, in 1/16 of a point.
    pub margin: i32,
    /// The additional margin for each ply, in 1/16 of a point, in a zero window where the position was on a principal variation.
    pub margin_was_pv: i32,
    /// How much less deep than the node the other moves are searched, in 1/64 of the depth.
    pub reduction: i32,
    /// How much worse than the margin the other moves must be for an extension by two plies, in points.
    pub double: Score,
    /// What [`Singular::double`] is less for each ply of depth, in 1/10 of a point.
    pub double_less: i32,
    /// The most that [`Singular::double`] is less, in points.
    pub double_less_most: Score,
    /// The extra plies on a line, in sixteenths of a ply, from which on no move is extended by two plies.
    pub extra_most: i32,
    /// How much less deep a table's move is searched that is not singular and has a value of beta or more, in sixteenths of a
    /// ply.
    pub none: i32,
}

/// The parameters of singular extension.
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

/// Extensions other than the singular one, in sixteenths of a ply.
pub struct Extension {
    /// The extension of a reply to a four.
    pub reply_to_four: i32,
    /// The extension of the table's move on a principal variation.
    pub table_move_pv: i32,
    /// The extension of the table's move elsewhere.
    pub table_move: i32,
    /// What is added for the table's move where it is a four within [`NEAR`] lines of the own last stone.
    pub near_four: i32,
    /// What is added for the table's move where it is a four within [`FAIRLY_NEAR`] lines of the own last stone, but not within
    /// [`NEAR`].
    pub fairly_near_four: i32,
}

/// The parameters of extensions other than the singular one.
pub const EXTENSION: Extension = Extension {
    reply_to_four: plies(1.3),
    table_move_pv: plies(0.25),
    table_move: plies(0.08),
    near_four: plies(0.24),
    fairly_near_four: plies(0.05),
};

/// The largest distance, in lines, of stones that belong together.
pub const NEAR: u8 = 4;

/// The largest distance, in lines, of stones that may belong together.
pub const FAIRLY_NEAR: u8 = 6;

/// Late move reductions, in sixteenths of a ply where no other unit is named. They depend on the logarithms of the depth and of
/// the move's place.
pub struct Reduction {
    /// Nodes from this depth on have late move reductions.
    pub from: i32,
    /// How many moves of a node are not reduced: below the root, and at it.
    pub spared: [usize; 2],
    /// The factor of ln(depth) ln(place), in 1/64 of a ply.
    pub log: i32,
    /// How much less a move is reduced in an open window.
    pub open: i32,
    /// How much more a move is reduced, if it is by more than this, in a zero window where the static value does not rise.
    pub not_improving: i32,
    /// How much less a position is reduced that is or was on a principal variation.
    pub was_pv: i32,
    /// How much more a move is reduced at a node where a cut is expected, unless the move is a killer.
    pub cut_node: i32,
    /// How much more an answer to a five or an open four is reduced that takes away no four and is far from the enemy's last stone.
    pub far_from_enemy: i32,
    /// How much more an answer to a five or an open four is reduced that takes away no four and is far from the own last stone.
    pub far_from_own: i32,
    /// How much less an attack after an attack is reduced.
    pub continued_attack: i32,
    /// The weight of a quiet move's history beside that of attacks, in 1/1024.
    pub quiet_history: i32,
    /// The history of a move that is reduced neither more nor less.
    pub history_mean: i32,
    /// The history that is worth a ply of reduction, at low depths and at high ones.
    pub history_ply: [i32; 2],
    /// The depth above which depths are high, in sixteenths of a ply.
    pub history_high: i32,
}

/// The parameters of late move reductions.
pub const REDUCTION: Reduction = Reduction {
    from: plies(2.0),
    spared: [1, 2],
    log: 50,
    open: plies(1.0),
    not_improving: plies(1.0),
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

/// The points by which a reduced move must beat alpha to be searched again deeper than without a reduction.
pub struct Research {
    /// The points for one ply more, and how many more for each ply of the reduction.
    pub deeper: [Score; 2],
    /// The points for two plies more, and how many more for each ply of the reduction.
    pub much_deeper: [Score; 2],
    /// The points for each ply of depth by which the move must beat the best value, or the re-search is a ply less deep.
    pub shallower: Score,
    /// The extra plies on a line, in sixteenths of a ply, from which on a re-search is at most one ply deeper.
    pub extra_most: i32,
}

/// The parameters of re-searches.
pub const RESEARCH: Research =
    Research { deeper: [27, 9], much_deeper: [280, 21], shallower: 1, extra_most: plies(5.0) };

/// Above this depth, in sixteenths of a ply, a position is marked that fails low below a principal variation, and the mark of one
/// goes that raises alpha by a move to a position without it.
pub const MARKED_ABOVE: i32 = plies(3.0);

/// The depths, in sixteenths of a ply, between which the moves behind one that raised alpha are searched a ply less deep.
pub const RAISED_ALPHA: [i32; 2] = [plies(2.0), plies(12.0)];

/// Nodes down to this depth are split among threads; below, handing work over costs more than it gains.
pub const SPLIT_DEPTH: i32 = plies(8.0);

/// At a leaf fours within this many rows and columns of the own last stone are tried.
pub const LEAF_SQUARE: u8 = 2;

/// At a leaf fours on a line through the own last stone are tried up to this distance, in lines.
pub const LEAF_LINE: u8 = 4;

/// Nodes that the search for a victory by threats may take at the root of a search for a move.
pub const ROOT_THREATS_NODES: u32 = 100_000;

/// The same where the depth of the search is limited: it is often small, and the search short.
pub const DEPTH_THREATS_NODES: u32 = 20_000;

/// At the root of a search for a move, the search for a victory by threats may take one part in this many of the nodes and time.
pub const ROOT_THREATS_SHARE: u32 = 16;

/// Nodes that a proof may take where the value or the winner is asked for.
pub const PROOF_NODES: u32 = 20_000_000;

/// Nodes that a proof may take where the value is asked for without any limit.
pub const ANALYSIS_PROOF_NODES: u32 = 200_000;

/// A proof where the value or the winner is asked for may take one part in this many of the nodes and time.
pub const PROOF_SHARE: u32 = 2;

/// The part of the nodes and time that a proof search for the winner may take: a numerator and a denominator.
pub const WINNER_SHARE: [u32; 2] = [3, 4];

/// The most threes that a threat search tries on one line.
pub const THREATS_THREES: u8 = 12;

/// Nodes of the first threat search at a node of a proof search; each further threat search at that node may take twice as many.
pub const PROOF_THREATS_NODES: u32 = 1024;

/// A further threat search at a node of a proof search comes when its nodes, times this number, were spent on the node and below
/// it. Every level of the tree counts all nodes spent below it.
pub const PROOF_THREATS_SHARE: u64 = 8;

/// At a node of a proof search the loser's threat search takes one part in this many of the nodes of the winner's.
pub const PROOF_LOSER_SHARE: u32 = 4;

/// How many of the winner's moves a proof search looks at first, at each of its nodes.
pub const PROOF_WIDTH: usize = 5;

/// How many more of the winner's moves a proof search looks at each time the nodes spent on the position have doubled.
pub const PROOF_WIDER: usize = 1;

/// The proof number of the winner's best move before a proof search looks at it; each further move has 1 more.
pub const PROOF_FIRST: u32 = 4;

/// What a move of the winner's adds to the proof number of the position after it: without this cost a search goes on and on where
/// each step looks easy.
pub const PROOF_MOVE: u32 = 2;

/// The nodes spent on a position of the winner's from which on a proof search asks a search for a move.
pub const PROOF_ADVICE_NODES: u64 = 1 << 13;

/// The search for a move that a proof search asks may take one part in this many of the nodes spent on the position.
pub const PROOF_ADVICE_SHARE: u64 = 16;

/// What every move but the one that the search for a move found adds to a proof number, beside [`PROOF_MOVE`].
pub const PROOF_UNADVISED: u32 = 12;

/// What every move but the one that a guide knows adds to a proof number: in place of so much the guide's move is searched alone.
pub const PROOF_UNGUIDED: u32 = 40;

/// This many children of a node, beside the hardest, add 1 to the node's number.
pub const PROOF_OTHERS: u32 = 8;

/// Nodes that the search for a reply that wins by threats may take, at least and at most.
pub const REPLY_NODES: [u64; 2] = [500, 200_000];

/// Between its bounds the search for a reply that wins by threats takes one part in this many of all nodes so far, divided by
/// the lines wanted.
pub const REPLY_SHARE: u64 = 16;

/// How White sets traps where a proof has it lost.
pub struct Trap {
    /// The plies by which a move may shorten the win.
    pub plies: u32,
    /// The ordering score that makes a move of Black's e times as likely.
    pub temperature: f64,
}

/// The parameters of traps.
pub const TRAP: Trap = Trap { plies: 6, temperature: 24.0 };

/// The positions that `tengen bench` searches.
pub const BENCH: &[BenchPosition] = &[
    BenchPosition { rule: "freestyle", size: Size::square(15), moves: "H8 H9", depth: 14 },
    BenchPosition { rule: "freestyle", size: Size::square(15), moves: "L14 J13 G10 K12", depth: 14 },
    BenchPosition { rule: "freestyle", size: Size::square(20), moves: "K10 L11 K12 M10", depth: 14 },
    BenchPosition { rule: "standard", size: Size::square(15), moves: "C11 B14 F15 C10 D7", depth: 14 },
    BenchPosition { rule: "renju", size: Size::square(15), moves: "H8 H9 J10", depth: 14 },
    BenchPosition { rule: "caro", size: Size::square(15), moves: "B7 B11 D11 D7 C6", depth: 14 },
];
