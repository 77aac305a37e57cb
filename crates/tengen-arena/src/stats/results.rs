//! Results counted: single games and pairs of games.

use super::{Estimate, MIN_SAMPLES, Sample, los, los_of_alike};
use serde::Serialize;
use std::ops::AddAssign;

/// Games counted by their results, as one of the two players sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// One game, from its half-points: 0 for a loss, 1 for a draw, else a win.
    pub const fn of_game(half_points: u8) -> Self {
        let mut game = Self { wins: 0, draws: 0, losses: 0 };
        match half_points {
            0 => game.losses = 1,
            1 => game.draws = 1,
            _ => game.wins = 1,
        }
        game
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw a half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games as the other player sees them.
    pub const fn flipped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The Elo difference; infinite where every game was won or lost, `None` without games.
    ///
    /// The games count as independent. Where they are pairs on one opening, [`Pentanomial::elo`] is more exact.
    pub fn elo(&self) -> Option<Estimate> {
        Sample::of(&self.counts()).map(|sample| sample.elo())
    }

    /// The likelihood of superiority, 0 to 1: how sure it is that the player is the stronger one. 1/2 without a decided
    /// game, `None` of too few games.
    pub fn los(&self) -> Option<f64> {
        let (wins, losses) = (self.wins as f64, self.losses as f64);
        let los = || match (self.wins, self.losses) {
            (0, _) | (_, 0) => los_of_alike(wins - losses, wins + losses),
            _ => los(wins - losses, (wins + losses).sqrt()),
        };
        (self.games() >= MIN_SAMPLES).then(los)
    }

    /// The difference in normalised Elo, [`Pentanomial::normalized_elo`] of independent games.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        Sample::of(&self.counts()).and_then(|sample| sample.normalized_elo(1.0))
    }

    /// Games by half-points: losses, draws, wins.
    const fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs of games counted by the half-points, 0 to 4, that the first player made in both games of the pair.
///
/// The two games of a pair start from one opening, with colours swapped. A good opening for one side moves both results,
/// in opposite ways: only the pairs are independent of each other, not the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// One pair, from the half-points of its two games together; more than 4 count as 4.
    pub fn of_pair(half_points: u8) -> Self {
        let mut pair = Self::default();
        pair.0[usize::from(half_points.min(4))] = 1;
        pair
    }

    /// All pairs; twice as many games.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points per game, 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        Sample::of(&self.0).map(|sample| sample.mean)
    }

    /// The same pairs as the other player sees them.
    pub fn flipped(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The difference in normalised Elo: the lead over 1/2 in standard deviations of one game, on a scale where few draws
    /// leave it near the logistic one. What a number of games can tell depends on it alone, whatever the share of draws.
    /// `None` where all pairs are alike.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        Sample::of(&self.0).and_then(|sample| sample.normalized_elo(2.0))
    }

    /// The Elo difference; infinite where every game was won or lost, `None` without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        Sample::of(&self.0).map(|sample| sample.elo())
    }

    /// The likelihood of superiority, 0 to 1: how sure it is that the player is the stronger one. `None` of too few pairs.
    pub fn los(&self) -> Option<f64> {
        Sample::of(&self.0).and_then(|sample| sample.los())
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// All games of two players, and the pairs among them, as one of the two sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encounter {
    /// The games.
    pub games: Wdl,
    /// Those of them that are pairs.
    pub pairs: Pentanomial,
}

impl Encounter {
    /// Games of which no two are a pair.
    pub fn of_games(games: Wdl) -> Self {
        Self { games, pairs: Pentanomial::default() }
    }

    /// The same as the other player sees it.
    pub fn flipped(self) -> Self {
        Self { games: self.games.flipped(), pairs: self.pairs.flipped() }
    }

    /// The Elo difference: from the pairs, or where these are not nearly all games, from the games.
    pub fn elo(&self) -> Option<Estimate> {
        if self.is_paired() { self.pairs.elo() } else { self.games.elo() }
    }

    /// The difference in normalised Elo, from what [`Encounter::elo`] is from.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        if self.is_paired() { self.pairs.normalized_elo() } else { self.games.normalized_elo() }
    }

    /// The likelihood of superiority, from what [`Encounter::elo`] is from.
    pub fn los(&self) -> Option<f64> {
        if self.is_paired() { self.pairs.los() } else { self.games.los() }
    }

    /// Independent observations: pairs, or games.
    pub fn samples(&self) -> u64 {
        if self.is_paired() { self.pairs.pairs() } else { self.games.games() }
    }

    /// How far the results were from an expected score a game, as the sum of squares: of the points of each pair, or of
    /// each game. Games beside the pairs count as pairs of the same spread.
    pub(super) fn squares(&self, expected: f64) -> f64 {
        if self.is_paired() {
            let share = self.games.games() as f64 / (2.0 * self.pairs.pairs() as f64);
            let square = |(half_points, &count): (usize, &u64)| {
                count as f64 * (half_points as f64 / 2.0 - 2.0 * expected).powi(2)
            };
            share * self.pairs.0.iter().enumerate().map(square).sum::<f64>()
        } else {
            let Wdl { wins, draws, losses } = self.games;
            let square = |(count, points): (u64, f64)| count as f64 * (points - expected).powi(2);
            [(wins, 1.0), (draws, 0.5), (losses, 0.0)].into_iter().map(square).sum()
        }
    }

    /// True where nine games of ten or more are halves of a pair.
    fn is_paired(&self) -> bool {
        self.games.games() > 0 && 20 * self.pairs.pairs() >= 9 * self.games.games()
    }
}

impl AddAssign for Encounter {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.pairs += other.pairs;
    }
}
