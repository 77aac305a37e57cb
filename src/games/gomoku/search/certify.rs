//! Certificates of wins by threats: what the threat search found, with the winner's answer to every reply.

use super::board::Board;
use super::threats::Verdict;
use super::vct::{Effort, Vct};
use crate::game::{Color, Game as _};
use crate::games::certificate::Uncertified;
use crate::games::gomoku::bits::{Bits, Point};
use crate::games::gomoku::board::Position;
use crate::games::gomoku::certificate::{Certificate, Step};
use crate::games::gomoku::codes::Class;
use crate::games::gomoku::params;
use crate::search::{Control, NodeCounter, Stopped};
use indexmap::IndexSet;
use std::collections::HashMap;

/// A certificate of a side's win by threats, checked by the rules.
///
/// # Errors
/// [`Uncertified`] where no such win is found, or not within the limits.
pub fn certificate(position: &Position, winner: Color, control: &Control<'_>) -> Result<Certificate, Uncertified> {
    if position.outcome().is_some() {
        return Err(Uncertified::NotByThreats);
    }
    let mut certifier = Certifier {
        board: Board::new(position),
        threats: Vct::default(),
        steps: IndexSet::new(),
        known: HashMap::new(),
        counter: NodeCounter::new(control, Control::POLL),
        control,
    };
    let root = if position.side_to_move() == winner { certifier.attack() } else { certifier.every_reply() };
    let root = root.map_err(|Stopped| Uncertified::Stopped)?.ok_or(Uncertified::NotByThreats)?;
    let steps = reachable(&certifier.steps, root);
    let mut certificate = Certificate { position: position.clone(), winner, plies: u32::MAX, steps };
    // Nothing leaves that does not hold.
    certificate.plies = certificate.verify().map_err(|_| Uncertified::NotByThreats)?.plies;
    Ok(certificate)
}

struct Certifier<'a> {
    board: Board,
    threats: Vct,
    /// All different steps so far.
    steps: IndexSet<Step>,
    /// The steps that win positions with the winner to move, by their keys.
    known: HashMap<u64, u32>,
    counter: NodeCounter,
    control: &'a Control<'a>,
}

impl Certifier<'_> {
    fn add(&mut self, step: Step) -> u32 {
        self.steps.insert_full(step).0 as u32
    }

    /// A step that wins the position, where the winner is to move.
    fn attack(&mut self) -> Result<Option<u32>, Stopped> {
        if let Some(&step) = self.known.get(&self.board.hash()) {
            return Ok(Some(step));
        }
        let (verdict, side) = (self.board.verdict(), self.board.side());
        let class = match verdict {
            Some(Verdict::Win(1)) => Class::Five,
            Some(Verdict::Win(3)) => Class::OpenFour,
            Some(Verdict::Win(_)) => Class::FourThree,
            Some(_) => return Ok(None),
            None => Class::None,
        };
        if verdict.is_some() {
            for mv in self.board.points(side, class).iter() {
                if let Some(step) = self.step(mv)? {
                    return Ok(Some(step));
                }
            }
            return Ok(None);
        }
        let Some(mv) = self.winning_move()? else { return Ok(None) };
        let step = self.step(mv)?;
        if let Some(step) = step {
            self.known.insert(self.board.hash(), step);
        }
        Ok(step)
    }

    /// The move that wins by threats, searched for where it is not known.
    fn winning_move(&mut self) -> Result<Option<Point>, Stopped> {
        if self.threats.known_move(&self.board).is_none() {
            let effort = Effort { nodes: params::PROOF_NODES, threes: params::THREATS_THREES };
            let (counter, control) = (&mut self.counter, self.control);
            self.threats.search(&mut self.board, effort, &mut || counter.one(control))?;
        }
        Ok(self.threats.known_move(&self.board))
    }

    /// The step of a move of the winner's, if every reply to it loses.
    fn step(&mut self, mv: Point) -> Result<Option<u32>, Stopped> {
        if self.board.class(self.board.side(), mv) == Class::Five {
            return Ok(Some(self.add(Step::last(mv))));
        }
        self.board.make(mv);
        let answers = self.answers()?;
        self.board.unmake();
        Ok(answers.map(|answers| self.add(Step { mv: Some(mv), ..answers })))
    }

    /// The step of a position with the loser to move first, if every reply loses.
    fn every_reply(&mut self) -> Result<Option<u32>, Stopped> {
        Ok(self.answers()?.map(|answers| self.add(answers)))
    }

    /// The answers to every reply of the loser's, who is to move; `None` where one is not known to lose.
    fn answers(&mut self) -> Result<Option<Step>, Stopped> {
        let (loser, winner) = (self.board.side(), !self.board.side());
        if self.board.count(loser, Class::Five) > 0 {
            return Ok(None);
        }
        let five = self.board.points(winner, Class::Five).iter().next();
        let points = five.map_or(*self.board.free(), |five| self.against_five(five));
        let mut answers = Vec::new();
        for reply in self.board.legal(points).iter() {
            self.counter.one(self.control)?;
            self.board.make(reply);
            let step = self.attack()?;
            self.board.unmake();
            let Some(step) = step else { return Ok(None) };
            answers.push((reply, step));
        }
        let other = match five {
            Some(five) => Some(self.add(Step::last(five))),
            None => most_frequent(&answers),
        };
        answers.retain(|&(_, step)| Some(step) != other);
        answers.sort_by_key(|&(reply, step)| (step, reply.index()));
        Ok(Some(Step { mv: None, other, replies: answers }))
    }

    /// The replies that take the winner's five away.
    fn against_five(&self, five: Point) -> Bits {
        let winner = !self.board.side();
        let mut replies = Bits::default();
        replies.insert(five);
        if self.board.rule().can_be_hemmed() {
            let stands = |reply: Point| self.board.class_after(winner, five, reply) == Some(Class::Five);
            self.board.around(five).filter(|&reply| !stands(reply)).for_each(|reply| replies.insert(reply));
        }
        replies
    }
}

/// The step that answers most replies.
fn most_frequent(answers: &[(Point, u32)]) -> Option<u32> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for &(_, step) in answers {
        *counts.entry(step).or_default() += 1;
    }
    counts.into_iter().max_by_key(|&(step, count)| (count, step)).map(|(step, _)| step)
}

/// The steps that follow from one, in their order; it is the last.
fn reachable(steps: &IndexSet<Step>, root: u32) -> Vec<Step> {
    let mut places: Vec<Option<u32>> = vec![None; root as usize + 1];
    places[root as usize] = Some(0);
    for at in (0..=root as usize).rev().filter(|&at| steps.get_index(at).is_some()) {
        if places[at].is_some() {
            let step = &steps[at];
            let next = step.other.into_iter().chain(step.replies.iter().map(|reply| reply.1));
            next.for_each(|next| places[next as usize] = Some(0));
        }
    }
    for (place, count) in places.iter_mut().flatten().zip(0..) {
        *place = count;
    }
    let place = |step: u32| places[step as usize].unwrap_or_default();
    let renumbered = |step: &Step| Step {
        mv: step.mv,
        other: step.other.map(place),
        replies: step.replies.iter().map(|&(reply, next)| (reply, place(next))).collect(),
    };
    (0..=root as usize).filter(|&at| places[at].is_some()).map(|at| renumbered(&steps[at])).collect()
}
