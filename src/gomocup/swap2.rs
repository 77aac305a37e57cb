//! Openings under swap2: one side puts three stones (black, white, black), the other takes a colour; it may also put two
//! more and leave the choice to the first.
//!
//! To choose is never worse than to let choose: with the position worth *s* to White, the chooser has |*s*|, and who
//! puts two more stones gets at most 0. So this brain always takes a colour, and puts three stones with *s* near 0.

use super::brain::{Brain, Moment, Reply, Say};
use super::{Fault, coordinates, refused};
use crate::game::{Color, Setup, Vertex};
use crate::search::{Budget, Limits};

/// Openings that are compared.
const OPENINGS: u32 = 16;

/// The three stones lie in a square of so many lines.
const SPREAD: u8 = 6;

impl Brain {
    /// Answers `SWAP2BOARD` with the stones already put.
    pub(super) fn swap2(&mut self, stones: &[Vertex], moment: &Moment, say: Say<'_>) -> Reply {
        match stones.len() {
            0 => self.open(moment),
            3 | 5 => self.take_colour(stones, moment, say),
            count => Err(refused(format!("swap2 has 0, 3 or 5 stones, not {count}"))),
        }
    }

    /// Stones for the other side to choose from: of some by chance, those that are worth the least to either.
    fn open(&mut self, moment: &Moment) -> Reply {
        let limits = self.limits(moment)?;
        let share = |budget: Budget| Budget::exactly(budget.hard / OPENINGS);
        let limits = Limits {
            time: limits.time.map(share),
            nodes: limits.nodes.map(|nodes| nodes / u64::from(OPENINGS)),
            ..limits
        };
        let mut rng = fastrand::Rng::with_seed(self.room.settings().seed);
        let mut best: Option<(i32, Vec<Vertex>)> = None;
        for _ in 0..OPENINGS {
            let stones = three_stones(self.size(), &mut rng);
            self.put_in_turn(&stones)?;
            let Some(answer) = self.think(limits, moment, &mut |_| ())? else { return Ok(None) };
            let value = answer.report.lines.first().map_or(i32::MAX, |line| line.score.abs());
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, stones));
            }
        }
        let stones = best.map(|(_, stones)| stones).unwrap_or_default();
        self.put_in_turn(&stones)?;
        self.terms.moved(moment.came.elapsed());
        let points: Vec<_> = stones.iter().map(|&vertex| coordinates::write(vertex, self.size())).collect();
        Ok(Some(points.join(" ")))
    }

    /// White's move, or `SWAP` where Black is the better side to have.
    fn take_colour(&mut self, stones: &[Vertex], moment: &Moment, say: Say<'_>) -> Reply {
        self.put_in_turn(stones)?;
        let limits = self.limits(moment)?;
        let Some(answer) = self.think(limits, moment, say)? else { return Ok(None) };
        if answer.report.lines.first().is_some_and(|line| line.score < 0) {
            self.terms.moved(moment.came.elapsed());
            return Ok(Some("SWAP".to_owned()));
        }
        self.accept(answer, moment, say).map(Some)
    }

    /// A position from an odd number of stones, put in turn: White is to move.
    fn put_in_turn(&mut self, stones: &[Vertex]) -> Result<(), Fault> {
        let stones = Color::BOTH.into_iter().cycle().zip(stones.iter().copied()).collect();
        Ok(self.room.engine_mut().set_up(&Setup { stones, side_to_move: Color::White })?)
    }
}

/// Three points of a small square somewhere on the board.
fn three_stones(size: u8, rng: &mut fastrand::Rng) -> Vec<Vertex> {
    let spread = SPREAD.min(size);
    let (left, low) = (rng.u8(..=size - spread), rng.u8(..=size - spread));
    let square = (0..spread * spread).map(|index| Vertex::new(left + index % spread, low + index / spread));
    rng.choose_multiple(square, 3)
}
