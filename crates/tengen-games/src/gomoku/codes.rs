//! What a stone on a free point makes of all four lines together: a shape, which is a code and the class of threat that follows
//! from it.

use super::board::Rule;
use super::lines::Pattern;
use bytemuck::{Zeroable, zeroed_box};
use std::sync::OnceLock;
use tengen_core::game::Color;

/// The number of codes: four of 14 patterns, in any order.
pub const CODES: usize = 2380;

/// The patterns of the four directions as they stand on the board, four bits each.
pub type Nibbles = u16;

/// The number of bits of a code in a [`Shape`].
const CODE_BITS: u32 = 12;

/// The length of tables by code: no code is beyond it.
pub const CODE_LIMIT: usize = 1 << CODE_BITS;

/// The length of tables by class: no class is beyond it.
pub const CLASS_LIMIT: usize = 16;

/// The index of a combination of four patterns whatever their directions, below [`CODES`].
pub type Code = u16;

/// What a stone threatens, all lines together (the classes of Rapfi's and Wine's evaluations). Later ones are stronger. A
/// two is what can become a three, a three what can become an open four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Class {
    /// No threat that matters.
    #[default]
    None,
    /// A foul of Black's in renju, or two threes that would be a foul if both were real.
    Forbidden,
    /// A two.
    Two,
    /// A closed three, which can become a four.
    ClosedThree,
    /// More than one two.
    TwoTwos,
    /// A closed three, and a two or another closed three.
    ClosedThreePlus,
    /// A three.
    Three,
    /// A three and a two or a closed three.
    ThreePlus,
    /// Two threes.
    TwoThrees,
    /// A four.
    Four,
    /// A four and a two or a closed three.
    FourPlus,
    /// A four and a three.
    FourThree,
    /// An open four or two fours: a win unless the enemy has a five now.
    OpenFour,
    /// A winning row.
    Five,
}

impl Class {
    /// All, the weakest first.
    pub(super) const ALL: [Self; 14] = [
        Self::None,
        Self::Forbidden,
        Self::Two,
        Self::ClosedThree,
        Self::TwoTwos,
        Self::ClosedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::TwoThrees,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];
}

/// What a side's stone on a free point makes: a [`Code`] and its [`Class`] under the rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Zeroable)]
pub struct Shape(u16);

impl Shape {
    const fn new(code: Code, class: Class) -> Self {
        Self(code | (class as u16) << CODE_BITS)
    }

    /// The code, below [`CODE_LIMIT`].
    #[inline]
    pub const fn code(self) -> Code {
        self.0 & (CODE_LIMIT as u16 - 1)
    }

    /// The number of the class, below [`CLASS_LIMIT`].
    #[inline]
    pub const fn class_number(self) -> usize {
        (self.0 >> CODE_BITS) as usize
    }

    /// The class.
    #[inline]
    pub const fn class(self) -> Class {
        const BY_NUMBER: [Class; CLASS_LIMIT] = {
            let mut classes = [Class::None; CLASS_LIMIT];
            let mut number = 0;
            while number < Class::ALL.len() {
                classes[number] = Class::ALL[number];
                number += 1;
            }
            classes
        };
        BY_NUMBER[self.class_number()]
    }
}

/// The shapes of all combinations of patterns.
pub type Shapes = [Shape; 1 << Nibbles::BITS];

/// The codes of all combinations of patterns, and their shapes.
pub struct Codes {
    patterns: Vec<[u8; 4]>,
    /// First where nothing is forbidden, then for Black in renju.
    shapes: [Box<Shapes>; 2],
}

impl Codes {
    /// The tables, made when they are first asked for.
    pub fn get() -> &'static Self {
        static TABLE: OnceLock<Codes> = OnceLock::new();
        TABLE.get_or_init(Self::make)
    }

    fn make() -> Self {
        let count = Pattern::Five as u8 + 1;
        let mut patterns = Vec::with_capacity(CODES);
        let mut codes = zeroed_box::<[Code; 1 << Nibbles::BITS]>();
        for nibbles in 0..=u16::MAX {
            let four = [0, 4, 8, 12].map(|shift| (nibbles >> shift & 15) as u8);
            if four.is_sorted() && four[3] < count {
                codes[nibbles as usize] = patterns.len() as Code;
                patterns.push(four);
            }
        }
        for nibbles in 0..=u16::MAX {
            let mut four = [0, 4, 8, 12].map(|shift| nibbles >> shift & 15);
            four.sort_unstable();
            let sorted = four.iter().rev().fold(0, |all, &pattern| all << 4 | pattern);
            codes[nibbles as usize] = codes[sorted as usize];
        }
        let shapes = [false, true].map(|fouls| {
            let classes: Vec<Class> = patterns.iter().map(|four| classify(four, fouls)).collect();
            let mut shapes = zeroed_box::<Shapes>();
            for (shape, &code) in shapes.iter_mut().zip(codes.iter()) {
                *shape = Shape::new(code, classes[usize::from(code)]);
            }
            shapes
        });
        Self { patterns, shapes }
    }

    /// What a side's stone makes of four patterns under a rule set.
    pub fn shapes(&self, rule: Rule, side: Color) -> &Shapes {
        &self.shapes[usize::from(rule.forbids(side))]
    }

    /// The patterns of a code, the weakest first.
    pub fn patterns(&self, code: Code) -> &[u8; 4] {
        &self.patterns[code as usize]
    }

    /// The class of a code for a side under a rule set.
    #[cfg(feature = "train")]
    pub fn class(&self, rule: Rule, side: Color, code: Code) -> Class {
        classify(self.patterns(code), rule.forbids(side))
    }
}

fn classify(patterns: &[u8; 4], fouls: bool) -> Class {
    let count = |range: std::ops::RangeInclusive<Pattern>| {
        patterns.iter().filter(|&&p| (*range.start() as u8..=*range.end() as u8).contains(&p)).count()
    };
    let of_four = count(Pattern::Four..=Pattern::OpenFour);
    let threes = count(Pattern::ThreeOneWay..=Pattern::Three);
    let closed = count(Pattern::ClosedThree..=Pattern::ClosedThree);
    let twos = count(Pattern::TwoOneWay..=Pattern::Two);
    let more = twos + closed > 0;
    if count(Pattern::Five..=Pattern::Five) > 0 {
        Class::Five
    } else if fouls && (count(Pattern::Foul..=Pattern::Foul) > 0 || of_four > 1 || threes > 1) {
        Class::Forbidden
    } else if of_four > 1 || count(Pattern::OpenFour..=Pattern::OpenFour) > 0 {
        Class::OpenFour
    } else if of_four > 0 {
        match (threes > 0, more) {
            (true, _) => Class::FourThree,
            (false, true) => Class::FourPlus,
            (false, false) => Class::Four,
        }
    } else if threes > 0 {
        match (threes > 1, more) {
            (true, _) => Class::TwoThrees,
            (false, true) => Class::ThreePlus,
            (false, false) => Class::Three,
        }
    } else if closed > 0 {
        if closed + twos > 1 { Class::ClosedThreePlus } else { Class::ClosedThree }
    } else {
        [Class::None, Class::Two, Class::TwoTwos][twos.min(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_patterns_in_any_order_are_one_code() {
        let codes = Codes::get();
        let code = |nibbles: usize| codes.shapes(Rule::Freestyle, Color::White)[nibbles].code();
        assert_eq!(codes.patterns.len(), CODES);
        assert_eq!(code(0x1234), code(0x4213));
        assert_ne!(code(0x1234), code(0x1233));
        assert_eq!(codes.patterns(code(0x0D73)), &[0, 3, 7, 13]);
    }

    #[test]
    fn shapes_are_codes_with_their_classes() {
        let codes = Codes::get();
        for (rule, side) in [(Rule::Freestyle, Color::Black), (Rule::Renju, Color::Black), (Rule::Renju, Color::White)]
        {
            for shape in codes.shapes(rule, side) {
                let class = classify(codes.patterns(shape.code()), rule == Rule::Renju && side == Color::Black);
                assert_eq!((shape.class(), shape.class_number()), (class, class as usize), "{shape:?}");
            }
        }
    }

    #[test]
    fn classes_are_as_defined() {
        use Pattern::*;
        let class = |patterns: [Pattern; 4], fouls| {
            let mut sorted = patterns.map(|pattern| pattern as u8);
            sorted.sort_unstable();
            classify(&sorted, fouls)
        };
        for (patterns, free, black) in [
            ([Dead, One, ClosedTwo, ClosedOne], Class::None, Class::None),
            ([Dead, Dead, TwoOneWay, Dead], Class::Two, Class::Two),
            ([Two, Dead, TwoOneWay, Dead], Class::TwoTwos, Class::TwoTwos),
            ([ClosedThree, Dead, One, Dead], Class::ClosedThree, Class::ClosedThree),
            ([ClosedThree, Dead, Two, Dead], Class::ClosedThreePlus, Class::ClosedThreePlus),
            ([ThreeOneWay, Dead, Dead, One], Class::Three, Class::Three),
            ([Three, Two, Dead, One], Class::ThreePlus, Class::ThreePlus),
            ([Three, ThreeOneWay, Dead, One], Class::TwoThrees, Class::Forbidden),
            ([Four, Dead, Dead, One], Class::Four, Class::Four),
            ([Four, ClosedThree, Dead, One], Class::FourPlus, Class::FourPlus),
            ([Four, Three, Dead, Two], Class::FourThree, Class::FourThree),
            ([OpenFour, Dead, Dead, One], Class::OpenFour, Class::OpenFour),
            ([Four, Four, Dead, One], Class::OpenFour, Class::Forbidden),
            ([Five, Four, Four, One], Class::Five, Class::Five),
        ] {
            assert_eq!((class(patterns, false), class(patterns, true)), (free, black), "{patterns:?}");
        }
    }
}
