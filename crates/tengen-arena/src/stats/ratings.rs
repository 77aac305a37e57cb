//! Ratings of all players of a tournament at once: the Bradley-Terry model on the Elo scale. The linear equations on the way,
//! whose matrix is symmetric and positive definite, are solved by Cholesky's decomposition (Golub and Van Loan, Matrix
//! Computations, 4th edition, section 4.2).

use super::results::Encounter;
use super::{DEVIATIONS, Estimate, MIN_SAMPLES};
use std::f64::consts::LN_10;

/// Elo for each unit of the model's strengths, which are natural logarithms of odds.
const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Virtual draws of each player, see [`ratings`].
const PRIOR_DRAWS: f64 = 0.5;

/// Newton's steps at most; a dozen are usual.
const MAX_STEPS: usize = 500;

/// A step that moves no two opponents by more than this is the last one, in units of strength.
const CONVERGED: f64 = 1e-9;

/// The players' ratings in Elo, from `results[i][j]`, the games of `i` against `j` as `i` sees them, for all `i < j`. (The
/// other entries tell the same games again and are not read; missing ones are empty.) Draws count as half a win each.
///
/// Players who are linked by games, of their own or through others, form a group. The mean of each group is 0, and the
/// intervals are those of the distance to this mean; between groups nothing can be compared. A player without games has
/// the rating 0, and one with less than [`MIN_SAMPLES`] pairs or games an infinite interval.
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
pub fn ratings(results: &[Vec<Encounter>]) -> Vec<Estimate> {
    let games = Games::of(results);
    let mut ratings = vec![Estimate::of_few(0.0); results.len()];
    for group in games.groups() {
        let among = games.among(&group);
        let Some(fit) = among.with_prior().fit() else { continue };
        let listed = |i: usize, j: usize| results[i].get(j).copied().unwrap_or_default();
        let encounter = |i: usize, j: usize| match (group[i], group[j]) {
            (i, j) if i < j => listed(i, j),
            (i, j) => listed(j, i).flipped(),
        };
        let covariance = fit.sandwich(encounter, &among.prior());
        for (i, &player) in group.iter().enumerate() {
            let value = ELO_PER_NAT * fit.strengths[i];
            let margin = ELO_PER_NAT * DEVIATIONS * covariance[i][i].sqrt();
            let samples = (0..group.len()).map(|j| encounter(i, j).samples()).sum::<u64>();
            ratings[player] = if samples < MIN_SAMPLES {
                Estimate::of_few(value)
            } else {
                Estimate { value, low: value - margin, high: value + margin }
            };
        }
    }
    ratings
}

/// What the model needs to know of all games.
struct Games {
    /// How many games two players played; symmetric.
    played: Matrix,
    /// Each player's points.
    points: Vec<f64>,
}

/// The model fitted to games.
struct Fit {
    /// Strengths of the players, natural logarithms of odds, mean 0.
    strengths: Vec<f64>,
    /// Their covariances.
    covariance: Matrix,
}

impl Games {
    fn of(results: &[Vec<Encounter>]) -> Self {
        let players = results.len();
        let mut games = Self { played: matrix(players, |_, _| 0.0), points: vec![0.0; players] };
        for (i, row) in results.iter().enumerate() {
            for (j, wdl) in row.iter().map(|encounter| encounter.games).enumerate().take(players).skip(i + 1) {
                games.played[i][j] = wdl.games() as f64;
                games.played[j][i] = wdl.games() as f64;
                games.points[i] += wdl.points();
                games.points[j] += wdl.flipped().points();
            }
        }
        games
    }

    fn players(&self) -> usize {
        self.points.len()
    }

    /// The groups of two or more players that games link.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.players()];
        let mut groups = Vec::new();
        for player in 0..self.players() {
            let mut group = Vec::new();
            let mut open = vec![player];
            while let Some(i) = open.pop() {
                if !std::mem::replace(&mut seen[i], true) {
                    group.push(i);
                    open.extend((0..self.players()).filter(|&j| self.played[i][j] > 0.0));
                }
            }
            if group.len() > 1 {
                groups.push(group);
            }
        }
        groups
    }

    /// The games of a group.
    fn among(&self, group: &[usize]) -> Self {
        let players = group.len();
        Self {
            played: matrix(players, |i, j| self.played[group[i]][group[j]]),
            points: group.iter().map(|&player| self.points[player]).collect(),
        }
    }

    /// The virtual draws of any two players. Every player must have played.
    fn prior(&self) -> Matrix {
        let totals = sums(&self.played);
        matrix(self.players(), |i, j| PRIOR_DRAWS * self.played[i][j] * (1.0 / totals[i] + 1.0 / totals[j]))
    }

    /// These games and the virtual draws.
    fn with_prior(&self) -> Self {
        let draws = self.prior();
        Self {
            points: self.points.iter().zip(sums(&draws)).map(|(points, draws)| points + draws / 2.0).collect(),
            played: matrix(self.players(), |i, j| self.played[i][j] + draws[i][j]),
        }
    }

    /// The likeliest strengths: Newton's method. `None` where they are not determined: there is no prior, and some
    /// players won every game against all others, or none.
    fn fit(&self) -> Option<Fit> {
        let mut strengths = vec![0.0; self.players()];
        for _ in 0..MAX_STEPS {
            let step = Cholesky::new(&self.information(&strengths))?.solve(&self.gradient(&strengths));
            let length = self.longest(&step);
            let last = length < CONVERGED;
            // A full step may overshoot and diverge. After a share t of it the curvature along it is at most e^(length t)
            // times what it was here: this t gains most if it is, and gains in any case.
            let share = if last { 1.0 } else { length.ln_1p() / length };
            strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += share * step);
            if last {
                let inverse = Cholesky::new(&self.information(&strengths))?.inverse();
                let covariance = matrix(self.players(), |i, j| inverse[i][j] - self.gauge());
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

    /// How fast the log-likelihood grows with each strength: points made less points expected.
    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let expected = |i: usize, j: usize| self.played[i][j] * win_chance(strengths[i] - strengths[j]);
        let gradient = |i: usize| self.points[i] - (0..self.players()).map(|j| expected(i, j)).sum::<f64>();
        (0..self.players()).map(gradient).collect()
    }

    /// The Fisher information of the strengths, with [`Self::gauge`] in every element: the games leave the mean open, which
    /// the gauge closes at 0, and the inverse less the gauge is the pseudo-inverse of the information alone.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let of_pair = |i: usize, j: usize| {
            let difference = strengths[i] - strengths[j];
            self.played[i][j] * win_chance(difference) * win_chance(-difference)
        };
        matrix(self.players(), |i, j| {
            let own = if i == j { (0..self.players()).map(|j| of_pair(i, j)).sum() } else { 0.0 };
            own - of_pair(i, j) + self.gauge()
        })
    }

    fn gauge(&self) -> f64 {
        1.0 / self.players() as f64
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
}

/// The sum of each row.
fn sums(matrix: &Matrix) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().sum()).collect()
}

/// The product of two matrices of the same size, the second one symmetric.
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    matrix(a.len(), |i, j| a[i].iter().zip(&b[j]).map(|(a, b)| a * b).sum())
}

/// The chance to win with this difference of strengths.
fn win_chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// A square matrix, row by row.
type Matrix = Vec<Vec<f64>>;

/// A square matrix of this size from what is in row and column.
fn matrix(size: usize, mut element: impl FnMut(usize, usize) -> f64) -> Matrix {
    (0..size).map(|row| (0..size).map(|column| element(row, column)).collect()).collect()
}

/// A matrix as the product of a lower triangle with its own transpose.
struct Cholesky {
    /// The triangle: row `i` has `i + 1` elements.
    lower: Matrix,
}

impl Cholesky {
    /// The decomposition of a symmetric matrix, of which the lower triangle is read; `None` where it is not positive definite.
    fn new(matrix: &Matrix) -> Option<Self> {
        let mut lower: Matrix = Vec::with_capacity(matrix.len());
        for (i, elements) in matrix.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for (above, element) in lower.iter().zip(elements) {
                let known: f64 = row.iter().zip(above).map(|(a, b)| a * b).sum();
                row.push((element - known) / above[row.len()]);
            }
            let rest = elements[i] - row.iter().map(|element| element * element).sum::<f64>();
            if !(rest > 0.0 && rest.is_finite()) {
                return None;
            }
            row.push(rest.sqrt());
            lower.push(row);
        }
        Some(Self { lower })
    }

    /// The vector that the matrix maps to this one.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for (i, row) in self.lower.iter().enumerate() {
            let known: f64 = row.iter().zip(&solution[..i]).map(|(a, b)| a * b).sum();
            solution[i] = (solution[i] - known) / row[i];
        }
        for i in (0..solution.len()).rev() {
            let known: f64 = (i + 1..solution.len()).map(|j| self.lower[j][i] * solution[j]).sum();
            solution[i] = (solution[i] - known) / self.lower[i][i];
        }
        solution
    }

    /// The inverse of the matrix.
    fn inverse(&self) -> Matrix {
        let size = self.lower.len();
        // It is symmetric: its columns are its rows.
        (0..size).map(|i| self.solve(&(0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::Wdl;
    use super::*;

    /// Wins of the row over the column.
    fn games<const N: usize>(wins: [[u64; N]; N]) -> Games {
        let wdl = |i: usize, j: usize| Wdl { wins: wins[i][j], draws: 0, losses: wins[j][i] };
        let encounter = |i, j| Encounter::of_games(wdl(i, j));
        Games::of(&(0..N).map(|i| (0..N).map(|j| encounter(i, j)).collect()).collect::<Vec<_>>())
    }

    /// A player's strength above a reference player's, and its standard error.
    fn compare(fit: &Fit, player: usize, reference: usize) -> (f64, f64) {
        let c = &fit.covariance;
        let variance = c[player][player] + c[reference][reference] - 2.0 * c[player][reference];
        (fit.strengths[player] - fit.strengths[reference], variance.sqrt())
    }

    fn assert_published<const N: usize>(wins: [[u64; N]; N], reference: usize, published: [(f64, f64); N]) {
        let fit = games(wins).fit().unwrap();
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
        assert!(games([[0, 5], [0, 0]]).fit().is_none());
    }

    /// The matrix of the example in Wikipedia's article on the decomposition: 4 12 -16, 12 37 -43, -16 -43 98.
    fn example() -> Matrix {
        vec![vec![4.0, 12.0, -16.0], vec![12.0, 37.0, -43.0], vec![-16.0, -43.0, 98.0]]
    }

    #[test]
    #[allow(clippy::float_cmp)] // all numbers on the way are small integers
    fn an_example_of_integers_is_exact() {
        let cholesky = Cholesky::new(&example()).unwrap();
        assert_eq!(cholesky.lower, [vec![2.0], vec![6.0, 1.0], vec![-8.0, 5.0, 3.0]]);
        assert_eq!(cholesky.solve(&[0.0, 6.0, 39.0]), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn the_inverse_times_the_matrix_is_one() {
        let inverse = Cholesky::new(&example()).unwrap().inverse();
        for (i, row) in inverse.iter().enumerate() {
            // The matrix is symmetric: its rows are its columns.
            for (j, column) in example().iter().enumerate() {
                let product: f64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-9, "{i} {j}: {product}");
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_has_none() {
        assert!(Cholesky::new(&vec![vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
        assert!(Cholesky::new(&vec![vec![f64::NAN]]).is_none());
    }
}
