//! Patterns on one line: what a stone on a free point would make of it, looked up by the points around it.
//!
//! A pattern is defined by what one more stone makes of it, down to the winning row, so that every rule set has its
//! own from [`Rule::wins`] alone (the scheme of Rapfi's classical evaluation).

use super::board::Rule;
use std::sync::OnceLock;
use tengen_core::game::Color;

/// What a stone makes of one line. Later patterns are stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Pattern {
    /// No winning row can come of it.
    Dead,
    /// An overline or two fours on the line, where the rules forbid them.
    Foul,
    /// Can become a closed two.
    ClosedOne,
    /// Can become an open two.
    One,
    /// Can become a closed three.
    ClosedTwo,
    /// Can become a three on one point.
    TwoOneWay,
    /// Can become a three on two points.
    TwoTwoWays,
    /// Can become a three on more points.
    Two,
    /// Can become a four.
    ClosedThree,
    /// Can become an open four on one point.
    ThreeOneWay,
    /// Can become an open four on more points.
    Three,
    /// Can become a winning row.
    Four,
    /// Will become a winning row, whatever single stone the enemy adds.
    OpenFour,
    /// A winning row.
    Five,
}

/// The mark of an empty point in a line key; a mark has two bits.
pub const EMPTY: u64 = 0;
/// The mark of a point off the board.
pub const WALL: u64 = 3;

/// The number of codes of half a window, two bits a mark.
const HALVES: usize = 1 << 10;

/// The mark of a side's stone.
pub const fn mark(side: Color) -> u64 {
    side as u64 + 1
}

/// The patterns of both sides, Black's first, for every surrounding that a point can have under a rule set.
pub struct Lines {
    rule: Rule,
    /// How many points on either side of the middle a pattern depends on.
    pub reach: usize,
    /// What a lower and an upper half add to the index of a window: the rank of the half among those that can occur, for the
    /// lower half times the number of upper halves.
    halves: [Box<[u32; HALVES]>; 2],
    /// For each window the patterns of both sides.
    patterns: Vec<Pair>,
}

/// The patterns of both sides on one line: Black's in the lower four bits, White's in the upper.
pub type Pair = u8;

/// The number of a side's [`Pattern`] in a pair.
pub const fn of_pair(pair: Pair, side: Color) -> u8 {
    pair >> (4 * side as u8) & 15
}

impl Lines {
    /// The table of a rule set, made when it is first asked for.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<Lines>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| Self::make(rule))
    }

    /// The patterns of both sides on the free point at `place` in a line key.
    #[inline]
    pub fn patterns_at(&self, key: u64, place: usize) -> Pair {
        self.patterns(key >> (2 * (place - self.reach)))
    }

    /// The patterns of both sides on the free point in the middle of a window. Marks beyond the window do not matter.
    #[inline]
    pub fn patterns(&self, window: u64) -> Pair {
        self.patterns[self.index(window)]
    }

    /// The index of a window, whose marks begin at the far end of the lower half.
    #[inline]
    fn index(&self, window: u64) -> usize {
        let mask = (1 << (2 * self.reach)) - 1;
        let low = self.halves[0][(window & mask) as usize % HALVES];
        let high = self.halves[1][(window >> (2 * self.reach + 2) & mask) as usize % HALVES];
        (low + high) as usize
    }

    fn make(rule: Rule) -> Self {
        // Where length counts exactly, the point beyond five is part of the pattern.
        let reach = if rule == Rule::Freestyle { 4 } else { 5 };
        let codes: Vec<u64> = (0..1 << (2 * reach)).collect();
        let marks = |code: u64| (0..reach).map(move |i| code >> (2 * i) & 3);
        // Walls are at the far end: in the lower half no other mark comes before a wall, in the upper half none after it.
        let walls_first = |marks: &[u64]| marks.windows(2).all(|pair| pair[0] == WALL || pair[1] != WALL);
        let valid = |code: u64, half: usize| {
            let mut marks: Vec<u64> = marks(code).collect();
            if half == 1 {
                marks.reverse();
            }
            walls_first(&marks)
        };
        // A mirrored lower half is an upper half: there are as many lower as upper halves.
        let count = codes.iter().filter(|&&code| valid(code, 0)).count();
        let places = |half: usize, worth: usize| {
            let mut places = Box::new([0; HALVES]);
            let valid = codes.iter().filter(|&&code| valid(code, half));
            valid.zip(0..).for_each(|(&code, rank)| places[code as usize] = rank * worth as u32);
            places
        };
        let halves = [places(0, count), places(1, 1)];
        let mut table = Self { rule, reach, halves, patterns: vec![0; count * count] };
        // One more stone makes a code larger, so codes go from large to small: the patterns that define a pattern are there
        // before it.
        let all = |half: usize| codes.iter().rev().copied().filter(move |&code| valid(code, half));
        for low in all(0) {
            for high in all(1) {
                let window = low | high << (2 * reach + 2);
                let [black, white] = Color::BOTH.map(|side| table.classify(window, side) as Pair);
                let index = table.index(window);
                table.patterns[index] = black | white << 4;
            }
        }
        table
    }

    /// The pattern of a side's stone in the middle of a window, from the patterns of windows with one more stone.
    fn classify(&self, window: u64, side: Color) -> Pattern {
        let reach = self.reach;
        let at = |place: usize| window >> (2 * place) & 3;
        let own = mark(side);
        let low = (0..reach).rev().take_while(|&place| at(place) == own).count();
        let high = (reach + 1..=2 * reach).take_while(|&place| at(place) == own).count();
        let enemy = |place: Option<usize>| place.is_some_and(|p| p <= 2 * reach && at(p) == mark(!side));
        let hemmed = enemy((reach - low).checked_sub(1)) && enemy(Some(reach + high + 1));
        let length = (low + high + 1) as u32;
        let exact = self.rule.forbids(side);
        if self.rule.wins(side, length, hemmed) {
            return Pattern::Five;
        }
        if length > 4 {
            return if exact && length > 5 { Pattern::Foul } else { Pattern::Dead };
        }
        let free: Vec<usize> = (0..=2 * reach).filter(|&place| place != reach && at(place) == EMPTY).collect();
        let with = |place: usize, mark: u64| of_pair(self.patterns[self.index(window | mark << (2 * place))], side);
        let ways = |range: std::ops::RangeInclusive<Pattern>| {
            let range = *range.start() as u8..=*range.end() as u8;
            free.iter().filter(|&&place| range.contains(&with(place, own))).count()
        };
        let five = |place: &usize| with(*place, own) == Pattern::Five as u8;
        let fives: Vec<usize> = free.iter().copied().filter(five).collect();
        match fives[..] {
            [] => {}
            [first, .., last] if exact && last - first != 5 => return Pattern::Foul,
            [_, _, ..] if free.iter().all(|&place| with(place, mark(!side)) >= Pattern::Four as u8) => {
                return Pattern::OpenFour;
            }
            _ => return Pattern::Four,
        }
        match ways(Pattern::OpenFour..=Pattern::OpenFour) {
            0 => {}
            1 => return Pattern::ThreeOneWay,
            _ => return Pattern::Three,
        }
        if ways(Pattern::Four..=Pattern::Four) > 0 {
            return Pattern::ClosedThree;
        }
        match ways(Pattern::ThreeOneWay..=Pattern::Three) {
            0 => {}
            1 => return Pattern::TwoOneWay,
            2 => return Pattern::TwoTwoWays,
            _ => return Pattern::Two,
        }
        if ways(Pattern::ClosedThree..=Pattern::ClosedThree) > 0 {
            Pattern::ClosedTwo
        } else if ways(Pattern::TwoOneWay..=Pattern::Two) > 0 {
            Pattern::One
        } else if ways(Pattern::ClosedTwo..=Pattern::ClosedTwo) > 0 {
            Pattern::ClosedOne
        } else {
            Pattern::Dead
        }
    }
}
