//! Logistic regression: the chance of winning by the weights of a position.

use super::newton::Likelihood;
use super::sample::Samples;
use crate::training::conjugate::add;
use rayon::prelude::*;

/// Positions that one task works on. Fixed, so that sums do not depend on the number of threads.
const TASK: usize = 1 << 14;

impl Likelihood for Samples {
    fn value(&self, weights: &[f32]) -> f64 {
        let one = |place| -log_loss(chance(self.sum(place, weights)), self.targets[place]);
        let tasks = (0..self.len().div_ceil(TASK)).into_par_iter();
        let tasks: Vec<f64> =
            tasks.map(|task| (task * TASK..self.len().min((task + 1) * TASK)).map(one).sum()).collect();
        tasks.iter().sum()
    }

    fn gradient(&self, weights: &[f32]) -> Vec<f32> {
        scatter(self, weights.len(), |place| self.targets[place] - chance(self.sum(place, weights)))
    }

    fn curvature(&self, weights: &[f32], direction: &[f32]) -> Vec<f32> {
        scatter(self, weights.len(), |place| curve(self.sum(place, weights)) * self.sum(place, direction))
    }

    fn diagonal(&self, weights: &[f32]) -> Vec<f32> {
        occurrences(self, weights.len(), |place| curve(self.sum(place, weights)))
    }
}

/// How fast the chance changes with the logarithm of the odds; not quite nothing where all seems settled.
fn curve(logarithm: f32) -> f32 {
    let chance = chance(logarithm);
    (chance * (1.0 - chance)).max(1e-4)
}

/// The mean log-loss of weights against the results of the games.
pub(super) fn loss(samples: &Samples, weights: &[f32]) -> f64 {
    let one = |place: usize| log_loss(chance(samples.sum(place, weights)), samples.results[place]);
    (0..samples.len()).map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// What a chance costs when this is what came.
pub(super) fn log_loss(chance: f32, result: f32) -> f64 {
    let (chance, result) = (f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(result));
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// The chance of winning at these odds.
fn chance(logarithm: f32) -> f32 {
    1.0 / (1.0 + (-logarithm).exp())
}

/// For each weight, the sum of a value over the positions that add it, less that over those that subtract it.
fn scatter(samples: &Samples, count: usize, value: impl Fn(usize) -> f32 + Sync) -> Vec<f32> {
    sums(samples, count, |place, sums| {
        let value = value(place);
        let [added, subtracted] = samples.entries(place);
        for &entry in added {
            sums[usize::from(entry)] += value;
        }
        for &entry in subtracted {
            sums[usize::from(entry)] -= value;
        }
    })
}

/// For each weight, the sum of a value over its occurrences.
fn occurrences(samples: &Samples, count: usize, value: impl Fn(usize) -> f32 + Sync) -> Vec<f32> {
    sums(samples, count, |place, sums| {
        let value = value(place);
        for &entry in samples.entries(place).into_iter().flatten() {
            sums[usize::from(entry)] += value;
        }
    })
}

fn sums(samples: &Samples, count: usize, add_to: impl Fn(usize, &mut [f32]) + Sync) -> Vec<f32> {
    let task = |task: usize| {
        let mut sums = vec![0.0; count];
        for place in task * TASK..samples.len().min((task + 1) * TASK) {
            add_to(place, &mut sums);
        }
        sums
    };
    let parts: Vec<_> = (0..samples.len().div_ceil(TASK)).into_par_iter().map(task).collect();
    let mut sums = vec![0.0; count];
    for part in parts {
        add(&mut sums, 1.0, &part);
    }
    sums
}
