//! What can go wrong with a running engine.

use super::record::End;
use thiserror::Error;

/// Characters of an answer that are worth showing.
const SHOWN: usize = 80;

/// Why an engine did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// It did not answer in time.
    #[error("no answer in time")]
    Late,
    /// It did something that ends its game.
    #[error("{}: {detail}", kind.about())]
    Fault {
        /// What.
        kind: End,
        /// In what way.
        detail: String,
    },
    /// The system does not start its program.
    #[error("cannot be started{detail}")]
    CannotStart {
        /// What the system says.
        detail: String,
    },
    /// The arena is to stop.
    #[error("stopped")]
    Stopped,
}

impl Failure {
    /// A fault with its details.
    pub fn fault(kind: End, detail: impl Into<String>) -> Self {
        Self::Fault { kind, detail: detail.into() }
    }

    /// A fault of an engine that says no to `what`.
    pub fn refused(what: &str, answer: &str) -> Self {
        Self::fault(End::Refused, format!("{what}: {answer}"))
    }

    /// A fault of an engine that answers `what` with something else than an answer to it.
    pub fn garbage(what: &str, answer: &str) -> Self {
        let shown: String = answer.chars().take(SHOWN).collect();
        Self::fault(End::Garbage, format!("{what}: {shown:?}"))
    }
}
