//! A record's file: reading it, and appending to it while it grows.

use super::GameRecord;
use crate::header::{Difference, Header};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long games may be with the system before they are on the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// Why a record cannot be read or written.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// A line is not a game.
    #[error(
        "{}, line {line}: expected a game as a JSON object: {why}; `tengen merge --salvage` copies the games of a damaged \
         record", path.display()
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// It was begun with another plan.
    #[error("{}: the first plan is this record's: {difference}; {}", path.display(), difference.advice())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is not the same.
        difference: Difference,
    },
    /// Another process is writing it.
    #[error("{} is being written by another run; wait for it, or give this one another --record", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl RecordError {
    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }
}

/// A line of a record.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordLine {
    /// A plan.
    Plan(Box<Header>),
    /// A game.
    Game(Box<GameRecord>),
}

/// Reads the games of a record, in memory for one. The beginning of a line without its end, which a kill leaves behind at
/// the end of the file, is passed over.
///
/// # Errors
/// [`RecordError`] for a file that cannot be read or has another damaged line, and whatever `each` returns.
pub fn read<E: From<RecordError>>(path: &Path, mut each: impl FnMut(GameRecord) -> Result<(), E>) -> Result<(), E> {
    read_lines(path, |entry, _| match entry {
        RecordLine::Game(game) => each(*game),
        RecordLine::Plan(_) => Ok(()),
    })
}

/// Reads plans and games with the place of each line in the file, in bytes.
///
/// # Errors
/// As [`read`].
pub fn read_lines<E: From<RecordError>>(
    path: &Path,
    each: impl FnMut(RecordLine, Range<u64>) -> Result<(), E>,
) -> Result<(), E> {
    let file = File::open(path).map_err(RecordError::io(path))?;
    scan(path, &file, each).map(|_| ())
}

/// Reads what is whole of a damaged record, as [`read_lines`]; returns the numbers of the lines that are neither plans nor
/// games, from 1.
///
/// # Errors
/// [`RecordError::Io`], and whatever `each` returns.
pub fn salvage<E: From<RecordError>>(
    path: &Path,
    mut each: impl FnMut(RecordLine, Range<u64>) -> Result<(), E>,
) -> Result<Vec<usize>, E> {
    let mut reader = BufReader::new(File::open(path).map_err(RecordError::io(path))?);
    let (mut bytes, mut begin, mut damaged) = (Vec::new(), 0, Vec::new());
    for line in 1.. {
        bytes.clear();
        let end = begin + reader.read_until(b'\n', &mut bytes).map_err(RecordError::io(path))? as u64;
        if begin == end {
            break;
        }
        match entry(&bytes) {
            Ok(entry) => each(entry, begin..end)?,
            Err(_) if bytes.trim_ascii().is_empty() => {}
            Err(_) => damaged.push(line),
        }
        begin = end;
    }
    Ok(damaged)
}

/// How far a record has been read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadPosition {
    /// Bytes of whole lines.
    pub bytes: u64,
    /// Whole lines.
    pub lines: usize,
}

/// Reads the whole lines that a growing record has more than before; returns how far it has been read then.
///
/// # Errors
/// [`RecordError`].
pub fn read_on(path: &Path, read: ReadPosition, mut each: impl FnMut(RecordLine)) -> Result<ReadPosition, RecordError> {
    let io = RecordError::io(path);
    let mut file = File::open(path).map_err(&io)?;
    file.seek(SeekFrom::Start(read.bytes)).map_err(&io)?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut bytes, mut read) = (Vec::new(), read);
    loop {
        bytes.clear();
        let count = reader.read_until(b'\n', &mut bytes).map_err(&io)?;
        if !bytes.ends_with(b"\n") {
            return Ok(read);
        }
        read = ReadPosition { bytes: read.bytes + count as u64, lines: read.lines + 1 };
        if !bytes.trim_ascii().is_empty() {
            let line = read.lines;
            let damaged = |why: serde_json::Error| RecordError::Line { path: path.into(), line, why: why.to_string() };
            each(entry(&bytes).map_err(damaged)?);
        }
    }
}

/// The plan of a record, all of its headers joined; `None` where there is none yet.
///
/// # Errors
/// [`RecordError`], for a regular file.
pub fn plan(path: &Path) -> Result<Option<Header>, RecordError> {
    if !path.is_file() {
        return Ok(None);
    }
    let mut plan = None;
    read_lines(path, |line, _| {
        if let RecordLine::Plan(header) = line {
            Header::extend_known(&mut plan, *header);
        }
        Ok::<_, RecordError>(())
    })?;
    Ok(plan)
}

/// What a scan found at the end of a file.
struct Tail {
    /// The length in bytes of the whole lines.
    length: u64,
    /// The last line lacks its end.
    unterminated: bool,
}

/// Reads a record with the place of each line, and says what stands at its end.
fn scan<E: From<RecordError>>(
    path: &Path,
    file: &File,
    mut each: impl FnMut(RecordLine, Range<u64>) -> Result<(), E>,
) -> Result<Tail, E> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut bytes, mut tail) = (Vec::new(), Tail { length: 0, unterminated: false });
    for line in 1.. {
        bytes.clear();
        let count = reader.read_until(b'\n', &mut bytes).map_err(RecordError::io(path))?;
        if count == 0 {
            break;
        }
        if !bytes.trim_ascii().is_empty() {
            match entry(&bytes) {
                Ok(entry) => each(entry, tail.length..tail.length + count as u64)?,
                Err(_) if is_cut_short(&bytes) => break,
                Err(why) => return Err(RecordError::Line { path: path.into(), line, why: why.to_string() }.into()),
            }
        }
        tail = Tail { length: tail.length + count as u64, unterminated: !bytes.ends_with(b"\n") };
    }
    Ok(tail)
}

/// What a line says. A line that is neither is taken for a game: most are.
fn entry(line: &[u8]) -> serde_json::Result<RecordLine> {
    serde_json::from_slice::<Box<GameRecord>>(line)
        .map(|mut game| {
            game.id = game.planned_id();
            RecordLine::Game(game)
        })
        .or_else(|error| serde_json::from_slice(line).map(Box::new).map(RecordLine::Plan).map_err(|_| error))
}

/// True for a line that can be what is left of one whose writer was killed: without its end, and begun as games and plans
/// are.
fn is_cut_short(line: &[u8]) -> bool {
    const STARTS: [&[u8]; 2] = [b"{\"id\":\"", b"{\"record\":"];
    !line.ends_with(b"\n") && STARTS.into_iter().any(|start| line.starts_with(start) || start.starts_with(line))
}

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
