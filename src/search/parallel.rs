//! Siblings in parallel: the first alone, the others on all idle threads, against a shared alpha
//! (young brothers wait, Feldmann 1993). The root is one such family; so is every node deep enough below it.

use super::{Score, Stopped};
use std::ops::Range;
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
/// `search(worker, index, alpha)` gives the value of a sibling for the side to move at the node, searched against a
/// window that begins at `alpha`. A value that does not beat the alpha it was searched with is a bound and is never
/// collected. Siblings stop being handed out after one reaches `beta`; `cut` is called then, so that searches under
/// way can be told. The calling thread works with `own`, every other with a worker that it gets from `new_worker` when it
/// comes to help, and gives to `retire` when it leaves. With one thread the order is fixed, and the result is exactly repeatable.
pub fn siblings<W, T: Send>(
    Range { start, end }: Range<usize>,
    (alpha, beta): (Score, Score),
    own: &mut W,
    new_worker: impl Fn() -> W + Sync,
    retire: impl Fn(W) + Sync,
    cut: impl Fn() + Sync,
    search: impl Fn(&mut W, usize, Score) -> Result<(Score, T), Stopped> + Sync,
) -> Family<T> {
    let next = AtomicUsize::new(start);
    let shared_alpha = AtomicI32::new(alpha);
    let family = Mutex::new(Family { best: None, stopped: false });
    let take = || {
        let alpha = shared_alpha.load(Relaxed);
        let index = if alpha < beta { next.fetch_add(1, Relaxed) } else { end };
        (index < end).then_some((index, alpha))
    };
    let work = |worker: &mut W, mut job: Option<(usize, Score)>| {
        while let Some((index, alpha)) = job {
            let result = search(worker, index, alpha);
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
            drop(family);
            job = take();
        }
    };
    let helpers = rayon::current_num_threads().min(end.saturating_sub(start)).saturating_sub(1);
    if helpers == 0 {
        work(own, take());
    } else {
        rayon::in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    if let Some(job) = take() {
                        let mut worker = new_worker();
                        work(&mut worker, Some(job));
                        retire(worker);
                    }
                });
            }
            work(own, take());
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
    let part = |range, alpha| {
        siblings(range, (alpha, beta), &mut (), || (), |()| (), || (), |(), place, alpha| search(place, alpha))
    };
    let eldest = part(0..count.min(1), alpha);
    let reached = eldest.best.as_ref().map_or(alpha, |best| best.score);
    if eldest.stopped || reached >= beta {
        return eldest;
    }
    let rest = part(1..count, reached);
    Family { best: rest.best.or(eldest.best), stopped: rest.stopped }
}
