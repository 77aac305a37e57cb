//! The programs that make the weights of [`patterns`](super::patterns): `tengen train`.
//!
//! Games become sets of labelled positions (`set`), and sets become weights (`fit`). How the weights in the program
//! were made stands in `README.md` beside this file.

mod equations;
mod fit;
mod journal;
mod label;
mod options;
mod probcut;
mod record;
mod sample;
mod set;
mod visited;
mod wthor;

use super::patterns::WeightsError;
use crate::progress::Progress;
use crate::search::memory::OutOfMemory;
pub use options::{Check, Fit, Labels, ProbCut, Step};
use std::io;
use std::path::Path;
use thiserror::Error;
use wthor::WthorError;

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
fn at(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.display().to_string();
    move |source| TrainError::Io { path, source }
}

/// Takes a step, on the threads of the current pool; `say` is called with each line of what it has found.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(
    step: &Step,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainError> {
    let mut say = |text: &str| say(text).map_err(at(Path::new("standard output")));
    match step {
        Step::Label(labels) => say(&set::make(labels, progress)?),
        Step::Fit(fit) => fit::fit(fit, progress, &mut say),
        Step::Check(check) => fit::check(check, progress, &mut say),
        Step::ProbCut(probcut) => probcut::measure(probcut, progress, &mut say),
    }
}
