//! What a free point is worth to a side by its [`Code`](super::codes::Code), what the threats on the board add, and how
//! promising a point is as a move; the trained numbers of one side that all of it comes from.

use super::board::Rule;
use super::codes::{CODE_LIMIT, CODES, Class};
use super::network::{self, Network};
use bytemuck::zeroed_box;
use std::sync::Arc;
use tengen_core::game::Color;
use tengen_core::search::Score;

/// The tables of one side under a rule set. Those by code are longer than there are codes: no index is checked.
pub struct SideTables {
    /// What a point adds to the evaluation of the side that could play there, in each of the [`TURNS`].
    pub values: Box<[[Score; TURNS]; CODE_LIMIT]>,
    /// What [`threats`] add when the side is to move.
    pub threats: [i16; THREATS],
    /// What the right to move is worth beyond the threats.
    pub tempo: i16,
    /// For each code, how promising it is for the side to play on such a point.
    pub attack: Box<[i16; CODE_LIMIT]>,
    /// For each code, how promising it is for the enemy to play on such a point, and so to take it from the side.
    pub defence: Box<[i16; CODE_LIMIT]>,
    /// What corrects the value when the side is to move.
    network: Option<Arc<Network>>,
}

/// The tables of both sides under a rule set, Black's first.
pub struct Tables(pub [SideTables; 2]);

impl Tables {
    /// Makes the tables of a rule set from weights.
    pub fn make(rule: Rule, weights: &[KindWeights; WeightKind::ALL.len()]) -> Self {
        Self(Color::BOTH.map(|side| SideTables::make(&weights[WeightKind::of(rule, side) as usize])))
    }

    /// The network that corrects the value of a position on a board of so many lines with this side to move.
    pub fn network(&self, side: Color, lines: u8) -> Option<&Arc<Network>> {
        self.0[side.index()].network.as_ref().filter(|_| lines == network::SIZE)
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
        let mut values = zeroed_box::<[[Score; TURNS]; CODE_LIMIT]>();
        for (turn, of_turn) in weights.values.iter().enumerate() {
            values.iter_mut().zip(of_turn.iter()).for_each(|(value, &weight)| value[turn] = weight.into());
        }
        let order = |weights: &[i16; CODES]| {
            let mut scores = zeroed_box::<[i16; CODE_LIMIT]>();
            scores[..CODES].copy_from_slice(weights);
            scores
        };
        let [attack, defence] = weights.order.each_ref().map(|weights| order(weights));
        Self {
            values,
            threats: *weights.threats,
            tempo: weights.tempo,
            attack,
            defence,
            network: weights.network.clone(),
        }
    }
}

/// The classes whose presence counts beyond the values of their points. Each has a bit for the side to move and one for the
/// other.
const THREAT_CLASSES: [&[Class]; 5] =
    [&[Class::FourThree], &[Class::FourPlus], &[Class::Four], &[Class::TwoThrees, Class::ThreePlus], &[Class::Three]];

/// The set of threats that the sides could make, as an index, in its upper half where the side that is not to move could make an
/// open four; `has` tells whether a side, 0 for the one to move, has a point of a class.
pub fn threats(has: impl Fn(usize, Class) -> bool) -> usize {
    let mut set = usize::from(has(1, Class::OpenFour));
    for side in 0..2 {
        for classes in THREAT_CLASSES {
            set = set << 1 | usize::from(classes.iter().any(|&class| has(side, class)));
        }
    }
    set
}

/// How many units of the weights make a point of evaluation: the sum of hundreds of rounded numbers is to be right to a point.
pub const FINE: i16 = 16;

/// The number of sets of threats (`threats` numbers them).
pub const THREATS: usize = 1 << 11;

/// What a free point adds depends on whose turn it is: there are values for the side to move and for the other side, and two
/// more where the side to move is in face of an open four.
pub const TURNS: usize = 4;

/// The sides and rule sets that share weights: Black and White have weights of their own in renju alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightKind {
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

impl WeightKind {
    /// All kinds, in the order of the weights file.
    pub const ALL: [Self; 6] =
        [Self::Freestyle, Self::Standard, Self::RenjuBlack, Self::RenjuWhite, Self::Caro, Self::CaroExact];

    /// The name of the kind, as a training says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::RenjuBlack => "renju-black",
            Self::RenjuWhite => "renju-white",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }

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

/// The weights of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct KindWeights {
    /// What a free point adds by its code, in each of the [`TURNS`]; [`FINE`] units are a point of evaluation.
    pub values: [Box<[i16; CODES]>; TURNS],
    /// What the threats on the board add for the side to move.
    pub threats: Box<[i16; THREATS]>,
    /// What the right to move is worth beyond the threats.
    pub tempo: i16,
    /// How promising a free point is by its code: for the side that plays there, and for the enemy, who takes it away.
    pub order: [Box<[i16; CODES]>; 2],
    /// What corrects the value that these tables give, where it was trained.
    pub network: Option<Arc<Network>>,
}

impl KindWeights {
    /// The weights of the tables in the order of the file.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i16> {
        fn by_code(tables: &[Box<[i16; CODES]>]) -> impl Iterator<Item = i16> {
            tables.iter().flat_map(|table| **table)
        }
        by_code(&self.values).chain(*self.threats).chain([self.tempo]).chain(by_code(&self.order))
    }

    /// Reads the weights of the tables in the order of the file; `None` where there are too few numbers.
    pub(super) fn read(numbers: &mut impl Iterator<Item = i16>) -> Option<Self> {
        fn array<const N: usize>(numbers: &mut impl Iterator<Item = i16>) -> Option<Box<[i16; N]>> {
            numbers.take(N).collect::<Box<[i16]>>().try_into().ok()
        }
        let values = [array(numbers)?, array(numbers)?, array(numbers)?, array(numbers)?];
        let (threats, tempo) = (array(numbers)?, numbers.next()?);
        Some(Self { values, threats, tempo, order: [array(numbers)?, array(numbers)?], network: None })
    }
}

impl Default for KindWeights {
    /// Weights that are all zero.
    fn default() -> Self {
        let by_code = || Box::new([0; CODES]);
        let (values, order) = ([(); TURNS].map(|()| by_code()), [by_code(), by_code()]);
        Self { values, threats: Box::new([0; THREATS]), tempo: 0, order, network: None }
    }
}
