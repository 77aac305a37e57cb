//! The trained numbers of the evaluation, of all rule sets, in the program or in a file.
//!
//! The content of a file ([`Format`]) is compressed (deflate). It has for each [`WeightKind`] in order 16-bit numbers, little-endian: its values
//! by code in each of the [`TURNS`]; its values by threats; the value of the right to move; its ordering scores by code, first those of the
//! side that plays on a point, then those of its enemy. Then for each kind a byte that tells whether it has a network, and the network.

use super::board::Rule;
use super::eval::Tables;
use super::network::Network;
use crate::data::data;
use crate::weights::{Format, WeightsError};
use miniz_oxide::{deflate, inflate};
use std::sync::{Arc, OnceLock};

pub use super::eval::{FINE, KindWeights, THREATS, TURNS, WeightKind};

const FORMAT: Format = Format { magic: *b"TENGENGM", version: 4, holds: "gomoku weights" };

/// The compression level of the file: slow to make, and small.
const COMPRESSION: u8 = 9;

/// The weights of all rule sets.
pub struct Weights {
    kinds: [KindWeights; WeightKind::ALL.len()],
    /// The tables of each rule set, made from the weights when they are first asked for.
    tables: [OnceLock<Arc<Tables>>; Rule::ALL.len()],
}

impl Weights {
    /// The weights with these numbers.
    pub fn new(kinds: [KindWeights; WeightKind::ALL.len()]) -> Self {
        Self { kinds, tables: [const { OnceLock::new() }; Rule::ALL.len()] }
    }

    /// The weights that are part of this program.
    ///
    /// # Panics
    /// Where this program was built with a damaged file.
    pub fn shared() -> &'static Arc<Self> {
        static EMBEDDED: OnceLock<Arc<Weights>> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            let weights = Self::from_bytes(data!("../gomoku/weights.bin"));
            Arc::new(weights.expect("the weights in the program are proven by its tests"))
        })
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightsError> {
        let packed = FORMAT.content(file)?;
        let numbers = 2 * WeightKind::ALL.len() * KindWeights::default().numbers().count();
        let most = numbers + WeightKind::ALL.len() * (1 + Network::BYTES);
        let bytes = inflate::decompress_to_vec_with_limit(packed, most).map_err(|_| FORMAT.damaged())?;
        let (numbers, networks) = bytes.split_at_checked(numbers).ok_or(FORMAT.damaged())?;
        let mut numbers = numbers.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut networks = Some(networks);
        let kinds: Option<Vec<_>> = WeightKind::ALL
            .iter()
            .map(|_| {
                let (network, rest) = read_network(networks?)?;
                networks = Some(rest);
                Some(KindWeights { network, ..KindWeights::read(&mut numbers)? })
            })
            .collect();
        let whole = networks.is_some_and(<[u8]>::is_empty);
        let kinds = kinds.filter(|_| whole).and_then(|kinds| kinds.try_into().ok()).ok_or(FORMAT.damaged())?;
        Ok(Self::new(kinds))
    }

    /// The content of a weights file with these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.kinds.iter().flat_map(KindWeights::numbers).flat_map(i16::to_le_bytes);
        let network =
            |kind: &KindWeights| kind.network.as_ref().map_or(vec![0], |network| [vec![1], network.bytes()].concat());
        let content: Vec<u8> = numbers.chain(self.kinds.iter().flat_map(network)).collect();
        FORMAT.file(&deflate::compress_to_vec(&content, COMPRESSION))
    }

    /// The weights of all kinds.
    pub const fn kinds(&self) -> &[KindWeights; WeightKind::ALL.len()] {
        &self.kinds
    }

    /// The tables that a search under a rule set looks up.
    pub fn tables(&self, rule: Rule) -> Arc<Tables> {
        self.tables[rule as usize].get_or_init(|| Arc::new(Tables::make(rule, &self.kinds))).clone()
    }
}

/// Whether a kind has a network, the network, and what comes after it.
fn read_network(bytes: &[u8]) -> Option<(Option<Arc<Network>>, &[u8])> {
    match bytes.split_first()? {
        (0, rest) => Some((None, rest)),
        (1, rest) => {
            let (network, rest) = rest.split_at_checked(Network::BYTES)?;
            Some((Some(Arc::new(Network::from_bytes(network)?)), rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::network::testing::random;

    /// Weights that are all different.
    fn sample() -> Weights {
        let mut rng = fastrand::Rng::with_seed(5);
        Weights::new([(); WeightKind::ALL.len()].map(|()| {
            let network = rng.bool().then(|| Arc::new(random(rng.u64(..)).rounded()));
            let mut kind = KindWeights { network, ..KindWeights::default() };
            let KindWeights { values, threats, tempo, order, .. } = &mut kind;
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
    fn a_file_of_too_few_or_too_many_numbers_is_refused() {
        let read = |packed: &[u8]| Weights::from_bytes(&FORMAT.file(packed)).map(drop);
        for count in [0, 10, 1 << 20] {
            let packed = deflate::compress_to_vec(&vec![0; count], COMPRESSION);
            assert_eq!(read(&packed), Err(WeightsError::Damaged("gomoku weights")), "{count}");
        }
        assert_eq!(read(&[0xff; 100]), Err(WeightsError::Damaged("gomoku weights")));
    }

    #[test]
    fn a_damaged_network_is_refused() {
        let numbers = 2 * WeightKind::ALL.len() * KindWeights::default().numbers().count();
        let whole = [vec![0; numbers + 5], vec![1], random(1).rounded().bytes()].concat();
        let read = |content: &[u8]| Weights::from_bytes(&FORMAT.file(&deflate::compress_to_vec(content, 1))).map(drop);
        assert_eq!(read(&whole), Ok(()));
        let mut other = whole.clone();
        other[numbers] = 2;
        for content in [&whole[..whole.len() - 1], &[&whole[..], &[0]].concat(), &other] {
            assert_eq!(read(content), Err(WeightsError::Damaged("gomoku weights")));
        }
    }

    #[test]
    fn the_weights_in_the_program_are_whole() {
        assert!(Weights::from_bytes(data!("../gomoku/weights.bin")).is_ok());
    }
}
