//! Appends to a record while it grows, and notices where another program changes it.

use super::GameRecord;
use super::file::{RecordError, RecordLine, scan};
use crate::header::Header;
use same_file::Handle;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long games may be with the system before they are on the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A record open for appending. The file is locked while this lives, and on the disk when it ends.
///
/// Other programs may change it all the same: what it has is also in a copy without a name, which is there as long as this lives.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the file in bytes, unless another program has changed it.
    length: u64,
    copy: File,
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
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        // On Windows a file that is open for appending cannot be cut off.
        let mut file = options.append(cfg!(unix)).open(path).map_err(&io)?;
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
        let copy = copy_of(&mut file, path).map_err(&io)?;
        let (path, synced) = (path.to_owned(), Instant::now());
        let mut journal = Self { path, file, length: tail.length, copy, synced, unsynced: false };
        if tail.unterminated {
            journal.write_bytes(b"\n")?;
        }
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

    /// Looks whether the file is still what was written. Where it is not, all that it should have goes to a new file beside it, to
    /// which games are appended from then on.
    ///
    /// # Errors
    /// [`RecordError::Changed`], once; [`RecordError::Io`].
    pub fn check(&mut self) -> Result<(), RecordError> {
        let Some(change) = self.change() else { return Ok(()) };
        let (saved, file) = self.save().map_err(RecordError::io(&self.path))?;
        self.file = file;
        let path = std::mem::replace(&mut self.path, saved.clone());
        Err(RecordError::Changed { path, change, saved })
    }

    /// Writes all that the file should have to a new one.
    fn save(&mut self) -> io::Result<(PathBuf, File)> {
        let (saved, mut file) = create_beside(&self.path, "saved")?;
        self.copy.rewind()?;
        self.length = io::copy(&mut self.copy, &mut file)?;
        file.sync_data()?;
        Ok((saved, file))
    }

    /// What another program has done to the file, if anything.
    fn change(&self) -> Option<&'static str> {
        match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Some("was removed"),
            Ok(named) if !named.is_file() => return Some("was replaced"),
            _ => {}
        }
        let opened = self.file.try_clone().and_then(Handle::from_file);
        let length = self.file.metadata().map(|file| file.len());
        match (Handle::from_path(&self.path), opened, length) {
            (Ok(named), Ok(opened), _) if named != opened => Some("was replaced"),
            (.., Ok(length)) if length < self.length => Some("was emptied or cut off"),
            (.., Ok(length)) if length > self.length => Some("was appended to"),
            _ => None,
        }
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), RecordError> {
        let mut line = serde_json::to_vec(line).map_err(|error| RecordError::io(&self.path)(error.into()))?;
        line.push(b'\n');
        self.write_bytes(&line)?;
        self.sync()
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        let io = RecordError::io(&self.path);
        self.unsynced = true;
        self.copy.write_all(bytes).map_err(&io)?;
        self.file.write_all(bytes).map_err(&io)?;
        self.length += bytes.len() as u64;
        Ok(())
    }
}

/// A copy of a file, behind whose end both are then. It lies beside the file and has no name: it ends with the program, however
/// that ends.
fn copy_of(file: &mut File, path: &Path) -> io::Result<File> {
    let (name, mut copy) = create_beside(path, "copy")?;
    fs::remove_file(name)?;
    file.rewind()?;
    io::copy(file, &mut copy)?;
    Ok(copy)
}

/// Creates a file whose name begins with that of another, then has a word, and a number where there is such a file already.
fn create_beside(path: &Path, word: &str) -> io::Result<(PathBuf, File)> {
    for number in 1.. {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(if number == 1 { format!("-{word}") } else { format!("-{word}-{number}") });
        let mut name = path.with_file_name(name);
        name.set_extension("jsonl");
        match File::options().read(true).write(true).create_new(true).open(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((name, created?)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
