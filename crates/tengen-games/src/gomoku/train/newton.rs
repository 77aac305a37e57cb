//! Newton's method for the convex functions that a training minimizes, with a ridge; each step is solved by conjugate
//! gradients (Lin, Weng, Keerthi, "Trust region Newton method for logistic regression", 2008, with halved steps in place of
//! the trust region). The function of the values is the log-loss of a logistic regression: the chance of winning by the weights of a
//! position.

use super::sample::Samples;
use crate::training::conjugate::{self, add};
use rayon::prelude::*;

/// A log-likelihood of weights.
pub(super) trait Likelihood {
    /// The log-likelihood of the weights.
    fn value(&self, weights: &[f32]) -> f64;

    /// The gradient of the log-likelihood.
    fn gradient(&self, weights: &[f32]) -> Vec<f32>;

    /// The curvature at `weights` (minus the Hessian) times a direction.
    fn curvature(&self, weights: &[f32], direction: &[f32]) -> Vec<f32>;

    /// For each weight about the diagonal of the curvature: how much the weight matters.
    fn diagonal(&self, weights: &[f32]) -> Vec<f32>;
}

/// A form: how weights follow from fewer parameters. Each weight is the sum of some of them.
pub(super) struct Form {
    /// For each weight the indices of the parameters that it is the sum of.
    pub parameters: Vec<Vec<usize>>,
    /// The number of parameters.
    pub count: usize,
}

impl Form {
    /// The form in which every weight is a parameter of its own.
    pub fn free(weights: usize) -> Self {
        Self { parameters: (0..weights).map(|weight| vec![weight]).collect(), count: weights }
    }

    /// The weights that follow from parameters.
    pub fn weights(&self, parameters: &[f32]) -> Vec<f32> {
        self.parameters.iter().map(|of| of.iter().map(|&parameter| parameters[parameter]).sum()).collect()
    }

    /// Turns a gradient by weights into one by parameters.
    fn gathered(&self, weights: &[f32]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.count];
        for (of, value) in self.parameters.iter().zip(weights) {
            for &parameter in of {
                gradient[parameter] += value;
            }
        }
        gradient
    }
}

/// The limits and the regularization of a fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewtonSteps {
    /// Strength of the pull towards the prior, in positions.
    pub ridge: f32,
    /// The number of steps of Newton's method.
    pub steps: u32,
    /// The number of conjugate gradient steps in each step of Newton's method.
    pub gradients: u32,
}

/// The most times that a step is halved which makes the likelihood less.
const HALVINGS: i32 = 8;

/// The parameters that maximize the likelihood less the pull towards `prior`. `tick` is called after each step.
pub(super) fn fit(of: &impl Likelihood, form: &Form, prior: &[f32], effort: NewtonSteps, tick: &dyn Fn()) -> Vec<f32> {
    let mut parameters = prior.to_vec();
    for _ in 0..effort.steps {
        let weights = form.weights(&parameters);
        let mut residual = form.gathered(&of.gradient(&weights));
        for ((residual, now), prior) in residual.iter_mut().zip(&parameters).zip(prior) {
            *residual -= effort.ridge * (now - prior);
        }
        let diagonal = form.gathered(&of.diagonal(&weights));
        let scale: Vec<f32> = diagonal.iter().map(|diagonal| diagonal + effort.ridge).collect();
        let image = |direction: &[f32]| {
            let mut image = form.gathered(&of.curvature(&weights, &form.weights(direction)));
            add(&mut image, effort.ridge, direction);
            image
        };
        let step = conjugate::solve(vec![0.0; residual.len()], residual, &scale, image, effort.gradients);
        let worth = |parameters: &[f32]| {
            let pull: f64 = parameters.iter().zip(prior).map(|(now, prior)| f64::from(now - prior).powi(2)).sum();
            of.value(&form.weights(parameters)) - f64::from(effort.ridge) / 2.0 * pull
        };
        let before = worth(&parameters);
        let shorter = (0..HALVINGS).map(|halvings| {
            let mut next = parameters.clone();
            add(&mut next, 0.5_f32.powi(halvings), &step);
            next
        });
        if let Some(next) = shorter.into_iter().find(|next| worth(next) > before) {
            parameters = next;
        }
        tick();
    }
    parameters
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::training::conjugate::dot;

    /// Asserts that gradient and curvature are those of the value, by differences along random directions.
    pub fn assert_derivatives(of: &impl Likelihood, count: usize) {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut random = |size: f32| (0..count).map(|_| size * (rng.f32() - 0.5)).collect::<Vec<f32>>();
        for _ in 0..5 {
            let (at, direction) = (random(0.2), random(1.0));
            let moved = |by: f32| {
                let mut to = at.clone();
                add(&mut to, by, &direction);
                to
            };
            let near = |found: f64, expected: f64, what: &str| {
                assert!((found - expected).abs() <= 0.01 * (1.0 + expected.abs()), "{what}: {found}, not {expected}");
            };
            let step = 1e-2;
            let slope = (of.value(&moved(step)) - of.value(&moved(-step))) / f64::from(2.0 * step);
            near(dot(&of.gradient(&at), &direction), slope, "gradient");
            let slopes = [-step, step].map(|by| dot(&of.gradient(&moved(by)), &direction));
            let curvature = (slopes[0] - slopes[1]) / f64::from(2.0 * step);
            near(dot(&of.curvature(&at, &direction), &direction), curvature, "curvature");
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Minus the half sum of `curvature[i]` times the squared distance of each weight from `best[i]`.
    struct Parabola {
        curvature: Vec<f32>,
        best: Vec<f32>,
    }

    impl Likelihood for Parabola {
        fn value(&self, weights: &[f32]) -> f64 {
            let one = |((&curvature, &best), &weight): ((&f32, &f32), &f32)| {
                -0.5 * f64::from(curvature) * f64::from(weight - best).powi(2)
            };
            self.curvature.iter().zip(&self.best).zip(weights).map(one).sum()
        }

        fn gradient(&self, weights: &[f32]) -> Vec<f32> {
            let all = self.curvature.iter().zip(&self.best).zip(weights);
            all.map(|((curvature, best), weight)| curvature * (best - weight)).collect()
        }

        fn curvature(&self, _weights: &[f32], direction: &[f32]) -> Vec<f32> {
            self.curvature.iter().zip(direction).map(|(curvature, direction)| curvature * direction).collect()
        }

        fn diagonal(&self, _weights: &[f32]) -> Vec<f32> {
            vec![1.0; self.best.len()]
        }
    }

    const EFFORT: NewtonSteps = NewtonSteps { ridge: 2.0, steps: 3, gradients: 10 };

    #[test]
    fn the_best_weights_are_found_between_data_and_prior() {
        let of = Parabola { curvature: vec![6.0, 0.0, 2.0], best: vec![1.0, 5.0, -3.0] };
        let found = fit(&of, &Form::free(3), &[0.0, 4.0, 1.0], EFFORT, &|| ());
        // (curvature x best + ridge x prior) / (curvature + ridge)
        for (found, expected) in found.iter().zip([0.75, 4.0, -1.0]) {
            assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
        }
    }

    #[test]
    fn weights_that_share_a_parameter_are_equal() {
        let of = Parabola { curvature: vec![1.0; 3], best: vec![1.0, 3.0, 10.0] };
        let form = Form { parameters: vec![vec![0], vec![0], vec![0, 1]], count: 2 };
        let effort = NewtonSteps { ridge: 0.0, ..EFFORT };
        let weights = form.weights(&fit(&of, &form, &[0.0; 2], effort, &|| ()));
        for (found, expected) in weights.iter().zip([2.0, 2.0, 10.0]) {
            assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
        }
    }
}
