//! What a network makes of one position, and the derivatives of the log-loss.

use super::parameters::{BOARD_SCALE, COUNT, INPUTS, Part, REGION_SCALE, add, add_row, back_layer, dot};
use super::position::{Features, Position};
use crate::gomoku::network::{CHANNELS, FIRST, MOST, REGIONS, SECOND, WINDOW_ONE};
use crate::gomoku::windows::WINDOWS;

/// The largest number of a point.
const TOP: f32 = MOST as f32 / WINDOW_ONE;

/// The derivatives of a sum of log-losses.
pub(super) struct Gradient {
    /// By the numbers; by the layers that make windows only where those were asked for.
    pub numbers: Vec<f32>,
    /// By the numbers of each window.
    pub windows: Vec<[f32; CHANNELS]>,
    /// The log-loss.
    pub loss: f64,
}

/// A network in training.
pub(super) struct Model<'a> {
    pub numbers: &'a [f32],
    pub windows: &'a [[f32; CHANNELS]],
    /// What is left of a number below 0 of a point: more than 0 early in a training, so that no channel dies.
    pub leak: f32,
}

/// What came of a position.
struct Pass {
    points: Vec<[f32; CHANNELS]>,
    inputs: [f32; INPUTS],
    first: [f32; FIRST],
    second: [f32; SECOND],
    odds: f32,
}

impl Gradient {
    /// Of nothing.
    pub fn new() -> Self {
        Self { numbers: vec![0.0; COUNT], windows: vec![[0.0; CHANNELS]; WINDOWS], loss: 0.0 }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.numbers.fill(0.0);
        self.windows.fill([0.0; CHANNELS]);
        self.loss = 0.0;
    }
}

impl Model<'_> {
    /// The inputs of the first layer.
    pub fn inputs(&self, features: &Features) -> [f32; INPUTS] {
        self.pass(features).inputs
    }

    /// The logarithm of odds that the network adds to that of the tables.
    pub fn odds(&self, features: &Features) -> f32 {
        self.pass(features).odds
    }

    fn rows<const N: usize>(&self, part: Part) -> &[[f32; N]] {
        self.numbers[part.range()].as_chunks().0
    }

    fn pass(&self, features: &Features) -> Pass {
        let mut points = Vec::with_capacity(features.0.len());
        let mut sums = [[0.0; CHANNELS]; REGIONS];
        for &(region, windows) in &features.0 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|line| &self.windows[usize::from(windows.of(line))]);
            let point: [f32; CHANNELS] = std::array::from_fn(|channel| {
                let sum = a[channel] + b[channel] + c[channel] + d[channel];
                sum.max(sum * self.leak).min(TOP)
            });
            add(&mut sums[usize::from(region)], 1.0, &point);
            points.push(point);
        }
        let mut inputs = [0.0; INPUTS];
        let (regions, board) = inputs.split_at_mut(REGIONS * CHANNELS);
        for (region, sum) in regions.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(&sums) {
            add(region, REGION_SCALE, sum);
        }
        for sum in &sums {
            board.iter_mut().zip(sum).for_each(|(board, sum)| *board += BOARD_SCALE * sum);
        }
        let first: [f32; FIRST] = self.layer(&inputs, Part::First, Part::FirstBias);
        let second: [f32; SECOND] = self.layer(&first, Part::Second, Part::SecondBias);
        let odds = self.numbers[Part::LastBias.range()][0] + dot(&second, &self.rows(Part::Last)[0]);
        Pass { points, inputs, first, second, odds }
    }

    fn layer<const I: usize, const O: usize>(&self, inputs: &[f32; I], weights: Part, bias: Part) -> [f32; O] {
        let mut sums = self.rows::<O>(bias)[0];
        for (&input, weights) in inputs.iter().zip(self.rows(weights)) {
            add(&mut sums, input, weights);
        }
        sums.map(|sum| sum.max(0.0))
    }

    /// Adds the log-loss of a position and its derivatives; `part` is how much of the tables' value counts.
    pub fn learn(&self, position: &Position, features: &Features, part: f32, gradient: &mut Gradient) {
        let pass = self.pass(features);
        let odds = pass.odds + part * position.tables;
        gradient.loss += loss(odds, position.target);
        let error = 1.0 / (1.0 + (-odds).exp()) - position.target;
        let sums = &mut gradient.numbers;
        add_row(sums, Part::LastBias, 0, &[1.0], error);
        add_row(sums, Part::Last, 0, &pass.second, error);
        let last = &self.rows::<SECOND>(Part::Last)[0];
        let by_second: [f32; SECOND] =
            std::array::from_fn(|unit| if pass.second[unit] > 0.0 { error * last[unit] } else { 0.0 });
        add_row(sums, Part::SecondBias, 0, &by_second, 1.0);
        let by_first: [f32; FIRST] = back_layer(&pass.first, self.rows(Part::Second), &by_second, Part::Second, sums);
        add_row(sums, Part::FirstBias, 0, &by_first, 1.0);
        let first = self.rows::<FIRST>(Part::First);
        let by_input: [f32; INPUTS] = std::array::from_fn(|input| {
            add_row(sums, Part::First, input, &by_first, pass.inputs[input]);
            dot(&first[input], &by_first)
        });
        let (by_region, by_board) = by_input.split_at(REGIONS * CHANNELS);
        let by_region: &[[f32; CHANNELS]] = by_region.as_chunks().0;
        for (point, &(region, windows)) in pass.points.iter().zip(&features.0) {
            let by_region = &by_region[usize::from(region)];
            let by: [f32; CHANNELS] = std::array::from_fn(|channel| {
                let slope = match point[channel] {
                    number if number >= TOP => 0.0,
                    number if number > 0.0 => 1.0,
                    _ => self.leak,
                };
                slope * (REGION_SCALE * by_region[channel] + BOARD_SCALE * by_board[channel])
            });
            for line in 0..4 {
                add(&mut gradient.windows[usize::from(windows.of(line))], 1.0, &by);
            }
        }
    }
}

/// The log-loss of a logarithm of odds where the chance is `target`.
pub(super) fn loss(odds: f32, target: f32) -> f64 {
    let odds = f64::from(odds);
    odds.max(0.0) - odds * f64::from(target) + (-odds.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::super::parameters::{WindowLayers, beginning};
    use super::*;
    use crate::gomoku::board::{Gomoku, Rule};
    use crate::gomoku::network::testing::random;
    use crate::gomoku::search::Board;
    use crate::gomoku::train::network::testing::{games, positions};
    use crate::gomoku::weights::{KindWeights, Weights};
    use std::sync::Arc;

    #[test]
    fn derivatives_are_those_of_small_differences() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut numbers = beginning(&mut rng);
        numbers[Part::Last.range()].iter_mut().for_each(|number| *number = rng.f32() - 0.5);
        let some = positions(Rule::Freestyle, 4);
        let features: Vec<_> = some.iter().enumerate().map(|(place, one)| one.features(place as u8 % 8)).collect();
        let total = |numbers: &[f32]| {
            let windows = WindowLayers::of(numbers).cut();
            let model = Model { numbers, windows: &windows, leak: 0.1 };
            let each =
                |(position, features): (&Position, _)| loss(model.odds(features) + position.tables, position.target);
            some.iter().zip(&features).map(each).sum::<f64>()
        };
        let layers = WindowLayers::of(&numbers);
        let windows = layers.cut();
        let model = Model { numbers: &numbers, windows: &windows, leak: 0.1 };
        let mut gradient = Gradient::new();
        for (position, features) in some.iter().zip(&features) {
            model.learn(position, features, 1.0, &mut gradient);
        }
        assert!((gradient.loss - total(&numbers)).abs() < 1e-6);
        let by_window = gradient.windows.clone();
        layers.back(&numbers, 0..WINDOWS, &by_window, &mut gradient.numbers);
        // Along random directions: single numbers have derivatives that are lost in rounding.
        let parts = [Part::Half, Part::HalfBias, Part::Middle, Part::MiddleBias, Part::Window, Part::WindowBias];
        let more = [Part::First, Part::FirstBias, Part::Second, Part::SecondBias, Part::Last, Part::LastBias];
        for part in parts.into_iter().chain(more) {
            let range = part.range();
            let direction: Vec<f32> = range.clone().map(|place| gradient.numbers[place].signum()).collect();
            let step = 2e-3 / (direction.len() as f32).sqrt();
            let moved = |by: f32| {
                let mut numbers = numbers.clone();
                numbers[range.clone()].iter_mut().zip(&direction).for_each(|(number, to)| *number += by * to);
                total(&numbers)
            };
            let difference = (moved(step) - moved(-step)) / f64::from(2.0 * step);
            let derivative: f64 = gradient.numbers[range].iter().map(|&by| f64::from(by.abs())).sum();
            assert!(derivative > 0.0 && (difference / derivative - 1.0).abs() < 0.05, "{difference} {derivative}");
        }
    }

    #[test]
    fn a_training_sees_what_a_search_sees() {
        let network = Arc::new(random(8).rounded());
        let kinds = std::array::from_fn(|_| KindWeights { network: Some(network.clone()), ..KindWeights::default() });
        let weights = Weights::new(kinds);
        let mut compared = 0;
        for game in games(Rule::Renju, 3) {
            let mut board = Board::with(&Gomoku::new(game.rule, game.size), &weights);
            for step in &game.moves {
                let features = Position::new(&board, 0.5).features(0);
                assert_eq!(features.value(&network), board.correction());
                board.make(step.point);
                compared += 1;
            }
        }
        assert!(compared > 50);
    }
}
