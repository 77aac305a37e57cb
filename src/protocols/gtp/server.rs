//! The server: a named reader thread cuts the input into lines and hands them over a channel; the thread that
//! serves executes them in order and is the only one that writes.

use super::args::Args;
use super::commands::{self, Context, State};
use super::console;
use super::error::CommandError;
use super::parse::{self, Request};
use super::response;
use crate::engine::Host;
use crate::search::Stop;
use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

/// Bytes that a line may have, from its first visible one; a longer one gets one `syntax error`, a comment aside.
pub const MAX_LINE: usize = 1 << 16;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Chunks read ahead.
const AHEAD: usize = 64;

/// One line of input.
struct Incoming {
    text: Vec<u8>,
    /// Raised by `# interrupt`.
    interrupt: Stop,
    /// Raised by any further input, and by its end.
    superseded: Stop,
}

/// Cuts bytes into lines.
struct Reader {
    line: Vec<u8>,
    interrupt: Stop,
    superseded: Stop,
}

impl Reader {
    /// The lines that end in this chunk. What they find raised was raised before they were handed over.
    fn cut(&mut self, chunk: &[u8]) -> Vec<Incoming> {
        let mut lines: Vec<Incoming> = Vec::new();
        let mut parts = chunk.split(|&byte| byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            // Blanks before a line count for nothing, however many there are.
            let blanks = part.iter().take_while(|&&byte| byte <= b' ' || byte == b'\x7f').count();
            let part = if self.line.is_empty() { &part[blanks..] } else { part };
            // One byte more than allowed is kept as the mark of a line that is too long.
            let host = (MAX_LINE + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(host)]);
            if parts.peek().is_some() {
                lines.extend(self.finish());
            }
        }
        lines
    }

    fn finish(&mut self) -> Option<Incoming> {
        let text = std::mem::take(&mut self.line);
        self.superseded.raise();
        if is_interrupt(&text) {
            std::mem::take(&mut self.interrupt).raise();
        }
        if text.is_empty() || text.starts_with(b"#") {
            return None;
        }
        self.superseded = Stop::new();
        Some(Incoming { text, interrupt: self.interrupt.clone(), superseded: self.superseded.clone() })
    }

    fn run(mut self, mut input: impl Read, lines: &SyncSender<Vec<Incoming>>) {
        let mut chunk = vec![0; CHUNK];
        loop {
            match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => {
                    // Even a bare line feed ends an analysis.
                    self.superseded.raise();
                    let cut = self.cut(&chunk[..count]);
                    if lines.send(cut).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    log::error!("cannot read the input: {error}");
                    break;
                }
            }
        }
        let mut last: Vec<_> = self.finish().into_iter().collect();
        self.superseded.raise();
        if let Some(line) = last.pop() {
            let _ = lines.send(vec![line]);
        }
    }
}

/// The comment line `# interrupt` (GoGui), caught before comments are stripped.
fn is_interrupt(line: &[u8]) -> bool {
    let comment = line.trim_ascii().strip_prefix(b"#");
    comment.is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

/// Where a command writes when it does not wait until it is done.
pub struct Output<'a> {
    sink: &'a mut dyn Write,
    buffer: String,
    id: Option<u32>,
    begun: bool,
}

impl Output<'_> {
    /// Begins the response at once: everything that follows belongs to it, and it can no longer fail.
    ///
    /// # Errors
    /// The sink's.
    pub fn begin(&mut self) -> io::Result<()> {
        self.begun = true;
        response::begin(&mut self.buffer, true, self.id);
        self.buffer.push('\n');
        self.flush()
    }

    /// Writes a line of a response that has begun.
    ///
    /// # Errors
    /// The sink's.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.buffer.push_str(text);
        self.buffer.push('\n');
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.sink.write_all(self.buffer.as_bytes())?;
            self.sink.flush()?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// Executes requests on one host.
pub struct Server {
    state: State,
}

impl Server {
    /// A server for this host.
    pub fn new(host: Host) -> Self {
        Self { state: State::new(host) }
    }

    /// What the server remembers between commands, to be set up before it serves.
    pub const fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// Executes one line; nothing is written for a blank one.
    fn execute(&mut self, incoming: &Incoming, out: &mut Output<'_>) -> io::Result<()> {
        let line = parse::preprocess(&incoming.text);
        let too_long = incoming.text.len() > MAX_LINE;
        let Some(request) = parse::request(&line).or_else(|| too_long.then(Request::default)) else { return Ok(()) };
        log::debug!("> {}", line.trim());
        out.id = request.id;
        out.begun = false;
        let result = if too_long {
            Err(CommandError::syntax(format!("a line may have {MAX_LINE} bytes")))
        } else if let Some(spelled_out) = self.spell_out(&request) {
            let answer = self.call(&spelled_out, incoming, out);
            answer.map(|text| format!("{text}\n{}", self.state.host.engine().drawing()))
        } else {
            self.call(&request, incoming, out)
        };
        match result {
            Ok(text) if out.begun => {
                if !text.is_empty() {
                    out.line(&text)?;
                }
                out.buffer.push('\n');
            }
            Ok(text) => response::write(&mut out.buffer, true, request.id, &text),
            Err(error) => {
                log::info!("{}: {error}: {}", request.command, error.cause());
                if out.begun {
                    out.buffer.push('\n');
                } else {
                    response::write(&mut out.buffer, false, request.id, &error.to_string());
                }
                self.state.failed(error);
            }
        }
        Ok(())
    }

    /// What a person meant by a short form.
    fn spell_out<'a>(&self, request: &Request<'a>) -> Option<Request<'a>> {
        self.state.console.as_ref()?;
        console::spell_out(request, self.state.host.engine().side_to_move())
    }

    /// Thinks on the opponent's time until there is further input.
    fn ponder(&mut self, superseded: &Stop) {
        let host = &mut self.state.host;
        match catch_unwind(AssertUnwindSafe(|| host.ponder(superseded))) {
            Ok(Some(answer)) => {
                log::debug!("pondered to depth {}, {} nodes", answer.report.step(), answer.report.nodes);
            }
            Ok(None) => {}
            Err(_) => log::error!("a fault while pondering; please report it"),
        }
    }

    fn call(
        &mut self,
        request: &Request<'_>,
        incoming: &Incoming,
        out: &mut Output<'_>,
    ) -> Result<String, CommandError> {
        let Some(command) = commands::find(request.command) else {
            return Err(commands::unknown(request.command));
        };
        if command.slow {
            // The client gets the answers so far before the search begins. A sink that is closed
            // shows itself at the next flush again.
            let _ = out.flush();
        }
        let state = &mut self.state;
        state.called(command);
        let mut context =
            Context { state, output: out, interrupt: &incoming.interrupt, superseded: &incoming.superseded };
        // A fault in one command is answered and logged, and the next one is served.
        let run = AssertUnwindSafe(|| (command.run)(&mut context, Args::new(&request.args)));
        catch_unwind(run).unwrap_or_else(|_| {
            Err(CommandError::Internal { cause: format!("a fault in {}; please report it", command.name) })
        })
    }
}

/// Serves until `quit` or the end of the input; everything that was asked before is answered.
///
/// # Errors
/// The output's, except that a closed pipe ends the service quietly.
pub fn serve(server: &mut Server, input: impl Read + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let (sender, receiver) = sync_channel(AHEAD);
    let reader = Reader { line: Vec::new(), interrupt: Stop::new(), superseded: Stop::new() };
    thread::Builder::new().name("gtp-reader".to_owned()).spawn(move || reader.run(input, &sender))?;
    let mut out = Output { sink: output, buffer: String::new(), id: None, begun: false };
    let result = answer_all(server, &receiver, &mut out).and_then(|()| out.flush());
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(server: &mut Server, receiver: &Receiver<Vec<Incoming>>, out: &mut Output<'_>) -> io::Result<()> {
    // Of the last line; before the first there is nothing that would end a search.
    let mut superseded = None;
    loop {
        let lines = match receiver.try_recv() {
            Ok(lines) => lines,
            Err(TryRecvError::Empty) => {
                out.flush()?;
                if let Some(superseded) = &superseded {
                    server.ponder(superseded);
                }
                match receiver.recv() {
                    Ok(lines) => lines,
                    Err(_) => return Ok(()),
                }
            }
            Err(TryRecvError::Disconnected) => return Ok(()),
        };
        for line in lines {
            server.execute(&line, out)?;
            superseded = Some(line.superseded);
            if server.state.quit {
                return Ok(());
            }
            if out.buffer.len() > CHUNK {
                out.flush()?;
            }
        }
    }
}
