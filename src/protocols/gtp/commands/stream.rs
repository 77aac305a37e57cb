//! A search that is watched: it runs on a thread of its own, and lines about it are written at the asked interval.

use crate::protocols::gtp::command::Context;
use crate::protocols::gtp::response::{CommandError, Response};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use tengen_core::game::Color;
use tengen_core::search::{Limits, Stop};
use tengen_session::{Answer, EngineError, Host, Query, Report};
use web_time::Instant;

/// The share of the time so far that goes by between two lines of a young search without a thread of its own: nothing that
/// it knew before is shown late by more.
const SHARE: u32 = 4;

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
///
/// WebAssembly has no second thread: lines are written when the search has news, and an analysis that has nothing left to
/// find out ends by itself.
pub(super) fn watch(
    context: &mut Context<'_, '_>,
    color: Color,
    query: &Query<'_>,
    purpose: Watch,
    interval: Duration,
    format: impl Fn(&Report) -> String + Send,
) -> Result<Answer, CommandError> {
    let search = LiveSearch { host: &context.state.host, color, query, purpose };
    // Out of turn is an error, and an error must come before the response begins.
    search.host.can_generate(color, purpose == Watch::Move { pointwise: true })?;
    let lines = Lines::begin(context.response, interval, format);
    let answer = if cfg!(target_family = "wasm") { search.on_this_thread(lines) } else { search.on_a_thread(lines) };
    Ok(answer?)
}

/// The lines of a response that has begun.
struct Lines<'r, 'o, F> {
    response: &'r mut Response<'o>,
    format: F,
    interval: Duration,
    /// The newest report, until it is written.
    news: Option<Report>,
    /// When it may be.
    due: Instant,
    /// The client has closed the output.
    closed: bool,
}

impl<'r, 'o, F: Fn(&Report) -> String> Lines<'r, 'o, F> {
    fn begin(response: &'r mut Response<'o>, interval: Duration, format: F) -> Self {
        let closed = response.begin().is_err();
        Self { response, format, interval, news: None, due: Instant::now(), closed }
    }

    /// Writes what is new; the next line may follow after a pause.
    fn write(&mut self, pause: Duration) {
        if let Some(report) = self.news.take() {
            self.due = Instant::now() + pause;
            let text = (self.format)(&report);
            // An empty line would end the response.
            self.closed |= !text.is_empty() && self.response.line(&text).is_err();
        }
    }
}

/// What is searched.
struct LiveSearch<'a> {
    host: &'a Host,
    color: Color,
    query: &'a Query<'a>,
    purpose: Watch,
}

impl LiveSearch<'_> {
    /// Searches until `stop` is raised. Where that is before the first report, a search of one ply makes it.
    fn run(&self, stop: &Stop, tell: &mut (dyn FnMut(&Report) + Send)) -> Result<Answer, EngineError> {
        let mut told = false;
        if !stop.is_raised() {
            let answer = self.ask(&Query { stop, ..*self.query }, &mut |report| {
                told = true;
                tell(report);
            })?;
            if told || !stop.is_raised() {
                return Ok(answer);
            }
        }
        let limits = Limits { goal: self.query.limits.goal, ..Limits::depth(1) };
        self.ask(&Query { limits, clock: None, stop: &Stop::new(), ..*self.query }, tell)
    }

    fn ask(&self, query: &Query<'_>, tell: &mut (dyn FnMut(&Report) + Send)) -> Result<Answer, EngineError> {
        match self.purpose {
            Watch::Analysis => self.host.think(self.color, query, tell),
            Watch::Move { pointwise } => self.host.generate(self.color, query, pointwise, tell),
        }
    }

    fn on_this_thread<F>(&self, mut lines: Lines<'_, '_, F>) -> Result<Answer, EngineError>
    where
        F: Fn(&Report) -> String + Send,
    {
        let begun = Instant::now();
        let answer = self.run(self.query.stop, &mut |report| {
            lines.news = Some(report.clone());
            if Instant::now() >= lines.due {
                lines.write(lines.interval.min(begun.elapsed() / SHARE));
            }
        });
        lines.write(Duration::ZERO);
        answer
    }

    fn on_a_thread<F>(&self, mut lines: Lines<'_, '_, F>) -> Result<Answer, EngineError>
    where
        F: Fn(&Report) -> String,
    {
        let endless = self.purpose == Watch::Analysis;
        // Nothing raises the flag of a connection that is gone: the search polls it.
        let asked = self.query.stop.clone();
        let stop = Stop::asking(move || asked.is_raised());
        let (sender, events) = channel();
        let (stopped, raised) = (sender.clone(), stop.clone());
        self.query.stop.on_raise(move || {
            raised.raise();
            drop(stopped.send(Event::Stopped));
        });
        thread::scope(|scope| {
            let (end, inner) = (End(sender), &stop);
            let search = scope.spawn(move || {
                self.run(inner, &mut |report| {
                    let _ = end.0.send(Event::Report(report.clone()));
                })
            });
            let (mut searching, mut stopped) = (true, false);
            while searching || (endless && !stopped && !lines.closed) || lines.news.is_some() {
                let now = Instant::now();
                let ending = stopped || !(searching || endless);
                if ending || now >= lines.due {
                    lines.write(lines.interval);
                }
                if lines.closed {
                    stop.raise();
                }
                let event = match lines.news {
                    Some(_) => events.recv_timeout(lines.due.saturating_duration_since(now)),
                    None if searching || (endless && !stopped && !lines.closed) => {
                        events.recv().map_err(|_| RecvTimeoutError::Disconnected)
                    }
                    None => break,
                };
                match event {
                    Ok(Event::Report(report)) => lines.news = Some(report),
                    Ok(Event::Ended) => searching = false,
                    Ok(Event::Stopped) => stopped = true,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            search.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocols::line_server::Output;
    use tengen_core::search::Resources;
    use tengen_games::GAMES;
    use tengen_session::Settings;

    #[test]
    fn a_search_that_is_stopped_at_once_shows_what_one_ply_finds() {
        let host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
        let (color, stop) = (host.engine().side_to_move(), Stop::new());
        stop.raise();
        for purpose in [Watch::Analysis, Watch::Move { pointwise: false }] {
            let query = Query { lines: 3, ..host.query(Limits::default(), &stop) };
            let search = LiveSearch { host: &host, color, query: &query, purpose };
            let (mut sink, mut buffer) = (Vec::new(), String::new());
            let mut response = Response::new(Output::new(&mut sink, &mut buffer), None);
            let format = |report: &Report| format!("{} {}", report.depth, report.lines.len());
            search.on_a_thread(Lines::begin(&mut response, Duration::from_hours(1), format)).unwrap();
            assert_eq!(String::from_utf8(sink).unwrap(), "=\n1 3\n");
        }
    }

    #[test]
    fn without_a_thread_of_its_own_a_search_shows_its_first_report_and_its_last() {
        let host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
        let (color, stop) = (host.engine().side_to_move(), Stop::new());
        let query = host.query(Limits::depth(5), &stop);
        let search = LiveSearch { host: &host, color, query: &query, purpose: Watch::Analysis };
        let (mut sink, mut buffer) = (Vec::new(), String::new());
        let mut response = Response::new(Output::new(&mut sink, &mut buffer), None);
        let lines = Lines::begin(&mut response, Duration::from_hours(1), |report| report.depth.to_string());
        assert_eq!(search.on_this_thread(lines).unwrap().report.depth, 5);
        let text = String::from_utf8(sink).unwrap();
        let shown: Vec<u32> = text.lines().skip(1).map(|line| line.parse().unwrap()).collect();
        assert!(shown.is_sorted() && shown.first() == Some(&1) && shown.last() == Some(&5), "{shown:?}");
    }
}
