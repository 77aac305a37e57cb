//! The sequential probability ratio test: a match that ends as soon as its question is answered.

use super::results::Pentanomial;
use super::{NORMALIZED_ELO, score_of};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Elo differences of a test are within this of 0: beyond, hardly a game in 300 is lost.
const MAX_ELO: f64 = 1000.0;

/// The same in normalised Elo: beyond, hardly a result is of the weaker player, and the linearisation does not converge.
const MAX_NORMALIZED_ELO: f64 = 200.0;

/// What a result that never came counts for, in samples, so that no distribution is ruled out (fishtest's value).
const UNSEEN: f64 = 1e-3;

/// Linearisations of a hypothesis in normalised Elo at most, and the change of probabilities that ends them.
const LINEARISATIONS: usize = 100;
const CONVERGED: f64 = 1e-9;

/// Steps of a root search that halves its bracket at worst: enough for the last bit of a double.
const ROOT_STEPS: usize = 100;

/// A test of H0, the Elo difference is `elo0`, against H1, it is `elo1`.
///
/// It is read from words `KEY=VALUE`, where any key may be left out: `elo0=0 elo1=10 alpha=.05 beta=.05 model=logistic` says
/// all of the defaults.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0's Elo difference, below `elo1`.
    pub elo0: f64,
    /// H1's Elo difference.
    pub elo1: f64,
    /// Which Elo these are.
    pub model: SprtModel,
    /// The chance to accept H1 although H0 is true, between 0 and 1.
    pub alpha: f64,
    /// The chance to accept H0 although H1 is true, between 0 and 1.
    pub beta: f64,
}

/// What the Elo of a test's hypotheses is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SprtModel {
    /// Logistic Elo, of the score.
    #[default]
    Logistic,
    /// Normalised Elo, of the score in standard deviations: a test takes as many games whatever the share of draws.
    Normalized,
}

/// Why a test cannot be set so.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// Not `KEY=VALUE`.
    #[error("{0}: expected KEY=VALUE, as in elo0=0 elo1=10 alpha=.05 beta=.05")]
    Word(String),
    /// A key that no test has.
    #[error("unknown key {0}: expected elo0, elo1, alpha, beta or model")]
    Key(String),
    /// A model that there is not.
    #[error("model={0}: expected logistic or normalized")]
    Model(String),
    /// A key that came before.
    #[error("{0} is given twice")]
    Twice(String),
    /// The value is no number.
    #[error("{0}={1}: {1} is not a number")]
    Value(String, String),
    /// An Elo difference out of range.
    #[error("{0}={1}: expected an Elo difference from -{2} to {2}")]
    Elo(&'static str, f64, f64),
    /// H0's difference is not below H1's.
    #[error("elo0={0} must be below elo1={1}")]
    Order(f64, f64),
    /// An error rate out of range.
    #[error("{0}={1}: expected an error rate between 0 and 1")]
    Rate(&'static str, f64),
    /// Error rates so high that the test's bounds meet.
    #[error("alpha={0} and beta={1} must be less than 1 together")]
    Rates(f64, f64),
}

/// What a test says now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// Nothing yet: more games are needed.
    Continue,
    /// The Elo difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The Elo difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio of H1 to H0, in nats.
    pub llr: f64,
    /// H0 is accepted at this ratio or below.
    pub lower: f64,
    /// H1 is accepted at this ratio or above.
    pub upper: f64,
    /// What follows.
    pub verdict: SprtDecision,
}

impl SprtState {
    /// True once the test has come to an end.
    pub fn has_verdict(&self) -> bool {
        self.verdict != SprtDecision::Continue
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, model: SprtModel::Logistic, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// The test's state after these pairs of games.
    pub fn test(&self, pairs: &Pentanomial) -> SprtState {
        let llr = log_likelihood_ratio(pairs, |samples, elo| self.model.tilt(samples, elo), [self.elo0, self.elo1]);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = if llr >= upper {
            SprtDecision::AcceptH1
        } else if llr <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        };
        SprtState { llr, lower, upper, verdict }
    }

    /// The test itself where its numbers make sense.
    fn checked(self) -> Result<Self, SprtError> {
        for (key, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            let most = if self.model == SprtModel::Logistic { MAX_ELO } else { MAX_NORMALIZED_ELO };
            if !(-most..=most).contains(&elo) {
                return Err(SprtError::Elo(key, elo, most));
            }
        }
        for (key, rate) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(rate > 0.0 && rate < 1.0) {
                return Err(SprtError::Rate(key, rate));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order(self.elo0, self.elo1));
        }
        if self.alpha + self.beta >= 1.0 {
            return Err(SprtError::Rates(self.alpha, self.beta));
        }
        Ok(self)
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Self::default();
        let mut seen = Vec::new();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| SprtError::Word(word.to_owned()))?;
            if seen.contains(&key) {
                return Err(SprtError::Twice(key.to_owned()));
            }
            seen.push(key);
            let field = match key {
                "model" => {
                    sprt.model = value.parse()?;
                    continue;
                }
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(SprtError::Key(key.to_owned())),
            };
            *field = value.parse().map_err(|_| SprtError::Value(key.to_owned(), value.to_owned()))?;
        }
        sprt.checked()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={} elo1={} alpha={} beta={}", self.elo0, self.elo1, self.alpha, self.beta)?;
        if self.model == SprtModel::Normalized { f.write_str(" model=normalized") } else { Ok(()) }
    }
}

impl FromStr for SprtModel {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalized" => Ok(Self::Normalized),
            _ => Err(SprtError::Model(text.to_owned())),
        }
    }
}

/// Scores of a pair with their weights, observed or expected.
type Samples = [(f64, f64); 5];

impl SprtModel {
    /// The likeliest distribution of a hypothesis, as the factors that its probabilities are smaller by than the shares of
    /// the samples.
    fn tilt(self, samples: &Samples, elo: f64) -> [f64; 5] {
        match self {
            Self::Logistic => tilt(samples, &samples.map(|(score, _)| score - score_of(elo))),
            Self::Normalized => normalized_tilt(samples, elo),
        }
    }
}

/// The generalised log-likelihood ratio of the second hypothesis to the first: each may choose the distribution that suits
/// the samples best among its own, which `tilt` finds.
fn log_likelihood_ratio(pairs: &Pentanomial, tilt: impl Fn(&Samples, f64) -> [f64; 5], elo: [f64; 2]) -> f64 {
    let samples = std::array::from_fn(|half_points| {
        let count = pairs.0[half_points];
        (half_points as f64 / 4.0, if count == 0 { UNSEEN } else { count as f64 })
    });
    let [tilt0, tilt1] = elo.map(|elo| tilt(&samples, elo));
    (0..samples.len()).map(|i| samples[i].1 * (tilt0[i] / tilt1[i]).ln()).sum()
}

/// The factors of the likeliest distribution whose mean deviation is 0, `1 + x dᵢ`; see [`multiplier`].
fn tilt(samples: &Samples, deviations: &[f64; 5]) -> [f64; 5] {
    let weights = samples.map(|(_, weight)| weight);
    let x = multiplier(&weights, deviations);
    deviations.map(|deviation| 1.0 + x * deviation)
}

/// The factors of the likeliest distribution whose mean leads over 1/2 by so much of its own standard deviation. That is no
/// linear condition; it is linearised at the distribution found last, until that stays.
fn normalized_tilt(samples: &Samples, elo: f64) -> [f64; 5] {
    // The deviation of a pair's score is that of one game by the square root of 2.
    let lead = elo / NORMALIZED_ELO * 2.0_f64.sqrt();
    let total: f64 = samples.iter().map(|(_, weight)| weight).sum();
    let mut chances = [0.2; 5];
    let mut factors = [1.0; 5];
    for _ in 0..LINEARISATIONS {
        let average = |value: &dyn Fn(f64) -> f64| {
            samples.iter().zip(chances).map(|(&(score, _), chance)| chance * value(score)).sum::<f64>()
        };
        let mean = average(&|score| score);
        let deviation = average(&|score| (score - mean).powi(2)).sqrt();
        let excess = |score: f64| score - 0.5 - lead * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0;
        factors = tilt(samples, &samples.map(|(score, _)| excess(score)));
        let next: [f64; 5] = std::array::from_fn(|i| samples[i].1 / total / factors[i]);
        let change = chances.iter().zip(next).map(|(before, after)| (before - after).abs()).fold(0.0, f64::max);
        chances = next;
        if change < CONVERGED {
            break;
        }
    }
    factors
}

/// The Lagrange multiplier x of the likeliest distribution whose mean deviation is 0, `pᵢ / (1 + x dᵢ)` where `pᵢ` is the
/// share of the samples with the deviation `dᵢ`: the root of `Σ pᵢ dᵢ / (1 + x dᵢ)`, which falls from one pole to the
/// other. Newton's steps where they stay between what is known, halving where not.
fn multiplier(weights: &[f64; 5], deviations: &[f64; 5]) -> f64 {
    let least = deviations.iter().copied().fold(f64::INFINITY, f64::min);
    let most = deviations.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..ROOT_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (weight, deviation) in weights.iter().zip(deviations) {
            let term = deviation / (1.0 + x * deviation);
            value += weight * term;
            slope -= weight * term * term;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= f64::EPSILON * x.abs().max(1.0) {
            break;
        }
        x = next;
    }
    x
}
