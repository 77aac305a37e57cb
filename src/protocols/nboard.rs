//! Version 2 of the protocol between NBoard, an Othello GUI, and its engines. It is Othello's own, so this module
//! names its game. Reference: `Protocol.htm` of Welty's NTest; `docs/protocols/nboard.md` says what Tengen makes of it.
//!
//! A line travels from [`super::line_server`] to [`NBoard`], which executes it on a host. Between two commands the GUI asks for
//! a `pong`, which is the end of all that was said before.

use super::line_server::{Arrival, LineSignals, Say, TextProtocol};
use tengen_core::printable::{self, quote_line};
use tengen_core::search::{Iteration, Limits, Scale, SharedClock};
use tengen_session::{EngineError, Host, Query, Report};

/// The game that the protocol is for, as [`Host::set_game`] takes it.
pub const GAME: &str = "othello";

/// With so many plies more than the depth that was asked for, or fewer, the rest of the game is solved.
const SOLVED_BEYOND: u32 = 6;

/// Plays Othello for a GUI.
pub struct NBoard {
    host: Host,
    /// The depth of the command line, the most that `set depth` can ask for.
    most: Option<u32>,
    /// Why there is no position.
    refused: Option<String>,
}

impl TextProtocol for NBoard {
    const READER: &'static str = "nboard-reader";
    const ERROR: &'static str = "status error: ";

    fn clock(&self) -> SharedClock {
        self.host.resources().clock().clone()
    }

    /// A `ping` stops the search before it.
    fn arrival(line: &[u8]) -> Arrival {
        match line.trim_ascii().split(u8::is_ascii_whitespace).next() {
            Some(b"ping") => Arrival::StopAndExecute,
            Some(b"quit") => Arrival::End,
            _ => Arrival::Execute,
        }
    }

    /// A line that is not known does nothing.
    fn execute(&mut self, line: &str, signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        let (command, rest) = word(line);
        match (command, word(rest)) {
            ("nboard", _) => say("set myname Tengen"),
            ("set", ("depth", depth)) => {
                let depth: u32 = depth.parse().map_err(|_| format!("{} is no depth", quote_line(depth)))?;
                self.host.settings_mut().depth = self.most.into_iter().chain([depth.max(1)]).min();
            }
            ("set", ("game", game)) => {
                self.refused = self.set_game(game).err();
                return self.refused.clone().map_or(Ok(()), Err);
            }
            ("move", _) => self.play(rest)?,
            ("hint", (count, _)) => self.hint(count.parse().unwrap_or(1), signals, say)?,
            ("go", _) => self.go(signals, say)?,
            ("ping", (number, _)) => say(&format!("pong {}", printable::line(number))),
            ("learn", _) => say("learned"),
            // Version 1 sent moves without a word before them.
            (text, ("", _)) if text.len() == 2 => self.play(text)?,
            _ => log::info!("not a command: {}", quote_line(line)),
        }
        Ok(())
    }
}

impl NBoard {
    /// A player in this host, whose game becomes Othello.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] where the host has no Othello.
    pub fn new(mut host: Host) -> Result<Self, EngineError> {
        host.set_game(GAME)?;
        Ok(Self { most: host.settings().depth, host, refused: None })
    }

    /// Sets up the position at the end of a game in GGF.
    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let notes = self.host.load(text.as_bytes(), None).map_err(|error| error.to_string())?;
        if !self.host.engine().info().name.eq_ignore_ascii_case(GAME) {
            self.host.set_game(GAME).map_err(|error| error.to_string())?;
            return Err("a game of Othello was expected".to_owned());
        }
        // A board goes on from where its game is, not from before its last move.
        notes.into_iter().next().map_or(Ok(()), Err)
    }

    /// Plays a move, with its value and time perhaps: `F5/1.50/0.2`.
    fn play(&mut self, text: &str) -> Result<(), String> {
        self.check()?;
        let text = text.split('/').next().unwrap_or_default().trim();
        let mv = if text.eq_ignore_ascii_case("pa") { "pass" } else { text };
        let side = self.host.engine().side_to_move();
        let played = self.host.engine_mut().play_text(side, mv);
        played.map_err(|error| {
            self.refused = Some(format!("{} was no move", quote_line(text)));
            error.to_string()
        })
    }

    /// Says what the best `count` moves are worth, at every depth.
    fn hint(&self, count: usize, signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        self.check()?;
        say("status Tengen is analyzing");
        let (side, scale) = (self.host.engine().side_to_move(), self.host.engine().scale());
        let query = Query { lines: count.max(1), ..self.query(signals) };
        let mut told = None;
        let tell = &mut |report: &Report| {
            if told.replace(report.iteration()) != Some(report.iteration()) {
                tell_lines(report, &scale, say);
            }
        };
        let answer = self.host.think(side, &query, tell).map_err(|error| error.to_string())?;
        tell_lines(&answer.report, &scale, say);
        say("status Tengen is waiting");
        Ok(())
    }

    /// Says which move it would play; the position stays.
    fn go(&self, signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        self.check()?;
        say("status Tengen is thinking");
        let (side, scale) = (self.host.engine().side_to_move(), self.host.engine().scale());
        let query = self.query(signals);
        let answer = self.host.generate(side, &query, false, &mut |_| ()).map_err(|error| error.to_string())?;
        let seconds = answer.report.time.as_secs_f64();
        say(&format!("nodestats {} {seconds:.2}", answer.report.nodes));
        let value = answer.report.lines.first().map_or(0.0, |line| scale.bounded_points(line.score));
        say(&format!("=== {}/{value:.2}/{seconds:.2}", two(&answer.text())));
        say("status Tengen is waiting");
        Ok(())
    }

    /// The plain query, within the limits of the command line and of `set depth`; towards its end the game is solved. Its time runs
    /// since its line came. A GUI shows and records values: they are wanted where there is one move, too.
    fn query<'m>(&self, signals: &'m LineSignals) -> Query<'m> {
        let engine = self.host.engine();
        let usual = self.host.query_for(engine.side_to_move(), &signals.stop).for_value();
        let solved = |depth: u32| engine.plies_left().is_some_and(|left| left <= depth.saturating_add(SOLVED_BEYOND));
        let limits = Limits { depth: usual.limits.depth.filter(|&depth| !solved(depth)), ..usual.limits };
        Query { limits, asked: Some(signals.came), ..usual }
    }

    fn check(&self) -> Result<(), String> {
        self.refused.as_ref().map_or(Ok(()), |refused| Err(format!("there is no position: {refused}")))
    }
}

/// The lines of a report: `search F5D6C3 1.50 0 12`. A depth of `100%` says that the value is exact.
fn tell_lines(report: &Report, scale: &Scale, say: &mut dyn FnMut(&str)) {
    for line in &report.lines {
        let pv: String = report.texts(line).iter().map(|mv| two(mv)).collect();
        let depth = if line.exact { "100%".to_owned() } else { depth_text(report.iteration()) };
        say(&format!("search {pv} {:.2} 0 {depth}", scale.bounded_points(line.score)));
    }
    say(&format!("nodestats {} {:.2}", report.nodes, report.time.as_secs_f64()));
}

/// A number of plies, perhaps with the confidence of a selective search behind it.
fn depth_text(step: Iteration) -> String {
    step.to_string().replace(char::is_whitespace, "")
}

/// A move in two characters.
fn two(mv: &str) -> &str {
    if mv.eq_ignore_ascii_case("pass") { "PA" } else { mv }
}

/// The first word, and the rest.
fn word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}
