//! The subcommand `tengen check`.

use super::PROGRAM;
use crate::cli::options::Options;
use clap::Args;
use std::io;
use std::process::ExitCode;
use std::time::Duration;
use tengen_arena::check::{CheckError, CheckSettings, check};
use tengen_arena::spec::EngineSpec;
use tengen_tools::arguments::whole;

/// Which engine is to be checked.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The engine as one quoted argument: settings such as dir=FOLDER, then its program and arguments
    #[arg(value_name = "COMMAND")]
    engine: EngineSpec,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Seconds to wait for each response, moves included
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = whole(1..=3600_u64))]
    patience: u64,
}

impl CheckArgs {
    /// Checks whether the engine keeps to GTP; the exit status says whether it passes.
    ///
    /// # Errors
    /// [`CheckError`], whose text is for the user.
    pub fn run(&self, options: &Options) -> Result<ExitCode, CheckError> {
        let settings = CheckSettings {
            games: options.games,
            engine: &self.engine,
            patience: Duration::from_secs(self.patience),
            game: options.game.as_deref(),
            rule: options.rule.as_deref(),
            size: options.size,
            json: self.json,
        };
        match check(&settings, PROGRAM, &mut io::stdout().lock()) {
            // Who reads no further knows enough.
            Err(CheckError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
            passed => Ok(if passed? { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        }
    }
}
