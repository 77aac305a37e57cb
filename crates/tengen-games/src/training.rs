//! What the trainings of all games share: why they fail, folders of results that say how they were made, and linear equations.

pub(super) mod conjugate;

use clap::{ArgMatches, Command};
use serde::Serialize;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tengen_core::limited_input;
use tengen_core::search::memory::OutOfMemory;
use tengen_tools::{Tool, ToolContext, ToolResult};
use thiserror::Error;

/// A training as a subcommand.
pub const fn tool(
    game: &'static str,
    grammar: fn() -> Command,
    run: fn(&ArgMatches, &ToolContext<'_>) -> ToolResult,
) -> Tool {
    Tool {
        game,
        name: "train",
        about: "Train the weights of a game's default player: `tengen --game othello train help`",
        takes: &["game", "threads", "log"],
        others: "; the options of a step stand behind its name",
        grammar,
        run,
    }
}

/// One file of this many is held out from fits: it shows how good weights are.
const HELD_OUT: usize = 20;

/// The most bytes of a file that a training reads: games, samples, results.
pub(super) const MAX_BYTES: u64 = 1 << 30;

/// Why no weights, or no samples for them, were made.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The games to learn from cannot be used.
    #[error("{0}")]
    Games(#[source] Box<dyn Error + Send + Sync>),
    /// A file cannot be used as weights.
    #[error("{path}: {source}")]
    Weights {
        /// The path of the file.
        path: String,
        /// Why the file cannot be used.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The options of a training step make no sense.
    #[error("{0}")]
    Usage(String),
    /// A folder of results was begun with other settings.
    #[error("{0} was begun with other settings; choose another name, or remove it")]
    Mixed(String),
    /// There is no memory for a search.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The sets have no samples.
    #[error("there are not enough samples")]
    NoSamples,
    /// A file or stream failed.
    #[error("{path}: {source}")]
    Io {
        /// The path of the file, or the name of the stream.
        path: String,
        /// Why it failed.
        source: io::Error,
    },
}

/// A conversion for `map_err` to an error that names the file.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.display().to_string();
    move |source| TrainError::Io { path, source }
}

/// Begins a folder of results with these settings, or checks that it was begun with them.
///
/// # Errors
/// [`TrainError::Mixed`] where the folder was begun with other settings; those of the file system.
pub(super) fn keep_settings(folder: &Path, settings: &impl Serialize) -> Result<(), TrainError> {
    let path = folder.join("settings.json");
    let text = serde_json::to_string_pretty(settings).map_err(|error| at(&path)(error.into()))?;
    match limited_input::read_text(&path, MAX_BYTES) {
        Ok(known) if known == text => Ok(()),
        Ok(_) => Err(TrainError::Mixed(folder.display().to_string())),
        Err(_) => {
            fs::create_dir_all(folder).map_err(at(folder))?;
            fs::write(&path, text).map_err(at(&path))
        }
    }
}

/// The files of a folder with this extension, in order.
///
/// # Errors
/// Those of the file system.
pub(super) fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, TrainError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(at(folder))?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    Ok(paths)
}

/// Whether the file with this index in [`files`] is held out from fits. The first files are, too, where there are few.
pub(super) const fn is_held_out(place: usize) -> bool {
    place % HELD_OUT == 1
}
