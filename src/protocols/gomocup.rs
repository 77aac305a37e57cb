//! The Gomocup protocol, by which gomoku managers (Piskvork, c-gomoku-cli, Yixin-Board) talk to a "brain".
//! It is gomoku's own, so this module names its game. Reference: Petr Laštovička and Martin Petříček, "Gomoku AI
//! protocol"; `docs/protocols/gomocup.md` says what Tengen makes of it.
//!
//! A line travels from [`super::line_server`] to [`brain`], which keeps what `INFO` said in [`terms`]; the line, and the
//! answer's points, pass through [`notation`]. `openings` answers by [`super::swap2`], and `yixin` has what Yixin-Board asks beyond the
//! protocol (Kai Sun, "Yixin protocol", and Yixin-Board's sources).

pub mod brain;
pub mod notation;
mod openings;
pub mod terms;
mod yixin;

pub use brain::{Brain, GAME};
pub use notation::Fault;

use super::line_server::{Arrival, LineSignals, Output, Protocol, Say, caught};
use brain::Reply;
use notation::refused;
use std::io;
use std::ops::ControlFlow;
use tengen_core::printable;
use tengen_core::search::{SharedClock, Stop};

/// Bytes that a line may have; a longer one gets an `ERROR`.
const MAX_LINE: usize = 1 << 12;

impl Protocol for Brain {
    const READER: &'static str = "gomocup-reader";
    const MAX_LINE: usize = MAX_LINE;
    const CARRIAGE_RETURN_ENDS: bool = true;

    fn is_blank(_: u8) -> bool {
        false
    }

    fn clock(&self) -> SharedClock {
        self.host.resources().clock().clone()
    }

    /// A `YXSTOP` stops the search of an earlier line, and so does a new game: a person who begins one in Yixin-Board
    /// does not wait for the move.
    fn arrival(line: &[u8]) -> Arrival {
        if line.len() > MAX_LINE {
            return Arrival::Execute;
        }
        match notation::command(&notation::text(line)).0.as_str() {
            "YXSTOP" | "STOP" | "START" | "RECTSTART" | "RESTART" => Arrival::StopAndExecute,
            "END" => Arrival::End,
            _ => Arrival::Execute,
        }
    }

    fn execute_line(
        &mut self,
        line: &[u8],
        signals: &LineSignals,
        out: &mut Output<'_>,
    ) -> io::Result<ControlFlow<()>> {
        out.lines(|say| {
            let reply = match notation::text(line).as_str() {
                _ if line.len() > MAX_LINE => Err(refused(format!("a line may have {MAX_LINE} bytes"))),
                "" => Ok(None),
                text => answer(self, text, signals, say),
            };
            match reply {
                Ok(Some(text)) => say(&text),
                Ok(None) => {}
                Err(fault) => say(&fault.to_string()),
            }
        })
        .map(ControlFlow::Continue)
    }

    /// Where the manager wants that.
    fn ponder(&mut self, superseded: &Stop) {
        self.host.settings_mut().ponder = self.terms.settings().ponder;
        if let Some(answer) = self.host.ponder(superseded) {
            log::debug!("pondered to depth {}, {} nodes", answer.report.iteration(), answer.report.nodes);
        }
    }
}

/// The answer to a line that is not blank; a fault of the program is one, too.
fn answer(brain: &mut Brain, line: &str, signals: &LineSignals, say: Say<'_>) -> Reply {
    log::debug!("> {line}");
    let reply = caught(|| brain.execute(line, signals, say))
        .unwrap_or_else(|| Err(refused("a fault of the program; please report it")));
    if let Err(fault @ Fault::Refused(_)) = &reply {
        log::info!("{}: {fault}", printable::quote(line));
    }
    reply
}
