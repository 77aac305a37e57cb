//! Making tables, sector after sector, in a folder that can be left and come back to at any time.

use super::file::{EndgameTable, TableError};
use super::format::{Counts, QUICK, Subject, write};
use super::index::{Numbering, Sector};
use super::metric::ToRemoval;
use super::moving::Moving;
use super::place::{self, Filled};
use super::solve::{Exits, Solved, solve};
use super::stage::Stage;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::progress::Progress;
use tengen_core::search::memory::{self, OutOfMemory};
use tengen_core::whole_file;
use thiserror::Error;
use web_time::Instant;

/// Bytes of memory for each number of a pair of sectors: its value, and its count of open moves.
const BYTES_A_SLOT: usize = 2;

/// Why tables cannot be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A file is damaged, or cannot be read or written.
    #[error(transparent)]
    EndgameTable(#[from] TableError),
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

/// The sectors of the moving phase that these sectors' values depend on, and these: as pairs of a stage and its twin, the one
/// with more stones of the mover named, in the order in which they can be solved.
pub fn order(last: &[Sector]) -> Vec<Stage> {
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
    pairs.into_iter().map(Stage::moving).collect()
}

/// A folder of tables of one moving phase, and of one kind of placing phase.
pub struct Folder {
    path: PathBuf,
    moving: Moving,
    slides_early: bool,
    /// Held as long as tables are made.
    _lock: File,
}

impl Folder {
    /// Takes a folder to make tables in, of games in which stones slide while others are in hand or not; it is made where
    /// there is none.
    ///
    /// # Errors
    /// [`MakeError::Locked`] where another program has it, [`TableError::Io`] where nothing can be written there.
    pub fn take(path: &Path, moving: Moving, slides_early: bool) -> Result<Self, MakeError> {
        let io = |source| TableError::Io { path: path.to_owned(), source };
        std::fs::create_dir_all(path).map_err(io)?;
        let lock = File::create(path.join(".lock")).map_err(io)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(MakeError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(io(error))?,
            _ => {}
        }
        Ok(Self { path: path.to_owned(), moving, slides_early, _lock: lock })
    }

    const fn subject(&self, stage: Stage) -> Subject {
        Subject::new(self.moving, stage, self.slides_early)
    }

    /// The pairs of which a table is missing, or no table of this version; what is found damaged is said.
    pub fn missing(&self, pairs: &[Stage]) -> Vec<Stage> {
        pairs.iter().copied().filter(|pair| !pair.both().into_iter().all(|stage| self.has(stage))).collect()
    }

    /// True where the table of a stage is there and whole; what is found damaged is said.
    pub fn has(&self, stage: Stage) -> bool {
        match EndgameTable::open(&self.path, self.subject(stage)) {
            Ok(table) => table.has_distances(),
            Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => false,
            Err(error) => {
                log::warn!("{error}");
                false
            }
        }
    }

    /// Makes the tables of a stage in which stones slide and of its twin from those after it; returns how their positions end.
    ///
    /// # Errors
    /// [`MakeError`].
    pub fn make(&self, pair: Stage, progress: &dyn Progress) -> Result<Vec<(Stage, Counts)>, MakeError> {
        check_memory(pair, memory_of(pair))?;
        let stages = [pair, pair.twin()];
        let load = |stage: Option<Stage>| stage.map_or(Ok(None), |stage| self.load(stage));
        let mut after = Vec::new();
        for exits in stages.map(exits) {
            after.push([load(exits[0])?, load(exits[1])?, load(exits[2])?]);
        }
        let exits_of = |place: usize| {
            let [removal, placement, both] = after[place].each_ref().map(Option::as_ref);
            Exits { removal, placements: [placement, both] }
        };
        let solved = solve(self.moving, pair, [exits_of(0), exits_of(1)], progress);
        drop(after);
        let save = |(stage, solved): (Stage, Solved<ToRemoval>)| Ok((stage, self.save(stage, &solved)?));
        stages.into_iter().zip(solved).map(save).collect()
    }

    /// Makes the table of a stage of the placing phase from those after it; returns how its positions end.
    ///
    /// # Errors
    /// [`MakeError`].
    pub fn make_placing(&self, stage: Stage, progress: &dyn Progress) -> Result<Counts, MakeError> {
        check_memory(stage, memory_of_placing(stage))?;
        let load = |stage: Option<Stage>| stage.map_or(Ok(None), |stage| self.load(stage));
        let [quiet, removed] = placements(stage).map(load);
        let after = [quiet?, removed?].map(|after| after.map(Filled::from));
        let solved = place::solve(self.moving, stage, after.each_ref().map(Option::as_ref), progress);
        drop(after);
        Ok(self.save(stage, &solved)?)
    }

    /// Reads a table; `None` where the game is over.
    fn load(&self, stage: Stage) -> Result<Option<Solved<ToRemoval>>, TableError> {
        if stage.is_over() {
            return Ok(None);
        }
        let values = EndgameTable::open(&self.path, self.subject(stage))?.codes()?;
        Ok(Some(Solved { numbering: Numbering::new(stage.sector), values }))
    }

    fn save(&self, stage: Stage, solved: &Solved<ToRemoval>) -> Result<Counts, TableError> {
        let subject = self.subject(stage);
        let path = self.path.join(subject.file_name());
        let written = whole_file::write(&path, |out| write(subject, solved, (true, QUICK), out));
        written.map_err(|source| TableError::Io { path: path.clone(), source })?;
        Ok(EndgameTable::open(&self.path, subject)?.counts())
    }
}

fn check_memory(stage: Stage, bytes: usize) -> Result<(), MakeError> {
    memory::check(bytes).map_err(|source| MakeError::Memory { stage, source })
}

/// The memory that a stage of the placing phase takes, in bytes: its values, and those of the stages after it.
pub fn memory_of_placing(stage: Stage) -> usize {
    let after = placements(stage).into_iter().flatten().filter(|after| !after.is_over());
    stage.sector.slots() + after.map(|after| after.sector.slots()).sum::<usize>()
}

/// The stages that placements lead to: without a removal, and with one.
fn placements(stage: Stage) -> [Option<Stage>; 2] {
    [(stage.hands[0] > 0).then(|| stage.after_placement(false)), stage.after_placed_capture()]
}

/// The stages that moves other than plain slides lead to: a slide with a removal, a placement without one and with one.
fn exits(stage: Stage) -> [Option<Stage>; 3] {
    let [quiet, removed] = placements(stage);
    [stage.after_capture(), quiet, removed]
}

/// The memory that a pair takes, in bytes: its own, and the values of the stages that removals and placements lead to.
pub fn memory_of(pair: Stage) -> usize {
    let after = pair.both().into_iter().flat_map(exits).flatten().filter(|after| !after.is_over());
    BYTES_A_SLOT * slots_of(pair) + after.map(Stage::slots).sum::<usize>()
}

/// Numbers of a pair.
pub fn slots_of(pair: Stage) -> usize {
    pair.both().into_iter().map(Stage::slots).sum()
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
