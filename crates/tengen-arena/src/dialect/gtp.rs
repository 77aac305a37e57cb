//! The Go Text Protocol, as a controller speaks it: lower-case colours, which every engine understands, and ids where the
//! engine echoes each in its own response, which not every engine does.

use super::{Dialect, GameSetup, Identity, MoveRequest};
use crate::gtp_client::{Response, Responses, Violation, command_line, letter};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking, TimeControl};
use serde_json::Value;
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tengen_core::game::Color;
use tengen_session::clock::{Left, TimeSystem};

/// Which clocks an engine is told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clocks {
    /// Every one.
    #[default]
    All,
    /// Those of a whole game: it takes a time for each move on its command line, and clock commands override that.
    Games,
    /// None: they override the strength that it was set to.
    None,
}

impl Clocks {
    fn cover(self, time: TimeControl) -> bool {
        match self {
            Self::All => true,
            Self::Games => matches!(time, TimeControl::Clock(_)),
            Self::None => false,
        }
    }
}

/// What an engine cannot bear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quirks {
    /// It refuses explicit passes, and skips the side that cannot move by itself.
    pub no_passes: bool,
    /// The clocks that it is told of.
    pub clocks: Clocks,
}

impl Quirks {
    /// The quirks of engines known by name: `GRhino` 0.16, Edax 4.6.
    fn of(name: &str) -> Self {
        let clocks = if name.contains("Edax") { Clocks::Games } else { Clocks::All };
        Self { no_passes: name.contains("GRhino"), clocks }
    }
}

/// Whether an engine is sent ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Ids {
    /// That is not known yet.
    #[default]
    Unknown,
    /// It echoes them.
    Sent,
    /// It does not, or not right.
    None,
}

/// A GTP controller.
#[derive(Debug, Default)]
pub struct Gtp {
    quirks: Option<Quirks>,
    ids: Ids,
    state: ProcessState,
}

/// What is known of the engine's process.
#[derive(Debug, Default)]
struct ProcessState {
    responses: Responses,
    commands: HashSet<String>,
    /// The commands sent, which is the id of the last one where it had one.
    id: u32,
    /// What was set up last; the next game of the kind needs a clear board only.
    board: Option<GameSetup>,
    /// The clock's state is told before every move.
    clocked: bool,
    /// It has refused parts of seconds.
    whole_seconds: bool,
}

fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

impl Gtp {
    /// Quirks are given; otherwise they go by the name that the engine gives itself.
    pub fn with(quirks: Quirks) -> Self {
        Self { quirks: Some(quirks), ..Self::default() }
    }

    fn quirks(&self) -> Quirks {
        self.quirks.unwrap_or_default()
    }

    fn knows(&self, command: &str) -> bool {
        self.state.commands.contains(command)
    }

    /// The id of the next command, where there are ids.
    fn next_id(&mut self) -> Option<u32> {
        self.state.id = self.state.id.wrapping_add(1);
        (self.ids == Ids::Sent).then_some(self.state.id)
    }

    /// One command, one response: `Ok` what follows `=`, `Err` what follows `?`.
    fn ask(
        &mut self,
        process: &mut Process,
        command: &str,
        deadline: Option<Instant>,
    ) -> Result<Result<String, String>, Failure> {
        let id = self.next_id();
        let judge = |violation: Violation, line: &str| {
            let what = || format!("{command}: {}", violation.about());
            if violation.is_forfeit() { Err(Failure::garbage(&what(), line)) } else { Ok(()) }
        };
        let Response { success, text, .. } = self.state.responses.ask(process, id, command, deadline, judge)?;
        Ok(if success { Ok(text) } else { Err(text) })
    }

    /// A command that must succeed.
    fn tell(&mut self, process: &mut Process, command: &str) -> Result<String, Failure> {
        let deadline = process.soon();
        self.ask(process, command, deadline)?.map_err(|error| Failure::refused(command, &error))
    }

    /// A command that the engine may refuse.
    fn try_to(&mut self, process: &mut Process, command: &str) -> Result<Result<String, String>, Failure> {
        let deadline = process.soon();
        self.ask(process, command, deadline)
    }

    fn set_up(&mut self, process: &mut Process, board: &GameSetup) -> Result<(), Failure> {
        if self.state.board.as_ref() == Some(board) && board.position.is_none() {
            return self.tell(process, "clear_board").map(drop);
        }
        if self.knows("set_game") {
            self.tell(process, &format!("set_game {}", board.variant.game))?;
        }
        if self.knows("set_rule") {
            self.tell(process, &format!("set_rule {}", board.variant.rule))?;
        } else if !board.usual_rule {
            log::warn!(
                "{} has no set_rule; it has to know by itself that {} is played",
                process.name(),
                board.variant.rule
            );
        }
        if self.knows("boardsize") {
            self.tell(process, &format!("boardsize {}", board.variant.size))?;
        }
        self.tell(process, "clear_board")?;
        if let Some(position) = &board.position {
            self.tell(process, &format!("set_position {position}"))?;
        }
        self.state.board = Some(board.clone());
        Ok(())
    }

    /// Tells the time control in the words that the engine has for it.
    fn set_clock(&mut self, process: &mut Process, time: TimeControl) -> Result<(), Failure> {
        if let TimeControl::PerMove(time) = time
            && self.knows("kata-set-param")
            && self.try_to(process, &format!("kata-set-param maxTime {}", seconds(time)))?.is_ok()
        {
            return Ok(());
        }
        self.state.clocked = self.knows("time_left");
        let command = match time.system() {
            TimeSystem::Fischer { main, increment, move_limit, .. } if self.knows("kata-time_settings") => {
                let (main, increment) = (seconds(main), seconds(increment));
                match move_limit.map(seconds) {
                    None => format!("kata-time_settings fischer {main} {increment}"),
                    // A negative limit is none, here of the main time.
                    Some(limit) => format!("kata-time_settings fischer-capped {main} {increment} -1 {limit}"),
                }
            }
            TimeSystem::Canadian { main, period, stones } => {
                format!("time_settings {} {} {stones}", seconds(main), seconds(period))
            }
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } | TimeSystem::ByoYomi { main, .. } => {
                format!("time_settings {} 0 0", seconds(main))
            }
            TimeSystem::None => return Ok(()),
        };
        if let Err(answer) = self.try_to(process, &command)? {
            log::warn!("{} refuses \"{command}\" ({answer}) and does not know its time", process.name());
        }
        Ok(())
    }
}

impl Dialect for Gtp {
    /// Asks for the same with ids and without. Edax 4.6 puts an id that it has seen once before all later responses, so that
    /// every move of it is garbage.
    fn probe(&mut self, process: &mut Process) -> Result<bool, Failure> {
        const COMMAND: &str = "name";
        self.state = ProcessState::default();
        if self.ids != Ids::Unknown {
            return Ok(false);
        }
        let responses = &mut self.state.responses;
        let mut ask = |id| {
            let deadline = process.soon();
            // What id there is shows below.
            let judge = |violation: Violation, line: &str| {
                let is_forfeit = violation.is_forfeit() && violation != Violation::OtherId;
                if is_forfeit { Err(Failure::garbage(COMMAND, line)) } else { Ok(()) }
            };
            responses.ask(process, id, COMMAND, deadline, judge)
        };
        let plain = ask(None)?;
        let mut is_echoed = |id| ask(id).map(|answer| answer == Response { id, ..plain.clone() });
        let mut probe = || -> Result<_, Failure> { Ok((is_echoed(Some(1))? && is_echoed(Some(2))?, is_echoed(None)?)) };
        let (echoed, kept) = match probe() {
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(_) => (false, false),
            Ok(found) => found,
        };
        self.ids = if echoed && kept { Ids::Sent } else { Ids::None };
        if !kept {
            self.state = ProcessState::default();
        }
        Ok(!kept)
    }

    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        let commands = self.try_to(process, "list_commands")?.unwrap_or_default();
        self.state.commands = commands.split_whitespace().map(str::to_owned).collect();
        let name = self.try_to(process, "name")?.unwrap_or_default();
        let version = self.try_to(process, "version")?.unwrap_or_default();
        self.quirks = self.quirks.or(Some(Quirks::of(&name)));
        for command in &spec.init {
            self.tell(process, command)?;
        }
        Ok(Identity { name, version })
    }

    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure> {
        let new = self.state.board.is_none();
        self.set_up(process, board)?;
        if let (true, Some(depth)) = (new, thinking.depth) {
            self.tell(process, &format!("set_depth {depth}"))?;
        }
        if let (true, Some(nodes)) = (new, thinking.nodes) {
            self.tell(process, &format!("kata-set-param maxVisits {nodes}"))?;
        }
        match thinking.time {
            Some(time) if self.quirks().clocks.cover(time) && (new || matches!(time, TimeControl::Clock(_))) => {
                self.set_clock(process, time)
            }
            _ => Ok(()),
        }
    }

    fn play(&mut self, process: &mut Process, color: Color, text: &str) -> Result<(), Failure> {
        if self.quirks().no_passes && text.eq_ignore_ascii_case("pass") {
            return Ok(());
        }
        self.tell(process, &format!("play {} {text}", letter(color))).map(drop)
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        let command = format!("genmove {}", letter(turn.color));
        self.ask(process, &command, turn.deadline)?.map_err(|error| Failure::refused(&command, &error))
    }

    fn show_clock(&mut self, process: &mut Process, color: Color, left: Left) -> Result<(), Failure> {
        if !self.state.clocked {
            return Ok(());
        }
        let Left { time, stones } = left;
        let told = |seconds: String| format!("time_left {} {seconds} {stones}", letter(color));
        // The times of GTP are whole seconds; most engines understand parts of them.
        if !self.state.whole_seconds && self.try_to(process, &told(seconds(time)))?.is_ok() {
            return Ok(());
        }
        self.state.whole_seconds = true;
        self.try_to(process, &told(time.as_secs().to_string())).map(drop)
    }

    fn thought(&mut self, process: &mut Process) -> Result<Thought, Failure> {
        if !self.knows("json-statistics") {
            return Ok(Thought::default());
        }
        let text = self.try_to(process, "json-statistics")?.unwrap_or_default();
        let Ok(value) = serde_json::from_str::<Value>(&text) else { return Ok(Thought::default()) };
        let line = &value["lines"][0];
        let positive = |value: &Value| value.as_u64().filter(|&number| number > 0);
        Ok(Thought {
            score: line["score"].as_f64(),
            text: line["text"].as_str().map(str::to_owned),
            depth: positive(&value["depth"]).map(|depth| depth as u32),
            nodes: positive(&value["nodes"]),
        })
    }

    fn quit(&mut self, process: &mut Process) -> Result<(), Failure> {
        let deadline = process.soon();
        process.send(&command_line(self.next_id(), "quit"), deadline)
    }
}
