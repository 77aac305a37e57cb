//! Lines with editing, history and completion, for a person whose input and output are one terminal. Answers come out
//! above the line that is being edited.

use super::INTERRUPTED;
use super::completion::Completion;
use crate::protocols::gtp::parse;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, ExternalPrinter};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};
use std::io::{self, IsTerminal as _, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// What stands before the line.
const PROMPT: &str = "> ";

/// How long the next line is not begun while the answer to the last one is due: most come at once and stand above it then.
/// What takes longer, as a search does, comes out above the line that is being edited.
const PATIENCE: Duration = Duration::from_millis(100);

type Lines = rustyline::Editor<Completion, MemHistory>;

/// The answers that are due.
#[derive(Clone, Default)]
pub struct Due(Arc<(Mutex<usize>, Condvar)>);

impl Due {
    fn count(&self) -> MutexGuard<'_, usize> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more is due.
    fn add(&self) {
        *self.count() += 1;
    }

    /// One has come.
    pub fn take(&self) {
        let mut count = self.count();
        *count = count.saturating_sub(1);
        self.0.1.notify_all();
    }

    /// Waits until all have come, but not long.
    fn wait(&self) {
        let wait = self.0.1.wait_timeout_while(self.count(), PATIENCE, |count| *count > 0);
        drop(wait.unwrap_or_else(PoisonError::into_inner));
    }
}

/// How long a line that was begun may take until the terminal is made ready for it.
const BEGINNING: Duration = Duration::from_millis(20);

/// The editor of a terminal.
pub struct Editor {
    lines: Lines,
    due: Due,
    /// The program ends: no line is begun any more.
    ending: Arc<AtomicBool>,
}

impl Editor {
    /// One for standard input and output; none where they are no terminals, or one that has no editing.
    pub fn new(due: Due) -> Option<Self> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true);
        let config = config.bracketed_paste(false).build();
        let history = MemHistory::with_config(&config);
        let mut lines = Lines::with_history(config, history).ok()?;
        lines.set_helper(Some(Completion::new()));
        Some(Self { lines, due, ending: Arc::default() })
    }

    /// Where answers go while lines are edited; none on a terminal that has no editing.
    pub fn output(&mut self) -> Option<Above> {
        let printer = self.lines.create_external_printer().ok()?;
        let colors = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        Some(Above { printer: Box::new(printer), colors })
    }

    /// Hands over the lines on a thread of its own, until `quit` or the end of the input. A first Ctrl-C leaves its mark in
    /// `pressed`, another ends the program. While a line is edited the terminal is not as it was: what ends the program
    /// meanwhile puts it right before.
    ///
    /// # Errors
    /// Those of a system that refuses a thread or a signal handler.
    pub fn start(mut self, sender: SyncSender<io::Result<Vec<u8>>>, pressed: Arc<AtomicBool>) -> io::Result<()> {
        restore_on_signals(tcgetattr(io::stdin())?, pressed, self.ending.clone())?;
        thread::Builder::new().name("keyboard".to_owned()).spawn(move || while self.hand_over(&sender) {})?;
        Ok(())
    }

    /// The next line; false where it is the last.
    fn hand_over(&mut self, sender: &SyncSender<io::Result<Vec<u8>>>) -> bool {
        while self.ending.load(SeqCst) {
            thread::park();
        }
        let line = match self.lines.readline(PROMPT) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                self.due.add();
                let raised = raise(SIGINT);
                self.due.wait();
                return raised.is_ok();
            }
            Err(ReadlineError::Eof) => return false,
            Err(ReadlineError::Signal(_)) => return true,
            Err(error) => {
                let error = if let ReadlineError::Io(error) = error { error } else { io::Error::other(error) };
                let _ = sender.send(Err(error));
                return false;
            }
        };
        let text = parse::preprocess(line.as_bytes());
        let request = parse::request(&text);
        if request.is_some() {
            self.due.add();
        }
        // Nothing is answered after it: no further line is begun, and the terminal is as it was.
        let quits = request.is_some_and(|request| request.command == "quit");
        let taken = sender.send(Ok((line + "\n").into_bytes())).is_ok();
        if taken && !quits {
            self.due.wait();
        }
        taken && !quits
    }
}

/// Puts the terminal right when the program is told to end.
fn restore_on_signals(terminal: Termios, pressed: Arc<AtomicBool>, ending: Arc<AtomicBool>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT])?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT && !pressed.swap(true, SeqCst) {
                continue;
            }
            // The line that is begun just now would change the terminal once more.
            ending.store(true, SeqCst);
            thread::sleep(BEGINNING);
            // A terminal that has gone needs nothing.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &terminal);
            if signal == SIGINT {
                process::exit(INTERRUPTED);
            }
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// The lines above the one that is being edited.
pub struct Above {
    printer: Box<dyn ExternalPrinter + Send>,
    colors: bool,
}

/// What is written at once stands together.
impl Write for Above {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let text = if self.colors { text.into_owned() } else { strip_str(&text).to_string() };
        // Once the last line was read, there is none to write above.
        if self.printer.print(text.clone()).is_err() {
            io::stdout().write_all(text.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
