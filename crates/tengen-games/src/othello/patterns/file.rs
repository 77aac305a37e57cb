//! Weights in a file ([`Format`]), whose content is:
//!
//! | bytes | content |
//! |---|---|
//! | 2 | step: evaluation units that a stored 1 is worth |
//! | 4 x [`GROUPS`] | bytes of each packed group |
//! | the rest | the packed groups, each compressed (deflate) by itself: it is unpacked when it is first needed |
//!
//! Numbers are little-endian. A group is [`GROUP`] phases: the weights of its first phase in the order of
//! [`Numbering`](super::Numbering), then for each weight how it changes from phase to phase. All are counted in steps,
//! one byte each; changes wrap around.

use super::shapes::Numbering;
use crate::weights::{Format, WeightsError};
use miniz_oxide::{deflate, inflate};

/// The number of phases. Weights differ from ply to ply: the first phase is that of 4 discs, the last that of 63.
pub const PHASES: usize = GROUPS * GROUP;
/// The number of groups; a group of phases is unpacked as a whole.
pub(super) const GROUPS: usize = 6;
/// The number of phases in a group.
pub(super) const GROUP: usize = 10;

/// The format of a weights file. Its version changes with the shapes, too.
pub(super) const FORMAT: Format = Format { magic: *b"TENGENOW", version: 3, holds: "Othello weights" };
/// The most steps that a weight can count.
const MOST: f32 = 127.0;
/// The compression level of a weights file: slow to make, and small.
const COMPRESSION: u8 = 9;

/// A file of weights whose checksum is right.
#[derive(Debug, Default)]
pub(super) struct File<'a> {
    /// Evaluation units that a stored 1 is worth.
    pub step: i16,
    /// The packed groups.
    pub packed: Vec<&'a [u8]>,
}

impl<'a> File<'a> {
    /// Reads the header of a weights file and checks the checksum.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, WeightsError> {
        let body = FORMAT.content(bytes)?;
        let (&step, rest) = body.split_first_chunk().ok_or(FORMAT.damaged())?;
        let (lengths, mut rest) = rest.split_at_checked(GROUPS * 4).ok_or(FORMAT.damaged())?;
        let mut packed = Vec::with_capacity(GROUPS);
        for &length in lengths.as_chunks().0 {
            let (group, after) = rest.split_at_checked(u32::from_le_bytes(length) as usize).ok_or(FORMAT.damaged())?;
            packed.push(group);
            rest = after;
        }
        Ok(Self { step: i16::from_le_bytes(step), packed })
    }
}

/// Packs weights of all phases, in evaluation units, rounded to multiples of `step`. A weight is at most 127 steps.
///
/// # Panics
/// Unless there are [`PHASES`] phases of [`Numbering::count`] weights each, and `step` is above 0.
pub fn pack(phases: &[Vec<i16>], step: i16) -> Vec<u8> {
    assert!(phases.len() == PHASES && step > 0);
    let packed: Vec<_> = phases.chunks(GROUP).map(|group| pack_group(group, step)).collect();
    let mut body = step.to_le_bytes().to_vec();
    body.extend(packed.iter().flat_map(|group| (group.len() as u32).to_le_bytes()));
    body.extend(packed.concat());
    FORMAT.file(&body)
}

fn pack_group(phases: &[Vec<i16>], step: i16) -> Vec<u8> {
    let steps = |weight: i16| (f32::from(weight) / f32::from(step)).round().clamp(-MOST, MOST) as i8;
    let mut bytes: Vec<_> = phases[0].iter().map(|&weight| steps(weight) as u8).collect();
    for number in 0..Numbering::get().count() {
        let changes = phases.windows(2).map(|pair| steps(pair[1][number]).wrapping_sub(steps(pair[0][number])));
        bytes.extend(changes.map(|change| change as u8));
    }
    deflate::compress_to_vec(&bytes, COMPRESSION)
}

/// Each weight of a packed group in all its phases, in steps.
pub(super) fn unpack_group(packed: &[u8]) -> Result<Vec<[i8; GROUP]>, WeightsError> {
    let count = Numbering::get().count();
    let bytes = inflate::decompress_to_vec_with_limit(packed, count * GROUP).map_err(|_| FORMAT.damaged())?;
    if bytes.len() != count * GROUP {
        return Err(FORMAT.damaged());
    }
    let (first, changes) = bytes.split_at(count);
    let changes = changes.as_chunks::<{ GROUP - 1 }>().0;
    let weights = first.iter().zip(changes).map(|(&first, changes)| {
        let mut phases = [first as i8; GROUP];
        for (phase, &change) in changes.iter().enumerate() {
            phases[phase + 1] = phases[phase].wrapping_add(change as i8);
        }
        phases
    });
    Ok(weights.collect())
}
