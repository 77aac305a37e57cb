//! The tools that mill offers on the command line beside play: `tengen tables` makes tables of perfect play where stones move.

mod stats;

use super::tables::index::MOST_STONES;
use super::tables::make::{self, Folder, MakeError, Pace};
use super::tables::stage::{self, Stage};
use super::tables::{Counts, Moving, Sector, TableError, Tables, embedded, probe};
use super::{Mill, RuleSet};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use indicatif::{BinaryBytes, HumanCount, HumanDuration};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::playable::Playable as _;
use tengen_core::progress::Progress;
use tengen_session::GameEntry;
use tengen_tools::arguments::{whole, written_file, written_folder};
use tengen_tools::{Tool, ToolContext, ToolResult};
use thiserror::Error;

/// The tools of mill.
pub const TOOLS: &[Tool] = &[Tool {
    game: "Mill",
    name: "tables",
    about: "Make tables of perfect play",
    takes: &["rule", "threads", "seed", "log"],
    others: "; tables are of mill's moving phase",
    grammar: TablesArgs::command,
    run: |matches, context| TablesArgs::from_arg_matches(matches)?.run(context),
}];

/// Make tables of perfect play where stones move in mill, sector after sector; show and check them
///
/// What is made already stays: a run that was interrupted, however, goes on where it was.
#[derive(Parser, Debug)]
#[command(name = "tables")]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub struct TablesArgs {
    /// The folder of the tables; it is made where there is none
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    dir: PathBuf,
    /// Make only what this sector needs, stones against stones [default: all up to the stones of the rule set]
    #[arg(long, value_name = "N-N", value_parser = sector)]
    until: Option<Sector>,
    /// Make the tables of the placing phase, too, after all those of the moving phase
    #[arg(long, conflicts_with_all = ["until", "what"])]
    placement: bool,
    /// Show the tables that there are, a line each: sector, wins, draws, losses, longest distance
    #[arg(long, group = "what")]
    list: bool,
    /// Show what all of them come to: positions, wins, draws, losses, the longest wins, bytes
    #[arg(long, group = "what")]
    stats: bool,
    /// Write what they come to as a page with a picture, too
    #[cfg(feature = "reports")]
    #[arg(long, value_name = "FILE", requires = "stats", value_parser = written_file())]
    report: Option<PathBuf>,
    /// Check the tables: that none is damaged or missing, all checksums, and values against those of the positions after each move
    #[arg(long, group = "what")]
    verify: bool,
    /// Positions whose values are compared, of all tables together; --seed chooses others
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "verify", value_parser = whole(0..=u64::MAX))]
    sample: u64,
    /// Write the tables that the program has inside, of all rule sets, to this file: from a folder that has them
    #[arg(long, value_name = "FILE", group = "what", hide = true, value_parser = written_file())]
    embed: Option<PathBuf>,
}

/// Reads `6-4`.
fn sector(text: &str) -> Result<Sector, String> {
    let stones =
        |text: &str| text.parse().ok().filter(|stones| (RuleSet::FEWEST_STONES..=MOST_STONES as u8).contains(stones));
    let sizes = text.split_once('-').and_then(|(own, enemy)| Some(Sector::new(stones(own)?, stones(enemy)?)));
    sizes.ok_or_else(|| {
        format!("expected stones against stones, {} to {MOST_STONES} each, as 6-4", RuleSet::FEWEST_STONES)
    })
}

/// Why a rule set has no tables.
fn no_tables(rule_set: RuleSet) -> TablesError {
    if rule_set.is_zhiqi() { TablesError::NoTables } else { TablesError::NoTablesOf(rule_set) }
}

/// A line of `--list`.
fn line(stage: Stage, counts: Counts) -> String {
    let Counts { wins, draws, losses, longest } = counts;
    format!("{stage} {wins} {draws} {losses} {longest}")
}

impl TablesArgs {
    /// Runs the command as its options say; false where something is wrong.
    fn run(&self, context: &ToolContext<'_>) -> ToolResult {
        let name = context.rule.unwrap_or(Mill::INFO.rules[0].name);
        let rule_set = RuleSet::named(&GameEntry::of::<Mill>().rule(name)?);
        if let Some(file) = &self.embed {
            embedded::make(&self.dir, file)?;
            return Ok(true);
        }
        let moving = Moving::of(rule_set).ok_or_else(|| no_tables(rule_set))?;
        if self.list || self.stats {
            self.show(rule_set, context)
        } else if self.verify {
            self.check(rule_set, context)
        } else {
            self.make(rule_set, moving, context)
        }
    }

    fn make(&self, rule_set: RuleSet, moving: Moving, context: &ToolContext<'_>) -> ToolResult {
        let stones = rule_set.stones();
        let last = self.until.unwrap_or(Sector::new(stones, stones));
        if last.own.max(last.enemy) > stones {
            return Err(TablesError::TooManyStones(rule_set.name(), stones).into());
        }
        if self.placement && rule_set.closes_points() {
            return Err(TablesError::NoPlacement(rule_set.name()).into());
        }
        let mut pairs = make::order(&[last]);
        let mut stages = Vec::new();
        match (self.placement, rule_set.slides_early()) {
            (true, true) => pairs.extend(stage::sliding_stages(stones)),
            (true, false) => stages = stage::stages(stones),
            (false, _) => {}
        }
        let folder = Folder::take(&self.dir, moving, rule_set.slides_early()).map_err(TablesError::from)?;
        let mut work: Vec<_> = folder.missing(&pairs).into_iter().map(Work::Pair).collect();
        work.extend(stages.iter().copied().filter(|&stage| !folder.has(stage)).map(Work::Placing));
        let costs = Costs::of(&work, moving);
        let (left, all, costs_text) =
            (work.len(), pairs.len() + stages.len(), costs.text(rayon::current_num_threads()));
        context.print(&format!("{left} of {all} steps are left: {costs_text}"))?;
        let free = fs4::available_space(&self.dir).unwrap_or(u64::MAX);
        if costs.disk > free {
            return Err(TablesError::Disk { needed: costs.disk, free, folder: self.dir.clone() }.into());
        }
        let mut pace = Pace::start();
        for (index, step) in work.iter().enumerate() {
            for (stage, counts) in step.take(&folder, context.progress).map_err(TablesError::from)? {
                context.print(&line(stage, counts))?;
            }
            pace.advance(Costs::of(&work[index..=index], moving).seconds);
            let rest = pace.time_for(Costs::of(&work[index + 1..], moving).seconds);
            log::info!("{} steps left, about {}", work.len() - index - 1, HumanDuration(rest));
        }
        context.progress.end();
        Ok(true)
    }

    fn show(&self, rule_set: RuleSet, context: &ToolContext<'_>) -> ToolResult {
        let (tables, unusable) = Tables::of_folder(rule_set, &self.dir).ok_or_else(|| no_tables(rule_set))?;
        for error in unusable {
            log::warn!("{error}; going on without this table");
        }
        let mut tables: Vec<_> = tables.iter().collect();
        tables.sort_by_key(|table| {
            let Stage { sector, hands } = table.subject().stage;
            let larger = sector.own.max(sector.enemy);
            (hands, sector.stones(), std::cmp::Reverse(larger), std::cmp::Reverse(sector.own))
        });
        let mut text = String::new();
        if self.list {
            for table in &tables {
                text += &(line(table.subject().stage, table.counts()) + "\n");
            }
        } else {
            text = stats::text(&tables);
        }
        #[cfg(feature = "reports")]
        if let Some(file) = &self.report {
            stats::page::write(file, &rule_set.to_string(), &tables, context)?;
        }
        (context.out)(&text)?;
        Ok(true)
    }

    fn check(&self, rule_set: RuleSet, context: &ToolContext<'_>) -> ToolResult {
        let (tables, unusable) = Tables::of_folder(rule_set, &self.dir).ok_or_else(|| no_tables(rule_set))?;
        let count = tables.iter().count();
        if count == 0 && unusable.is_empty() {
            return Err(TablesError::Empty(rule_set.name(), self.dir.clone()).into());
        }
        let mut faults: BTreeSet<String> = unusable.iter().map(ToString::to_string).collect();
        let known = |path: &Path| unusable.iter().any(|error| error.path() == path);
        let missing = tables.missing().into_iter().map(|subject| self.dir.join(subject.file_name()));
        faults.extend(missing.filter(|path| !known(path)).map(|path| {
            format!(
                "{}: it is missing; `tengen tables` makes it, and the values of others come from it",
                path.display()
            )
        }));
        let bar = context.progress;
        bar.begin("tables", Some(count as u64));
        let all: u64 = tables.iter().map(|table| table.subject().stage.sector.slots() as u64).sum();
        let (mut compared, mut skipped, mut wrong) = (0, 0, 0);
        for table in tables.iter() {
            let slots = table.subject().stage.sector.slots();
            let share = (u128::from(self.sample) * slots as u128).div_ceil(u128::from(all)) as u64;
            match probe::compare(rule_set, &tables, table, (share, context.seed)) {
                Ok(checked) => {
                    compared += checked.compared;
                    skipped += checked.skipped;
                    wrong += checked.wrong.len();
                    checked.wrong.iter().try_for_each(|position| context.print(&format!("wrong: {position}")))?;
                }
                Err(error) => {
                    faults.insert(error.to_string());
                }
            }
            bar.advance(1);
        }
        bar.end();
        for fault in &faults {
            eprintln!("{fault}");
        }
        context.print(&format!(
            "{count} tables, {} damaged or missing, {compared} values compared, {skipped} without all tables, {wrong} wrong",
            faults.len()
        ))?;
        Ok(wrong == 0 && faults.is_empty())
    }
}

/// A step of the making of tables, after which the work can be stopped.
enum Work {
    /// A stage in which stones slide, and its twin.
    Pair(Stage),
    /// A stage of a placing phase in which no stones slide.
    Placing(Stage),
}

impl Work {
    fn take(&self, folder: &Folder, progress: &dyn Progress) -> Result<Vec<(Stage, Counts)>, MakeError> {
        match *self {
            Self::Pair(pair) => folder.make(pair, progress),
            Self::Placing(stage) => Ok(vec![(stage, folder.make_placing(stage, progress)?)]),
        }
    }
}

/// The estimated costs of some steps.
#[derive(Default)]
struct Costs {
    /// The number of numbers of positions.
    slots: usize,
    /// The bytes on the disk.
    disk: u64,
    /// The bytes of memory of the step that takes most.
    memory: usize,
    /// The seconds of one thread.
    seconds: f64,
}

impl Costs {
    fn of(work: &[Work], moving: Moving) -> Self {
        work.iter().fold(Self::default(), |mut sum, step| {
            let (slots, disk, memory, speed) = match *step {
                Work::Pair(pair) => {
                    let (disk, speed) = (make::bytes_of_pair(moving, pair), make::speed(moving));
                    (make::slots_of(pair), disk, make::memory_of(pair), speed)
                }
                Work::Placing(stage) => {
                    let (disk, speed) = (make::bytes_of_stage(stage), make::PLACING_SPEED);
                    (stage.sector.slots(), disk, make::memory_of_placing(stage), speed)
                }
            };
            sum.slots += slots;
            sum.disk += disk;
            sum.memory = sum.memory.max(memory);
            sum.seconds += slots as f64 / speed;
            sum
        })
    }

    fn text(&self, threads: usize) -> String {
        let Self { slots, disk, memory, seconds } = *self;
        let time = HumanDuration(Duration::from_secs_f64(seconds / threads as f64));
        let (slots, disk, memory) = (HumanCount(slots as u64), BinaryBytes(disk), BinaryBytes(memory as u64));
        format!("{slots} positions, about {disk} of disk, {memory} of memory, {time}")
    }
}

/// Why there are no tables.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The game is solved without tables.
    #[error("zhiqi needs no tables: the program proves its moves as it plays; name another --rule")]
    NoTables,
    /// There is nothing to check.
    #[error("there are no tables of {0} in {folder}; `tengen tables` makes them", folder = .1.display())]
    Empty(&'static str, PathBuf),
    /// Tables are of the moving phase under the usual rules of removals.
    #[error(
        "there are no tables of {0}: they know one removal a mill, of stones outside mills first, flying with three stones or \
        never, and the draw after 100 plies; the program plays such rule sets by its search"
    )]
    NoTablesOf(RuleSet),
    /// A position of the placing phase is more than the stones on the board and in hand.
    #[error(
        "{0} has no tables of the placing phase: which points are closed multiplies its positions beyond any disk; with those of the \
        moving phase, made without --placement, `tengen solve --tables` searches it to its end"
    )]
    NoPlacement(&'static str),
    /// The rule set has fewer stones than were asked for.
    #[error("{0} begins with {1} stones a side")]
    TooManyStones(&'static str, u8),
    /// The disk is too small.
    #[error("not enough disk: about {} are needed, {} are free in {}", BinaryBytes(*needed), BinaryBytes(*free), folder.display())]
    Disk {
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that are free.
        free: u64,
        /// The folder for the tables.
        folder: PathBuf,
    },
    /// A table cannot be made.
    #[error(transparent)]
    Make(#[from] MakeError),
}

impl From<TableError> for TablesError {
    fn from(error: TableError) -> Self {
        Self::Make(error.into())
    }
}
