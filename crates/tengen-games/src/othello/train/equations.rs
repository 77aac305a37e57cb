//! Weights by least squares.

use super::record::Sample;
use crate::othello::params::DISC;
use crate::othello::patterns::{Features, INSTANCES, Numbering, Shape, TURNS};
use crate::training::conjugate::{self, add};
use rayon::prelude::*;

/// How many rows one task works on: a fixed number, so that sums do not depend on the number of threads.
const TASK: usize = 1 << 16;

/// A position as a row: the indices of its weights, the sum of these weights in discs, and the weight of the row.
struct EquationRow {
    entries: [u32; INSTANCES],
    value: f32,
    weight: f32,
}

impl EquationRow {
    fn sum(&self, weights: &[f32]) -> f32 {
        self.entries.iter().map(|&entry| weights[entry as usize]).sum()
    }
}

/// One equation for each of many positions, in the weights of one phase.
pub(super) struct Equations {
    rows: Vec<EquationRow>,
}

impl Equations {
    /// The equations of samples, each with the weight of its row.
    pub fn new<'a>(samples: impl Iterator<Item = (&'a Sample, f32)>) -> Self {
        let row = |(sample, weight): (&Sample, f32)| {
            let value = f32::from(sample.value) / DISC as f32;
            EquationRow { entries: entries(sample), value, weight }
        };
        Self { rows: samples.map(row).collect() }
    }

    /// The root of the mean squared error of predictions with these weights, in discs.
    pub fn error(&self, weights: &[f32]) -> f64 {
        let squared = |row: &EquationRow| f64::from((row.sum(weights).clamp(-64.0, 64.0) - row.value).powi(2));
        let sum: f64 = self.rows.iter().map(squared).sum();
        (sum / self.rows.len().max(1) as f64).sqrt()
    }

    /// The weights that minimize the squared errors plus `ridge` times the squared distance of each weight from its prior, as far
    /// as `steps` steps of conjugate gradients from the prior come, preconditioned by how often a weight occurs.
    pub fn solve(&self, prior: &[f32], ridge: f32, steps: u32) -> Vec<f32> {
        let seen = self.scatter(prior.len(), |row| row.weight);
        let scale: Vec<_> = seen.iter().map(|seen| seen + ridge).collect();
        let residual = self.scatter(prior.len(), |row| row.weight * (row.value - row.sum(prior)));
        let image = |direction: &[f32]| {
            let mut image = self.scatter(prior.len(), |row| row.weight * row.sum(direction));
            add(&mut image, ridge, direction);
            image
        };
        conjugate::solve(prior.to_vec(), residual, &scale, image, steps)
    }

    /// For each weight, the sum of a value over the rows that it occurs in.
    fn scatter(&self, count: usize, value: impl Fn(&EquationRow) -> f32 + Sync) -> Vec<f32> {
        let task = |rows: &[EquationRow]| {
            let mut sums = vec![0.0; count];
            for row in rows {
                let value = value(row);
                for &entry in &row.entries {
                    sums[entry as usize] += value;
                }
            }
            sums
        };
        let parts: Vec<_> = self.rows.par_chunks(TASK).map(task).collect();
        let mut sums = vec![0.0; count];
        for part in parts {
            add(&mut sums, 1.0, &part);
        }
        sums
    }
}

/// The indices of a position's weights.
fn entries(sample: &Sample) -> [u32; INSTANCES] {
    let features = Features::new(sample.board.own, sample.board.enemy);
    std::array::from_fn(|instance| {
        let shape = instance / TURNS;
        Numbering::get().of(shape)[Shape::ALL[shape].at(features.indexes()[instance])]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::patterns::testing;
    use crate::othello::search::board::Discs;

    /// Positions of games by chance, each worth what `value` says.
    fn samples(value: impl Fn(Discs) -> i16) -> Vec<Sample> {
        let boards = testing::random_games(40).concat().into_iter().map(|(own, enemy, _)| Discs { own, enemy });
        boards.map(|board| Sample { board, value: value(board) }).collect()
    }

    #[test]
    fn a_sum_over_squares_is_found_again() {
        // Corners are worth five discs: patterns can express that.
        let corners = |set: u64| (set & 0x8100_0000_0000_0081).count_ones() as i16;
        let samples = samples(|board| 500 * (corners(board.own) - corners(board.enemy)));
        let equations = Equations::new(samples.iter().map(|sample| (sample, 1.0)));
        let zero = vec![0.0; Numbering::get().count()];
        assert!(equations.error(&zero) > 3.0);
        let weights = equations.solve(&zero, 0.01, 30);
        assert!(equations.error(&weights) < 0.05, "{}", equations.error(&weights));
    }

    #[test]
    fn the_error_of_nothing_is_the_size_of_the_values() {
        let samples = samples(|_| 300);
        let equations = Equations::new(samples.iter().map(|sample| (sample, 1.0)));
        let zero = vec![0.0; Numbering::get().count()];
        assert!((equations.error(&zero) - 3.0).abs() < 1e-6);
    }

    #[test]
    fn an_infinite_ridge_leaves_the_prior() {
        let samples = samples(|board| board.own.count_ones() as i16 * 100);
        let equations = Equations::new(samples.iter().map(|sample| (sample, 1.0)));
        let prior = vec![0.25; Numbering::get().count()];
        let weights = equations.solve(&prior, 1e12, 10);
        assert!(weights.iter().all(|weight| (weight - 0.25).abs() < 1e-3));
    }
}
