//! Siblings in parallel: the first alone, the others on all idle threads, against a shared alpha
//! (young brothers wait, Feldmann 1993). The root is split so, and so is every node deep enough below it that is
//! reached while a thread is idle.

use super::control::{Control, IdleThreads, Stopped};
use super::node_counter::ThreadCounter;
use super::score::Score;
use std::ops::Range;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The sibling that beat all others.
#[derive(Clone, PartialEq, Debug)]
pub struct Best<T> {
    /// The index of the sibling.
    pub index: usize,
    /// The value of the sibling: exact inside the window, a lower bound at or above beta.
    pub score: Score,
    /// What the search of the sibling returned beside its value.
    pub extra: T,
}

/// What came of the siblings of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitResult<T> {
    /// The best sibling that beat alpha, if any did.
    pub best: Option<Best<T>>,
    /// True when some sibling was not searched to its end, and there was no cut to make that right.
    pub stopped: bool,
}

/// Searches siblings of a node, in order, on the calling thread and those that are idle in the pool that this is called in.
///
/// `search(worker, index, alpha)` gives the value of a sibling for the side to move at the node, searched against a
/// window that begins at `alpha`. A value that does not beat the alpha it was searched with is a bound and is never
/// collected. Siblings stop being handed out after one reaches `beta`; `cut` is called then, so that searches under
/// way can be told. The calling thread works with `own`, every other with a worker that it gets from `new_worker` when it
/// comes to help, and gives to `finish` when it leaves. With one thread the order is fixed, and the result is exactly repeatable.
pub fn siblings<W, T: Send>(
    idle: &IdleThreads,
    Range { start, end }: Range<usize>,
    (alpha, beta): (Score, Score),
    own: &mut W,
    (new_worker, finish): (impl Fn() -> W + Sync, impl Fn(W) + Sync),
    cut: impl Fn() + Sync,
    search: impl Fn(&mut W, usize, Score) -> Result<(Score, T), Stopped> + Sync,
) -> SplitResult<T> {
    let next = AtomicUsize::new(start);
    let shared_alpha = AtomicI32::new(alpha);
    let found = Mutex::new(SplitResult { best: None, stopped: false });
    let take = || {
        let alpha = shared_alpha.load(Relaxed);
        let index = if alpha < beta { next.fetch_add(1, Relaxed) } else { end };
        (index < end).then_some((index, alpha))
    };
    let work = |worker: &mut W, mut job: Option<(usize, Score)>| {
        while let Some((index, alpha)) = job {
            let result = search(worker, index, alpha);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match result {
                Err(Stopped) => {
                    found.stopped = true;
                    return;
                }
                Ok((score, extra)) => {
                    if score > alpha && found.best.as_ref().is_none_or(|best| score > best.score) {
                        found.best = Some(Best { index, score, extra });
                        shared_alpha.fetch_max(score, Relaxed);
                        if score >= beta {
                            cut();
                        }
                    }
                }
            }
            drop(found);
            job = take();
        }
    };
    let helpers = idle.take(end.saturating_sub(start + 1));
    if helpers == 0 {
        work(own, take());
    } else {
        rayon::in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    if let Some(job) = take() {
                        let mut worker = new_worker();
                        work(&mut worker, Some(job));
                        finish(worker);
                    }
                    idle.one_more();
                });
            }
            work(own, take());
            // Until the helpers are done, this thread helps others.
            idle.one_more();
        });
        idle.one_less();
    }
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.stopped &= found.best.as_ref().is_none_or(|best| best.score < beta);
    found
}

/// The state of one thread in a search whose nodes are split.
pub trait SplitWorker {
    /// The thread's node counter.
    fn counter(&mut self) -> &mut ThreadCounter;
}

/// Splits a node: its moves on the calling thread and those that are idle, as [`siblings`] has it. A cut ends what the others
/// search below. `helper` makes the worker of a thread that comes to help, with its counter, and `finish` takes it over.
pub fn split<W: SplitWorker, T: Send>(
    control: &Control<'_>,
    moves: Range<usize>,
    window: (Score, Score),
    own: &mut W,
    (helper, finish): (impl Fn(ThreadCounter) -> W + Sync, impl Fn(W) + Sync),
    search: impl Fn(&mut W, usize, Score) -> Result<(Score, T), Stopped> + Sync,
) -> SplitResult<T> {
    let split_point = own.counter().enter();
    let counter = own.counter().fork(control);
    let workers = (|| helper(counter.fork(control)), finish);
    let found = siblings(control.idle(), moves, window, own, workers, || split_point.cut(), search);
    own.counter().leave();
    found
}

/// Searches all siblings: the first alone with the full window, then the others in parallel. See [`siblings`].
pub fn best_of<T: Send>(
    idle: &IdleThreads,
    count: usize,
    alpha: Score,
    beta: Score,
    search: impl Fn(usize, Score) -> Result<(Score, T), Stopped> + Sync,
) -> SplitResult<T> {
    let part = |range, alpha| {
        siblings(idle, range, (alpha, beta), &mut (), (|| (), |()| ()), || (), |(), place, alpha| search(place, alpha))
    };
    let first = part(0..count.min(1), alpha);
    let reached = first.best.as_ref().map_or(alpha, |best| best.score);
    if first.stopped || reached >= beta {
        return first;
    }
    let rest = part(1..count, reached);
    SplitResult { best: rest.best.or(first.best), stopped: rest.stopped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::INFINITE;

    /// The value of a tree of this depth by negamax on all idle threads: four moves a node, leaves by their path.
    fn value(idle: &IdleThreads, depth: u32, path: u32) -> Score {
        if depth == 0 {
            return (path.wrapping_mul(0x9E37_79B9) >> 20) as Score;
        }
        let result = best_of(idle, 4, -INFINITE, INFINITE, |place, _| {
            Ok((-value(idle, depth - 1, 4 * path + place as u32), ()))
        });
        result.best.unwrap().score
    }

    #[test]
    fn splits_within_splits_find_the_same_value_and_leave_all_threads_idle() {
        let expected = value(&IdleThreads::beside_one(1), 6, 1);
        for threads in [2, 3, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let idle = IdleThreads::beside_one(threads);
            assert_eq!(pool.install(|| value(&idle, 6, 1)), expected);
            assert_eq!(idle.waiting(), threads as isize - 1);
        }
    }

    #[test]
    fn a_split_takes_no_more_threads_than_are_idle() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let idle = IdleThreads::beside_one(3);
        let (begun, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let once = |count: &AtomicUsize| {
            count.fetch_add(1, Relaxed);
        };
        let workers = (|| once(&begun), |()| once(&finished));
        // The search of the first sibling waits until help has come.
        let search = |(): &mut (), place: usize, _| {
            while place == 0 && begun.load(Relaxed) == 0 {
                std::thread::yield_now();
            }
            Ok((place as Score, ()))
        };
        let result = pool.install(|| siblings(&idle, 0..20, (-1, 100), &mut (), workers, || (), search));
        assert_eq!(result.best.map(|best| (best.index, best.score)), Some((19, 19)));
        assert!((1..=2).contains(&begun.load(Relaxed)), "{begun:?}");
        assert_eq!(finished.load(Relaxed), begun.load(Relaxed));
        assert_eq!(idle.waiting(), 2);
    }

    #[test]
    fn a_cut_and_a_stop_give_the_threads_back() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let idle = IdleThreads::beside_one(3);
        let cut = AtomicUsize::new(0);
        let told = || {
            cut.fetch_add(1, Relaxed);
        };
        let result = pool.install(|| {
            siblings(&idle, 0..9, (0, 5), &mut (), (|| (), |()| ()), told, |(), place, _| match place {
                0..4 => Ok((0, ())),
                4 => Ok((7, ())),
                _ => Err(Stopped),
            })
        });
        assert_eq!(result, SplitResult { best: Some(Best { index: 4, score: 7, extra: () }), stopped: false });
        assert_eq!((cut.load(Relaxed), idle.waiting()), (1, 2));
        let result =
            pool.install(|| best_of(&idle, 9, 0, 5, |place, _| if place == 3 { Err(Stopped) } else { Ok((0, ())) }));
        assert_eq!(result, SplitResult { best: None, stopped: true });
        assert_eq!(idle.waiting(), 2);
    }
}
