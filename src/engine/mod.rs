//! Storey 4: a game being played. [`Room`] is what a front door holds: the game on the board, its player, clocks,
//! threads and table. The game's type is erased behind [`Engine`], which [`Session`] implements for every
//! [`Playable`](crate::games::Playable) game.

pub mod book;
pub mod clock;
pub mod lines;
pub mod registry;
pub mod room;
pub mod session;
pub mod settings;
pub mod sgf;

pub use book::Book;
pub use registry::{Entry, GAMES, open_session};
pub use room::Room;
pub use session::Session;
pub use settings::Settings;

use crate::game::{Cell, Color, Outcome, Setup, Vertex};
use crate::games::Info;
use crate::search::{Limits, Resources, Score, Step, Stop};
use std::time::Duration;
use thiserror::Error;

/// Why a session refused; the text is the reason, for a person.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
}

/// What was thought of one move, as text.
#[derive(Clone, PartialEq, Debug)]
pub struct TextLine {
    /// The value for the side that was asked for, in the game's unit.
    pub score: Score,
    /// The value as a person reads it.
    pub score_text: String,
    /// The chance of winning, 0 to 1.
    pub win_chance: f64,
    /// True where the value is proven.
    pub exact: bool,
    /// Nodes spent on this move in the last iteration.
    pub nodes: u64,
    /// The expected continuation, beginning with the move.
    pub pv: Vec<String>,
}

/// The state of a search, as text.
#[derive(Clone, PartialEq, Debug)]
pub struct TextReport {
    /// Plies of the last full iteration.
    pub depth: u32,
    /// The confidence of that iteration, in percent ([`Step::confidence`]).
    pub confidence: u8,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// The best moves, best first.
    pub lines: Vec<TextLine>,
}

impl TextReport {
    /// The last full iteration.
    pub const fn step(&self) -> Step {
        Step { depth: self.depth, confidence: self.confidence }
    }
}

impl Default for TextReport {
    fn default() -> Self {
        Self { depth: 0, confidence: Step::SURE, nodes: 0, time: Duration::ZERO, lines: Vec::new() }
    }
}

/// A question to the player of a session.
pub struct Ask<'a> {
    /// Moves that are played before, for this question only; nobody passes by implication then.
    pub after: &'a [String],
    /// The side to be moved for.
    pub color: Color,
    /// Bounds.
    pub limits: Limits,
    /// Raised by whoever wants an answer now.
    pub stop: &'a Stop,
    /// Threads and table.
    pub resources: &'a Resources,
    /// Where choices by chance come from.
    pub seed: u64,
    /// Lines wanted.
    pub lines: usize,
    /// The moves to choose from, as [`Engine::play`] takes them; empty for all.
    pub allowed: &'a [String],
    /// Moves not to choose, unless there is no other.
    pub avoided: &'a [String],
    /// What an earlier search of the position by the same player came to, to go on from there.
    pub begun: Option<&'a TextReport>,
    /// Called whenever there is news, on a search thread.
    pub report: &'a mut (dyn FnMut(&TextReport) + Send),
}

/// A move that the player would make.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move as [`Engine::play`] takes it.
    pub text: String,
    /// How it was found.
    pub report: TextReport,
}

/// The half of a [`NamedPlayer`](crate::games::NamedPlayer) that does not depend on the game's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The name that `set_player` takes.
    pub name: &'static str,
    /// Strength and style in one line.
    pub about: &'static str,
}

/// A game on the board: one rule set, one size, one player. Object-safe.
pub trait Engine: Send + Sync {
    /// The game's name, rule sets and sizes.
    fn info(&self) -> &'static Info;

    /// The rule set in force, of [`Info::rules`].
    fn rule(&self) -> &'static str;

    /// The size in use, of [`Info::sizes`].
    fn size(&self) -> u8;

    /// The players, the default first.
    fn players(&self) -> Vec<PlayerInfo>;

    /// The player in charge.
    fn player(&self) -> PlayerInfo;

    /// Puts another player in charge.
    ///
    /// # Errors
    /// [`EngineError::Unknown`].
    fn set_player(&mut self, name: &str) -> Result<(), EngineError>;

    /// Back to the starting position; the history is gone.
    fn clear(&mut self);

    /// The side to move. Between the parts of a move entered point by point it does not change.
    fn side_to_move(&self) -> Color;

    /// Plays a move, whole or point by point, a pass, or `resign`. A side may move out of turn only where the other
    /// has no move: the pass is implied.
    ///
    /// # Errors
    /// [`EngineError::Syntax`] or [`EngineError::Illegal`]; the game is as it was.
    fn play(&mut self, color: Color, text: &str) -> Result<(), EngineError>;

    /// Whether [`Engine::think`] may be asked for this side.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    fn can_move(&self, color: Color) -> Result<(), EngineError>;

    /// The move that the player would make; nothing changes. After the end of the game it is `pass`.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn, or for a move of [`Ask::after`] that is not legal.
    fn think(&self, ask: Ask<'_>) -> Result<Answer, EngineError>;

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

    /// True where a pass is the only legal move.
    fn must_pass(&self) -> bool;

    /// The points that a client which knows only points may send next; `pass` where that is the move.
    fn legal_points(&self) -> Vec<String>;

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

    /// A value in the game's unit as a person reads it: `#n` for a win in n plies, `-#n` for a loss.
    fn score_text(&self, score: Score) -> String;

    /// The chance, 0 to 1, that the side with this value wins.
    fn win_chance(&self, score: Score) -> f64;

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
    fn replay(&mut self, record: &sgf::Record, before: Option<usize>) -> Result<(), EngineError>;

    /// The game as SGF, with what is noted of it.
    fn sgf(&self, notes: sgf::Notes<'_>) -> String;

    /// What stands on a point; [`Cell::Outside`] where there is none.
    fn cell(&self, vertex: Vertex) -> Cell;

    /// The leaves of the game tree at `depth`; `None` when it was stopped.
    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64>;

    /// Moves played since the start of the game.
    fn plies(&self) -> usize;
}
