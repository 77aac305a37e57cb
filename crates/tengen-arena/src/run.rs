//! Plays the games of a plan that are not recorded yet, several side by side, and records each when it ends.

mod pool;

pub use pool::RunError;

use super::handle::HandleError;
use super::header::{Header, PairGame};
use super::machine;
use super::plan::{Membership, Pair, Plan, Shard};
use super::record::{GameRecord, Journal};
use super::tally::Tally;
use pool::{Done, WorkerPool};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_core::search::Stop;

/// How a plan is carried out; nothing of it changes a game.
#[derive(Clone, Debug)]
pub struct Execution {
    /// Where the games are recorded.
    pub record: PathBuf,
    /// Games side by side.
    pub concurrency: usize,
    /// The slice of the plan that is played here.
    pub shard: Shard,
    /// Cores that each of the games side by side has for itself; `None` leaves that to the system.
    pub affinity: Option<usize>,
    /// An engine that cannot begin a game loses its pairings, and does not stop the run.
    pub recover: bool,
    /// This program, to guard the engines.
    pub guard: String,
}

/// Where a run stands.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Games of this run's slice.
    pub total: usize,
    /// Games recorded, those of earlier runs included.
    pub done: usize,
    /// Games recorded by earlier runs.
    pub found: usize,
    /// Recorded games that this plan, or its slice, does not have.
    pub foreign: usize,
    /// Engines that could not begin a game, by name.
    pub failed: Vec<String>,
    /// What they amount to.
    pub tally: Tally,
}

impl Standing {
    fn count(&mut self, game: &GameRecord) {
        self.done += 1;
        self.tally.count(game);
    }
}

/// Plays what is missing. `watch` sees every game that ends here, after it was recorded, and how the run stands; once
/// before the first game without one. The run ends early when `stop` is raised.
///
/// # Errors
/// [`RunError`]; every game that had ended is recorded.
pub fn run(
    plan: &Plan,
    execution: &Execution,
    stop: &Stop,
    watch: &mut dyn FnMut(Option<&GameRecord>, &Standing),
) -> Result<Standing, RunError> {
    let header = plan.header();
    // A shard does not know the games of the others.
    let sprt = plan.sprt.filter(|_| execution.shard == Shard::WHOLE);
    let total = plan.pairs(execution.shard).count() * PairGame::BOTH.len();
    let mut standing = Standing { total, tally: Tally::new(&header, sprt), ..Standing::default() };
    let mut done = Done::new(plan.games());
    let mut journal = take_up(plan, &header, execution, &mut standing, &mut done)?;
    watch(None, &standing);
    let missing = |&pair: &Pair| PairGame::BOTH.iter().any(|&game| !done.has(plan.number(pair, game)));
    let pairs = plan.pairs(execution.shard).filter(missing);
    if standing.tally.decided() || standing.done == standing.total {
        return Ok(standing);
    }
    // Engines are stopped by a flag of their own: a finished test is no interruption.
    let halt = Stop::new();
    let halted = halt.clone();
    // At once: the loop below may be waiting for the disk.
    stop.on_raise(move || halted.raise());
    let closed = (0..plan.pairings.len()).map(|pairing| standing.tally.has_verdict(pairing).into()).collect();
    let pool = WorkerPool::new(plan, closed, &execution.guard, execution.recover, &halt);
    let workers = cores_of_workers(execution);
    let pairs = Mutex::new(pairs.filter(|pair| !pool.is_closed(*pair)));
    std::thread::scope(|scope| {
        scope.spawn(|| pool.wakeup_delays.measure());
        let (sender, receiver) = channel();
        let (pool, workers, pairs, done) = (&pool, &workers, &pairs, &done);
        // Beside what heeds the signals: engines may take their time to start.
        scope.spawn(move || {
            if let Err(error) = pool.try_out(execution.shard, done, &workers[0]) {
                let _ = sender.send(Err(error));
                return;
            }
            for cores in workers {
                let sender = sender.clone();
                scope.spawn(move || {
                    let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
                    pool.work(cores, &next, done, &sender);
                });
            }
        });
        let result = collect(pool, &receiver, &mut journal, &mut standing, watch);
        if result.is_err() {
            halt.raise();
        }
        pool.wakeup_delays.end();
        result
    })?;
    pool.close();
    let failed = std::mem::take(&mut *pool.failed.lock().unwrap_or_else(PoisonError::into_inner));
    standing.failed = failed.into_keys().collect();
    Ok(standing)
}

/// The cores of every worker: as many of those that this process may use as each is to have, in turn.
fn cores_of_workers(execution: &Execution) -> Vec<Vec<usize>> {
    let workers = execution.concurrency.max(1);
    let allowed = machine::cores();
    let each = execution.affinity.unwrap_or(0).min(allowed.len());
    let cores = |worker: usize| (worker * each..(worker + 1) * each).map(|at| allowed[at % allowed.len()]).collect();
    (0..workers).map(cores).collect()
}

/// Opens the record and counts what it holds.
fn take_up(
    plan: &Plan,
    header: &Header,
    execution: &Execution,
    standing: &mut Standing,
    done: &mut Done,
) -> Result<Journal, RunError> {
    let index = plan.index();
    let journal = Journal::open::<RunError>(&execution.record, header, |game| {
        match index.place(&game) {
            Membership::Planned(pair, _) if !plan.is_in(pair, execution.shard) => standing.foreign += 1,
            Membership::Planned(pair, which) if done.add(plan.number(pair, which)) => {
                standing.count(&game);
            }
            Membership::Planned(..) => {}
            Membership::Different => {
                return Err(RunError::OtherPlan { record: execution.record.clone(), id: game.id });
            }
            Membership::Foreign => standing.foreign += 1,
        }
        Ok(())
    })?;
    standing.found = standing.done;
    Ok(journal)
}

/// Records the games as they come, those that end beside a failure too.
fn collect(
    pool: &WorkerPool<'_>,
    games: &Receiver<Result<(Pair, GameRecord), RunError>>,
    journal: &mut Journal,
    standing: &mut Standing,
    watch: &mut dyn FnMut(Option<&GameRecord>, &Standing),
) -> Result<(), RunError> {
    /// Interval at which a run looks whether something is to be brought to the disk.
    const POLL_INTERVAL: Duration = Duration::from_millis(100);
    let mut failed = None;
    loop {
        if let Err(error) = journal.check() {
            failed.get_or_insert(error.into());
        }
        if failed.is_some() {
            pool.halt.raise();
        }
        match games.recv_timeout(POLL_INTERVAL) {
            Ok(Ok((pair, _))) if standing.tally.has_verdict(pair.pairing) => {}
            Ok(Ok((pair, game))) => {
                journal.append(&game)?;
                standing.count(&game);
                watch(Some(&game), standing);
                if standing.tally.has_verdict(pair.pairing) {
                    pool.closed[pair.pairing].store(true, Ordering::Relaxed);
                }
                if standing.tally.decided() {
                    pool.halt.raise();
                }
            }
            Ok(Err(RunError::Handle(HandleError::Stopped))) => {}
            Err(RecvTimeoutError::Timeout) => journal.sync()?,
            Ok(Err(error)) => drop(failed.get_or_insert(error)),
            Err(RecvTimeoutError::Disconnected) => return failed.map_or(Ok(()), Err),
        }
    }
}
