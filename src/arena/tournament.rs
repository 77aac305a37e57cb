//! Tournament files: a plan in TOML. The settings of a match on the command line are the same, under the same names.

use super::openings::{OpeningError, OpeningFormat, Openings};
use super::plan::{Adjudication, Format, Plan, PlanError};
use super::spec::{EngineSpec, EngineTable, SpecError, Thinking, TimeControl};
use crate::arguments::{real, whole};
use crate::engine::{EngineError, GAMES, open_session};
use crate::game::Size;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use toml::Spanned;

/// The settings of a plan, but for its engines.
#[derive(clap::Args, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct TournamentSettings {
    /// The game
    #[arg(skip)]
    pub game: Option<String>,
    /// The rule set
    #[arg(skip)]
    pub rule: Option<String>,
    /// The board size
    #[arg(skip)]
    pub size: Option<u8>,
    /// Who meets whom
    #[arg(skip)]
    pub format: Format,
    /// Games of each pairing, an even number: each opening is played twice with colours swapped
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=u32::MAX))]
    pub games: u32,
    /// Openings: one line of moves each, SGF, or OBF
    #[arg(long, value_name = "FILE", conflicts_with = "balanced_random")]
    pub openings: Option<PathBuf>,
    /// How the openings are written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub openings_format: OpeningFormat,
    /// Take the openings of the file in random order
    #[arg(long)]
    pub shuffle: bool,
    /// Without a file of openings: this many random plies, after which our own player sees chances for both sides
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = whole(0..=u32::MAX))]
    pub balanced_random: u32,
    /// The clock, kept by the arena: 60 (seconds a game), 60+0.5 (and so much after each move), 40/60 (40 moves in 60
    /// seconds, again and again) or 60+10/5 (then 10 moves in each 5 seconds)
    #[arg(long, value_name = "CLOCK", value_parser = TimeControl::check)]
    pub time: Option<String>,
    /// Seconds for each move
    #[arg(skip)]
    pub movetime: Option<f64>,
    /// Plies of every search
    #[arg(skip)]
    pub depth: Option<u32>,
    /// Nodes of every search
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Seconds that an engine may overstep its time without losing the game
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = real("seconds", 0.0..=1e6))]
    pub margin: f64,
    /// Seconds to wait for a move where there is no clock; for any other answer too, but 30 at most
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = real("seconds", 0.0..=1e6))]
    pub patience: f64,
    /// With so many plies left, or fewer, let our own search decide the game where it proves a value
    #[arg(long, value_name = "PLIES", value_parser = whole(0..=u32::MAX))]
    pub adjudicate_exact: Option<u32>,
    /// End a game when both engines, for so many moves each, see the same side ahead by so much
    #[arg(long, value_names = ["SCORE", "MOVES"], num_args = 2, value_parser = real("points or moves", 0.0..=1e9))]
    pub agree_win: Vec<f64>,
    /// End a game as a draw when both engines, for so many moves each, see scores within so much
    #[arg(long, value_names = ["SCORE", "MOVES"], num_args = 2, value_parser = real("points or moves", 0.0..=1e9))]
    pub agree_draw: Vec<f64>,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=u32::MAX))]
    pub max_plies: u32,
    /// Seed of random openings and of their order
    #[arg(skip)]
    pub seed: u64,
    /// The engines
    #[arg(skip)]
    pub engine: Vec<Spanned<EngineTable>>,
}

impl Default for TournamentSettings {
    fn default() -> Self {
        Self {
            game: None,
            rule: None,
            size: None,
            format: Format::default(),
            games: 100,
            openings: None,
            openings_format: OpeningFormat::default(),
            shuffle: false,
            balanced_random: 4,
            time: None,
            movetime: None,
            depth: None,
            nodes: None,
            margin: 0.05,
            patience: 300.0,
            adjudicate_exact: None,
            agree_win: Vec::new(),
            agree_draw: Vec::new(),
            max_plies: 1000,
            seed: 0,
            engine: Vec::new(),
        }
    }
}

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
    fn keys(&self) -> &[&'static str] {
        match self {
            Self::Spec(SpecError::Zero(key)) | Self::Number { key, .. } => std::slice::from_ref(key),
            Self::Engine(EngineError::UnacceptableSize(_)) => &["size"],
            Self::Engine(EngineError::Unknown { what: "game", .. }) => &["game"],
            Self::Engine(_) => &["rule"],
            Self::Spec(_) => &["time", "movetime"],
            Self::Opening(_) => &["openings", "balanced-random", "shuffle"],
            Self::Plan(PlanError::Odd(_)) => &["games"],
            Self::Plan(_) => &["[[engine]]"],
        }
    }
}

/// A number of seconds.
fn seconds(key: &'static str, value: f64) -> Result<Duration, SettingsError> {
    let expected = "a number of seconds, 0 or more";
    Duration::try_from_secs_f64(value).map_err(|_| SettingsError::Number { key, expected })
}

/// A score and a number of moves.
fn agreement(key: &'static str, values: &[f64]) -> Result<Option<(f64, u32)>, SettingsError> {
    match *values {
        [] => Ok(None),
        [score, moves] if score >= 0.0 && moves >= 1.0 => Ok(Some((score, moves as u32))),
        _ => Err(SettingsError::Number { key, expected: "a score, 0 or more, and a number of moves, 1 or more" }),
    }
}

impl TournamentSettings {
    /// The plan of these settings for these engines.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn plan(&self, engines: Vec<EngineSpec>) -> Result<Plan, SettingsError> {
        let game = self.game.as_deref().unwrap_or(GAMES[0].info.name);
        let variant = open_session(game, self.rule.as_deref(), self.size.map(Size::square))?.variant();
        if self.max_plies == 0 {
            return Err(SettingsError::Number { key: "max-plies", expected: "1 or more" });
        }
        let mut openings = match &self.openings {
            Some(path) => Openings::read(path, self.openings_format, &variant)?,
            None => Openings::Balanced { plies: self.balanced_random },
        };
        if self.shuffle {
            openings.shuffle(self.seed);
        }
        Ok(Plan {
            pairings: Plan::pairings(self.format, &engines)?,
            rounds: Plan::rounds(self.games)?,
            variant,
            engines,
            openings,
            thinking: Thinking::new(self.movetime, self.time.as_deref(), self.depth, self.nodes)?,
            margin: seconds("margin", self.margin)?,
            patience: seconds("patience", self.patience)?,
            adjudication: Adjudication {
                exact: self.adjudicate_exact,
                win: agreement("agree-win", &self.agree_win)?,
                draw: agreement("agree-draw", &self.agree_draw)?,
            },
            most_plies: self.max_plies,
            seed: self.seed,
        })
    }
}

/// Reads a tournament file.
///
/// # Errors
/// [`TournamentError`] with the line.
pub fn read(path: &Path) -> Result<Plan, TournamentError> {
    let text = std::fs::read_to_string(path).map_err(|source| TournamentError::Io { path: path.into(), source })?;
    let line_at = |offset: usize| text[..offset].matches('\n').count() + 1;
    let file = |line, why| TournamentError::File { path: path.into(), line, why };
    let mut settings: TournamentSettings = toml::from_str(&text)
        .map_err(|error| file(error.span().map_or(1, |span| line_at(span.start)), error.message().to_owned()))?;
    let (mut engines, mut lines) = (Vec::new(), Vec::new());
    for table in std::mem::take(&mut settings.engine) {
        let line = line_at(table.span().start);
        let engine = table.into_inner().engine().map_err(|error| file(line, error.to_string()))?;
        lines.push((engine.name.clone(), line));
        engines.push(engine);
    }
    settings.plan(engines).map_err(|error| {
        let names = |line: &str| error.keys().iter().any(|key| line.trim_start().starts_with(key));
        let setting = || text.lines().position(names).map_or(1, |line| line + 1);
        let line = match &error {
            SettingsError::Plan(PlanError::SameName(wrong) | PlanError::BadName(wrong)) => {
                lines.iter().rfind(|(name, _)| name == wrong).map_or(1, |&(_, line)| line)
            }
            _ => setting(),
        };
        match error {
            // It names a file and a line of its own.
            SettingsError::Opening(error) => SettingsError::Opening(error).into(),
            error => file(line, error.to_string()),
        }
    })
}
