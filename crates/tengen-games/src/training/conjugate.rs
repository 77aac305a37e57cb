//! Linear equations solved by preconditioned conjugate gradients (Hestenes and Stiefel 1952), stopped early: what the data say
//! most clearly is found first, so that few steps do not overfit.

/// The share of the first squared residuals below which squared residuals are rounding errors.
const CONVERGED: f64 = 1e-6;

/// Takes up to `steps` steps from `start`, where the equations are wrong by `residual`, towards their solution. `image` is the
/// left side of the equations, a positive definite symmetric matrix, times a direction; `scale` is about the diagonal of the
/// matrix.
pub fn solve(
    start: Vec<f32>,
    mut residual: Vec<f32>,
    scale: &[f32],
    image: impl Fn(&[f32]) -> Vec<f32>,
    steps: u32,
) -> Vec<f32> {
    let scaled = |residual: &[f32]| residual.iter().zip(scale).map(|(r, scale)| r / scale).collect::<Vec<_>>();
    let mut found = start;
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    let enough = size * CONVERGED;
    for _ in 0..steps {
        let image = image(&direction);
        let curvature = dot(&direction, &image);
        if size <= enough || curvature <= 0.0 {
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

/// Adds a multiple of a vector to another vector.
pub fn add(to: &mut [f32], times: f32, what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

/// The scalar product of two vectors.
pub fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4x + y = 1, x + 3y = 2: the example of the Wikipedia article "Conjugate gradient method", begun at (2, 1) as there.
    #[test]
    fn two_steps_solve_two_equations() {
        let image = |v: &[f32]| vec![4.0 * v[0] + v[1], v[0] + 3.0 * v[1]];
        let from = |steps| solve(vec![2.0, 1.0], vec![-8.0, -3.0], &[1.0; 2], image, steps);
        for (steps, expected) in [(0, [2.0, 1.0]), (1, [0.2356, 0.3384]), (2, [0.0909, 0.6364]), (50, [0.0909, 0.6364])]
        {
            let found = from(steps);
            let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-4);
            assert!(near, "{steps} steps: {found:?}, not {expected:?}");
        }
    }
}
