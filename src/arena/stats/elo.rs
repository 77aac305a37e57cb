//! Logistic Elo: from a score to a difference, with its interval.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// 95 % of a normal distribution lie within so many standard deviations of its mean.
pub(super) const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// What of a normal distribution lies beyond [`DEVIATIONS`] on one side.
const TAIL: f64 = 0.025;

/// A figure with the interval that holds the true one with 95 % confidence. JSON knows no infinity and says `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate itself.
    pub value: f64,
    /// The lower end of the interval; may be infinite.
    pub low: f64,
    /// The upper end of the interval; may be infinite.
    pub high: f64,
}

impl Estimate {
    /// Half of the interval's width: what the field's tools print behind `+/-`, though the interval need not be
    /// symmetric.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The score, 0 to 1, of a player so much stronger.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference of a score; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// How sure it is that something is above 0 when it was found `lead` above, give or take a standard `error`.
pub(super) fn los(lead: f64, error: f64) -> f64 {
    if lead == 0.0 { 0.5 } else { Normal::standard().cdf(lead / error) }
}

/// Independent observations of a score between 0 and 1, one or two games each.
pub(super) struct Sample {
    /// How many.
    size: f64,
    /// The mean of them.
    pub(super) mean: f64,
    /// The variance of one of them.
    variance: f64,
}

impl Sample {
    /// From the counts of observations: the first of them scored 0, the last one 1, the others lie evenly between.
    /// `None` without observations.
    pub(super) fn of<const N: usize>(counts: &[u64; N]) -> Option<Self> {
        let size = counts.iter().sum::<u64>() as f64;
        let average = |value: &dyn Fn(f64) -> f64| {
            let weighed = |(i, &count): (usize, &u64)| count as f64 * value(i as f64 / (N - 1) as f64);
            counts.iter().enumerate().map(weighed).sum::<f64>() / size
        };
        (size > 0.0).then(|| {
            let mean = average(&|score| score);
            Self { size, mean, variance: average(&|score| (score - mean).powi(2)) }
        })
    }

    /// The standard error of the mean.
    pub(super) fn standard_error(&self) -> f64 {
        (self.variance / self.size).sqrt()
    }

    /// The Elo difference with its interval.
    pub(super) fn elo(&self) -> Estimate {
        let (low, high) = self.mean_interval();
        Estimate { value: elo_of(self.mean), low: elo_of(low), high: elo_of(high) }
    }

    /// Where the true mean lies, within 0 to 1.
    fn mean_interval(&self) -> (f64, f64) {
        if self.variance > 0.0 {
            let margin = DEVIATIONS * self.standard_error();
            ((self.mean - margin).max(0.0), (self.mean + margin).min(1.0))
        } else {
            // Observations all alike say nothing of their spread, but that others must be rare.
            let alike = TAIL.powf(1.0 / self.size);
            (self.mean * alike, 1.0 - (1.0 - self.mean) * alike)
        }
    }
}
