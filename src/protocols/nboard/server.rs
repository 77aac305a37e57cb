//! Executes the lines of the protocol for the line server.

use super::player::NBoard;
use crate::protocols::line_server::{Arrival, Moment, Output, Protocol, caught};
use crate::search::Stop;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

/// Bytes that a line may have: more than any game has.
pub const MAX_LINE: usize = 1 << 16;

impl Protocol for NBoard {
    const READER: &'static str = "nboard-reader";
    const MAX_LINE: usize = MAX_LINE;
    const AHEAD: usize = 1 << 8;

    fn is_blank(byte: u8) -> bool {
        byte.is_ascii_whitespace()
    }

    /// A `ping` stops the search before it.
    fn arrival(line: &[u8]) -> Arrival {
        match line.split(u8::is_ascii_whitespace).next() {
            None | Some(b"") => Arrival::Skip,
            Some(b"ping") => Arrival::StopAndExecute,
            Some(b"quit") => Arrival::End,
            Some(_) => Arrival::Execute,
        }
    }

    fn execute_line(&mut self, line: &[u8], moment: &Moment, out: &mut Output<'_>) -> io::Result<ControlFlow<()>> {
        out.lines(|say| {
            let done = if line.len() > MAX_LINE {
                Err(format!("a line may have {MAX_LINE} bytes"))
            } else {
                let text = String::from_utf8_lossy(line);
                log::debug!("> {text}");
                caught(|| self.execute(&text, moment, say))
                    .unwrap_or_else(|| Err("a fault of the program; please report it".to_owned()))
            };
            if let Err(error) = done {
                say(&format!("status error: {error}"));
            }
        })
        .map(ControlFlow::Continue)
    }

    /// Between its commands the GUI may change the game.
    fn ponder(&mut self, _: &Stop) {}

    fn patience(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }
}
