//! Jobs that search, side by side.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Does so many jobs, each worker on a thread of its own, and returns what came of them in their order.
///
/// The threads are not those of a pool: a search waits for its own pool, and a pool's thread that waits takes up other
/// work.
///
/// # Errors
/// Of some job that failed; its worker takes up no other.
pub fn on_own_threads<W: Sync, T: Send, E: Send>(
    workers: &[W],
    jobs: usize,
    work: impl Fn(&W, usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, work) = (&AtomicUsize::new(0), &work);
    let all = move |worker: &W| -> Result<Vec<(usize, T)>, E> {
        let taken = std::iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|&job| job < jobs);
        taken.map(|job| Ok((job, work(worker, job)?))).collect()
    };
    let done: Result<Vec<_>, E> = thread::scope(|scope| {
        let running: Vec<_> = workers.iter().map(|worker| scope.spawn(move || all(worker))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        running.into_iter().map(join).collect()
    });
    let mut done: Vec<_> = done?.into_iter().flatten().collect();
    done.sort_by_key(|&(job, _)| job);
    Ok(done.into_iter().map(|(_, found)| found).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for workers in 1..5 {
            let done = on_own_threads(&vec![(); workers], 50, |(), job| Ok::<_, ()>(job * job));
            assert_eq!(done, Ok((0..50).map(|job| job * job).collect()));
        }
        assert_eq!(on_own_threads(&[(), ()], 9, |(), job| if job == 5 { Err(job) } else { Ok(()) }), Err(5));
    }
}
