//! The output of `tengen analyze` as a file with which a run that was stopped goes on.

use serde::Deserialize;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// A file of JSON objects, a line for each game, open for appending. It is locked while this lives.
pub struct Analyzed {
    /// Where further games are written.
    pub out: BufWriter<File>,
    /// The games that it has.
    pub known: HashSet<Place>,
    /// Whether each of them could be played.
    pub clean: bool,
}

/// Where a game was found.
#[derive(Deserialize, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, as the command line named it.
    pub file: String,
    /// The number of the game in it.
    pub number: usize,
    /// The line that it begins on.
    pub line: usize,
}

#[derive(Deserialize)]
struct Known {
    #[serde(flatten)]
    place: Place,
    error: Option<String>,
}

impl Analyzed {
    /// Opens or creates a file, and cuts off a last line that was cut short. A file that has anything else is left as it is.
    ///
    /// # Errors
    /// Those of the file system; a file that another program writes; [`io::ErrorKind::InvalidData`] for another file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(io::Error::other("another program writes to it")),
            Err(TryLockError::Error(error)) => log::warn!("{}: cannot be locked: {error}", path.display()),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (mut known, mut clean) = (HashSet::new(), true);
        for (line, number) in text[..whole].split_inclusive(|&byte| byte == b'\n').zip(1..) {
            let game: Known = serde_json::from_slice(line).map_err(|_| {
                let why = format!("line {number} is no game of tengen analyze --json");
                io::Error::new(io::ErrorKind::InvalidData, why)
            })?;
            clean &= game.error.is_none();
            known.insert(game.place);
        }
        // Half a line begins as all of them do.
        if !text[whole..].starts_with(&b"{\"file\":"[..text[whole..].len().min(8)]) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "its last line is no game of tengen analyze --json",
            ));
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::Start(whole as u64))?;
        Ok(Self { out: BufWriter::new(file), known, clean })
    }
}
