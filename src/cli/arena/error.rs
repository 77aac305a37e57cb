//! Why the arena cannot do what it is asked.

use std::io;
use tengen_arena::check::CheckError;
use tengen_arena::report::ReportError;
use tengen_arena::run::RunError;
use tengen_arena::spec::SpecError;
use tengen_arena::tournament::{SettingsError, TournamentError};
use thiserror::Error;

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

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// What to choose where so many games fit.
fn fitting(most: usize) -> String {
    if most == 0 { "a smaller --affinity".to_owned() } else { format!("--concurrency {most}") }
}
