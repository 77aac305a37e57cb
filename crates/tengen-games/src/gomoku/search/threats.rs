//! What the threats on the board decide at once, and which replies they leave. The lists are complete: every reply that is
//! not among them loses, too.

use super::board::Board;
use crate::gomoku::bits::{Bits, Point};
use crate::gomoku::codes::{Class, Codes};
use crate::gomoku::lines::Pattern;
use tengen_core::game::Color;

/// What is decided without a search, with the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins.
    Win(u32),
    /// The side to move loses.
    Loss(u32),
    /// Neither side has a legal move.
    Draw,
}

/// What the enemy threatens, with the replies that may prevent it. Fours of the side to move, which gain time, are among the
/// replies.
pub enum ForcingState {
    /// Nothing that must be answered now: every move is open.
    None,
    /// A five: without a reply the game is lost in 2 plies.
    Five(Bits),
    /// An open four or two fours: without a reply the game is lost in 4 plies.
    OpenFour(Bits),
    /// A four and a three: without a reply the game is lost in 6 plies.
    FourThree(Bits),
}

impl ForcingState {
    /// The plies in which the game is lost without a reply.
    pub const fn plies(&self) -> u32 {
        match self {
            Self::None => 0,
            Self::Five(_) => 2,
            Self::OpenFour(_) => 4,
            Self::FourThree(_) => 6,
        }
    }

    /// True for a five or an open four.
    pub const fn is_four(&self) -> bool {
        matches!(self, Self::Five(_) | Self::OpenFour(_))
    }

    /// The replies, where there is something to reply to.
    pub const fn replies(&self) -> Option<&Bits> {
        match self {
            Self::None => None,
            Self::Five(replies) | Self::OpenFour(replies) | Self::FourThree(replies) => Some(replies),
        }
    }
}

impl Board {
    /// What the threats on the board decide.
    pub fn verdict(&self) -> Option<Verdict> {
        let side = self.side();
        if self.count(side, Class::Five) > 0 {
            return Some(Verdict::Win(1));
        }
        if self.free().is_empty() || self.is_stuck() {
            return Some(Verdict::Draw);
        }
        let fives = self.count(!side, Class::Five);
        if fives > 0 {
            return (fives > 1 && !self.rule().can_be_hemmed()).then_some(Verdict::Loss(2));
        }
        if self.count(side, Class::OpenFour) > 0 && self.has_room(!side) {
            return Some(Verdict::Win(3));
        }
        (self.win_in_5().is_some() && self.has_room(!side)).then_some(Verdict::Win(5))
    }

    /// The first move of a win in 5 plies, as far as the threats on the board show it: a four and a three whose block makes no
    /// four, or two threes where the enemy can make no four. The open four comes next.
    pub fn win_in_5(&self) -> Option<Point> {
        let side = self.side();
        let [four_threes, two_threes] =
            [Class::FourThree, Class::TwoThrees].map(|class| self.points(side, class).iter());
        // Black's open four may have become forbidden by then.
        if self.rule().forbids(side) {
            return None;
        }
        // Black's forbidden points may be fours all the same.
        if !self.has(!side, Class::Four) && self.count(!side, Class::Forbidden) == 0 {
            return four_threes.chain(two_threes).next();
        }
        // Where rows can be hemmed in, there are other answers to a four than the block.
        let mut fours = four_threes.filter(|_| !self.rule().can_be_hemmed());
        fours.find(|&point| self.is_blocked_in_vain(point))
    }

    /// True where no point that may become the block of the four on `point` is a four of the enemy's.
    fn is_blocked_in_vain(&self, point: Point) -> bool {
        let side = self.side();
        let harmless = |class: Class| class < Class::Four && class != Class::Forbidden;
        let mut blocks = self.around(point).filter(|&block| block != point && self.makes_four(side, block));
        blocks.all(|block| self.class_after(!side, block, point).is_some_and(harmless))
    }

    /// True where a side has legal moves for some plies to come, whatever becomes forbidden.
    fn has_room(&self, side: Color) -> bool {
        !self.rule().forbids(side) || self.free().len() > usize::from(self.count(side, Class::Forbidden)) + 4
    }

    /// True where every move of the side to move is forbidden.
    fn is_stuck(&self) -> bool {
        self.rule().forbids(self.side())
            && !self.has_room(self.side())
            && !self.free().iter().any(|point| self.may_play(self.side(), point))
    }

    /// What the side to move has to reply to, where there is no [`Verdict`].
    pub fn forcing_state(&mut self) -> ForcingState {
        let side = self.side();
        if self.count(!side, Class::Five) > 0 {
            return ForcingState::Five(self.blocks());
        }
        if self.count(!side, Class::OpenFour) > 0 {
            return ForcingState::OpenFour(self.legal(self.answers_to_all(Class::OpenFour).or(&self.fours(side))));
        }
        if self.count(!side, Class::FourThree) > 0
            && !self.rule().can_be_hemmed()
            && let Some(replies) = self.replies_to_four_threes()
        {
            return ForcingState::FourThree(self.legal(replies.or(&self.fours(side))));
        }
        ForcingState::None
    }

    /// The moves that are worth a look: the replies to what the enemy threatens, else the points near the stones.
    pub fn candidates(&mut self) -> Bits {
        let points = self.forcing_state().replies().copied().unwrap_or(self.near());
        self.legal(points)
    }

    /// The moves of the side to move that leave the enemy without a five, which it has now.
    pub fn blocks(&self) -> Bits {
        let side = self.side();
        // A stone at the end of five in a row may keep it from winning as well.
        let blocks = if self.rule().can_be_hemmed() {
            self.answers_to_all(Class::Five)
        } else if self.count(!side, Class::Five) == 1 {
            self.points(!side, Class::Five)
        } else {
            Bits::default()
        };
        self.legal(blocks)
    }

    /// The points where one stone of the side to move takes away all of the enemy's points of a class.
    fn answers_to_all(&self, class: Class) -> Bits {
        let points = self.points(!self.side(), class).iter();
        let answers = points.map(|point| self.weakening(!self.side(), point, class));
        answers.reduce(|all, answers| all.and(&answers)).unwrap_or_default()
    }

    /// The replies that change what comes of all the points of the enemy's with a four and a three, own fours aside; `None` where
    /// no such point wins.
    ///
    /// The enemy plays the four, the block makes no four, and the three becomes an open four: a reply changes this if it
    /// weakens the point of the four and three, or if it makes the block a four. All others lose.
    fn replies_to_four_threes(&mut self) -> Option<Bits> {
        let side = self.side();
        let mut common: Option<Bits> = None;
        for point in self.points(!side, Class::FourThree).iter() {
            self.pass();
            self.make(point);
            let block = self.points(!side, Class::Five).iter().next();
            let mut replies = None;
            if let Some(block) = block.filter(|&block| !self.makes_four(side, block)) {
                self.make(block);
                if self.count(!side, Class::OpenFour) > 0 && self.count(side, Class::Five) == 0 {
                    replies = Some(self.fours(side));
                }
                self.unmake();
            }
            self.unmake();
            self.unmake();
            let Some(replies) = replies else { continue };
            let replies = replies.or(&self.weakening(!side, point, Class::FourThree));
            common = Some(common.map_or(replies, |common| common.and(&replies)));
        }
        common
    }

    /// True where a stone of a side makes a four or more, legal or not.
    pub fn makes_four(&self, side: Color, point: Point) -> bool {
        let class = self.class(side, point);
        let strongest = || Codes::get().patterns(self.code(side, point))[3];
        class >= Class::Four || (class == Class::Forbidden && strongest() >= Pattern::Four as u8)
    }

    /// The free points where a side makes a four or more, legal or not.
    pub fn fours(&self, side: Color) -> Bits {
        let any = self.has(side, Class::Four);
        let mut fours = if any { self.points_between(side, Class::Four, Class::Five) } else { Bits::default() };
        if self.count(side, Class::Forbidden) > 0 {
            let forbidden = self.points(side, Class::Forbidden).iter();
            forbidden.filter(|&point| self.makes_four(side, point)).for_each(|point| fours.insert(point));
        }
        fours
    }

    /// The points of a set on which the side to move may play.
    pub fn legal(&self, points: Bits) -> Bits {
        let mut legal = points.and(self.free());
        if self.rule().forbids(self.side()) {
            let fouls = points.and(&self.points(self.side(), Class::Forbidden));
            fouls.iter().filter(|&point| !self.may_play(self.side(), point)).for_each(|point| legal.remove(point));
        }
        legal
    }
}
