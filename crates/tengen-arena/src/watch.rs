//! Follows the records of shards while they grow, on any machine that sees them: one tally of all games, and with it one
//! sequential test of all shards.

use super::header::{Difference, Header};
use super::record::{GameRecord, ReadPosition, RecordError, RecordLine, read_on};
use super::stats::{Sprt, SprtState};
use super::tally::Tally;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

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
    /// The plan of all, and the record that has it first.
    plan: Option<(Header, PathBuf)>,
    /// The digest of each game by its id.
    digests: HashMap<String, String>,
    tally: Tally,
}

impl Watch {
    /// Follows all records (`*.jsonl`) of a folder; a test of `sprt` where it is given, else the plan's.
    pub fn new(folder: &Path, sprt: Option<Sprt>) -> Self {
        let (read, digests) = (BTreeMap::new(), HashMap::new());
        Self { folder: folder.to_owned(), sprt, read, plan: None, digests, tally: Tally::default() }
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
            for line in lines {
                match line {
                    RecordLine::Plan(plan) => self.join(*plan, &path)?,
                    RecordLine::Game(game) => self.count(&game, &path)?,
                }
            }
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
        (self.digests.len(), self.plan.as_ref().map_or(0, |(plan, _)| plan.games()))
    }

    /// True once every test has come to an end, or every game of the plan has been played.
    pub fn is_over(&self) -> bool {
        let (done, planned) = self.games();
        self.plan.is_some() && (self.tally.decided() || done >= planned)
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

    fn join(&mut self, plan: Header, path: &Path) -> Result<(), WatchError> {
        let Some((known, first)) = &mut self.plan else {
            let sprt = self.sprt.or_else(|| plan.sprt.as_ref()?.parse().ok());
            self.tally = Tally::new(&plan, sprt);
            self.plan = Some((plan, path.to_owned()));
            return Ok(());
        };
        known.allows(&plan, |_| true).map_err(|difference| {
            let (first, second) = (first.clone(), path.to_owned());
            WatchError::Plans { first, second, difference }
        })?;
        known.extend(plan);
        self.tally.extend(known);
        Ok(())
    }

    fn count(&mut self, game: &GameRecord, path: &Path) -> Result<(), WatchError> {
        if self.plan.is_none() {
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
