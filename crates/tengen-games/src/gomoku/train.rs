//! The programs that make the [`weights`](super::weights) of the evaluation: `tengen train`.
//!
//! Self-play makes games whose positions have the values of searches (`play`), and games become weights (`fit`). How the
//! weights in the program were made stands in `README.md` beside this file.

mod fit;
mod logistic;
mod newton;
mod options;
mod order;
mod play;
mod record;
mod sample;
mod simple;

pub use options::{Check, Fit, GomokuTrainStep, Play, TOOL};

use crate::gomoku::weights::Weights;
use crate::training::{TrainError, at};
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};
use tengen_core::progress::Progress;

/// Takes a step, on as many threads as the current pool has; `say` is called with each line of what it has found.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(
    step: &GomokuTrainStep,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainError> {
    let mut say = |text: &str| say(text).map_err(at(Path::new("standard output")));
    match step {
        GomokuTrainStep::Play(play) => say(&play::make(play, progress)?),
        GomokuTrainStep::Fit(fit) => fit::fit(fit, progress, &mut say),
        GomokuTrainStep::Check(check) => fit::check(check, progress, &mut say),
    }
}

/// The weights of a file, or those in the program.
///
/// # Errors
/// [`TrainError::Weights`]; those of the file system.
fn weights(path: Option<&Path>) -> Result<Arc<Weights>, TrainError> {
    let Some(path) = path else { return Ok(Weights::shared().clone()) };
    let bytes = fs::read(path).map_err(at(path))?;
    let weights = Weights::from_bytes(&bytes);
    let weights =
        weights.map_err(|source| TrainError::Weights { path: path.display().to_string(), source: source.into() })?;
    Ok(Arc::new(weights))
}
