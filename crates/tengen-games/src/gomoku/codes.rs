//! What a stone on a free point makes of all four lines together: a code, and the class of threat that follows from it.

use super::board::Rule;
use super::lines::Pattern;
use std::sync::OnceLock;
use tengen_core::game::Color;

/// The number of codes: four of 14 patterns, in any order.
pub const CODES: usize = 2380;

/// The patterns of the four directions as they stand on the board, four bits each.
pub type Nibbles = u16;

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
    /// The number of classes.
    pub const COUNT: usize = Self::Five as usize + 1;
}

/// The codes of all combinations of patterns, and their classes.
pub struct Codes {
    by_nibbles: Box<[Code; 1 << 16]>,
    patterns: Vec<[u8; 4]>,
    /// The class of each code, first where nothing is forbidden, then for Black in renju.
    classes: [Vec<Class>; 2],
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
        let mut codes = bytemuck::zeroed_box::<[Code; 1 << 16]>();
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
        let classes = [false, true].map(|fouls| patterns.iter().map(|four| classify(four, fouls)).collect());
        Self { by_nibbles: codes, patterns, classes }
    }

    /// The code of four patterns.
    #[inline]
    pub fn of(&self, nibbles: Nibbles) -> Code {
        self.by_nibbles[nibbles as usize]
    }

    /// The patterns of a code, the weakest first.
    pub fn patterns(&self, code: Code) -> &[u8; 4] {
        &self.patterns[code as usize]
    }

    /// The class of every code for a side under a rule set.
    pub fn classes(&self, rule: Rule, side: Color) -> &[Class] {
        &self.classes[usize::from(rule.forbids(side))]
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
        assert_eq!(codes.patterns.len(), CODES);
        assert_eq!(codes.of(0x1234), codes.of(0x4213));
        assert_ne!(codes.of(0x1234), codes.of(0x1233));
        assert_eq!(codes.patterns(codes.of(0x0D73)), &[0, 3, 7, 13]);
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
