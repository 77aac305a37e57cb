//! What the games of a plan amount to while they are played: results, pairs, sequential tests. A game that is played again
//! move for move, as engines at a fixed depth do, counts once: it tells nothing new.
//!
//! [`Watch`] follows the records of shards while they grow, on any machine that sees them: one tally of all games, and with it
//! one sequential test of all shards.

use super::header::{Difference, Header, Plans};
use super::record::{GameRecord, ReadPosition, RecordError, RecordLine, read_on};
use super::stats::{Pentanomial, Sprt, SprtState, Wdl};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Results of a plan's games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The names of the engines.
    pub names: Vec<String>,
    /// Results of each engine.
    pub engines: Vec<Wdl>,
    /// Pairs of games of each pairing.
    pub pairs: Vec<Pentanomial>,
    /// The sequential test of each pairing, where there is one.
    pub tests: Vec<Option<SprtState>>,
    /// Games that repeat one counted before.
    pub repeats: usize,
    sprt: Option<Sprt>,
    /// Pairings by their number, with the numbers of their engines.
    pairings: HashMap<(String, String), (usize, [usize; 2])>,
    /// [`GameRecord::course`] of the games counted.
    courses: HashSet<u64>,
    /// Half points of games whose other half is not counted yet, as the pairing's first engine sees them.
    open: HashMap<(usize, u32), u8>,
}

impl Tally {
    /// No games yet of a plan, each pairing of which is tested by `sprt`.
    pub fn new(plan: &Header, sprt: Option<Sprt>) -> Self {
        let mut tally = Self { sprt, ..Self::default() };
        tally.extend(plan);
        tally
    }

    /// Takes in what a plan has more than before: engines and pairings behind those that are known.
    pub fn extend(&mut self, plan: &Header) {
        for engine in &plan.engines {
            if !self.names.contains(&engine.name) {
                self.names.push(engine.name.clone());
                self.engines.push(Wdl::default());
            }
        }
        let engine = |name: &str| self.names.iter().position(|known| known == name).unwrap_or_default();
        for pairing in &plan.pairings {
            if let Entry::Vacant(entry) = self.pairings.entry(pairing.clone()) {
                entry.insert((self.pairs.len(), [engine(&pairing.0), engine(&pairing.1)]));
                self.pairs.push(Pentanomial::default());
                self.tests.push(self.sprt.map(|sprt| sprt.test(&Pentanomial::default())));
            }
        }
    }

    /// Counts a game of the plan, once however often it was played, and none of a pairing whose test has come to an end.
    pub fn count(&mut self, game: &GameRecord) {
        let Some(&(pairing, [first, second])) = self.pairings.get(&(game.first.clone(), game.second.clone())) else {
            return;
        };
        if self.has_verdict(pairing) {
            return;
        }
        if !self.courses.insert(game.course()) {
            self.repeats += 1;
            return;
        }
        let half_points = game.half_points_of_first();
        self.engines[first] += Wdl::of_game(half_points);
        self.engines[second] += Wdl::of_game(half_points).flipped();
        let key = (pairing, game.opening.number);
        match self.open.remove(&key) {
            Some(other) => {
                self.pairs[pairing] += Pentanomial::of_pair(half_points + other);
                self.tests[pairing] = self.sprt.map(|sprt| sprt.test(&self.pairs[pairing]));
            }
            None => drop(self.open.insert(key, half_points)),
        }
    }

    /// Where the test of a match stands; `None` for a tournament.
    pub fn verdict(&self) -> Option<SprtState> {
        if let [test] = self.tests[..] { test } else { None }
    }

    /// True once a pairing's test has come to an end.
    pub fn has_verdict(&self, pairing: usize) -> bool {
        self.tests[pairing].is_some_and(|state| state.has_verdict())
    }

    /// True once the tests of all pairings have.
    pub fn decided(&self) -> bool {
        !self.tests.is_empty() && (0..self.tests.len()).all(|pairing| self.has_verdict(pairing))
    }
}

/// Why records cannot be followed.
#[derive(Debug, Error)]
pub enum WatchError {
    /// The folder cannot be read.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record without a plan.
    #[error("{}: it has no plan, as records of version 0.1; `tengen report` sums it up", path.display())]
    NoPlan {
        /// The record.
        path: PathBuf,
    },
    /// The plans of two records do not go together.
    #[error("{} and {} are no shards of one plan: {difference}", first.display(), second.display())]
    Plans {
        /// A record.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
        /// Why.
        difference: Difference,
    },
    /// The shards were not ended.
    #[error("the test is decided, but the shards go on: {command}: {why}")]
    Stop {
        /// The command that should end them.
        command: String,
        /// What went wrong.
        why: String,
    },
    /// A game of the plan that was played under other settings.
    #[error("{}: game {id} was played under other settings than in another record", path.display())]
    Conflict {
        /// The record.
        path: PathBuf,
        /// The game.
        id: String,
    },
}

/// The records of a folder, as far as they have been read.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    sprt: Option<Sprt>,
    /// How far each record has been read.
    read: BTreeMap<PathBuf, ReadPosition>,
    /// The plans of each record.
    own: BTreeMap<PathBuf, Plans>,
    /// The plans of all, and the record that has them first.
    plans: Option<(Plans, PathBuf)>,
    /// Games of these plans.
    planned: usize,
    /// The digest of each game by its id.
    digests: HashMap<String, String>,
    tally: Tally,
}

impl Watch {
    /// Follows all records (`*.jsonl`) of a folder; a test of `sprt` where it is given, else the plan's.
    pub fn new(folder: &Path, sprt: Option<Sprt>) -> Self {
        Self {
            folder: folder.to_owned(),
            sprt,
            read: BTreeMap::new(),
            own: BTreeMap::new(),
            plans: None,
            planned: 0,
            digests: HashMap::new(),
            tally: Tally::default(),
        }
    }

    /// Reads what the records have more than before; true where that is anything.
    ///
    /// # Errors
    /// [`WatchError`].
    pub fn poll(&mut self) -> Result<bool, WatchError> {
        let files = self.files()?;
        // A record that was begun anew is another one.
        let shorter =
            |(path, read): (&PathBuf, &ReadPosition)| fs::metadata(path).map_or(true, |file| file.len() < read.bytes);
        if self.read.iter().any(shorter) {
            *self = Self::new(&self.folder, self.sprt);
        }
        let mut news = false;
        for path in files {
            let before = self.read.get(&path).copied().unwrap_or_default();
            let mut lines = Vec::new();
            let now = read_on(&path, before, |line| lines.push(line))?;
            self.read.insert(path.clone(), now);
            news |= !lines.is_empty();
            let mut games = Vec::new();
            let (own, mut grown) = (self.own.entry(path.clone()).or_default(), false);
            for line in lines {
                match line {
                    RecordLine::Plan(plan) => {
                        own.add(*plan);
                        grown = true;
                    }
                    RecordLine::Game(game) => games.push(game),
                }
            }
            if grown {
                self.join(&path)?;
            }
            games.iter().try_for_each(|game| self.count(game, &path))?;
        }
        Ok(news)
    }

    /// What the games amount to. A pairing whose test has come to an end stays as it was then.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Where the test of a match stands, as the games came; `None` for a tournament.
    pub fn verdict(&self) -> Option<SprtState> {
        self.tally.verdict()
    }

    /// The records, in the order of their names.
    pub fn records(&self) -> impl Iterator<Item = &PathBuf> {
        self.read.keys()
    }

    /// Games recorded, and games of the plan; none before there is a plan.
    pub fn games(&self) -> (usize, usize) {
        (self.digests.len(), self.planned)
    }

    /// True once every test has come to an end, or every game of the plan has been played.
    pub fn is_over(&self) -> bool {
        let (done, planned) = self.games();
        self.plans.is_some() && (self.tally.decided() || done >= planned)
    }

    fn files(&self) -> Result<Vec<PathBuf>, WatchError> {
        let failed = |source| WatchError::Folder { path: self.folder.clone(), source };
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Joins the plans of a record to those of the others.
    fn join(&mut self, path: &Path) -> Result<(), WatchError> {
        let Some(own) = self.own.get(path) else { return Ok(()) };
        let (plans, first) = self.plans.get_or_insert_with(|| (Plans::default(), path.to_owned()));
        plans.join(own).map_err(|difference| {
            let (first, second) = (first.clone(), path.to_owned());
            WatchError::Plans { first, second, difference }
        })?;
        self.planned = plans.ids().len();
        let Some(plan) = plans.as_one() else { return Ok(()) };
        self.tally.sprt = self.sprt.or_else(|| plan.sprt.as_ref()?.parse().ok());
        self.tally.extend(&plan);
        Ok(())
    }

    fn count(&mut self, game: &GameRecord, path: &Path) -> Result<(), WatchError> {
        if self.plans.is_none() {
            return Err(WatchError::NoPlan { path: path.to_owned() });
        }
        match self.digests.insert(game.id.clone(), game.digest.clone()) {
            None => self.tally.count(game),
            Some(digest) if digest == game.digest => {}
            Some(_) => return Err(WatchError::Conflict { path: path.to_owned(), id: game.id.clone() }),
        }
        Ok(())
    }
}
