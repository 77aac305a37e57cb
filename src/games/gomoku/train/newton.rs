//! Newton's method for the convex functions that a training minimizes, with a ridge; each step is solved by conjugate
//! gradients (Lin, Weng, Keerthi, "Trust region Newton method for logistic regression", 2008, with halved steps in place of
//! the trust region).

/// A log-likelihood of weights.
pub(super) trait Likelihood {
    /// Its value.
    fn value(&self, weights: &[f32]) -> f64;

    /// Its gradient.
    fn gradient(&self, weights: &[f32]) -> Vec<f32>;

    /// The curvature at `weights` (minus the Hessian) times a direction.
    fn curvature(&self, weights: &[f32], direction: &[f32]) -> Vec<f32>;

    /// How much each weight matters: about the diagonal of the curvature.
    fn diagonal(&self, weights: &[f32]) -> Vec<f32>;
}

/// How the weights follow from fewer parameters: each weight is the sum of some of them.
pub(super) struct Form {
    /// The parameters of each weight.
    pub parameters: Vec<Vec<usize>>,
    /// The number of parameters.
    pub count: usize,
}

impl Form {
    /// Every weight by itself.
    pub fn free(weights: usize) -> Self {
        Self { parameters: (0..weights).map(|weight| vec![weight]).collect(), count: weights }
    }

    /// The weights.
    pub fn weights(&self, parameters: &[f32]) -> Vec<f32> {
        self.parameters.iter().map(|of| of.iter().map(|&parameter| parameters[parameter]).sum()).collect()
    }

    /// A gradient by weights as one by parameters.
    fn gathered(&self, weights: &[f32]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.count];
        for (of, value) in self.parameters.iter().zip(weights) {
            of.iter().for_each(|&parameter| gradient[parameter] += value);
        }
        gradient
    }
}

/// How far a fit goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Strength of the pull towards the prior, in positions.
    pub ridge: f32,
    /// Steps of Newton's method.
    pub steps: u32,
    /// Conjugate gradients in each.
    pub gradients: u32,
}

/// A step that makes the likelihood less is halved so many times at most.
const HALVINGS: i32 = 8;

/// The parameters that make the likelihood great, but for the pull towards `prior`. `tick` is called after each step.
pub(super) fn fit(of: &impl Likelihood, form: &Form, prior: &[f32], effort: Effort, tick: &dyn Fn()) -> Vec<f32> {
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
        let step = solve(residual, &scale, image, effort.gradients);
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

/// Conjugate gradients from zero, preconditioned by `scale`.
fn solve(mut residual: Vec<f32>, scale: &[f32], image: impl Fn(&[f32]) -> Vec<f32>, steps: u32) -> Vec<f32> {
    let scaled = |residual: &[f32]| residual.iter().zip(scale).map(|(r, scale)| r / scale).collect::<Vec<_>>();
    let mut found = vec![0.0; residual.len()];
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    for _ in 0..steps {
        let image = image(&direction);
        let curvature = dot(&direction, &image);
        if size <= 0.0 || curvature <= 0.0 {
            break;
        }
        let length = (size / curvature) as f32;
        add(&mut found, length, &direction);
        add(&mut residual, -length, &image);
        let mut next = scaled(&residual);
        let next_size = dot(&residual, &next);
        add(&mut next, (next_size / size) as f32, &direction);
        (direction, size) = (next, next_size);
    }
    found
}

/// Adds a multiple of numbers to others.
pub(super) fn add(to: &mut [f32], times: f32, what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}
