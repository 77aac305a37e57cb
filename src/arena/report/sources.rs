//! The games of one record or more, each once.

use super::error::ReportError;
use crate::arena::record::{self, GameRecord};
use crate::progress::Progress;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

/// What is kept of a game that was seen: 64-bit hashes, so that a game costs a few bytes whatever its length. Two of a
/// million games share a hash with a chance of 3e-8.
#[derive(Clone, Copy)]
struct Seen {
    digest: u64,
    file: usize,
}

/// Hands every game of the records to `each`, in the order of the files and their lines. A game that is there more than
/// once, in one file or in several, counts once; returns how many lines were left out for that.
///
/// # Errors
/// [`ReportError::Conflict`] for two games of one id and different digests, [`ReportError::Record`] for a file that
/// cannot be read, and whatever `each` returns.
pub fn each_game(
    records: &[PathBuf],
    progress: &dyn Progress,
    mut each: impl FnMut(GameRecord) -> Result<(), ReportError>,
) -> Result<u64, ReportError> {
    let mut seen = HashMap::new();
    let mut repeated = 0;
    for (file, path) in records.iter().enumerate() {
        record::read(path, |game| {
            let digest = hash(&game.digest);
            match seen.entry(hash(&game.id)) {
                Entry::Vacant(entry) => {
                    entry.insert(Seen { digest, file });
                    progress.advance(1);
                    each(game)
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
