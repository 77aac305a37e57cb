//! The trained numbers of one side under a rule set.

use super::codes::CODES;
use super::rule::Rule;
use tengen_core::game::Color;

/// Parts of a point of evaluation: the sum of hundreds of rounded numbers is to be right to a point.
pub const FINE: i16 = 16;

/// The number of sets of threats (`eval.rs`).
pub const THREATS: usize = 1 << 11;

/// What a free point adds depends on whose turn it is: there are values for the side to move and for the other side, and two
/// more where the side to move is in face of an open four.
pub const TURNS: usize = 4;

/// Whose weights are the same: Black and White have their own in renju alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Both sides in freestyle.
    Freestyle,
    /// Both sides under the standard rule.
    Standard,
    /// Black in renju.
    RenjuBlack,
    /// White in renju.
    RenjuWhite,
    /// Both sides in caro.
    Caro,
    /// Both sides in caro where six do not win.
    CaroExact,
}

impl Kind {
    /// All, in the order of the file.
    pub const ALL: [Self; 6] =
        [Self::Freestyle, Self::Standard, Self::RenjuBlack, Self::RenjuWhite, Self::Caro, Self::CaroExact];

    /// The kind of a side under a rule set.
    pub const fn of(rule: Rule, side: Color) -> Self {
        match (rule, side) {
            (Rule::Freestyle, _) => Self::Freestyle,
            (Rule::Standard, _) => Self::Standard,
            (Rule::Renju, Color::Black) => Self::RenjuBlack,
            (Rule::Renju, Color::White) => Self::RenjuWhite,
            (Rule::Caro, _) => Self::Caro,
            (Rule::CaroExact, _) => Self::CaroExact,
        }
    }
}

/// The numbers of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindWeights {
    /// What a free point adds by its code, in each of the [`TURNS`]; values are in [`FINE`] parts of a point of evaluation.
    pub values: [Box<[i16; CODES]>; TURNS],
    /// What the threats on the board add for the side to move.
    pub threats: Box<[i16; THREATS]>,
    /// What the right to move is worth beyond that.
    pub tempo: i16,
    /// How promising a free point is by its code, for the side and for the enemy, who takes it away.
    pub order: [Box<[i16; CODES]>; 2],
}

impl KindWeights {
    /// The numbers in the order of the file.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i16> {
        fn by_code(tables: &[Box<[i16; CODES]>]) -> impl Iterator<Item = i16> {
            tables.iter().flat_map(|table| **table)
        }
        by_code(&self.values).chain(*self.threats).chain([self.tempo]).chain(by_code(&self.order))
    }

    /// Reads them; `None` where there are too few.
    pub(super) fn read(numbers: &mut impl Iterator<Item = i16>) -> Option<Self> {
        fn array<const N: usize>(numbers: &mut impl Iterator<Item = i16>) -> Option<Box<[i16; N]>> {
            numbers.take(N).collect::<Box<[i16]>>().try_into().ok()
        }
        let values = [array(numbers)?, array(numbers)?, array(numbers)?, array(numbers)?];
        let (threats, tempo) = (array(numbers)?, numbers.next()?);
        Some(Self { values, threats, tempo, order: [array(numbers)?, array(numbers)?] })
    }
}

impl Default for KindWeights {
    /// All zero.
    fn default() -> Self {
        let by_code = || Box::new([0; CODES]);
        let (values, order) = ([(); TURNS].map(|()| by_code()), [by_code(), by_code()]);
        Self { values, threats: Box::new([0; THREATS]), tempo: 0, order }
    }
}
