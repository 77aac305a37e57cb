//! Levels of play: the default player made weaker, in even steps.

use crate::search::{Scale, Score};

/// How many levels each game has; full strength is above the last.
pub const LEVEL_COUNT: usize = 10;

/// A level: how far the player looks, and how often it prefers a worse move.
///
/// It finds the best moves by a search of this depth, and chooses among them by chance, a move that is worse by `temperature`
/// steps of the odds (a factor of e in the odds of a win, [`Scale::odds`]) 1/e times as often: Boltzmann's distribution
/// over values, as in Luce's choice axiom (1959).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Depth of the search in plies.
    pub depth: u32,
    /// How many moves it chooses among, the best ones.
    pub breadth: usize,
    /// The steps of the odds that make a move e times as unlikely.
    pub temperature: f64,
    /// Elo above the first level, measured by matches of each level against the next (`benches/levels`).
    pub elo: u32,
}

/// The steps of the odds that a certain win is above an even game, and a certain loss below: beginners miss them at times.
const CERTAIN: f64 = 10.0;

impl Level {
    /// A level by its fields, in their order.
    pub const fn new(depth: u32, breadth: usize, temperature: f64, elo: u32) -> Self {
        Self { depth, breadth, temperature, elo }
    }

    /// Chooses among moves of these values, best first, and says which place it is; none of none.
    pub fn choose(&self, scale: &Scale, scores: &[Score], rng: &mut fastrand::Rng) -> Option<usize> {
        let steps = |score: Score| (f64::from(score) / scale.odds).clamp(-CERTAIN, CERTAIN);
        let &best = scores.first()?;
        let weights: Vec<f64> =
            scores.iter().map(|&score| ((steps(score) - steps(best)) / self.temperature).exp()).collect();
        let mut drawn = rng.f64() * weights.iter().sum::<f64>();
        let place = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        Some(place.unwrap_or(scores.len() - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_worse_by_the_temperature_is_e_times_as_rare() {
        let level = Level::new(1, 30, 0.5, 0);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut chosen = [0.0_f64; 3];
        for _ in 0..100_000 {
            // 100 points are half a step of the usual odds.
            chosen[level.choose(&Scale::USUAL, &[100, 0, -100], &mut rng).unwrap()] += 1.0;
        }
        let e = std::f64::consts::E;
        assert!((chosen[0] / chosen[1] / e - 1.0).abs() < 0.05, "{chosen:?}");
        assert!((chosen[1] / chosen[2] / e - 1.0).abs() < 0.05, "{chosen:?}");
    }

    #[test]
    fn a_win_is_missed_at_times_by_those_who_choose_by_chance() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut missed = |temperature| {
            let level = Level::new(1, 30, temperature, 0);
            let scores = [crate::search::WIN - 1, 0, 0, 0];
            (0..1000).filter(|_| level.choose(&Scale::USUAL, &scores, &mut rng) != Some(0)).count()
        };
        // By e to the power of 10 / temperature for each of the three.
        assert!((50..=500).contains(&missed(4.0)));
        assert_eq!(missed(0.2), 0);
    }
}
