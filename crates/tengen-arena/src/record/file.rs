//! Reads a record's file, also while it grows; and why a record cannot be read or written.

use super::GameRecord;
use crate::header::{Difference, Header};
use std::fs::File;
use std::io::{self, BufReader, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tengen_core::limited_input;
use tengen_core::plain_text::BYTE_ORDER_MARK;
use thiserror::Error;

/// The most bytes of a line of a record, and from the end of a plan or game to the end of the next.
const MAX_LINE: u64 = 1 << 28;

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
    /// Another program has changed it while a run wrote it.
    #[error(
        "{} {} while the run wrote it: the run was ended, and all games are in {}; it goes on with --record {}",
        path.display(), change, saved.display(), saved.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// What was done to it.
        change: &'static str,
        /// The new file that has what the record had, and what would have been written to it.
        saved: PathBuf,
    },
    /// Another process is writing it.
    #[error("{} is being written by another run; wait for it, or give this one another --record", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl RecordError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
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
    let mut lines = Lines::of(File::open(path).map_err(RecordError::io(path))?);
    let (mut begin, mut damaged) = (0, Vec::new());
    for line in 1.. {
        let end = begin + lines.advance().map_err(RecordError::io(path))?;
        if begin == end {
            break;
        }
        match lines.entry() {
            Ok(entry) => each(entry, begin..end)?,
            Err(_) if lines.is_blank() => {}
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
    let (mut lines, mut read) = (Lines::of(file), read);
    loop {
        let count = lines.advance().map_err(&io)?;
        if !lines.has_end() {
            return Ok(read);
        }
        read = ReadPosition { bytes: read.bytes + count, lines: read.lines + 1 };
        if !lines.is_blank() {
            let line = read.lines;
            let damaged = |why: serde_json::Error| RecordError::Line { path: path.into(), line, why: why.to_string() };
            each(lines.entry().map_err(damaged)?);
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
pub(super) struct Tail {
    /// The length in bytes of the whole lines.
    pub length: u64,
    /// The last line lacks its end.
    pub unterminated: bool,
}

/// Reads a record with the place of each line, and says what stands at its end.
pub(super) fn scan<E: From<RecordError>>(
    path: &Path,
    file: &File,
    mut each: impl FnMut(RecordLine, Range<u64>) -> Result<(), E>,
) -> Result<Tail, E> {
    let mut lines = Lines::of(file);
    let mut tail = Tail { length: 0, unterminated: false };
    for line in 1.. {
        let count = lines.advance().map_err(RecordError::io(path))?;
        if count == 0 {
            break;
        }
        if !lines.is_blank() {
            match lines.entry() {
                Ok(entry) => each(entry, tail.length..tail.length + count)?,
                Err(_) if lines.is_cut_short() => break,
                Err(why) => return Err(RecordError::Line { path: path.into(), line, why: why.to_string() }.into()),
            }
        }
        tail = Tail { length: tail.length + count, unterminated: !lines.has_end() };
    }
    Ok(tail)
}

/// The lines of a record, one at a time.
struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The bytes read since the last plan or game.
    passed: u64,
}

impl<R: io::Read> Lines<R> {
    fn of(file: R) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, file), line: Vec::new(), passed: 0 }
    }

    /// Reads the next line, with its end if it has one and without byte order mark; returns its bytes in the file, 0 after the
    /// last line.
    fn advance(&mut self) -> io::Result<u64> {
        self.line.clear();
        let left = MAX_LINE.saturating_sub(self.passed);
        let count = limited_input::read_line(&mut self.input, left, &mut self.line).map_err(|error| {
            let endless = error.kind() == io::ErrorKind::FileTooLarge;
            let why = || format!("{} MiB without a game", MAX_LINE >> 20);
            if endless { io::Error::new(io::ErrorKind::FileTooLarge, why()) } else { error }
        })?;
        if self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        self.passed += count as u64;
        Ok(count as u64)
    }

    /// What the line says. A line that is neither is taken for a game: most are.
    fn entry(&mut self) -> serde_json::Result<RecordLine> {
        let game = serde_json::from_slice::<Box<GameRecord>>(&self.line).map(|mut game| {
            game.id = game.planned_id();
            RecordLine::Game(game)
        });
        let plan = || serde_json::from_slice(&self.line).map(Box::new).map(RecordLine::Plan);
        let entry = game.or_else(|error| plan().map_err(|_| error))?;
        self.passed = 0;
        Ok(entry)
    }

    fn is_blank(&self) -> bool {
        self.line.trim_ascii().is_empty()
    }

    fn has_end(&self) -> bool {
        self.line.ends_with(b"\n")
    }

    /// True for a line that can be what is left of one whose writer was killed: without its end, and begun as games and plans
    /// are.
    fn is_cut_short(&self) -> bool {
        const STARTS: [&[u8]; 2] = [b"{\"id\":\"", b"{\"record\":"];
        let line = &self.line[..];
        !self.has_end() && STARTS.into_iter().any(|start| line.starts_with(start) || start.starts_with(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_has_no_end_is_refused() {
        for endless in ["\n", "x"] {
            let mut lines = Lines::of(io::repeat(endless.as_bytes()[0]));
            lines.passed = MAX_LINE - 1000;
            let error = (0..).find_map(|_| lines.advance().err()).unwrap();
            assert_eq!(error.to_string(), "256 MiB without a game", "{endless:?}");
        }
    }
}
