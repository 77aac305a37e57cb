//! Weights in a file.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `TENGENOW` |
//! | 2 | version of the format |
//! | 4 | CRC-32 of all that follows |
//! | 2 | step: evaluation units that a stored 1 is worth |
//! | 4 x [`PHASES`] | bytes of each packed phase |
//! | the rest | the packed phases, each compressed by itself: it is unpacked when it is first needed |
//!
//! Numbers are little-endian. A phase is its weights in the order of [`Numbering`](super::Numbering), as differences
//! of a step, zigzag coded (0, -1, 1, -2, ...), first the low bytes of all, then the high bytes of all.

use super::shapes::Numbering;
use super::weights::PHASES;
use miniz_oxide::{deflate, inflate};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"TENGENOW";
/// Changes with the format and with the shapes.
const VERSION: u16 = 1;
/// Bytes that the checksum does not cover.
const HEADER: usize = 14;
/// Slow to make, small.
const COMPRESSION: u8 = 9;

/// Why a file is of no use as weights.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// It does not begin as weights do.
    #[error("this is not a file of Othello weights")]
    Foreign,
    /// Made by another version of the program.
    #[error("these weights are of version {0}, not {VERSION}")]
    Version(u16),
    /// The content does not fit its checksum or its header.
    #[error("the file of Othello weights is damaged")]
    Damaged,
}

/// A file of weights whose checksum is right.
#[derive(Debug, Default)]
pub(super) struct File<'a> {
    /// Evaluation units that a stored 1 is worth.
    pub step: i16,
    /// The packed phases.
    pub packed: Vec<&'a [u8]>,
}

impl<'a> File<'a> {
    /// Reads the header and proves the checksum.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, WeightsError> {
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(WeightsError::Foreign)?;
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
        let (&step, rest) = body.split_first_chunk().ok_or(WeightsError::Damaged)?;
        let (lengths, mut rest) = rest.split_at_checked(PHASES * 4).ok_or(WeightsError::Damaged)?;
        let mut packed = Vec::with_capacity(PHASES);
        for &length in lengths.as_chunks().0 {
            let (phase, after) =
                rest.split_at_checked(u32::from_le_bytes(length) as usize).ok_or(WeightsError::Damaged)?;
            packed.push(phase);
            rest = after;
        }
        Ok(Self { step: i16::from_le_bytes(step), packed })
    }
}

/// Packs weights of all phases, in evaluation units, rounded to multiples of `step`.
///
/// # Panics
/// Unless there are [`PHASES`] phases of [`Numbering::count`] weights each, and `step` is above 0.
pub fn pack(phases: &[Vec<i16>], step: i16) -> Vec<u8> {
    assert!(phases.len() == PHASES && step > 0);
    let packed: Vec<_> = phases.iter().map(|weights| pack_phase(weights, step)).collect();
    let mut body = step.to_le_bytes().to_vec();
    body.extend(packed.iter().flat_map(|phase| (phase.len() as u32).to_le_bytes()));
    body.extend(packed.concat());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

fn pack_phase(weights: &[i16], step: i16) -> Vec<u8> {
    assert_eq!(weights.len(), Numbering::get().count());
    let codes = weights.iter().map(|&weight| {
        let steps = (f32::from(weight) / f32::from(step)).round() as i16;
        (steps << 1 ^ steps >> 15).to_le_bytes()
    });
    let (low, high): (Vec<u8>, Vec<u8>) = codes.map(|[low, high]| (low, high)).unzip();
    deflate::compress_to_vec([low, high].concat().as_slice(), COMPRESSION)
}

/// The weights of a packed phase in evaluation units.
pub(super) fn unpack_phase(packed: &[u8], step: i16) -> Result<Vec<i16>, WeightsError> {
    let count = Numbering::get().count();
    let bytes = inflate::decompress_to_vec_with_limit(packed, count * 2).map_err(|_| WeightsError::Damaged)?;
    if bytes.len() != count * 2 {
        return Err(WeightsError::Damaged);
    }
    let (low, high) = bytes.split_at(count);
    let weight = |(&low, &high): (&u8, &u8)| {
        let code = u16::from_le_bytes([low, high]);
        ((code >> 1) as i16 ^ -((code & 1) as i16)).wrapping_mul(step)
    };
    Ok(low.iter().zip(high).map(weight).collect())
}
