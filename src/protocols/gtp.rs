//! The Go Text Protocol, version 2. `protocol.md` is the reference that users read.
//!
//! A line travels [`super::line_server`] -> [`Server`] -> [`parse`] -> [`commands`] -> [`response`]. A handler works with a
//! [`command::Context`].

pub mod command;
pub mod commands;
pub mod console;
pub mod parse;
pub mod response;
#[cfg(not(target_family = "wasm"))]
pub mod tcp;

pub use super::line_server::serve;
pub use command::Points;
pub use console::Console;
pub use response::CommandError;

use super::line_server::{Arrival, LineSignals, Output, Protocol, caught};
use command::{Context, ServerState};
use commands::TABLE;
use parse::{Args, Request};
use response::Response;
use std::io;
use std::ops::ControlFlow;
use tengen_core::search::{SharedClock, Stop};
use tengen_session::Host;

/// Bytes that a line may have, from its first visible one; a longer one gets one `syntax error`, a comment aside.
pub const MAX_LINE: usize = 1 << 16;

/// The same with `load_record`: a record of the field can have comments to every move.
pub const MAX_RECORD_LINE: usize = 1 << 20;

/// Executes requests on one host.
pub struct Server {
    state: ServerState,
}

impl Protocol for Server {
    const READER: &'static str = "gtp-reader";
    const MAX_LINE: usize = MAX_LINE;
    /// The specification discards them.
    const CARRIAGE_RETURN_ENDS: bool = false;

    fn max_line(begin: &[u8]) -> usize {
        let is_id = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
        let command = begin.split(u8::is_ascii_whitespace).find(|word| !is_id(word));
        if command == Some(b"load_record") { MAX_RECORD_LINE } else { MAX_LINE }
    }

    /// Blanks before a line count for nothing, however many there are.
    fn is_blank(byte: u8) -> bool {
        byte <= b' ' || byte == b'\x7f'
    }

    fn clock(&self) -> SharedClock {
        self.state.host.resources().clock().clone()
    }

    fn arrival(line: &[u8]) -> Arrival {
        if !line.is_empty() && !line.starts_with(b"#") {
            Arrival::Execute
        } else if is_interrupt(line) {
            Arrival::Stop
        } else {
            Arrival::Skip
        }
    }

    fn execute_line(
        &mut self,
        line: &[u8],
        signals: &LineSignals,
        out: &mut Output<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let text = parse::preprocess(line);
        let most = Self::max_line(line);
        let too_long = line.len() > most;
        if let Some(request) = parse::request(&text).or_else(|| too_long.then(Request::default)) {
            log::debug!("> {}", text.trim());
            let mut response = Response::new(out.by_ref(), request.id);
            let result = if too_long {
                Err(CommandError::syntax(format!("a line may have {most} bytes")))
            } else if let Some(spelled_out) = self.spell_out(&request) {
                let answer = self.call(&spelled_out, signals, &mut response);
                answer.map(|text| format!("{text}\n{}", self.state.host.engine().drawing()))
            } else {
                self.call(&request, signals, &mut response)
            };
            match result {
                Ok(text) => response.succeed(&text)?,
                Err(error) => {
                    log::info!("{}: {error}: {}", request.command, error.cause());
                    response.fail(&error.to_string());
                    self.state.failed(error);
                }
            }
        }
        Ok(if self.state.quit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn ponder(&mut self, superseded: &Stop) {
        if let Some(answer) = self.state.host.ponder(superseded) {
            log::debug!("pondered to depth {}, {} nodes", answer.report.iteration(), answer.report.nodes);
        }
    }
}

/// The comment line `# interrupt` (GoGui), caught before comments are stripped.
fn is_interrupt(line: &[u8]) -> bool {
    let comment = line.trim_ascii().strip_prefix(b"#");
    comment.is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

impl Server {
    /// A server for this host.
    pub fn new(host: Host) -> Self {
        Self { state: ServerState::new(host) }
    }

    /// What the server remembers between commands, to be set up before it serves.
    pub const fn state_mut(&mut self) -> &mut ServerState {
        &mut self.state
    }

    /// What a person meant by a short form.
    fn spell_out<'a>(&self, request: &Request<'a>) -> Option<Request<'a>> {
        self.state.console.as_ref()?;
        console::spell_out(request, self.state.host.engine().side_to_move())
    }

    fn call(
        &mut self,
        request: &Request<'_>,
        signals: &LineSignals,
        response: &mut Response<'_>,
    ) -> Result<String, CommandError> {
        let Some(command) = TABLE.find(request.command) else {
            return Err(TABLE.unknown(request.command));
        };
        if command.slow {
            // The client gets the answers so far before the search begins. A sink that is closed
            // shows itself at the next flush again.
            let _ = response.flush();
        }
        let state = &mut self.state;
        state.called(command.name);
        let mut context = Context { commands: &TABLE, state, response, signals };
        caught(|| (command.run)(&mut context, Args::new(&request.args))).unwrap_or_else(|| {
            Err(CommandError::Internal { cause: format!("a fault in {}; please report it", command.name) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocols::line_server::execute;
    use std::time::Duration;
    use tengen_core::search::Resources;
    use tengen_games::GAMES;
    use tengen_session::Settings;

    #[test]
    fn lines_are_executed_without_a_reader() {
        let mut server = Server::new(Host::new(GAMES, Settings::default(), Resources::new(1, 1)));
        for (line, answer, goes_on) in [
            ("", "", true),
            ("# interrupt", "", true),
            ("1 protocol_version", "=1 2\n\n", true),
            ("2 nonsense", "?2 unknown command\n\n", true),
            ("quit", "=\n\n", false),
        ] {
            let (signals, mut sink) = (LineSignals::at(Duration::ZERO), Vec::new());
            let flow = execute(&mut server, line.as_bytes(), &signals, &mut sink).unwrap();
            assert_eq!((String::from_utf8(sink).unwrap().as_str(), flow.is_continue()), (answer, goes_on), "{line}");
        }
    }
}
