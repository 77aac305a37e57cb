//! What is done with an arena's records: `tengen merge`, `tengen report`.

use super::error::CliError;
use super::progress;
use super::watch::WatchArgs;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen_arena::merge::{Merged, merge};
use tengen_arena::report::{self, Page, ReportError, ReportSettings, Sources, figures};
use tengen_arena::stats::Sprt;
use tengen_core::printable;
use tengen_session::Games;
use tengen_tools::arguments::{whole, written_file, written_folder};

/// What can be done with records.
#[derive(Subcommand, Debug)]
pub enum RecordsCommand {
    /// Merge the records of a plan's shards: each game once, in the order of the plan
    Merge(Merge),
    /// Follow the records of running shards: one score and one sequential test of all games
    Watch(WatchArgs),
    /// Report on recorded games: score or ratings, faults, a page, SGF
    Report(ReportArgs),
}

/// Joins records.
#[derive(Args, Debug)]
pub struct Merge {
    /// The merged record; may be one of the records
    #[arg(short, long, value_name = "FILE", value_parser = written_file())]
    output: PathBuf,
    /// Recover a damaged record: skip lines that are not games, and name them
    #[arg(long)]
    salvage: bool,
    /// The records; a game in several of them is taken once
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
}

/// What `tengen report` is asked for.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The records; a game in several of them counts once
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write the report as one HTML file, with a replay of the games
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    html: Option<PathBuf>,
    /// Games with a replay on the page, at most: those with faults first, then an even sample
    #[arg(long, value_name = "N", default_value_t = Page::REPLAYS, value_parser = whole(0..=u64::MAX))]
    replays: u64,
    /// Write every game as an SGF file into this folder
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    sgf: Option<PathBuf>,
    /// Report the state of a match's sequential test, with the parameters of `tengen match --sprt`
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = NonEmptyStringValueParser::new())]
    sprt: Option<Vec<String>>,
}

impl ReportArgs {
    fn settings(&self, games: Games) -> Result<ReportSettings<'_>, ReportError> {
        Ok(ReportSettings {
            sources: Sources { games, records: &self.records, plan: None },
            json: self.json,
            html: self.html.clone(),
            page: Page { replays: self.replays, reload: None },
            verdict: None,
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

/// What a merge came to, on standard error.
fn say(merged: &Merged, output: &Path) {
    let games = |count: usize| figures::count(count as u64, "game", "games");
    let mut lines = vec![format!("{}: {}", output.display(), games(merged.games))];
    if merged.machines.len() > 1 {
        lines.extend(merged.machines.iter().map(|(machine, &count)| {
            let machine = if machine.is_empty() { "unknown machine" } else { machine };
            format!("{machine}: {}", games(count as usize))
        }));
    }
    if merged.missing > 0 {
        let more = if merged.missing > merged.first_missing.len() { ", ..." } else { "" };
        let ids = merged.first_missing.join(", ");
        lines.push(format!("missing of the plan: {} ({ids}{more})", games(merged.missing)));
    }
    for (record, line) in &merged.damaged {
        lines.push(format!("{}, line {line}: no game; left out", record.display()));
    }
    for line in lines {
        eprintln!("{}", printable::line(&line));
    }
}

impl RecordsCommand {
    /// Does what the command line asks.
    ///
    /// # Errors
    /// [`CliError::Report`].
    pub fn run(&self, games: Games) -> Result<ExitCode, CliError> {
        match self {
            Self::Merge(Merge { output, salvage, records }) => {
                let merged = merge(records, output, *salvage, &progress::counter())?;
                say(&merged, output);
            }
            Self::Watch(args) => args.run(games)?,
            Self::Report(args) => {
                report::report(&args.settings(games)?, &progress::counter(), &mut io::stdout().lock())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
