//! Certificates: the winner's answer to every reply, as the proof-number search, the threat search and the search
//! for a move find it.

use super::board::Board;
use super::node::GomokuSearch;
use super::proof::{ProofSearch, Win, known_win, tried_threats};
use super::threats::Verdict;
use super::vct::{Vct, VctLimits};
use crate::gomoku::bits::{Bits, Point};
use crate::gomoku::board::Gomoku;
use crate::gomoku::certificate::verify::{Checked, Verifier, can_pass};
use crate::gomoku::certificate::{Certificate, CertificateStep};
use crate::gomoku::codes::Class;
use crate::gomoku::params;
use crate::gomoku::proof_book::ProofBook;
use crate::gomoku::weights::Weights;
use indexmap::IndexSet;
use std::collections::HashMap;
use tengen_core::certificate::Uncertified;
use tengen_core::game::{Color, Game as _};
use tengen_core::search::{Budget, Control, Goal, Limits, NodeCounter, Stopped, Task};

/// Nodes that a threat search may take below the root.
const INNER_NODES: u32 = 50_000;

/// Positions that the check of one answer may take.
const MOST_CHECKED: u64 = 1_000_000;

/// A win after a pass of the loser's.
struct Passed {
    step: u32,
    /// The replies after which another step may be needed.
    touched: Bits,
}

/// A certificate of a side's win in the position of a task, checked by the rules; with Black's moves of the book where one is given.
///
/// # Errors
/// [`Uncertified`] where no such win is found, or not within the limits.
pub fn certificate(
    task: &Task<'_, Gomoku>,
    winner: Color,
    book: Option<&ProofBook<'_>>,
) -> Result<Certificate, Uncertified> {
    let position = task.position();
    if position.outcome().is_some() {
        return Err(Uncertified::NotFound);
    }
    let control = task.control();
    let mut certifier = CertificateSearch {
        task,
        board: Board::new(position),
        path: vec![position.clone()],
        threats: Vct::default(),
        steps: IndexSet::new(),
        known: HashMap::new(),
        counter: NodeCounter::new(&control, Control::POLL),
        control: &control,
        winner,
        book: book.filter(|_| winner == Color::Black),
    };
    let root = if position.side_to_move() == winner { certifier.attack() } else { certifier.every_reply() };
    let root = root.map_err(|Stopped| Uncertified::Stopped)?;
    // A search for a move that was stopped has found nothing.
    let none = if control.is_over() || certifier.is_late() { Uncertified::Stopped } else { Uncertified::NotFound };
    let steps = reachable(&certifier.steps, root.ok_or(none)?);
    let mut certificate = Certificate { position: position.clone(), winner, plies: u32::MAX, steps };
    // Only a certificate that holds is returned.
    certificate.plies = certificate.verify().map_err(|_| Uncertified::NotFound)?.plies;
    Ok(certificate)
}

struct CertificateSearch<'a> {
    task: &'a Task<'a, Gomoku>,
    board: Board,
    /// The positions from that of the task to that of the board, by the rules.
    path: Vec<Gomoku>,
    threats: Vct,
    /// All different steps found so far.
    steps: IndexSet<CertificateStep>,
    /// The steps that win positions with the winner to move, by their keys.
    known: HashMap<u64, u32>,
    counter: NodeCounter,
    control: &'a Control<'a>,
    winner: Color,
    /// The book of the winner's proof.
    book: Option<&'a ProofBook<'a>>,
}

impl CertificateSearch<'_> {
    fn position(&self) -> &Gomoku {
        self.path.last().unwrap_or(self.task.position())
    }

    fn make(&mut self, mv: Point) {
        self.path.push(self.position().after(mv));
        self.board.make(mv);
    }

    fn pass(&mut self) {
        self.path.push(self.position().after_pass());
        self.board.pass();
    }

    fn unmake(&mut self) {
        self.board.unmake();
        self.path.pop();
    }

    /// The time that is left, where time is limited.
    fn budget(&self) -> Option<Budget> {
        self.control.remaining().time
    }

    fn is_late(&self) -> bool {
        self.budget().is_some_and(|budget| budget.hard.is_zero())
    }

    fn add(&mut self, step: CertificateStep) -> u32 {
        self.steps.insert_full(step).0 as u32
    }

    /// A step that wins the position on the board, with the winner to move.
    fn attack(&mut self) -> Result<Option<u32>, Stopped> {
        if let Some(&step) = self.known.get(&self.board.hash()) {
            return Ok(Some(step));
        }
        let mv = match self.board.verdict() {
            Some(Verdict::Win(_)) => self.threats.winning_move(&self.board),
            Some(_) => None,
            None => self.winning_move()?,
        };
        let step = match mv {
            Some(mv) => self.step(mv)?,
            None => None,
        };
        if let Some(step) = step {
            self.known.insert(self.board.hash(), step);
        }
        Ok(step)
    }

    /// The move of the proof in the program, or one that wins by threats or by what a proof search has found; where none is known,
    /// by a proof search, or by the search for a move.
    fn winning_move(&mut self) -> Result<Option<Point>, Stopped> {
        if let Some(win) = self.book.and_then(|book| book.win(self.position())) {
            return Ok(Some(win.mv));
        }
        if let Some(mv) = self.threats.known_move(&self.board) {
            return Ok(Some(mv));
        }
        let win = known_win(self.task.table, &self.board, self.winner);
        match win {
            Some(Win { mv, threats: None }) => return Ok(Some(mv)),
            Some(Win { threats: Some(nodes), .. }) => self.search_threats(nodes)?,
            None if self.path.len() == 1 => self.search_threats(params::PROOF_NODES)?,
            None => self.search_threats(INNER_NODES)?,
        }
        let known = self.threats.known_move(&self.board).or(win.map(|win| win.mv));
        Ok(known.or_else(|| self.proven_move()).or_else(|| self.searched_move()))
    }

    /// Looks for a win by threats within its share of the time.
    fn search_threats(&mut self, nodes: u32) -> Result<(), Stopped> {
        let time = self.budget().map(|budget| Budget::exactly(budget.hard / params::PROOF_SHARE));
        let share = Control::new(&Limits { time, ..Limits::default() }, self.task.query.stop, self.task.clock);
        let effort = VctLimits { nodes, threes: params::THREATS_THREES };
        let ply = self.board.ply();
        let (counter, control) = (&mut self.counter, self.control);
        let mut own = NodeCounter::new(&share, Control::POLL);
        let mut tick = || counter.one(control).and_then(|()| own.one(&share));
        if self.threats.search(&mut self.board, effort, &mut tick).is_err() {
            self.board.unmake_to(ply);
            self.counter.one(self.control)?;
        }
        Ok(())
    }

    /// The move that a proof search finds to win within its share of the time and nodes.
    fn proven_move(&self) -> Option<Point> {
        if self.task.query.limits.depth.is_some() {
            return None;
        }
        let time = self.budget().map(|budget| Budget::exactly(budget.hard / params::PROOF_SHARE));
        let part = |nodes: u64| nodes / u64::from(params::PROOF_SHARE);
        let most = if time.is_some() { u64::MAX } else { params::PROOF_NODES.into() };
        let limits =
            Limits { time, nodes: Some(self.control.remaining().nodes.map_or(most, part)), ..Limits::default() };
        let share = Control::new(&limits, self.task.query.stop, self.task.clock);
        let adviser = |line: &[Point], limits| {
            GomokuSearch::elsewhere(self.task, Weights::shared(), (self.position(), line), limits)
        };
        let board = self.board.clone();
        let _ = ProofSearch::new(board, self.winner, self.task.table, &share).advised_by(&adviser).prove();
        self.control.add_nodes(share.nodes());
        known_win(self.task.table, &self.board, self.winner).map(|win| win.mv)
    }

    /// The move that the search proves to win.
    fn searched_move(&self) -> Option<Point> {
        let limits = Limits { goal: Goal::Winner, time: self.budget(), ..self.task.query.limits };
        let answer = GomokuSearch::elsewhere(self.task, Weights::shared(), (self.position(), &[]), limits);
        let proven = answer.report.lines.first().is_some_and(|line| line.exact && line.score > 0);
        proven.then_some(answer.mv)
    }

    /// The step of a move of the winner's, if every reply to it loses.
    fn step(&mut self, mv: Point) -> Result<Option<u32>, Stopped> {
        if self.board.class(self.board.side(), mv) == Class::Five {
            return Ok(Some(self.add(CertificateStep::last(mv))));
        }
        self.make(mv);
        let answers = self.answers()?;
        self.unmake();
        Ok(answers.map(|answers| self.add(CertificateStep { mv: Some(mv), ..answers })))
    }

    /// The step of a position with the loser to move first, if every reply loses.
    fn every_reply(&mut self) -> Result<Option<u32>, Stopped> {
        Ok(self.answers()?.map(|answers| self.add(answers)))
    }

    /// The answers to every reply of the loser's, who is to move; `None` where one is not known to lose.
    fn answers(&mut self) -> Result<Option<CertificateStep>, Stopped> {
        let (loser, winner) = (self.board.side(), !self.board.side());
        if self.board.count(loser, Class::Five) > 0 {
            return Ok(None);
        }
        let five = self.board.points(winner, Class::Five).iter().next();
        let passed = if five.is_none() { self.after_pass()? } else { None };
        let points = match (five, &passed) {
            (Some(five), _) => self.against_five(five),
            (None, Some(passed)) => self.board.free().and(&passed.touched),
            (None, None) => *self.board.free(),
        };
        let mut answers = Vec::new();
        for reply in self.board.legal(points).iter() {
            self.counter.one(self.control)?;
            self.make(reply);
            let holds = passed.as_ref().is_some_and(|passed| self.check(passed.step, 0).is_some());
            let step = if holds { passed.as_ref().map(|passed| passed.step) } else { self.attack()? };
            self.unmake();
            let Some(step) = step else { return Ok(None) };
            answers.push((reply, step));
        }
        let other = match (five, passed) {
            (Some(five), _) => Some(self.add(CertificateStep::last(five))),
            (None, Some(passed)) => Some(passed.step),
            (None, None) => most_frequent(&answers),
        };
        answers.retain(|&(_, step)| Some(step) != other);
        answers.sort_by_key(|&(reply, step)| (step, reply.index()));
        Ok(Some(CertificateStep { mv: None, other, replies: answers }))
    }

    /// The step that wins by threats if the loser, who is to move, passes.
    fn after_pass(&mut self) -> Result<Option<Passed>, Stopped> {
        if !can_pass(self.position()) {
            return Ok(None);
        }
        let nodes = tried_threats(self.task.table, &self.board, self.winner).unwrap_or(INNER_NODES);
        self.pass();
        if self.board.verdict().is_none() && self.threats.known_move(&self.board).is_none() {
            self.search_threats(nodes)?;
        }
        let won = self.board.verdict().is_some() || self.threats.known_move(&self.board).is_some();
        let step = if won { self.attack()? } else { None };
        let passed = step.and_then(|step| Some(Passed { step, touched: *self.check(step, 1)?.touched.points(0) }));
        self.unmake();
        Ok(passed)
    }

    /// Checks that a step wins the position on the board; `passes` of the loser's moves before were passes.
    fn check(&self, step: u32, passes: usize) -> Option<Checked> {
        let mut verifier = Verifier::new(self.steps.as_slice(), self.winner, MOST_CHECKED);
        verifier.winner_moves(self.position(), step as usize, passes).ok()
    }

    /// The replies that prevent the winner's five.
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

/// The index of the step that answers most of the replies.
fn most_frequent(answers: &[(Point, u32)]) -> Option<u32> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for &(_, step) in answers {
        *counts.entry(step).or_default() += 1;
    }
    counts.into_iter().max_by_key(|&(step, count)| (count, step)).map(|(step, _)| step)
}

/// The steps that a root step leads to, in their order; the root is the last.
fn reachable(steps: &IndexSet<CertificateStep>, root: u32) -> Vec<CertificateStep> {
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
    let renumbered = |step: &CertificateStep| CertificateStep {
        mv: step.mv,
        other: step.other.map(place),
        replies: step.replies.iter().map(|&(reply, next)| (reply, place(next))).collect(),
    };
    (0..=root as usize).filter(|&at| places[at].is_some()).map(|at| renumbered(&steps[at])).collect()
}
