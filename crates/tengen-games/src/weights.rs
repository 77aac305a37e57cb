//! What the weights files of all games, and books of proofs, have in common: their header, and why a file cannot be used.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the name of the format |
//! | 2 | its version, little-endian |
//! | 4 | CRC-32 of all that follows, little-endian |
//! | the rest | what the game makes of it |

use tengen_core::search::memory::OutOfMemory;
use thiserror::Error;

/// The length of the header in bytes; the checksum does not cover them.
const HEADER: usize = 14;

/// Why a file cannot be used as weights.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// The file does not begin as such files do.
    #[error("this is not a file of {0}")]
    Foreign(&'static str),
    /// The file was made by another version of the program.
    #[error("the file is of version {found}, not {expected}")]
    Version {
        /// The version of the format in the file.
        found: u16,
        /// The version of the format in this program.
        expected: u16,
    },
    /// The content of the file does not fit its checksum or its header.
    #[error("the file of {0} is damaged")]
    Damaged(&'static str),
    /// There is no memory for the weights.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// A format of weights files.
pub struct Format {
    /// The name of the format, with which its files begin.
    pub magic: [u8; 8],
    /// The version, which changes with the format and with the meaning of the numbers.
    pub version: u16,
    /// What its files hold, as errors name it.
    pub holds: &'static str,
}

impl Format {
    /// The bytes of a file with this content.
    pub fn file(&self, content: &[u8]) -> Vec<u8> {
        [&self.magic[..], &self.version.to_le_bytes(), &crc32fast::hash(content).to_le_bytes(), content].concat()
    }

    /// The content of a file whose checksum is right.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn content<'a>(&self, file: &'a [u8]) -> Result<&'a [u8], WeightsError> {
        let (header, content) = file.split_at_checked(HEADER).ok_or(WeightsError::Foreign(self.holds))?;
        if header[..8] != self.magic {
            return Err(WeightsError::Foreign(self.holds));
        }
        let found = u16::from_le_bytes([header[8], header[9]]);
        if found != self.version {
            return Err(WeightsError::Version { found, expected: self.version });
        }
        if crc32fast::hash(content).to_le_bytes() != header[10..] {
            return Err(self.damaged());
        }
        Ok(content)
    }

    /// The error that the content of a file makes no sense.
    pub const fn damaged(&self) -> WeightsError {
        WeightsError::Damaged(self.holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { magic: *b"TENGENXY", version: 7, holds: "chess weights" };

    /// The checksum is that of the catalogue of CRC algorithms for CRC-32/ISO-HDLC.
    #[test]
    fn a_file_has_name_version_checksum_and_content() {
        let file = FORMAT.file(b"123456789");
        assert_eq!(file, b"TENGENXY\x07\x00\x26\x39\xf4\xcb123456789");
        assert_eq!(FORMAT.content(&file), Ok(&b"123456789"[..]));
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let file = FORMAT.file(b"123456789");
        let read = |bytes: &[u8]| FORMAT.content(bytes).map(drop);
        for foreign in [&b""[..], b"TENGENXY", b"PK\x03\x04 something else"] {
            assert_eq!(read(foreign), Err(WeightsError::Foreign("chess weights")));
        }
        for length in HEADER..file.len() {
            assert_eq!(read(&file[..length]), Err(WeightsError::Damaged("chess weights")), "{length} bytes");
        }
        for bit in 0..8 * file.len() {
            let mut other = file.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            let expected = match bit / 8 {
                0..8 => WeightsError::Foreign("chess weights"),
                8..10 => WeightsError::Version { found: 7 ^ 1 << (bit - 64), expected: 7 },
                _ => WeightsError::Damaged("chess weights"),
            };
            assert_eq!(read(&other), Err(expected), "bit {bit}");
        }
    }
}
