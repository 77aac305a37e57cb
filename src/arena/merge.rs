//! Joins records: every game once, in the order of the plan, so that shards played anywhere give the record that one
//! process gives.

use super::record::{GameRecord, RecordError, read_lines};
use super::report::ReportError;
use crate::game::zobrist::mix;
use crate::progress::Progress;
use crate::whole_file;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where a game's line is, and what tells it from others.
struct GameLine {
    digest: String,
    /// A hash of its moves and result.
    course: u64,
    file: usize,
    bytes: Range<u64>,
}

/// Writes the games of all records to `output`, which may be one of them; returns how many there are; `progress`
/// counts them as they are read. What is kept in memory is where each game's line is, not the line. The file appears
/// whole or not at all, and over nothing but a record.
///
/// # Errors
/// [`ReportError::Conflict`] for two games of one id but different plans, [`ReportError::Differing`] for two that are said
/// to be one and are not, [`ReportError::Record`] for a damaged record, [`ReportError::Busy`] for one that a run is
/// writing, [`ReportError::NoRecord`], [`ReportError::Write`].
pub fn merge(records: &[PathBuf], output: &Path, progress: &dyn Progress) -> Result<usize, ReportError> {
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
    let mut games: BTreeMap<(u32, String), GameLine> = BTreeMap::new();
    for (file, path) in records.iter().enumerate() {
        read_lines(path, |game, bytes| {
            progress.advance(1);
            let course = course(&game);
            match games.entry((game.opening.number, game.id)) {
                Entry::Vacant(entry) => drop(entry.insert(GameLine { digest: game.digest, course, file, bytes })),
                Entry::Occupied(entry) => {
                    let (known, id) = (entry.get(), entry.key().1.clone());
                    let (first, second) = (records[known.file].clone(), path.clone());
                    if known.digest != game.digest {
                        return Err(ReportError::Conflict { id, first, second });
                    }
                    if known.course != course {
                        return Err(ReportError::Differing { id, first, second });
                    }
                }
            }
            Ok(())
        })?;
    }
    let source = |path: &PathBuf| {
        File::open(path).map_err(|source| ReportError::Record(RecordError::Io { path: path.clone(), source }))
    };
    let mut files = records.iter().map(source).collect::<Result<Vec<_>, _>>()?;
    let written = whole_file::write(output, |target| {
        let mut line = Vec::new();
        for GameLine { file, bytes, .. } in games.values() {
            line.resize((bytes.end - bytes.start) as usize, 0);
            files[*file].seek(SeekFrom::Start(bytes.start))?;
            files[*file].read_exact(&mut line)?;
            target.write_all(line.trim_ascii())?;
            target.write_all(b"\n")?;
        }
        Ok(())
    });
    written.map_err(|source| ReportError::Write { what: output.display().to_string(), source })?;
    progress.end();
    Ok(games.len())
}

/// A hash of a game's moves and result.
fn course(game: &GameRecord) -> u64 {
    let texts = game.moves.iter().map(|mv| mv.text.as_str()).chain([game.result.as_str()]);
    texts.fold(0, |hash, text| mix(text.bytes().fold(mix(hash), |hash, byte| mix(hash ^ u64::from(byte)))))
}

/// True for a file with one game at least and nothing but games.
fn is_record(path: &Path) -> bool {
    let mut games = 0_u64;
    let read = read_lines(path, |_, _| {
        games += 1;
        Ok::<_, RecordError>(())
    });
    read.is_ok() && games > 0
}
