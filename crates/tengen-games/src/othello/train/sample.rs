//! Positions with what they are worth, in files.

use crate::othello::search::board::Discs;
use std::io::Write as _;
use std::path::Path;
use std::{fs, io};
use tengen_core::whole_file;

/// A position and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// The position.
    pub board: Discs,
    /// What it is worth to the side to move, in evaluation units.
    pub value: i16,
}

impl Sample {
    const BYTES: usize = 18;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.enemy.to_le_bytes());
        bytes[16..].copy_from_slice(&self.value.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        Self { board: Discs { own: word(0), enemy: word(8) }, value: i16::from_le_bytes([bytes[16], bytes[17]]) }
    }
}

/// Writes samples to a file that is either whole or not there.
///
/// # Errors
/// Those of the file system.
pub(super) fn write(path: &Path, samples: &[Sample]) -> io::Result<()> {
    whole_file::write(path, |file| samples.iter().try_for_each(|sample| file.write_all(&sample.to_bytes())))
}

/// Reads a file of [`write`].
///
/// # Errors
/// Those of the file system; `InvalidData` for a file that holds no whole number of samples.
pub(super) fn read(path: &Path) -> io::Result<Vec<Sample>> {
    let bytes = fs::read(path)?;
    let (samples, []) = bytes.as_chunks() else {
        let text = format!("{} does not hold whole samples", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    };
    Ok(samples.iter().map(Sample::from_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_come_back_and_parts_of_samples_do_not() {
        let folder = std::env::temp_dir().join(format!("tengen-samples-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("0.samples");
        let samples = [(1_u64 << 63, 7, -6_400), (0x0123_4567, u64::MAX << 32, 12)];
        let samples = samples.map(|(own, enemy, value)| Sample { board: Discs { own, enemy }, value });
        write(&path, &samples).unwrap();
        assert_eq!(read(&path).unwrap(), samples);
        fs::write(&path, [0; 19]).unwrap();
        assert_eq!(read(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        fs::remove_dir_all(folder).unwrap();
    }
}
