//! Thinking that is watched: a search on a thread of its own, and lines about it at the asked interval.

use super::{CommandError, Context};
use crate::engine::room::Question;
use crate::engine::{Answer, TextReport};
use crate::search::Stop;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often a stream looks whether it is to end.
const POLL: Duration = Duration::from_millis(2);

/// How long after its beginning a search that is no longer wanted may go on until it has something to show.
const GRACE: Duration = Duration::from_millis(100);

/// Thinks about a question, and writes a line (as `format` has it) whenever there is news, at most one an `interval`.
///
/// The first news comes even when the question's stop is raised at once: `analyze` in a pipe shows something.
/// With `endless`, returns only once the stop is raised, even when there is nothing left to find out.
pub(super) fn watch(
    context: &mut Context<'_, '_>,
    question: &Question<'_>,
    interval: Duration,
    endless: bool,
    format: impl Fn(&TextReport) -> String,
) -> Result<Answer, CommandError> {
    let room = &context.state.room;
    let output = &mut *context.output;
    // Out of turn is an error, and an error must come before the response begins.
    room.engine().can_move(question.color)?;
    let mut closed = output.begin().is_err();
    let stop = Stop::new();
    let question_inside = Question { stop: &stop, ..*question };
    let answer = thread::scope(|scope| {
        let (sender, receiver) = channel();
        let search = scope.spawn(move || {
            room.think(&question_inside, &mut |report| {
                let _ = sender.send(report.clone());
            })
        });
        let mut due = Instant::now();
        let grace = due + GRACE;
        let mut news: Option<TextReport> = None;
        let mut shown = false;
        let mut searching = true;
        while searching || (endless && !question.stop.is_raised() && !closed) || news.is_some() {
            match receiver.recv_timeout(POLL) {
                Ok(report) => news = Some(report),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    searching = false;
                    thread::sleep(POLL);
                }
            }
            let ending = question.stop.is_raised() || !(searching || endless);
            if (ending || Instant::now() >= due)
                && let Some(report) = news.take()
            {
                closed |= output.line(&format(&report)).is_err();
                shown = true;
                due = Instant::now() + interval;
            }
            if closed || (question.stop.is_raised() && (shown || Instant::now() >= grace)) {
                stop.raise();
            }
        }
        search.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
    })?;
    Ok(answer)
}
