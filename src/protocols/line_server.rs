//! The server of every protocol of lines. A named reader thread cuts the input into lines, raises the stops of what runs
//! already, and hands the lines over a queue; the thread that serves executes them in order, and is the only one that
//! writes. While it has nothing to execute, it ponders.
//!
//! A [`TextProtocol`] is one whose lines are text, each answered by lines of text. [`Asides`] are lines that are answered while the
//! one before them still is.

mod asides;
mod queue;
mod reader;
mod text;

pub use asides::Asides;
pub use reader::Input;
pub use text::TextProtocol;

use queue::Receiver;
use reader::{Incoming, Plain, Reader};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::TryRecvError;
use std::thread;
use std::time::Duration;
use tengen_core::search::{SharedClock, Stop};
use tengen_session::Query;

/// Bytes of answers that wait for others before they are sent.
const BATCH: usize = 1 << 16;

/// Bytes of memory that lines may take while they wait to be executed. Nothing more is read meanwhile.
const AHEAD: usize = 1 << 20;

/// A protocol of lines, with what executes them.
pub trait Protocol: 'static {
    /// The name of the thread that reads.
    const READER: &'static str;

    /// Bytes that a line may have.
    const MAX_LINE: usize;

    /// The same for a line that begins so.
    fn max_line(_begin: &[u8]) -> usize {
        Self::MAX_LINE
    }

    /// Whether a carriage return ends a line as a line feed does. Blank lines then count for nothing.
    const CARRIAGE_RETURN_ENDS: bool;

    /// Whether this byte counts for nothing where a line begins.
    fn is_blank(byte: u8) -> bool;

    /// What is done with a line when it comes. This is called by the thread that reads. Of a line that is too long,
    /// there is one byte more than it may have, here and in [`Protocol::execute_line`].
    fn arrival(line: &[u8]) -> Arrival;

    /// What the time of its searches is counted by, always the same.
    fn clock(&self) -> SharedClock;

    /// Executes one line; a break ends the service. What may panic is for [`caught`].
    ///
    /// # Errors
    /// The output's.
    fn execute_line(&mut self, line: &[u8], signals: &LineSignals, out: &mut Output<'_>)
    -> io::Result<ControlFlow<()>>;

    /// Thinks on the opponent's time until the stop is raised.
    fn ponder(&mut self, superseded: &Stop);
}

/// What is done with a line when it comes, while an earlier one may still be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// It is executed in its turn.
    Execute,
    /// It is executed in its turn, and stops all lines before it.
    StopAndExecute,
    /// It is answered while the line right before it is executed, if that takes [`Asides`], or else in its turn.
    Aside,
    /// It stops all lines before it, and is not executed.
    Stop,
    /// It is not executed.
    Skip,
    /// It stops all lines before it, and no search is answered any more. It is not executed, and nothing is read
    /// after it.
    End,
}

impl Arrival {
    /// True for a line that is executed, now or later.
    const fn is_executed(self) -> bool {
        matches!(self, Self::Execute | Self::StopAndExecute | Self::Aside)
    }
}

/// When a line came, and the signals that may cut short what it starts.
#[derive(Clone, Debug)]
pub struct LineSignals {
    /// What the clock of the searches ([`Protocol::clock`]) showed when it came; where it had to wait for lines before it, at the end
    /// of the last of them.
    pub came: Duration,
    /// Raised when the answer is wanted now.
    pub stop: Stop,
    /// Raised with `stop`, and by the end of the input: for a search that has no end of its own.
    pub stop_endless: Stop,
    /// Raised by any further input, and by its end.
    pub superseded: Stop,
    /// Raised when no answer is wanted any more.
    pub ended: Stop,
    /// Lines right behind this one that may be answered while it is executed.
    pub asides: Asides,
}

impl LineSignals {
    /// Of a line that came then, with flags that are down.
    pub fn at(came: Duration) -> Self {
        Self {
            came,
            stop: Stop::new(),
            stop_endless: Stop::new(),
            superseded: Stop::new(),
            ended: Stop::new(),
            asides: Asides::default(),
        }
    }

    /// What ends the search for this query early.
    pub const fn stop_of(&self, query: &Query<'_>) -> &Stop {
        if query.is_bounded() { &self.stop } else { &self.stop_endless }
    }
}

/// Where the lines of an answer go, one by one.
pub type Say<'a> = &'a mut (dyn FnMut(&str) + Send);

/// Where the answers go. They wait until they are flushed.
pub struct Output<'a> {
    sink: &'a mut (dyn Write + Send + 'a),
    buffer: &'a mut String,
}

impl<'a> Output<'a> {
    /// Answers that go to `sink`, and wait in `buffer`.
    pub fn new(sink: &'a mut (dyn Write + Send + 'a), buffer: &'a mut String) -> Self {
        Self { sink, buffer }
    }

    /// The same output, for a while.
    pub fn by_ref(&mut self) -> Output<'_> {
        Output { sink: self.sink, buffer: self.buffer }
    }

    /// The text that waits; what is appended waits, too.
    pub fn buffer(&mut self) -> &mut String {
        self.buffer
    }

    /// Writes a line at once.
    ///
    /// # Errors
    /// The sink's.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.buffer.push_str(text);
        self.buffer.push('\n');
        self.flush()
    }

    /// Writes the lines that `talk` says, each at once; none after one that cannot be written.
    ///
    /// # Errors
    /// The sink's.
    pub fn lines(&mut self, talk: impl FnOnce(Say<'_>)) -> io::Result<()> {
        let mut written = Ok(());
        talk(&mut |line| {
            if written.is_ok() {
                written = self.line(line);
            }
        });
        written
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// The sink's.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.sink.write_all(self.buffer.as_bytes())?;
            self.sink.flush()?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// What a call returns; `None` where it panics. A fault in one line is answered, and the next one is served.
pub fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}

/// Executes one line on the thread that calls this, and writes what it answers: for hosts that read their input themselves.
/// A break ends the service.
///
/// # Errors
/// The output's.
pub fn execute<P: Protocol>(
    protocol: &mut P,
    line: &[u8],
    signals: &LineSignals,
    output: &mut (dyn Write + Send),
) -> io::Result<ControlFlow<()>> {
    if !P::arrival(line).is_executed() {
        return Ok(ControlFlow::Continue(()));
    }
    let mut buffer = String::new();
    let mut out = Output::new(output, &mut buffer);
    let flow = protocol.execute_line(line, signals, &mut out)?;
    out.flush()?;
    Ok(flow)
}

/// Serves until the protocol ends it, or the end of the input. Everything that was asked before is executed, a search that has
/// limits to these.
///
/// # Errors
/// The output's, except that a closed pipe ends the service quietly.
pub fn serve<P: Protocol>(
    protocol: &mut P,
    input: impl Read + Send + 'static,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    serve_input(protocol, Plain(input), output)
}

/// As [`serve`], for an input whose flags tell when its client is gone ([`Input::flag`]): its searches end then.
///
/// # Errors
/// As [`serve`].
pub fn serve_input<P: Protocol>(
    protocol: &mut P,
    input: impl Input,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    let (sender, receiver) = queue::bounded(AHEAD);
    let clock = protocol.clock();
    let run = move || Reader::new(input, clock).run::<P>(&sender);
    thread::Builder::new().name(P::READER.to_owned()).spawn(run)?;
    let mut buffer = String::new();
    let mut out = Output::new(output, &mut buffer);
    let result = execute_all(protocol, &receiver, &mut out).and_then(|()| out.flush());
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn execute_all<P: Protocol>(
    protocol: &mut P,
    receiver: &Receiver<Vec<Incoming>>,
    out: &mut Output<'_>,
) -> io::Result<()> {
    // Of the last line; before the first there is nothing to think about.
    let mut superseded = None;
    let clock = protocol.clock();
    let mut free = clock.now();
    loop {
        let lines = match receiver.try_recv() {
            Ok(lines) => lines,
            Err(TryRecvError::Empty) => {
                out.flush()?;
                if let Some(superseded) = &superseded
                    && caught(|| protocol.ponder(superseded)).is_none()
                {
                    log::error!("a fault while pondering; please report it");
                }
                match receiver.recv() {
                    Some(lines) => lines,
                    None => return Ok(()),
                }
            }
            Err(TryRecvError::Disconnected) => return Ok(()),
        };
        for Incoming { text, mut signals } in lines {
            signals.came = signals.came.max(free);
            let mut line = Some(text);
            while let Some(text) = line {
                if protocol.execute_line(&text, &signals, out)?.is_break() {
                    return Ok(());
                }
                signals.asides.close();
                line = signals.asides.take();
            }
            superseded = Some(signals.superseded);
            free = clock.now();
            if out.buffer.len() > BATCH {
                out.flush()?;
            }
        }
    }
}
