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
use super::error::CommandError;
use super::server::Output;
use crate::engine::Room;
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
}

/// What the server remembers between commands.
pub struct State {
    /// The game on the board.
    pub room: Room,
    /// Set by `komi`; no game here uses it, but clients want it kept.
    pub komi: f64,
    /// True once `quit` was asked for.
    pub quit: bool,
    failure: Option<CommandError>,
    explain: Option<fn(&CommandError)>,
}

impl State {
    /// A server's state at its start; `explain` is told about every failure.
    pub fn new(room: Room, explain: Option<fn(&CommandError)>) -> Self {
        Self { room, komi: 0.0, quit: false, failure: None, explain }
    }

    /// Remembers a failure for `why`.
    pub fn failed(&mut self, error: CommandError) {
        if let Some(explain) = self.explain {
            explain(&error);
        }
        self.failure = Some(error);
    }
}

/// What a handler works with.
pub struct Context<'s, 'o> {
    /// What the server remembers.
    pub state: &'s mut State,
    /// For responses that are written while a command runs.
    pub output: &'s mut Output<'o>,
    /// Raised by `# interrupt`.
    pub interrupt: &'s Stop,
    /// Raised by any further input, and by its end.
    pub superseded: &'s Stop,
}

/// Every command, by group, in the order of `list_commands`.
pub fn all() -> impl Iterator<Item = &'static Command> {
    let groups = [
        core::COMMANDS,
        game::COMMANDS,
        play::COMMANDS,
        clock::COMMANDS,
        analysis::COMMANDS,
        gogui::COMMANDS,
        query::COMMANDS,
    ];
    groups.into_iter().flatten()
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
