//! Why there is no tournament, and no plan.

use crate::openings::OpeningError;
use crate::plan::PlanError;
use crate::spec::SpecError;
use crate::stats::SprtError;
use std::path::PathBuf;
use tengen_session::EngineError;
use thiserror::Error;

/// Why there is no tournament.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// The file is not as it should be.
    #[error("{}, line {line}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        why: String,
    },
    /// The settings make no plan.
    #[error(transparent)]
    TournamentSettings(#[from] SettingsError),
}

/// Why settings make no plan.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// No such game, rule set or size.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine or a clock that is none.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Unreadable openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Engines or games that do not go together.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A sequential test that is none.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtError),
    /// A file of an engine that cannot be read.
    #[error("{engine}: {source}")]
    Build {
        /// The engine.
        engine: String,
        /// What went wrong, with the name of the file.
        source: std::io::Error,
    },
    /// A working directory that is none.
    #[error("{engine}: dir={}: there is no such folder", dir.display())]
    Folder {
        /// The engine.
        engine: String,
        /// The folder.
        dir: PathBuf,
    },
    /// An engine whose command line is of another game than the plan.
    #[error(
        "{engine} is started with {option} {told}, but {played} is to be played; leave {option} out there, or ask for it here"
    )]
    OtherGame {
        /// The engine.
        engine: String,
        /// The option of its command line.
        option: &'static str,
        /// What that says.
        told: String,
        /// The plan's game, rule set and size.
        played: String,
    },
    /// A number that makes no sense.
    #[error("{key}: expected {expected}")]
    Number {
        /// The setting.
        key: &'static str,
        /// What it takes.
        expected: &'static str,
    },
}

impl SettingsError {
    /// The settings that may be to blame.
    pub(super) fn keys(&self) -> &[&'static str] {
        match self {
            Self::Spec(SpecError::Zero(key)) | Self::Number { key, .. } => std::slice::from_ref(key),
            Self::Engine(EngineError::UnacceptableSize(_)) => &["size"],
            Self::Engine(EngineError::Unknown { what: "game", .. }) => &["game"],
            Self::Engine(_) => &["rule"],
            Self::Spec(_) => &["time", "movetime"],
            Self::Opening(_) => &["openings", "balanced-random", "shuffle"],
            Self::Sprt(_) => &["sprt"],
            Self::Build { .. } => &["file"],
            Self::Folder { .. } => &["dir"],
            Self::Plan(PlanError::Seeds(_)) => &["seeds", "format"],
            Self::Plan(PlanError::Odd(_)) => &["games"],
            Self::OtherGame { .. } | Self::Plan(_) => &["[[engine]]"],
        }
    }
}
