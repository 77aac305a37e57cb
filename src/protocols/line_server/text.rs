//! Protocols whose lines are text, each answered by lines of text, with nothing to ponder between them.

use super::{Arrival, LineSignals, Output, Protocol, Say, caught};
use std::io;
use std::ops::ControlFlow;
use tengen_core::search::{SharedClock, Stop};

/// A protocol of lines of text. A line that cannot be executed is answered by the reason: it is too long, it is wrong, or there
/// is a fault in the program.
pub trait TextProtocol: 'static {
    /// The name of the thread that reads.
    const READER: &'static str;

    /// What stands before such a reason.
    const ERROR: &'static str;

    /// As [`Protocol::clock`].
    fn clock(&self) -> SharedClock;

    /// As [`Protocol::arrival`].
    fn arrival(line: &[u8]) -> Arrival;

    /// Executes one line. `say` takes the answer's lines.
    ///
    /// # Errors
    /// The reason for a person.
    fn execute(&mut self, line: &str, signals: &LineSignals, say: Say<'_>) -> Result<(), String>;
}

impl<P: TextProtocol> Protocol for P {
    const READER: &'static str = P::READER;
    /// More than any game has.
    const MAX_LINE: usize = 1 << 16;
    const CARRIAGE_RETURN_ENDS: bool = true;

    fn is_blank(byte: u8) -> bool {
        byte.is_ascii_whitespace()
    }

    fn arrival(line: &[u8]) -> Arrival {
        if line.trim_ascii().is_empty() { Arrival::Skip } else { P::arrival(line) }
    }

    fn clock(&self) -> SharedClock {
        P::clock(self)
    }

    fn execute_line(
        &mut self,
        line: &[u8],
        signals: &LineSignals,
        out: &mut Output<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let done = out.lines(|say| {
            let done = if line.len() > Self::MAX_LINE {
                Err(format!("a line may have {} bytes", Self::MAX_LINE))
            } else {
                let text = String::from_utf8_lossy(line);
                log::debug!("> {text}");
                let fault = || Err("a fault of the program; please report it".to_owned());
                caught(|| self.execute(&text, signals, say)).unwrap_or_else(fault)
            };
            if let Err(error) = done {
                say(&format!("{}{error}", P::ERROR));
            }
        });
        done.map(ControlFlow::Continue)
    }

    fn ponder(&mut self, _: &Stop) {}
}
