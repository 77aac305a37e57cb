//! A session with a person at a terminal: a greeting, the reasons of failures, colours, line editing, and Ctrl-C.

#[cfg(all(unix, feature = "play"))]
mod editor;

use super::system::INTERRUPTED;
use crate::protocols::gtp::{CommandError, Console, Server, console, serve as serve_gtp};
use anstyle::{AnsiColor, Style};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::collections::VecDeque;
use std::io::{self, BufRead as _, Read, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use tengen_core::printable;
use terminal_size::{Width, terminal_size};

/// Columns of a terminal that does not tell.
const WIDTH: u16 = 80;

/// How often the keyboard looks whether Ctrl-C was pressed. A signal handler may do no more than to leave a mark.
const POLL: Duration = Duration::from_millis(50);

/// What is said of a first Ctrl-C.
const PRESSED: &str = "\n(Ctrl-C again ends the program)";

const SUCCESS: Style = AnsiColor::Green.on_default().bold();
const FAILURE: Style = AnsiColor::Red.on_default().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const WHITE: Style = AnsiColor::Yellow.on_default().bold();
const ASIDE: Style = Style::new().dimmed();

/// Serves the person at standard input.
///
/// # Errors
/// Those of standard output, and of a system that refuses a thread or a signal handler.
pub fn serve(server: &mut Server) -> io::Result<()> {
    let state = server.state_mut();
    say(&console::greeting(&state.host));
    let width = terminal_size().map_or(WIDTH, |(Width(columns), _)| columns);
    let explain = |error: &CommandError| say(&format!("({})", printable::line(error.cause())));
    state.console = Some(Console { width, explain });
    let (keyboard, mut out) = Keyboard::new()?;
    serve_gtp(server, keyboard, &mut out)
}

/// Tells the person what is no answer.
fn say(text: &str) {
    // Where standard error is closed, nothing can be said.
    let _ = writeln!(anstream::stderr(), "{ASIDE}{text}{ASIDE:#}");
}

/// What is typed. A first Ctrl-C becomes the line `# interrupt`; a second one in a row ends the program.
struct Keyboard {
    lines: Receiver<io::Result<Vec<u8>>>,
    line: VecDeque<u8>,
    pressed: Arc<AtomicBool>,
    /// True once the press was passed on.
    told: bool,
    /// Tells the person then.
    tell: Box<dyn FnMut() + Send>,
}

impl Keyboard {
    /// With where the answers go.
    fn new() -> io::Result<(Self, Painted<Box<dyn Write + Send>>)> {
        let pressed = Arc::new(AtomicBool::new(false));
        let (sender, lines) = sync_channel(0);
        let (marked, tell) = (pressed.clone(), Box::new(|| say(PRESSED)));
        let keyboard = Self { lines, line: VecDeque::new(), pressed: marked, told: false, tell };
        #[cfg(all(unix, feature = "play"))]
        {
            let due = editor::Due::default();
            if let Some(mut editor) = editor::Editor::new(due.clone())
                && let Some(out) = editor.output()
                && let Some(mut above) = editor.output()
            {
                editor.start(sender, pressed)?;
                let (answered, told) = (due.clone(), due);
                let tell = move || {
                    let _ = above.write_all(format!("{ASIDE}{PRESSED}{ASIDE:#}\n").as_bytes());
                    told.take();
                };
                let out =
                    Painted { out: Box::new(out) as _, begins: true, answered: Box::new(move || answered.take()) };
                return Ok((Self { tell: Box::new(tell), ..keyboard }, out));
            }
        }
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED, pressed.clone())?;
        flag::register(SIGINT, pressed)?;
        read_lines(sender)?;
        Ok((keyboard, Painted { out: Box::new(anstream::stdout()), begins: true, answered: Box::new(|| ()) }))
    }
}

/// Hands over the lines of standard input, as they come, on a thread of their own.
fn read_lines(sender: SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    thread::Builder::new().name("keyboard".to_owned()).spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line);
            let ended = !matches!(read, Ok(1..));
            if sender.send(read.map(|_| line)).is_err() || ended {
                return;
            }
        }
    })?;
    Ok(())
}

impl Read for Keyboard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => {
                    if mem::take(&mut self.told) {
                        self.pressed.store(false, SeqCst);
                    }
                    self.line = line?.into();
                    break;
                }
                Err(RecvTimeoutError::Timeout) if self.pressed.load(SeqCst) && !self.told => {
                    self.told = true;
                    (self.tell)();
                    self.line = b"# interrupt\n".to_vec().into();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        self.line.read(buffer)
    }
}

/// Colours the answers: their status, and the stones of boards. Whole lines are written to it.
struct Painted<W> {
    out: W,
    /// True where an answer begins.
    begins: bool,
    /// Called behind each answer.
    answered: Box<dyn Fn() + Send>,
}

impl<W> Painted<W> {
    fn paint(&mut self, line: &str) -> String {
        let begins = mem::replace(&mut self.begins, line.is_empty());
        match line.chars().next() {
            Some('=') if begins => format!("{SUCCESS}={SUCCESS:#}{}", &line[1..]),
            Some('?') if begins => format!("{FAILURE}{line}{FAILURE:#}"),
            _ if is_row(line) => {
                line.replace('X', &format!("{BLACK}X{BLACK:#}")).replace('O', &format!("{WHITE}O{WHITE:#}"))
            }
            _ => line.to_owned(),
        }
    }
}

impl<W: Write> Write for Painted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let painted: String = text.lines().map(|line| self.paint(line) + "\n").collect();
        self.out.write_all(painted.as_bytes())?;
        text.lines().filter(|line| line.is_empty()).for_each(|_| (self.answered)());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// True for a row of a board, which has its number at both ends.
fn is_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().zip(words.next_back()).is_some_and(|(first, last)| first == last && first.parse::<u8>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_stones_have_colours() {
        let mut out = Vec::new();
        let mut painted = Painted { out: &mut out, begins: true, answered: Box::new(|| ()) };
        painted.write_all(b"=3 X O\n? ? X\n\n?4 illegal move\n\n").unwrap();
        painted.write_all(b"= \n   M N O\n 1 . X O 1\n   black to move\n\n").unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            anstream::adapter::strip_str(&text).to_string(),
            "=3 X O\n? ? X\n\n?4 illegal move\n\n= \n   M N O\n 1 . X O 1\n   black to move\n\n"
        );
        let painted: Vec<_> = text.lines().filter(|line| line.contains('\x1b')).collect();
        assert_eq!(
            painted,
            [
                format!("{SUCCESS}={SUCCESS:#}3 X O"),
                format!("{FAILURE}?4 illegal move{FAILURE:#}"),
                format!("{SUCCESS}={SUCCESS:#} "),
                format!(" 1 . {BLACK}X{BLACK:#} {WHITE}O{WHITE:#} 1"),
            ]
        );
    }
}
