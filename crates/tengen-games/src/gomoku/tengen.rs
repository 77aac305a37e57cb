//! The default player: a victory by threats where there is one, on small boards a proof of the draw where a value is asked
//! for, a proof of the win where the winner is asked for, else the search.

use super::bits::Point;
use super::board::Gomoku;
use super::params;
use super::proof_book::{ProofBook, ProvenWin, traps};
use super::search::draw::drawing_move;
use super::search::node::Watch;
use super::search::proof::{Guide, ProofSearch};
use super::search::vct::{Vct, VctLimits};
use super::search::{Board, GomokuSearch};
use super::weights::Weights;
use crate::proofs::{may_help, proven};
use std::collections::HashMap;
use std::sync::Arc;
use tengen_core::game::{Color, Game as _};
use tengen_core::playable::{OptionError, PlayerOptions};
use tengen_core::search::score::{MAX_PLY, plies_to_end};
use tengen_core::search::{Answer, Budget, Control, DRAW, Goal, Limits, NodeCounter, Player, Score, Task, WIN, deepen};

/// The default player, with the weights in the program or those of a file.
pub struct Tengen {
    weights: Arc<Weights>,
    /// True where the player may use the proof in the program.
    proofs: bool,
}

impl Tengen {
    /// The default player with these weights.
    pub(super) const fn with(weights: Arc<Weights>, proofs: bool) -> Self {
        Self { weights, proofs }
    }

    /// The default player with the weights of the options.
    pub(super) fn create(_start: &Gomoku, options: &PlayerOptions) -> Result<Box<dyn Player<Gomoku>>, OptionError> {
        let weights = options.weights(Weights::from_bytes)?;
        let weights = weights.unwrap_or_else(|| Weights::shared().clone());
        Ok(Box::new(Self::with(weights, options.has_proofs())))
    }

    /// The board of the search in this position.
    pub(super) fn board(&self, position: &Gomoku) -> Board {
        Board::with(position, &self.weights)
    }
}

impl Player<Gomoku> for Tengen {
    fn choose(&self, task: &mut Task<'_, Gomoku>) -> Answer<Point> {
        self.choose_watched(task, None)
    }
}

impl Tengen {
    /// Chooses as [`Player::choose`] does; `watch` is called with every position that the search values without a search.
    pub(super) fn choose_watched(&self, task: &mut Task<'_, Gomoku>, watch: Option<Watch<'_>>) -> Answer<Point> {
        let control = task.control();
        let book = self.proof(task);
        if task.query.lines == 1 && task.query.allowed.is_empty() {
            if let Some((mv, score)) = book.and_then(|book| self.by_proof(book, task)) {
                let plies = plies_to_end(score).unwrap_or_default();
                return proven(task, &control, (score, plies), vec![mv]);
            }
            if let Some(pv) = root_threats((self.board(task.position()), book), task, &control) {
                let plies = pv.len() as u32;
                return proven(task, &control, (won_after(plies), plies), pv);
            }
            if let Some(mv) = root_draw(task, &control) {
                let depth = task.position().plies_left().unwrap_or_default();
                return proven(task, &control, (DRAW, depth), vec![mv]);
            }
            if let Some((winner, plies, pv)) = root_proof(self, task, &control) {
                let score = if winner == task.position().side_to_move() { won_after(plies) } else { -won_after(plies) };
                return proven(task, &control, (score, plies), pv);
            }
        }
        let search = GomokuSearch::new(self.board(task.position()), task.table, &control);
        let known = book.map_or_else(HashMap::new, |book| known_values(book, task.position()));
        let search =
            search.knowing(known).narrowed(!task.query.allowed.is_empty()).of_lines(task.query.lines).watched(watch);
        deepen(task, &control, &search)
    }

    /// A move and its value by a proof: Black's that wins, or White's that delays the win, and where a move is to be played, sets a
    /// trap.
    fn by_proof(&self, book: &ProofBook<'_>, task: &Task<'_, Gomoku>) -> Option<(Point, Score)> {
        let position = task.position();
        if position.side_to_move() == Color::Black {
            return book.win(position).map(|ProvenWin { mv, plies }| (mv, won_after(plies)));
        }
        book.loss(position)?;
        let sooner = if task.query.limits.goal == Goal::Move { params::TRAP.plies } else { 0 };
        let delay = traps::delay(book, position, &mut self.board(position), sooner);
        delay.map(|(mv, plies)| (mv, -won_after(plies)))
    }

    /// The book of the proof that a search of a task may use.
    fn proof(&self, task: &Task<'_, Gomoku>) -> Option<&'static ProofBook<'static>> {
        if self.proofs && may_help(&task.query.limits) { ProofBook::of(task.position()) } else { None }
    }
}

/// Nodes that a proof before the search may take. An analysis without an end is watched: its first values must not be long in
/// coming.
const fn proof_nodes(limits: &Limits) -> u32 {
    if matches!(limits.goal, Goal::Value) && !limits.is_bounded() {
        params::ANALYSIS_PROOF_NODES
    } else {
        params::PROOF_NODES
    }
}

/// A move that keeps the draw, where a value is asked for on a small board and half of what is left of the limits proves it. A
/// depth bounds what is looked at: beside it nothing is proven that takes millions of nodes.
fn root_draw(task: &Task<'_, Gomoku>, control: &Control<'_>) -> Option<Point> {
    if task.query.limits.goal == Goal::Move || task.query.limits.depth.is_some() {
        return None;
    }
    let Limits { time, nodes, .. } = control.remaining();
    let share = |nodes: u64| nodes / u64::from(params::PROOF_SHARE);
    let limits = Limits {
        time: time.map(|time| Budget::exactly(time.hard / params::PROOF_SHARE)),
        nodes: Some(nodes.map_or(u64::MAX, share).min(proof_nodes(&task.query.limits).into())),
        ..task.query.limits
    };
    let own = Control::new(&limits, task.query.stop, task.clock);
    let mut counter = NodeCounter::new(&own, Control::POLL);
    let found = drawing_move(task.position(), &mut || counter.one(&own));
    counter.finish(&own);
    control.add_nodes(own.nodes());
    found.ok().flatten()
}

/// The values of the moves that a proof has.
fn known_values(book: &ProofBook<'_>, position: &Gomoku) -> HashMap<Point, Score> {
    match position.side_to_move() {
        Color::Black => book.win(position).map(|win| (win.mv, won_after(win.plies))).into_iter().collect(),
        Color::White => {
            let lost = |(reply, win): (Point, Option<ProvenWin>)| Some((reply, -won_after(win?.plies + 1)));
            book.wins_after(position).filter_map(lost).collect()
        }
    }
}

/// The winning sequence of threats, where a threat search within its share of the limits finds one. Where a book of a proof ends,
/// the search has the nodes that win there, if they take no more than half of the time.
fn root_threats(
    (mut board, book): (Board, Option<&ProofBook<'_>>),
    task: &Task<'_, Gomoku>,
    control: &Control<'_>,
) -> Option<Vec<Point>> {
    let (nodes, share) = match task.query.limits {
        Limits { depth: Some(_), .. } => (params::DEPTH_THREATS_NODES, params::ROOT_THREATS_SHARE),
        Limits { goal: Goal::Move, .. } => (params::ROOT_THREATS_NODES, params::ROOT_THREATS_SHARE),
        ref limits => (proof_nodes(limits), params::PROOF_SHARE),
    };
    let limits = Limits {
        time: task.query.limits.time.map(|budget| Budget::exactly(budget.hard / share)),
        nodes: task.query.limits.nodes.map(|nodes| nodes / u64::from(share)),
        ..task.query.limits
    };
    let half = Limits { time: task.query.limits.time.map(|budget| Budget::exactly(budget.hard / 2)), ..limits };
    let [own, first] = [&limits, &half].map(|limits| Control::new(limits, task.query.stop, task.clock));
    let mut counters = [&own, &first].map(|control| NodeCounter::new(control, Control::POLL));
    let mut left = book.filter(|_| limits.nodes.is_none()).map_or(0, ProofBook::nodes);
    let mut threats = Vct::default();
    let effort = VctLimits { nodes, threes: params::THREATS_THREES };
    let found = threats.search(&mut board, effort, &mut || match left.checked_sub(1) {
        Some(less) => {
            left = less;
            counters[1].one(&first)
        }
        None => counters[0].one(&own),
    });
    for (counter, part) in counters.iter_mut().zip([&own, &first]) {
        counter.finish(part);
        control.add_nodes(part.nodes());
    }
    found.ok().flatten().map(|_| threats.line(&mut board))
}

/// The side that wins, the most plies that it takes, and a line, where the winner is asked for and a proof search within its
/// share of the limits finds a proof. The proof is tried for the side that the evaluation favours.
fn root_proof(player: &Tengen, task: &Task<'_, Gomoku>, control: &Control<'_>) -> Option<(Color, u32, Vec<Point>)> {
    if task.query.limits.goal != Goal::Winner || task.query.limits.depth.is_some() {
        return None;
    }
    let Limits { time, nodes, .. } = control.remaining();
    let [share, whole] = params::WINNER_SHARE;
    let most = if time.is_some() { u64::MAX } else { params::PROOF_NODES.into() };
    let limits = Limits {
        time: time.map(|time| Budget::exactly(time.hard / whole * share)),
        nodes: Some(nodes.map_or(most, |nodes| nodes / u64::from(whole) * u64::from(share))),
        ..task.query.limits
    };
    let own = Control::new(&limits, task.query.stop, task.clock);
    let board = player.board(task.position());
    let winner = if board.value() >= 0 { board.side() } else { !board.side() };
    let adviser =
        |line: &[Point], limits| GomokuSearch::elsewhere(task, &player.weights, (task.position(), line), limits);
    let guide = |line: &[Point]| {
        ProofBook::like_move(&line.iter().fold(task.position().clone(), |position, &mv| position.after(mv)))
    };
    let guide = (player.proofs && winner == Color::Black).then_some(&guide as Guide<'_>);
    let mut search = ProofSearch::new(board, winner, task.table, &own).advised_by(&adviser).guided_by(guide);
    let plies = search.prove();
    control.add_nodes(own.nodes());
    Some((winner, plies.ok().flatten()?, search.line()))
}

/// The score of a win by the last of `plies` plies from the root.
fn won_after(plies: u32) -> Score {
    WIN - plies.min(MAX_PLY) as Score
}
