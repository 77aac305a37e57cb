//! The workers that play the games of a run, and the engines that wait for their next one; which games are recorded; and why
//! a run ends early.

use crate::dialect::GameSetup;
use crate::game;
use crate::handle::{EngineHandle, HandleError, Patience};
use crate::header::PairGame;
use crate::machine::{self, WakeupDelays};
use crate::plan::{Pair, Plan, Shard};
use crate::record::{GameRecord, RecordError};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};
use tengen_core::search::{Resources, Stop};
use tengen_session::EngineError;
use thiserror::Error;

/// Engines that wait for their next game, at most; the one that has waited longest leaves.
const MOST_IDLE: usize = 16;

/// Table of the search that adjudicates, in MiB.
const REFEREE_HASH: usize = 16;

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

/// The games that are recorded, a bit each.
pub struct Done(Vec<u64>);

impl Done {
    /// None yet, of so many.
    pub fn new(games: usize) -> Self {
        Self(vec![0; games.div_ceil(64)])
    }

    /// Whether a game is recorded.
    pub fn has(&self, game: usize) -> bool {
        self.0[game / 64] & 1 << (game % 64) != 0
    }

    /// Adds a game; true when it was not there before.
    pub fn add(&mut self, game: usize) -> bool {
        let new = !self.has(game);
        self.0[game / 64] |= 1 << (game % 64);
        new
    }
}

/// The workers that play the games, and the engines that wait for their next one.
pub struct WorkerPool<'a> {
    plan: &'a Plan,
    guard: &'a str,
    /// What the games are recorded to be played on.
    machine: String,
    pub halt: &'a Stop,
    /// Whether engines that cannot begin a game are left out.
    recover: bool,
    /// Pairings that are played no further: their test is decided, or one of their engines cannot begin a game.
    pub closed: Vec<AtomicBool>,
    /// The engines that could not begin a game, and why.
    pub failed: Mutex<BTreeMap<String, HandleError>>,
    /// Engines between two games, by their index in the plan; who waits longest is first.
    idle: Mutex<Vec<(usize, EngineHandle)>>,
    pub wakeup_delays: WakeupDelays,
}

impl<'a> WorkerPool<'a> {
    /// No engine runs yet. `closed` tells the pairings of the plan that are played no further.
    pub fn new(plan: &'a Plan, closed: Vec<AtomicBool>, guard: &'a str, recover: bool, halt: &'a Stop) -> Self {
        Self {
            plan,
            guard,
            machine: machine::name(),
            halt,
            recover,
            closed,
            failed: Mutex::default(),
            idle: Mutex::default(),
            wakeup_delays: WakeupDelays::default(),
        }
    }

    pub fn is_closed(&self, pair: Pair) -> bool {
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
            error.to_string().lines().for_each(|line| log::warn!("{line}"));
            log::warn!("{name} is left out");
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
            handle.shut_down();
        }
    }

    /// Lets all engines go, side by side: some take their time.
    pub fn close(&self) {
        let engines = std::mem::take(&mut *self.idle());
        std::thread::scope(|scope| {
            for (_, mut handle) in engines {
                scope.spawn(move || handle.shut_down());
            }
        });
    }

    /// Starts every engine that is needed once, so that a wrong command stops the run at its beginning.
    pub fn try_out(&self, shard: Shard, done: &Done, cores: &[usize]) -> Result<(), RunError> {
        let mut needed = vec![false; self.plan.engines.len()];
        for pair in self.plan.pairs(shard) {
            if PairGame::BOTH.iter().any(|&game| !done.has(self.plan.number(pair, game))) {
                let (first, second) = self.plan.pairings[pair.pairing];
                (needed[first], needed[second]) = (true, true);
            }
            if needed.iter().all(|&needed| needed) {
                break;
            }
        }
        let board = GameSetup::new(self.plan.games, self.plan.variant.clone(), None);
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
    pub fn work(
        &self,
        cores: &[usize],
        next: &dyn Fn() -> Option<Pair>,
        done: &Done,
        sender: &Sender<Result<(Pair, GameRecord), RunError>>,
    ) {
        let resources = Resources::new(1, REFEREE_HASH);
        while let Some(pair) = next() {
            for game in PairGame::BOTH {
                if done.has(self.plan.number(pair, game)) {
                    continue;
                }
                let game = match self.play(pair, game, cores, &resources) {
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

    fn play(&self, pair: Pair, game: PairGame, cores: &[usize], resources: &Resources) -> Result<GameRecord, RunError> {
        let plan = self.plan;
        let opening = plan.opening(pair);
        let (first, second) = plan.pairings[pair.pairing];
        let (black, white) = if game == PairGame::First { (first, second) } else { (second, first) };
        let [mut black_handle, mut white_handle] = [black, white].map(|engine| self.take(engine, cores));
        let (began, clock) = (SystemTime::now(), Instant::now());
        let played = game::play(plan, &opening, [&mut black_handle, &mut white_handle], resources, self.halt)?;
        let (seconds, late) = (clock.elapsed().as_secs_f64(), self.wakeup_delays.since(clock).as_secs_f64());
        self.give_back(black, black_handle);
        self.give_back(white, white_handle);
        let [black_version, white_version] =
            played.identities.map(|identity| format!("{} {}", identity.name, identity.version).trim().to_owned());
        let name = |engine: usize| plan.engines[engine].name.clone();
        let [time, other] = [first, second].map(|engine| plan.bounds(plan.thinking(engine)));
        Ok(GameRecord {
            id: plan.id(pair, game),
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
            allowed: played.allowed,
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
