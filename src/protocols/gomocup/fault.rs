//! What keeps a command from being done.

use tengen_session::EngineError;
use thiserror::Error;

/// A command was not done; the text is the line that tells the manager.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// There is no such command.
    #[error("UNKNOWN {0}")]
    Unknown(String),
    /// The command is known, but cannot be done as asked.
    #[error("ERROR {0}")]
    Refused(String),
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// A refusal for this reason.
pub(super) fn refused(reason: impl Into<String>) -> Fault {
    Fault::Refused(reason.into())
}
