//! The search's nodes, and what its parts share: what a thread carries down the tree, and what it has learnt of moves, history of
//! attacks and of quiet moves and answers to the enemy's last move.

use super::board::Board;
use super::entry::{self, Entry};
use super::moves::Ranked;
use super::vct::Vct;
use crate::gomoku::bits::{INDICES, Point};
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tengen_core::game::Color;
use tengen_core::search::parallel::SplitWorker;
use tengen_core::search::score::MAX_PLY;
use tengen_core::search::{Control, Score, SearchTable, ThreadCounter};

/// A line of moves.
pub type PointLine = Vec<Point>;

/// The state of one ply on the line to the present node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The static value for the side to move.
    pub value: Score,
    /// The move that is being searched.
    pub mv: Option<Point>,
    /// The class that the move makes for its side.
    pub class: Class,
    /// The plies by which moves of the line were extended beyond one ply each, in sixteenths of a ply.
    pub extra: i32,
    /// True where the position is or was on a principal variation.
    pub pv: bool,
    /// The last two quiet moves that were the best at this ply.
    pub killers: [Option<Point>; 2],
}

/// The number of frames before the root's, so that the frames some plies back always exist.
const BEFORE: usize = 4;

/// The state of one thread in the search; its board has the present node's position.
pub struct Local {
    pub(super) board: Board,
    pub(super) history: Box<HistoryTable>,
    pub(super) threats: Vct,
    frames: Vec<Frame>,
    buffers: Vec<Vec<Ranked>>,
}

impl Local {
    fn new(board: Board) -> Self {
        let frames = vec![Frame::default(); MAX_PLY as usize + BEFORE + 3];
        Self { board, history: Box::default(), threats: Vct::default(), frames, buffers: Vec::new() }
    }

    /// The frame some plies before that of `ply`.
    pub(super) fn before(&self, ply: u32, back: usize) -> &Frame {
        &self.frames[BEFORE + ply as usize - back]
    }

    /// The frame of a ply.
    pub(super) fn frame(&mut self, ply: u32) -> &mut Frame {
        &mut self.frames[BEFORE + ply as usize]
    }

    /// An empty list of moves.
    pub(super) fn buffer(&mut self) -> Vec<Ranked> {
        self.buffers.pop().unwrap_or_else(|| Vec::with_capacity(128))
    }

    /// Takes back a list of moves for reuse.
    pub(super) fn keep(&mut self, mut buffer: Vec<Ranked>) {
        buffer.clear();
        self.buffers.push(buffer);
    }
}

/// The part of one thread in a search.
pub struct Worker {
    pub(super) counter: ThreadCounter,
    pub(super) local: Box<Local>,
}

impl SplitWorker for Worker {
    fn counter(&mut self) -> &mut ThreadCounter {
        &mut self.counter
    }
}

/// The node to be searched; its position is that on the worker's board.
#[derive(Clone, Copy, Debug)]
pub struct GomokuNode {
    /// The depth, in sixteenths of a ply.
    pub depth: i32,
    /// Plies below the root.
    pub ply: u32,
    /// The lower end of the window.
    pub alpha: Score,
    /// The upper end of the window.
    pub beta: Score,
    /// True where a cut is expected.
    pub cut: bool,
    /// A move that is left out, to see what the other moves are worth.
    pub skip: Option<Point>,
}

impl GomokuNode {
    /// Raises alpha to the value of a move, and reduces the depth of the moves behind it.
    pub fn raise_alpha_and_reduce(&mut self, alpha: Score) {
        self.alpha = alpha;
        if self.depth > p::RAISED_ALPHA[0] && self.depth < p::RAISED_ALPHA[1] && !entry::is_decisive(alpha) {
            self.depth -= p::PLY;
        }
    }

    /// True where the window is open.
    pub const fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// The result of a threat search for the reply to a root move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    /// The nodes that the threat search could take.
    pub(super) nodes: u32,
    /// The plies in which the reply wins, if it does.
    pub(super) plies: Option<u32>,
}

/// The search of one task.
pub struct GomokuSearch<'a> {
    pub(super) table: &'a SearchTable,
    pub(super) control: &'a Control<'a>,
    pub(super) root: Board,
    /// True where only the moves searched at the root count.
    pub(super) narrowed: bool,
    /// The lines wanted, which share the nodes of the threat searches for replies.
    pub(super) lines: u64,
    /// The values of root moves that are known without a search.
    pub(super) known: HashMap<Point, Score>,
    /// The results of threat searches for replies, by root move.
    pub(super) replies: Mutex<HashMap<Point, Reply>>,
    /// The callback for every position that is valued without a search.
    watch: Option<Watch<'a>>,
    locals: Mutex<Vec<Box<Local>>>,
}

/// A callback for positions of a search.
pub type Watch<'a> = &'a (dyn Fn(&Board) + Sync);

impl<'a> GomokuSearch<'a> {
    /// A search of a position that goes on.
    pub fn new(root: Board, table: &'a SearchTable, control: &'a Control<'a>) -> Self {
        let (replies, locals) = (Mutex::default(), Mutex::default());
        Self { table, control, root, narrowed: false, lines: 1, known: HashMap::new(), replies, watch: None, locals }
    }

    /// The same search, in which no moves but those at the root count where `narrowed`: a query has named them.
    pub fn narrowed(self, narrowed: bool) -> Self {
        Self { narrowed, ..self }
    }

    /// The same search, in which these values of root moves are known.
    pub fn knowing(self, known: HashMap<Point, Score>) -> Self {
        Self { known, ..self }
    }

    /// The same search for so many lines, or fewer where there are fewer moves.
    pub fn of_lines(self, lines: usize) -> Self {
        let lines = lines.min(self.root.free().len()).max(1) as u64;
        Self { lines, ..self }
    }

    /// The same search, which calls `watch` with every position whose static value it takes.
    pub fn watched(self, watch: Option<Watch<'a>>) -> Self {
        Self { watch, ..self }
    }

    /// A worker for the calling thread, at the root.
    pub fn new_worker(&self) -> Worker {
        self.worker_with(ThreadCounter::new(self.control, Control::POLL))
    }

    pub(super) fn worker_with(&self, counter: ThreadCounter) -> Worker {
        let kept = self.locals.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut local = kept.unwrap_or_else(|| Box::new(Local::new(self.root.clone())));
        // A search that was stopped leaves its moves on the board.
        local.board.unmake_to(0);
        Worker { counter, local }
    }

    /// A worker for another thread that helps at the position that `local` has reached.
    pub(super) fn helper(&self, counter: ThreadCounter, board: &Board, frames: &[Frame]) -> Worker {
        let mut worker = self.worker_with(counter);
        worker.local.board.clone_from(board);
        worker.local.frames.copy_from_slice(frames);
        worker
    }

    /// Board and frames, for [`GomokuSearch::helper`].
    pub(super) fn snapshot(local: &Local) -> (Board, Vec<Frame>) {
        (local.board.clone(), local.frames.clone())
    }

    /// Takes a worker back for reuse and reports its nodes; returns the nodes of the root move, by the worker and those forked
    /// from it.
    pub(super) fn finish_worker(&self, mut worker: Worker) -> u64 {
        let nodes = worker.counter.finish(self.control);
        self.locals.lock().unwrap_or_else(PoisonError::into_inner).push(worker.local);
        nodes
    }

    /// The static value for the side to move. Near the leaves it is that of the tables alone where this is far outside the window.
    pub(super) fn evaluate(&self, board: &mut Board, node: &GomokuNode) -> Score {
        if let Some(watch) = self.watch {
            watch(board);
        }
        let p::NetworkMargin { below, margin } = p::NETWORK_MARGIN;
        let value = board.value();
        let is_near = value > node.alpha - margin && value < node.beta + margin;
        let correction = if is_near || node.depth >= below { board.correction() } else { 0 };
        (value + correction).clamp(-entry::MOST, entry::MOST)
    }

    pub(super) fn store(&self, node: &GomokuNode, local: &Local, entry: Entry) {
        let score = entry.score.map(|(score, bound)| (Entry::to_table(score, node.ply), bound));
        self.table.store(local.board.hash(), Entry { score, ..entry });
    }

    pub(super) fn probe(&self, node: &GomokuNode, local: &Local) -> Option<Entry> {
        let entry = self.table.probe::<Entry>(local.board.hash())?;
        let score = entry.score.map(|(score, bound)| (Entry::from_table(score, node.ply), bound));
        Some(Entry { score, ..entry })
    }
}

/// The history tables of one thread.
#[derive(Clone)]
pub struct HistoryTable {
    /// History values by side, by quiet move or attack, and by point.
    values: [[[i16; INDICES]; 2]; 2],
    /// The last best answer to a move, by the move's side and point.
    counters: [[Option<Point>; INDICES]; 2],
}

impl Default for HistoryTable {
    fn default() -> Self {
        Self { values: [[[0; INDICES]; 2]; 2], counters: [[None; INDICES]; 2] }
    }
}

/// True for a move that attacks: one that makes a three or more.
pub fn is_attack(class: Class) -> bool {
    class >= Class::Three
}

impl HistoryTable {
    /// The history of a move, quiet or attacking: how good it was, within ±[`p::HISTORY_MOST`].
    pub fn value(&self, side: Color, attack: bool, point: Point) -> i32 {
        i32::from(self.values[side.index()][usize::from(attack)][point.index() % INDICES])
    }

    /// The last best answer to a move of the enemy's on this point.
    pub fn counter(&self, enemy: Color, point: Point) -> Option<Point> {
        self.counters[enemy.index()][point.index() % INDICES]
    }

    /// Rewards a move, or with a negative bonus, within ±[`p::HISTORY_MOST`], punishes it.
    pub fn update(&mut self, side: Color, attack: bool, point: Point, bonus: i32) {
        let value = &mut self.values[side.index()][usize::from(attack)][point.index() % INDICES];
        *value += (bonus - i32::from(*value) * bonus.abs() / p::HISTORY_MOST) as i16;
    }

    /// Remembers the best answer to a move of the enemy's.
    pub fn answer(&mut self, enemy: Color, point: Point, answer: Point) {
        self.counters[enemy.index()][point.index() % INDICES] = Some(answer);
    }
}

/// The history bonus of a move that was best at this depth, in sixteenths of a ply.
pub fn bonus(depth: i32) -> i32 {
    let p::HistoryBonus { square, linear, constant, most } = p::HISTORY_BONUS;
    (square * depth * depth / (p::PLY * p::PLY) + linear * depth / p::PLY + constant).clamp(0, most)
}
