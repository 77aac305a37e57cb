//! The subcommand `tengen train`. Each game's training has options of its own.

mod gomoku;
mod othello;
mod training;

pub use training::Training;

use super::error::CliError;
use super::options::Options;
use super::progress;
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write as _};
use tengen_games::GAMES;

/// The trainings of the games whose players have trained weights.
pub static TRAININGS: &[Training] = &[
    Training { game: "Othello", grammar: othello::grammar, step: othello::step },
    Training { game: "Gomoku", grammar: gomoku::grammar, step: gomoku::step },
];

/// What is to be trained, and how: words of the game's own.
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// The step and its options; `help` lists them
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl TrainArgs {
    /// Trains, on as many threads as `--threads` allows.
    ///
    /// # Errors
    /// [`CliError`] where the game has nothing to train, and what its training says.
    pub fn run(&self, options: &Options) -> Result<(), CliError> {
        let (entry, _) = GAMES.find(options.game.as_deref().unwrap_or(GAMES[0].info.name))?;
        let name = entry.info.name;
        let nothing = || CliError::Train(format!("{name} has nothing to train").into());
        let training = TRAININGS.iter().find(|training| training.game == name).ok_or_else(nothing)?;
        let words = [OsString::from("tengen train")].into_iter().chain(self.arguments.iter().cloned());
        let step = (training.step)(words.collect());
        let threads = options.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| CliError::Train(error.into()))?;
        let bar = progress::bar();
        let mut say = |text: &str| bar.0.suspend(|| writeln!(io::stdout(), "{text}"));
        let done = pool.install(|| step(&bar, &mut say));
        bar.0.finish_and_clear();
        done.map_err(CliError::Train)
    }
}
