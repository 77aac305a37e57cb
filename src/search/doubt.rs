//! Which moves are worth more time than others: those that the search keeps changing its mind about, and those that
//! turn out worse than they looked. (As the time managers of chess programs do, Stockfish's among them; the constants
//! are from matches of Othello.)

use super::limits::Budget;
use super::player::Line;
use super::score::Score;
use std::time::Duration;

/// The share of the soft limit that a move gets about which there is no doubt.
const CALM: f64 = 0.75;
/// What it gets more for a change of the best move in the last iteration; for one in the iteration before, half of that.
const CHANGE: f64 = 0.5;
/// What it gets more for a fall of its value in the last iteration by half of the window that the search begins with.
const FALL: f64 = 0.375;
/// The most that a move gets, in soft limits.
pub const MOST: u32 = 3;

/// What the iterations so far say about how sure the move is.
#[derive(Debug)]
pub struct Doubt<M> {
    best: Option<(M, Score)>,
    changes: f64,
    fall: f64,
}

impl<M> Default for Doubt<M> {
    fn default() -> Self {
        Self { best: None, changes: 0.0, fall: 0.0 }
    }
}

impl<M: Copy + PartialEq> Doubt<M> {
    /// Takes notice of an iteration; `half` is half the window that iterations begin with, where they have one.
    pub fn hear(&mut self, best: &Line<M>, half: Option<Score>) {
        let Some(&mv) = best.pv.first() else { return };
        self.changes /= 2.0;
        if let Some((before, score)) = self.best.replace((mv, best.score)) {
            self.changes += f64::from(u8::from(mv != before));
            let fall = f64::from(score) - f64::from(best.score);
            self.fall = half.map_or(0.0, |half| fall.max(0.0) / f64::from(half));
        }
    }

    /// When no iteration should begin any more. A budget whose limits are the same is of time that is lost when it is
    /// not used.
    pub fn soft(&self, time: Budget) -> Duration {
        if time.soft >= time.hard {
            return time.soft;
        }
        let share = CALM + CHANGE * self.changes + FALL * self.fall;
        time.soft.mul_f64(share.min(f64::from(MOST))).min(time.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Budget = Budget { soft: Duration::from_secs(1_000), hard: Duration::from_secs(2_500) };

    /// The soft limit, in seconds, after iterations with these best moves and values.
    fn seconds(iterations: &[(char, Score)], time: Budget, half: Option<Score>) -> u64 {
        let mut doubt = Doubt::default();
        for &(mv, score) in iterations {
            doubt.hear(&Line { score, exact: false, nodes: 1, pv: vec![mv] }, half);
        }
        doubt.soft(time).as_secs()
    }

    #[test]
    fn who_is_sure_takes_less_and_who_wavers_more() {
        let after = |iterations: &[(char, Score)]| seconds(iterations, TIME, Some(200));
        assert_eq!(after(&[]), 750);
        assert_eq!(after(&[('a', 0), ('a', 30), ('a', 30)]), 750);
        assert_eq!(after(&[('a', 0), ('b', 30)]), 1_250);
        assert_eq!(after(&[('a', 0), ('b', 30), ('b', 30)]), 1_000);
        assert_eq!(after(&[('a', 0), ('b', 30), ('a', 30)]), 1_500);
        assert_eq!(after(&[('a', 0), ('a', -200)]), 1_125);
        assert_eq!(after(&[('a', 0), ('a', -200), ('a', -200)]), 750);
        assert_eq!(seconds(&[('a', 0), ('a', -200)], TIME, None), 750);
    }

    #[test]
    fn the_hard_limit_stays() {
        let lost = [('a', Score::MAX), ('b', Score::MIN)];
        assert_eq!(seconds(&lost, TIME, Some(1)), 2_500);
        let long = Budget { soft: Duration::MAX / 4, hard: Duration::MAX };
        assert!(seconds(&lost, long, Some(1)) > Duration::MAX.as_secs() / 2);
    }

    #[test]
    fn time_that_would_be_lost_is_used() {
        assert_eq!(seconds(&[('a', 0), ('a', 0)], Budget::exactly(TIME.soft), Some(200)), 1_000);
    }
}
