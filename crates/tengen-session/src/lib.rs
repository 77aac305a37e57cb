#![doc = include_str!("../README.md")]

pub mod book;
pub mod clock;
pub mod formats;
pub mod host;
pub mod lines;
pub mod registry;
pub mod session;
pub mod settings;

pub use book::Book;
pub use host::Host;
pub use registry::{GameEntry, Games};
pub use session::Session;
pub use settings::Settings;

use crate::formats::sgf;
use std::time::Duration;
use tengen_core::game::{Cell, Color, Outcome, Setup, Size, Variant, Vertex};
use tengen_core::playable::certificate::{Certified, Refused, Uncertified};
use tengen_core::playable::{Info, Level, OptionError};
use tengen_core::search::memory::OutOfMemory;
use tengen_core::search::{self, Resources, Scale, Stop};
use thiserror::Error;

/// A query with moves as text.
pub type Query<'a> = search::Query<'a, String>;

/// A report with moves as text.
pub type Report = search::Report<String>;

/// A line of a report with moves as text.
pub type Variation = search::Variation<String>;

/// A move, as [`Engine::play`] takes it, and how it was found.
pub type Answer = search::Answer<String>;

/// Why a session refused; the text is the reason, for a person.
#[derive(Clone, Debug, Error)]
pub enum EngineError {
    /// The text is not a move of this game at all.
    #[error("{0}")]
    Syntax(String),
    /// The rules forbid it now.
    #[error("{0}")]
    Illegal(String),
    /// There is nothing (or not so much) to take back.
    #[error("{0}")]
    CannotUndo(String),
    /// The game has no such board.
    #[error("{0}")]
    UnacceptableSize(String),
    /// There is no game, rule set or player of that name.
    #[error("there is no {what} {name}; known: {known}")]
    Unknown {
        /// `game`, `rule set` or `player`.
        what: &'static str,
        /// The name as it was given.
        name: String,
        /// What could have been given.
        known: String,
    },
    /// A record (SGF) or position could not be taken over; the game is as it was.
    #[error("{0}")]
    Unreadable(String),
    /// The system has too little memory for the game's player.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A player cannot be made with the options that it was given.
    #[error("{0}")]
    Options(#[from] OptionError),
}

impl PartialEq for EngineError {
    /// Errors are the same where their kinds and texts are.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.to_string() == other.to_string()
    }
}

impl Eq for EngineError {}

/// The half of a [`NamedPlayer`](tengen_core::playable::NamedPlayer) that does not depend on the game's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The name that `set_player` takes.
    pub name: &'static str,
    /// Strength and style in one line.
    pub about: &'static str,
}

/// A game on the board: one rule set, one size, one player. Object-safe.
pub trait Engine: Send + Sync {
    /// The same game under the same player, to be played on apart from this one.
    fn fork(&self) -> Box<dyn Engine>;

    /// The game's name, rule sets and sizes.
    fn info(&self) -> &'static Info;

    /// The rule set in force, of [`Info::rules`].
    fn rule(&self) -> &'static str;

    /// The size in use, of [`Info::sizes`].
    fn size(&self) -> Size;

    /// The game, the rule set in force and the size in use.
    fn variant(&self) -> Variant {
        Variant { game: self.info().name.to_owned(), rule: self.rule().to_owned(), size: self.size() }
    }

    /// The players, the default first.
    fn players(&self) -> Vec<PlayerInfo>;

    /// The player in charge.
    fn player(&self) -> PlayerInfo;

    /// Puts another player in charge.
    ///
    /// # Errors
    /// [`EngineError::Unknown`], [`EngineError::Options`].
    fn set_player(&mut self, name: &str) -> Result<(), EngineError>;

    /// Bytes that the player has still to take for itself, beside threads and table.
    fn memory(&self) -> usize;

    /// Takes the player's memory now.
    ///
    /// # Errors
    /// [`EngineError::Memory`].
    fn reserve(&self) -> Result<(), EngineError>;

    /// Back to the starting position; the history is gone.
    fn clear(&mut self);

    /// The side to move. Between the parts of a move entered point by point it does not change.
    fn side_to_move(&self) -> Color;

    /// Plays a move, whole or point by point, a pass, or `resign`. A side may move out of turn only where the other
    /// has no move: the pass is implied. While one side owes points of a move, the other may pass, which changes
    /// nothing: a client that lets the sides take turns strictly does so.
    ///
    /// # Errors
    /// [`EngineError::Syntax`] or [`EngineError::Illegal`]; the game is as it was.
    fn play(&mut self, color: Color, text: &str) -> Result<(), EngineError>;

    /// Whether [`Engine::think`] may be asked for this side.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    fn can_move(&self, color: Color) -> Result<(), EngineError>;

    /// The move that the player would make for this side; nothing changes. After the end of the game it is `pass`. Where
    /// half of a move is entered, the text is the next point of it. `report` is called with every new state of the
    /// search, on a search thread.
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

    /// Thinks about the position after a reply of the side to move, or, with none, about that side's own move. The
    /// next search of that position, by [`Engine::think`] or by this, goes on from there.
    ///
    /// # Errors
    /// [`EngineError::Syntax`] and [`EngineError::Illegal`] for the reply; [`EngineError::Memory`].
    fn ponder(&mut self, reply: Option<&str>, query: &Query<'_>, resources: &Resources) -> Result<Answer, EngineError>;

    /// Forgets what [`Engine::ponder`] came to.
    fn forget(&mut self);

    /// Takes back the last `count` plays, each whole with the passes that it implied; all or nothing.
    ///
    /// # Errors
    /// [`EngineError::CannotUndo`].
    fn undo(&mut self, count: usize) -> Result<(), EngineError>;

    /// How the game ended, by the rules or by resignation; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The game's result as GTP and SGF write it, `W+R` after a resignation; `None` while it goes on.
    fn result_text(&self) -> Option<String>;

    /// Every legal move in full.
    fn legal_moves(&self) -> Vec<String>;

    /// The legal moves, in full, that openings by chance are made of: in gomoku those near the stones, elsewhere all.
    fn opening_moves(&self) -> Vec<String>;

    /// True where a pass is the only legal move.
    fn must_pass(&self) -> bool;

    /// The points that a client which knows only points may send next; `pass` where that is the move.
    fn legal_points(&self) -> Vec<String>;

    /// True while a move is entered point by point and some are still owed.
    fn owes_points(&self) -> bool;

    /// The points of a legal move, named in full, that are still to be entered; none where it does not begin with those
    /// that were.
    fn points(&self, text: &str) -> Vec<String>;

    /// The moves played, with the sides that made them.
    fn moves_played(&self) -> Vec<(Color, String)>;

    /// The last move played, in full; `None` at the start.
    fn last_move(&self) -> Option<String>;

    /// An upper bound on the plies left, where the rules give one.
    fn plies_left(&self) -> Option<u32>;

    /// The board as a person wants to see it, with the points of an unfinished move; no empty lines.
    fn drawing(&self) -> String;

    /// The cells row by row, in display order (top first).
    fn rows(&self) -> Vec<Vec<Cell>>;

    /// The number of the row drawn at the top and downwards, as [`Engine::rows`] orders them, zero-based.
    fn row_order(&self) -> Vec<u8>;

    /// The lines between points as people draw the board, each from end to end; none where stones stand in squares.
    fn lines(&self) -> Vec<[Vertex; 2]>;

    /// The whole position as one word.
    fn position_text(&self) -> String;

    /// One text, in the form of [`Engine::position_text`], for all positions that differ by the board's symmetries only.
    fn canonical_text(&self) -> String;

    /// How people read the game's values.
    fn scale(&self) -> Scale;

    /// The levels of the default player, the weakest first.
    fn levels(&self) -> &'static [Level];

    /// How long a move is worth thinking about: [`Playable::effort`](tengen_core::playable::Playable::effort).
    fn effort(&self, plies_left: u32, pace: Duration) -> u32;

    /// A new game from a position in the form of [`Engine::position_text`].
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is as it was.
    fn set_position_text(&mut self, text: &str) -> Result<(), EngineError>;

    /// A new game from stones on an empty board.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is as it was.
    fn set_up(&mut self, setup: &Setup) -> Result<(), EngineError>;

    /// A new game from a record, up to the position before move number `before`.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is as it was.
    fn replay(&mut self, record: &sgf::SgfRecord, before: Option<usize>) -> Result<(), EngineError>;

    /// The game as SGF, with what is noted of it.
    fn sgf(&self, notes: sgf::Notes<'_>) -> String;

    /// What stands on a point; [`Cell::Outside`] where there is none.
    fn cell(&self, vertex: Vertex) -> Cell;

    /// The leaves of the game tree at `depth`, counted as the game's field does; `None` when it was stopped.
    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64>;

    /// Moves played since the start of the game.
    fn plies(&self) -> usize;

    /// The text of a certificate of a side's win, where one is found within the query's limits.
    ///
    /// # Errors
    /// [`Uncertified`]: why there is none.
    fn certificate(&self, winner: Color, query: &Query<'_>, resources: &Resources) -> Result<String, Uncertified>;

    /// Checks a certificate of this variant by the rules alone; the game on the board does not matter.
    ///
    /// # Errors
    /// [`Refused`]: what is wrong with it.
    fn verify(&self, certificate: &[u8]) -> Result<Certified, Refused>;
}
