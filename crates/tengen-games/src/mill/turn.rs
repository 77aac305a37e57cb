//! A move of the mill family.

use super::board::Point;
use tengen_core::game::Move;

/// What a turn takes off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// Nothing.
    Nothing,
    /// One enemy stone, for a mill.
    Remove(Point),
    /// Zhiqi: the ends of every line that the new stone splits; which stones they are follows from the position.
    Carry,
    /// Zhiqi: the centre of every line that the new stone closes in on.
    Clamp,
}

/// One turn: a stone comes from the hand or from another point, and may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MillMove {
    /// Where the stone leaves; `None` for a stone from the hand.
    pub from: Option<Point>,
    /// Where it arrives.
    pub to: Point,
    /// What it takes.
    pub capture: Capture,
}

impl Move for MillMove {
    /// Five bits each: `to`, `from` (24: hand), capture (removed point; 24 nothing, 25 carry, 26 clamp).
    fn code(self) -> u16 {
        let from = self.from.map_or(Point::COUNT, Point::index);
        let capture = match self.capture {
            Capture::Remove(point) => point.index(),
            Capture::Nothing => Point::COUNT,
            Capture::Carry => Point::COUNT + 1,
            Capture::Clamp => Point::COUNT + 2,
        };
        u16::from(self.to.index()) | u16::from(from) << 5 | u16::from(capture) << 10
    }
}
