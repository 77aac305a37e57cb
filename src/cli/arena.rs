//! The arena's front doors: `tengen match`, `tengen tournament`, `tengen check`.

use super::{CliError, Options, progress};
use crate::arena::check::{self, CheckError, Choice};
use crate::arena::guard;
use crate::arena::handle::HandleError;
use crate::arena::plan::{Plan, Shard};
use crate::arena::record::GameRecord;
use crate::arena::report::ReportError;
use crate::arena::report::{self, figures};
use crate::arena::run::{Execution, RunError, Standing, run};
use crate::arena::spec::{EngineSpec, SpecError};
use crate::arena::stats::{Sprt, Wdl};
use crate::arena::tournament::TournamentError;
use crate::arena::tournament::{self, SettingsError, TournamentSettings};
use crate::arguments::{whole, written_file};
use crate::printable::Printable;
use crate::search::Stop;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// The program itself, even if its file is replaced meanwhile.
const PROGRAM: &str = "/proc/self/exe";

/// What the arena can do.
#[derive(Subcommand, Debug)]
pub enum FrontDoor {
    /// Play a match of two engines and say what the result is worth
    Match(Box<Match>),
    /// Play a tournament
    Tournament(Tournament),
    /// Runs an engine for the arena, and ends with it
    #[command(hide = true)]
    Guard(guard::Orders),
    /// Check whether an engine keeps to GTP, point by point
    Check(check::CheckArgs),
}

/// Why the arena could not do what it was asked.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// Settings that make no match.
    #[error(transparent)]
    TournamentSettings(#[from] SettingsError),
    /// An engine's command that is none.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A tournament file that is none.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A match that cannot go on.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An engine that does not start.
    #[error(transparent)]
    Handle(HandleError),
    /// A run that was told to stop.
    #[error("stopped after {done} of {total} games; the same command goes on from there")]
    Interrupted {
        /// Games recorded.
        done: usize,
        /// Games of the plan.
        total: usize,
    },
    /// An engine that cannot be checked.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// There is no report.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The system does not let us watch for signals.
    #[error("cannot watch for signals: {0}")]
    Signals(io::Error),
}

impl FrontDoor {
    /// Does what the command line asks; the exit status is the answer of some.
    ///
    /// # Errors
    /// [`CliError`], whose text is for the user.
    pub fn enter(&self, options: &Options) -> Result<ExitCode, CliError> {
        match self {
            Self::Match(order) => play_match(order, options)?,
            Self::Tournament(order) => play_tournament(order)?,
            Self::Check(order) => return Ok(check_engine(order, options)?),
            Self::Guard(orders) => return Ok(guard::run(orders)),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A match of two engines.
#[derive(Args, Debug)]
pub struct Match {
    /// An engine: its command line, after settings such as name=Strong dialect=gomocup dir=engines (all in docs/arena.md)
    pub a: String,
    /// The other engine
    pub b: String,
    #[command(flatten)]
    settings: TournamentSettings,
    /// End as soon as a sequential test is decided: elo0=0 elo1=10 alpha=.05 beta=.05, each where not so
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = NonEmptyStringValueParser::new())]
    sprt: Option<Vec<String>>,
    #[command(flatten)]
    output: Output,
}

/// A tournament.
#[derive(Args, Debug)]
pub struct Tournament {
    /// The tournament, in TOML; docs/arena.md shows one
    file: PathBuf,
    #[command(flatten)]
    output: Output,
}

/// How games are played and recorded, whatever the plan.
#[derive(Args, Debug)]
struct Output {
    /// The games' record, a JSON line each; a run that finds games of its plan there goes on after them [default: by the
    /// names of the engines, or of the tournament file]
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    record: Option<PathBuf>,
    /// Write a report as a page in one file at the end
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    report: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Games side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1024_u16))]
    concurrency: u16,
    /// Play a slice of the plan: the i-th of n; `tengen merge` joins the records
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
}

/// Plays a match.
///
/// # Errors
/// [`ArenaError`], here and below, whose text is for the user.
pub fn play_match(order: &Match, options: &Options) -> Result<(), ArenaError> {
    let engines = vec![order.a.parse::<EngineSpec>()?, order.b.parse()?];
    let settings = TournamentSettings {
        game: options.game.clone(),
        rule: options.rule.clone(),
        size: options.size,
        movetime: options.movetime,
        depth: options.depth,
        seed: options.seed.unwrap_or(0),
        ..order.settings.clone()
    };
    let plan = settings.plan(engines)?;
    let slug = |name: &str| name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let (first, second) = plan.names(0);
    let name = format!("{}-vs-{}", slug(first), slug(second));
    let words = order.sprt.as_ref().map(|words| words.join(" "));
    let sprt = words.map(|words| words.parse::<Sprt>()).transpose().map_err(report::ReportError::from)?;
    play(&plan, &name, &order.output, sprt, order.sprt.clone())
}

/// Plays a tournament.
///
/// # Errors
/// [`ArenaError`].
pub fn play_tournament(order: &Tournament) -> Result<(), ArenaError> {
    let plan = tournament::read(&order.file)?;
    let name = order.file.file_stem().unwrap_or_default().to_string_lossy();
    play(&plan, &name, &order.output, None, None)
}

/// Checks whether an engine keeps to GTP; the exit status says whether it passes.
///
/// # Errors
/// [`ArenaError`].
pub fn check_engine(order: &check::CheckArgs, options: &Options) -> Result<ExitCode, ArenaError> {
    let choice = Choice { game: options.game.as_deref(), rule: options.rule.as_deref(), size: options.size };
    match check::check(order, choice, PROGRAM, &mut io::stdout().lock()) {
        // Who reads no further knows enough.
        Err(CheckError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
        passed => Ok(if passed? { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
    }
}

fn play(
    plan: &Plan,
    name: &str,
    output: &Output,
    sprt: Option<Sprt>,
    sprt_words: Option<Vec<String>>,
) -> Result<(), ArenaError> {
    let shard = output.shard;
    let suffix = if shard == Shard::WHOLE { String::new() } else { format!("-{shard}") };
    let record = output.record.clone().unwrap_or_else(|| PathBuf::from(format!("{name}{suffix}.jsonl")));
    let execution = Execution {
        record: record.clone(),
        concurrency: output.concurrency.into(),
        shard,
        sprt,
        guard: PROGRAM.to_owned(),
    };
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(ArenaError::Signals)?;
    let mut watcher = Watcher::new(plan, &record);
    let standing = run(plan, &execution, &stop, &mut |game, standing| watcher.watch(game, standing));
    watcher.bar.finish_and_clear();
    let standing = match standing {
        Err(RunError::Handle(error)) => return Err(ArenaError::Handle(error)),
        standing => standing?,
    };
    let order = report::ReportArgs {
        records: vec![record.clone()],
        json: output.json,
        html: output.report.clone(),
        replays: report::REPLAYS,
        sgf: None,
        sprt: sprt_words,
    };
    report::report(&order, &progress::counter(), &mut io::stdout().lock())?;
    if standing.done < standing.total && !standing.decided() {
        return Err(ArenaError::Interrupted { done: standing.done, total: standing.total });
    }
    Ok(())
}

/// A first signal ends the run in order, a second one at once. The parent process may have set some to be ignored, as
/// nohup(1) does.
fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    let ignored = ignored_signals();
    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(heeded)?;
    let stop = stop.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if stop.is_raised() {
                std::process::exit(130);
            }
            stop.raise();
        }
    })?;
    Ok(())
}

/// The signals that the process ignores, from the lowest bit; none where the system does not tell (proc(5), `SigIgn`).
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// Shows how a run goes: a bar on a terminal, some plain lines otherwise.
struct Watcher<'a> {
    plan: &'a Plan,
    record: &'a Path,
    bar: ProgressBar,
    on_terminal: bool,
}

impl<'a> Watcher<'a> {
    fn new(plan: &'a Plan, record: &'a Path) -> Self {
        Self { plan, record, bar: progress::bar(), on_terminal: io::stderr().is_terminal() }
    }

    fn watch(&mut self, game: Option<&GameRecord>, standing: &Standing) {
        let text = self.running_score(standing);
        self.bar.set_length(standing.total as u64);
        self.bar.set_position(standing.done as u64);
        self.bar.set_message(text.clone());
        match game {
            None => {
                self.bar.reset_eta();
                self.begin(standing);
            }
            Some(game) => {
                if let Some(culprit) = game.culprit() {
                    let detail = if game.reason.detail.is_empty() { "" } else { ": " };
                    let about = game.reason.kind.about();
                    self.line(&format!("{}: {culprit} {about}{detail}{}", game.id, game.reason.detail));
                }
                // A hundred lines at most, however many games.
                let percent = |done: usize| done * 100 / standing.total.max(1);
                if !self.on_terminal && (percent(standing.done) > percent(standing.done - 1) || standing.decided()) {
                    self.line(&format!("{}/{}  {text}", standing.done, standing.total));
                }
            }
        }
    }

    fn begin(&self, standing: &Standing) {
        let record = self.record.display();
        if standing.found > 0 {
            let found = figures::count(standing.found as u64, "game", "games");
            self.line(&format!("{record} has {found} of {} already; going on", standing.total));
        }
        if standing.foreign > 0 {
            let foreign = figures::count(standing.foreign as u64, "game", "games");
            self.line(&format!("{record} has {foreign} of other plans or shards; they are left there"));
        }
    }

    fn line(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(Printable(io::stderr()), "{text}");
        });
    }

    /// A match's score, or who leads a tournament.
    fn running_score(&self, standing: &Standing) -> String {
        let leader = |wdl: &Wdl| wdl.score().unwrap_or(0.0);
        if let [pairs] = &standing.pairs[..] {
            let (first, _) = self.plan.pairings[0];
            let wdl = standing.engines[first];
            let elo = pairs.elo().map(|elo| format!(", Elo {}", figures::estimate(elo)));
            let sprt = standing.sprt.map(|state| format!(", {}", figures::sprt(state)));
            let name = &self.plan.engines[first].name;
            let (elo, sprt) = (elo.unwrap_or_default(), sprt.unwrap_or_default());
            return format!("{name} {} of {}{elo}{sprt}", figures::points(wdl), wdl.games());
        }
        let best = standing.engines.iter().enumerate().max_by(|(_, a), (_, b)| leader(a).total_cmp(&leader(b)));
        best.filter(|(_, wdl)| wdl.games() > 0).map_or_else(String::new, |(index, wdl)| {
            format!("{} leads with {} of {}", self.plan.engines[index].name, figures::points(*wdl), wdl.games())
        })
    }
}
