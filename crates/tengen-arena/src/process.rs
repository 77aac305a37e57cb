//! An engine's process, and lines to and from it with deadlines. Reading and writing never block, so an engine that does not
//! read, does not answer or does not stop answering costs its own time only. Why an engine did not do what it was asked is a
//! [`Failure`].
//!
//! What the operating system has to do with it is in one of two modules with the same contract: `guarded` on Linux, where
//! nothing is left of an engine whatever happens, and `plain` elsewhere.

mod failure;
#[cfg(target_os = "linux")]
mod guarded;
#[cfg(not(target_os = "linux"))]
mod plain;

#[cfg(target_os = "linux")]
use guarded as system;
#[cfg(not(target_os = "linux"))]
use plain as system;

pub use failure::{Failure, quoted};

use super::record::End;
use super::spec::EngineSpec;
use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use system::Engine;
use tengen_core::search::Stop;

/// The longest line that an engine may send, and the most that it may send in answer to one command, in bytes.
pub const MOST_OUTPUT: usize = 4 << 20;

/// What is kept of an engine's standard error, in bytes.
const MOST_COMPLAINTS: usize = 4096;

/// Grace period after an engine dies of a signal: batch systems signal the processes of a job one after the other, and
/// the arena may be next.
const SIGNAL_GRACE: Duration = Duration::from_millis(500);

/// Interval at which a wait checks whether the arena is to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Timeout for an engine to end after it was told to quit, on a busy machine, too.
pub const QUIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Timeout for the guard of an engine that has died to clean up, at least.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(2);

/// True where the system bounds the CPU time and memory of an engine, counts its CPU time, and binds it to cores.
pub const MEASURES_ENGINES: bool = cfg!(target_os = "linux");

/// The signals that batch systems and terminals end a job by: HUP, INT, KILL, TERM.
#[cfg(unix)]
const JOB_SIGNALS: [i32; 4] = [1, 2, 9, 15];

/// One of the two pipes that an engine writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pipe {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// How an engine ended.
struct Ending {
    /// Its program was started.
    started: bool,
    /// By a signal that ends jobs, or the system does not say.
    may_be_of_the_job: bool,
    /// In words.
    text: String,
}

impl Ending {
    /// By a signal.
    #[cfg(unix)]
    fn by_signal(signal: i32) -> Self {
        let name = signal_hook::low_level::signal_name(signal).map(|name| format!(" ({name})"));
        let text = format!("killed by signal {signal}{}", name.unwrap_or_default());
        Self { started: true, may_be_of_the_job: JOB_SIGNALS.contains(&signal), text }
    }

    /// By itself, with an exit status; `None` where there is none.
    fn by_itself(code: Option<i32>) -> Self {
        let text = code.map_or_else(|| "ended".to_owned(), |code| format!("ended with status {code}"));
        Self { started: true, may_be_of_the_job: code.is_none(), text }
    }
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    name: String,
    engine: Engine,
    output_ended: bool,
    errors_ended: bool,
    /// Read, but not yet asked for: from `taken`; there is no line end before `scanned`.
    pending: Vec<u8>,
    taken: usize,
    scanned: usize,
    /// Bytes of output since the last command.
    received: usize,
    /// The end of what it wrote to standard error.
    complaints: Vec<u8>,
    /// How long it may take over an answer that is no move.
    patience: Duration,
    /// The CPU time at which no answer is waited for any longer.
    cpu_limit: Option<Duration>,
    stop: Stop,
}

impl Process {
    /// Starts an engine. `program` is this program, which guards the engine where there are guards; `cores` are those that
    /// the engine may run on, empty for all; `patience` is how long the engine may take over an answer that is no move.
    ///
    /// On Linux, from the first engine on, what a killed guard leaves behind becomes a child of this process, and is ended: a
    /// process that plays matches must start nothing but engines.
    ///
    /// # Errors
    /// When the system starts no process. On Linux, an engine that does not exist shows in its first answer.
    pub fn start(
        program: &str,
        spec: &EngineSpec,
        cores: &[usize],
        patience: Duration,
        stop: &Stop,
    ) -> io::Result<Self> {
        Ok(Self {
            name: spec.name.clone(),
            engine: Engine::start(program, spec, cores)?,
            output_ended: false,
            errors_ended: false,
            pending: Vec::new(),
            taken: 0,
            scanned: 0,
            received: 0,
            complaints: Vec::new(),
            patience,
            cpu_limit: None,
            stop: stop.clone(),
        })
    }

    /// The engine's name in the tournament.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits no longer than this for an answer that is no move.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The CPU time that the engine's processes have used so far, as far as they still run; zero where the system does not
    /// count it, see [`MEASURES_ENGINES`].
    pub fn cpu_time(&self) -> Duration {
        self.engine.cpu_time()
    }

    /// Waits for an answer only until the engine has used so much more CPU time; `None` for no such limit.
    pub fn limit_cpu(&mut self, most: Option<Duration>) {
        self.cpu_limit = most.map(|most| self.cpu_time().saturating_add(most));
    }

    /// By when an engine must have answered a command that is no request for a move.
    pub fn soon(&self) -> Option<Instant> {
        Some(Instant::now() + self.patience)
    }

    /// Sends text, whole lines, and forgets what the engine said before it.
    ///
    /// # Errors
    /// As [`Process::say`].
    pub fn send(&mut self, lines: &str, deadline: Option<Instant>) -> Result<(), Failure> {
        self.say(lines, deadline).map(drop)
    }

    /// Sends text, whole lines; what the engine said before it and was not read.
    ///
    /// # Errors
    /// [`Failure::Late`] when the engine does not read, a fault when it closed its input or its guard has ended.
    pub fn say(&mut self, lines: &str, deadline: Option<Instant>) -> Result<String, Failure> {
        log::debug!("{} < {}", self.name, lines.trim_end().escape_debug());
        let unread = self.unasked();
        // One that has killed its guard still reads and answers.
        if self.engine.try_wait().is_some() {
            return Err(self.gone("input"));
        }
        self.write(lines.as_bytes(), deadline)?;
        Ok(unread)
    }

    /// Sends bytes as they are, and keeps what the engine said before them.
    ///
    /// # Errors
    /// As [`Process::send`].
    pub fn write(&mut self, bytes: &[u8], deadline: Option<Instant>) -> Result<(), Failure> {
        self.received = 0;
        let mut rest = bytes;
        while !rest.is_empty() {
            match self.engine.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(true, deadline)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.gone("input")),
            }
        }
        Ok(())
    }

    /// The next line of output, without its end.
    ///
    /// # Errors
    /// [`Failure::Late`] at the deadline; a fault when the engine ended, closed its output or sends without end.
    pub fn line(&mut self, deadline: Option<Instant>) -> Result<String, Failure> {
        loop {
            if let Some(end) = self.pending[self.scanned..].iter().position(|&byte| byte == b'\n') {
                let end = self.scanned + end;
                let line = String::from_utf8_lossy(&self.pending[self.taken..end]).trim_end().to_owned();
                (self.taken, self.scanned) = (end + 1, end + 1);
                log::debug!("{} > {line}", self.name);
                return Ok(line);
            }
            self.scanned = self.pending.len();
            if self.output_ended {
                return Err(self.gone("output"));
            }
            self.wait(false, deadline)?;
        }
    }

    /// What the engine has written since it was last read from, as it stands; waits until there is something. Empty
    /// once it has closed its output.
    ///
    /// # Errors
    /// [`Failure::Late`] at the deadline, a fault when the engine sends without end.
    pub fn bytes(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, Failure> {
        while self.taken == self.pending.len() && !self.output_ended {
            self.wait(false, deadline)?;
        }
        let bytes = self.pending.split_off(self.taken);
        self.pending.clear();
        (self.taken, self.scanned) = (0, 0);
        Ok(bytes)
    }

    /// Closes the engine's input: it reads an end of file behind what it was sent.
    pub fn close_input(&mut self) {
        self.engine.close_input();
    }

    /// Waits for the engine's end. Its exit status, 128 + n where signal n killed it; `None` if it still runs at the
    /// deadline.
    pub fn exit_status(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Some(status) = self.engine.try_wait() {
                return Some(status);
            }
            if Instant::now() > deadline || self.stop.is_raised() {
                return None;
            }
            // It may have more to say before it ends; one that never stops is not listened to.
            if self.received <= MOST_OUTPUT {
                self.drain_output();
            }
            self.drain_errors();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The end of what the engine wrote to its standard error.
    pub fn complaints(&mut self) -> String {
        self.drain_errors();
        String::from_utf8_lossy(&self.complaints).trim().to_owned()
    }

    /// Waits for the engine to end by itself after it was told to; then, or when it takes longer than `patience` or
    /// [`QUIT_TIMEOUT`], ends it and all that it started.
    pub fn farewell(mut self, patience: Duration) {
        let deadline = Instant::now() + patience.min(QUIT_TIMEOUT);
        while !self.output_ended && self.wait(false, Some(deadline)).is_ok() {
            self.unasked();
        }
    }

    /// The unread output of the engine, which is cleared.
    fn unasked(&mut self) -> String {
        while !self.output_ended && self.received <= MOST_OUTPUT && self.drain_output() > 0 {}
        let unasked = String::from_utf8_lossy(&self.pending[self.taken..]).into_owned();
        if !unasked.is_empty() {
            log::debug!("{} > (unasked) {}", self.name, unasked.trim_end().escape_debug());
        }
        self.pending.clear();
        (self.taken, self.scanned, self.received) = (0, 0, 0);
        unasked
    }

    /// Waits until there is something to read (and read it) or, where `writing`, room to write.
    fn wait(&mut self, writing: bool, deadline: Option<Instant>) -> Result<(), Failure> {
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        if self.received > MOST_OUTPUT {
            return Err(Failure::fault(End::Flood, format!("more than {MOST_OUTPUT} bytes in one answer")));
        }
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) || self.cpu_limit.is_some_and(|limit| self.cpu_time() > limit) {
            return Err(Failure::Late);
        }
        let most = left.map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL));
        self.engine.wait(writing, [!self.output_ended, !self.errors_ended], most);
        self.drain_output();
        self.drain_errors();
        Ok(())
    }

    /// Reads a chunk of output, if there is one; returns its length.
    fn drain_output(&mut self) -> usize {
        let before = self.pending.len();
        self.output_ended = self.output_ended || self.engine.read(Pipe::Output, &mut self.pending);
        let read = self.pending.len() - before;
        self.received += read;
        read
    }

    /// Reads a chunk of standard error, if there is one.
    fn drain_errors(&mut self) {
        let before = self.complaints.len();
        self.errors_ended = self.errors_ended || self.engine.read(Pipe::Errors, &mut self.complaints);
        if self.complaints.len() > before {
            let text = String::from_utf8_lossy(&self.complaints[before..]);
            log::debug!("{} ! {}", self.name, text.trim_end().escape_debug());
        }
        let excess = self.complaints.len().saturating_sub(MOST_COMPLAINTS);
        self.complaints.drain(..excess);
    }

    /// Whether a signal from outside has ended the engine and soon tells the arena to stop as well: that is no fault of
    /// the engine.
    fn killed_with_the_arena(&self, status: ExitStatus) -> bool {
        let suspect = system::ending(status).may_be_of_the_job;
        let deadline = Instant::now() + SIGNAL_GRACE;
        while suspect && !self.stop.is_raised() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.stop.is_raised()
    }

    /// What a closed pipe means: the engine ended, or it only closed it. The guard of a dead one has as long as the engine
    /// would have for an answer to clean up.
    fn gone(&mut self, pipe: &str) -> Failure {
        let status = self.exit_status(Instant::now() + self.patience.max(CLEANUP_TIMEOUT));
        if self.stop.is_raised() || status.is_some_and(|status| self.killed_with_the_arena(status)) {
            return Failure::Stopped;
        }
        let Some(status) = status else { return Failure::fault(End::Closed, format!("it closed its {pipe}")) };
        let complaint = self.complaints().lines().last().unwrap_or_default().to_owned();
        let Ending { started, text, .. } = system::ending(status);
        Failure::Ended { started, ending: if started { text } else { "cannot be started".to_owned() }, complaint }
    }
}
