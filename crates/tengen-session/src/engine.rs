//! A game on the board, whatever its type, in four object-safe traits: the [`Board`] by its rules, the [`Records`] that
//! people and files have of it, the [`Variations`] beside it, the [`Thinker`] that is asked for moves. An [`Engine`] is all four.
//!
//! Moves are codes ([`MoveCode`]) of the position that they are made in; text is read and written by [`Records`] and by the
//! [`Root`] of a report. Positions are compared by their [`PositionId`].

use crate::formats::sgf;
use crate::tree::{Mark, NodeId};
use crate::{Answer, EngineError, PositionId, Query, Report, Root, Turn};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use tengen_core::game::{Cell, Color, Letters, MoveCode, Outcome, Setup, Size, Variant, Vertex};
use tengen_core::playable::{Info, Level, Proven, Threat};
use tengen_core::search::{Limits, Resources, Scale, Stop};

/// The half of a [`NamedPlayer`](tengen_core::playable::NamedPlayer) that does not depend on the game's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The name that `set_player` takes.
    pub name: &'static str,
    /// Strength and style in one line.
    pub about: &'static str,
}

/// The game so far, by its rules: one rule set, one size.
pub trait Board {
    /// The game's name, rule sets and sizes.
    fn info(&self) -> &'static Info;

    /// The rule set in force: the name of one of [`Info::rules`], with its options.
    fn rule(&self) -> &str;

    /// The size in use, of [`Info::sizes`].
    fn size(&self) -> Size;

    /// The game, the rule set in force and the size in use.
    fn variant(&self) -> Variant {
        Variant { game: self.info().name.to_owned(), rule: self.rule().to_owned(), size: self.size() }
    }

    /// Returns to the starting position; the history is gone.
    fn clear(&mut self);

    /// The position on the board.
    fn id(&self) -> PositionId;

    /// One key for all positions that differ by the board's symmetries only, of the whole position but for points that are entered
    /// ([`Game::canonical_key`](tengen_core::game::Game::canonical_key)).
    fn canonical_key(&self) -> u64;

    /// The side to move. Between the parts of a move entered point by point it does not change.
    fn side_to_move(&self) -> Color;

    /// Plays. A side may move out of turn only where the other has no move: the pass is implied. While one side owes points
    /// of a move, the other may pass, which changes nothing: a client that lets the sides take turns strictly does so.
    ///
    /// # Errors
    /// [`EngineError::Illegal`]; the game is then unchanged.
    fn play(&mut self, color: Color, turn: Turn) -> Result<(), EngineError>;

    /// Takes back the last `count` plays, each together with the passes that it implied; all or nothing.
    ///
    /// # Errors
    /// [`EngineError::CannotUndo`].
    fn undo(&mut self, count: usize) -> Result<(), EngineError>;

    /// How the game ended, by the rules or by resignation; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// True for a move of the side to move that the rules forbid by the loss of the game
    /// ([`Notation::loses`](tengen_core::game::Notation::loses)).
    fn loses(&self, text: &str) -> bool;

    /// Every legal move; where a move is entered point by point, those moves that it can still become.
    fn legal_moves(&self) -> Vec<MoveCode>;

    /// The legal moves that openings by chance are made of: in gomoku those near the stones, elsewhere all.
    fn opening_moves(&self) -> Vec<MoveCode>;

    /// True where a pass is the only legal move.
    fn must_pass(&self) -> bool;

    /// True while a move is entered point by point and some of its points are still owed.
    fn owes_points(&self) -> bool;

    /// The points of a legal move that are still to be entered; none where the move does not begin with the entered points.
    fn points(&self, mv: MoveCode) -> Vec<Vertex>;

    /// The number of moves played since the start of the game.
    fn plies(&self) -> usize;

    /// An upper bound on the plies left, where the rules give one; otherwise `None`.
    fn plies_left(&self) -> Option<u32>;

    /// What stands on a point; [`Cell::Outside`] where the board has no such point.
    fn cell(&self, vertex: Vertex) -> Cell;

    /// Black's and White's stones that are still to be placed; `None` where the game has no stones in hand.
    fn hands(&self) -> Option<[u8; 2]>;

    /// The cells row by row, in display order (top first).
    fn rows(&self) -> Vec<Vec<Cell>>;

    /// The zero-based numbers of the rows from the top down, as [`Board::rows`] orders them.
    fn row_order(&self) -> Vec<u8>;

    /// The lines between points as people draw the board, each from end to end; none where stones stand in squares.
    fn lines(&self) -> Vec<[Vertex; 2]>;

    /// The rows that the last move completed, each as its points from end to end
    /// ([`Notation::completed`](tengen_core::game::Notation::completed)).
    fn completed(&self) -> Vec<Vec<Vertex>>;

    /// The kinds of threats that the game has, the strongest first.
    fn threat_kinds(&self) -> &'static [&'static str];

    /// The threats that either side can make, the strongest first; none after the end of the game.
    fn threats(&self) -> Vec<Threat>;

    /// The leaves of the game tree at `depth`, counted as is usual for the game; `None` when the count was stopped.
    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64>;
}

/// The game as people and files write it. Texts of moves, here and by the [`Root`] of a report, have the letters of columns that
/// [`Records::letters`] tells; those of positions, SGF and other formats do not depend on them.
pub trait Records: Board {
    /// How the letters of columns are counted in texts of moves; as GTP has them unless others are set.
    fn letters(&self) -> Letters;

    /// Counts the letters of columns in texts of moves so from now on.
    fn set_letters(&mut self, letters: Letters);

    /// What a text says that a side does: a whole move, the next point of a move, a pass, or `resign`.
    ///
    /// # Errors
    /// [`EngineError::Syntax`] or [`EngineError::Illegal`].
    fn parse(&self, color: Color, text: &str) -> Result<Turn, EngineError>;

    /// Plays what a text says.
    ///
    /// # Errors
    /// As [`Records::parse`] and [`Board::play`]; the game is then unchanged.
    fn play_text(&mut self, color: Color, text: &str) -> Result<(), EngineError> {
        let turn = self.parse(color, text)?;
        self.play(color, turn)
    }

    /// The position that a side moves in, after a pass where the pass is implied; the root writes moves.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    fn root(&self, color: Color) -> Result<Arc<dyn Root>, EngineError>;

    /// The texts of [`Board::legal_moves`], in the same order; where a move is half entered, its next points.
    fn legal_texts(&self) -> Vec<String>;

    /// What a proof in the program says of the position, where the players may use proofs.
    fn proof(&self) -> Option<Proven<String>>;

    /// The legal moves of a side that texts in any case name; where a move is half entered, the texts are its next points.
    fn named(&self, color: Color, texts: &[String]) -> Vec<MoveCode>;

    /// The points that a client which knows only points may send next; `pass` where that is the only move.
    fn legal_points(&self) -> Vec<String>;

    /// The moves played, with the sides that made them.
    fn moves_played(&self) -> Vec<(Color, String)>;

    /// The last move played, in full; `None` at the start.
    fn last_move(&self) -> Option<String>;

    /// The usual name of the game's opening: that of the last position that has one; `None` where none has.
    fn opening(&self) -> Option<&'static str>;

    /// The game's result as GTP and SGF write it, `W+R` after a resignation; `None` while it goes on.
    fn result_text(&self) -> Option<String>;

    /// The board as a person wants to see it, with the points of an unfinished move; no empty lines.
    fn drawing(&self) -> String;

    /// The whole position as one word.
    fn position_text(&self) -> String;

    /// The position that the game began from, in the form of [`Records::position_text`]; `None` where that is the start of the
    /// rules.
    fn start_text(&self) -> Option<String>;

    /// One text, in the form of [`Records::position_text`], for all positions that differ by the board's symmetries only.
    fn canonical_text(&self) -> String;

    /// A new game from a position in the form of [`Records::position_text`].
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is then unchanged.
    fn set_position_text(&mut self, text: &str) -> Result<(), EngineError>;

    /// What such a text left out, and how it is read then, for a person; `None` where it says all.
    fn position_note(&self, text: &str) -> Option<String>;

    /// A new game from stones on an empty board.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is then unchanged.
    fn set_up(&mut self, setup: &Setup) -> Result<(), EngineError>;

    /// A new game from a record, up to the position before move number `before`. Where the record goes on behind the end of the
    /// game, what follows is left out.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is then unchanged.
    fn replay(&mut self, record: &sgf::SgfRecord, before: Option<usize>) -> Result<Replay, EngineError>;

    /// The comments to the game on the board, the start's first and then each move's, as far as they go; empty where there is none.
    fn comments(&self) -> Vec<String>;

    /// The game as SGF, with notes about it: the moves on the board, and what its record has beside them.
    fn sgf(&self, notes: sgf::Notes<'_>) -> String;
}

/// What a record has that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// Where the record goes on behind the end of the game: with what, and why that is not played.
    pub ended: Option<String>,
    /// How many moves of its variations are left out.
    pub left_out: usize,
}

/// A node of the tree of moves, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// Its number.
    pub node: NodeId,
    /// The number of the node before it; `None` for the start.
    pub parent: Option<NodeId>,
    /// The side and its move; `None` for the start.
    pub mv: Option<(Color, String)>,
    /// What is noted; empty where nothing is.
    pub comment: String,
    /// What is shown on points.
    pub marks: Vec<(Vertex, Mark)>,
    /// The side that resigned here.
    pub resigned: Option<Color>,
}

/// The moves of the game with the lines beside it: those of its record, and all that was played and taken back. A move that is
/// played leads to its node where there is one already, and otherwise begins a line.
pub trait Variations: Records {
    /// The node of the position on the board.
    fn node(&self) -> NodeId;

    /// The start, and then every move, in the order of SGF: what follows a move, then the moves instead of it, the main one first.
    fn nodes(&self) -> Vec<TreeNode>;

    /// Puts the position after a node on the board; every move up to there can be undone.
    ///
    /// # Errors
    /// [`EngineError::Node`].
    fn go_to(&mut self, node: NodeId) -> Result<(), EngineError>;

    /// Makes a variation the main line of what it departs from.
    ///
    /// # Errors
    /// [`EngineError::Node`].
    fn promote(&mut self, node: NodeId) -> Result<(), EngineError>;

    /// Cuts a move off with all that follows; where the board was there, it shows the position before.
    ///
    /// # Errors
    /// [`EngineError::Node`], also for the start.
    fn cut(&mut self, node: NodeId) -> Result<(), EngineError>;

    /// Notes a comment; an empty one takes it away.
    ///
    /// # Errors
    /// [`EngineError::Node`], also where all comments together are too long.
    fn set_comment(&mut self, node: NodeId, comment: &str) -> Result<(), EngineError>;

    /// Takes all moves of the tree for those of a record, which has these comments to nodes.
    fn set_recorded(&mut self, comments: BTreeMap<NodeId, String>);

    /// The game with all lines as SGF.
    fn tree_sgf(&self, notes: sgf::Notes<'_>) -> String;
}

/// The player in charge, and how people read what it thinks.
pub trait Thinker {
    /// The players, the default first.
    fn players(&self) -> Vec<PlayerInfo>;

    /// The player in charge.
    fn player(&self) -> PlayerInfo;

    /// Puts another player in charge.
    ///
    /// # Errors
    /// [`EngineError::Unknown`], [`EngineError::Options`].
    fn set_player(&mut self, name: &str) -> Result<(), EngineError>;

    /// How people read the game's values.
    fn scale(&self) -> Scale;

    /// The levels of the default player, the weakest first.
    fn levels(&self) -> &'static [Level];

    /// The limits of a search for a query that begins now: those of the query, and what its clock has for this move
    /// ([`Playable::effort`](tengen_core::playable::Playable::effort)), less the time that has gone by since the query was asked.
    fn limits(&self, query: &Query<'_>, resources: &Resources) -> Limits;

    /// How many tables of the folder that the options name the player looks positions up in.
    fn folder_tables(&self) -> usize;

    /// Bytes that the player has still to take for itself, besides those of threads and table.
    fn memory(&self) -> usize;

    /// Takes the player's memory now.
    ///
    /// # Errors
    /// [`EngineError::Memory`].
    fn reserve(&self) -> Result<(), EngineError>;

    /// Whether [`Thinker::think`] may be asked for this side.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    fn can_move(&self, color: Color) -> Result<(), EngineError>;

    /// The move that the player would make for this side; nothing changes. After the end of the game the move is a pass. Where
    /// half of a move is entered, the answer is the next point of it. `report` is called with every new state of the search, on a
    /// search thread.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn; [`EngineError::Memory`].
    fn think(
        &self,
        color: Color,
        query: &Query<'_>,
        resources: &Resources,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Answer, EngineError>;

    /// Thinks about the position after a reply of the side to move, or, without a reply, about that side's own move. The next
    /// search of that position, by [`Thinker::think`] or [`Thinker::ponder`], goes on from there.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] for an illegal reply; [`EngineError::Memory`].
    fn ponder(
        &mut self,
        reply: Option<MoveCode>,
        query: &Query<'_>,
        resources: &Resources,
    ) -> Result<Answer, EngineError>;

    /// Forgets the results of [`Thinker::ponder`].
    fn forget(&mut self);
}

/// A game on the board with the player in charge.
pub trait Engine: Board + Records + Variations + Thinker + Send + Sync {
    /// The same game under the same player, to be played on apart from this one.
    fn fork(&self) -> Box<dyn Engine>;

    /// The session itself, for the tools of a game that know its type.
    fn as_any(&self) -> &dyn Any;
}
