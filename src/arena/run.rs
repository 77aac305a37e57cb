//! Plays the games of a plan that are not recorded yet, several side by side, and records each when it ends.

use super::dialect::GameSetup;
use super::game;
use super::handle::{EngineHandle, HandleError, Patience};
use super::header::Header;
use super::journal::Journal;
use super::lateness::Lateness;
use super::machine;
use super::plan::{Half, Membership, Pair, Plan, Shard};
use super::record::{GameRecord, RecordError};
use super::tally::Tally;
use crate::engine::EngineError;
use crate::search::{Resources, Stop};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use thiserror::Error;

/// Engines that wait for their next game, at most; the one that has waited longest leaves.
const MOST_IDLE: usize = 16;

/// Table of the search that adjudicates, in MiB.
const REFEREE_HASH: usize = 16;

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

/// Why a run ended before its plan did.
#[derive(Debug, Error)]
pub enum RunError {
    /// The record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record is of another plan.
    #[error(
        "{}: game {id} was played under other settings (engines, clock, opening or adjudication); \
         give this run another --record, or the old settings", record.display()
    )]
    OtherPlan {
        /// The record.
        record: PathBuf,
        /// The game.
        id: String,
    },
    /// An engine does not start.
    #[error(transparent)]
    Handle(#[from] HandleError),
    /// A board cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
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

/// The games that are recorded, a bit each.
struct Done(Vec<u64>);

impl Done {
    fn new(games: usize) -> Self {
        Self(vec![0; games.div_ceil(64)])
    }

    fn has(&self, game: usize) -> bool {
        self.0[game / 64] & 1 << (game % 64) != 0
    }

    /// True when it was not there before.
    fn add(&mut self, game: usize) -> bool {
        let new = !self.has(game);
        self.0[game / 64] |= 1 << (game % 64);
        new
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
    let total = plan.pairs(execution.shard).count() * Half::BOTH.len();
    let mut standing = Standing { total, tally: Tally::new(&header, sprt), ..Standing::default() };
    let mut done = Done::new(plan.games());
    let mut journal = take_up(plan, &header, execution, &mut standing, &mut done)?;
    watch(None, &standing);
    let missing = |&pair: &Pair| Half::BOTH.iter().any(|&half| !done.has(plan.number(pair, half)));
    let pairs = plan.pairs(execution.shard).filter(missing);
    if standing.tally.decided() || standing.done == standing.total {
        return Ok(standing);
    }
    // Engines are stopped by a flag of their own: a finished test is no interruption.
    let halt = Stop::new();
    let decided = (0..plan.pairings.len()).map(|pairing| standing.tally.is_decided(pairing).into());
    let pool = WorkerPool {
        plan,
        guard: &execution.guard,
        machine: machine::name(),
        halt: &halt,
        recover: execution.recover,
        closed: decided.collect(),
        failed: Mutex::default(),
        idle: Mutex::default(),
        lateness: Lateness::default(),
    };
    let workers = cores_of_workers(execution);
    pool.try_out(execution.shard, &done, &workers[0])?;
    let pairs = Mutex::new(pairs.filter(|pair| !pool.is_closed(*pair)));
    std::thread::scope(|scope| {
        scope.spawn(|| pool.lateness.measure());
        let (sender, receiver) = channel();
        for cores in &workers {
            let (sender, pool, pairs, done) = (sender.clone(), &pool, &pairs, &done);
            scope.spawn(move || {
                let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
                pool.work(cores, &next, done, &sender);
            });
        }
        drop(sender);
        let result = collect(&pool, stop, &receiver, &mut journal, &mut standing, watch);
        if result.is_err() {
            halt.raise();
        }
        pool.lateness.end();
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
            Membership::Planned(pair, half) if done.add(plan.number(pair, half)) => {
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

/// Records the games as they come.
fn collect(
    pool: &WorkerPool<'_>,
    stop: &Stop,
    games: &Receiver<Result<(Pair, GameRecord), RunError>>,
    journal: &mut Journal,
    standing: &mut Standing,
    watch: &mut dyn FnMut(Option<&GameRecord>, &Standing),
) -> Result<(), RunError> {
    /// Interval at which a run checks whether it is to stop.
    const POLL_INTERVAL: Duration = Duration::from_millis(100);
    loop {
        if stop.is_raised() {
            pool.halt.raise();
        }
        match games.recv_timeout(POLL_INTERVAL) {
            Ok(Ok((pair, _))) if standing.tally.is_decided(pair.pairing) => {}
            Ok(Ok((pair, game))) => {
                journal.append(&game)?;
                standing.count(&game);
                watch(Some(&game), standing);
                if standing.tally.is_decided(pair.pairing) {
                    pool.closed[pair.pairing].store(true, Ordering::Relaxed);
                }
                if standing.tally.decided() {
                    pool.halt.raise();
                }
            }
            Ok(Err(RunError::Handle(HandleError::Stopped))) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// The workers that play the games, and the engines that wait for their next one.
struct WorkerPool<'a> {
    plan: &'a Plan,
    guard: &'a str,
    /// What the games are recorded to be played on.
    machine: String,
    halt: &'a Stop,
    /// Whether engines that cannot begin a game are left out.
    recover: bool,
    /// Pairings that are played no further: their test is decided, or one of their engines cannot begin a game.
    closed: Vec<AtomicBool>,
    /// The engines that could not begin a game, and why.
    failed: Mutex<BTreeMap<String, HandleError>>,
    /// Engines between two games, by their index in the plan; who waits longest is first.
    idle: Mutex<Vec<(usize, EngineHandle)>>,
    lateness: Lateness,
}

impl WorkerPool<'_> {
    fn is_closed(&self, pair: Pair) -> bool {
        self.closed[pair.pairing].load(Ordering::Relaxed)
    }

    /// An engine could not begin a game: its pairings are closed, or the run ends by the error.
    fn fail(&self, error: HandleError) -> Result<(), HandleError> {
        let HandleError::CannotStart { name, .. } = &error else { return Err(error) };
        if !self.recover {
            return Err(error);
        }
        for (&(first, second), closed) in self.plan.pairings.iter().zip(&self.closed) {
            if [first, second].iter().any(|&engine| self.plan.engines[engine].name == *name) {
                closed.store(true, Ordering::Relaxed);
            }
        }
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if !failed.contains_key(name) {
            log::warn!("{error}\n{name} is left out");
            failed.insert(name.clone(), error);
        }
        Ok(())
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<(usize, EngineHandle)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An engine that waits on these cores, or a new one.
    fn take(&self, engine: usize, cores: &[usize]) -> EngineHandle {
        let mut idle = self.idle();
        if let Some(at) = idle.iter().rposition(|(index, handle)| *index == engine && handle.cores() == cores) {
            return idle.remove(at).1;
        }
        let (spec, thinking) = (self.plan.engines[engine].clone(), self.plan.thinking(engine).clone());
        let startup = self.plan.startup;
        let patience = Patience { startup, game: self.plan.patience.min(startup) };
        EngineHandle::new(spec, thinking, patience, self.guard, self.halt).on(cores)
    }

    fn give_back(&self, engine: usize, handle: EngineHandle) {
        let mut idle = self.idle();
        idle.push((engine, handle));
        let leaver = (idle.len() > MOST_IDLE).then(|| idle.remove(0));
        drop(idle);
        if let Some((_, mut handle)) = leaver {
            handle.dismiss();
        }
    }

    /// Lets all engines go, side by side: some take their time.
    fn close(&self) {
        let engines = std::mem::take(&mut *self.idle());
        std::thread::scope(|scope| {
            for (_, mut handle) in engines {
                scope.spawn(move || handle.dismiss());
            }
        });
    }

    /// Starts every engine that is needed once, so that a wrong command stops the run at its beginning.
    fn try_out(&self, shard: Shard, done: &Done, cores: &[usize]) -> Result<(), RunError> {
        let mut needed = vec![false; self.plan.engines.len()];
        for pair in self.plan.pairs(shard) {
            if Half::BOTH.iter().any(|&half| !done.has(self.plan.number(pair, half))) {
                let (first, second) = self.plan.pairings[pair.pairing];
                (needed[first], needed[second]) = (true, true);
            }
            if needed.iter().all(|&needed| needed) {
                break;
            }
        }
        let board = GameSetup::new(self.plan.variant.clone(), None);
        for engine in (0..needed.len()).filter(|&engine| needed[engine]) {
            let mut handle = self.take(engine, cores);
            match handle.begin(&board) {
                Ok(_) => self.give_back(engine, handle),
                Err(error) => self.fail(error)?,
            }
        }
        Ok(())
    }

    /// A worker: plays pairs of games, on its cores, until there are none.
    fn work(
        &self,
        cores: &[usize],
        next: &dyn Fn() -> Option<Pair>,
        done: &Done,
        sender: &Sender<Result<(Pair, GameRecord), RunError>>,
    ) {
        let resources = Resources::new(1, REFEREE_HASH);
        while let Some(pair) = next() {
            for half in Half::BOTH {
                if done.has(self.plan.number(pair, half)) {
                    continue;
                }
                let game = match self.play(pair, half, cores, &resources) {
                    Ok(game) => Ok((pair, game)),
                    Err(RunError::Handle(error)) => match self.fail(error) {
                        Ok(()) => break,
                        Err(error) => Err(error.into()),
                    },
                    Err(error) => Err(error),
                };
                let failed = game.is_err();
                // The receiver is gone once the run has failed elsewhere.
                if sender.send(game).is_err() || failed {
                    return;
                }
            }
        }
    }

    fn play(&self, pair: Pair, half: Half, cores: &[usize], resources: &Resources) -> Result<GameRecord, RunError> {
        let plan = self.plan;
        let opening = plan.opening(pair);
        let (first, second) = plan.pairings[pair.pairing];
        let (black, white) = if half == Half::First { (first, second) } else { (second, first) };
        let [mut black_handle, mut white_handle] = [black, white].map(|engine| self.take(engine, cores));
        let (began, clock) = (SystemTime::now(), Instant::now());
        let played = game::play(plan, &opening, [&mut black_handle, &mut white_handle], resources, self.halt)?;
        let (seconds, late) = (clock.elapsed().as_secs_f64(), self.lateness.since(clock).as_secs_f64());
        self.give_back(black, black_handle);
        self.give_back(white, white_handle);
        let [black_version, white_version] =
            played.identities.map(|identity| format!("{} {}", identity.name, identity.version).trim().to_owned());
        let name = |engine: usize| plan.engines[engine].name.clone();
        let [time, other] = [first, second].map(|engine| plan.bounds(plan.thinking(engine)));
        Ok(GameRecord {
            id: plan.id(pair, half),
            digest: plan.digest(pair),
            variant: plan.variant.clone(),
            first: name(first),
            second: name(second),
            black: name(black),
            white: name(white),
            opening,
            moves: played.moves,
            result: played.result,
            winner: played.winner,
            reason: played.reason,
            seed: plan.seed,
            time: if time == other { time } else { format!("{time} against {other}") },
            black_version,
            white_version,
            arena: concat!("tengen ", env!("CARGO_PKG_VERSION")).to_owned(),
            machine: self.machine.clone(),
            late: (late * 1e3).round() / 1e3,
            began: began.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64(),
            seconds,
        })
    }
}
