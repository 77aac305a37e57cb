//! The upper part of the tree: principal variation search with the table, pruned where static values and the order of
//! moves say that a move does not matter.

use super::assess::Assessment;
use super::entry::{Entry, is_decisive, unproven};
use super::moves::{Facts, MovePicker};
use super::node::{Frame, GomokuNode, GomokuSearch, Local, PointLine, Worker};
use super::node::{bonus, is_attack};
use super::threats::ForcingState;
use crate::gomoku::bits::Point;
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;
use arrayvec::ArrayVec;
use tengen_core::search::parallel::split;
use tengen_core::search::score::is_proven;
use tengen_core::search::{Bound, INFINITE, Score, Stopped, WIN};

/// The most moves whose history is lowered where another move was better.
const TRIED: usize = 32;

/// What the moves searched so far have shown.
struct Searched {
    best: Score,
    mv: Option<Point>,
    tried: ArrayVec<(Point, bool), TRIED>,
    count: usize,
    /// True where all moves were searched, except those that are known to lose.
    complete: bool,
}

impl GomokuSearch<'_> {
    /// The value of the position on the worker's board: exact inside the window, else a bound (fail-soft).
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn value(&self, worker: &mut Worker, mut node: GomokuNode, line: &mut PointLine) -> Result<Score, Stopped> {
        line.clear();
        // Quiescence search.
        if node.depth <= 0 {
            return self.leaf(worker, node, line);
        }
        worker.counter.one(self.control)?;
        // Wins and losses that threats show, and mate distance pruning.
        if let Some(score) = self.at_once(&mut worker.local, &mut node) {
            return Ok(score);
        }
        // Table cutoff.
        let entry = if node.skip.is_none() { self.probe(&node, &worker.local) } else { None };
        if let Some(score) = entry.as_ref().and_then(|entry| entry.cut(&node)) {
            return Ok(score);
        }
        // The static value and internal iterative reduction.
        let assessment = self.assess(&mut worker.local, &mut node, entry);
        if let Some(score) = self.razoring(worker, &node, &assessment, line)? {
            return Ok(score);
        }
        if let Some(score) = Self::reverse_futility(&worker.local, &node, &assessment) {
            return Ok(score);
        }
        if node.depth <= 0 {
            return self.leaf(worker, node, line);
        }
        // The moves: late move pruning, then for each ([`GomokuSearch::child`]) singular extension and multi-cut, late move
        // reductions, zero windows and re-searches.
        let floor = node.alpha;
        Ok(match self.searched(worker, &mut node, &assessment, line)? {
            // The bound of the value, the table, history, killers and the counter move.
            Some(searched) => self.conclude(worker, &node, floor, &assessment, searched),
            None => node.beta,
        })
    }

    /// Searches the moves of a node; raises its alpha. `None` where a singular search has shown that more than one move cuts.
    fn searched(
        &self,
        worker: &mut Worker,
        node: &mut GomokuNode,
        assessment: &Assessment,
        line: &mut PointLine,
    ) -> Result<Option<Searched>, Stopped> {
        let mut searched = Searched { best: -INFINITE, mv: None, tried: ArrayVec::new(), count: 0, complete: false };
        let mut below = PointLine::new();
        let first = assessment.entry.as_ref().and_then(|entry| entry.mv);
        let buffer = worker.local.buffer();
        let mut picker = MovePicker::new(first, worker.local.before(node.ply, 1).mv, buffer);
        let next = |local: &Local, node: &GomokuNode, picker: &mut MovePicker, searched: &mut Searched, lost| loop {
            let mv = picker.next(local, &assessment.forcing, lost)?;
            if Some(mv) == node.skip {
                continue;
            }
            searched.count += 1;
            let count = searched.count;
            if count == 1 || is_seen_loss(searched.best) || !Self::is_late(local, node, assessment, count, mv) {
                return Some((mv, count));
            }
            if count >= Self::most_moves(node, assessment) {
                return None;
            }
        };
        loop {
            let lost = is_proven_loss(searched.best);
            let Some((mv, count)) = next(&worker.local, node, &mut picker, &mut searched, lost) else { break };
            if count > 1 && node.depth >= p::SPLIT_DEPTH && node.skip.is_none() && self.control.idle().any() {
                let others = std::iter::from_fn(|| next(&worker.local, node, &mut picker, &mut searched, false));
                let moves: Vec<_> = std::iter::once((mv, count)).chain(others).collect();
                self.split(worker, node, assessment, &moves, &mut searched, line)?;
                break;
            }
            let score = self.child(worker, node, assessment, (mv, count, searched.best), &mut below)?;
            let Some(score) = score else {
                worker.local.keep(picker.into_buffer());
                return Ok(None);
            };
            let attack = is_attack(worker.local.board.class(worker.local.board.side(), mv));
            searched.best = searched.best.max(score);
            if score > node.alpha {
                searched.mv = Some(mv);
                if node.is_open() {
                    line.clear();
                    line.push(mv);
                    line.append(&mut below);
                }
                if score >= node.beta {
                    break;
                }
                node.raise_alpha_and_reduce(score);
            }
            if searched.mv != Some(mv) {
                let _ = searched.tried.try_push((mv, attack));
            }
        }
        searched.complete = picker.has_all();
        worker.local.keep(picker.into_buffer());
        Ok(Some(searched))
    }

    /// How many moves are looked at, those left out included, at a node where some move does not lose.
    fn most_moves(node: &GomokuNode, assessment: &Assessment) -> usize {
        let depth = node.depth / p::PLY;
        let p::LateMovePruning { least, linear, square, .. } = p::LATE_MOVE_PRUNING;
        let most = least + (linear * depth + square * depth * depth) / 64;
        (if assessment.improving { most } else { most / 2 }) as usize
    }

    /// Late move pruning: true for a move that is left out.
    fn is_late(local: &Local, node: &GomokuNode, assessment: &Assessment, count: usize, mv: Point) -> bool {
        let facts = Facts::of(local, node.ply, mv);
        let shallow = node.depth < p::LATE_MOVE_PRUNING.trivial_below;
        let four = matches!(assessment.forcing, ForcingState::OpenFour(_));
        count >= Self::most_moves(node, assessment)
            || (shallow && facts.is_trivial())
            || (shallow && four && facts.enemy < Class::Four && facts.is_distant())
    }

    /// Searches moves, each with its place in the order, in parallel.
    fn split(
        &self,
        worker: &mut Worker,
        node: &mut GomokuNode,
        assessment: &Assessment,
        moves: &[(Point, usize)],
        searched: &mut Searched,
        line: &mut PointLine,
    ) -> Result<(), Stopped> {
        let (board, frames): (_, Vec<Frame>) = Self::snapshot(&worker.local);
        let (first, best) = (*node, searched.best);
        let helper = |counter| self.helper(counter, &board, &frames);
        let finish = |worker| {
            self.finish_worker(worker);
        };
        let found = split(
            self.control,
            0..moves.len(),
            (node.alpha, node.beta),
            worker,
            (helper, finish),
            |worker, place, alpha| {
                let (mut below, (mv, count)) = (PointLine::new(), moves[place]);
                let mut node = first;
                if alpha > first.alpha {
                    node.raise_alpha_and_reduce(alpha);
                }
                let score = self.child(worker, &node, assessment, (mv, count, best), &mut below)?;
                Ok((score.unwrap_or(alpha), below))
            },
        );
        // A search that was cut short leaves its moves on the board.
        worker.local.board.unmake_to(board.ply());
        if found.stopped {
            return Err(Stopped);
        }
        // Bounds of siblings that stay below alpha are not collected.
        searched.best = searched.best.max(node.alpha);
        if let Some(best) = found.best {
            let (mv, _) = moves[best.index];
            (searched.best, searched.mv) = (best.score, Some(mv));
            line.clear();
            line.push(mv);
            line.extend(best.extra);
        }
        Ok(())
    }

    /// Finds the bound of a node's value from its moves, stores it in the table, and updates history, killers and the counter
    /// move.
    fn conclude(
        &self,
        worker: &mut Worker,
        node: &GomokuNode,
        floor: Score,
        assessment: &Assessment,
        searched: Searched,
    ) -> Score {
        let local = &mut *worker.local;
        let Searched { mut best, mv, tried, count, .. } = searched;
        if count == 0 {
            best = match &assessment.forcing {
                _ if node.skip.is_some() => return node.alpha,
                ForcingState::None => local.before(node.ply, 0).value,
                forcing => -(WIN - (node.ply + forcing.plies()) as Score),
            };
        } else if !searched.complete {
            // The loss is not proven, as some moves were left out.
            best = unproven(best);
        }
        if let Some(mv) = mv {
            Self::learn(local, node, &assessment.forcing, mv, &tried);
        }
        let bound = match mv {
            Some(_) if best >= node.beta => Bound::Lower,
            Some(_) if best > floor => Bound::Exact,
            _ => Bound::Upper,
        };
        let bound = if best >= node.beta { Bound::Lower } else { bound };
        if best <= floor {
            let parent = node.ply > 0 && local.before(node.ply, 1).pv && node.depth > p::MARKED_ABOVE;
            local.frame(node.ply).pv |= parent;
        } else if node.depth > p::MARKED_ABOVE {
            local.frame(node.ply).pv &= local.before(node.ply + 1, 0).pv || node.is_open();
        }
        let Frame { value, pv, .. } = *local.before(node.ply, 0);
        let depth = Entry::depth(node.depth);
        if node.skip.is_none() {
            self.store(node, local, Entry { mv, pv, score: Some((best, bound)), static_value: value, depth });
        }
        best
    }

    /// Raises the history of the best move and lowers that of the moves that were tried and were never the best. A quiet reply to a
    /// four or an open four says nothing of the move elsewhere.
    fn learn(local: &mut Local, node: &GomokuNode, forcing: &ForcingState, mv: Point, tried: &[(Point, bool)]) {
        let side = local.board.side();
        let attack = is_attack(local.board.class(side, mv));
        let bonus = bonus(node.depth);
        let replies = forcing.is_four();
        let mut update = |attack: bool, mv, bonus| {
            if attack || !replies {
                local.history.update(side, attack, mv, bonus);
            }
        };
        update(attack, mv, bonus);
        for &(other, attack) in tried {
            update(attack, other, -bonus);
        }
        if let Some(last) = local.before(node.ply, 1).mv
            && !matches!(forcing, ForcingState::Five(_))
        {
            local.history.answer(!side, last, mv);
        }
        let frame = local.frame(node.ply);
        if !attack && !replies && frame.killers[0] != Some(mv) {
            frame.killers = [Some(mv), frame.killers[0]];
        }
    }
}

/// True for a proven loss.
const fn is_proven_loss(score: Score) -> bool {
    score < 0 && is_proven(score) && score > -INFINITE
}

/// True for a loss, proven or only seen.
const fn is_seen_loss(score: Score) -> bool {
    score < 0 && is_decisive(score)
}
