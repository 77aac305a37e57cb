//! The sequential probability ratio test: a match that ends as soon as its question is answered.

use super::elo::score_of;
use super::results::Pentanomial;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Elo differences of a test are within this of 0: beyond, hardly a game in 300 is lost.
const MAX_ELO: f64 = 1000.0;

/// What a result that never came counts for, in samples, so that no distribution is ruled out (fishtest's value).
const UNSEEN: f64 = 1e-3;

/// Steps of a root search that halves its bracket at worst: enough for the last bit of a double.
const ROOT_STEPS: usize = 100;

/// A test of H0, the Elo difference is `elo0`, against H1, it is `elo1`.
///
/// It is read from words `KEY=VALUE`, where any key may be left out: `elo0=0 elo1=10 alpha=.05 beta=.05` says all of
/// the defaults.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0's logistic Elo difference, below `elo1`.
    pub elo0: f64,
    /// H1's logistic Elo difference.
    pub elo1: f64,
    /// The chance to accept H1 although H0 is true, between 0 and 1.
    pub alpha: f64,
    /// The chance to accept H0 although H1 is true, between 0 and 1.
    pub beta: f64,
}

/// Why a test cannot be set so.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// Not `KEY=VALUE`.
    #[error("{0}: expected KEY=VALUE, as in elo0=0 elo1=10 alpha=.05 beta=.05")]
    Word(String),
    /// A key that no test has.
    #[error("unknown key {0}: expected elo0, elo1, alpha or beta")]
    Key(String),
    /// A key that came before.
    #[error("{0} is given twice")]
    Twice(String),
    /// The value is no number.
    #[error("{0}={1}: {1} is not a number")]
    Value(String, String),
    /// An Elo difference out of range.
    #[error("{0}={1}: expected an Elo difference from -1000 to 1000")]
    Elo(&'static str, f64),
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

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// The test's state after these pairs of games.
    pub fn test(&self, pairs: &Pentanomial) -> SprtState {
        let llr = log_likelihood_ratio(pairs, score_of(self.elo0), score_of(self.elo1));
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
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtError::Elo(key, elo));
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
            let field = match key {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(SprtError::Key(key.to_owned())),
            };
            *field = value.parse().map_err(|_| SprtError::Value(key.to_owned(), value.to_owned()))?;
            if seen.contains(&key) {
                return Err(SprtError::Twice(key.to_owned()));
            }
            seen.push(key);
        }
        sprt.checked()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={} elo1={} alpha={} beta={}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// The generalised log-likelihood ratio of the mean score `score1` to `score0`: each side may choose the distribution
/// that suits the samples best among those of its mean.
fn log_likelihood_ratio(pairs: &Pentanomial, score0: f64, score1: f64) -> f64 {
    let samples = std::array::from_fn(|half_points| {
        let count = pairs.0[half_points];
        (half_points as f64 / 4.0, if count == 0 { UNSEEN } else { count as f64 })
    });
    let (x0, x1) = (multiplier(&samples, score0), multiplier(&samples, score1));
    let ratio =
        |&(score, weight): &(f64, f64)| weight * ((1.0 + x0 * (score - score0)) / (1.0 + x1 * (score - score1))).ln();
    samples.iter().map(ratio).sum()
}

/// The Lagrange multiplier x of the likeliest distribution with this mean, `pᵢ / (1 + x (aᵢ - mean))` where `pᵢ` is the
/// share of the samples that scored `aᵢ`: the root of `Σ pᵢ (aᵢ - mean) / (1 + x (aᵢ - mean))`, which falls from one
/// pole to the other. Newton's steps where they stay between what is known, halving where not.
fn multiplier(samples: &[(f64, f64); 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut x = 0.0;
    for _ in 0..ROOT_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (score, weight) in samples {
            let term = (score - mean) / (1.0 + x * (score - mean));
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
