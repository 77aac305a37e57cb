//! Why the program, and its arena, cannot do what they are asked.

use std::error::Error;
use std::io;
use std::path::PathBuf;
#[cfg(feature = "arena")]
use tengen_arena::{
    check::CheckError,
    openings::OpeningError,
    report::ReportError,
    run::RunError,
    spec::SpecError,
    tally::WatchError,
    tournament::{SettingsError, TournamentError},
};
use tengen_core::game::Size;
use tengen_core::search::memory::OutOfMemory;
use tengen_session::EngineError;
use tengen_session::book::BookError;
use tengen_tools::ToolError;
use thiserror::Error;

/// Why the program could not do what the command line asks.
#[derive(Debug, Error)]
pub enum CliError {
    /// A game, rule set, size or player that does not exist.
    #[error("{0}")]
    Engine(EngineError),
    /// A book that is none, or cannot be written.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file without a game.
    #[error("{}: {why}", file.display())]
    Record {
        /// Its name.
        file: PathBuf,
        /// What was expected.
        why: String,
    },
    /// A file to be written whose extension is that of no format.
    #[error("{}: games are not written with the extension {extension}; expected {known}, or --to", file.display())]
    NoFormat {
        /// Its name.
        file: PathBuf,
        /// The extension.
        extension: String,
        /// Those of the formats.
        known: String,
    },
    /// An opening with a point that no game can have.
    #[error("--opening: {point} is off the board of {size} lines")]
    OffBoard {
        /// The point.
        point: String,
        /// The size of the board of the first game.
        size: Size,
    },
    /// Weights that are none, or of no use to the game.
    #[error("the weights {}: {source}", path.display())]
    Weights {
        /// Which.
        path: PathBuf,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Tables for a game or a rule set that has none.
    #[error("{game} has no tables of the rule set {rule}")]
    NoTables {
        /// The rule set.
        rule: String,
        /// The game.
        game: &'static str,
    },
    /// A level for a game that has none.
    #[error("{game} has no levels")]
    NoLevels {
        /// The game.
        game: &'static str,
    },
    /// Memory for tables where there are none.
    #[error("--cache is about the tables of a folder; name it with --tables")]
    NothingToKeep,
    /// Less memory than the options ask for.
    #[error("{0}; choose a smaller --hash or fewer --threads")]
    Memory(OutOfMemory),
    /// A tool of a game cannot do it.
    #[error("{0}")]
    Tool(ToolError),
    /// The arena cannot do it.
    #[cfg(feature = "arena")]
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// There are not so many balanced openings.
    #[cfg(feature = "arena")]
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The records of shards cannot be followed.
    #[cfg(feature = "arena")]
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// There is no report on the records.
    #[cfg(feature = "arena")]
    #[error(transparent)]
    Report(#[from] ReportError),
    /// There is no terminal to play at.
    #[cfg(feature = "play")]
    #[error("`tengen play` needs a terminal at its input and output; for programs there is GTP: tengen without `play`")]
    NoTerminal,
    /// A shared option that the subcommand has no use for.
    #[error("`tengen {subcommand}` does not take --{option}{others}")]
    Unused {
        /// The option, without its dashes.
        option: String,
        /// The subcommand.
        subcommand: String,
        /// Where the option belongs.
        others: &'static str,
    },
    /// A subcommand that this build does not have.
    #[error("this build has no `tengen {subcommand}`; build it with `--features {feature}`")]
    NotBuilt {
        /// The subcommand.
        subcommand: &'static str,
        /// What it belongs to.
        feature: &'static str,
    },
    /// A file or stream failed.
    #[error("{context}: {source}")]
    Io {
        /// What was being done.
        context: String,
        /// What went wrong.
        source: io::Error,
    },
}

impl From<EngineError> for CliError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Memory(shortage) => Self::Memory(shortage),
            error => Self::Engine(error),
        }
    }
}

impl CliError {
    pub(super) fn io(context: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let context = context.into();
        move |source| Self::Io { context, source }
    }
}

/// Why the arena could not do what it was asked.
#[cfg(feature = "arena")]
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
    /// More games at once than the machine has cores for.
    #[error(
        "{games} games side by side with {each} core{} each, and {cores} core{} here: the engines would take each other's \
         time; choose {}, or --force-concurrency", plural(*each), plural(*cores), fitting(*most)
    )]
    Concurrency {
        /// Games.
        games: usize,
        /// Cores of each.
        each: usize,
        /// Cores of the machine.
        cores: usize,
        /// Games that fit; 0 where not even one does.
        most: usize,
    },
    /// Something that this system does not offer.
    #[error("{0} is there on Linux only")]
    LinuxOnly(&'static str),
    /// Engines that could not begin a game.
    #[error("left out, as they could not begin a game: {0}; the same command tries again")]
    LeftOut(String),
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

#[cfg(feature = "arena")]
fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// What to choose where so many games fit.
#[cfg(feature = "arena")]
fn fitting(most: usize) -> String {
    if most == 0 { "a smaller --affinity".to_owned() } else { format!("--concurrency {most}") }
}
