//! Lines that are answered while the line before them is still executed.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Lines that may wait here; others wait for their turn.
const MOST: usize = 1 << 8;

/// The lines right behind another one, until that is done with.
#[derive(Clone, Default, Debug)]
pub struct Asides(Arc<(Mutex<State>, Condvar)>);

#[derive(Default, Debug)]
struct State {
    waiting: VecDeque<Vec<u8>>,
    closed: bool,
}

/// Closes asides when it is dropped.
struct Closing<'a>(&'a Asides);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Asides {
    /// Those of no line.
    pub fn closed() -> Self {
        let asides = Self::default();
        asides.close();
        asides
    }

    /// Takes a line, or gives it back: to be executed in its turn.
    pub fn put(&self, line: Vec<u8>) -> Option<Vec<u8>> {
        let mut state = self.state();
        if state.closed || state.waiting.len() >= MOST {
            return Some(line);
        }
        state.waiting.push_back(line);
        self.0.1.notify_all();
        None
    }

    /// From now on no line is taken.
    pub fn close(&self) {
        self.state().closed = true;
        self.0.1.notify_all();
    }

    /// The next line, which is waited for; `None` once no more will come.
    pub fn take(&self) -> Option<Vec<u8>> {
        let waits = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let state = self.0.1.wait_while(self.state(), waits);
        state.unwrap_or_else(PoisonError::into_inner).waiting.pop_front()
    }

    /// Does some work, and answers meanwhile. What still comes where there can be no thread for that waits for its turn.
    pub fn attend<T>(&self, answer: impl Fn(&[u8]) + Sync, work: impl FnOnce() -> T) -> T {
        let answer = &answer;
        thread::scope(|scope| {
            let _closing = Closing(self);
            let attend = move || {
                while let Some(line) = self.take() {
                    answer(&line);
                }
            };
            if let Err(error) = thread::Builder::new().name("asides".to_owned()).spawn_scoped(scope, attend) {
                log::warn!("cannot answer during a search: {error}");
            }
            work()
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
