//! Joins records: the plan, then every game once, in the order of the plan, so that shards played anywhere give the record
//! that one process gives.

use super::header::Plans;
use super::record::{RecordError, RecordLine, read_lines, salvage};
use super::report::ReportError;
use std::collections::BTreeMap;
use std::collections::btree_map;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tengen_core::progress::Progress;
use tengen_core::whole_file;

/// Missing games that are named.
const NAMED: usize = 5;

/// What was joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Games written.
    pub games: usize,
    /// Games of each machine.
    pub machines: BTreeMap<String, u64>,
    /// Games of the plan that no record has; 0 where no record has a plan.
    pub missing: usize,
    /// The ids of the first of them.
    pub first_missing: Vec<String>,
    /// Damaged lines that were left out, by record and number from 1.
    pub damaged: Vec<(PathBuf, usize)>,
}

/// Where a game's line is, and what tells it from others.
struct GameLine {
    digest: String,
    course: u64,
    file: usize,
    bytes: Range<u64>,
}

/// Records in the course of being joined.
#[derive(Default)]
struct Joining {
    /// The plans of the records that were read, and the first that has one.
    plans: Option<(Plans, PathBuf)>,
    /// The plans of the record that is being read.
    own: Plans,
    /// The games by opening and id: the order of the plan.
    games: BTreeMap<(u32, String), GameLine>,
    merged: Merged,
}

/// Writes the games of all records to `output`, which may be one of them; `progress` counts them as they are read. What is
/// kept in memory is where each game's line is, not the line. The file appears whole or not at all, and over nothing but
/// a record. `salvaging` leaves out lines that are no games where they would be an error.
///
/// # Errors
/// [`ReportError::Conflict`] for two games of one id but different plans, [`ReportError::Differing`] for two that are said
/// to be one and are not, [`ReportError::Plans`] for plans that do not go together, [`ReportError::Record`] for a damaged
/// record, [`ReportError::Busy`] for one that a run is writing, [`ReportError::NoRecord`], [`ReportError::Write`].
pub fn merge(
    records: &[PathBuf],
    output: &Path,
    salvaging: bool,
    progress: &dyn Progress,
) -> Result<Merged, ReportError> {
    if fs::metadata(output).is_ok_and(|file| file.len() > 0) && !is_record(output) {
        return Err(ReportError::NoRecord { path: output.into() });
    }
    for path in records.iter().map(PathBuf::as_path).chain([output]) {
        let locked = File::open(path).map(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
        if locked.unwrap_or(false) {
            return Err(ReportError::Busy { path: path.into() });
        }
    }
    progress.begin("games read", None);
    let mut joining = Joining::default();
    for (file, path) in records.iter().enumerate() {
        let mut each = |entry, bytes| joining.push(entry, bytes, file, records, progress);
        let damaged = if salvaging { salvage(path, each) } else { read_lines(path, &mut each).map(|()| Vec::new()) };
        // Plans that differ say more than a game that does.
        joining.join(path)?;
        joining.merged.damaged.extend(damaged?.into_iter().map(|line| (path.clone(), line)));
    }
    joining.write(records, output)?;
    progress.end();
    Ok(joining.concluded())
}

impl Joining {
    fn push(
        &mut self,
        entry: RecordLine,
        bytes: Range<u64>,
        file: usize,
        records: &[PathBuf],
        progress: &dyn Progress,
    ) -> Result<(), ReportError> {
        let path = &records[file];
        let game = match entry {
            RecordLine::Plan(plan) => {
                self.own.add(*plan);
                return Ok(());
            }
            RecordLine::Game(game) => game,
        };
        progress.advance(1);
        let course = game.course();
        match self.games.entry((game.opening.number, game.id)) {
            btree_map::Entry::Vacant(entry) => {
                entry.insert(GameLine { digest: game.digest, course, file, bytes });
                *self.merged.machines.entry(game.machine).or_default() += 1;
                Ok(())
            }
            btree_map::Entry::Occupied(entry) => {
                let (known, id) = (entry.get(), entry.key().1.clone());
                let (first, second) = (records[known.file].clone(), path.clone());
                if known.digest != game.digest {
                    return Err(ReportError::Conflict { id, first, second });
                }
                if known.course != course {
                    return Err(ReportError::Differing { id, first, second });
                }
                Ok(())
            }
        }
    }

    /// Joins the plans of a record that was read to those before.
    fn join(&mut self, path: &Path) -> Result<(), ReportError> {
        let own = std::mem::take(&mut self.own);
        if own == Plans::default() {
            return Ok(());
        }
        let (plans, first) = self.plans.get_or_insert_with(|| (Plans::default(), path.to_owned()));
        plans.join(&own).map_err(|difference| {
            let (first, second) = (first.clone(), path.to_owned());
            ReportError::Plans { first, second, difference }
        })
    }

    fn write(&self, records: &[PathBuf], output: &Path) -> Result<(), ReportError> {
        let source = |path: &PathBuf| {
            File::open(path).map_err(|source| ReportError::Record(RecordError::Io { path: path.clone(), source }))
        };
        let mut files = records.iter().map(source).collect::<Result<Vec<_>, _>>()?;
        let written = whole_file::write(output, |target| {
            for plan in self.plans.iter().flat_map(|(plans, _)| plans.iter()) {
                serde_json::to_writer(&mut *target, plan).map_err(io::Error::from)?;
                target.write_all(b"\n")?;
            }
            let mut line = Vec::new();
            for GameLine { file, bytes, .. } in self.games.values() {
                line.resize((bytes.end - bytes.start) as usize, 0);
                files[*file].seek(SeekFrom::Start(bytes.start))?;
                files[*file].read_exact(&mut line)?;
                target.write_all(line.trim_ascii())?;
                target.write_all(b"\n")?;
            }
            Ok(())
        });
        written.map_err(|source| ReportError::Write { what: output.display().to_string(), source })
    }

    /// Counts what is not there.
    fn concluded(self) -> Merged {
        let mut merged = Merged { games: self.games.len(), ..self.merged };
        for key in self.plans.iter().flat_map(|(plans, _)| plans.ids()) {
            if !self.games.contains_key(&key) {
                merged.missing += 1;
                if merged.first_missing.len() < NAMED {
                    merged.first_missing.push(key.1);
                }
            }
        }
        merged
    }
}

/// True for a file with one game at least and nothing but plans and games.
fn is_record(path: &Path) -> bool {
    let mut entries = 0_u64;
    let read = read_lines(path, |_, _| {
        entries += 1;
        Ok::<_, RecordError>(())
    });
    read.is_ok() && entries > 0
}
