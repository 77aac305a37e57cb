//! The terminal: made ready, and left as it was, whatever happens.

use super::Event;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::thread;

/// The screen of the terminal at standard output.
pub type Screen = ratatui::Terminal<CrosstermBackend<Stdout>>;

/// True while the terminal is not as it was.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal, made ready; left as it was when this is dropped.
pub struct Terminal {
    /// What is drawn on.
    pub screen: Screen,
}

impl Terminal {
    /// Makes it ready. A panic of any thread leaves it as it was, too.
    ///
    /// # Errors
    /// The terminal's.
    pub fn open() -> io::Result<Self> {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |fault| {
            leave();
            hook(fault);
        }));
        let terminal = Self { screen: Screen::new(CrosstermBackend::new(stdout()))? };
        enter()?;
        Ok(terminal)
    }

    /// Gives the terminal back while the program is stopped by Ctrl-Z, and takes it again when it goes on.
    ///
    /// # Errors
    /// The terminal's.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        leave();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter()?;
        self.screen.clear()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    ENTERED.store(true, SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

fn leave() {
    if ENTERED.swap(false, SeqCst) {
        // A terminal that has gone needs nothing.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Hands over what is typed and clicked, until the terminal has gone.
///
/// # Errors
/// Those of a system that has no thread left.
pub fn listen(events: Sender<Event>) -> io::Result<()> {
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
pub fn watch_signals(events: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
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
