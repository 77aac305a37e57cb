//! The command table. Each command is declared once, with its arguments, its line of help and its handler.

mod analysis;
mod clock;
mod core;
mod game;
mod gogui;
mod play;
mod query;
mod stream;

use super::args::Args;
use super::console::Console;
use super::error::CommandError;
use super::response::Response;
use crate::engine::Host;
use crate::search::Stop;
use std::collections::HashMap;
use std::sync::LazyLock;

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
    const fn new(
        name: &'static str,
        usage: &'static str,
        about: &'static str,
        run: fn(&mut Context<'_, '_>, Args<'_>) -> Result<String, CommandError>,
    ) -> Self {
        Self { name, usage, about, slow: false, run }
    }

    const fn slow(self) -> Self {
        Self { slow: true, ..self }
    }

    /// The name and the arguments.
    pub fn call(&self) -> String {
        format!("{} {}", self.name, self.usage).trim_end().to_owned()
    }
}

/// What the server remembers between commands.
pub struct State {
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
    failure: Option<CommandError>,
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

impl State {
    /// A server's state at its start.
    pub fn new(host: Host) -> Self {
        Self { host, komi: 0.0, quit: false, files: true, points: Points::default(), console: None, failure: None }
    }

    /// Whether generated moves are answered point by point now.
    pub fn pointwise(&self) -> bool {
        matches!(self.points, Points::On | Points::Auto { asked: true })
    }

    /// Takes note of a command: GoGui asks its player for the rules, too, and knows only points.
    pub fn called(&mut self, command: &Command) {
        if let Points::Auto { asked } = &mut self.points {
            *asked |= command.name.starts_with("gogui-rules_");
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

/// What a handler works with.
pub struct Context<'s, 'o> {
    /// What the server remembers.
    pub state: &'s mut State,
    /// For responses that are written while a command runs.
    pub response: &'s mut Response<'o>,
    /// Raised by `# interrupt`.
    pub interrupt: &'s Stop,
    /// Raised by any further input, and by its end.
    pub superseded: &'s Stop,
}

/// Every command, in groups with the headings of `protocol.md`.
pub static GROUPS: [(&str, &[Command]); 7] = [
    ("About the program", core::COMMANDS),
    ("What is played", game::COMMANDS),
    ("Moves", play::COMMANDS),
    ("Clocks", clock::COMMANDS),
    ("Analysis", analysis::COMMANDS),
    ("GoGui", gogui::COMMANDS),
    ("JSON", query::COMMANDS),
];

/// Every command, in the order of `list_commands`.
pub fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|(_, commands)| *commands)
}

/// The command of that name.
pub fn find(name: &str) -> Option<&'static Command> {
    static INDEX: LazyLock<HashMap<&str, &Command>> =
        LazyLock::new(|| all().map(|command| (command.name, command)).collect());
    INDEX.get(name).copied()
}

/// The error for a name that is no command's.
pub fn unknown(name: &str) -> CommandError {
    let cause = if find(&name.to_ascii_lowercase()).is_some() {
        format!("command names are lower-case: {}", name.to_ascii_lowercase())
    } else if name.is_empty() {
        "a line with an id needs a command after it".to_owned()
    } else {
        format!("there is no command {name}; list_commands lists them all")
    };
    CommandError::UnknownCommand { cause }
}
