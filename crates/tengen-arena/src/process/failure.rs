//! Why an engine did not do what it was asked, in words.

use crate::record::End;
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
    /// Its process ended, or the system does not start its program.
    #[error("{}{}", self.cause(), quoted(complaint))]
    Ended {
        /// Its program was started.
        started: bool,
        /// How it ended, or why it cannot be started.
        ending: String,
        /// The last line of its standard error; may be empty.
        complaint: String,
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

    /// The same in words, without the engine's standard error.
    pub fn cause(&self) -> String {
        match self {
            Self::Ended { started: true, ending, .. } => format!("{}: {ending}", End::Crash.about()),
            Self::Ended { ending, .. } => ending.clone(),
            failure => failure.to_string(),
        }
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

/// What follows the cause where the engine wrote to its standard error.
pub fn quoted(complaint: &str) -> String {
    if complaint.is_empty() { String::new() } else { format!("; standard error: {complaint}") }
}
