//! What is done with an arena's records: `tengen merge`, `tengen report`.

use super::error::CliError;
use super::progress;
use crate::arena::merge::merge;
use crate::arena::report::{self, ReportError, ReportSettings, figures};
use crate::arena::stats::Sprt;
use crate::cli::arguments::{whole, written_file, written_folder};
use crate::printable;
use clap::builder::NonEmptyStringValueParser;
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
    Report(ReportArgs),
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

/// What `tengen report` is asked for.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The records; a game that is in several counts once
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write the report as a page in one file, with a replay of the games
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    html: Option<PathBuf>,
    /// The most games that can be replayed on the page: those with faults first, the others evenly spread
    #[arg(long, value_name = "N", default_value_t = report::REPLAYS, value_parser = whole(0..=u64::MAX))]
    replays: u64,
    /// Write every game as an SGF file into this folder
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    sgf: Option<PathBuf>,
    /// Say where the sequential test of a match stands; the numbers as in `tengen match --sprt`
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = NonEmptyStringValueParser::new())]
    sprt: Option<Vec<String>>,
}

impl ReportArgs {
    fn settings(&self) -> Result<ReportSettings, ReportError> {
        Ok(ReportSettings {
            records: self.records.clone(),
            json: self.json,
            html: self.html.clone(),
            replays: self.replays,
            sgf: self.sgf.clone(),
            sprt: self.sprt.as_deref().map(sprt).transpose()?,
        })
    }
}

/// The sequential test that the words of `--sprt` ask for.
///
/// # Errors
/// [`ReportError::Sprt`].
pub(super) fn sprt(words: &[String]) -> Result<Sprt, ReportError> {
    Ok(words.join(" ").parse()?)
}

impl FrontDoor {
    /// Does what the command line asks.
    ///
    /// # Errors
    /// [`CliError::Report`].
    pub fn enter(&self) -> Result<ExitCode, CliError> {
        match self {
            Self::Merge(Merge { output, records }) => {
                let games = merge(records, output, &progress::counter())?;
                eprintln!(
                    "{}: {}",
                    printable::line(&output.display().to_string()),
                    figures::count(games as u64, "game", "games")
                );
            }
            Self::Report(order) => report::report(&order.settings()?, &progress::counter(), &mut io::stdout().lock())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
