//! Inputs that are read as far as their kind may be long: a device or a pipe may never end.

use crate::search::memory::MIB;
use std::fs::{self, File};
use std::io::{self, BufRead, Read, Take};
use std::path::Path;

/// An input of which no more than a limit can be read.
#[derive(Debug)]
pub struct LimitedInput<R> {
    /// The input up to a byte beyond the limit.
    input: Take<R>,
    most: u64,
}

impl<R: Read> LimitedInput<R> {
    /// An input that may have at most `most` bytes. Where it has more, reading fails with [`io::ErrorKind::FileTooLarge`]; the
    /// text of the error has the limit.
    pub fn new(input: R, most: u64) -> Self {
        Self { input: input.take(most.saturating_add(1)), most }
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// Those of the input, and that it is too long.
    pub fn read_whole(mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn check(&self) -> io::Result<()> {
        if self.input.limit() > 0 { Ok(()) } else { Err(too_long("it", self.most)) }
    }
}

impl<R: Read> Read for LimitedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.check()?;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for LimitedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.input.consume(count);
    }
}

/// Opens a file.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::IsADirectory`] for a folder, on every system.
pub fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; expected a file"));
    }
    File::open(path)
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// As [`open`]; [`io::ErrorKind::FileTooLarge`], whose text has the limit.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    LimitedInput::new(open(path)?, most).read_whole()
}

/// Reads a file of text of at most `most` bytes.
///
/// # Errors
/// As [`read`]; [`io::ErrorKind::InvalidData`] where it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "expected text in UTF-8"))
}

/// Appends the bytes up to the end of a line, with it, as [`BufRead::read_until`], where they are at most `most`.
///
/// # Errors
/// Those of the input; [`io::ErrorKind::FileTooLarge`], whose text has the limit.
pub fn read_line(input: &mut impl BufRead, most: u64, line: &mut Vec<u8>) -> io::Result<usize> {
    let count = input.take(most.saturating_add(1)).read_until(b'\n', line)?;
    if count as u64 > most { Err(too_long("a line", most)) } else { Ok(count) }
}

/// The error of an input that is longer than `most` bytes, [`io::ErrorKind::FileTooLarge`]; `what` is the subject of its text.
pub fn too_long(what: &str, most: u64) -> io::Error {
    let mib = MIB as u64;
    let size =
        if most > 0 && most.is_multiple_of(mib) { format!("{} MiB", most / mib) } else { format!("{most} bytes") };
    io::Error::new(io::ErrorKind::FileTooLarge, format!("{what} is longer than {size}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, repeat};

    #[test]
    fn what_is_too_long_is_not_read_to_its_end() {
        let read = |bytes: &[u8], most| LimitedInput::new(bytes, most).read_whole().map_err(|error| error.to_string());
        assert_eq!(read(b"abc", 3), Ok(b"abc".to_vec()));
        assert_eq!(read(b"abcd", 3), Err("it is longer than 3 bytes".to_owned()));
        let endless = LimitedInput::new(repeat(b'x'), 2 << 20).read_whole().unwrap_err();
        assert_eq!((endless.kind(), &*endless.to_string()), (io::ErrorKind::FileTooLarge, "it is longer than 2 MiB"));
        let lines = |text: &'static str, most| {
            let lines = LimitedInput::new(text.as_bytes(), most).lines();
            lines.collect::<io::Result<Vec<_>>>().map_err(|error| error.to_string())
        };
        assert_eq!(lines("a\nb\n", 4), Ok(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(lines("a\nb\nc", 4), Err("it is longer than 4 bytes".to_owned()));
    }

    #[test]
    fn lines_are_read_up_to_their_limit() {
        let mut input = &b"ab\ncdef\n"[..];
        let mut line = Vec::new();
        assert_eq!(read_line(&mut input, 3, &mut line).unwrap(), 3);
        assert_eq!(line, b"ab\n");
        assert_eq!(read_line(&mut input, 3, &mut line).unwrap_err().to_string(), "a line is longer than 3 bytes");
        let endless = read_line(&mut BufReader::new(repeat(b'x')), 1 << 20, &mut line).unwrap_err();
        assert_eq!(endless.to_string(), "a line is longer than 1 MiB");
        assert_eq!(read_line(&mut io::empty(), 3, &mut line).unwrap(), 0);
    }
}
