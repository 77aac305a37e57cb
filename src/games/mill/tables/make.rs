//! Making tables, sector after sector, in a folder that can be left and come back to at any time.

use super::file::{Table, TableError};
use super::format::{Counts, Subject, write};
use super::index::{Numbering, Sector};
use super::metric::ToRemoval;
use super::moving::Moving;
use super::place::{self, Filled};
use super::solve::{Solved, solve};
use super::stage::Stage;
use crate::progress::Progress;
use crate::search::memory::{self, OutOfMemory};
use crate::whole_file;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Bytes of memory for each number of a pair of sectors: its value, and its count of open moves.
const BYTES_A_SLOT: usize = 2;

/// Why tables cannot be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A file is damaged, or cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Another program makes tables in the folder.
    #[error("{}: tables are being made here by another program", .0.display())]
    Locked(PathBuf),
    /// There is less memory than a sector takes.
    #[error("{stage}: {source}")]
    Memory {
        /// The stage.
        stage: Stage,
        /// The shortage.
        source: OutOfMemory,
    },
}

/// The sectors that a sector's values depend on, and itself: as pairs of a sector and its twin, the one with more stones of
/// the mover named, in the order in which they can be solved.
pub fn order(last: &[Sector]) -> Vec<Sector> {
    let mut pairs: Vec<Sector> = Vec::new();
    let mut open = last.to_vec();
    while let Some(sector) = open.pop() {
        let pair = if sector.own >= sector.enemy { sector } else { sector.twin() };
        if pair.enemy >= 3 && !pairs.contains(&pair) {
            pairs.push(pair);
            open.extend([pair.after_removal(), pair.twin().after_removal()]);
        }
    }
    pairs.sort_unstable_by_key(|pair| (pair.stones(), pair.slots()));
    pairs
}

/// Both sectors of a pair; one where it is its own twin.
pub fn both(pair: Sector) -> Vec<Sector> {
    if pair.twin() == pair { vec![pair] } else { vec![pair, pair.twin()] }
}

/// A folder of tables of one moving phase.
pub struct Folder {
    path: PathBuf,
    moving: Moving,
    /// Held as long as tables are made.
    _lock: File,
}

impl Folder {
    /// Takes a folder to make tables in; it is made where there is none.
    ///
    /// # Errors
    /// [`MakeError::Locked`] where another program has it, [`TableError::Io`] where nothing can be written there.
    pub fn take(path: &Path, moving: Moving) -> Result<Self, MakeError> {
        let io = |source| TableError::Io { path: path.to_owned(), source };
        std::fs::create_dir_all(path).map_err(io)?;
        let lock = File::create(path.join(".lock")).map_err(io)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(MakeError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(io(error))?,
            _ => {}
        }
        Ok(Self { path: path.to_owned(), moving, _lock: lock })
    }

    /// The pairs of which a table is missing, or no table of this version; what is found damaged is said.
    pub fn missing(&self, pairs: &[Sector]) -> Vec<Sector> {
        let is_there = |sector| self.has(Stage::moving(sector));
        pairs.iter().copied().filter(|&pair| !both(pair).into_iter().all(is_there)).collect()
    }

    /// True where the table of a stage is there and whole; what is found damaged is said.
    pub fn has(&self, stage: Stage) -> bool {
        match Table::open(&self.path, Subject { moving: self.moving, stage }) {
            Ok(table) => table.has_distances(),
            Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => false,
            Err(error) => {
                log::warn!("{error}");
                false
            }
        }
    }

    /// Makes the tables of a pair from those before it; returns how its positions end.
    ///
    /// # Errors
    /// [`MakeError`].
    pub fn make(&self, pair: Sector, progress: &dyn Progress) -> Result<Vec<(Stage, Counts)>, MakeError> {
        check_memory(Stage::moving(pair), memory_of(pair))?;
        let load = |sector: Sector| self.load(Stage::moving(sector.after_removal()));
        let children = [load(pair)?, load(pair.twin())?];
        let solved = solve(self.moving, pair, children.each_ref().map(Option::as_ref), progress);
        drop(children);
        let save = |solved: Solved<ToRemoval>| {
            let stage = Stage::moving(solved.numbering.sector());
            Ok((stage, self.save(stage, &solved)?))
        };
        solved.into_iter().map(save).collect()
    }

    /// Makes the table of a stage of the placing phase from those after it; returns how its positions end.
    ///
    /// # Errors
    /// [`MakeError`].
    pub fn make_placing(&self, stage: Stage, progress: &dyn Progress) -> Result<Counts, MakeError> {
        check_memory(stage, memory_of_placing(stage))?;
        let removed = if stage.sector.enemy == 0 { None } else { self.load(stage.after(true))? };
        let after = [self.load(stage.after(false))?, removed].map(|after| after.map(Filled::from));
        let solved = place::solve(self.moving, stage, after.each_ref().map(Option::as_ref), progress);
        drop(after);
        Ok(self.save(stage, &solved)?)
    }

    /// Reads a table; `None` where the game is over.
    fn load(&self, stage: Stage) -> Result<Option<Solved<ToRemoval>>, TableError> {
        if stage.is_over() {
            return Ok(None);
        }
        let values = Table::open(&self.path, Subject { moving: self.moving, stage })?.codes()?;
        Ok(Some(Solved { numbering: Numbering::new(stage.sector), values }))
    }

    fn save(&self, stage: Stage, solved: &Solved<ToRemoval>) -> Result<Counts, TableError> {
        let subject = Subject { moving: self.moving, stage };
        let path = self.path.join(subject.file_name());
        let written = whole_file::write(&path, |out| write(subject, solved, true, out));
        written.map_err(|source| TableError::Io { path: path.clone(), source })?;
        Ok(Table::open(&self.path, subject)?.counts())
    }
}

fn check_memory(stage: Stage, bytes: usize) -> Result<(), MakeError> {
    memory::check(bytes).map_err(|source| MakeError::Memory { stage, source })
}

/// The memory that a stage of the placing phase takes, in bytes: its values, and those of the stages after it.
pub fn memory_of_placing(stage: Stage) -> usize {
    let after = [false, true].map(|removal| stage.after(removal)).into_iter().filter(|after| !after.is_over());
    stage.sector.slots() + after.map(|after| after.sector.slots()).sum::<usize>()
}

/// The memory that a pair takes, in bytes: its own, and the values of the sectors that removals lead to.
pub fn memory_of(pair: Sector) -> usize {
    let own: usize = both(pair).into_iter().map(Sector::slots).sum();
    let after = both(pair).into_iter().map(Sector::after_removal).filter(|sector| sector.own >= 3);
    BYTES_A_SLOT * own + after.map(Sector::slots).sum::<usize>()
}

/// Numbers of both sectors of a pair.
pub fn slots_of(pair: Sector) -> usize {
    both(pair).into_iter().map(Sector::slots).sum()
}

/// How long the rest of some work takes, judged by what is done of it.
pub struct Pace {
    begun: Instant,
    done: f64,
}

impl Pace {
    /// Nothing is done yet.
    pub fn start() -> Self {
        Self { begun: Instant::now(), done: 0.0 }
    }

    /// So much more is done, in any unit.
    pub fn advance(&mut self, work: f64) {
        self.done += work;
    }

    /// The time for so much more.
    pub fn time_for(&self, work: f64) -> Duration {
        self.begun.elapsed().mul_f64(work / self.done.max(f64::MIN_POSITIVE))
    }
}
