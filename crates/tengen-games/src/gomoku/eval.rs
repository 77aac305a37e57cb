//! What a free point is worth to a side by its [`Code`](super::codes::Code), what the threats on the board add, and how
//! promising a point is as a move.

use super::codes::{CODES, Class};
use super::kind::{FINE, Kind, KindWeights, THREATS, TURNS};
use super::rule::Rule;

use tengen_core::game::Color;
use tengen_core::search::Score;

/// The tables of one side under a rule set; those by code have an entry a code.
pub struct SideTables {
    /// What a point adds to the evaluation of the side that could play there, in each of the [`TURNS`].
    pub values: [[Score; TURNS]; CODES],
    /// What [`threats`] add when the side is to move.
    pub threats: [i16; THREATS],
    /// What the right to move is worth beyond that.
    pub tempo: i16,
    /// How promising it is to play there.
    pub attack: [i16; CODES],
    /// How promising it is for the enemy to take it away.
    pub defence: [i16; CODES],
}

/// The tables of a rule set, Black's first.
pub struct Tables(pub [SideTables; 2]);

impl Tables {
    /// The tables of weights.
    pub fn make(rule: Rule, weights: &[KindWeights; Kind::ALL.len()]) -> Self {
        Self(Color::BOTH.map(|side| SideTables::make(&weights[Kind::of(rule, side) as usize])))
    }

    /// The value of a position for the side to move, from the sums of the values of its points and of the enemy's, and from
    /// the threats.
    pub fn value(&self, side: Color, [own, enemy]: [Score; 2], threats: usize) -> Score {
        let tables = &self.0[side.index()];
        let fine = own - enemy + Score::from(tables.threats[threats]) + Score::from(tables.tempo);
        fine / Score::from(FINE)
    }
}

impl SideTables {
    fn make(weights: &KindWeights) -> Self {
        Self {
            values: std::array::from_fn(|code| std::array::from_fn(|turn| weights.values[turn][code].into())),
            threats: *weights.threats,
            tempo: weights.tempo,
            attack: *weights.order[0],
            defence: *weights.order[1],
        }
    }
}

/// The classes whose presence counts beyond their points: each a bit for the side to move, and one for the other.
const THREAT_CLASSES: [&[Class]; 5] =
    [&[Class::FourThree], &[Class::FourPlus], &[Class::Four], &[Class::TwoThrees, Class::ThreePlus], &[Class::Three]];

/// The set of threats that the sides could make, as an index, in its upper half where the other side could make an open
/// four; `has` tells whether a side, 0 for the one to move, has a point of a class.
pub fn threats(has: impl Fn(usize, Class) -> bool) -> usize {
    let mut set = usize::from(has(1, Class::OpenFour));
    for side in 0..2 {
        for classes in THREAT_CLASSES {
            set = set << 1 | usize::from(classes.iter().any(|&class| has(side, class)));
        }
    }
    set
}
