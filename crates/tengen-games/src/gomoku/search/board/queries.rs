//! What the search asks of a board.

use super::{Board, line_of, nibbles_of, with_pair};
use crate::gomoku::bits::{Bits, INDICES, Point, STEPS};
use crate::gomoku::board::Rule;
use crate::gomoku::board::{key, turn_key};
use crate::gomoku::codes::{Class, Code, Nibbles};
use crate::gomoku::eval::{Tables, threats};
use crate::gomoku::forbidden;
use crate::gomoku::lines::{EMPTY, Pattern, mark};
use tengen_core::game::Color;
use tengen_core::search::Score;

impl Board {
    /// The rule set.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The number of lines.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The key of the position: that of a `Gomoku`.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The key of the position after a move of the side to move.
    pub fn hash_after(&self, mv: Point) -> u64 {
        self.hash ^ key(self.side, mv) ^ turn_key()
    }

    /// The stones of a side.
    pub const fn stones(&self, side: Color) -> &Bits {
        &self.stones[side.index()]
    }

    /// The points without a stone.
    pub const fn free(&self) -> &Bits {
        &self.free
    }

    /// The free points near a stone.
    pub fn near(&self) -> Bits {
        self.sums.near.and(&self.free)
    }

    /// The number of moves made and not unmade.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The moves made and not unmade, without passes.
    pub fn line(&self) -> Vec<Point> {
        self.moves.iter().filter_map(|undo| undo.point).collect()
    }

    /// The class of a stone of a side on a free point.
    #[inline]
    pub const fn class(&self, side: Color, point: Point) -> Class {
        self.cells[point.index() % INDICES].shapes[side.index()].class()
    }

    /// The code of a side's stone on a free point.
    #[inline]
    pub const fn code(&self, side: Color, point: Point) -> Code {
        self.cells[point.index() % INDICES].shapes[side.index()].code()
    }

    /// The free points where a stone of a side makes a threat of this class.
    pub fn points(&self, side: Color, class: Class) -> Bits {
        if self.count(side, class) == 0 { Bits::default() } else { self.points_between(side, class, class) }
    }

    /// The free points where a stone of a side makes a threat from a class to another.
    pub fn points_between(&self, side: Color, least: Class, most: Class) -> Bits {
        self.classes[side.index()].between(least, most)
    }

    /// The number of free points where a stone of a side makes a threat of this class.
    #[inline]
    pub const fn count(&self, side: Color, class: Class) -> u16 {
        self.sums.counts[side.index()].of(class)
    }

    /// True where there is a point of this class or a stronger one.
    pub fn has(&self, side: Color, class: Class) -> bool {
        self.sums.counts[side.index()].reach(class)
    }

    /// The tables that points are valued by.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The static value for the side to move.
    pub fn value(&self) -> Score {
        let (values, sides) = (&self.sums.values, [self.side.index(), (!self.side).index()]);
        let threats = threats(|side, class| self.sums.counts[sides[side]].of(class) > 0);
        let turns = self.turns();
        self.tables.value(self.side, [0, 1].map(|side| values[sides[side]][turns[side]]), threats)
    }

    /// Indices into the [`TURNS`](crate::gomoku::weights::TURNS): for the side to move, and for the other side.
    pub fn turns(&self) -> [usize; 2] {
        if self.count(!self.side, Class::OpenFour) > 0 { [2, 3] } else { [0, 1] }
    }

    /// True where the rules let a side play on a free point, whichever side is to move.
    pub fn may_play(&self, side: Color, point: Point) -> bool {
        // Whether threes are real depends on more than their own lines.
        self.class(side, point) != Class::Forbidden
            || forbidden::foul(&self.stones[Color::Black.index()], &self.free, point).is_none()
    }

    /// The class of a side's stone on `point` after its enemy played on `answer`; `None` where `answer` is `point`.
    pub fn class_after(&self, side: Color, point: Point, answer: Point) -> Option<Class> {
        let mut nibbles = self.cells[point.index()].nibbles;
        for direction in 0..4 {
            let (line, place) = line_of(point, direction);
            let (other, answered) = line_of(answer, direction);
            if line == other && place.abs_diff(answered) <= self.lines.reach {
                let key = self.keys[direction][line] ^ mark(!side) << (2 * answered);
                nibbles = with_pair(nibbles, direction, self.lines.patterns_at(key, place));
            }
        }
        (point != answer).then(|| self.shape(side, nibbles).class())
    }

    /// The points where an answer leaves a side's stone on `point` less than `class`, which is [`Class::FourThree`] or stronger.
    pub fn weakening(&self, side: Color, point: Point, class: Class) -> Bits {
        let mut answers = Bits::default();
        answers.insert(point);
        let nibbles = self.cells[point.index()].nibbles;
        for (direction, step) in STEPS.into_iter().enumerate() {
            // A four and a three, or a stronger class, depends on threes and fours alone.
            if nibbles_of(nibbles, side) >> (4 * direction) & 15 < Pattern::ThreeOneWay as Nibbles {
                continue;
            }
            let (line, place) = line_of(point, direction);
            let key = self.keys[direction][line];
            let reach = self.lines.reach;
            for other in (place - reach..=place + reach).filter(|&other| other != place) {
                if key >> (2 * other) & 3 != EMPTY {
                    continue;
                }
                let pair = self.lines.patterns_at(key ^ mark(!side) << (2 * other), place);
                if self.shape(side, with_pair(nibbles, direction, pair)).class() < class {
                    answers.insert(point.shifted(step * (other as i32 - place as i32)));
                }
            }
        }
        answers
    }

    /// The free points on the lines through a point, as far as a pattern reaches.
    pub fn around(&self, point: Point) -> impl Iterator<Item = Point> {
        let reach = self.lines.reach as i32;
        let on_line = move |step: i32| (-reach..=reach).map(move |distance| point.shifted(step * distance));
        let near = move |other: &Point| {
            let far = |a: u8, b: u8| i32::from(a.abs_diff(b)) > reach;
            !far(point.col(), other.col()) && !far(point.row(), other.row())
        };
        STEPS.into_iter().flat_map(on_line).filter(near).filter(|&other| self.free.has(other))
    }
}
