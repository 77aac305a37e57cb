//! What results of games are worth: Elo differences, sequential tests and ratings.
//!
//! Elo is *logistic* Elo where nothing else is said: a player that is `d` stronger scores `1 / (1 + 10^(-d / 400))` a game,
//! a draw being half a point. Intervals hold 95 %. Below [`MIN_SAMPLES`] pairs or games there are none.
//!
//! | figure | formula | source |
//! |---|---|---|
//! | Elo difference | `d = -400 log10(1 / m - 1)` of the mean score `m` | A. Elo, The Rating of Chessplayers, 1978, in its logistic form |
//! | its interval | `d(m ± 1.96 √(v / n))`, `v` the variance of one sample, a game or a pair of games | cutechess `elo.cpp`, fishtest `stat_util.py`, fastchess `elo_pentanomial.cpp` |
//! | where all `n` samples are alike (`v` = 0) | up to `q = 1 - 0.025^(1/n)` of all samples may be of the worst or the best kind | the exact binomial bound of Clopper and Pearson, 1934 |
//! | normalised Elo | `(m - 1/2) / σ · 800 / ln 10`, `σ` the standard deviation of one game, from pairs `√(2 v)` | M. Van den Bergh, Normalized Elo, 2021; fastchess `elo_pentanomial.cpp` |
//! | LOS of games | `Φ((wins - losses) / √(wins + losses))` | R. Coulom; cutechess `elo.cpp` |
//! | LOS of pairs | `Φ((m - 1/2) / √(v / n))` | fishtest `stat_util.py` |
//! | LOS of `n` samples all alike | `1 - 2^-n` of wins | the sign test |
//! | pentanomial | a sample is a *pair* of games on one opening, so that its bias cancels instead of adding to `v` | found by K. Laskos, modelled by M. Van den Bergh for fishtest |
//! | SPRT bounds | `ln(β / (1 - α))` and `ln((1 - β) / α)` | A. Wald, Sequential Tests of Statistical Hypotheses, 1945 |
//! | log-likelihood ratio | `Σ nᵢ ln(p₁ᵢ / p₀ᵢ)`, `pₖ` the likeliest distribution of samples whose mean is the score of `eloₖ` | M. Van den Bergh, Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution, proposition 1.1; fishtest `LLRcalc.py` |
//! | the same in normalised Elo | `pₖ` the likeliest distribution whose lead over 1/2, in its own standard deviations, is that of `eloₖ`, found by repeated linearisation | M. Van den Bergh, Normalized Elo, section 4.1; fishtest `LLRcalc.py` |
//! | ratings | i beats j with chance `1 / (1 + e^(θⱼ - θᵢ))`, maximum likelihood, Elo = `400 θ / ln 10` | R. Bradley and M. Terry, 1952; D. Hunter, MM algorithms for generalized Bradley-Terry models, 2004 |
//! | their intervals | `θ ± 1.96 √Cᵢᵢ`, `C = I⁺ J I⁺` of the Fisher information `I` and the sum `J` of squared deviations of pairs of games, the samples | H. White, Maximum likelihood estimation of misspecified models, 1982 |
//! | of anchors | the anchors' `θ` are given, `I` and `J` have the rows of the others only | the multiple anchors of M. Ballicora's Ordo |
//! | LOS of two rated players | `Φ((θᵢ - θⱼ) / √(Cᵢᵢ + Cⱼⱼ - 2 Cᵢⱼ))` | the confidence for superiority of Ordo, `report.c`, whose errors are from simulations |
//! | link of two players | the least number of pairs or games that cross a division of all players which parts the two; weak below [`MIN_SAMPLES`] | L. Ford and D. Fulkerson, Maximal flow through a network, 1956 |

mod linear;
mod links;
mod ratings;
mod results;
mod sprt;

pub use ratings::{Group, Ratings};
pub use results::{Encounter, Pentanomial, Wdl};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtModel, SprtState};

use serde::Serialize;
use std::f64::consts::{FRAC_1_SQRT_2, LN_10};

/// 95 % of a normal distribution lie within so many standard deviations of its mean.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Observations below which nothing is said of how sure a result is: normal intervals are too narrow there.
pub const MIN_SAMPLES: u64 = 10;

/// Normalised Elo for each unit of an effect, the lead over 1/2 in standard deviations of one game.
const NORMALIZED_ELO: f64 = 800.0 / LN_10;

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
fn los(lead: f64, error: f64) -> f64 {
    if lead == 0.0 { 0.5 } else { normal_cdf(lead / error) }
}

/// The same of `samples` observations that were all alike, and `lead` above: the sign test's, as they have no spread.
fn los_of_alike(lead: f64, samples: f64) -> f64 {
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
struct Sample {
    /// How many.
    size: f64,
    /// The mean of them.
    mean: f64,
    /// The variance of one of them.
    variance: f64,
}

impl Sample {
    /// From the counts of observations: the first of them scored 0, the last one 1, the others lie evenly between.
    /// `None` without observations.
    fn of<const N: usize>(counts: &[u64; N]) -> Option<Self> {
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
    fn standard_error(&self) -> f64 {
        (self.variance / self.size).sqrt()
    }

    /// True where there are enough observations to say how sure a result is.
    fn is_enough(&self) -> bool {
        self.size >= MIN_SAMPLES as f64
    }

    /// The likelihood of superiority; `None` of too few observations.
    fn los(&self) -> Option<f64> {
        let lead = self.mean - 0.5;
        let alike = self.variance <= 0.0;
        let los = || if alike { los_of_alike(lead, self.size) } else { los(lead, self.standard_error()) };
        self.is_enough().then(los)
    }

    /// The Elo difference with its interval, which is infinite for too few observations.
    fn elo(&self) -> Estimate {
        if !self.is_enough() {
            return Estimate::of_few(elo_of(self.mean));
        }
        let (low, high) = self.mean_interval();
        Estimate { value: elo_of(self.mean), low: elo_of(low), high: elo_of(high) }
    }

    /// The difference in normalised Elo, where one observation is so many games; `None` where they are all alike.
    fn normalized_elo(&self, games: f64) -> Option<Estimate> {
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
