//! The numbers that a training of a network changes, and how the network's weights follow from them.
//!
//! The numbers of a window are not trained one by one: most windows are rare. A small network makes them from its two halves,
//! which have vectors that are added, and two layers.

use crate::gomoku::network::{CHANNELS, FIRST, FloatNetwork, REGIONS, SECOND};
use crate::gomoku::windows::{HALVES, Windows};
use std::ops::Range;

/// The units of the layers that make the numbers of windows.
pub(super) const UNITS: usize = 64;

/// The inputs of the first layer: the sums over each region, and over the board.
pub(super) const INPUTS: usize = (REGIONS + 1) * CHANNELS;

/// What the sums over a region and over the board are multiplied by.
pub(super) const REGION_SCALE: f32 = 1.0 / 8.0;
pub(super) const BOARD_SCALE: f32 = 1.0 / 24.0;

/// The largest absolute number of a window: what 8 bits hold.
pub(super) const WINDOW_MOST: f32 = 127.0 / crate::gomoku::network::WINDOW_ONE;

/// A part of the numbers.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Half,
    HalfBias,
    Middle,
    MiddleBias,
    Window,
    WindowBias,
    First,
    FirstBias,
    Second,
    SecondBias,
    Last,
    LastBias,
}

/// The lengths of the parts.
const LENGTHS: [usize; 12] = [
    HALVES * UNITS,
    UNITS,
    UNITS * UNITS,
    UNITS,
    UNITS * CHANNELS,
    CHANNELS,
    INPUTS * FIRST,
    FIRST,
    FIRST * SECOND,
    SECOND,
    SECOND,
    1,
];

/// All numbers in one row, part after part.
pub(super) const COUNT: usize = Part::LastBias.range().end;

impl Part {
    /// Where the part lies among all numbers.
    pub const fn range(self) -> Range<usize> {
        let (mut part, mut start) = (0, 0);
        while part < self as usize {
            start += LENGTHS[part];
            part += 1;
        }
        start..start + LENGTHS[self as usize]
    }
}

/// What the numbers of windows were made of: the activations of the two layers, and the numbers before they are cut off.
pub(super) struct WindowLayers {
    half: Vec<[f32; UNITS]>,
    middle: Vec<[f32; UNITS]>,
    pub numbers: Vec<[f32; CHANNELS]>,
}

fn rows<const N: usize>(numbers: &[f32]) -> &[[f32; N]] {
    numbers.as_chunks().0
}

/// Adds `scale` times a row to a sum.
#[inline]
pub(super) fn add<const N: usize>(sum: &mut [f32; N], scale: f32, row: &[f32; N]) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += scale * number;
    }
}

/// The sum of products, in sixteen sums side by side.
#[inline]
pub(super) fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sums = [0.0; 16];
    for place in 0..N {
        sums[place % 16] += a[place] * b[place];
    }
    sums.iter().sum()
}

/// Numbers to begin with: normally distributed, of a variance that keeps that of the activations (He et al. 2015). The last layer is 0,
/// so that a network begins with no opinion.
pub(super) fn beginning(rng: &mut fastrand::Rng) -> Vec<f32> {
    let mut numbers = vec![0.0; COUNT];
    let variances = [
        (Part::Half, 0.5),
        (Part::Middle, 2.0 / UNITS as f32),
        (Part::Window, 0.12 / UNITS as f32),
        (Part::First, 2.0 / INPUTS as f32),
        (Part::Second, 2.0 / FIRST as f32),
    ];
    for (part, variance) in variances {
        for number in &mut numbers[part.range()] {
            *number = ((0..12).map(|_| rng.f32()).sum::<f32>() - 6.0) * variance.sqrt();
        }
    }
    numbers[Part::WindowBias.range()].fill(0.05);
    numbers
}

impl WindowLayers {
    /// The numbers of all windows.
    pub fn of(numbers: &[f32]) -> Self {
        let halves = rows::<UNITS>(&numbers[Part::Half.range()]);
        let bias = &rows::<UNITS>(&numbers[Part::HalfBias.range()])[0];
        let parts = Windows::get().parts();
        let half: Vec<[f32; UNITS]> = parts
            .iter()
            .map(|part| {
                let [a, b] = part.map(|half| &halves[usize::from(half)]);
                std::array::from_fn(|unit| (a[unit] + b[unit] + bias[unit]).max(0.0))
            })
            .collect();
        let middle =
            layer(&half, &numbers[Part::Middle.range()], &numbers[Part::MiddleBias.range()], |sum| sum.max(0.0));
        let window = layer(&middle, &numbers[Part::Window.range()], &numbers[Part::WindowBias.range()], |sum| sum);
        Self { half, middle, numbers: window }
    }

    /// The numbers as they are used: what 8 bits do not hold is cut off.
    pub fn cut(&self) -> Vec<[f32; CHANNELS]> {
        self.numbers.iter().map(|window| window.map(|number| number.clamp(-WINDOW_MOST, WINDOW_MOST))).collect()
    }

    /// Adds the derivatives by the numbers, from those by the numbers of some windows.
    pub fn back(&self, numbers: &[f32], windows: Range<usize>, by_window: &[[f32; CHANNELS]], sums: &mut [f32]) {
        let (to_window, to_middle) =
            (rows::<CHANNELS>(&numbers[Part::Window.range()]), rows::<UNITS>(&numbers[Part::Middle.range()]));
        for window in windows.clone() {
            let by = &by_window[window - windows.start];
            if by.iter().all(|&number| number == 0.0) {
                continue;
            }
            add_row(sums, Part::WindowBias, 0, by, 1.0);
            let by_middle: [f32; UNITS] = back_layer(&self.middle[window], to_window, by, Part::Window, sums);
            add_row(sums, Part::MiddleBias, 0, &by_middle, 1.0);
            let by_half: [f32; UNITS] = back_layer(&self.half[window], to_middle, &by_middle, Part::Middle, sums);
            add_row(sums, Part::HalfBias, 0, &by_half, 1.0);
            for half in Windows::get().parts()[window] {
                add_row(sums, Part::Half, usize::from(half), &by_half, 1.0);
            }
        }
    }
}

fn layer<const I: usize, const O: usize>(
    inputs: &[[f32; I]],
    weights: &[f32],
    bias: &[f32],
    activation: impl Fn(f32) -> f32,
) -> Vec<[f32; O]> {
    let (weights, bias) = (rows::<O>(weights), rows::<O>(bias)[0]);
    let one = |input: &[f32; I]| {
        let mut sums = bias;
        for (&input, weights) in input.iter().zip(weights).filter(|&(&input, _)| input != 0.0) {
            add(&mut sums, input, weights);
        }
        sums.map(&activation)
    };
    inputs.iter().map(one).collect()
}

/// Adds the derivatives by the weights of a layer whose inputs are cut off below 0; returns those by its inputs.
#[inline]
pub(super) fn back_layer<const I: usize, const O: usize>(
    inputs: &[f32; I],
    weights: &[[f32; O]],
    by: &[f32; O],
    part: Part,
    sums: &mut [f32],
) -> [f32; I] {
    std::array::from_fn(|input| {
        if inputs[input] <= 0.0 {
            return 0.0;
        }
        add_row(sums, part, input, by, inputs[input]);
        dot(&weights[input], by)
    })
}

/// Adds to a row of a part.
#[inline]
pub(super) fn add_row<const N: usize>(sums: &mut [f32], part: Part, row: usize, by: &[f32; N], scale: f32) {
    let rows: &mut [[f32; N]] = sums[part.range()].as_chunks_mut().0;
    add(&mut rows[row], scale, by);
}

/// The weights of the network that the numbers make.
pub(super) fn network(numbers: &[f32]) -> FloatNetwork {
    let part = |part: Part| &numbers[part.range()];
    let first = rows::<FIRST>(part(Part::First));
    let weight = |unit: usize, input: usize| {
        first[input][unit] * REGION_SCALE + first[REGIONS * CHANNELS + input % CHANNELS][unit] * BOARD_SCALE
    };
    FloatNetwork {
        windows: WindowLayers::of(numbers).cut(),
        first: (0..FIRST).map(|unit| std::array::from_fn(|input| weight(unit, input))).collect(),
        first_bias: rows(part(Part::FirstBias))[0],
        second: rows(part(Part::Second)).to_vec(),
        second_bias: rows(part(Part::SecondBias))[0],
        last: rows(part(Part::Last))[0],
        last_bias: part(Part::LastBias)[0],
    }
}
