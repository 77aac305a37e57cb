//! What can go wrong with reports.

use crate::header::Difference;
use crate::record::RecordError;
use crate::stats::SprtError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Two games of one id do not belong to one plan.
    #[error(
        "game {id} was played under one plan in {} and under another in {}: they cannot be joined",
        first.display(), second.display()
    )]
    Conflict {
        /// The id.
        id: String,
        /// The file that has it first.
        first: PathBuf,
        /// The file that has it too.
        second: PathBuf,
    },
    /// Two records have one game with other moves.
    #[error(
        "game {id} went differently in {} and in {}: one of them is no copy, and they cannot be joined",
        first.display(), second.display()
    )]
    Differing {
        /// The id.
        id: String,
        /// The file that has it first.
        first: PathBuf,
        /// The file that has it too.
        second: PathBuf,
    },
    /// The plans of two records do not go together.
    #[error("{} and {} cannot be joined: {difference}", first.display(), second.display())]
    Plans {
        /// The file that has a plan first.
        first: PathBuf,
        /// The file with the other plan.
        second: PathBuf,
        /// Why.
        difference: Difference,
    },
    /// A run is writing a record that is to be joined.
    #[error("{} is being written by a run; merge it once that has ended", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file that is to be written over is no record.
    #[error("{} is there already, and is no record of games; nothing was written", path.display())]
    NoRecord {
        /// The file.
        path: PathBuf,
    },
    /// The numbers of a sequential test make none.
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    /// The report cannot be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// The file, or the output.
        what: String,
        /// What went wrong.
        source: io::Error,
    },
}

impl ReportError {
    /// An error in writing `what`, a file or the output.
    pub(super) fn write(what: impl ToString) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { what: what.to_string(), source }
    }
}
