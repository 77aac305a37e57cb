//! Tournament files: a plan in TOML. The settings of a match on the command line are the same, under the same names.

mod error;

pub use error::{SettingsError, TournamentError};

use super::header::{Fingerprint, Header};
use super::openings::{self, OpeningError, OpeningFormat, OpeningRecord, Selection};
use super::plan::{Adjudication, ClockSource, Format, Plan, PlanError};
use super::spec::{EngineSpec, EngineTable, Thinking};
use super::stats::Sprt;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::game::{Size, Variant};
use tengen_core::limited_input;
use tengen_core::progress::Progress;
use tengen_session::Games;
use toml::Spanned;

/// The most bytes of a tournament file.
const MAX_BYTES: u64 = 1 << 20;

/// The settings of a plan, but for its engines: the keys of a tournament file.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct TournamentSettings {
    /// The game.
    pub game: Option<String>,
    /// The rule set.
    pub rule: Option<String>,
    /// The board size.
    pub size: Option<u8>,
    /// Who meets whom.
    pub format: Format,
    /// How many engines a gauntlet tests: the first ones of the list.
    pub seeds: u32,
    /// Games of each pairing, an even number.
    pub games: u32,
    /// A file of openings.
    pub openings: Option<PathBuf>,
    /// How it is written.
    pub openings_format: OpeningFormat,
    /// The first plies of each opening of the file, such as those of whole games; all where none is given.
    pub opening_plies: Option<u32>,
    /// Takes its openings in random order.
    pub shuffle: bool,
    /// The first opening of the file that is played, from 1.
    pub start: u32,
    /// Random plies of each opening, where there is no file of openings; more where there are not so many distinct ones.
    pub balanced_random: u32,
    /// Plays openings again where there are fewer than a pairing takes.
    pub repeat_openings: bool,
    /// The clock, as [`TimeControl`](super::spec::TimeControl) reads it.
    pub time: Option<String>,
    /// Seconds for each move.
    pub movetime: Option<f64>,
    /// What the clock counts.
    pub clock: ClockSource,
    /// Plies of every search.
    pub depth: Option<u32>,
    /// Nodes of every search.
    pub nodes: Option<u64>,
    /// Seconds that an engine may overstep its time without losing the game.
    pub margin: f64,
    /// Seconds to wait for a move where there is no clock.
    pub patience: f64,
    /// Seconds that an engine may take to start, and to begin a game.
    pub startup: f64,
    /// Plies from the end at which our own search may decide a game; see [`Adjudication::exact`].
    pub adjudicate_exact: Option<u32>,
    /// A score and a number of moves, or nothing; see [`Adjudication::win`].
    pub agree_win: Vec<f64>,
    /// A score and a number of moves, or nothing; see [`Adjudication::draw`].
    pub agree_draw: Vec<f64>,
    /// A score and a number of moves, or nothing; see [`Adjudication::resign`].
    pub resign: Vec<f64>,
    /// A game of so many plies is a draw.
    pub max_plies: u32,
    /// Seed of random openings and of their order.
    pub seed: u64,
    /// A sequential test that ends a pairing as soon as it is decided, as [`Sprt`] reads it.
    pub sprt: Option<String>,
    /// The engines.
    pub engine: Vec<Spanned<EngineTable>>,
}

impl Default for TournamentSettings {
    fn default() -> Self {
        Self {
            game: None,
            rule: None,
            size: None,
            format: Format::default(),
            seeds: 1,
            games: 100,
            openings: None,
            openings_format: OpeningFormat::default(),
            opening_plies: None,
            shuffle: false,
            start: 1,
            balanced_random: 4,
            repeat_openings: false,
            time: None,
            movetime: None,
            clock: ClockSource::default(),
            depth: None,
            nodes: None,
            margin: 0.05,
            patience: 300.0,
            startup: 30.0,
            adjudicate_exact: None,
            agree_win: Vec::new(),
            agree_draw: Vec::new(),
            resign: Vec::new(),
            max_plies: 1000,
            seed: 0,
            sprt: None,
            engine: Vec::new(),
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

/// Refuses an engine whose working directory is none.
fn starts_somewhere(engine: &EngineSpec) -> Result<(), SettingsError> {
    let missing = engine.dir.as_ref().filter(|dir| !dir.is_dir());
    let folder = |dir: &PathBuf| SettingsError::Folder { engine: engine.name.clone(), dir: dir.clone() };
    missing.map_or(Ok(()), |dir| Err(folder(dir)))
}

/// Refuses an engine whose own command line names another game, rule set or size than the plan's.
fn plays(engine: &EngineSpec, games: Games, variant: &Variant) -> Result<(), SettingsError> {
    let opened = |game: &str, rule: Option<&str>| games.open(game, rule, None).ok().map(|session| session.variant());
    let is_other = |option: &str, told: &str| match option {
        "--game" => opened(told, None).is_some_and(|other| other.game != variant.game),
        "--rule" => opened(&variant.game, Some(told)).is_none_or(|other| other.rule != variant.rule),
        _ => told.parse().is_ok_and(|size| Size::square(size) != variant.size),
    };
    let wrong = ["--game", "--rule", "--size"].into_iter().find_map(|option| {
        let told = engine.told(option).filter(|told| is_other(option, told))?;
        Some(SettingsError::OtherGame {
            engine: engine.name.clone(),
            option,
            told: told.to_owned(),
            played: variant.to_string(),
        })
    });
    wrong.map_or(Ok(()), Err)
}

impl TournamentSettings {
    /// The plan of these settings for these engines; `progress` counts the openings that are drawn. Random openings that a
    /// record has already are taken from there: a plan that goes on keeps its openings even where this program would choose
    /// others by now.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn plan(
        &self,
        engines: Vec<EngineSpec>,
        games: Games,
        recorded: Option<&Header>,
        progress: &dyn Progress,
    ) -> Result<Plan, SettingsError> {
        let game = self.game.as_deref().unwrap_or(games[0].info.name);
        let variant = games.open(game, self.rule.as_deref(), self.size.map(Size::square))?.variant();
        if self.max_plies == 0 {
            return Err(SettingsError::Number { key: "max-plies", expected: "1 or more" });
        }
        let (pairings, rounds) = (Plan::pairings(self.format, self.seeds, &engines)?, Plan::rounds(self.games)?);
        engines.iter().try_for_each(starts_somewhere)?;
        engines.iter().try_for_each(|engine| plays(engine, games, &variant))?;
        let fingerprints = engines.iter().map(|engine| {
            Fingerprint::of(engine).map_err(|source| SettingsError::Build { engine: engine.name.clone(), source })
        });
        Ok(Plan {
            games,
            pairings,
            rounds,
            fingerprints: fingerprints.collect::<Result<_, _>>()?,
            openings: self.openings(rounds, games, &variant, recorded, progress)?,
            source: self.source(),
            sprt: self.sprt.as_deref().map(str::parse::<Sprt>).transpose()?,
            variant,
            engines,
            thinking: Thinking::new(self.movetime, self.time.as_deref(), self.depth, self.nodes)?,
            clock: self.clock,
            margin: seconds("margin", self.margin)?,
            patience: seconds("patience", self.patience)?,
            startup: seconds("startup", self.startup)?,
            adjudication: Adjudication {
                exact: self.adjudicate_exact,
                win: agreement("agree-win", &self.agree_win)?,
                draw: agreement("agree-draw", &self.agree_draw)?,
                resign: agreement("resign", &self.resign)?,
            },
            most_plies: self.max_plies,
            seed: self.seed,
        })
    }

    /// Where the openings come from.
    fn source(&self) -> String {
        match &self.openings {
            Some(path) => path.display().to_string(),
            None => format!("{} random plies, seed {}", self.balanced_random, self.seed),
        }
    }

    /// True where a record has these very openings, and enough of them.
    fn has_openings_of(&self, recorded: &Header, rounds: u32, variant: &Variant) -> bool {
        // Fewer than the record's own rounds are all that there are.
        let drawn = recorded.openings.len();
        let enough = drawn >= rounds as usize || self.repeat_openings && drawn < recorded.rounds as usize;
        enough && recorded.variant == *variant && recorded.source == self.source()
    }

    /// As many openings as there are rounds, all distinct; fewer, to be repeated, where that is asked for.
    fn openings(
        &self,
        rounds: u32,
        games: Games,
        variant: &Variant,
        recorded: Option<&Header>,
        progress: &dyn Progress,
    ) -> Result<Vec<OpeningRecord>, SettingsError> {
        /// Plies that random openings may grow by.
        const DEEPENING: u32 = 16;
        if self.start == 0 {
            return Err(SettingsError::Number { key: "start", expected: "1 or more" });
        }
        let (mut list, origin) = if let Some(path) = &self.openings {
            let plies = self.opening_plies.map(|plies| plies as usize);
            let all = openings::read(path, self.openings_format, plies, games, variant)?;
            let in_file = all.len();
            let mut list = openings::distinct(all, games, variant)?;
            if list.len() < in_file {
                log::warn!("{}: {} of {in_file} openings are distinct", path.display(), list.len());
            }
            if self.shuffle {
                fastrand::Rng::with_seed(self.seed).shuffle(&mut list);
            }
            list.drain(..list.len().min(self.start as usize - 1));
            (list, path.display().to_string())
        } else if let Some(recorded) = recorded.filter(|recorded| self.has_openings_of(recorded, rounds, variant)) {
            (recorded.openings.clone(), recorded.source.clone())
        } else {
            let deepest = if self.repeat_openings { 0 } else { DEEPENING };
            let longest = self.balanced_random.saturating_add(deepest);
            let selection = Selection::quick(self.balanced_random, longest);
            (openings::balanced(rounds, &selection, games, variant, self.seed, progress)?, self.source())
        };
        if list.is_empty() || list.len() < rounds as usize && !self.repeat_openings {
            return Err(OpeningError::TooFew { found: list.len(), wanted: rounds, origin }.into());
        }
        list.truncate(rounds as usize);
        for (opening, number) in list.iter_mut().zip(1..) {
            opening.number = number;
        }
        Ok(list)
    }
}

/// Reads a tournament file; for `recorded` and `progress` see [`TournamentSettings::plan`].
///
/// # Errors
/// [`TournamentError`] with the line.
pub fn read(
    path: &Path,
    games: Games,
    recorded: Option<&Header>,
    progress: &dyn Progress,
) -> Result<Plan, TournamentError> {
    let text = limited_input::read_text(path, MAX_BYTES)
        .map_err(|source| TournamentError::Io { path: path.into(), source })?;
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
    settings.plan(engines, games, recorded, progress).map_err(|error| {
        let names = |line: &str| error.keys().iter().any(|key| line.trim_start().starts_with(key));
        let setting = || text.lines().position(names).map_or(1, |line| line + 1);
        let line = match &error {
            SettingsError::Plan(PlanError::SameName(wrong) | PlanError::BadName(wrong))
            | SettingsError::Folder { engine: wrong, .. } => {
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
