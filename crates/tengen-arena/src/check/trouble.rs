//! Why an engine does not pass a point.

use crate::failure::Failure;

/// Why a point was not passed.
#[derive(Debug)]
pub enum Trouble {
    /// The engine is wrong; what was expected of it.
    Fault(String),
    /// The point cannot be judged; why.
    Skip(String),
    /// There was no answer.
    Failure(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// A fault of the engine, of which something else was expected.
pub fn fault(expected: impl Into<String>) -> Trouble {
    Trouble::Fault(expected.into())
}

/// What a test says.
pub type Tested = Result<(), Trouble>;
