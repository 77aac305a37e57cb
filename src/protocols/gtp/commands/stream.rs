//! A search that is watched: it runs on a thread of its own, and lines about it are written at the asked interval.

use crate::engine::{Answer, Query, Report};
use crate::game::Color;
use crate::protocols::gtp::command::Context;
use crate::protocols::gtp::error::CommandError;
use crate::search::Stop;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long after its beginning a search that is stopped may go on until it has something to show.
const GRACE: Duration = Duration::from_millis(100);

/// What the writing thread waits for.
enum Event {
    /// The search has a new report.
    Report(Report),
    /// The search has ended.
    Ended,
    /// The query's stop was raised.
    Stopped,
}

/// Tells that the search has ended, also where it panics.
struct End(Sender<Event>);

impl Drop for End {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Ended);
    }
}

/// What a search that is watched is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    /// An analysis: it ends only once the query's stop is raised, even when there is nothing left to find out.
    Analysis,
    /// The move to play.
    Move {
        /// One point at a time.
        pointwise: bool,
    },
}

/// Searches for a query, and writes a line (as `format` has it) for the newest report, at most one an `interval`.
///
/// The first line comes even when the query's stop is raised at once: `analyze` in a pipe shows something.
pub(super) fn watch(
    context: &mut Context<'_, '_>,
    color: Color,
    query: &Query<'_>,
    purpose: Watch,
    interval: Duration,
    format: impl Fn(&Report) -> String,
) -> Result<Answer, CommandError> {
    let host = &context.state.host;
    let response = &mut *context.response;
    // Out of turn is an error, and an error must come before the response begins.
    let (endless, pointwise) = match purpose {
        Watch::Analysis => (true, false),
        Watch::Move { pointwise } => (false, pointwise),
    };
    host.can_generate(color, pointwise)?;
    let mut closed = response.begin().is_err();
    let stop = Stop::new();
    let inner = Query { stop: &stop, ..*query };
    let (sender, events) = channel();
    let stopped = sender.clone();
    query.stop.on_raise(move || drop(stopped.send(Event::Stopped)));
    let answer = thread::scope(|scope| {
        let end = End(sender);
        let search = scope.spawn(move || {
            let mut tell = |report: &Report| {
                let _ = end.0.send(Event::Report(report.clone()));
            };
            match purpose {
                Watch::Analysis => host.think(color, &inner, &mut tell),
                Watch::Move { pointwise } => host.generate(color, &inner, pointwise, &mut tell),
            }
        });
        let mut due = Instant::now();
        let grace = due + GRACE;
        let mut news: Option<Report> = None;
        let (mut shown, mut searching, mut stopped) = (false, true, false);
        while searching || (endless && !stopped && !closed) || news.is_some() {
            let now = Instant::now();
            let ending = stopped || !(searching || endless);
            if (ending || now >= due)
                && let Some(report) = news.take()
            {
                let text = format(&report);
                // An empty line would end the response.
                closed |= !text.is_empty() && response.line(&text).is_err();
                shown = true;
                due = now + interval;
            }
            if closed || (stopped && (shown || now >= grace)) {
                stop.raise();
            }
            let wake = if news.is_some() { Some(due) } else { (stopped && !stop.is_raised()).then_some(grace) };
            let event = match wake {
                Some(wake) => events.recv_timeout(wake.saturating_duration_since(now)),
                None if searching || (endless && !stopped && !closed) => {
                    events.recv().map_err(|_| RecvTimeoutError::Disconnected)
                }
                None => break,
            };
            match event {
                Ok(Event::Report(report)) => news = Some(report),
                Ok(Event::Ended) => searching = false,
                Ok(Event::Stopped) => stopped = true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        search.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
    })?;
    Ok(answer)
}
