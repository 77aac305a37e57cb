//! `tengen watch`: follows the records of shards while they grow.

use super::error::CliError;
use super::progress;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use indicatif::ProgressBar;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tengen_arena::report::{self, Page, ReportError, ReportSettings, Sources, figures};
use tengen_arena::watch::{Watch, WatchError};
use tengen_core::printable::Printable;
use tengen_session::Games;
use tengen_tools::arguments::{real, written_file};

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
        let bar = progress::bar().0;
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
        let page = if watch.is_over() { Page::default() } else { Page { replays: 0, reload } };
        let records: Vec<_> = watch.records().cloned().collect();
        let settings = ReportSettings {
            sources: Sources { games, records: &records, plan: None },
            json: self.json,
            html: self.html.clone(),
            page,
            sgf: None,
            sprt: None,
            verdict: watch.verdict(),
        };
        report::report(&settings, &progress::counter(), output)
    }
}

/// Where the games stand, on standard error: a bar on a terminal, a line otherwise.
fn show(watch: &Watch, bar: &ProgressBar) {
    let ((done, planned), text) = (watch.games(), figures::running(watch.tally()));
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
