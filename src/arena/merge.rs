//! Joins records: every game once, in the order of the plan, so that shards played anywhere give the record that one
//! process gives.

use super::record::{RecordError, read_lines};
use super::report::ReportError;
use crate::progress::Progress;
use crate::whole_file;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where a game's line is.
struct GameLine {
    digest: String,
    file: usize,
    bytes: Range<u64>,
}

/// Writes the games of all records to `output`, which may be one of them; returns how many there are; `progress`
/// counts them as they are read. What is kept in memory is where each game's line is, not the line. The file appears
/// whole or not at all.
///
/// # Errors
/// [`ReportError::Conflict`] for two games of one id but different plans, [`ReportError::Record`] for a damaged record,
/// [`ReportError::Write`].
pub fn merge(records: &[PathBuf], output: &Path, progress: &dyn Progress) -> Result<usize, ReportError> {
    progress.begin("games read", None);
    let mut games: BTreeMap<(u32, String), GameLine> = BTreeMap::new();
    for (file, path) in records.iter().enumerate() {
        read_lines(path, |game, bytes| {
            progress.advance(1);
            match games.entry((game.opening.number, game.id)) {
                Entry::Vacant(entry) => drop(entry.insert(GameLine { digest: game.digest, file, bytes })),
                Entry::Occupied(entry) if entry.get().digest == game.digest => {}
                Entry::Occupied(entry) => {
                    let (first, second) = (records[entry.get().file].clone(), path.clone());
                    return Err(ReportError::Conflict { id: entry.key().1.clone(), first, second });
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
