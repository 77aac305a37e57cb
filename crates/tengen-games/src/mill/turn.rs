//! Turns: what a side does, and the codes that tell turns apart.

use super::board::Point;
use tengen_core::game::Move;

/// What a turn takes off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// The turn takes no stone.
    Nothing,
    /// The turn takes one enemy stone, for a mill.
    Remove(Point),
    /// The turn takes an enemy stone for each of several mills: the set of this number among those that it may take.
    Several(u8),
    /// Zhiqi: the turn takes the ends of every line that the new stone splits; which stones these are follows from the position.
    Carry,
    /// Zhiqi: the turn takes the centre of every line that the new stone closes in on.
    Clamp,
}

/// One turn: a stone comes from the hand or from another point, and may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MillMove {
    /// The point that the stone leaves; `None` for a stone from the hand.
    pub from: Option<Point>,
    /// The point that the stone arrives at.
    pub to: Point,
    /// What the turn takes off the board.
    pub capture: Capture,
}

impl Move for MillMove {
    /// The code has five bits each for `to`, `from` (24: hand), and capture (removed point; 24 nothing, 25 carry, 26 clamp).
    /// Above those codes are the turns that take several stones: placements, of which each takes one of at most 220 sets (three of
    /// twelve stones), then slides, which close two mills on corners only and take one of at most 66 sets (two of twelve).
    fn code(self) -> u16 {
        let from = self.from.map_or(Point::COUNT, Point::index);
        let capture = match self.capture {
            Capture::Several(set) => {
                let (to, count) = (u16::from(self.to.index()), u16::from(Point::COUNT));
                let number = match self.from {
                    None => to * 220 + u16::from(set),
                    Some(from) => count * 220 + (to / 2 * count + u16::from(from.index())) * 66 + u16::from(set),
                };
                return 1 << 15 | number;
            }
            Capture::Remove(point) => point.index(),
            Capture::Nothing => Point::COUNT,
            Capture::Carry => Point::COUNT + 1,
            Capture::Clamp => Point::COUNT + 2,
        };
        u16::from(self.to.index()) | u16::from(from) << 5 | u16::from(capture) << 10
    }
}
