//! Executes the lines of the protocol for the line server.

use super::player::NBoard;
use crate::protocols::line_server::{Arrival, Moment, Output, Protocol, execute_text};
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
        let done = execute_text::<Self>(line, "status error: ", out, |text, say| self.execute(text, moment, say));
        done.map(ControlFlow::Continue)
    }

    /// Between its commands the GUI may change the game.
    fn ponder(&mut self, _: &Stop) {}

    fn patience(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }
}
