//! Siblings in parallel: the first alone, the others with whoever is free, against a shared alpha
//! (young brothers wait, Feldmann 1993). The root is one such family; so is every node deep enough below it.

use super::{Score, Stopped};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The sibling that beat all others.
#[derive(Clone, PartialEq, Debug)]
pub struct Best<T> {
    /// Its index.
    pub index: usize,
    /// Its value: exact inside the window, a lower bound at or above beta.
    pub score: Score,
    /// Whatever its search returned beside the value.
    pub extra: T,
}

/// What came of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Family<T> {
    /// The best sibling that beat alpha, if any did.
    pub best: Option<Best<T>>,
    /// True when some sibling was not searched to its end, and there was no cut to make that right.
    pub stopped: bool,
}

/// Searches siblings `first..count` of a node, in order, on the threads of the pool that this is called in.
///
/// `search(index, alpha)` gives the value of a sibling for the side to move at the node, searched against a window
/// that begins at `alpha`. A value that does not beat the alpha it was searched with is a bound and is never
/// collected. Siblings stop being handed out after one reaches `beta`; `cut` is called then, so that searches under
/// way can be told. With one thread the order is fixed, and the result is exactly repeatable.
pub fn siblings<T: Send>(
    first: usize,
    count: usize,
    alpha: Score,
    beta: Score,
    cut: impl Fn() + Sync,
    search: impl Fn(usize, Score) -> Result<(Score, T), Stopped> + Sync,
) -> Family<T> {
    let next = AtomicUsize::new(first);
    let shared_alpha = AtomicI32::new(alpha);
    let family = Mutex::new(Family { best: None, stopped: false });
    let work = || {
        loop {
            let alpha = shared_alpha.load(Relaxed);
            let index = next.fetch_add(1, Relaxed);
            if index >= count || alpha >= beta {
                return;
            }
            let result = search(index, alpha);
            let mut family = family.lock().unwrap_or_else(PoisonError::into_inner);
            match result {
                Err(Stopped) => {
                    family.stopped = true;
                    return;
                }
                Ok((score, extra)) => {
                    if score > alpha && family.best.as_ref().is_none_or(|best| score > best.score) {
                        family.best = Some(Best { index, score, extra });
                        shared_alpha.fetch_max(score, Relaxed);
                        if score >= beta {
                            cut();
                        }
                    }
                }
            }
        }
    };
    let helpers = rayon::current_num_threads().min(count.saturating_sub(first)).saturating_sub(1);
    if helpers == 0 {
        work();
    } else {
        rayon::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| work());
            }
            work();
        });
    }
    let mut family = family.into_inner().unwrap_or_else(PoisonError::into_inner);
    family.stopped &= family.best.as_ref().is_none_or(|best| best.score < beta);
    family
}

/// A whole family: the first sibling alone with the full window, then the others in parallel. See [`siblings`].
pub fn best_of<T: Send>(
    count: usize,
    alpha: Score,
    beta: Score,
    search: impl Fn(usize, Score) -> Result<(Score, T), Stopped> + Sync,
) -> Family<T> {
    let eldest = siblings(0, count.min(1), alpha, beta, || (), &search);
    let reached = eldest.best.as_ref().map_or(alpha, |best| best.score);
    if eldest.stopped || reached >= beta {
        return eldest;
    }
    let rest = siblings(1, count, reached, beta, || (), &search);
    Family { best: rest.best.or(eldest.best), stopped: rest.stopped }
}
