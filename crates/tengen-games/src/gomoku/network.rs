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
    first: Box<[[i16; REGIONS * CHANNELS]; FIRST]>,
    first_bias: [i32; FIRST],
    second: Box<[[f32; SECOND]; FIRST]>,
    second_bias: [f32; SECOND],
    last: [f32; SECOND],
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
        for (rounded, weights) in network.first.iter_mut().zip(&self.first) {
            *rounded = weights.map(|weight| (weight * FIRST_ONE).round() as i16);
        }
        network.first_bias = self.first_bias.map(|bias| (bias * WINDOW_ONE * FIRST_ONE).round() as i32);
        network.second.copy_from_slice(&self.second);
        Network { second_bias: self.second_bias, last: self.last, last_bias: self.last_bias, ..network }
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
            first_bias: [0; FIRST],
            second: bytemuck::zeroed_box(),
            second_bias: [0.0; SECOND],
            last: [0.0; SECOND],
            last_bias: 0.0,
        }
    }

    /// The weights as bytes, little-endian, in the order of the fields.
    pub fn bytes(&self) -> Vec<u8> {
        let windows = self.windows[..WINDOWS].as_flattened().iter().map(|number| number.cast_unsigned());
        let first = self.first.as_flattened().iter().flat_map(|weight| weight.to_le_bytes());
        let bias = self.first_bias.iter().flat_map(|bias| bias.to_le_bytes());
        let rest =
            self.second.as_flattened().iter().chain(&self.second_bias).chain(&self.last).chain([&self.last_bias]);
        windows.chain(first).chain(bias).chain(rest.flat_map(|weight| weight.to_le_bytes())).collect()
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
        for weight in network.first.as_flattened_mut() {
            *weight = i16::from_le_bytes(next(&mut bytes)?);
        }
        for bias in &mut network.first_bias {
            *bias = i32::from_le_bytes(next(&mut bytes)?);
        }
        let Self { second, second_bias, last, last_bias, .. } = &mut network;
        for weight in second.as_flattened_mut().iter_mut().chain(second_bias).chain(last).chain([last_bias]) {
            *weight = Some(f32::from_le_bytes(next(&mut bytes)?)).filter(|weight| weight.is_finite())?;
        }
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
        let sums = sums.as_flattened();
        let first: [f32; FIRST] = std::array::from_fn(|unit| {
            let products = sums.iter().zip(&self.first[unit]).map(|(&sum, &weight)| i32::from(sum) * i32::from(weight));
            products.fold(self.first_bias[unit], i32::wrapping_add).max(0) as f32 / (WINDOW_ONE * FIRST_ONE)
        });
        let mut second = self.second_bias;
        for (unit, weights) in first.iter().zip(self.second.iter()) {
            for (sum, weight) in second.iter_mut().zip(weights) {
                *sum += unit * weight;
            }
        }
        // Eight sums side by side, so that the order of the additions is the same on every processor.
        let mut parts = [0.0; 8];
        for (place, (unit, weight)) in second.iter().zip(&self.last).enumerate() {
            parts[place % 8] += unit.max(0.0) * weight;
        }
        self.last_bias + parts.iter().sum::<f32>()
    }
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

    /// The same sums with 64-bit floating point numbers, from the rounded weights.
    #[test]
    fn a_value_is_what_two_layers_make_of_the_sums() {
        let network = random(3).rounded();
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..100 {
            let sums: RegionSums = std::array::from_fn(|_| std::array::from_fn(|_| rng.i16(0..400)));
            let mut odds = f64::from(network.last_bias);
            let first: Vec<f64> = (0..FIRST)
                .map(|unit| {
                    let products = sums.iter().flatten().zip(&network.first[unit]);
                    let sum: f64 = products.map(|(&sum, &weight)| f64::from(sum) * f64::from(weight)).sum();
                    let one = f64::from(WINDOW_ONE) * f64::from(FIRST_ONE);
                    ((sum + f64::from(network.first_bias[unit])) / one).max(0.0)
                })
                .collect();
            for unit in 0..SECOND {
                let weighed =
                    first.iter().enumerate().map(|(from, first)| first * f64::from(network.second[from][unit]));
                let sum = f64::from(network.second_bias[unit]) + weighed.sum::<f64>();
                odds += sum.max(0.0) * f64::from(network.last[unit]);
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
