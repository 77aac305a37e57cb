//! The generic alpha-beta: principal variation search with a transposition table, shared move ordering, and
//! sibling nodes split among threads. It serves every game that has no search of its own.

use super::control::{Control, Stopped};
use super::deepening::{Inner, Proofs, deepen};
use super::limits::Iteration;
use super::node_counter::ThreadCounter;
use super::ordering::{self, HistoryHeuristic, Killers};
use super::parallel::{SplitResult, SplitWorker, split};
use super::player::{Answer, Evaluator, Player, Ranked, Task};
use super::score::{DRAW, INFINITE, MAX_PLY, Score, from_table, to_table};
use super::transposition_table::{Bound, SearchTable, TableEntry};
use crate::game::{Game, Move};

/// Nodes are split among threads down to this depth; below, handing work over costs more than it gains.
const SPLIT_DEPTH: i32 = 6;

/// Room for the moves of most positions, so that their list is seldom reallocated.
const USUAL_MOVES: usize = 64;

/// Thinks about a task by an evaluator, deeper and deeper ([`deepen`]) with [`AlphaBeta`], within the limits that
/// `control` watches.
pub fn think<G: Game>(task: &mut Task<'_, G>, control: &Control<'_>, evaluator: &impl Evaluator<G>) -> Answer<G::Move> {
    let search = AlphaBeta::new(evaluator, task.table, control, task.pool.current_num_threads());
    deepen(task, control, &search)
}

/// A player that searches with [`AlphaBeta`] around an evaluator, as deep as the query allows.
#[derive(Clone, Copy, Debug)]
pub struct Searcher<E>(pub E);

impl<G: Game, E: Evaluator<G> + Send> Player<G> for Searcher<E> {
    fn choose(&self, task: &mut Task<'_, G>) -> Answer<G::Move> {
        think(task, &task.control(), &self.0)
    }
}

/// Alpha-beta for one task.
pub struct AlphaBeta<'a, E> {
    evaluator: &'a E,
    table: &'a SearchTable,
    control: &'a Control<'a>,
    histories: Vec<HistoryHeuristic>,
}

/// The state of one thread in the search.
pub struct Worker<M> {
    thread: usize,
    /// Keys of the positions from the last irreversible move of the game down to the parent of this node.
    path: Vec<u64>,
    killers: Vec<Killers>,
    buffers: Vec<Vec<Ranked<M>>>,
    counter: ThreadCounter,
}

impl<M> Worker<M> {
    fn new(path: Vec<u64>, killers: Vec<Killers>, counter: ThreadCounter) -> Self {
        let thread = rayon::current_thread_index().unwrap_or(0);
        Self { thread, path, killers, buffers: Vec::new(), counter }
    }

    fn buffer(&mut self, ply: u32) -> Vec<Ranked<M>> {
        let ply = ply as usize;
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, || Vec::with_capacity(USUAL_MOVES));
        }
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        buffer.clear();
        buffer
    }

    fn killers(&mut self, ply: u32) -> &mut Killers {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [TableEntry::NO_MOVE; 2]);
        }
        &mut self.killers[ply]
    }
}

impl<M> SplitWorker for Worker<M> {
    fn counter(&mut self) -> &mut ThreadCounter {
        &mut self.counter
    }
}

/// A node to be searched.
struct AlphaBetaNode<'g, G> {
    game: &'g G,
    depth: i32,
    ply: u32,
    beta: Score,
    /// True where the window was open when the node was entered.
    open: bool,
}

impl<'a, E> AlphaBeta<'a, E> {
    /// A search by this evaluator, within the limits that `control` watches, on `threads` threads.
    pub fn new(evaluator: &'a E, table: &'a SearchTable, control: &'a Control<'a>, threads: usize) -> Self {
        Self { evaluator, table, control, histories: (0..threads).map(|_| HistoryHeuristic::new()).collect() }
    }

    fn node<G: Game>(
        &self,
        worker: &mut Worker<G::Move>,
        (game, depth, ply): (&G, i32, u32),
        mut alpha: Score,
        beta: Score,
        pv: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        pv.clear();
        worker.counter.one(self.control)?;
        // The game is over.
        if let Some(outcome) = game.outcome() {
            return Ok(self.evaluator.outcome_score(outcome, game.side_to_move(), ply));
        }
        let key = game.hash();
        // One repetition inside the search is as good as the rules' two: the side that wants the draw can repeat again.
        let back = game.reversible_plies() as usize;
        if back > 0 && worker.path[worker.path.len().saturating_sub(back)..].contains(&key) {
            return Ok(DRAW);
        }
        // A leaf.
        if depth <= 0 || ply >= MAX_PLY {
            return Ok(self.evaluator.evaluate(game));
        }
        let node = AlphaBetaNode { game, depth, ply, beta, open: beta - alpha > 1 };
        // The transposition table may allow a cutoff.
        let known = self.table.probe::<TableEntry>(key);
        if let Some(entry) = known.filter(|entry| !node.open && i32::from(entry.depth) >= depth) {
            let score = from_table(entry.score, ply);
            match entry.bound {
                Bound::Exact => return Ok(score),
                Bound::Lower if score >= beta => return Ok(score),
                Bound::Upper if score <= alpha => return Ok(score),
                _ => {}
            }
        }
        // Move ordering: the table's move, killers, history.
        let mut moves = worker.buffer(ply);
        self.evaluator.candidates(game, &mut moves);
        let tt = known.map_or(TableEntry::NO_MOVE, |entry| entry.mv);
        let killers = *worker.killers(ply);
        ordering::rank(&mut moves, game.side_to_move(), tt, killers, &self.histories[worker.thread]);

        // The loop over the moves: late move reductions, zero windows.
        worker.path.push(key);
        let floor = alpha;
        let result = self.result(worker, &node, &mut moves, &mut alpha, pv);
        worker.path.pop();
        worker.buffers[ply as usize] = moves;
        // The bound of the value, and the store into the table.
        let (score, mv) = result?;
        let bound = if score >= beta {
            Bound::Lower
        } else if score > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TableEntry { mv, score: to_table(score, ply), depth: depth.min(255) as u8, bound };
        self.table.store(key, entry);
        Ok(score)
    }

    /// Searches the candidates of a node; returns its value and the code of the best move, if any beat alpha.
    fn result<G: Game>(
        &self,
        worker: &mut Worker<G::Move>,
        node: &AlphaBetaNode<'_, G>,
        moves: &mut [Ranked<G::Move>],
        alpha: &mut Score,
        pv: &mut Vec<G::Move>,
    ) -> Result<(Score, u16), Stopped>
    where
        E: Evaluator<G>,
    {
        let mut best = -INFINITE;
        let mut best_code = TableEntry::NO_MOVE;
        let mut line = Vec::new();
        for place in 0..moves.len() {
            let mv = ordering::pick(moves, place);
            if place > 0 && node.depth >= SPLIT_DEPTH && moves.len() > place + 1 && self.control.idle().any() {
                // `pick` is a stable selection, so sorting the rest gives the same order.
                moves[place..].sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
                let result = self.split(worker, node, moves, (place, *alpha));
                if result.stopped {
                    return Err(Stopped);
                }
                if let Some(found) = result.best {
                    best = found.score;
                    best_code = moves[found.index].mv.code();
                    pv.clear();
                    pv.push(moves[found.index].mv);
                    pv.extend(found.extra);
                    if best >= node.beta {
                        self.remember_cut(worker, node, best_code);
                    }
                }
                return Ok((best.max(*alpha), best_code));
            }
            let score = self.child(worker, node, (mv, place), *alpha, &mut line)?;
            best = best.max(score);
            if score > *alpha {
                *alpha = score;
                best_code = mv.code();
                if node.open {
                    pv.clear();
                    pv.push(mv);
                    pv.append(&mut line);
                }
                if score >= node.beta {
                    self.remember_cut(worker, node, best_code);
                    break;
                }
            }
        }
        Ok((best, best_code))
    }

    /// Searches the candidates from index `first` on, in parallel.
    fn split<G: Game>(
        &self,
        worker: &mut Worker<G::Move>,
        node: &AlphaBetaNode<'_, G>,
        moves: &[Ranked<G::Move>],
        (first, alpha): (usize, Score),
    ) -> SplitResult<Vec<G::Move>>
    where
        E: Evaluator<G>,
    {
        let (path, killers) = (worker.path.clone(), worker.killers.clone());
        let helper = |counter| Worker::new(path.clone(), killers.clone(), counter);
        let finish = |mut worker: Worker<_>| {
            worker.counter.finish(self.control);
        };
        let window = (alpha, node.beta);
        let search = |worker: &mut Worker<_>, place: usize, alpha| {
            let mut line = Vec::new();
            let score = self.child(worker, node, (moves[place].mv, place), alpha, &mut line);
            score.map(|score| (score, line))
        };
        split(self.control, first..moves.len(), window, worker, (helper, finish), search)
    }

    /// Searches one candidate: the first with the full window, the others with a zero window, at first at a reduced depth where
    /// the evaluator says so. A value above alpha is searched again, at full depth and then with the full window.
    fn child<G: Game>(
        &self,
        worker: &mut Worker<G::Move>,
        node: &AlphaBetaNode<'_, G>,
        (mv, place): (G::Move, usize),
        alpha: Score,
        line: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        let game = node.game.after(mv);
        let ply = node.ply + 1;
        let depth = node.depth - i32::from(!G::is_pass(mv));
        if place > 0 {
            // What a search to the end of the game finds is proven: nothing is pruned on a guess there.
            let to_end = node.game.plies_left().is_some_and(|end| node.depth >= end as i32);
            let reduction = if to_end { 0 } else { self.evaluator.reduction(node.depth, place) };
            if reduction > 0 {
                let score = -self.node(worker, (&game, depth - reduction, ply), -alpha - 1, -alpha, line)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
            let score = -self.node(worker, (&game, depth, ply), -alpha - 1, -alpha, line)?;
            if score <= alpha || score >= node.beta {
                return Ok(score);
            }
        }
        Ok(-self.node(worker, (&game, depth, ply), -node.beta, -alpha, line)?)
    }

    fn remember_cut<G: Game>(&self, worker: &mut Worker<G::Move>, node: &AlphaBetaNode<'_, G>, code: u16) {
        let killers = worker.killers(node.ply);
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.histories[worker.thread].reward(node.game.side_to_move(), code, node.depth);
    }
}

impl<G: Game, E: Evaluator<G>> Inner<G> for AlphaBeta<'_, E> {
    type Worker = Worker<G::Move>;

    fn worker(&self, path: Vec<u64>) -> Self::Worker {
        Worker::new(path, Vec::new(), ThreadCounter::new(self.control, Control::POLL))
    }

    fn root_moves(&self, game: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.evaluator.candidates(game, &mut moves);
        moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        moves.into_iter().map(|ranked| ranked.mv).collect()
    }

    fn search_move(
        &self,
        worker: &mut Self::Worker,
        (game, mv, step): (&G, G::Move, Iteration),
        place: usize,
        (alpha, beta): (Score, Score),
        pv: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped> {
        let node = AlphaBetaNode { game, depth: step.depth as i32, ply: 0, beta, open: true };
        worker.path.push(game.hash());
        let result = self.child(worker, &node, (mv, place), alpha, pv);
        worker.path.pop();
        result
    }

    fn finish(&self, worker: &mut Self::Worker) -> u64 {
        worker.counter.finish(self.control)
    }

    fn proves(&self) -> Proofs {
        Proofs::Values
    }

    fn aspiration(&self) -> Option<Score> {
        self.evaluator.aspiration()
    }
}
