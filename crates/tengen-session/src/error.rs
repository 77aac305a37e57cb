//! The errors of a session.

use tengen_core::playable::OptionError;
use tengen_core::search::memory::OutOfMemory;
use thiserror::Error;

/// Why a session refused a request; the text is the reason, for a person.
#[derive(Clone, Debug, Error)]
pub enum EngineError {
    /// The text is not a move of this game at all.
    #[error("{0}")]
    Syntax(String),
    /// The rules forbid the move now.
    #[error("{0}")]
    Illegal(String),
    /// There are fewer moves than are to be taken back.
    #[error("{0}")]
    CannotUndo(String),
    /// The game has no board of that size.
    #[error("{0}")]
    UnacceptableSize(String),
    /// There is no game, rule set or player of that name.
    #[error("there is no {what} {name}; known: {known}")]
    Unknown {
        /// What the name is of: `game`, `rule set` or `player`.
        what: &'static str,
        /// The name as it was given.
        name: String,
        /// The names that are known.
        known: String,
    },
    /// The options behind the name of a rule set are wrong.
    #[error("{0}")]
    RuleOptions(String),
    /// A record (SGF) or position could not be read; the game is unchanged.
    #[error("{0}")]
    Unreadable(String),
    /// There is no such node of the game's tree, or it cannot have what is asked for.
    #[error("{0}")]
    Node(String),
    /// The system has too little memory for the game's player.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A player cannot be made with the options that it was given.
    #[error("{0}")]
    Options(#[from] OptionError),
}

impl PartialEq for EngineError {
    /// Errors are equal where their kinds and texts are.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.to_string() == other.to_string()
    }
}

impl Eq for EngineError {}
