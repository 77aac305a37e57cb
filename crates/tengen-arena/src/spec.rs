//! What an engine is to the arena, and how its thinking is bounded; both as a table of a tournament file and as words
//! of a command line.

mod time_control;

pub use time_control::TimeControl;

use super::plan::ClockSource;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tengen_session::clock::ClockError;
use thiserror::Error;
use time_control::move_time;

/// The dialects, as users name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DialectName {
    /// The Go Text Protocol; known quirks go by the name that the engine gives itself.
    #[default]
    Gtp,
    /// GTP without passes: the engine skips a side that cannot move by itself.
    GtpNoPasses,
    /// GTP without clock commands: the engine's own settings bound its thinking.
    GtpNoClocks,
    /// The console of Egaroucid, which unlike its GTP takes a clock.
    Egaroucid,
    /// Gomocup's protocol (`pbrain-*`).
    Gomocup,
    /// The UCI-like protocol of mill engines such as Sanmill.
    MillUci,
    /// The protocol of NBoard, an Othello GUI.
    Nboard,
    /// The Universal Game Interface.
    Ugi,
}

impl DialectName {
    /// True for GTP, with quirks or without.
    pub const fn is_gtp(self) -> bool {
        matches!(self, Self::Gtp | Self::GtpNoPasses | Self::GtpNoClocks)
    }
}

/// An engine of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineSpec {
    /// The name in results; no two engines of a tournament share one.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How to talk to it.
    pub dialect: DialectName,
    /// Commands of its protocol, sent once when it has started.
    pub init: Vec<String>,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Added to the environment.
    pub env: BTreeMap<String, String>,
    /// Files that tell its builds apart, beside its program and those that its arguments name.
    #[serde(rename = "file")]
    pub files: Vec<String>,
    /// CPU time of its process, in seconds; the process is ended when it has used it up.
    pub cpu: Option<u64>,
    /// Address space of its process, in MiB.
    pub memory: Option<u64>,
    /// Started anew for each game.
    pub restart: bool,
    /// What it may overstep without losing, where not as much as everyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Duration>,
    /// What it counts as its time itself, where that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSource>,
    /// How its thinking is bounded, where not as everyone's.
    pub thinking: Option<Thinking>,
}

/// Bounds of thinking; all empty for no bounds at all.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Thinking {
    /// The clock, kept by the arena.
    pub time: Option<TimeControl>,
    /// Plies of every search.
    pub depth: Option<u32>,
    /// Nodes of every search.
    pub nodes: Option<u64>,
}

/// Why a text describes no engine or no clock.
#[derive(Debug, Error)]
pub enum SpecError {
    /// Unbalanced quotes.
    #[error("{0}: a quote is not closed")]
    Quotes(String),
    /// No program.
    #[error("{0}: expected a command, as in: name=Strong dir=engines ./engine --level 9")]
    NoCommand(String),
    /// A setting has a wrong value or does not exist.
    #[error("{text}: {why}")]
    Setting {
        /// The engine as it was given.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// A search that looks at nothing.
    #[error("{0}: expected 1 or more, not 0")]
    Zero(&'static str),
    /// A margin that is none.
    #[error("margin: expected a number of seconds, 0 or more, not {0}")]
    Margin(f64),
    /// A time for each move beside a clock that has none.
    #[error(
        "{0} with a time for each move: expected a clock for the game, 60 or 60+0.5, where movetime is given as well"
    )]
    Limit(String),
    /// Not a time control.
    #[error(
        "{0}: expected a time control: 60 (seconds a game), 60+0.5 (and so much after each move), 40/60 (40 moves in 60 seconds, again and again) or 60+10/5 (then 10 moves in each 5 seconds)"
    )]
    Time(String),
    /// Numbers that make no clock.
    #[error("{0}")]
    Clock(#[from] ClockError),
}

/// An engine as a tournament file has it, before its defaults are filled in.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct EngineTable {
    name: Option<String>,
    command: CommandText,
    #[serde(default)]
    dialect: DialectName,
    #[serde(default)]
    init: Vec<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    file: Vec<String>,
    cpu: Option<u64>,
    memory: Option<u64>,
    #[serde(default)]
    restart: bool,
    margin: Option<f64>,
    clock: Option<ClockSource>,
    movetime: Option<f64>,
    time: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

#[derive(Deserialize, Clone, Debug)]
#[serde(untagged, expecting = "expected a command line, or a list of its words")]
enum CommandText {
    Line(String),
    Words(Vec<String>),
}

impl EngineTable {
    /// The engine, with defaults where the table says nothing.
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn engine(self) -> Result<EngineSpec, SpecError> {
        let command = match self.command {
            CommandText::Words(words) => words,
            CommandText::Line(line) => shlex::split(&line).ok_or(SpecError::Quotes(line))?,
        };
        let name = self.name.unwrap_or_else(|| default_name(&command));
        if command.is_empty() {
            return Err(SpecError::NoCommand(name));
        }
        let thinking = Thinking::new(self.movetime, self.time.as_deref(), self.depth, self.nodes)?;
        let margin = |seconds| Duration::try_from_secs_f64(seconds).map_err(|_| SpecError::Margin(seconds));
        Ok(EngineSpec {
            margin: self.margin.map(margin).transpose()?,
            clock: self.clock,
            name,
            command,
            dialect: self.dialect,
            init: self.init,
            dir: self.dir,
            env: self.env,
            files: self.file,
            cpu: self.cpu,
            memory: self.memory,
            restart: self.restart,
            thinking: Some(thinking).filter(|thinking| *thinking != Thinking::default()),
        })
    }
}

/// The command line without the folders of its program.
fn default_name(command: &[String]) -> String {
    let (program, args) = command.split_first().map_or(("", command), |(program, args)| (program, args));
    let program = program.rsplit('/').next().unwrap_or(program);
    [&[program.to_owned()], args].concat().join(" ")
}

impl EngineSpec {
    /// What the engine counts as its time: CPU time where the setting says so, or this program's `--cpu-clock`.
    pub fn own_clock(&self) -> ClockSource {
        let told = self.our_options().is_some_and(|words| words.iter().any(|word| word == "--cpu-clock"));
        self.clock.unwrap_or(if told { ClockSource::Cpu } else { ClockSource::Wall })
    }

    /// The words behind this program; `None` for other programs.
    fn our_options(&self) -> Option<&[String]> {
        let is_ours = |word: &str| word.rsplit('/').next().is_some_and(|file| file.starts_with("tengen"));
        let program = self.command.iter().position(|word| is_ours(word))?;
        self.command.get(program + 1..)
    }

    /// What this program is told on its command line by an option, `--game` for example; `None` for other programs, whose
    /// options may mean something else.
    pub fn told(&self, option: &str) -> Option<&str> {
        let mut words = self.our_options()?.iter();
        while let Some(word) = words.next() {
            match word.strip_prefix(option) {
                Some("") => return words.next().map(String::as_str),
                Some(value) if value.starts_with('=') => return Some(&value[1..]),
                _ => {}
            }
        }
        None
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Reads an engine as a command line has it: settings `key=value` as in a tournament file (`init` and `file` as often as
    /// needed), environment variables, which have a capital letter in front, then the program and its arguments.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        let words = shlex::split(text).ok_or_else(|| SpecError::Quotes(text.to_owned()))?;
        let mut table = toml::Table::new();
        let mut env = toml::Table::new();
        let (mut init, mut file) = (Vec::new(), Vec::new());
        let mut words = words.into_iter().peekable();
        while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if !key.chars().all(is_name) {
                break;
            }
            let string = || toml::Value::String(value.to_owned());
            match key {
                "init" => init.push(string()),
                "file" => file.push(string()),
                "name" | "dialect" | "dir" | "time" | "clock" => drop(table.insert(key.to_owned(), string())),
                _ if key.starts_with(|c: char| c.is_ascii_uppercase()) => drop(env.insert(key.to_owned(), string())),
                _ => drop(table.insert(key.to_owned(), value.parse().unwrap_or_else(|_| string()))),
            }
            words.next();
        }
        let command: Vec<_> = words.map(toml::Value::String).collect();
        if command.is_empty() {
            return Err(SpecError::NoCommand(text.to_owned()));
        }
        for (key, value) in
            [("env", env.into()), ("init", init.into()), ("file", file.into()), ("command", command.into())]
        {
            table.insert(key.to_owned(), value);
        }
        let why =
            |error: toml::de::Error| SpecError::Setting { text: text.to_owned(), why: error.message().to_owned() };
        table.try_into::<EngineTable>().map_err(why)?.engine()
    }
}

impl Thinking {
    /// Bounds as the user gives them.
    ///
    /// # Errors
    /// [`SpecError`] for a clock that is none, and for one that takes no limit for each move.
    pub fn new(
        movetime: Option<f64>,
        time: Option<&str>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Result<Self, SpecError> {
        let time = match (movetime, time) {
            (Some(seconds), Some(clock)) => Some(clock.parse::<TimeControl>()?.limited(seconds)?),
            (Some(seconds), None) => Some(TimeControl::PerMove(move_time(seconds)?)),
            (None, text) => text.map(str::parse).transpose()?,
        };
        match (depth, nodes) {
            (Some(0), _) => Err(SpecError::Zero("depth")),
            (_, Some(0)) => Err(SpecError::Zero("nodes")),
            _ => Ok(Self { time, depth, nodes }),
        }
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|time| time.to_string());
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let parts: Vec<_> = [time, depth, nodes].into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "no clock".to_owned() } else { parts.join(", ") })
    }
}
