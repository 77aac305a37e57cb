//! Engine handle: an engine of a match, its process, started when it is needed and again after a fault; and what its CPU
//! time is worth by the wall clock.

use super::dialect::egaroucid::Egaroucid;
use super::dialect::gomocup::Gomocup;
use super::dialect::gtp::{Clocks, Gtp, Quirks};
use super::dialect::mill_uci::MillUci;
use super::dialect::nboard::NBoard;
use super::dialect::ugi::Ugi;
use super::dialect::{Dialect, GameSetup, Identity, MoveRequest};
use super::process::{Failure, Process};
use super::record::{End, Thought};
use super::spec::{DialectName, EngineSpec, Thinking};
use std::collections::VecDeque;
use std::time::Duration;
use tengen_core::game::Color;
use tengen_core::search::Stop;
use tengen_session::clock::Left;
use thiserror::Error;

/// How often an engine is started for a game before it is given up.
const ATTEMPTS: u32 = 3;

/// How long an engine may take over an answer that is no move.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// When it starts and when a game begins.
    pub startup: Duration,
    /// Within a game, where no clock bounds it further.
    pub game: Duration,
}

/// Why there is no game.
#[derive(Debug, Error)]
pub enum HandleError {
    /// The engine cannot be started, or begins no game.
    #[error("{name} cannot begin a game: {failure}\nits command: {command}{}", block(complaints))]
    CannotStart {
        /// Its name.
        name: String,
        /// What went wrong.
        failure: String,
        /// The command line.
        command: String,
        /// What it wrote to standard error; may be empty.
        complaints: String,
    },
    /// The arena is to stop.
    #[error("stopped")]
    Stopped,
}

/// An engine that is ready to play whenever it is asked.
pub struct EngineHandle {
    spec: EngineSpec,
    thinking: Thinking,
    patience: Patience,
    /// This program, which guards the engine.
    guard: String,
    /// The cores that it may run on; empty for all.
    cores: Vec<usize>,
    stop: Stop,
    dialect: Box<dyn Dialect>,
    running: Option<Running>,
}

struct Running {
    process: Process,
    /// Once it was greeted.
    identity: Option<Identity>,
}

fn gone() -> Failure {
    Failure::fault(End::Crash, "it does not run any more")
}

impl EngineHandle {
    /// An engine that has not started yet.
    pub fn new(spec: EngineSpec, thinking: Thinking, patience: Patience, guard: &str, stop: &Stop) -> Self {
        let (guard, cores, dialect) = (guard.to_owned(), Vec::new(), speaker(spec.dialect));
        Self { spec, thinking, patience, guard, cores, stop: stop.clone(), dialect, running: None }
    }

    /// The same, to run on these cores only; on all where there are none.
    pub fn on(self, cores: &[usize]) -> Self {
        Self { cores: cores.to_vec(), ..self }
    }

    /// The cores that it may run on; empty for all.
    pub fn cores(&self) -> &[usize] {
        &self.cores
    }

    /// The engine.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// How its thinking is bounded.
    pub fn thinking(&self) -> &Thinking {
        &self.thinking
    }

    /// Begins a game; starts the engine where it does not run, or died since the last game.
    ///
    /// # Errors
    /// [`HandleError`] when a few processes, one after the other, did not get that far.
    pub fn begin(&mut self, board: &GameSetup) -> Result<Identity, HandleError> {
        if self.spec.restart {
            self.shut_down();
        }
        let mut attempt = 0;
        loop {
            attempt += 1;
            let failure = match self.try_begin(board) {
                Ok(identity) => return Ok(identity),
                Err(Failure::Stopped) => return Err(HandleError::Stopped),
                Err(failure) => failure,
            };
            let mut running = self.running.take();
            // An engine that refuses will refuse again, and a program that is missing will be.
            let hopeless =
                matches!(failure, Failure::Ended { started: false, .. } | Failure::Fault { kind: End::Refused, .. });
            if hopeless || attempt == ATTEMPTS {
                return Err(HandleError::CannotStart {
                    name: self.spec.name.clone(),
                    failure: failure.cause(),
                    command: self.spec.command.join(" "),
                    complaints: running.as_mut().map(|running| running.process.complaints()).unwrap_or_default(),
                });
            }
            log::warn!("{} did not begin a game ({failure}); it is started again", self.spec.name);
        }
    }

    fn try_begin(&mut self, board: &GameSetup) -> Result<Identity, Failure> {
        if self.running.is_none() {
            let process = self.start()?;
            let running = self.running.insert(Running { process, identity: None });
            if self.dialect.probe(&mut running.process)? {
                let process = self.start()?;
                self.running = Some(Running { process, identity: None });
            }
        }
        let Running { process, identity } = self.running.as_mut().ok_or_else(gone)?;
        process.set_patience(self.patience.startup);
        let identity = match identity {
            Some(identity) => identity,
            none => none.insert(self.dialect.greet(process, &self.spec)?),
        };
        self.dialect.begin(process, board, &self.thinking)?;
        Ok(identity.clone())
    }

    fn start(&self) -> Result<Process, Failure> {
        let process = Process::start(&self.guard, &self.spec, &self.cores, self.patience.startup, &self.stop);
        process.map_err(|error| Failure::Ended {
            started: false,
            ending: format!("cannot be started: {error}"),
            complaint: String::new(),
        })
    }

    /// Does something with the running engine; an engine that does not do it is ended.
    fn with<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Dialect, &mut Process) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let running = self.running.as_mut().ok_or_else(gone)?;
        let result = act(&mut *self.dialect, &mut running.process);
        if result.is_err() {
            self.running = None;
        }
        result
    }

    /// From now on waits no longer than this, nor than the patience within a game, for an answer that is no move.
    pub fn limit_answers(&mut self, most: Duration) {
        if let Some(running) = &mut self.running {
            running.process.set_patience(most.min(self.patience.game));
        }
    }

    /// The CPU time that the running engine has used; zero where it does not run.
    pub fn cpu_time(&self) -> Duration {
        self.running.as_ref().map_or(Duration::ZERO, |running| running.process.cpu_time())
    }

    /// Waits for a move until the engine has used so much more CPU time; `None` for no such limit.
    pub fn limit_cpu(&mut self, most: Option<Duration>) {
        if let Some(running) = &mut self.running {
            running.process.limit_cpu(most);
        }
    }

    /// See [`Dialect::play`].
    ///
    /// # Errors
    /// [`Failure`], here and below; the engine is ended then.
    pub fn play(&mut self, color: Color, text: &str) -> Result<(), Failure> {
        self.with(|dialect, process| dialect.play(process, color, text))
    }

    /// See [`Dialect::show_clock`].
    ///
    /// # Errors
    /// [`Failure`].
    pub fn show_clock(&mut self, color: Color, left: Left) -> Result<(), Failure> {
        self.with(|dialect, process| dialect.show_clock(process, color, left))
    }

    /// See [`Dialect::genmove`].
    ///
    /// # Errors
    /// [`Failure`].
    pub fn genmove(&mut self, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        self.with(|dialect, process| dialect.genmove(process, turn))
    }

    /// See [`Dialect::thought`].
    ///
    /// # Errors
    /// [`Failure`].
    pub fn thought(&mut self) -> Result<Thought, Failure> {
        self.with(|dialect, process| dialect.thought(process))
    }

    /// Ends the engine's process at once, as after a fault.
    pub fn end(&mut self) {
        self.running = None;
    }

    /// Lets the engine go: it is told to leave, and ended when it does not.
    pub fn shut_down(&mut self) {
        if let Some(Running { mut process, .. }) = self.running.take()
            && self.dialect.quit(&mut process).is_ok()
        {
            process.farewell(self.patience.startup);
        }
    }
}

/// How much slower than alone an engine runs on a machine with other work.
#[derive(Debug, Default)]
pub(crate) struct Slowdown {
    /// Of its last moves, the wall time for each unit of CPU time.
    ratios: VecDeque<f64>,
}

impl Slowdown {
    /// Moves that count: other work may end at any time, and an engine must not believe that it has more than it has.
    const MOVES: usize = 3;
    /// A move that used less CPU time says nothing.
    const LEAST: Duration = Duration::from_millis(5);

    pub(crate) fn update(&mut self, wall: Duration, cpu: Duration) {
        if cpu >= Self::LEAST {
            self.ratios.push_back(wall.as_secs_f64() / cpu.as_secs_f64());
            self.ratios.drain(..self.ratios.len().saturating_sub(Self::MOVES));
        }
    }

    /// The least of the last moves, 1 or more.
    pub(crate) fn factor(&self) -> f64 {
        let least = self.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        if self.ratios.len() < Self::MOVES { 1.0 } else { least.max(1.0) }
    }
}

/// The lines that show an engine's standard error, if it wrote any.
fn block(complaints: &str) -> String {
    if complaints.is_empty() { String::new() } else { format!("\nits standard error: {complaints}") }
}

/// A speaker of a dialect.
fn speaker(dialect: DialectName) -> Box<dyn Dialect> {
    match dialect {
        DialectName::Gtp => Box::<Gtp>::default(),
        DialectName::GtpNoPasses => Box::new(Gtp::with(Quirks { no_passes: true, ..Quirks::default() })),
        DialectName::GtpNoClocks => Box::new(Gtp::with(Quirks { clocks: Clocks::None, ..Quirks::default() })),
        DialectName::Egaroucid => Box::<Egaroucid>::default(),
        DialectName::Gomocup => Box::<Gomocup>::default(),
        DialectName::MillUci => Box::<MillUci>::default(),
        DialectName::Nboard => Box::<NBoard>::default(),
        DialectName::Ugi => Box::<Ugi>::default(),
    }
}
