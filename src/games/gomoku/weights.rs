//! The trained numbers of the evaluation, of all rule sets, in the program or in a file.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `TENGENGM` |
//! | 2 | version of the format |
//! | 4 | CRC-32 of all that follows |
//! | the rest | 16-bit numbers, little-endian, compressed (deflate) |
//!
//! The numbers are those of each [`Kind`] in order: its values by code in each of the [`TURNS`]; its values by threats; the value of the right to move; its ordering scores by code, first those of the side
//! that plays on a point, then those of its enemy.

use super::eval::Tables;
use super::rule::Rule;
use miniz_oxide::{deflate, inflate};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

pub use super::kind::{FINE, Kind, KindWeights, THREATS, TURNS};

const MAGIC: [u8; 8] = *b"TENGENGM";

/// Changes with the format and with the meaning of the numbers.
const VERSION: u16 = 2;

/// Bytes that the checksum does not cover.
const HEADER: usize = 14;

/// Slow to make, small.
const COMPRESSION: u8 = 9;

/// Why a file is of no use as weights.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// It does not begin as weights do.
    #[error("this is not a file of gomoku weights")]
    Foreign,
    /// Made by another version of the program.
    #[error("these weights are of version {0}, not {VERSION}")]
    Version(u16),
    /// The content does not fit its checksum, or has not as many numbers as it should.
    #[error("the file of gomoku weights is damaged")]
    Damaged,
}

/// The weights of all rule sets.
pub struct Weights {
    kinds: [KindWeights; Kind::ALL.len()],
    /// Made of them when they are first asked for.
    tables: [OnceLock<Arc<Tables>>; Rule::ALL.len()],
}

impl Weights {
    /// These weights.
    pub fn new(kinds: [KindWeights; Kind::ALL.len()]) -> Self {
        Self { kinds, tables: [const { OnceLock::new() }; Rule::ALL.len()] }
    }

    /// The weights that are part of this program.
    ///
    /// # Panics
    /// Where this program was built with a damaged file.
    pub fn shared() -> &'static Arc<Self> {
        static EMBEDDED: OnceLock<Arc<Weights>> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            let weights = Self::from_bytes(include_bytes!("weights.bin"));
            Arc::new(weights.expect("the weights in the program are proven by its tests"))
        })
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightsError> {
        let (header, body) = file.split_at_checked(HEADER).ok_or(WeightsError::Foreign)?;
        if header[..8] != MAGIC {
            return Err(WeightsError::Foreign);
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        if crc32fast::hash(body).to_le_bytes() != header[10..] {
            return Err(WeightsError::Damaged);
        }
        let count = Kind::ALL.len() * KindWeights::default().numbers().count();
        let bytes = inflate::decompress_to_vec_with_limit(body, 2 * count).map_err(|_| WeightsError::Damaged)?;
        if bytes.len() != 2 * count {
            return Err(WeightsError::Damaged);
        }
        let mut numbers = bytes.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let kinds: Option<Vec<_>> = Kind::ALL.iter().map(|_| KindWeights::read(&mut numbers)).collect();
        let kinds = kinds.and_then(|kinds| kinds.try_into().ok()).ok_or(WeightsError::Damaged)?;
        Ok(Self::new(kinds))
    }

    /// The file of these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.kinds.iter().flat_map(KindWeights::numbers);
        let body = deflate::compress_to_vec(&numbers.flat_map(i16::to_le_bytes).collect::<Vec<_>>(), COMPRESSION);
        [&MAGIC[..], &VERSION.to_le_bytes(), &crc32fast::hash(&body).to_le_bytes(), &body].concat()
    }

    /// The numbers of all kinds.
    pub const fn kinds(&self) -> &[KindWeights; Kind::ALL.len()] {
        &self.kinds
    }

    /// What a search under a rule set looks up.
    pub fn tables(&self, rule: Rule) -> Arc<Tables> {
        self.tables[rule as usize].get_or_init(|| Arc::new(Tables::make(rule, &self.kinds))).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights that are all different.
    fn sample() -> Weights {
        let mut rng = fastrand::Rng::with_seed(5);
        Weights::new([(); Kind::ALL.len()].map(|()| {
            let mut kind = KindWeights::default();
            let KindWeights { values, threats, tempo, order } = &mut kind;
            let by_code = values.iter_mut().chain(order).flat_map(|table| table.iter_mut());
            for number in by_code.chain(threats.iter_mut()).chain([tempo]) {
                *number = rng.i16(..);
            }
            kind
        }))
    }

    #[test]
    fn weights_come_back_from_a_file() {
        let weights = sample();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()).unwrap().kinds, weights.kinds);
    }

    #[test]
    fn what_is_no_file_of_weights_is_refused() {
        let file = sample().to_bytes();
        let read = |bytes: &[u8]| Weights::from_bytes(bytes).map(drop).unwrap_err();
        assert_eq!(read(b"TENGENOW"), WeightsError::Foreign);
        assert_eq!(read(&[b'X'; 40]), WeightsError::Foreign);
        let mut other = file.clone();
        other[8] = 9;
        assert_eq!(read(&other), WeightsError::Version(9));
        for length in [HEADER, HEADER + 1, file.len() / 2, file.len() - 1] {
            assert_eq!(read(&file[..length]), WeightsError::Damaged, "{length}");
        }
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..200 {
            let mut other = file.clone();
            other[rng.usize(HEADER - 4..file.len())] ^= 1 << rng.u8(..8);
            assert_eq!(read(&other), WeightsError::Damaged);
        }
        // A right checksum of too few numbers, and of too many.
        for count in [0, 10, 1 << 20] {
            let body = deflate::compress_to_vec(&vec![0; count], COMPRESSION);
            let file = [&MAGIC[..], &VERSION.to_le_bytes(), &crc32fast::hash(&body).to_le_bytes(), &body].concat();
            assert_eq!(read(&file), WeightsError::Damaged, "{count}");
        }
    }

    #[test]
    fn the_weights_in_the_program_are_whole() {
        assert!(Weights::from_bytes(include_bytes!("weights.bin")).is_ok());
    }
}
