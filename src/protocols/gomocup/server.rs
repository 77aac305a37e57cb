//! The server: a reader thread hands lines over a channel and stops searches; the thread that serves executes the lines
//! in order, and is the only one that writes.

use super::brain::{Brain, Moment, Reply};
use super::{Fault, parse, refused};
use crate::search::Stop;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Instant;

/// Bytes that a line may have; a longer one gets an `ERROR`.
pub const MAX_LINE: usize = 1 << 12;

/// Lines read ahead.
const AHEAD: usize = 1 << 12;

/// One line of input.
struct Incoming {
    /// `None` for a line that is too long.
    text: Option<String>,
    moment: Moment,
    /// Raised by any further line, and by the end of the input.
    superseded: Stop,
}

/// Reads lines, and raises the flags of those who think about earlier ones.
struct Reader<R> {
    input: BufReader<R>,
    stop: Stop,
    ended: Stop,
    superseded: Stop,
}

impl<R: Read> Reader<R> {
    /// The next line; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<Incoming>> {
        let mut bytes = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let too_long = bytes.len() > MAX_LINE && !bytes.ends_with(b"\n");
        if too_long {
            self.input.skip_until(b'\n')?;
        }
        let text = (!too_long).then(|| parse::text(&bytes));
        let moment = Moment { came: Instant::now(), stop: self.stop.clone(), ended: self.ended.clone() };
        std::mem::take(&mut self.superseded).raise();
        Ok(Some(Incoming { text, moment, superseded: self.superseded.clone() }))
    }

    /// Whether this line is `END`. A `YXSTOP` stops the search of an earlier line, and so does a new game: a
    /// person who begins one in Yixin-Board does not wait for the move.
    fn is_end(&mut self, line: &Incoming) -> bool {
        let name = line.text.as_deref().map(|text| parse::command(text).0);
        if matches!(name.as_deref(), Some("YXSTOP" | "STOP" | "START" | "RECTSTART" | "RESTART")) {
            std::mem::take(&mut self.stop).raise();
        }
        name.as_deref() == Some("END")
    }

    fn run(mut self, lines: &SyncSender<Incoming>) {
        loop {
            match self.line() {
                Ok(Some(line)) if self.is_end(&line) => {
                    self.ended.raise();
                    break;
                }
                Ok(Some(line)) => {
                    if lines.send(line).is_err() {
                        return;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    log::error!("cannot read the input: {error}");
                    break;
                }
            }
        }
        self.stop.raise();
        self.superseded.raise();
    }
}

/// Serves until `END` or the end of the input. What was asked before is answered; but a search is cut short, and after
/// `END` its move is not sent.
///
/// # Errors
/// The output's, except that a closed pipe ends the service quietly.
pub fn serve(brain: &mut Brain, input: impl Read + Send + 'static, output: &mut (dyn Write + Send)) -> io::Result<()> {
    let (sender, receiver) = sync_channel(AHEAD);
    let reader =
        Reader { input: BufReader::new(input), stop: Stop::new(), ended: Stop::new(), superseded: Stop::new() };
    thread::Builder::new().name("gomocup-reader".to_owned()).spawn(move || reader.run(&sender))?;
    match answer_all(brain, &receiver, output) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(brain: &mut Brain, lines: &Receiver<Incoming>, output: &mut (dyn Write + Send)) -> io::Result<()> {
    // Of the last line; before the first there is nothing to think about.
    let mut waiting: Option<Stop> = None;
    loop {
        let Incoming { text, moment, superseded } = match lines.try_recv() {
            Ok(line) => line,
            Err(TryRecvError::Disconnected) => return Ok(()),
            Err(TryRecvError::Empty) => {
                if let Some(waiting) = &waiting {
                    ponder(brain, waiting);
                }
                match lines.recv() {
                    Ok(line) => line,
                    Err(_) => return Ok(()),
                }
            }
        };
        let mut written = Ok(());
        let mut write = |line: &str| {
            if written.is_ok() {
                written = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush());
            }
        };
        let reply = match text.as_deref() {
            None => Err(refused(format!("a line may have {MAX_LINE} bytes"))),
            Some("") => Ok(None),
            Some(line) => execute(brain, line, &moment, &mut write),
        };
        match reply {
            Ok(Some(text)) => write(&text),
            Ok(None) => {}
            Err(fault) => write(&fault.to_string()),
        }
        written?;
        waiting = Some(superseded);
    }
}

/// Thinks on the opponent's time until there is another line.
fn ponder(brain: &mut Brain, superseded: &Stop) {
    if catch_unwind(AssertUnwindSafe(|| brain.ponder(superseded))).is_err() {
        log::error!("a fault while pondering; please report it");
    }
}

/// A fault of the program in one command is answered and logged, and the next one is served.
fn execute(brain: &mut Brain, line: &str, moment: &Moment, say: &mut (dyn FnMut(&str) + Send)) -> Reply {
    log::debug!("> {line}");
    let run = AssertUnwindSafe(|| brain.execute(line, moment, say));
    let reply = catch_unwind(run).unwrap_or_else(|_| Err(refused("a fault of the program; please report it")));
    if let Err(fault @ Fault::Refused(_)) = &reply {
        log::info!("{}: {fault}", parse::quote(line));
    }
    reply
}
