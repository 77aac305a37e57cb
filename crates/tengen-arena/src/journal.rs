//! A record while it grows.

use super::header::Header;
use super::record::{GameRecord, RecordError, RecordLine, scan};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long games may be with the system before they are on the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A record open for appending. The file is locked while this lives, and on the disk when it ends.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// When what was written was last seen to be on the disk.
    synced: Instant,
    /// Something was written since.
    unsynced: bool,
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let Err(error) = self.file.sync_data() {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

impl Journal {
    /// Opens or creates a record of a plan, hands every game that it already has to `each`, and cuts off a last line that
    /// was cut short. A file that is no record, or one of a plan that this one does not go on with, is left as it is.
    ///
    /// # Errors
    /// [`RecordError`], and whatever `each` returns.
    pub fn open<E: From<RecordError>>(
        path: &Path,
        plan: &Header,
        mut each: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<Self, E> {
        let io = RecordError::io(path);
        let options = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(&io)?;
        if !file.metadata().map_err(&io)?.is_file() {
            return Err(io(io::Error::other("expected a regular file")).into());
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::Busy { path: path.to_owned() }.into()),
            // Some file systems of clusters know no locks.
            Err(TryLockError::Error(error)) => log::warn!("{}: cannot be locked: {error}", path.display()),
        }
        let (mut known, mut last) = (None, None);
        let mut players = HashSet::new();
        // A plan that differs says more than the first game that does.
        let mut refused = None;
        let tail = scan(path, &file, |entry, _| match entry {
            RecordLine::Game(game) => {
                for name in [&game.first, &game.second] {
                    if !players.contains(name) {
                        players.insert(name.clone());
                    }
                }
                if let Err(error) = each(*game) {
                    refused.get_or_insert(error);
                }
                Ok::<_, RecordError>(())
            }
            RecordLine::Plan(header) => {
                last = Some(header.clone());
                Header::extend_known(&mut known, *header);
                Ok(())
            }
        })?;
        if let Some(known) = known.filter(|_| !players.is_empty()) {
            let allowed = known.allows(plan, |name| players.contains(name));
            allowed.map_err(|difference| RecordError::Plan { path: path.to_owned(), difference })?;
        }
        if let Some(error) = refused {
            return Err(error);
        }
        if tail.length < file.metadata().map_err(&io)?.len() {
            log::warn!("{}: mended: the last line was cut short, its game is played again", path.display());
            file.set_len(tail.length).map_err(&io)?;
        }
        file.seek(SeekFrom::Start(tail.length)).map_err(&io)?;
        if tail.unterminated {
            file.write_all(b"\n").map_err(&io)?;
        }
        let mut journal = Self { path: path.to_owned(), file, synced: Instant::now(), unsynced: false };
        if last.as_deref() != Some(plan) {
            journal.write(plan)?;
        }
        Ok(journal)
    }

    /// Appends a game in one write. After a power failure the games of the last second may be missing, where
    /// [`Journal::sync`] is called at least as often.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn append(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.write(game)
    }

    /// Brings what was written to the disk, where that was last done a second ago or more.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn sync(&mut self) -> Result<(), RecordError> {
        if self.unsynced && self.synced.elapsed() >= SYNC_INTERVAL {
            self.file.sync_data().map_err(RecordError::io(&self.path))?;
            (self.synced, self.unsynced) = (Instant::now(), false);
        }
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), RecordError> {
        let mut line = serde_json::to_vec(line).map_err(|error| RecordError::io(&self.path)(error.into()))?;
        line.push(b'\n');
        self.unsynced = true;
        self.file.write_all(&line).map_err(RecordError::io(&self.path))?;
        self.sync()
    }
}
