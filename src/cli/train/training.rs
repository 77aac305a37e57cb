//! What `tengen train` has to know of a game's training.

use clap::Command;
use std::error::Error;
use std::ffi::OsString;
use std::io;
use tengen_core::progress::Progress;

/// The training of a game's weights.
pub struct Training {
    /// The game's name.
    pub game: &'static str,
    /// What its command line may say.
    pub grammar: fn() -> Command,
    /// Reads its command line, which begins with the program's name; a wrong one ends the program with a message.
    pub(super) step: fn(Vec<OsString>) -> TrainStep,
}

/// A step of a training, to be taken.
pub(super) type TrainStep = Box<dyn FnOnce(&dyn Progress, Say<'_>) -> Result<(), Box<dyn Error + Send + Sync>> + Send>;

/// Prints a line of what was found.
pub(super) type Say<'a> = &'a mut (dyn FnMut(&str) -> io::Result<()> + Send);
