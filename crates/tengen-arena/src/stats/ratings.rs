//! Ratings of all players of a tournament at once: the Bradley-Terry model on the Elo scale.

use super::linear::{Cholesky, Matrix, matrix, product, sums};
use super::links::Links;
use super::results::Encounter;
use super::{DEVIATIONS, Estimate, MIN_SAMPLES, los};
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// Elo for each unit of the model's strengths, which are natural logarithms of odds.
const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Virtual draws of each player, see [`Ratings::new`].
const PRIOR_DRAWS: f64 = 0.5;

/// Newton's steps at most; a dozen are usual.
const MAX_STEPS: usize = 500;

/// A step that moves no two opponents by more than this is the last one, in units of strength.
const CONVERGED: f64 = 1e-9;

/// The ratings of all players, and how far they can be compared.
#[derive(Debug, Default)]
pub struct Ratings {
    /// Each player's rating in Elo.
    pub players: Vec<Estimate>,
    /// The players who are linked by games, of their own or through others: larger groups first. Between groups nothing
    /// can be compared.
    pub groups: Vec<Group>,
    links: Links,
}

/// Players who are linked by games.
#[derive(Debug)]
pub struct Group {
    /// The players, as indices.
    pub players: Vec<usize>,
    /// Parts of two or more players that hang together by a few games only: less than [`MIN_SAMPLES`] pairs or games cross
    /// some division of the group that parts them. Empty where there is one such part or none.
    pub parts: Vec<Vec<usize>>,
    /// The players whose ratings are given, not computed. Where there are none, the mean of the group is 0.
    pub anchors: Vec<usize>,
    fit: Option<Fit>,
}

impl Ratings {
    /// The players' ratings from `results[i][j]`, the games of `i` against `j` as `i` sees them, for all `i < j`. (The other
    /// entries tell the same games again and are not read; missing ones are empty.) Draws count as half a win each.
    /// `anchors` are the ratings in Elo that some players are given.
    ///
    /// The intervals are those of the distance to the anchors, which are taken for exact, or where a group has none, to its
    /// mean. A player without games has the rating 0, and one with less than [`MIN_SAMPLES`] pairs or games an infinite
    /// interval.
    ///
    /// The model takes games for independent, and a draw for half a decided game. Games on one opening are neither, so the
    /// intervals are from how the points of pairs are spread about what the ratings expect.
    ///
    /// # The prior
    ///
    /// Maximum likelihood would give infinite ratings to players who won or lost everything. So each player starts with half
    /// a virtual draw, shared among its opponents as its games are (`BayesElo`, too, has virtual draws). Two players
    /// who met only each other thus share one virtual draw: the prior of Jeffreys, which takes the leading bias off the
    /// estimate (Firth, 1993). A player that won all of many games is rated much as if one of them had been a draw, as in `Ordo`.
    pub fn new(results: &[Vec<Encounter>], anchors: &BTreeMap<usize, f64>) -> Self {
        let listed = |i: usize, j: usize| results[i].get(j).copied().unwrap_or_default();
        let encounter = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Less => listed(i, j),
            std::cmp::Ordering::Equal => Encounter::default(),
            std::cmp::Ordering::Greater => listed(j, i).flipped(),
        };
        let links = Links::new(results.len(), |i, j| encounter(i, j).samples());
        let mut players = vec![Estimate::of_few(0.0); results.len()];
        let rated = |group: Vec<usize>| {
            let among = |i: usize, j: usize| encounter(group[i], group[j]);
            let given: Vec<_> = group.iter().map(|player| anchors.get(player).copied()).collect();
            let games = Games::of(group.len(), among);
            let prior = games.prior();
            let fit =
                games.with(&prior).fit(&given.iter().map(|elo| elo.map(|elo| elo / ELO_PER_NAT)).collect::<Vec<_>>());
            let fit = fit.map(|fit| Fit { covariance: fit.sandwich(among, &prior), ..fit });
            for (i, &player) in group.iter().enumerate() {
                players[player] = match (given[i], &fit) {
                    (Some(value), _) => Estimate { value, low: value, high: value },
                    (None, None) => Estimate::of_few(0.0),
                    (None, Some(fit)) => {
                        let samples = (0..group.len()).map(|j| among(i, j).samples()).sum::<u64>();
                        fit.rating(i, samples)
                    }
                };
            }
            let anchors = group.iter().copied().filter(|player| anchors.contains_key(player)).collect();
            Group { parts: links.parts(&group), anchors, fit, players: group }
        };
        let groups = links.groups().into_iter().map(rated).collect();
        Self { players, groups, links }
    }

    /// True for a player whose rating is given.
    pub fn is_anchor(&self, player: usize) -> bool {
        self.groups.iter().any(|group| group.anchors.contains(&player))
    }

    /// The likelihood of superiority of a player over another, 0 to 1: how sure it is that the one is stronger. `None`
    /// where nothing links them, or less than [`MIN_SAMPLES`] pairs or games do, and where both ratings are given.
    pub fn los(&self, player: usize, other: usize) -> Option<f64> {
        let place = |group: &Group, player| group.players.iter().position(|&known| known == player);
        let (fit, i, j) = self
            .groups
            .iter()
            .find_map(|group| Some((group.fit.as_ref()?, place(group, player)?, place(group, other)?)))?;
        fit.los(i, j).filter(|_| self.links.is_strong(player, other))
    }
}

/// What the model needs to know of all games.
struct Games {
    /// How many games two players played; symmetric.
    played: Matrix,
    /// Each player's points.
    points: Vec<f64>,
}

/// The model fitted to games.
#[derive(Debug)]
struct Fit {
    /// Strengths of the players, natural logarithms of odds.
    strengths: Vec<f64>,
    /// Their covariances.
    covariance: Matrix,
}

impl Games {
    /// The games of so many players, as the first of two sees theirs.
    fn of(players: usize, encounter: impl Fn(usize, usize) -> Encounter) -> Self {
        let points = |i| (0..players).map(|j| encounter(i, j).games.points()).sum();
        Self {
            played: matrix(players, |i, j| encounter(i, j).games.games() as f64),
            points: (0..players).map(points).collect(),
        }
    }

    fn players(&self) -> usize {
        self.points.len()
    }

    /// The virtual draws of any two players. Every player must have played.
    fn prior(&self) -> Matrix {
        let totals = sums(&self.played);
        matrix(self.players(), |i, j| PRIOR_DRAWS * self.played[i][j] * (1.0 / totals[i] + 1.0 / totals[j]))
    }

    /// These games and virtual draws.
    fn with(&self, draws: &Matrix) -> Self {
        Self {
            points: self.points.iter().zip(sums(draws)).map(|(points, draws)| points + draws / 2.0).collect(),
            played: matrix(self.players(), |i, j| self.played[i][j] + draws[i][j]),
        }
    }

    /// The likeliest strengths of the players whose strength is not given: Newton's method. Their mean is 0 where none is.
    /// `None` where they are not determined: there is no prior, and some players won every game against all others, or none.
    fn fit(&self, given: &[Option<f64>]) -> Option<Fit> {
        let free: Vec<usize> = (0..self.players()).filter(|&player| given[player].is_none()).collect();
        let anchors = given.iter().flatten();
        let (count, sum) = anchors.fold((0.0, 0.0), |(count, sum), strength| (count + 1.0, sum + strength));
        let middle = if count > 0.0 { sum / count } else { 0.0 };
        let mut strengths: Vec<f64> = given.iter().map(|given| given.unwrap_or(middle)).collect();
        // The games alone leave the mean open. With the gauge in every element of the information the mean is 0, and the
        // inverse less the gauge is the pseudo-inverse of the information alone.
        let gauge = if count > 0.0 { 0.0 } else { 1.0 / self.players() as f64 };
        for _ in 0..MAX_STEPS {
            let solution =
                Cholesky::new(&self.information(&free, gauge, &strengths))?.solve(&self.gradient(&free, &strengths));
            let mut step = vec![0.0; self.players()];
            free.iter().zip(solution).for_each(|(&player, part)| step[player] = part);
            let length = self.longest(&step);
            let last = length < CONVERGED;
            // A full step may overshoot and diverge. After a share t of it the curvature along it is at most e^(length t)
            // times what it was here: this t gains most if it is, and gains in any case.
            let share = if last { 1.0 } else { length.ln_1p() / length };
            strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += share * step);
            if last {
                let inverse = Cholesky::new(&self.information(&free, gauge, &strengths))?.inverse();
                let mut covariance = matrix(self.players(), |_, _| 0.0);
                for (row, &i) in inverse.iter().zip(&free) {
                    free.iter().zip(row).for_each(|(&j, element)| covariance[i][j] = element - gauge);
                }
                return Some(Fit { strengths, covariance });
            }
        }
        None
    }

    /// The most that a step changes the difference of two opponents.
    fn longest(&self, step: &[f64]) -> f64 {
        let opponents = (0..self.players()).flat_map(|i| (0..i).map(move |j| (i, j)));
        opponents.filter(|&(i, j)| self.played[i][j] > 0.0).map(|(i, j)| (step[i] - step[j]).abs()).fold(0.0, f64::max)
    }

    /// How fast the log-likelihood grows with the strength of each of some players: points made less points expected.
    fn gradient(&self, of: &[usize], strengths: &[f64]) -> Vec<f64> {
        let expected = |i: usize, j: usize| self.played[i][j] * win_chance(strengths[i] - strengths[j]);
        let gradient = |&i: &usize| self.points[i] - (0..self.players()).map(|j| expected(i, j)).sum::<f64>();
        of.iter().map(gradient).collect()
    }

    /// The Fisher information of the strengths of some players, with a gauge in every element.
    fn information(&self, of: &[usize], gauge: f64, strengths: &[f64]) -> Matrix {
        let of_pair = |i: usize, j: usize| {
            let difference = strengths[i] - strengths[j];
            self.played[i][j] * win_chance(difference) * win_chance(-difference)
        };
        matrix(of.len(), |row, column| {
            let (i, j) = (of[row], of[column]);
            let own = if i == j { (0..self.players()).map(|j| of_pair(i, j)).sum() } else { 0.0 };
            own - of_pair(i, j) + gauge
        })
    }
}

impl Fit {
    /// The covariances where the results are spread otherwise than the model says. `encounter` has the games of any two
    /// as the first sees them; a virtual draw counts as half a win and half a loss.
    fn sandwich(&self, encounter: impl Fn(usize, usize) -> Encounter, prior: &Matrix) -> Matrix {
        let players = self.strengths.len();
        let mut spread = matrix(players, |_, _| 0.0);
        for i in 0..players {
            for j in i + 1..players {
                let expected = win_chance(self.strengths[i] - self.strengths[j]);
                let virtual_draw = f64::midpoint((1.0 - expected).powi(2), expected.powi(2));
                let squares = encounter(i, j).squares(expected) + prior[i][j] * virtual_draw;
                spread[i][i] += squares;
                spread[j][j] += squares;
                spread[i][j] -= squares;
                spread[j][i] -= squares;
            }
        }
        product(&product(&self.covariance, &spread), &self.covariance)
    }

    /// A player's rating from so many pairs or games.
    fn rating(&self, player: usize, samples: u64) -> Estimate {
        let value = ELO_PER_NAT * self.strengths[player];
        let margin = ELO_PER_NAT * DEVIATIONS * self.covariance[player][player].sqrt();
        if samples < MIN_SAMPLES {
            Estimate::of_few(value)
        } else {
            Estimate { value, low: value - margin, high: value + margin }
        }
    }

    /// The likelihood of superiority of one player over another; `None` where their difference is exact.
    fn los(&self, i: usize, j: usize) -> Option<f64> {
        let c = &self.covariance;
        let variance = c[i][i] + c[j][j] - 2.0 * c[i][j];
        (variance > 0.0).then(|| los(self.strengths[i] - self.strengths[j], variance.sqrt()))
    }
}

/// The chance to win with this difference of strengths.
fn win_chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

#[cfg(test)]
mod tests {
    use super::super::results::Wdl;
    use super::*;

    /// Wins of the row over the column.
    fn games<const N: usize>(wins: [[u64; N]; N]) -> Games {
        let wdl = |i: usize, j: usize| Wdl { wins: wins[i][j], draws: 0, losses: wins[j][i] };
        Games::of(N, |i, j| Encounter::of_games(wdl(i, j)))
    }

    /// A player's strength above a reference player's, and its standard error.
    fn compare(fit: &Fit, player: usize, reference: usize) -> (f64, f64) {
        let c = &fit.covariance;
        let variance = c[player][player] + c[reference][reference] - 2.0 * c[player][reference];
        (fit.strengths[player] - fit.strengths[reference], variance.sqrt())
    }

    fn assert_published<const N: usize>(wins: [[u64; N]; N], reference: usize, published: [(f64, f64); N]) {
        let fit = games(wins).fit(&[None; N]).unwrap();
        for (player, (strength, error)) in published.into_iter().enumerate() {
            let (found, spread) = compare(&fit, player, reference);
            assert!((found - strength).abs() < 5.1e-5, "{player}: {found}, not {strength}");
            assert!((spread - error).abs() < 5.1e-5, "{player}: error {spread}, not {error}");
        }
    }

    /// The American League in 1987: A. Agresti, Categorical Data Analysis, 2002, tables 10.10 and 10.11, with the digits
    /// that R's `BradleyTerry` prints for it.
    #[test]
    fn baseball_has_the_published_strengths() {
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
            (0.0, 0.0),
        ];
        assert_published(wins, 6, published);
    }

    /// Citations between four journals of statistics (Stigler, 1994): H. Turner and D. Firth, Bradley-Terry Models in R,
    /// Journal of Statistical Software 48(9), 2012, section 2.1.
    #[test]
    fn journals_have_the_published_strengths() {
        let cited = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]];
        let published = [(0.0, 0.0), (-2.94907, 0.10255), (-0.47957, 0.06059), (0.26895, 0.07083)];
        assert_published(cited, 0, published);
    }

    #[test]
    fn without_a_prior_a_perfect_score_is_not_determined() {
        assert!(games([[0, 5], [0, 0]]).fit(&[None; 2]).is_none());
    }
}
