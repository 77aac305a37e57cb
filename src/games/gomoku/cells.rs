//! What a stone on a free point makes of all four lines together.

use super::lines::Pattern;
use super::params;
use std::sync::OnceLock;

/// The patterns of the four directions, four bits each.
pub type Code = u16;

/// The pattern of one direction, 0 to 3, out of a code.
pub const fn pattern_bits(code: Code, direction: usize) -> u16 {
    code >> (4 * direction) & 15
}

/// A code with the pattern of one direction replaced.
pub const fn with_pattern(code: Code, direction: usize, pattern: Pattern) -> Code {
    code & !(15 << (4 * direction)) | (pattern as u16) << (4 * direction)
}

/// What a stone threatens, all lines together. Later ones are stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that must be answered.
    None,
    /// A foul on one line by itself.
    Foul,
    /// A four.
    Four,
    /// A four and a three.
    FourThree,
    /// Two fours: both cannot be answered (and renju forbids them to Black).
    DoubleFour,
    /// An open four: a win unless the enemy has a five now.
    OpenFour,
    /// The win itself.
    Five,
}

impl Threat {
    /// The number of threats.
    pub const COUNT: usize = Self::Five as usize + 1;
}

/// All there is to know of a code.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// What must be answered.
    pub threat: Threat,
    /// Lines on which a three arises.
    pub threes: u8,
    /// What the point adds to the evaluation of the side that could play there: when it is to move, and when not.
    pub values: [i16; 2],
    /// How promising the point is as a move.
    pub rank: i16,
}

/// Every code.
pub struct Cells(Vec<Cell>);

impl Cells {
    /// The table, made when it is first asked for.
    pub fn get() -> &'static Self {
        static TABLE: OnceLock<Cells> = OnceLock::new();
        TABLE.get_or_init(|| Self((0..=Code::MAX).map(Cell::of).collect()))
    }

    /// What there is to know of a code.
    pub fn of(&self, code: Code) -> &Cell {
        &self.0[code as usize]
    }
}

impl Cell {
    fn of(code: Code) -> Self {
        let patterns = [0, 1, 2, 3].map(|direction| pattern_bits(code, direction));
        let count = |range: &[Pattern]| patterns.iter().filter(|&&p| range.iter().any(|&r| r as u16 == p)).count();
        let fours = count(&[Pattern::Four, Pattern::OpenFour]);
        let threes = count(&[Pattern::ThreeOneWay, Pattern::Three]);
        let threat = if count(&[Pattern::Five]) > 0 {
            Threat::Five
        } else if count(&[Pattern::Foul]) > 0 {
            Threat::Foul
        } else if fours > 1 {
            Threat::DoubleFour
        } else if count(&[Pattern::OpenFour]) > 0 {
            Threat::OpenFour
        } else if fours > 0 {
            if threes > 0 { Threat::FourThree } else { Threat::Four }
        } else {
            Threat::None
        };
        let sum = |worth: &[i16]| patterns.iter().map(|&p| worth.get(p as usize).copied().unwrap_or(0)).sum::<i16>();
        let double_three = i16::from(threes > 1 && fours == 0);
        Self {
            threat,
            threes: threes as u8,
            values: [0, 1].map(|turn| {
                sum(&params::LINE_VALUE[turn])
                    + i16::from(threat == Threat::FourThree) * params::FOUR_THREE_VALUE[turn]
                    + double_three * params::DOUBLE_THREE_VALUE[turn]
            }),
            rank: sum(&params::LINE_RANK)
                + params::THREAT_RANK[threat as usize]
                + double_three * params::DOUBLE_THREE_RANK,
        }
    }
}
