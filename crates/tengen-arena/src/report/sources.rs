//! The games of one record or more, each once.

use super::error::ReportError;
use crate::plan::{Membership, Plan};
use crate::record::{self, RecordLine};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use tengen_core::progress::Progress;
use tengen_session::Games;

/// What is kept of a game that was seen: 64-bit hashes, so that a game costs a few bytes whatever its length. Two of a
/// million games share a hash with a chance of 3e-8.
#[derive(Clone, Copy)]
struct Seen {
    digest: u64,
    file: usize,
}

/// The records of a report.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The games whose rules are known.
    pub games: Games,
    /// The files; a game that is in several counts once.
    pub records: &'a [PathBuf],
    /// The plan whose games count; without one, all do.
    pub plan: Option<&'a Plan>,
}

/// Hands every plan and game of the records to `each`, in the order of the files and their lines. A game that is there more than
/// once, in one file or in several, counts once; returns how many lines were left out for that.
///
/// # Errors
/// [`ReportError::Conflict`] for two games of one id and different digests, [`ReportError::Record`] for a file that
/// cannot be read, and whatever `each` returns.
pub fn each_game(
    Sources { records, plan, .. }: Sources<'_>,
    progress: &dyn Progress,
    mut each: impl FnMut(RecordLine) -> Result<(), ReportError>,
) -> Result<u64, ReportError> {
    let index = plan.map(Plan::index);
    let mut seen = HashMap::new();
    let mut repeated = 0;
    for (file, path) in records.iter().enumerate() {
        record::read_lines(path, |entry, _| {
            let game = match entry {
                RecordLine::Game(game) => game,
                RecordLine::Plan(_) => return each(entry),
            };
            if index.as_ref().is_some_and(|index| !matches!(index.place(&game), Membership::Planned(..))) {
                return Ok(());
            }
            let digest = hash(&game.digest);
            match seen.entry(hash(&game.id)) {
                Entry::Vacant(entry) => {
                    entry.insert(Seen { digest, file });
                    progress.advance(1);
                    each(RecordLine::Game(game))
                }
                Entry::Occupied(entry) if entry.get().digest == digest => {
                    repeated += 1;
                    Ok(())
                }
                Entry::Occupied(entry) => {
                    let (first, second) = (records[entry.get().file].clone(), path.clone());
                    Err(ReportError::Conflict { id: game.id, first, second })
                }
            }
        })?;
    }
    Ok(repeated)
}

/// A hash of a text, the same as long as the program runs.
pub fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
