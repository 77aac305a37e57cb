//! What the threads of a search share: the flag that outsiders raise to stop it, the limits that it watches itself, and which
//! threads wait for work.

use super::limits::{Budget, Limits};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;
use web_time::Instant;

/// A search was stopped before it had its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("stopped")]
pub struct Stopped;

/// A flag made for each query and never reset, so that no stop is lost, however early it comes.
#[derive(Clone, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Default)]
struct Shared {
    raised: AtomicBool,
    callbacks: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
    ask: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl Stop {
    /// A flag that is down.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that [`Stop::is_raised`] raises, too, once `ask` returns true: for a search that no other thread can stop.
    pub fn asking(ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(Shared { ask: Some(Box::new(ask)), ..Shared::default() }))
    }

    /// Raises the flag, for good.
    pub fn raise(&self) {
        self.0.raised.store(true, Relaxed);
        // The lock is free again before the callbacks are called: a callback may raise the flag, too.
        let callbacks = std::mem::take(&mut *self.callbacks());
        for callback in callbacks {
            callback();
        }
    }

    /// True once the flag is up.
    pub fn is_raised(&self) -> bool {
        self.is_up() || self.is_asked_for()
    }

    fn is_up(&self) -> bool {
        self.0.raised.load(Relaxed)
    }

    fn is_asked_for(&self) -> bool {
        let asked_for = self.0.ask.as_ref().is_some_and(|ask| ask());
        if asked_for {
            self.raise();
        }
        asked_for
    }

    /// Calls `callback` once the flag is raised, on the thread that raises it; at once where the flag is up already. For a thread
    /// that waits for other events, too.
    pub fn on_raise(&self, callback: impl FnOnce() + Send + 'static) {
        let mut callbacks = self.callbacks();
        // The flag goes up before the callbacks are taken, so none is left behind.
        if self.is_up() {
            drop(callbacks);
            callback();
        } else {
            callbacks.push(Box::new(callback));
        }
    }

    fn callbacks(&self) -> MutexGuard<'_, Vec<Box<dyn FnOnce() + Send>>> {
        self.0.callbacks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Stop").field(&self.is_raised()).finish()
    }
}

/// What the time of searches is counted by; tests bring their own.
pub trait Clock: Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock, from the moment that this value was made.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Starts at zero.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// How many threads of a search wait for work. A hint: what it says may have changed when it is acted on.
#[derive(Debug)]
pub struct IdleThreads(AtomicIsize);

impl IdleThreads {
    /// Counts all threads of a search but the one that begins it.
    pub const fn beside_one(threads: usize) -> Self {
        Self(AtomicIsize::new(threads as isize - 1))
    }

    /// True where a node that is split now would find help.
    #[inline]
    pub fn any(&self) -> bool {
        self.0.load(Relaxed) > 0
    }

    /// Takes up to `most` idle threads for a node; returns how many were taken.
    pub(super) fn take(&self, most: usize) -> usize {
        let most = isize::try_from(most).unwrap_or(isize::MAX);
        let taken = |idle: isize| idle.clamp(0, most);
        let before = self.0.fetch_update(Relaxed, Relaxed, |idle| Some(idle - taken(idle)));
        before.map_or(0, |idle| taken(idle) as usize)
    }

    pub(super) fn one_more(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    pub(super) fn one_less(&self) {
        self.0.fetch_sub(1, Relaxed);
    }

    /// How many threads wait for work at present.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> isize {
        self.0.load(Relaxed)
    }
}

/// What all threads of one search share: its limits, and which of them are idle.
pub struct Control<'a> {
    stop: Stop,
    clock: &'a dyn Clock,
    started: Duration,
    deadline: Option<Duration>,
    max_nodes: u64,
    nodes: AtomicU64,
    over: AtomicBool,
    idle: IdleThreads,
}

impl<'a> Control<'a> {
    /// Nodes that a thread of the shared alpha-beta, and of gomoku's searches, visits between two looks at the clock: well under a millisecond's
    /// worth.
    pub const POLL: u64 = 128;

    /// Begins a search at the present time, on one thread.
    pub fn new(limits: &Limits, stop: &Stop, clock: &'a dyn Clock) -> Self {
        let started = clock.now();
        Self {
            stop: stop.clone(),
            clock,
            started,
            deadline: limits.time.map(|budget| started + budget.hard),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            idle: IdleThreads::beside_one(1),
        }
    }

    /// The same control for a search on `threads` threads.
    pub fn on_threads(self, threads: usize) -> Self {
        Self { idle: IdleThreads::beside_one(threads), ..self }
    }

    /// The idle threads of the search.
    pub const fn idle(&self) -> &IdleThreads {
        &self.idle
    }

    /// The nodes, at most `poll`, that a thread may visit before it must [`Control::report_nodes`] again.
    pub fn quota(&self, poll: u64) -> u64 {
        poll.min(self.max_nodes.saturating_sub(self.nodes())).max(1)
    }

    /// Adds visited nodes and looks at every limit.
    ///
    /// # Errors
    /// [`Stopped`] when the search must end, and ever after.
    pub fn report_nodes(&self, visited: u64) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(visited, Relaxed) + visited;
        let late = || self.deadline.is_some_and(|deadline| self.clock.now() >= deadline);
        if self.over.load(Relaxed) || self.stop.is_raised() || nodes >= self.max_nodes || late() {
            self.over.store(true, Relaxed);
            return Err(Stopped);
        }
        Ok(())
    }

    /// Adds nodes at the end of a task, without a look at the limits.
    pub fn add_nodes(&self, visited: u64) {
        self.nodes.fetch_add(visited, Relaxed);
    }

    /// Nodes reported so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// What is left of the limits on time and nodes.
    pub fn remaining(&self) -> Limits {
        let time = self.deadline.map(|deadline| Budget::exactly(deadline.saturating_sub(self.clock.now())));
        let nodes = (self.max_nodes < u64::MAX).then(|| self.max_nodes.saturating_sub(self.nodes()));
        Limits { nodes, time, ..Limits::default() }
    }

    /// True once a limit was met or the flag is up.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.stop.is_raised()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_callback_is_called_once_whichever_comes_first() {
        let calls = Arc::new(AtomicU32::new(0));
        let count = |stop: &Stop| {
            let calls = calls.clone();
            stop.on_raise(move || {
                calls.fetch_add(1, Relaxed);
            });
        };
        let stop = Stop::new();
        count(&stop);
        count(&stop.clone());
        assert_eq!(calls.load(Relaxed), 0);
        stop.raise();
        assert_eq!(calls.load(Relaxed), 2);
        stop.raise();
        assert_eq!(calls.load(Relaxed), 2);
        count(&stop);
        assert_eq!(calls.load(Relaxed), 3);
    }

    #[test]
    fn a_flag_that_asks_is_raised_by_a_look_at_it() {
        let (wanted, calls) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let (asked, counted) = (wanted.clone(), calls.clone());
        let stop = Stop::asking(move || asked.load(Relaxed));
        stop.on_raise(move || {
            counted.fetch_add(1, Relaxed);
        });
        assert!(!stop.is_raised() && !stop.clone().is_raised());
        wanted.store(true, Relaxed);
        assert_eq!(calls.load(Relaxed), 0);
        assert!(stop.is_raised());
        assert_eq!(calls.load(Relaxed), 1);
        wanted.store(false, Relaxed);
        assert!(stop.clone().is_raised());
    }

    #[test]
    fn a_callback_may_raise_the_flag() {
        let (stop, other) = (Stop::new(), Stop::new());
        let (again, inner) = (stop.clone(), other.clone());
        stop.on_raise(move || {
            again.raise();
            inner.raise();
        });
        stop.raise();
        assert!(stop.is_raised() && other.is_raised());
    }
}
