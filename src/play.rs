//! The board in a terminal, for people. All that it knows of a game it asks the session for; a search runs on a
//! thread of its own and tells of itself by events, as the keyboard does.

mod app;
mod board;
mod choice;
mod geometry;
mod keys;
mod people;
mod position;
mod screen;
mod search;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;

pub use app::App;
pub use geometry::{Geometry, Place};
pub use people::People;
pub use position::ShownPosition;
pub use search::{BackgroundSearch, Purpose};
pub use theme::Theme;

use ratatui::crossterm;
use ratatui::layout::Rect;
use std::io;
use std::sync::mpsc::{Receiver, channel};
use tengen_session::{Answer, EngineError, Host, Report};
use terminal::Terminal;

/// What the program waits for.
#[derive(Debug)]
pub enum Event {
    /// A key, a click, another size.
    Terminal(crossterm::event::Event),
    /// The terminal has gone.
    Lost(io::Error),
    /// A signal of the system.
    #[cfg(unix)]
    Signal(i32),
    /// What the search of this number has found so far.
    Report(u64, Report),
    /// What it has come to.
    Answer(u64, Result<Answer, EngineError>),
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
    terminal::watch_signals(sender.clone())?;
    terminal::listen(sender.clone())?;
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
        let mut area = Rect::default();
        terminal.screen.draw(|frame| {
            area = frame.area();
            screen::draw(frame, app, theme);
        })?;
        // Everything that waits is taken up before the screen is drawn again.
        let Ok(first) = events.recv() else { return Ok(End::Wanted) };
        for event in std::iter::once(first).chain(events.try_iter()) {
            match event {
                #[cfg(unix)]
                Event::Signal(signal_hook::consts::SIGTSTP) => terminal.suspend()?,
                #[cfg(unix)]
                Event::Signal(signal) => return Ok(End::Signal(signal)),
                #[cfg(unix)]
                Event::Terminal(event) if keys::suspends(&event) => terminal.suspend()?,
                Event::Terminal(event) => {
                    if let Some(input) = keys::read(&event, app, area)
                        && !app.press(input)?
                    {
                        return Ok(End::Wanted);
                    }
                }
                Event::Lost(error) => return Err(error),
                Event::Report(number, report) => app.report(number, report),
                Event::Answer(number, answer) => app.answer(number, answer)?,
                Event::Fault => return Err(io::Error::other("a fault in the search; please report it")),
            }
        }
    }
}
