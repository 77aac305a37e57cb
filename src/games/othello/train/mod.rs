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
use crate::search::memory::OutOfMemory;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use options::{Command, Options};
use std::io::{self, Write};
use std::path::Path;
use thiserror::Error;
use wthor::WthorError;

/// Why no weights, or no samples for them, were made.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The command line asks for what there is not.
    #[error("{0}")]
    Usage(String),
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

/// The grammar of what stands behind `tengen train`.
pub fn grammar() -> clap::Command {
    Options::command()
}

/// Does what a command line of that grammar asks, on the threads of the current pool.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(matches: &ArgMatches, progress: &ProgressBar, output: &mut (dyn Write + Send)) -> Result<(), TrainError> {
    let say = |text: &str, output: &mut dyn Write| {
        progress.suspend(|| writeln!(output, "{text}")).map_err(at(Path::new("standard output")))
    };
    let options = Options::from_arg_matches(matches).map_err(|error| TrainError::Usage(error.to_string()))?;
    match &options.command {
        Command::Label(order) => say(&set::make(order, progress)?, output),
        Command::Fit(order) => fit::fit(order, progress, &mut |line| say(line, output)),
        Command::Check(order) => fit::check(order, progress, &mut |line| say(line, output)),
        Command::ProbCut(order) => probcut::measure(order, progress, &mut |line| say(line, output)),
    }
}
