//! The board in a terminal, for people. All that it knows of a game it asks the session for; a search runs on a
//! thread of its own and tells of itself by events, as the keyboard does. The terminal is made ready, and left as it was,
//! whatever happens.

mod app;
mod board;
mod geometry;
mod help;
mod keys;
mod lines;
mod move_list;
mod panel;
mod position;
mod prompt;
mod review;
mod screen;
mod search;
#[cfg(test)]
mod tests;
mod text;
mod theme;

pub use app::{App, People};
pub use geometry::{Geometry, Place};
pub use position::ShownPosition;
pub use search::{BackgroundSearch, Purpose};
pub use theme::Theme;

use crate::features::analyze::Judged;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
#[cfg(unix)]
use ratatui::crossterm::terminal::{Clear, ClearType};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tengen_session::{Answer, EngineError, Host, Report};

/// What the program waits for.
#[derive(Debug)]
pub enum Event {
    /// A key, a click, a paste, another size.
    Terminal(event::Event),
    /// The terminal has gone.
    Lost(io::Error),
    /// A signal of the system.
    #[cfg(unix)]
    Signal(i32),
    /// What the search of this number has found so far.
    Report(u64, Report),
    /// What it has come to.
    Answer(u64, Result<Answer, EngineError>),
    /// What the review of this number has found of a move.
    Judged(u64, Box<Judged>),
    /// It has ended.
    Reviewed(u64, Result<(), EngineError>),
    /// A search has panicked.
    Fault,
}

/// Plays in the terminal at standard input and output until the person ends it.
///
/// # Errors
/// The terminal's, and those of a system that has no thread left.
pub fn run(host: Host, people: People, theme: &Theme) -> io::Result<()> {
    let (sender, events) = channel();
    let mut terminal = Terminal::open()?;
    #[cfg(unix)]
    watch_signals(sender.clone())?;
    listen(sender.clone())?;
    let mut app = App::new(host, people, sender);
    app.settle()?;
    let end = serve(&mut app, &mut terminal, &events, theme)?;
    drop(terminal);
    match end {
        End::Wanted => Ok(()),
        #[cfg(unix)]
        End::Signal(signal) => signal_hook::low_level::emulate_default_handler(signal),
    }
}

/// Why the program ends.
enum End {
    /// The person wants it.
    Wanted,
    /// By a signal.
    #[cfg(unix)]
    Signal(i32),
}

fn serve(app: &mut App, terminal: &mut Terminal, events: &Receiver<Event>, theme: &Theme) -> io::Result<End> {
    loop {
        // A program that is stopped has no screen until it is told to go on.
        if ENTERED.load(SeqCst) {
            terminal.screen.draw(|frame| {
                app.area = frame.area();
                screen::draw(frame, app, theme);
            })?;
        }
        // Everything that waits is taken up before the screen is drawn again.
        let Ok(first) = events.recv() else { return Ok(End::Wanted) };
        for event in std::iter::once(first).chain(events.try_iter()) {
            match event {
                #[cfg(unix)]
                Event::Signal(signal_hook::consts::SIGTSTP) => suspend()?,
                #[cfg(unix)]
                Event::Signal(signal_hook::consts::SIGCONT) => terminal.resume()?,
                #[cfg(unix)]
                Event::Signal(signal) => return Ok(End::Signal(signal)),
                #[cfg(unix)]
                Event::Terminal(event) if keys::suspends(&event) => suspend()?,
                Event::Terminal(event) => {
                    if !app.take(&event, theme)? {
                        return Ok(End::Wanted);
                    }
                }
                Event::Lost(error) => return Err(error),
                Event::Report(number, report) => app.report(number, report),
                Event::Answer(number, answer) => app.answer(number, answer)?,
                Event::Judged(number, judged) => app.judged(number, *judged),
                Event::Reviewed(number, done) => app.reviewed(number, done)?,
                Event::Fault => return Err(io::Error::other("a fault in the search; please report it")),
            }
        }
    }
}

/// The screen of the terminal at standard output.
type Screen = ratatui::Terminal<CrosstermBackend<Stdout>>;

/// True while the terminal is not as it was.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal, made ready; left as it was when this is dropped.
struct Terminal {
    /// What is drawn on.
    screen: Screen,
}

impl Terminal {
    /// Makes it ready. A panic of any thread leaves it as it was, too.
    ///
    /// # Errors
    /// The terminal's.
    fn open() -> io::Result<Self> {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |fault| {
            leave();
            hook(fault);
        }));
        let terminal = Self { screen: Screen::new(CrosstermBackend::new(stdout()))? };
        enter()?;
        Ok(terminal)
    }

    /// Takes the terminal again, as the program goes on.
    ///
    /// # Errors
    /// The terminal's.
    #[cfg(unix)]
    fn resume(&mut self) -> io::Result<()> {
        enter()?;
        // Both buffers are blank after it, so that all is drawn again. `clear` would ask the terminal where its cursor is, and the answer
        // would go to the thread that reads keys.
        self.screen.swap_buffers();
        execute!(stdout(), Clear(ClearType::All))
    }
}

/// Gives the terminal back, and stops the program as Ctrl-Z does. The stop may come a little later than this returns; the signal to
/// go on takes the terminal again.
///
/// # Errors
/// Those of the system.
#[cfg(unix)]
fn suspend() -> io::Result<()> {
    leave();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

impl Drop for Terminal {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    ENTERED.store(true, SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
    // An old console of Windows has no paste that is told from typing: it goes without.
    let _ = execute!(stdout(), EnableBracketedPaste);
    Ok(())
}

fn leave() {
    if ENTERED.swap(false, SeqCst) {
        // A terminal that has gone needs nothing.
        let _ = execute!(stdout(), DisableBracketedPaste);
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Hands over what is typed and clicked, until the terminal has gone.
///
/// # Errors
/// Those of a system that has no thread left.
fn listen(events: Sender<Event>) -> io::Result<()> {
    let run = move || {
        loop {
            let event = event::read();
            let lost = event.is_err();
            let told = events.send(event.map_or_else(Event::Lost, Event::Terminal));
            if lost || told.is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("keyboard".to_owned()).spawn(run)?;
    Ok(())
}

/// Hands over the signals that end or stop the program.
///
/// # Errors
/// Those of a system that refuses a thread or a signal handler.
#[cfg(unix)]
fn watch_signals(events: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    let run = move || {
        for signal in signals.forever() {
            if events.send(Event::Signal(signal)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(run)?;
    Ok(())
}
