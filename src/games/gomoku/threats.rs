//! Forcing states: whether threats leave the side to move a choice, and which moves answer them.

use super::bits::{Bits, Point};
use super::cells::Threat;
use super::rule::Rule;
use super::tracked::Tracked;
use crate::game::{Color, Game};

/// What the threats on the board let the side to move do.
pub enum ForcingState {
    /// It has a winning row now.
    Five(Point),
    /// The enemy threatens a row: one of these points prevents it. None where it cannot be prevented.
    BlockFive(Bits),
    /// It makes an open four or two fours, and nothing stops the row that follows.
    OpenFour(Point),
    /// The enemy threatens an open four or two fours: these moves prevent it if anything does, or gain time by a four.
    Defend(Bits),
    /// There is no threat to make or to meet at once: every move is open.
    None,
}

impl Tracked {
    /// The forcing state of the side to move.
    pub fn forcing_state(&self) -> ForcingState {
        let side = self.side_to_move();
        if let Some(five) = self.threats(side, Threat::Five).iter().next() {
            return ForcingState::Five(five);
        }
        let fives = self.threats(!side, Threat::Five);
        if !fives.is_empty() {
            return ForcingState::BlockFive(self.blocks(side, fives));
        }
        if let Some(point) = self.strong_points(side).next() {
            return ForcingState::OpenFour(point);
        }
        let mut enemy = self.strong_points(!side).peekable();
        if enemy.peek().is_none() {
            return ForcingState::None;
        }
        let mut defences: Option<Bits> = None;
        for point in enemy {
            let mut answers = Bits::default();
            let stopped = |&answer: &Point| !self.survives(!side, point, answer, Threat::DoubleFour);
            self.around(point).filter(stopped).for_each(|answer| answers.insert(answer));
            // Where nothing stops them all, stop the first: the enemy may not see the others.
            let common = defences.map_or(answers, |defences| defences.and(&answers));
            if common.is_empty() {
                break;
            }
            defences = Some(common);
        }
        let defences = defences.unwrap_or_default();
        let fours = self.threats(side, Threat::Four).or(self.threats(side, Threat::FourThree));
        ForcingState::Defend(self.playable(side, defences.or(&fours)))
    }

    /// The points where a side would make an open four or two fours.
    fn strong_points(&self, side: Color) -> impl Iterator<Item = Point> {
        let open = self.threats(side, Threat::OpenFour).or(self.threats(side, Threat::DoubleFour));
        open.iter().filter(move |&point| self.may_play(side, point))
    }

    /// The moves of a side that leave the enemy without a winning row.
    pub fn blocks(&self, side: Color, fives: &Bits) -> Bits {
        let mut blocks = Bits::default();
        let Some(first) = fives.iter().next() else { return blocks };
        if self.position().rule() == Rule::Caro {
            // A stone at the end of five in a row takes its worth as well.
            let stops = |&answer: &Point| fives.iter().all(|five| !self.survives(!side, five, answer, Threat::Five));
            self.around(first).filter(stops).for_each(|answer| blocks.insert(answer));
        } else if fives.len() == 1 {
            blocks.insert(first);
        }
        self.playable(side, blocks)
    }

    fn playable(&self, side: Color, points: Bits) -> Bits {
        let mut playable = points;
        if self.position().rule().forbids(side) {
            points.iter().filter(|&point| !self.may_play(side, point)).for_each(|point| playable.remove(point));
        }
        playable
    }
}
