//! Why training fails.

use super::wthor::WthorError;
use crate::games::othello::patterns::WeightsError;
use crate::search::memory::OutOfMemory;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why no weights, or no samples for them, were made.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The database gave no games.
    #[error(transparent)]
    Wthor(#[from] WthorError),
    /// A file is of no use as weights.
    #[error("{path}: {source}")]
    Weights {
        /// Which.
        path: String,
        /// Why.
        source: WeightsError,
    },
    /// The step is told to do what makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A set or fit of that name was begun with other settings.
    #[error("{0} was begun with other settings; choose another name, or remove it")]
    Mixed(String),
    /// There is no memory for a search.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The sets are empty.
    #[error("there are not enough samples")]
    NoSamples,
    /// A file or stream failed.
    #[error("{path}: {source}")]
    Io {
        /// Which.
        path: String,
        /// Why.
        source: io::Error,
    },
}

/// For `map_err`: says which file it was.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.display().to_string();
    move |source| TrainError::Io { path, source }
}
