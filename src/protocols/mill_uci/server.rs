//! Executes the lines of the protocol for the line server.

use super::uci::MillUci;
use crate::protocols::line_server::{Arrival, Moment, Output, Protocol, execute_text};
use crate::search::Stop;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

/// Bytes that a line may have: those of a game of several thousand moves.
pub const MAX_LINE: usize = 1 << 16;

impl Protocol for MillUci {
    const READER: &'static str = "mill-uci-reader";
    const MAX_LINE: usize = MAX_LINE;
    const AHEAD: usize = 1 << 8;

    fn is_blank(byte: u8) -> bool {
        byte.is_ascii_whitespace()
    }

    fn arrival(line: &[u8]) -> Arrival {
        match line.trim_ascii() {
            b"" => Arrival::Skip,
            b"stop" => Arrival::Stop,
            b"quit" => Arrival::End,
            _ => Arrival::Execute,
        }
    }

    fn execute_line(&mut self, line: &[u8], moment: &Moment, out: &mut Output<'_>) -> io::Result<ControlFlow<()>> {
        let done = execute_text::<Self>(line, "info string error: ", out, |text, say| self.execute(text, moment, say));
        done.map(ControlFlow::Continue)
    }

    /// The protocol asks for a move at a time, each with all moves before it.
    fn ponder(&mut self, _: &Stop) {}

    fn patience(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }
}
