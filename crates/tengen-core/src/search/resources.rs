//! Threads, table and clock: what searches use, made once and kept from game to game; and jobs that search side by side.

use super::memory::{self, MIB, OutOfMemory};
use super::transposition_table::SearchTable;
use super::{Clock, Control, Limits, Query, Stop, SystemClock, Task};
use crate::game::{Game, History};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// Stack of a search thread: deep lines, and parts of splits of other lines taken up on top of them.
const STACK: usize = 16 << 20;

/// Bytes that a search thread takes besides its stack.
const HEAP: usize = 4 * MIB;

/// Threads, table and clock of searches. Threads and table are made for the first search, so that a program which only keeps the
/// board starts at once.
pub struct Resources {
    threads: usize,
    hash: usize,
    pool: OnceLock<ThreadPool>,
    table: OnceLock<SearchTable>,
    clock: SharedClock,
}

/// The clock of all searches, by default [`SystemClock`].
pub type SharedClock = Arc<dyn Clock + Send>;

impl Resources {
    /// Resources with `threads` threads (0: one for each core) and a table of `hash` MiB.
    pub fn new(threads: usize, hash: usize) -> Self {
        Self::by(Arc::new(SystemClock::start()), threads, hash)
    }

    /// The same for searches that measure their time by this clock.
    pub fn by(clock: SharedClock, threads: usize, hash: usize) -> Self {
        Self { threads, hash, pool: OnceLock::new(), table: OnceLock::new(), clock }
    }

    /// Resources of another size, by the same clock.
    #[must_use]
    pub fn resized(&self, threads: usize, hash: usize) -> Self {
        Self::by(self.clock.clone(), threads, hash)
    }

    /// The clock of the searches.
    pub const fn clock(&self) -> &SharedClock {
        &self.clock
    }

    /// What has gone by on the clock of the searches since it showed this.
    pub fn since(&self, shown: Duration) -> Duration {
        self.clock.now().saturating_sub(shown)
    }

    /// Resources for searches side by side: for each thread of these one with a single thread and an equal part of the table's
    /// size.
    pub fn each_thread(&self) -> Vec<Self> {
        let threads = self.thread_count();
        (0..threads).map(|_| self.resized(1, self.hash.div_ceil(threads))).collect()
    }

    /// Bytes that threads and table take before the first search.
    pub fn memory(&self) -> usize {
        SearchTable::bytes(self.hash).saturating_add(self.thread_count().saturating_mul(STACK + HEAP))
    }

    fn thread_count(&self) -> usize {
        if self.threads == 0 { thread::available_parallelism().map_or(1, usize::from) } else { self.threads }
    }

    /// Takes the table's memory and starts the search threads now.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses the memory, the threads' stacks included.
    pub fn reserve(&self) -> Result<(), OutOfMemory> {
        let table = SearchTable::new(self.hash)?;
        self.table.get_or_init(|| table);
        if self.pool.get().is_none() {
            match start(self.threads) {
                Ok(pool) => drop(self.pool.set(pool)),
                Err(_) => memory::check(self.thread_count().saturating_mul(STACK))?,
            }
        }
        self.pool();
        Ok(())
    }

    /// The search threads.
    ///
    /// # Panics
    /// When the system refuses to start a single thread.
    pub fn pool(&self) -> &ThreadPool {
        self.pool.get_or_init(|| {
            start(self.threads).unwrap_or_else(|error| {
                log::warn!("cannot start {} search threads ({error}); going on with one", self.threads);
                start(1).expect("one thread can be started")
            })
        })
    }

    /// The transposition table; where the system refuses its memory, the largest that fits.
    ///
    /// # Panics
    /// Never: a table of 0 MiB needs no memory.
    pub fn table(&self) -> &SearchTable {
        let smaller = |shortage: OutOfMemory| {
            let mib = shortage.remainder(SearchTable::bytes(self.hash) / MIB);
            log::warn!("{shortage}; the table has {mib} MiB instead");
            SearchTable::new(mib)
        };
        self.table.get_or_init(|| {
            SearchTable::new(self.hash).or_else(smaller).unwrap_or_else(|error| {
                log::warn!("{error}; searching without one");
                SearchTable::new(0).expect("a table of nothing needs no memory")
            })
        })
    }

    /// Empties the table, for a new game.
    pub fn forget(&self) {
        if let Some(table) = self.table.get() {
            table.clear();
        }
    }

    /// A task to search with these resources, with no earlier report and no listener.
    pub fn task<'a, G: Game>(&'a self, game: &'a History<G>, query: Query<'a, G::Move>) -> Task<'a, G> {
        let (pool, table, clock) = (self.pool(), self.table(), &*self.clock);
        Task { game, query, begun: None, pool, table, clock, report: Box::new(|_| ()) }
    }

    /// The control of a search without a query: limits that count from now on, and no stop signal.
    pub fn control(&self, limits: &Limits) -> Control<'_> {
        Control::new(limits, &Stop::new(), &*self.clock)
    }
}

/// Starts `threads` search threads, one for each core where that is 0. WebAssembly has but the thread that calls this, which can
/// be of one pool only.
fn start(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let builder = ThreadPoolBuilder::new().stack_size(STACK);
    if cfg!(target_family = "wasm") {
        return builder.num_threads(1).use_current_thread().build();
    }
    let builder = builder.num_threads(threads);
    builder.thread_name(|index| format!("search-{index}")).build()
}

/// Does `jobs` jobs, each worker on a thread of its own, and returns the results in the order of the jobs.
///
/// The threads are not those of a pool: a search waits for its own pool, and a pool's thread that waits takes up other
/// work.
///
/// # Errors
/// The error of some job that failed; its worker takes up no other job.
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
    use super::super::transposition_table::{Bound, TableEntry};
    use super::*;

    #[test]
    fn where_a_table_does_not_fit_there_is_a_smaller_one() {
        for hash in [1 << 43, usize::MAX] {
            let resources = Resources::new(1, hash);
            let entry = TableEntry { mv: 3, score: 5, depth: 7, bound: Bound::Exact };
            resources.table().store(11, entry);
            assert_eq!(resources.table().probe(11), Some(entry), "{hash} MiB");
        }
    }

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for workers in 1..5 {
            let done = on_own_threads(&vec![(); workers], 50, |(), job| Ok::<_, ()>(job * job));
            assert_eq!(done, Ok((0..50).map(|job| job * job).collect()));
        }
        assert_eq!(on_own_threads(&[(), ()], 9, |(), job| if job == 5 { Err(job) } else { Ok(()) }), Err(5));
    }
}
