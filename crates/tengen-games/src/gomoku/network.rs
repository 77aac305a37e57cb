//! A network that corrects the value of the tables: it sees how points work together.
//!
//! Each free point has [`CHANNELS`] numbers: those of the windows of its four lines ([`windows`](super::windows)), added, and cut off below 0 and
//! above 4. They are summed over each of nine regions of the board, and two layers and a sum make the logarithm of odds of
//! these sums. A point with nothing within reach has no part. The idea of small networks that follow the moves is that of NNUE
//! (Nasu, 2018), that of numbers by line windows Rapfi's; what was tried is in `docs/lab/gomoku.md`, "A network that is trained longer".

use super::bits::{INDICES, Point};
use super::windows::{FourWindows, WINDOWS};
use crate::gomoku::params::SCALE;
use tengen_core::search::Score;
use wide::{f32x16, i16x32, i32x16};

/// The numbers of a point.
pub const CHANNELS: usize = 16;

/// The regions of the board: three by three.
pub const REGIONS: usize = 9;

/// The units of the first layer.
pub const FIRST: usize = 16;

/// The units of the second layer.
pub const SECOND: usize = 16;

/// The number of lines of the boards that it was trained on: on others it has no say.
pub const SIZE: u8 = 15;

/// A number of a window that is 1 before it is rounded to 8 bits.
pub const WINDOW_ONE: f32 = 16.0;

/// The largest number of a point, after it is rounded.
pub const MOST: i8 = 64;

/// A weight of the first layer that is 1 before it is rounded to 16 bits.
pub const FIRST_ONE: f32 = 4096.0;

/// A power of two above the numbers of windows.
const WINDOW_LIMIT: usize = WINDOWS.next_power_of_two();

/// Pairs of the sums of regions, which the first layer takes together.
const PAIRS: usize = REGIONS * CHANNELS / 2;

/// Sums of the first layer that are made side by side, so that none waits for the one before.
const CHAINS: usize = 4;

/// The most that a network adds to a value or takes from it, in points.
const MOST_VALUE: Score = 10_000;

/// What the numbers of its windows make of a point.
pub type Active = [u8; CHANNELS];

/// The numbers of the points, summed over each region.
pub type RegionSums = [[i16; CHANNELS]; REGIONS];

/// The weights, as they are used.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// Longer than there are windows: no index is checked.
    windows: Box<[[i8; CHANNELS]; WINDOW_LIMIT]>,
    /// For each pair of sums the two weights of each unit.
    first: Box<[i16x32; PAIRS]>,
    first_bias: i32x16,
    second: Box<[f32x16; FIRST]>,
    second_bias: f32x16,
    last: f32x16,
    last_bias: f32,
}

/// The weights before they are rounded.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    /// The numbers of each window.
    pub windows: Vec<[f32; CHANNELS]>,
    /// For each unit of the first layer its weights by region and channel.
    pub first: Vec<[f32; REGIONS * CHANNELS]>,
    /// What is added to the units of the first layer.
    pub first_bias: [f32; FIRST],
    /// For each unit of the first layer its weights in the second.
    pub second: Vec<[f32; SECOND]>,
    /// What is added to the units of the second layer.
    pub second_bias: [f32; SECOND],
    /// The weights of the second layer's units in the value.
    pub last: [f32; SECOND],
    /// What is added to the value.
    pub last_bias: f32,
}

impl FloatNetwork {
    /// The network with these weights, rounded; numbers that are too large are cut off.
    pub fn rounded(&self) -> Network {
        let mut network = Network::zero();
        for (rounded, window) in network.windows.iter_mut().zip(&self.windows) {
            *rounded = window.map(|number| (number * WINDOW_ONE).round().clamp(-127.0, 127.0) as i8);
        }
        for ([pair, place], weight) in first_places().zip(self.first.as_flattened()) {
            network.first[pair].as_mut_array()[place] = (weight * FIRST_ONE).round() as i16;
        }
        network.first_bias = self.first_bias.map(|bias| (bias * WINDOW_ONE * FIRST_ONE).round() as i32).into();
        for (weights, exact) in network.second.iter_mut().zip(&self.second) {
            *weights = (*exact).into();
        }
        Network { second_bias: self.second_bias.into(), last: self.last.into(), last_bias: self.last_bias, ..network }
    }
}

/// The numbers of the windows of a [`Network`].
#[derive(Clone, Copy)]
pub struct Rows<'a>(&'a [[i8; CHANNELS]; WINDOW_LIMIT]);

impl Rows<'_> {
    /// What the windows of its four lines make of a point.
    #[inline]
    pub fn active(self, windows: FourWindows) -> Active {
        let [a, b, c, d] = [0, 1, 2, 3].map(|line| &self.0[usize::from(windows.of(line)) % WINDOW_LIMIT]);
        std::array::from_fn(|k| {
            let sum = a[k].saturating_add(b[k]).saturating_add(c[k].saturating_add(d[k]));
            sum.clamp(0, MOST).cast_unsigned()
        })
    }
}

impl Network {
    /// The number of bytes of [`Network::bytes`].
    pub const BYTES: usize =
        WINDOWS * CHANNELS + 2 * FIRST * REGIONS * CHANNELS + 4 * (FIRST + FIRST * SECOND + SECOND + SECOND + 1);

    fn zero() -> Self {
        Self {
            windows: bytemuck::zeroed_box(),
            first: bytemuck::zeroed_box(),
            first_bias: i32x16::ZERO,
            second: bytemuck::zeroed_box(),
            second_bias: f32x16::ZERO,
            last: f32x16::ZERO,
            last_bias: 0.0,
        }
    }

    /// The weights as bytes, little-endian, in the order of the fields, those of the first layer unit by unit.
    pub fn bytes(&self) -> Vec<u8> {
        let windows = self.windows[..WINDOWS].as_flattened().iter().map(|number| number.cast_unsigned());
        let first = first_places().flat_map(|[pair, place]| self.first[pair].as_array()[place].to_le_bytes());
        let bias = self.first_bias.to_array().into_iter().flat_map(i32::to_le_bytes);
        let layers = self.second.iter().chain([&self.second_bias, &self.last]);
        let rest = layers.flat_map(|row| row.to_array()).chain([self.last_bias]).flat_map(f32::to_le_bytes);
        windows.chain(first).chain(bias).chain(rest).collect()
    }

    /// The network of these bytes; `None` where they are too few, too many, or no numbers.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (mut network, mut bytes) = (Self::zero(), bytes);
        if bytes.len() != Self::BYTES {
            return None;
        }
        for number in network.windows[..WINDOWS].as_flattened_mut() {
            *number = i8::from_le_bytes(next(&mut bytes)?);
        }
        for [pair, place] in first_places() {
            network.first[pair].as_mut_array()[place] = i16::from_le_bytes(next(&mut bytes)?);
        }
        for bias in network.first_bias.as_mut_array() {
            *bias = i32::from_le_bytes(next(&mut bytes)?);
        }
        let mut number = || Some(f32::from_le_bytes(next(&mut bytes)?)).filter(|number| number.is_finite());
        for row in network.second.iter_mut().chain([&mut network.second_bias, &mut network.last]) {
            for weight in row.as_mut_array() {
                *weight = number()?;
            }
        }
        network.last_bias = number()?;
        Some(network)
    }

    /// The numbers of the windows.
    pub const fn rows(&self) -> Rows<'_> {
        Rows(&self.windows)
    }

    /// What is to be added to the value of a position, in points of evaluation.
    pub fn value(&self, sums: &RegionSums) -> Score {
        ((self.odds(sums) * SCALE.odds as f32).round() as Score).clamp(-MOST_VALUE, MOST_VALUE)
    }

    /// The logarithm of the odds that the tables' value leaves out. Sums wrap around: trained weights are far from that, and those of any file
    /// may do no harm.
    fn odds(&self, sums: &RegionSums) -> f32 {
        let pairs: [[i32; CHAINS]; PAIRS / CHAINS] = bytemuck::cast(*sums);
        let mut chains = [i32x16::ZERO; CHAINS];
        for (pairs, weights) in pairs.into_iter().zip(self.first.as_chunks::<CHAINS>().0) {
            for ((chain, pair), &weights) in chains.iter_mut().zip(pairs).zip(weights) {
                *chain += bytemuck::cast::<i32x16, i16x32>(i32x16::splat(pair)).dot(weights);
            }
        }
        let first = chains.into_iter().fold(self.first_bias, |sum, chain| sum + chain).max(i32x16::ZERO);
        let first = first.round_float() * f32x16::splat(1.0 / (WINDOW_ONE * FIRST_ONE));
        let mut second = self.second_bias;
        for (&unit, &weights) in first.as_array().iter().zip(self.second.iter()) {
            second += f32x16::splat(unit) * weights;
        }
        // The order of the additions is the same on every processor.
        let parts = (second.max(f32x16::ZERO) * self.last).to_array();
        self.last_bias + (0..SECOND / 2).map(|place| parts[place] + parts[place + SECOND / 2]).sum::<f32>()
    }
}

/// Where the weights of the first layer are, unit by unit: at which pair of sums, and which of its weights they are.
fn first_places() -> impl Iterator<Item = [usize; 2]> {
    (0..FIRST).flat_map(|unit| (0..REGIONS * CHANNELS).map(move |input| [input / 2, 2 * unit + input % 2]))
}

fn next<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// The region of each point of a board, by its index.
pub fn regions(size: u8) -> [u8; INDICES] {
    std::array::from_fn(|index| {
        let point = Point::from_index(index);
        let third = |line: u8| (line * 3 / size).min(2);
        third(point.row()) * 3 + third(point.col())
    })
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// A network of random weights, of about the size of trained ones.
    pub fn random(seed: u64) -> FloatNetwork {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut number = |most: f32| (rng.f32() * 2.0 - 1.0) * most;
        FloatNetwork {
            windows: (0..WINDOWS).map(|_| std::array::from_fn(|_| number(2.0))).collect(),
            first: (0..FIRST).map(|_| std::array::from_fn(|_| number(0.05))).collect(),
            first_bias: std::array::from_fn(|_| number(1.0)),
            second: (0..FIRST).map(|_| std::array::from_fn(|_| number(0.3))).collect(),
            second_bias: std::array::from_fn(|_| number(0.3)),
            last: std::array::from_fn(|_| number(0.3)),
            last_bias: number(0.3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::random;
    use super::*;
    use crate::gomoku::windows::Windows;
    use tengen_core::game::Color;

    #[test]
    fn a_network_comes_back_from_its_bytes() {
        let network = random(1).rounded();
        let bytes = network.bytes();
        assert_eq!(bytes.len(), Network::BYTES);
        assert_eq!(Network::from_bytes(&bytes), Some(network));
    }

    #[test]
    fn bytes_that_are_no_network_are_refused() {
        let mut bytes = random(2).rounded().bytes();
        assert_eq!(Network::from_bytes(&bytes[1..]), None);
        assert_eq!(Network::from_bytes(&[&bytes[..], &[0]].concat()), None);
        let last = bytes.len() - 4;
        bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Network::from_bytes(&bytes), None);
    }

    /// The same sums with 64-bit floating point numbers, from the weights as a file has them.
    #[test]
    fn a_value_is_what_two_layers_make_of_the_sums() {
        const INPUTS: usize = REGIONS * CHANNELS;
        let network = random(3).rounded();
        let bytes = network.bytes();
        let (whole, real) = bytes[WINDOWS * CHANNELS..].split_at(2 * FIRST * INPUTS + 4 * FIRST);
        let (weights, bias) = whole.split_at(2 * FIRST * INPUTS);
        let weights: Vec<f64> = weights.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two).into()).collect();
        let bias: Vec<f64> = bias.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four).into()).collect();
        let real: Vec<f64> = real.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four).into()).collect();
        let (second, rest) = real.split_at(FIRST * SECOND);
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..100 {
            let sums: RegionSums = std::array::from_fn(|_| std::array::from_fn(|_| rng.i16(0..400)));
            let mut odds = rest[2 * SECOND];
            let unit = |unit: usize| {
                let products = sums.as_flattened().iter().zip(&weights[unit * INPUTS..]);
                let sum: f64 = products.map(|(&sum, &weight)| f64::from(sum) * weight).sum();
                ((sum + bias[unit]) / f64::from(WINDOW_ONE * FIRST_ONE)).max(0.0)
            };
            let first: Vec<f64> = (0..FIRST).map(unit).collect();
            for unit in 0..SECOND {
                let weighed = first.iter().enumerate().map(|(from, first)| first * second[from * SECOND + unit]);
                odds += (rest[unit] + weighed.sum::<f64>()).max(0.0) * rest[SECOND + unit];
            }
            assert!((f64::from(network.value(&sums)) - odds * SCALE.odds).abs() < 0.6, "{odds}");
        }
    }

    #[test]
    fn no_weights_are_too_large() {
        let mut bytes = random(6).rounded().bytes();
        let (first, rest) = (WINDOWS * CHANNELS, WINDOWS * CHANNELS + 2 * FIRST * REGIONS * CHANNELS + 4 * FIRST);
        bytes[first..rest].fill(0x7F);
        for weight in bytes[rest..].as_chunks_mut().0 {
            *weight = f32::MAX.to_le_bytes();
        }
        let network = Network::from_bytes(&bytes).unwrap();
        assert!(network.value(&[[1600; CHANNELS]; REGIONS]).abs() <= MOST_VALUE);
    }

    #[test]
    fn a_point_has_the_numbers_of_its_windows_between_0_and_4() {
        let network = random(5).rounded();
        let window = |marks| Windows::get().at(Color::Black, marks);
        let windows = [window(0), window(1), window(2), window(1 << 6)];
        let of = [0, 1, 2, 3]
            .into_iter()
            .fold(super::super::windows::FourWindows::default(), |all, line| all.with(line, windows[line]));
        let active = network.rows().active(of);
        for (channel, &number) in active.iter().enumerate() {
            let sum: i32 = windows.iter().map(|&window| i32::from(network.windows[usize::from(window)][channel])).sum();
            assert_eq!(i32::from(number), sum.clamp(0, 64));
        }
    }

    #[test]
    fn regions_are_thirds() {
        let regions = regions(15);
        for (name, region) in [((0, 0), 0), ((14, 0), 2), ((4, 4), 0), ((5, 4), 1), ((7, 7), 4), ((14, 14), 8)] {
            assert_eq!(regions[Point::new(name.0, name.1).index()], region, "{name:?}");
        }
    }
}
