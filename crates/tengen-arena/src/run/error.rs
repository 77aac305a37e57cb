//! Why a run ends early.

use crate::handle::HandleError;
use crate::record::RecordError;
use std::path::PathBuf;
use tengen_session::EngineError;
use thiserror::Error;

/// Why a run ended before its plan did.
#[derive(Debug, Error)]
pub enum RunError {
    /// The record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record is of another plan.
    #[error(
        "{}: game {id} was played under other settings (engines, clock, opening or adjudication); \
         give this run another --record, or the old settings", record.display()
    )]
    OtherPlan {
        /// The record.
        record: PathBuf,
        /// The game.
        id: String,
    },
    /// An engine does not start.
    #[error(transparent)]
    Handle(#[from] HandleError),
    /// A board cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
