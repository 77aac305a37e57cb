//! Threads and table: what searches use, made once and kept from game to game.

use crate::search::{Budget, Limits, SystemClock, Table, table::OutOfMemory};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;
use std::time::Duration;

/// How the program was asked to think; the defaults of the command line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Search threads; 0 takes one for each core.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Depth of each search in plies.
    pub depth: Option<u32>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
    /// Seconds for each move.
    pub movetime: Option<f64>,
    /// Seed of choices by chance.
    pub seed: u64,
    /// Thinking on the opponent's time.
    pub ponder: bool,
}

impl Settings {
    /// Table size when nobody says otherwise, in MiB.
    pub const HASH: usize = 64;
    /// Seconds a move when nobody says anything about depth, nodes or time.
    pub const MOVETIME: f64 = 1.0;

    /// The bounds that were asked for; none where nobody said anything.
    pub fn limits(&self) -> Limits {
        let time = self.movetime.map(|seconds| Budget::exactly(usable(seconds)));
        Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }
    }

    /// The time for a move where nobody said anything.
    pub fn usual_time() -> Budget {
        Budget::exactly(usable(Self::MOVETIME))
    }
}

/// Time of a move that is kept back for the way there and back: the pipe, and the threads' start before the first search.
const RESERVE: Duration = Duration::from_millis(5);

/// What a search may use of a move's seconds so that the answer is there when they are over.
fn usable(seconds: f64) -> Duration {
    let time = Duration::from_secs_f64(seconds);
    time.saturating_sub(RESERVE).max(time / 2)
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 0, hash: Self::HASH, depth: None, nodes: None, movetime: None, seed: 0, ponder: false }
    }
}

/// Stack of a search thread: deep lines, and families of other lines stolen on top of them.
const STACK: usize = 16 << 20;

/// Threads, table and clock. Threads and table are made for the first search, so that a program which only keeps the
/// board starts at once.
pub struct Resources {
    threads: usize,
    hash: usize,
    pool: OnceLock<ThreadPool>,
    table: OnceLock<Table>,
    clock: SystemClock,
}

impl Resources {
    /// For `threads` threads (0: one for each core) and a table of `hash` MiB.
    pub fn new(threads: usize, hash: usize) -> Self {
        Self { threads, hash, pool: OnceLock::new(), table: OnceLock::new(), clock: SystemClock::start() }
    }

    /// Takes the table's memory now.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses it.
    pub fn reserve(&self) -> Result<(), OutOfMemory> {
        let table = Table::new(self.hash)?;
        self.table.get_or_init(|| table);
        Ok(())
    }

    /// The search threads.
    ///
    /// # Panics
    /// When the system refuses to start a single thread.
    pub fn pool(&self) -> &ThreadPool {
        self.pool.get_or_init(|| {
            let builder = |threads| ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
            let name = |index| format!("search-{index}");
            builder(self.threads).thread_name(name).build().unwrap_or_else(|error| {
                log::warn!("cannot start {} search threads ({error}); going on with one", self.threads);
                builder(1).thread_name(name).build().expect("one thread can be started")
            })
        })
    }

    /// The transposition table; an empty one where the system refuses the memory.
    ///
    /// # Panics
    /// Never: a table of nothing needs no memory.
    pub fn table(&self) -> &Table {
        self.table.get_or_init(|| {
            Table::new(self.hash).unwrap_or_else(|error| {
                log::warn!("{error}; searching without one");
                Table::new(0).expect("a table of nothing needs no memory")
            })
        })
    }

    /// Empties the table, for a new game.
    pub fn forget(&self) {
        if let Some(table) = self.table.get() {
            table.clear();
        }
    }

    /// The clock that limits are measured by.
    pub fn clock(&self) -> &SystemClock {
        &self.clock
    }
}
