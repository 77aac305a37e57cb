//! The training of one network.
//!
//! A network first learns to value positions alone, then the tables' value is added little by little: trained from the start
//! to correct the tables, half of its channels die. Steps are those of Adam (Kingma, Ba 2015), with a rate that rises for a short time and
//! falls as a cosine; the weights are the mean of the last tenth of the steps.

use super::learning::{Gradient, Model};
use super::parameters::{self, COUNT, INPUTS, Part, WINDOW_MOST, WindowLayers};
use super::position::Position;
use crate::gomoku::network::CHANNELS;
use crate::gomoku::windows::WINDOWS;
use crate::training::{TrainError, at};
use crate::weights::{Format, WeightsError};
use rayon::prelude::*;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen_core::limited_input;
use tengen_core::whole_file;

/// The positions of a step.
pub(super) const BATCH: usize = 512;

/// Parts of a batch, whatever the number of threads: sums do not depend on it.
const TASKS: usize = 8;

/// The largest rate of Adam's steps.
const RATE: f32 = 0.0055;

/// The part of the steps in which the rate rises.
const WARM_UP: f32 = 0.02;

/// The part of the steps in which the tables' value is added.
const TABLES_FROM: f32 = 0.12;
const TABLES_TO: f32 = 0.25;

/// The leak of the first step, and the part of the steps after which there is none.
const LEAK: f32 = 0.125;
const LEAK_UNTIL: f32 = 0.6;

/// The part of the steps before those whose mean the weights are.
const MEAN_FROM: f32 = 0.9;

/// How much a number is drawn towards 0, in steps of the rate.
const DECAY: f32 = 1e-4;

/// Positions that tell how far the inputs are spread, at the beginning.
const SPREAD: usize = 4000;

/// How often the state of a training is kept.
const KEPT_EVERY: Duration = Duration::from_mins(1);

const KEPT: Format = Format { magic: *b"TENGENGT", version: 2, holds: "an interrupted training" };

/// What changes from step to step.
#[derive(Clone)]
struct State {
    step: usize,
    numbers: Vec<f32>,
    /// Adam's means of the derivatives and of their squares.
    moments: [Vec<f32>; 2],
    /// The mean of the numbers of the last steps.
    mean: Vec<f32>,
}

/// A training that is under way.
pub(super) struct Training {
    state: State,
    /// The number of steps when it ends.
    steps: usize,
    seed: u64,
    /// What the training depends on: the positions, and the number of steps and the seed or the training that it branches off.
    mark: u32,
    /// Where the state is kept.
    path: PathBuf,
}

impl Training {
    /// Begins a training, or goes on with one that was interrupted.
    pub fn begin(own: &[Position], steps: usize, seed: u64, path: PathBuf) -> Result<Self, TrainError> {
        let mark = mark(own, [steps as u64, seed]);
        let state = State::kept(&path, mark)?.unwrap_or_else(|| State::new(own, seed));
        Ok(Self { state, steps, seed, mark, path })
    }

    /// Goes on with other positions from here, or where that was interrupted.
    pub fn branch(&self, own: &[Position], path: PathBuf) -> Result<Self, TrainError> {
        let mark = mark(own, [self.mark.into(), self.state.step as u64]);
        let state = State::kept(&path, mark)?.unwrap_or_else(|| self.state.clone());
        Ok(Self { state, steps: self.steps, seed: self.seed, mark, path })
    }

    /// The steps taken.
    pub const fn steps(&self) -> usize {
        self.state.step
    }

    /// The numbers that the last steps led to, in the mean.
    pub fn mean(&self) -> &[f32] {
        &self.state.mean
    }

    /// Takes the steps that are left until so many are taken, and calls `tick` after each.
    pub fn run(&mut self, own: &[Position], until: usize, tick: &dyn Fn()) -> Result<(), TrainError> {
        let mut tasks: Vec<Gradient> = (0..TASKS).map(|_| Gradient::new()).collect();
        let mut kept = Instant::now();
        let mut order = Order::default();
        while self.state.step < until {
            self.state.take(own, &mut order, (self.steps, self.seed), &mut tasks);
            tick();
            if kept.elapsed() >= KEPT_EVERY || self.state.step == until {
                self.state.write(&self.path, self.mark)?;
                kept = Instant::now();
            }
        }
        Ok(())
    }
}

/// The order in which a pass goes through the positions.
#[derive(Default)]
struct Order {
    pass: Option<usize>,
    places: Vec<u32>,
}

impl Order {
    /// The place and symmetry of the sample with this number.
    fn sample(&mut self, number: usize, count: usize, seed: u64) -> (usize, u8) {
        let pass = number / count;
        if self.pass != Some(pass) {
            self.pass = Some(pass);
            self.places = (0..count as u32).collect();
            fastrand::Rng::with_seed(seed << 32 | pass as u64).shuffle(&mut self.places);
        }
        let symmetry = fastrand::Rng::with_seed(seed ^ (number as u64) << 16).u8(0..8);
        (self.places[number % count] as usize, symmetry)
    }
}

impl State {
    /// Numbers to begin with, such that the inputs of the first layer, over some positions, are about 0 and of variance 1.
    fn new(own: &[Position], seed: u64) -> Self {
        let mut numbers = parameters::beginning(&mut fastrand::Rng::with_seed(seed));
        let windows = WindowLayers::of(&numbers).cut();
        let model = Model { numbers: &numbers, windows: &windows, leak: LEAK };
        let some = &own[..own.len().min(SPREAD)];
        let mut sums = [[0.0_f64; INPUTS]; 2];
        for position in some {
            for (input, number) in model.inputs(&position.features(0)).into_iter().map(f64::from).enumerate() {
                sums[0][input] += number;
                sums[1][input] += number * number;
            }
        }
        let [means, squares] = sums.map(|sums| sums.map(|sum| sum / some.len() as f64));
        let variance =
            means.iter().zip(squares).map(|(mean, square)| square - mean * mean).sum::<f64>() / INPUTS as f64;
        let spread = variance.max(1e-12).sqrt() as f32;
        numbers[Part::First.range()].iter_mut().for_each(|weight| *weight /= spread);
        let first = numbers[Part::First.range()].to_vec();
        let bias = &mut numbers[Part::FirstBias.range()];
        for (weights, mean) in first.chunks(bias.len()).zip(means) {
            bias.iter_mut().zip(weights).for_each(|(bias, weight)| *bias -= weight * mean as f32);
        }
        Self { step: 0, mean: numbers.clone(), numbers, moments: [vec![0.0; COUNT], vec![0.0; COUNT]] }
    }

    /// Takes a step.
    fn take(&mut self, own: &[Position], order: &mut Order, (steps, seed): (usize, u64), tasks: &mut [Gradient]) {
        let part = self.step as f32 / steps as f32;
        let layers = WindowLayers::of(&self.numbers);
        let windows = layers.cut();
        let model =
            Model { numbers: &self.numbers, windows: &windows, leak: LEAK * (1.0 - part / LEAK_UNTIL).max(0.0) };
        let tables = ((part - TABLES_FROM) / (TABLES_TO - TABLES_FROM)).clamp(0.0, 1.0);
        let batch: Vec<(usize, u8)> =
            (0..BATCH).map(|place| order.sample(self.step * BATCH + place, own.len(), seed)).collect();
        tasks.par_iter_mut().zip(batch.par_chunks(BATCH / TASKS)).for_each(|(gradient, samples)| {
            gradient.clear();
            for &(place, symmetry) in samples {
                model.learn(&own[place], &own[place].features(symmetry), tables, gradient);
            }
        });
        let mut by_window = vec![[0.0; CHANNELS]; WINDOWS];
        for gradient in &*tasks {
            for (sum, numbers) in by_window.iter_mut().zip(&gradient.windows) {
                parameters::add(sum, 1.0, numbers);
            }
        }
        // Beyond what 8 bits hold, only derivatives that lead back count.
        for (by, numbers) in by_window.iter_mut().flatten().zip(layers.numbers.iter().flatten()) {
            if numbers.abs() > WINDOW_MOST && *by * numbers < 0.0 {
                *by = 0.0;
            }
        }
        let chunk = WINDOWS.div_ceil(TASKS);
        tasks.par_iter_mut().zip(by_window.par_chunks(chunk)).enumerate().for_each(|(task, (gradient, by))| {
            layers.back(&self.numbers, task * chunk..task * chunk + by.len(), by, &mut gradient.numbers);
        });
        let mut sums = std::mem::take(&mut tasks[0].numbers);
        for gradient in &tasks[1..] {
            sums.iter_mut().zip(&gradient.numbers).for_each(|(sum, number)| *sum += number);
        }
        self.step += 1;
        self.adam(&sums, part, steps);
        tasks[0].numbers = sums;
    }

    /// Changes the numbers by the derivatives of a batch.
    fn adam(&mut self, sums: &[f32], part: f32, steps: usize) {
        let warm = (self.step as f32 / (WARM_UP * steps as f32 + 1.0)).min(1.0);
        let rate = RATE * warm * (0.005 + 0.995 * 0.5 * (1.0 + (std::f32::consts::PI * part).cos()));
        let norm = sums.iter().map(|sum| sum * sum).sum::<f32>().sqrt() / BATCH as f32;
        let scale = (1.0 / norm).min(1.0) / BATCH as f32;
        let begun = |decay: f32| 1.0 - decay.powi(self.step as i32);
        let (begun_mean, begun_square) = (begun(0.9), begun(0.999));
        let [means, squares] = &mut self.moments;
        for (((number, sum), mean), square) in self.numbers.iter_mut().zip(sums).zip(means).zip(squares) {
            let by = sum * scale;
            *mean += 0.1 * (by - *mean);
            *square += 0.001 * (by * by - *square);
            *number -= rate * (*mean / begun_mean / ((*square / begun_square).sqrt() + 1e-6) + DECAY * *number);
        }
        let since = self.step as f32 - MEAN_FROM * steps as f32;
        for (mean, number) in self.mean.iter_mut().zip(&self.numbers) {
            *mean += (number - *mean) / since.max(1.0);
        }
    }

    /// Keeps the state in a file.
    fn write(&self, path: &Path, mark: u32) -> Result<(), TrainError> {
        let head = [u64::from(mark), self.step as u64].into_iter().flat_map(u64::to_le_bytes);
        let [means, squares] = &self.moments;
        let numbers =
            [&self.numbers, means, squares, &self.mean].into_iter().flatten().flat_map(|number| number.to_le_bytes());
        let file = KEPT.file(&head.chain(numbers).collect::<Vec<_>>());
        whole_file::write(path, |out| out.write_all(&file)).map_err(at(path))
    }

    /// The state of a training that depends on the same, where a file has one.
    fn kept(path: &Path, mark: u32) -> Result<Option<Self>, TrainError> {
        if !fs::exists(path).map_err(at(path))? {
            return Ok(None);
        }
        let mixed = || TrainError::Mixed(path.display().to_string());
        let bytes = limited_input::read(path, 1 << 24).map_err(at(path))?;
        let refused =
            |source: WeightsError| TrainError::Weights { path: path.display().to_string(), source: source.into() };
        let content = KEPT.content(&bytes).map_err(refused)?;
        let (head, numbers) = content.split_first_chunk::<16>().ok_or_else(mixed)?;
        let (of, step) = head.split_at(8);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        if number(of) != u64::from(mark) || numbers.len() != 16 * COUNT {
            return Err(mixed());
        }
        let numbers: Vec<f32> = numbers.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let mut parts = numbers.chunks(COUNT).map(<[f32]>::to_vec);
        let mut next = || parts.next().unwrap_or_default();
        let (numbers, moments) = (next(), [next(), next()]);
        Ok(Some(Self { step: number(step) as usize, numbers, moments, mean: next() }))
    }
}

/// What a training depends on, positions and two numbers, as a number.
fn mark(own: &[Position], [a, b]: [u64; 2]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    for number in [own.len() as u64, a, b, COUNT as u64] {
        hash.update(&number.to_le_bytes());
    }
    for position in own {
        hash.update(&position.canonical());
        hash.update(&position.target.to_le_bytes());
        hash.update(&position.tables.to_le_bytes());
    }
    hash.finalize()
}

#[cfg(test)]
mod tests {
    use super::super::learning::loss;
    use super::super::testing::{folder, positions};
    use super::*;
    use crate::gomoku::board::Rule;

    #[test]
    fn training_fits_positions_better_than_the_tables_alone() {
        let own = positions(Rule::Freestyle, 12);
        let folder = folder("fits");
        let steps = 60;
        let mut training = Training::begin(&own, steps, 1, folder.join("part")).unwrap();
        training.run(&own, steps, &|| ()).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let windows = WindowLayers::of(&training.state.mean).cut();
        let model = Model { numbers: &training.state.mean, windows: &windows, leak: 0.0 };
        let mean = |with: f32| {
            let each = |one: &Position| loss(one.tables + with * model.odds(&one.features(0)), one.target);
            own.iter().map(each).sum::<f64>() / own.len() as f64
        };
        assert!(mean(1.0) < mean(0.0) - 0.01, "{} {}", mean(1.0), mean(0.0));
    }

    #[test]
    fn a_branch_goes_on_where_the_training_is_that_it_branches_off() {
        let own = positions(Rule::Freestyle, 3);
        let folder = folder("branch");
        let begin = |seed, name| Training::begin(&own, 6, seed, folder.join(name)).unwrap();
        let mut whole = begin(1, "whole");
        whole.run(&own, 6, &|| ()).unwrap();
        let mut first = begin(1, "first");
        first.run(&own, 3, &|| ()).unwrap();
        let path = folder.join("branch");
        for until in [5, 6] {
            let mut branch = first.branch(&own, path.clone()).unwrap();
            branch.run(&own, until, &|| ()).unwrap();
            assert_eq!(branch.state.mean == whole.state.mean, until == 6);
        }
        let of_another = begin(2, "another").branch(&own, path.clone());
        assert!(matches!(of_another, Err(TrainError::Mixed(_))));
        assert!(matches!(first.branch(&own[1..], path), Err(TrainError::Mixed(_))));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_interrupted_training_goes_on_where_it_was() {
        let own = positions(Rule::Freestyle, 3);
        let folder = folder("goes-on");
        let path = folder.join("part");
        let mut whole = Training::begin(&own, 6, 1, path.clone()).unwrap();
        whole.run(&own, 6, &|| ()).unwrap();
        fs::remove_file(&path).unwrap();
        let mut first = Training::begin(&own, 6, 1, path.clone()).unwrap();
        let mut tasks: Vec<Gradient> = (0..TASKS).map(|_| Gradient::new()).collect();
        for _ in 0..3 {
            first.state.take(&own, &mut Order::default(), (6, 1), &mut tasks);
        }
        first.state.write(&path, first.mark).unwrap();
        let mut second = Training::begin(&own, 6, 1, path.clone()).unwrap();
        assert_eq!(second.state.step, 3);
        second.run(&own, 6, &|| ()).unwrap();
        assert_eq!(second.state.mean, whole.state.mean);
        let other = Training::begin(&own[1..], 6, 1, path.clone());
        assert!(matches!(other, Err(TrainError::Mixed(_))));
        let mut bytes = fs::read(&path).unwrap();
        bytes[100] ^= 1;
        fs::write(&path, bytes).unwrap();
        let damaged = Training::begin(&own, 6, 1, path);
        assert!(damaged.is_err_and(|error| error.to_string().contains("damaged")));
        fs::remove_dir_all(folder).unwrap();
    }
}
