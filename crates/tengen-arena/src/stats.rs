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

mod cholesky;
mod elo;
mod ratings;
mod results;
mod sprt;

pub use elo::{Estimate, MIN_SAMPLES, score_of};
pub use ratings::ratings;
pub use results::{Encounter, Pentanomial, Wdl};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtModel, SprtState};
