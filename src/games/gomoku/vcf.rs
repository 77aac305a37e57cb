//! Victory by continuous fours: a threat search in which every move of the attacker makes a four, so that the
//! defender's replies are forced (Allis, van den Herik, Huntjens, "Go-Moku and threat-space search", 1993).

use super::bits::Point;
use super::cells::Threat;
use super::threats::ForcingState;
use super::tracked::Tracked;
use crate::game::Game;
use crate::search::{Control, NodeCounter, Stopped};
use std::collections::HashSet;

/// One search.
pub struct Vcf<'a> {
    control: &'a Control<'a>,
    budget: u32,
    nodes: u32,
    counter: NodeCounter,
    refuted: HashSet<u64>,
}

impl<'a> Vcf<'a> {
    /// A search of at most so many nodes.
    pub fn new(control: &'a Control<'a>, budget: u32) -> Self {
        let counter = NodeCounter::new(control, Control::POLL);
        Self { control, budget, nodes: 0, counter, refuted: HashSet::new() }
    }

    /// A sequence of moves of both sides that wins for the side to move, if one is found.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    pub fn search(&mut self, game: &Tracked) -> Result<Option<Vec<Point>>, Stopped> {
        let mut line = Vec::new();
        let won = self.attack(game, &mut line)?;
        self.counter.finish(self.control);
        line.reverse();
        Ok(won.then_some(line))
    }

    /// True when the side to move wins; the line is filled in from its end.
    fn attack(&mut self, game: &Tracked, line: &mut Vec<Point>) -> Result<bool, Stopped> {
        let side = game.side_to_move();
        let fours = game.threats(side, Threat::Four).or(game.threats(side, Threat::FourThree));
        let mut moves: Vec<Point> = match game.forcing_state() {
            ForcingState::Five(point) => {
                line.push(point);
                return Ok(true);
            }
            ForcingState::OpenFour(point) => vec![point],
            ForcingState::BlockFive(blocks) => {
                let open = game.threats(side, Threat::OpenFour).or(game.threats(side, Threat::DoubleFour));
                blocks.and(&fours.or(&open)).iter().collect()
            }
            ForcingState::Defend(_) | ForcingState::None => {
                fours.iter().filter(|&point| game.may_play(side, point)).collect()
            }
        };
        if moves.is_empty() || self.nodes >= self.budget || self.refuted.contains(&game.hash()) {
            return Ok(false);
        }
        moves.sort_by_key(|&mv| std::cmp::Reverse(game.cell(side, mv).rank));
        for mv in moves {
            self.count()?;
            if self.defend(&game.after(mv), line)? {
                line.push(mv);
                return Ok(true);
            }
        }
        if self.nodes < self.budget {
            self.refuted.insert(game.hash());
        }
        Ok(false)
    }

    /// True when every reply of the side to move, which faces a four, loses.
    fn defend(&mut self, game: &Tracked, line: &mut Vec<Point>) -> Result<bool, Stopped> {
        let side = game.side_to_move();
        let fives = game.threats(!side, Threat::Five);
        if game.outcome().is_some() || fives.is_empty() || !game.threats(side, Threat::Five).is_empty() {
            return Ok(false);
        }
        let blocks = game.blocks(side, fives);
        if blocks.is_empty() {
            // Any reply will do; the row is completed all the same.
            let reply = fives.iter().find(|&five| game.may_play(side, five));
            let reply = reply.or_else(|| game.moves().into_iter().find(|&mv| !fives.has(mv)));
            let Some(reply) = reply else { return Ok(false) };
            line.extend(fives.iter().find(|&five| five != reply).into_iter().chain([reply]));
            return Ok(true);
        }
        for reply in blocks.iter() {
            line.clear();
            if !self.attack(&game.after(reply), line)? {
                return Ok(false);
            }
            line.push(reply);
        }
        Ok(true)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.counter.one(self.control)
    }
}
