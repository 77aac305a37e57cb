//! Logistic Elo: from a score to a difference, with its interval.

use serde::Serialize;
use std::f64::consts::{FRAC_1_SQRT_2, LN_10};

/// 95 % of a normal distribution lie within so many standard deviations of its mean.
pub(super) const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Observations below which nothing is said of how sure a result is: normal intervals are too narrow there.
pub const MIN_SAMPLES: u64 = 10;

/// Normalised Elo for each unit of an effect, the lead over 1/2 in standard deviations of one game.
pub(super) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

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
    /// A value of which nothing is known but itself.
    pub const fn of_few(value: f64) -> Self {
        Self { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
    }

    /// True where there is an interval, with one finite end or two.
    pub fn has_interval(&self) -> bool {
        self.low.is_finite() || self.high.is_finite()
    }

    /// Half of the interval's width: what the field's tools print behind `+/-`, though the interval need not be
    /// symmetric.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The score, 0 to 1, of a player so much stronger.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference of a score; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The chance of the standard normal distribution to be below `x`.
fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x * FRAC_1_SQRT_2) / 2.0
}

/// How sure it is that something is above 0 when it was found `lead` above, give or take a standard `error`.
pub(super) fn los(lead: f64, error: f64) -> f64 {
    if lead == 0.0 { 0.5 } else { normal_cdf(lead / error) }
}

/// The same of `samples` observations that were all alike, and `lead` above: the sign test's, as they have no spread.
pub(super) fn los_of_alike(lead: f64, samples: f64) -> f64 {
    let chance = 0.5_f64.powf(samples);
    if lead == 0.0 {
        0.5
    } else if lead > 0.0 {
        1.0 - chance
    } else {
        chance
    }
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

    /// True where there are enough observations to say how sure a result is.
    pub(super) fn is_enough(&self) -> bool {
        self.size >= MIN_SAMPLES as f64
    }

    /// The likelihood of superiority; `None` of too few observations.
    pub(super) fn los(&self) -> Option<f64> {
        let lead = self.mean - 0.5;
        let alike = self.variance <= 0.0;
        let los = || if alike { los_of_alike(lead, self.size) } else { los(lead, self.standard_error()) };
        self.is_enough().then(los)
    }

    /// The Elo difference with its interval, which is infinite for too few observations.
    pub(super) fn elo(&self) -> Estimate {
        if !self.is_enough() {
            return Estimate::of_few(elo_of(self.mean));
        }
        let (low, high) = self.mean_interval();
        Estimate { value: elo_of(self.mean), low: elo_of(low), high: elo_of(high) }
    }

    /// The difference in normalised Elo, where one observation is so many games; `None` where they are all alike.
    pub(super) fn normalized_elo(&self, games: f64) -> Option<Estimate> {
        let deviation = (games * self.variance).sqrt();
        let of = |mean: f64| (mean - 0.5) / deviation * NORMALIZED_ELO;
        let margin = DEVIATIONS * self.standard_error();
        (deviation > 0.0).then(|| {
            if self.is_enough() {
                Estimate { value: of(self.mean), low: of(self.mean - margin), high: of(self.mean + margin) }
            } else {
                Estimate::of_few(of(self.mean))
            }
        })
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
