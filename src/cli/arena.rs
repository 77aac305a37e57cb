//! The arena's subcommands: `tengen match`, `tengen tournament`, `tengen check`; and how a run of games goes, on standard
//! error.

mod engine;
mod settings;

use super::error::{ArenaError, CliError};
use super::options::Options;
use super::output;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use engine::PROGRAM;
use indicatif::ProgressBar;
use settings::MatchSettings;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use tengen_arena::header::Header;
use tengen_arena::plan::{ClockSource, Plan, Shard};
use tengen_arena::process::MEASURES_ENGINES;
use tengen_arena::record::{self, GameRecord, RecordError};
use tengen_arena::report::{self, Anchor, PageSettings, ReportSettings, Sources, figures, html};
use tengen_arena::run::{Execution, RunError, Standing, run};
use tengen_arena::spec::EngineSpec;
use tengen_arena::tournament::{self, TournamentSettings};
use tengen_core::printable::{self, Printable};
use tengen_core::search::Stop;
use tengen_session::Games;
use tengen_tools::arguments::{whole, written_file};

/// What the arena can do.
#[derive(Subcommand, Debug)]
pub enum ArenaCommand {
    /// Play a match between two engines: score, Elo with its error, LOS, faults
    Match(Box<Match>),
    /// Play a tournament: ratings with their errors, crosstable, faults
    Tournament(Box<Tournament>),
    /// Runs an engine for the arena, and ends with it
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Guard(engine::GuardArgs),
    /// Check whether an engine conforms to GTP, point by point
    Check(Box<engine::CheckArgs>),
}

impl ArenaCommand {
    /// Does what the command line asks; the exit status is the answer of some.
    ///
    /// # Errors
    /// [`CliError`], whose text is for the user.
    pub fn run(&self, options: &Options) -> Result<ExitCode, CliError> {
        match self {
            Self::Match(args) => play_match(args, options)?,
            Self::Tournament(args) => play_tournament(args, options.games)?,
            Self::Check(args) => return Ok(args.run(options).map_err(ArenaError::from)?),
            #[cfg(target_os = "linux")]
            Self::Guard(orders) => return Ok(orders.run()),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A match of two engines.
#[derive(Args, Debug)]
pub struct Match {
    /// An engine: its command line, preceded by settings such as name=Strong dialect=gomocup dir=engines; docs/arena.md
    /// lists them
    pub a: String,
    /// The other engine
    pub b: String,
    #[command(flatten)]
    settings: MatchSettings,
    /// Stop as soon as a sequential test (SPRT) is decided; by default elo0=0 elo1=10 alpha=.05 beta=.05
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, conflicts_with = "shard",
        value_parser = NonEmptyStringValueParser::new())]
    sprt: Option<Vec<String>>,
    #[command(flatten)]
    output: Output,
}

/// A tournament.
#[derive(Args, Debug)]
pub struct Tournament {
    /// The tournament file, in TOML; docs/arena.md has an example
    file: PathBuf,
    /// The rating that a player is given in the result; repeatable
    #[arg(long, value_name = "NAME:ELO")]
    anchor: Vec<Anchor>,
    #[command(flatten)]
    output: Output,
}

/// How games are played and recorded, whatever the plan.
#[derive(Args, Debug)]
struct Output {
    /// Record of the games, one JSON line each; a run resumes from the games that are recorded there [default: named after
    /// the engines or the tournament file]
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    record: Option<PathBuf>,
    /// If an engine fails to begin a game, after three starts, skip its pairings and play the others; without this, the
    /// run stops
    #[arg(long)]
    recover: bool,
    /// If an engine's files have changed since the recorded games, as after a build, count it as a new player; without
    /// this, the run is refused
    #[arg(long)]
    new_builds: bool,
    /// At the end write a report: one HTML file with all games
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    report: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    load: Load,
    /// Play one shard of the plan, the I-th of N; `tengen merge` joins the records
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
}

/// What a run takes of the machine.
#[derive(Args, Debug)]
struct Load {
    /// Games played at the same time, at most one for each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1024_u16))]
    concurrency: u16,
    /// Allow more games than cores, although the engines then slow each other down
    #[arg(long)]
    force_concurrency: bool,
    /// Bind the engines of each game to cores of their own: this many for each game, 1 by default (Linux)
    #[arg(long, value_name = "CORES", num_args = 0..=1, default_missing_value = "1", value_parser = whole(1..=1024_u16))]
    affinity: Option<u16>,
}

impl Load {
    /// Refuses more than the machine has.
    fn check(&self) -> Result<(), ArenaError> {
        if self.affinity.is_some() && !MEASURES_ENGINES {
            return Err(ArenaError::LinuxOnly("--affinity"));
        }
        let cores = available_parallelism().map_or(1, usize::from);
        let (games, each) = (usize::from(self.concurrency), usize::from(self.affinity.unwrap_or(1)));
        if games * each <= cores || self.force_concurrency {
            return Ok(());
        }
        Err(ArenaError::Concurrency { games, each, cores, most: cores / each })
    }
}

/// Plays a match.
///
/// # Errors
/// [`ArenaError`], here and below, whose text is for the user.
pub fn play_match(args: &Match, options: &Options) -> Result<(), ArenaError> {
    args.output.check()?;
    let engines = vec![args.a.parse::<EngineSpec>()?, args.b.parse()?];
    let settings = TournamentSettings {
        game: options.game.clone(),
        rule: options.rule.clone(),
        size: options.size,
        movetime: options.movetime,
        depth: options.depth,
        seed: options.seed.unwrap_or(0),
        sprt: args.sprt.as_ref().map(|words| words.join(" ")),
        ..args.settings.settings()
    };
    let slug = |engine: &EngineSpec| engine.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let name = format!("{}-vs-{}", slug(&engines[0]), slug(&engines[1]));
    let (record, recorded) = args.output.record(&name)?;
    let plan = settings.plan(engines, options.games, recorded.as_ref(), &output::counter())?;
    play(plan, record, recorded.as_ref(), &[], &args.output)
}

/// Plays a tournament.
///
/// # Errors
/// [`ArenaError`].
pub fn play_tournament(args: &Tournament, games: Games) -> Result<(), ArenaError> {
    args.output.check()?;
    let name = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let (record, recorded) = args.output.record(&name)?;
    let plan = tournament::read(&args.file, games, recorded.as_ref(), &output::counter())?;
    play(plan, record, recorded.as_ref(), &args.anchor, &args.output)
}

impl Output {
    /// Refuses what would spoil the result, or fail once the games are played.
    fn check(&self) -> Result<(), ArenaError> {
        self.load.check()?;
        Ok(self.report.as_deref().map_or(Ok(()), html::check)?)
    }

    /// The record's path, by default after `name`, and the plan that it has already.
    fn record(&self, name: &str) -> Result<(PathBuf, Option<Header>), ArenaError> {
        let suffix = if self.shard == Shard::WHOLE { String::new() } else { format!("-{}", self.shard) };
        let record = self.record.clone().unwrap_or_else(|| PathBuf::from(format!("{name}{suffix}.jsonl")));
        let recorded = record::plan(&record).map_err(RunError::from)?;
        Ok((record, recorded))
    }
}

fn play(
    mut plan: Plan,
    record: PathBuf,
    recorded: Option<&Header>,
    anchors: &[Anchor],
    output: &Output,
) -> Result<(), ArenaError> {
    if let Some(recorded) = recorded.filter(|_| output.new_builds) {
        plan.tell_builds_apart(recorded);
    }
    let plan = &plan;
    report::check_anchors(anchors, plan.engines.iter().map(|engine| &*engine.name))?;
    if plan.clock == ClockSource::Cpu && !MEASURES_ENGINES {
        return Err(ArenaError::LinuxOnly("--clock cpu"));
    }
    let shard = output.shard;
    let execution = Execution {
        record: record.clone(),
        concurrency: output.load.concurrency.into(),
        shard,
        recover: output.recover,
        affinity: output.load.affinity.map(usize::from),
        guard: PROGRAM.to_owned(),
    };
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(ArenaError::Signals)?;
    let mut watcher = Watcher::new(&record);
    let ended = run(plan, &execution, &stop, &mut |game, standing| watcher.watch(game, standing));
    watcher.end();
    // Where another program changed the record, the games that were saved are reported.
    let record = match &ended {
        Ok(_) => record,
        Err(RunError::Record(RecordError::Changed { saved, .. })) => saved.clone(),
        Err(_) => return Ok(ended.map(drop)?),
    };
    let settings = ReportSettings {
        sources: Sources { games: plan.games, records: &[record], plan: Some(plan) },
        json: output.json,
        html: output.report.clone(),
        page: PageSettings::default(),
        sgf: None,
        sprt: plan.sprt,
        anchors: anchors.to_vec(),
        verdict: ended.as_ref().ok().and_then(|standing| standing.tally.verdict()),
    };
    report::report(&settings, &output::counter(), &mut io::stdout().lock())?;
    let standing = ended?;
    if !standing.failed.is_empty() {
        return Err(ArenaError::LeftOut(standing.failed.join(", ")));
    }
    if stop.is_raised() && standing.done < standing.total && !standing.tally.decided() {
        return Err(ArenaError::Interrupted { done: standing.done, total: standing.total });
    }
    Ok(())
}

/// A first signal ends the run in order, a second one at once. The parent process may have set some to be ignored, as
/// nohup(1) does.
#[cfg(unix)]
fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored_signals();
    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    let stop = stop.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            end_run(&stop);
        }
    })?;
    Ok(())
}

/// A first Ctrl-C ends the run in order, a second one at once.
#[cfg(not(unix))]
fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let (stop, pressed) = (stop.clone(), Arc::new(AtomicBool::new(false)));
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&pressed))?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        loop {
            std::thread::sleep(std::time::Duration::from_millis(50));
            if pressed.swap(false, Ordering::Relaxed) {
                end_run(&stop);
            }
        }
    })?;
    Ok(())
}

fn end_run(stop: &Stop) {
    if stop.is_raised() {
        std::process::exit(130);
    }
    stop.raise();
}

/// The signals that the process ignores, from the lowest bit; none where the system does not tell (proc(5), `SigIgn`).
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// Shows how a run goes: a bar on a terminal, some plain lines otherwise.
struct Watcher<'a> {
    record: &'a Path,
    bar: ProgressBar,
    on_terminal: bool,
}

impl<'a> Watcher<'a> {
    /// A watcher of a run whose games go to `record`.
    fn new(record: &'a Path) -> Self {
        Self { record, bar: output::bar().0, on_terminal: io::stderr().is_terminal() }
    }

    /// Shows where the run stands: at its beginning, then after each game.
    fn watch(&mut self, game: Option<&GameRecord>, standing: &Standing) {
        let text = printable::line(&figures::running(&standing.tally));
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
                if !self.on_terminal
                    && (percent(standing.done) > percent(standing.done - 1) || standing.tally.decided())
                {
                    self.line(&format!("{}/{}  {text}", standing.done, standing.total));
                }
            }
        }
    }

    /// The run is over: nothing is shown any more.
    fn end(&self) {
        self.bar.finish_and_clear();
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
}
