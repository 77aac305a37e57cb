//! The front door `tengen train`.

use super::{CliError, Options, progress};
use crate::engine::GAMES;
use crate::engine::registry::find;
use clap::Args;
use std::ffi::OsString;
use std::io;

/// What is to be trained, and how: words of the game's own.
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// What to do; `help` tells
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl TrainArgs {
    /// Trains, on as many threads as `--threads` allows.
    ///
    /// # Errors
    /// [`CliError`] where the game has nothing to train, and what its training says.
    pub fn enter(&self, options: &Options) -> Result<(), CliError> {
        let (entry, _) = find(GAMES, options.game.as_deref().unwrap_or(GAMES[0].info.name))?;
        let nothing = || CliError::Train(format!("{} has nothing to train", entry.info.name).into());
        let trainer = (entry.trainer)().ok_or_else(nothing)?;
        let words = [OsString::from("tengen train")].into_iter().chain(self.arguments.iter().cloned());
        let matches = (trainer.grammar)().get_matches_from(words);
        let threads = options.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| CliError::Train(error.into()))?;
        let progress = progress::bar();
        let done = pool.install(|| (trainer.train)(&matches, &progress, &mut io::stdout()));
        progress.finish_and_clear();
        done.map_err(CliError::Train)
    }
}
