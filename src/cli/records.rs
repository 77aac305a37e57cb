//! What is done with an arena's records: `tengen merge`, `tengen watch`, which follows those of shards while they grow, and
//! `tengen report`.

use super::error::CliError;
use super::output;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use tengen_arena::merge::{Merged, merge};
use tengen_arena::report::{self, Anchor, PageSettings, ReportError, ReportSettings, Sources, figures};
use tengen_arena::stats::Sprt;
use tengen_arena::tally::{Watch, WatchError};
use tengen_core::printable::{self, Printable};
use tengen_session::Games;
use tengen_tools::arguments::{real, whole, written_file, written_folder};

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
    #[arg(long, value_name = "N", default_value_t = PageSettings::REPLAYS, value_parser = whole(0..=u64::MAX))]
    replays: u64,
    /// Write every game as an SGF file into this folder
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    sgf: Option<PathBuf>,
    /// Report the state of a match's sequential test, with the parameters of `tengen match --sprt`
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = NonEmptyStringValueParser::new())]
    sprt: Option<Vec<String>>,
    /// The rating that a player of a tournament is given, instead of a mean of 0; repeatable
    #[arg(long, value_name = "NAME:ELO")]
    anchor: Vec<Anchor>,
}

impl ReportArgs {
    fn settings(&self, games: Games) -> Result<ReportSettings<'_>, ReportError> {
        Ok(ReportSettings {
            sources: Sources { games, records: &self.records, plan: None },
            json: self.json,
            html: self.html.clone(),
            page: PageSettings { replays: self.replays, reload: None },
            verdict: None,
            sgf: self.sgf.clone(),
            anchors: self.anchor.clone(),
            sprt: self.sprt.as_deref().map(sprt).transpose()?,
        })
    }
}

/// The sequential test that the words of `--sprt` ask for.
///
/// # Errors
/// [`ReportError::Sprt`].
fn sprt(words: &[String]) -> Result<Sprt, ReportError> {
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
                let merged = merge(records, output, *salvage, &output::counter())?;
                say(&merged, output);
            }
            Self::Watch(args) => args.run(games)?,
            Self::Report(args) => {
                report::report(&args.settings(games)?, &output::counter(), &mut io::stdout().lock())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Which records are followed, and what is done with them.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// The folder with the records (*.jsonl) of all shards
    folder: PathBuf,
    /// Write the report as one HTML file, which reloads itself while games are played
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    html: Option<PathBuf>,
    /// Run this shell command when the sequential test is decided, such as 'scancel --name shards'
    #[arg(long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new())]
    stop: Option<String>,
    /// Seconds between two reads of the records
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = real("seconds", 0.1..=86400.0))]
    interval: f64,
    /// Parameters of the test instead of the plan's, as for `tengen match --sprt`
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = NonEmptyStringValueParser::new())]
    sprt: Option<Vec<String>>,
    /// Print the final report as JSON
    #[arg(long)]
    json: bool,
}

impl WatchArgs {
    /// Follows the records until the test is decided or every game was played, then prints a report.
    ///
    /// # Errors
    /// [`CliError`], whose text is for the user.
    pub fn run(&self, games: Games) -> Result<(), CliError> {
        let sprt = self.sprt.as_ref().map(|words| words.join(" ").parse()).transpose().map_err(ReportError::from)?;
        let mut watch = Watch::new(&self.folder, sprt);
        let bar = output::bar().0;
        loop {
            if watch.poll()? {
                show(&watch, &bar);
                if !watch.is_over() {
                    self.report(games, &watch, &mut io::sink())?;
                }
            }
            if watch.is_over() {
                break;
            }
            std::thread::sleep(Duration::from_secs_f64(self.interval));
        }
        bar.finish_and_clear();
        // The report is due even where the shards cannot be stopped.
        let stopped = self.stop.as_ref().filter(|_| watch.tally().decided()).map_or(Ok(()), |command| stop(command));
        self.report(games, &watch, &mut io::stdout().lock())?;
        Ok(stopped?)
    }

    /// The page, where one is wanted, and the report to `output`. While games are played the page has no replays.
    fn report(&self, games: Games, watch: &Watch, output: &mut dyn io::Write) -> Result<(), ReportError> {
        let reload = Some(Duration::from_secs_f64(self.interval));
        let page = if watch.is_over() { PageSettings::default() } else { PageSettings { replays: 0, reload } };
        let records: Vec<_> = watch.records().cloned().collect();
        let settings = ReportSettings {
            sources: Sources { games, records: &records, plan: None },
            json: self.json,
            html: self.html.clone(),
            page,
            sgf: None,
            sprt: None,
            anchors: Vec::new(),
            verdict: watch.verdict(),
        };
        report::report(&settings, &output::counter(), output)
    }
}

/// Where the games stand, on standard error: a bar on a terminal, a line otherwise.
fn show(watch: &Watch, bar: &ProgressBar) {
    let ((done, planned), text) = (watch.games(), printable::line(&figures::running(watch.tally())));
    bar.set_length(planned as u64);
    bar.set_position(done as u64);
    bar.set_message(text.clone());
    if !io::stderr().is_terminal() {
        let _ = writeln!(Printable(io::stderr()), "{done}/{planned}  {text}");
    }
}

/// Ends the shards by the command of their scheduler.
fn stop(command: &str) -> Result<(), WatchError> {
    let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    let status = Command::new(shell[0]).args([shell[1], command]).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(WatchError::Stop { command: command.to_owned(), why: status.to_string() }),
        Err(error) => Err(WatchError::Stop { command: command.to_owned(), why: error.to_string() }),
    }
}
