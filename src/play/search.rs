//! Searches on a thread of their own, so that the keys are heard meanwhile.

use super::Event;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;
use tengen_core::search::Stop;
use tengen_session::{Answer, EngineError, Host, Query, Report};

/// Lines of an analysis: as many as a position may have moves to be marked with their values.
const LINES: usize = 400;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The engine's move.
    Move,
    /// The move that it would play for a person.
    Hint,
    /// The values of all moves, until the search is stopped.
    Analysis,
}

/// A search that runs. It has the host for itself until it ends.
#[derive(Debug)]
pub struct BackgroundSearch {
    /// What its events are known by.
    pub number: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// When it began.
    pub began: Instant,
    stop: Stop,
}

/// The host, once no search has it.
pub fn lock(host: &Mutex<Host>) -> MutexGuard<'_, Host> {
    host.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BackgroundSearch {
    /// Begins a search of the position on the board. It tells of what it finds by [`Event::Report`], and last by
    /// [`Event::Answer`] or [`Event::Fault`], when it has the host no more.
    ///
    /// # Errors
    /// Those of a system that has no thread left.
    pub fn start(number: u64, purpose: Purpose, host: Arc<Mutex<Host>>, events: Sender<Event>) -> io::Result<Self> {
        let stop = Stop::new();
        let asked = stop.clone();
        let run = move || {
            let mut tell = |report: &Report| {
                let _ = events.send(Event::Report(number, report.clone()));
            };
            let found = catch_unwind(AssertUnwindSafe(|| think(&lock(&host), purpose, &asked, &mut tell)));
            // Where the program has ended meanwhile, no answer is wanted.
            let _ = events.send(found.map_or(Event::Fault, |answer| Event::Answer(number, answer)));
        };
        thread::Builder::new().name("search".to_owned()).spawn(run)?;
        Ok(Self { number, purpose, began: Instant::now(), stop })
    }

    /// Ends it with what it has found.
    pub fn stop(&self) {
        self.stop.raise();
    }
}

fn think(
    host: &Host,
    purpose: Purpose,
    stop: &Stop,
    tell: &mut (dyn FnMut(&Report) + Send),
) -> Result<Answer, EngineError> {
    let color = host.engine().side_to_move();
    let usual = host.query_for(color, stop);
    match purpose {
        Purpose::Move => host.generate(color, &usual, false, tell),
        Purpose::Hint => host.think(color, &usual, tell),
        Purpose::Analysis => host.think(color, &Query { lines: LINES, ..usual.until_stopped().for_value() }, tell),
    }
}
