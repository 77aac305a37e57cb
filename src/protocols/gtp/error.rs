//! Failures of commands. The `Display` text is the GTP failure text, to the letter; the cause is for `why` and the
//! log.

use tengen_session::EngineError;
use tengen_session::clock::ClockError;
use thiserror::Error;

/// A command failed. The texts are listed in `protocol.md`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)] // the texts say it
pub enum CommandError {
    #[error("unknown command")]
    UnknownCommand { cause: String },
    #[error("syntax error")]
    Syntax { cause: String },
    #[error("illegal move")]
    IllegalMove { cause: String },
    #[error("cannot undo")]
    CannotUndo { cause: String },
    #[error("unacceptable size")]
    UnacceptableSize { cause: String },
    #[error("cannot score")]
    CannotScore { cause: String },
    #[error("cannot load file")]
    CannotLoadFile { cause: String },
    #[error("unsupported game")]
    UnsupportedGame { cause: String },
    #[error("unsupported rule")]
    UnsupportedRule { cause: String },
    #[error("unsupported player")]
    UnsupportedPlayer { cause: String },
    #[error("invalid position")]
    InvalidPosition { cause: String },
    #[error("not enough memory")]
    OutOfMemory { cause: String },
    #[error("internal error")]
    Internal { cause: String },
}

impl CommandError {
    /// A syntax error with its reason.
    pub fn syntax(cause: impl Into<String>) -> Self {
        Self::Syntax { cause: cause.into() }
    }

    /// There is no score before the end.
    pub fn game_goes_on() -> Self {
        Self::CannotScore { cause: "the game goes on".to_owned() }
    }

    /// The reason, in one line, for a person.
    pub fn cause(&self) -> &str {
        match self {
            Self::UnknownCommand { cause }
            | Self::Syntax { cause }
            | Self::IllegalMove { cause }
            | Self::CannotUndo { cause }
            | Self::UnacceptableSize { cause }
            | Self::CannotScore { cause }
            | Self::CannotLoadFile { cause }
            | Self::UnsupportedGame { cause }
            | Self::UnsupportedRule { cause }
            | Self::UnsupportedPlayer { cause }
            | Self::InvalidPosition { cause }
            | Self::OutOfMemory { cause }
            | Self::Internal { cause } => cause,
        }
    }
}

impl From<ClockError> for CommandError {
    fn from(error: ClockError) -> Self {
        Self::syntax(error.to_string())
    }
}

impl From<EngineError> for CommandError {
    fn from(error: EngineError) -> Self {
        let cause = error.to_string();
        match error {
            EngineError::Syntax(_) => Self::Syntax { cause },
            EngineError::Illegal(_) => Self::IllegalMove { cause },
            EngineError::CannotUndo(_) => Self::CannotUndo { cause },
            EngineError::UnacceptableSize(_) => Self::UnacceptableSize { cause },
            EngineError::Unknown { what: "game", .. } => Self::UnsupportedGame { cause },
            EngineError::Unknown { what: "player", .. } | EngineError::Options(_) => Self::UnsupportedPlayer { cause },
            EngineError::Unknown { .. } => Self::UnsupportedRule { cause },
            EngineError::Unreadable(_) => Self::InvalidPosition { cause },
            EngineError::Memory(shortage) => {
                Self::OutOfMemory { cause: format!("{} MiB more are needed", shortage.missing) }
            }
        }
    }
}
