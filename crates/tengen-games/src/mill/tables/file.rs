//! Reads tables, from files and from memory, block by block.

use super::format::{
    BLOCK, CRC, Counts, DRAWN, ENTRY, FIXED, Header, LOST, MAGIC, NUMBERING, Subject, VERSION, number,
};
use super::metric::{Metric, TableValue, ToRemoval};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rayon::prelude::*;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be used as a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file or folder cannot be read, written or made.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The file is another than its name says, or damaged.
    #[error("{}: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why the file cannot be used.
        why: &'static str,
    },
}

impl TableError {
    /// The file or folder.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. } | Self::Unusable { path, .. } => path,
        }
    }
}

/// The place of the bytes of tables.
#[derive(Debug)]
enum Source {
    File(File),
    Memory(&'static [u8]),
}

impl Source {
    fn read(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            Self::File(file) => read_exact_at(file, buffer, offset),
            Self::Memory(bytes) => {
                let begin = usize::try_from(offset).map_err(io::Error::other)?;
                let bytes = bytes.get(begin..).and_then(|bytes| bytes.get(..buffer.len()));
                buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (buffer, offset) = (&mut buffer[read..], offset + read as u64),
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A table of endings that is open for reading.
#[derive(Debug)]
pub struct EndgameTable {
    subject: Subject,
    counts: Counts,
    has_distances: bool,
    slots: usize,
    source: Source,
    /// Where each block begins, and its CRC-32; the last entry is where the last block ends.
    blocks: Vec<(u64, u32)>,
    /// The path that messages name.
    path: PathBuf,
}

impl EndgameTable {
    /// Opens the file of a subject in a folder.
    ///
    /// # Errors
    /// [`TableError`]; a missing file is a [`TableError::Io`] like any other.
    pub fn open(folder: &Path, subject: Subject) -> Result<Self, TableError> {
        let path = folder.join(subject.file_name());
        let io = |source| TableError::Io { path: path.clone(), source };
        let file = File::open(&path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let table = Self::read(Source::File(file), path.clone(), 0)?;
        let unusable = |why| Err(TableError::Unusable { path: path.clone(), why });
        if table.subject != subject {
            unusable("it is a table of another game or sector than its name says")
        } else if table.end() != length {
            unusable("it is not whole; delete it, and `tengen tables` makes it anew")
        } else {
            Ok(table)
        }
    }

    /// The tables that lie one after the other in memory.
    ///
    /// # Errors
    /// [`TableError::Unusable`].
    pub fn in_memory(bytes: &'static [u8]) -> Result<Vec<Self>, TableError> {
        let (mut tables, mut begin) = (Vec::new(), 0);
        while begin < bytes.len() as u64 {
            let table = Self::read(Source::Memory(bytes), PathBuf::from("the program's own tables"), begin)?;
            begin = table.end();
            tables.push(table);
        }
        Ok(tables)
    }

    fn read(source: Source, path: PathBuf, begin: u64) -> Result<Self, TableError> {
        let unusable = |why| TableError::Unusable { path: path.clone(), why };
        let read = |length: usize, offset: usize| {
            let mut bytes = vec![0; length];
            match source.read(&mut bytes, begin + offset as u64) {
                Ok(()) => Ok(bytes),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    Err(unusable("it is not whole; delete it, and `tengen tables` makes it anew"))
                }
                Err(source) => Err(TableError::Io { path: path.clone(), source }),
            }
        };
        let fixed = read(FIXED, 0)?;
        if fixed[..4] != *MAGIC {
            return Err(unusable("it is no table"));
        } else if fixed[4] != VERSION || fixed[11] != NUMBERING {
            return Err(unusable("it was made by another version of the program; delete it, and make it anew"));
        }
        let header = Header::of(&fixed).ok_or_else(|| unusable("it is of rules or a size that no game here has"))?;
        let list = read(ENTRY * header.blocks + CRC, FIXED)?;
        let (list, crc) = list.split_at(ENTRY * header.blocks);
        if crc != crc32fast::hash(&[&fixed[..], list].concat()).to_le_bytes() {
            return Err(unusable("it is damaged; delete it, and `tengen tables` makes it anew"));
        }
        let mut end = begin + (FIXED + list.len() + CRC) as u64;
        let mut blocks = Vec::with_capacity(header.blocks + 1);
        for entry in list.chunks_exact(ENTRY) {
            blocks.push((end, number(&entry[4..]) as u32));
            end += number(&entry[..4]);
        }
        blocks.push((end, 0));
        let Header { subject, counts, has_distances, slots, .. } = header;
        Ok(Self { subject, counts, has_distances, slots, source, blocks, path })
    }

    fn end(&self) -> u64 {
        self.blocks.last().map_or(0, |&(end, _)| end)
    }

    /// The subject of the table.
    pub const fn subject(&self) -> Subject {
        self.subject
    }

    /// How the positions of the table end.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// False where values only say who wins; the distances of the values are then without meaning.
    pub const fn has_distances(&self) -> bool {
        self.has_distances
    }

    /// The length of the table in bytes.
    pub fn length(&self) -> u64 {
        self.end() - self.blocks[0].0 + (FIXED + ENTRY * (self.blocks.len() - 1) + CRC) as u64
    }

    /// The number of blocks of the table.
    pub fn blocks(&self) -> usize {
        self.blocks.len() - 1
    }

    /// The block that the value of a number is in, and its place in the block.
    pub const fn place(slot: usize) -> (usize, usize) {
        (slot / BLOCK, slot % BLOCK)
    }

    /// The codes of a block.
    ///
    /// # Errors
    /// [`TableError`] where the block cannot be read, or is not what was written.
    pub fn block(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let ((begin, crc), (end, _)) = (self.blocks[block], self.blocks[block + 1]);
        let mut packed = vec![0; (end - begin) as usize];
        let path = || self.path.clone();
        self.source.read(&mut packed, begin).map_err(|source| TableError::Io { path: path(), source })?;
        let length = BLOCK.min(self.slots - block * BLOCK);
        let whole = (crc32fast::hash(&packed) == crc).then(|| decompress_to_vec_with_limit(&packed, length));
        match whole {
            Some(Ok(codes)) if codes.len() == length => Ok(codes),
            _ => {
                let why = "it is damaged; delete it, and `tengen tables` makes it anew";
                Err(TableError::Unusable { path: path(), why })
            }
        }
    }

    /// The value of a code.
    pub fn value(&self, code: u8) -> TableValue {
        match (self.has_distances, code) {
            (true, code) => ToRemoval::value(code),
            (false, DRAWN) => TableValue::Draw,
            (false, LOST) => TableValue::Loss(0),
            (false, _) => TableValue::Win(0),
        }
    }

    /// All codes of the table, on the threads of the pool that this is called in.
    ///
    /// # Errors
    /// As [`EndgameTable::block`].
    pub fn codes(&self) -> Result<Vec<u8>, TableError> {
        let mut codes = vec![0; self.slots];
        codes.par_chunks_mut(BLOCK).enumerate().try_for_each(|(block, codes)| {
            codes.copy_from_slice(&self.block(block)?);
            Ok(())
        })?;
        Ok(codes)
    }
}
