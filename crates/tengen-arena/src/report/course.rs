//! A score as it grew, game by game, in bounded memory.

use crate::stats::Wdl;

/// The most points that a course keeps.
const MAX_POINTS: usize = 500;

/// How results added up over time: every `stride`-th state, where the stride doubles whenever there are too many.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    stride: u64,
    points: Vec<Wdl>,
    now: Wdl,
}

impl Default for Course {
    fn default() -> Self {
        Self { stride: 1, points: Vec::new(), now: Wdl::default() }
    }
}

impl Course {
    /// Adds a game of 2, 1 or 0 half points.
    pub fn push(&mut self, half_points: u8) {
        self.now += Wdl::of_game(half_points);
        if self.now.games().is_multiple_of(self.stride) {
            self.points.push(self.now);
        }
        if self.points.len() > MAX_POINTS {
            self.stride *= 2;
            let stride = self.stride;
            self.points.retain(|point| point.games().is_multiple_of(stride));
        }
    }

    /// The results so far after some of the games, evenly spread, and after the last.
    pub fn points(&self) -> impl Iterator<Item = Wdl> {
        let last = self.points.last() != Some(&self.now) && self.now.games() > 0;
        self.points.iter().copied().chain(last.then_some(self.now))
    }
}
