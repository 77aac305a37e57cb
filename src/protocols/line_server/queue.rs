//! A queue between two threads that is bounded by the memory of what waits in it, not by its number.

use std::collections::VecDeque;
use std::sync::mpsc::TryRecvError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A queue for items of so many bytes together; one that has more passes alone.
pub(super) fn bounded<T>(most: usize) -> (Sender<T>, Receiver<T>) {
    let state = Mutex::new(State { items: VecDeque::new(), bytes: 0, closed: false });
    let shared = Arc::new(Shared { state, most, changed: Condvar::new() });
    (Sender(shared.clone()), Receiver(shared))
}

struct Shared<T> {
    state: Mutex<State<T>>,
    most: usize,
    changed: Condvar,
}

struct State<T> {
    /// The items with their bytes.
    items: VecDeque<(T, usize)>,
    bytes: usize,
    /// One of the two ends is gone.
    closed: bool,
}

/// The end that items go in.
pub(super) struct Sender<T>(Arc<Shared<T>>);

/// The end that they come out.
pub(super) struct Receiver<T>(Arc<Shared<T>>);

impl<T> Sender<T> {
    /// Waits until there is room for an item of so many bytes; false where nobody receives it any more.
    pub fn send(&self, item: T, bytes: usize) -> bool {
        let is_full = |state: &mut State<T>| {
            !state.closed && !state.items.is_empty() && state.bytes.saturating_add(bytes) > self.0.most
        };
        let waited = self.0.changed.wait_while(self.0.lock(), is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if !state.closed {
            state.items.push_back((item, bytes));
            state.bytes += bytes;
            self.0.changed.notify_all();
        }
        !state.closed
    }
}

impl<T> Receiver<T> {
    /// Waits for an item; `None` once none can come.
    pub fn recv(&self) -> Option<T> {
        let is_idle = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let waited = self.0.changed.wait_while(self.0.lock(), is_idle);
        self.0.take(&mut waited.unwrap_or_else(PoisonError::into_inner))
    }

    /// An item that waits.
    ///
    /// # Errors
    /// Where there is none yet, or none can come.
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let mut state = self.0.lock();
        let none = if state.closed { TryRecvError::Disconnected } else { TryRecvError::Empty };
        self.0.take(&mut state).ok_or(none)
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, state: &mut State<T>) -> Option<T> {
        let (item, bytes) = state.items.pop_front()?;
        state.bytes -= bytes;
        self.changed.notify_all();
        Some(item)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn items_come_out_in_order_and_to_the_last() {
        let (sender, receiver) = bounded(10);
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Empty));
        assert!(sender.send('a', 4) && sender.send('b', 6));
        assert_eq!(receiver.try_recv(), Ok('a'));
        drop(sender);
        assert_eq!((receiver.recv(), receiver.recv()), (Some('b'), None));
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
    }

    /// The sender is never ahead by more than the bound, or by one item.
    #[test]
    fn no_more_waits_than_the_bound() {
        let (sender, receiver) = bounded(10);
        let sizes = [3, 3, 3, 3, 50, 1, 10, 1, 9, 2];
        thread::scope(|scope| {
            scope.spawn(move || assert!(sizes.into_iter().all(|bytes| sender.send(bytes, bytes))));
            for expected in sizes {
                let state = receiver.0.lock();
                assert!(state.items.len() <= 1 || state.bytes <= 10, "{}", state.bytes);
                assert_eq!(state.items.iter().map(|(_, bytes)| bytes).sum::<usize>(), state.bytes);
                drop(state);
                assert_eq!(receiver.recv(), Some(expected));
            }
        });
        assert_eq!(receiver.recv(), None);
    }

    #[test]
    fn nobody_waits_for_a_receiver_that_is_gone() {
        let (sender, receiver) = bounded(1);
        assert!(sender.send((), 1));
        thread::scope(|scope| {
            let waiting = scope.spawn(move || sender.send((), 1) || sender.send((), 1));
            drop(receiver);
            assert!(!waiting.join().unwrap());
        });
    }
}
