//! Proofs of wins beyond threats: depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002) over all moves, with threat searches at its nodes.
//!
//! A position with the loser to move has as replies those that touch the win by threats that the winner has if the loser
//! passes. That all others lose is shown when these do: by the same win, played again. So every proof is complete.
//!
//! Numbers of several children are not added up, which counts positions twice that are reached in two ways: the largest
//! counts, and the others by their number (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008). Children are
//! searched until they are a quarter worse than the next best (Pawlewicz and Lew, "Improving depth-first PN-search: 1+ε
//! trick", 2007). A move of the winner's has a cost, so that long lines do not look easy (Nagai and Imai, "Application of df-pn+
//! to Othello endgames", 1999); where a position has taken much work, the move that a search for a move finds costs less than
//! all others.

mod entry;
mod expand;

use super::board::Board;
use super::threats::Verdict;
use super::vct::Vct;
use crate::gomoku::bits::{Bits, INDICES, Point};
use crate::gomoku::params as p;
use entry::{Children, KnownProof, Numbers};
use std::collections::HashMap;
use tengen_core::game::Color;
use tengen_core::search::{Answer, Control, Limits, NodeCounter, SearchTable, Stopped};

/// What keys of positions are combined with, by the winner, so that entries of other searches of the same positions are apart.
const SALT: [u64; 2] = [0x9E6C_63D0_876A_3F6B, 0x52B1_4F0E_D83D_5C97];

/// The most zones that are remembered.
const MOST_ZONES: usize = 1 << 18;

/// A search for a move within limits, in the position after some moves from that of the proof search.
pub type Adviser<'a> = &'a dyn Fn(&[Point], Limits) -> Answer<Point>;

/// The winner's move that is known to win in a like position, after some moves from the position of the proof search.
pub type Guide<'a> = &'a dyn Fn(&[Point]) -> Option<Point>;

/// The move that a guide knows or a search for a move found in a position.
#[derive(Clone, Copy)]
struct Advice {
    mv: Point,
    /// What every other move adds to a proof number.
    others: u32,
    /// The nodes from which on a search for a move is asked anew.
    until: u64,
}

/// A search for a proof that a side wins.
pub struct ProofSearch<'a> {
    board: Board,
    winner: Color,
    table: &'a SearchTable,
    /// Searches for the winner's threats.
    threats: Vct,
    /// Searches for the loser's threats.
    counter_threats: Vct,
    /// By position, the replies that are looked at first where the winner would win by threats after a pass.
    zones: HashMap<u64, Bits>,
    /// The last winning move at each ply of the board: it wins after most other replies, too.
    killers: Vec<Option<Point>>,
    /// The search for the winner's moves.
    adviser: Option<Adviser<'a>>,
    /// The winner's moves in like positions, of another board or rule set.
    guide: Option<Guide<'a>>,
    /// The moves that either has found, by the keys of positions.
    advice: HashMap<u64, Advice>,
    /// The number of moves made on the board before the proof search.
    root: usize,
    spent: Spent<'a>,
}

/// Counts the nodes of a proof search.
struct Spent<'a> {
    nodes: u64,
    counter: NodeCounter,
    control: &'a Control<'a>,
}

impl Spent<'_> {
    fn one(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.counter.one(self.control)
    }

    /// Counts the nodes of another search that this search has asked.
    fn many(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        self.control.report_nodes(nodes)
    }
}

/// The nodes spent on a position by earlier searches, and the nodes of the whole search when this search came to it.
#[derive(Clone, Copy)]
struct Work {
    before: u64,
    begun: u64,
}

/// A win that a proof search has found, with the winner to move.
#[derive(Clone, Copy, Debug)]
pub struct Win {
    /// The winning move.
    pub mv: Point,
    /// Where the move wins by threats: the nodes that are enough to find the threats again.
    pub threats: Option<u32>,
}

/// What a proof search has found for a side that is to move.
pub fn known_win(table: &SearchTable, board: &Board, winner: Color) -> Option<Win> {
    let known: KnownProof = table.probe(board.hash() ^ SALT[winner.index()])?;
    let mv = known.mv.filter(|_| known.numbers.is_won())?;
    Some(Win { mv, threats: (known.tries > 0).then(|| known.tried()) })
}

/// Nodes enough to repeat the last threat search for the winner that a proof search tried after a pass of the side to move.
pub fn tried_threats(table: &SearchTable, board: &Board, winner: Color) -> Option<u32> {
    let known: KnownProof = table.probe(board.hash() ^ SALT[winner.index()])?;
    (known.tries > 0).then(|| known.tried())
}

impl<'a> ProofSearch<'a> {
    /// A proof search from a position that goes on; its results are kept in the table.
    pub fn new(board: Board, winner: Color, table: &'a SearchTable, control: &'a Control<'a>) -> Self {
        let counter = NodeCounter::new(control, Control::POLL);
        Self {
            root: board.line().len(),
            board,
            winner,
            table,
            threats: Vct::default(),
            counter_threats: Vct::default(),
            zones: HashMap::new(),
            killers: vec![None; INDICES],
            adviser: None,
            guide: None,
            advice: HashMap::new(),
            spent: Spent { nodes: 0, counter, control },
        }
    }

    /// The same search, which asks a search for a move where a position takes much work.
    #[must_use]
    pub fn advised_by(self, adviser: Adviser<'a>) -> Self {
        Self { adviser: Some(adviser), ..self }
    }

    /// The same search, in which the winner's moves that a guide knows are tried before all others.
    #[must_use]
    pub fn guided_by(self, guide: Option<Guide<'a>>) -> Self {
        Self { guide, ..self }
    }

    /// The most plies in which the winner wins; `None` where it is proven that the winner does not win.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    pub fn prove(&mut self) -> Result<Option<u32>, Stopped> {
        let result = self.search(Numbers { proof: entry::MOST, disproof: entry::MOST });
        let root = self.probe(self.board.hash());
        log::debug!("proof search: {} nodes, {} zones, root {root:?}", self.spent.nodes, self.zones.len());
        self.spent.counter.finish(self.spent.control);
        result.map(|known| known.numbers.is_won().then_some(known.plies))
    }

    /// The moves of both sides to the end after a proof, as far as they are remembered; the loser takes the longest way. At least
    /// one move.
    pub fn line(&mut self) -> Vec<Point> {
        let mut line = Vec::new();
        let ply = self.board.ply();
        loop {
            let by_threats =
                if self.board.side() == self.winner { self.threats.line(&mut self.board) } else { Vec::new() };
            if !by_threats.is_empty() {
                line.extend(by_threats);
                break;
            }
            let known = if self.board.side() == self.winner {
                known_win(self.table, &self.board, self.winner).map(|win| win.mv)
            } else {
                self.longest_reply()
            };
            let any = || self.board.legal(*self.board.free()).iter().next();
            let Some(mv) = known.or_else(|| if line.is_empty() { any() } else { None }) else { break };
            line.push(mv);
            self.board.make(mv);
        }
        self.board.unmake_to(ply);
        line
    }

    /// The reply after which the winner takes the most plies.
    fn longest_reply(&self) -> Option<Point> {
        let replies = self.board.legal(*self.board.free()).iter();
        let plies =
            |mv| self.probe(self.board.hash_after(mv)).filter(|known| known.numbers.is_won()).map(|known| known.plies);
        replies.filter_map(|mv| Some((plies(mv)?, mv))).max_by_key(|&(plies, _)| plies).map(|(_, mv)| mv)
    }

    /// Searches the position on the board until it is decided or one of its numbers reaches its bound. The board is the same
    /// afterwards, also where the search was stopped.
    fn search(&mut self, bounds: Numbers) -> Result<KnownProof, Stopped> {
        self.spent.one()?;
        let attacks = self.board.side() == self.winner;
        match self.board.verdict() {
            Some(Verdict::Win(plies)) if attacks => return Ok(KnownProof::won(plies, None)),
            Some(Verdict::Loss(plies)) if !attacks => return Ok(KnownProof::won(plies, None)),
            Some(_) => return Ok(KnownProof::new(Numbers::NOT_WON)),
            None => {}
        }
        let mut known = self.probe(self.board.hash()).unwrap_or(KnownProof::new(Numbers::open(1, 1)));
        if known.numbers.is_settled() {
            return Ok(known);
        }
        let (ply, work) = (self.board.ply(), Work { before: known.nodes(), begun: self.spent.nodes });
        let result =
            if attacks { self.attack(&mut known, work, bounds) } else { self.defend(&mut known, work, bounds) };
        self.board.unmake_to(ply);
        let known = known.with_nodes(self.nodes(work));
        self.store(known);
        result.map(|()| known)
    }

    /// Updates the numbers of a node from its children, and searches the easiest child. Returns true, without a search, where one
    /// of the numbers has reached its bound.
    fn step(&mut self, known: &mut KnownProof, children: &mut Children, bounds: Numbers) -> Result<bool, Stopped> {
        known.numbers = children.numbers();
        if known.numbers.reaches(bounds) {
            return Ok(true);
        }
        let (place, bounds) = children.easiest(bounds);
        let child = &mut children.list[place];
        self.board.make(child.mv);
        let found = self.search(bounds);
        self.board.unmake();
        child.known = found?;
        Ok(false)
    }

    /// The nodes spent on a position so far, by all searches.
    const fn nodes(&self, work: Work) -> u64 {
        work.before + self.spent.nodes - work.begun
    }

    fn probe(&self, hash: u64) -> Option<KnownProof> {
        self.table.probe(hash ^ SALT[self.winner.index()])
    }

    fn store(&self, known: KnownProof) {
        self.table.store(self.board.hash() ^ SALT[self.winner.index()], known);
    }
}

impl ProofSearch<'_> {
    /// Asks the guide for the winner's move in the position on the board.
    fn ask_guide(&mut self) {
        let line = self.board.line();
        if let Some(mv) = self.guide.and_then(|guide| guide(&line[self.root..])) {
            let advice = Advice { mv, others: p::PROOF_UNGUIDED, until: u64::MAX };
            self.advice.insert(self.board.hash(), advice);
        }
    }

    /// The move that the guide knows or a search for a move finds, where `nodes`, the nodes spent on the position, are enough for
    /// it. The search is repeated each time the nodes are four times as many.
    fn advice(&mut self, nodes: u64) -> Result<Option<Advice>, Stopped> {
        let given = self.advice.get(&self.board.hash()).copied();
        let due = nodes >= given.map_or(p::PROOF_ADVICE_NODES, |advice| advice.until);
        let Some(adviser) = self.adviser.filter(|_| due) else { return Ok(given) };
        let remaining = self.spent.control.remaining();
        let share = nodes / p::PROOF_ADVICE_SHARE;
        let limits = Limits { nodes: Some(remaining.nodes.map_or(share, |left| left.min(share))), ..remaining };
        let line = self.board.line();
        let Answer { mv, report } = adviser(&line[self.root..], limits);
        self.spent.many(report.nodes)?;
        let advice = Advice { mv, others: p::PROOF_UNADVISED, until: 4 * nodes };
        self.advice.insert(self.board.hash(), advice);
        Ok(Some(advice))
    }
}
