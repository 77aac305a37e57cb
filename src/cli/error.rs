//! Why the program cannot do what it is asked.

#[cfg(feature = "arena")]
use super::arena::error::ArenaError;
use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
#[cfg(feature = "arena")]
use tengen_arena::openings::OpeningError;
#[cfg(feature = "arena")]
use tengen_arena::report::ReportError;
#[cfg(feature = "arena")]
use tengen_arena::watch::WatchError;
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
    #[error("{file}: {why}")]
    Record {
        /// Its name.
        file: String,
        /// What was expected.
        why: String,
    },
    /// Weights that are none, or of no use to the game.
    #[error("the weights {}: {source}", path.display())]
    Weights {
        /// Which.
        path: PathBuf,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Tables for a game that has none.
    #[error("{game} has no tables")]
    NoTables {
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

/// Writes to standard output, whose reader may have enough of it.
pub(super) fn print(text: &[u8]) -> Result<(), CliError> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::io("cannot write the output")(error)),
        _ => Ok(()),
    }
}
