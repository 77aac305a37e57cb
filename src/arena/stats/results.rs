//! Results counted: single games and pairs of games.

use super::elo::{Estimate, Sample};
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
    /// game.
    pub fn los(&self) -> f64 {
        let (wins, losses) = (self.wins as f64, self.losses as f64);
        super::elo::los(wins - losses, (wins + losses).sqrt())
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

    /// The Elo difference; infinite where every game was won or lost, `None` without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        Sample::of(&self.0).map(|sample| sample.elo())
    }

    /// The likelihood of superiority, 0 to 1: how sure it is that the player is the stronger one. 1/2 without pairs.
    pub fn los(&self) -> f64 {
        Sample::of(&self.0).map_or(0.5, |sample| super::elo::los(sample.mean - 0.5, sample.standard_error()))
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}
