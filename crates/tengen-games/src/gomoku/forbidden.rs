//! The points forbidden to Black in renju (Renju International Federation, "The rules of renju", section 9).

use super::bits::{Bits, Point, STEPS};
use std::fmt;

/// Why a point is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two fours at once, on two lines or on one.
    DoubleFour,
    /// Two threes at once that can each become a straight four by a legal move.
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overline => "an overline",
            Self::DoubleFour => "a double four",
            Self::DoubleThree => "a double three",
        })
    }
}

/// Why a free point is forbidden, or `None` where Black may play. Five in a row overrides everything.
pub fn foul(black: &Bits, free: &Bits, point: Point) -> Option<Foul> {
    FoulBoard { black: *black, free: *free }.foul(point)
}

/// True where a stone of Black's on a free point makes a three: one that a legal move turns into a straight four.
pub fn makes_three(black: &Bits, free: &Bits, point: Point) -> bool {
    let mut board = FoulBoard { black: *black, free: *free };
    board.place(point);
    STEPS.into_iter().any(|step| board.is_three(point, step))
}

/// The part of a board that fouls depend on: Black's stones and the free points. All other points block Black.
struct FoulBoard {
    black: Bits,
    free: Bits,
}

impl FoulBoard {
    /// Judges a stone of Black's on a free point: places it and takes it back.
    fn foul(&mut self, point: Point) -> Option<Foul> {
        self.place(point);
        let verdict = self.verdict(point);
        self.lift(point);
        verdict
    }

    fn place(&mut self, point: Point) {
        self.black.insert(point);
        self.free.remove(point);
    }

    fn lift(&mut self, point: Point) {
        self.black.remove(point);
        self.free.insert(point);
    }

    /// Judges the stone of Black's that was just placed.
    fn verdict(&mut self, stone: Point) -> Option<Foul> {
        let lengths = STEPS.map(|step| self.length(stone, step));
        if lengths.contains(&5) {
            return None;
        }
        if lengths.iter().any(|&length| length > 5) {
            return Some(Foul::Overline);
        }
        let fours = STEPS.map(|step| self.fours(stone, step));
        if fours.iter().sum::<u32>() >= 2 {
            return Some(Foul::DoubleFour);
        }
        // Whether a three is real may take a deep search; whether there could be two threes is seen at once.
        let steps: Vec<i32> = STEPS
            .into_iter()
            .zip(fours)
            .filter(|&(step, fours)| fours == 0 && self.straight_fours(stone, step).next().is_some())
            .map(|(step, _)| step)
            .collect();
        if steps.len() < 2 {
            return None;
        }
        let real = steps.into_iter().filter(|&step| self.is_three(stone, step)).count();
        (real >= 2).then_some(Foul::DoubleThree)
    }

    /// The length of the row through a stone.
    fn length(&self, stone: Point, step: i32) -> u32 {
        1 + self.run(stone, step) + self.run(stone, -step)
    }

    /// Stones in a row beyond a point, in one sense of a direction.
    fn run(&self, point: Point, step: i32) -> u32 {
        let mut next = point.shifted(step);
        let mut count = 0;
        while self.black.has(next) {
            count += 1;
            next = next.shifted(step);
        }
        count
    }

    /// The points at the two ends of the row through a stone.
    fn ends(&self, stone: Point, step: i32) -> [Point; 2] {
        [-step, step].map(|step| stone.shifted(step * (1 + self.run(stone, step) as i32)))
    }

    /// True where a stone on this point would make a row of exactly five in this direction.
    fn completes(&self, point: Point, step: i32) -> bool {
        self.free.has(point) && self.length(point, step) == 5
    }

    /// The number of fours that a stone is part of in one direction: a straight four is one, two fives apart are two.
    fn fours(&self, stone: Point, step: i32) -> u32 {
        let complete = self.ends(stone, step).map(|end| self.completes(end, step));
        match complete {
            [true, true] if self.length(stone, step) != 4 => 2,
            [false, false] => 0,
            _ => 1,
        }
    }

    /// The points that would make a straight four of a stone's row: four that both ends complete.
    fn straight_fours(&self, stone: Point, step: i32) -> impl Iterator<Item = Point> {
        self.ends(stone, step).into_iter().filter(move |&end| {
            let ends = self.ends(end, step);
            let beyond = |point: Point, step: i32| !self.black.has(point.shifted(step));
            self.free.has(end)
                && self.length(end, step) == 4
                && ends.iter().all(|&end| self.free.has(end))
                && beyond(ends[0], -step)
                && beyond(ends[1], step)
        })
    }

    /// True for a three: it can become a straight four by a legal move that does not make five at the same time.
    fn is_three(&mut self, stone: Point, step: i32) -> bool {
        let points: Vec<Point> = self.straight_fours(stone, step).collect();
        points.into_iter().any(|point| {
            let five = STEPS.into_iter().any(|step| self.completes(point, step));
            !five && self.foul(point).is_none()
        })
    }
}
