//! What a command is, what its handler works with, which includes what the server remembers between commands, and the table of
//! all commands.

use super::console::Console;
use super::parse::Args;
use super::response::{CommandError, Response};
use crate::protocols::line_server::LineSignals;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;
use tengen_core::game::Color;
use tengen_session::{Host, Query};

/// One command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, as `help` and `protocol.md` write them.
    pub usage: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// True where it may think: answers to earlier commands are sent first.
    pub slow: bool,
    /// The handler; it returns the text of the response.
    pub run: fn(&mut Context<'_, '_>, Args<'_>) -> Result<String, CommandError>,
}

impl Command {
    pub(super) const fn new(
        name: &'static str,
        usage: &'static str,
        about: &'static str,
        run: fn(&mut Context<'_, '_>, Args<'_>) -> Result<String, CommandError>,
    ) -> Self {
        Self { name, usage, about, slow: false, run }
    }

    pub(super) const fn slow(self) -> Self {
        Self { slow: true, ..self }
    }

    /// The name and the arguments.
    pub fn call(&self) -> String {
        format!("{} {}", self.name, self.usage).trim_end().to_owned()
    }

    /// The call and the meaning, for a help in two columns.
    pub fn row(&self) -> [String; 2] {
        [self.call(), self.about.to_owned()]
    }
}

/// What a handler works with.
pub struct Context<'s, 'o> {
    /// Every command.
    pub commands: &'static CommandTable,
    /// What the server remembers.
    pub state: &'s mut ServerState,
    /// For responses that are written while a command runs.
    pub response: &'s mut Response<'o>,
    /// When the line came, and what may cut short what it starts: `# interrupt`, any further input.
    pub signals: &'s LineSignals,
}

impl<'s> Context<'s, '_> {
    /// A query for a side's move, ended by `# interrupt`; its time runs since the line came.
    pub fn query(&self, color: Color) -> Query<'s> {
        let signals = self.signals;
        Query { asked: Some(signals.came), ..self.state.host.query_for(color, &signals.stop) }
    }

    /// What has gone by since the line came, on the clock of the searches.
    pub fn elapsed(&self) -> Duration {
        self.state.host.resources().since(self.signals.came)
    }
}

/// A heading and its commands.
pub type Group = (&'static str, &'static [Command]);

/// Every command, in groups.
pub struct CommandTable {
    groups: &'static [Group],
    index: OnceLock<HashMap<&'static str, &'static Command>>,
}

impl CommandTable {
    pub(super) const fn new(groups: &'static [Group]) -> Self {
        Self { groups, index: OnceLock::new() }
    }

    /// The groups, in the order of `protocol.md`.
    pub const fn groups(&self) -> &'static [Group] {
        self.groups
    }

    /// Every command, in the order of `list_commands`.
    pub fn all(&self) -> impl Iterator<Item = &'static Command> {
        self.groups.iter().flat_map(|(_, commands)| *commands)
    }

    /// Every command's [`Command::row`] under the heading of its group.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, Vec<[String; 2]>)> {
        self.groups.iter().map(|&(heading, commands)| (heading, commands.iter().map(Command::row).collect()))
    }

    /// The command of that name.
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        let index = || self.all().map(|command| (command.name, command)).collect();
        self.index.get_or_init(index).get(name).copied()
    }

    /// The error for a name that is no command's.
    pub fn unknown(&self, name: &str) -> CommandError {
        let cause = if self.find(&name.to_ascii_lowercase()).is_some() {
            format!("command names are lower-case: {}", name.to_ascii_lowercase())
        } else if name.is_empty() {
            "a line with an id needs a command after it".to_owned()
        } else {
            format!("there is no command {name}; list_commands lists them all")
        };
        CommandError::UnknownCommand { cause }
    }
}

/// What the server remembers between commands.
pub struct ServerState {
    /// The game on the board.
    pub host: Host,
    /// Set by `komi`; no game here uses it, but clients want it kept.
    pub komi: f64,
    /// True once `quit` was asked for.
    pub quit: bool,
    /// True where commands may read and write files.
    pub files: bool,
    /// Whether generated moves are answered point by point.
    pub points: Points,
    /// Set where a person types the commands.
    pub console: Option<Console>,
    /// The last failure, for `why`.
    pub failure: Option<CommandError>,
}

/// Whether a generated move of several points (mill) is answered point by point: the next point on each `genmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// Once the client has asked for the rules by a command of GoGui's.
    Auto {
        /// It has.
        asked: bool,
    },
    /// Always.
    On,
    /// Never.
    Off,
}

impl Default for Points {
    fn default() -> Self {
        Self::Auto { asked: false }
    }
}

impl ServerState {
    /// A server's state at its start.
    pub fn new(host: Host) -> Self {
        Self { host, komi: 0.0, quit: false, files: true, points: Points::default(), console: None, failure: None }
    }

    /// Whether generated moves are answered point by point now.
    pub fn pointwise(&self) -> bool {
        matches!(self.points, Points::On | Points::Auto { asked: true })
    }

    /// Takes note of a command: GoGui asks its player for the rules, too, and knows only points.
    pub fn called(&mut self, command: &str) {
        if let Points::Auto { asked } = &mut self.points {
            *asked |= command.starts_with("gogui-rules_");
        }
    }

    /// Remembers a failure for `why`.
    pub fn failed(&mut self, error: CommandError) {
        if let Some(console) = &self.console {
            (console.explain)(&error);
        }
        self.failure = Some(error);
    }
}
