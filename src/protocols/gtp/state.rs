//! What the server remembers between commands.

use super::console::Console;
use super::error::CommandError;
use std::time::Duration;
use tengen_session::Host;

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
    /// How long what was asked may go on after the end of the input; `None` where it goes on to its own end.
    pub patience: Option<Duration>,
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

impl State {
    /// A server's state at its start.
    pub fn new(host: Host) -> Self {
        Self {
            host,
            komi: 0.0,
            quit: false,
            files: true,
            points: Points::default(),
            patience: None,
            console: None,
            failure: None,
        }
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
