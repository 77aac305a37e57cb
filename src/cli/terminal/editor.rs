//! Lines with editing, history and completion, for a person whose input and output are one terminal. Answers come out
//! above the line that is being edited.

use crate::cli::system::INTERRUPTED;
use crate::protocols::gtp::commands::TABLE;
use crate::protocols::gtp::parse;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, ExternalPrinter, Helper};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tengen_core::game::Color;
use tengen_games::GAMES;

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

/// What a word of GTP that is being typed may become: the words that are known.
struct Completion {
    games: BTreeSet<String>,
    rules: BTreeSet<String>,
    players: BTreeSet<String>,
}

impl Completion {
    /// Commands, games, and the rule sets and players of all games.
    fn new() -> Self {
        let infos = GAMES.iter().map(|game| game.info);
        let players = infos.clone().filter_map(|info| GAMES.open(info.name, None, None).ok());
        Self {
            games: infos.clone().map(|info| info.name.to_lowercase()).collect(),
            rules: infos.flat_map(|info| info.rules).map(|rule| rule.name.to_owned()).collect(),
            players: players.flat_map(|session| session.players()).map(|player| player.name.to_owned()).collect(),
        }
    }

    /// What may come after these words.
    fn next(&self, words: &[&str]) -> Vec<String> {
        let command = match words {
            [] => return TABLE.all().map(|command| command.name.to_owned()).collect(),
            [command] => TABLE.find(command),
            _ => None,
        };
        match command.map(|command| (command.name, command.usage)) {
            Some(("set_game", _)) => self.games.iter().cloned().collect(),
            Some(("set_rule", _)) => self.rules.iter().cloned().collect(),
            Some(("set_player", _)) => self.players.iter().cloned().collect(),
            Some(("help" | "known_command", _)) => self.next(&[]),
            Some((_, usage)) if usage.trim_start_matches('[').starts_with("COLOR") => {
                Color::BOTH.map(|color| color.name().to_owned()).into()
            }
            // A choice between words, such as on|off.
            Some((_, usage))
                if usage.contains('|') && usage.chars().all(|c| c.is_ascii_lowercase() || "-|".contains(c)) =>
            {
                usage.split('|').map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where the last word of a line begins, and what it may become.
    fn complete_line(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(' ').map_or(0, |space| space + 1);
        let mut words: Vec<_> = line[..start].split_whitespace().collect();
        // An id.
        if words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            words.remove(0);
        }
        let mut known = self.next(&words);
        known.retain(|word| word.starts_with(&line[start..]));
        // Behind a whole word goes a space, where it is the only one.
        if let [only] = &mut known[..] {
            only.push(' ');
        }
        (start, known)
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.complete_line(&line[..position]))
    }
}

impl Helper for Completion {}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_commands_and_their_arguments() {
        let completion = Completion::new();
        for (line, words) in [
            ("list_g", "list_games "),
            ("3 list_g", "list_games "),
            ("set_game mil", "mill "),
            ("set_rule ren", "renju "),
            ("set_player rand", "random "),
            ("genmove ", "black white"),
            ("lz-analyze w", "white "),
            ("set_ponder o", "on off"),
            ("set_columns ", "a-o go game"),
            ("help known", "known_command "),
            ("nothing ", ""),
            ("play b f", ""),
        ] {
            assert_eq!(completion.complete_line(line).1.join(" ").trim_end(), words.trim_end(), "{line}");
        }
        assert_eq!(completion.complete_line("set_game m").0, "set_game ".len());
        assert_eq!(completion.complete_line("").1.len(), TABLE.all().count());
    }
}
