//! What is done with an arena's records: `tengen merge`, `tengen report`.

use super::{CliError, progress};
use crate::arena::merge::merge;
use crate::arena::report::{self, figures};
use crate::arguments::written_file;
use crate::printable;
use clap::{Args, Subcommand};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// What can be done with records.
#[derive(Subcommand, Debug)]
pub enum FrontDoor {
    /// Join the records of a plan's shards: every game once, in the plan's order
    Merge(Merge),
    /// Sum up the games of an arena's records
    Report(report::ReportArgs),
}

/// Joins records.
#[derive(Args, Debug)]
pub struct Merge {
    /// Where to; may be one of the records
    #[arg(short, long, value_name = "FILE", value_parser = written_file())]
    output: PathBuf,
    /// The records; a game that is in several is taken once
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
}

impl FrontDoor {
    /// Does what the command line asks.
    ///
    /// # Errors
    /// [`CliError::Report`].
    pub fn enter(&self) -> Result<ExitCode, CliError> {
        match self {
            Self::Merge(Merge { output, records }) => {
                let progress = progress::counter();
                progress.set_message("games read");
                let games = merge(records, output, &progress)?;
                progress.finish_and_clear();
                eprintln!(
                    "{}: {}",
                    printable::line(&output.display().to_string()),
                    figures::count(games as u64, "game", "games")
                );
            }
            Self::Report(order) => report::report(order, &progress::counter(), &mut io::stdout().lock())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
