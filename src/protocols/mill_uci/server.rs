//! Executes the lines of the protocol for the line server.

use super::uci::MillUci;
use crate::protocols::line_server::{Arrival, Moment, Output, Protocol, caught};
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
                say(&format!("info string error: {error}"));
            }
        })
        .map(ControlFlow::Continue)
    }

    /// The protocol asks for a move at a time, each with all moves before it.
    fn ponder(&mut self, _: &Stop) {}

    fn patience(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }
}
