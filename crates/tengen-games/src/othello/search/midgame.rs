//! The upper part of the tree: principal variation search with the table, Multi-ProbCut and the evaluation.
//!
//! Multi-ProbCut: where the value of a shallow search is far outside the window, the deep search would say the same with a known
//! chance (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).

use super::children::{Child, Children};
use super::incremental::IncrementalEvaluator;
use super::node::{OthelloNode, OthelloSearch, SearchEntry, Worker};
use crate::othello::params as p;
use tengen_core::search::parallel::split;
use tengen_core::search::{Score, Stopped};

/// A line of squares, `None` for a pass.
pub type SquareLine = Vec<Option<u8>>;

/// An evaluation, rounded to whole discs.
const fn round(value: Score) -> i32 {
    (value + p::MOST + p::DISC / 2).div_euclid(p::DISC) - 64
}

impl<E: IncrementalEvaluator> OthelloSearch<'_, E> {
    /// The value in the zero window above alpha: a bound on the same side of alpha as the value.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn zero_window(&self, worker: &mut Worker, node: &OthelloNode<E::State>, alpha: i32) -> Result<i32, Stopped> {
        // Endgame search or quick search.
        if node.is_endgame() {
            if node.empties <= p::ENDGAME.without_evaluation {
                return self.solve(worker, node.board, alpha, node.empties);
            }
        } else if node.depth <= p::MIDGAME.quick {
            let low = alpha * p::DISC + (p::DISC - 1) / 2;
            let value = self.quick(worker, node.board, &node.state, node.depth, (low, low + 1))?;
            return Ok(round(value));
        }
        worker.counter.one(self.control)?;
        // Stability cutoff.
        if let Some(bound) = self.stable_bound(node.board, alpha, node.empties) {
            return Ok(bound);
        }
        // A pass, or the end of the game.
        let moves = node.board.moves(self.empty(node.board));
        if moves == 0 {
            return match self.pass(node) {
                Ok(next) => Ok(-self.zero_window(worker, &next, -alpha - 1)?),
                Err(value) => Ok(value),
            };
        }
        // Table cutoff.
        let key = node.board.key();
        let known = self.table.probe::<SearchEntry>(key);
        if let Some(bound) = known.and_then(|entry| entry.bound(node.depth, node.level, alpha)) {
            return Ok(bound);
        }
        // Multi-ProbCut.
        if let Some(bound) = self.probcut(worker, node, alpha)? {
            return Ok(bound);
        }
        let [first, second] = known.map_or([SearchEntry::NO_MOVE; 2], |entry| entry.moves);
        let (mut best, mut others) = ((-65, SearchEntry::NO_MOVE), moves);
        // The table's move is searched before the other moves are ranked.
        if SearchEntry::is_among(first, moves) {
            best = (-self.zero_window(worker, &self.after(node, first), -alpha - 1)?, first);
            others &= !(1 << first);
        }
        if best.0 <= alpha && others != 0 {
            let order = (Self::order_depth(node), alpha);
            let mut children = Children::default();
            self.children(worker, node, others, [second, SearchEntry::NO_MOVE], order, &mut children)?;
            // Enhanced transposition cutoff.
            if let Some(bound) = self.child_cut(node, alpha, &children) {
                return Ok(bound);
            }
            // The other moves, on several threads where some are idle.
            best = self.best_child(worker, node, alpha, &mut children, best)?;
        }
        let (best, square) = best;
        self.store(key, node, (alpha, alpha + 1), best, square);
        Ok(best)
    }

    /// The node after a move.
    fn after(&self, node: &OthelloNode<E::State>, square: u8) -> OthelloNode<E::State> {
        let flips = node.board.flips(square);
        node.child(node.board.after(square, flips), self.eval.after(&node.state, square, flips))
    }

    /// The node after a pass, or the value of a game that is over.
    fn pass(&self, node: &OthelloNode<E::State>) -> Result<OthelloNode<E::State>, i32> {
        let board = node.board.passed();
        if board.moves(self.empty(board)) == 0 {
            return Err(node.board.final_score(node.empties));
        }
        Ok(OthelloNode { board, state: self.eval.passed(&node.state), ..*node })
    }

    /// The depth of the search that ranks the moves of a node, in plies.
    fn order_depth(node: &OthelloNode<E::State>) -> i32 {
        let p::OrderDepth { from, ply, most } =
            if node.is_endgame() { p::ORDER_DEPTH_TO_END } else { p::ORDER_DEPTH_MIDGAME };
        ((node.depth - from) / ply).clamp(0, most)
    }

    /// A bound where a shallow search says that the value is outside the window, with the confidence of the node's level; else
    /// `None`.
    fn probcut(&self, worker: &mut Worker, node: &OthelloNode<E::State>, alpha: i32) -> Result<Option<i32>, Stopped> {
        if node.level == EXACT || node.depth < p::SELECTIVE_FROM {
            return Ok(None);
        }
        let depth = reduced(node.depth);
        let level = &p::SELECTIVITIES[node.level as usize];
        let error = level.error(node.empties, node.depth, depth);
        let hint_error = level.error(node.empties, node.depth, 0);
        let hint = round(self.eval.evaluate(&node.state, node.board));
        let shallow = OthelloNode { depth, ..*node };
        let high = alpha + error;
        if high < 64 && hint > alpha + error - hint_error && self.zero_window(worker, &shallow, high)? > high {
            return Ok(Some(alpha + 1));
        }
        let low = alpha - error;
        if low > -64 && hint <= alpha - error + hint_error && self.zero_window(worker, &shallow, low)? <= low {
            return Ok(Some(alpha));
        }
        Ok(None)
    }

    /// A bound on the value of a node one of whose children has a known value that is a cut (enhanced transposition cutoff).
    fn child_cut(&self, node: &OthelloNode<E::State>, alpha: i32, children: &Children<E::State>) -> Option<i32> {
        if node.depth < p::MIDGAME.child_cuts {
            return None;
        }
        children.all().iter().find_map(|child| {
            let entry = self.table.probe::<SearchEntry>(child.board.key())?;
            let value = -i32::from(entry.upper);
            (entry.reaches(node.depth - 1, node.level) && value > alpha).then_some(value)
        })
    }

    /// The best value in a zero window, and its square: of the children or, where none of them beats it, the best known before.
    fn best_child(
        &self,
        worker: &mut Worker,
        node: &OthelloNode<E::State>,
        alpha: i32,
        children: &mut Children<E::State>,
        (mut best, mut square): (i32, u8),
    ) -> Result<(i32, u8), Stopped> {
        for place in 0..children.count() {
            // The other children wait for the first one (young brothers wait).
            if square != SearchEntry::NO_MOVE && node.depth >= p::MIDGAME.split && self.control.idle().any() {
                children.sort(place);
                return self.split(worker, node, alpha, &children.all()[place..], (best, square));
            }
            let child = children.pick(place);
            let value = self.child(worker, node, alpha, &child)?;
            if value > best {
                (best, square) = (value, child.square);
                if value > alpha {
                    break;
                }
            }
        }
        Ok((best, square))
    }

    fn child(
        &self,
        worker: &mut Worker,
        node: &OthelloNode<E::State>,
        alpha: i32,
        child: &Child<E::State>,
    ) -> Result<i32, Stopped> {
        Ok(-self.zero_window(worker, &node.child(child.board, child.state), -alpha - 1)?)
    }

    /// Searches the children from `place` on, in parallel.
    fn split(
        &self,
        worker: &mut Worker,
        node: &OthelloNode<E::State>,
        alpha: i32,
        children: &[Child<E::State>],
        first: (i32, u8),
    ) -> Result<(i32, u8), Stopped> {
        let finish = |mut worker| {
            self.finish_worker(&mut worker);
        };
        let found = split(
            self.control,
            0..children.len(),
            (alpha, alpha + 1),
            worker,
            (|counter| self.worker_with(counter), finish),
            |worker, place, _| Ok((self.child(worker, node, alpha, &children[place])?, ())),
        );
        match found.best {
            _ if found.stopped => Err(Stopped),
            Some(best) => Ok((best.score, children[best.index].square)),
            // Bounds of siblings that stay below alpha are not collected.
            None => Ok((alpha, first.1)),
        }
    }

    /// The value in an open window, with the line that leads to it; the line goes to the end of the game where the end is near
    /// ([`p::Endgame::line_to_end`]).
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn value(
        &self,
        worker: &mut Worker,
        node: &OthelloNode<E::State>,
        (alpha, beta): (i32, i32),
        line: &mut SquareLine,
    ) -> Result<i32, Stopped> {
        line.clear();
        worker.counter.one(self.control)?;
        let to_end = OthelloNode { depth: node.empties, ..*node };
        let node = if node.empties <= p::ENDGAME.line_to_end { &to_end } else { node };
        let moves = node.board.moves(self.empty(node.board));
        if moves == 0 {
            return match self.pass(node) {
                Ok(next) => {
                    let value = -self.value(worker, &next, (-beta, -alpha), line)?;
                    line.insert(0, None);
                    Ok(value)
                }
                Err(value) => Ok(value),
            };
        }
        if node.depth == 0 {
            return Ok(round(self.eval.evaluate(&node.state, node.board)));
        }
        let key = node.board.key();
        let known = self.table.probe::<SearchEntry>(key).map_or([SearchEntry::NO_MOVE; 2], |entry| entry.moves);
        let mut children = Children::default();
        self.children(worker, node, moves, known, (Self::order_depth(node), alpha), &mut children)?;
        let (mut best, mut square, mut floor) = (-65, SearchEntry::NO_MOVE, alpha);
        let mut below = SquareLine::new();
        for place in 0..children.count() {
            let child = children.pick(place);
            let next = node.child(child.board, child.state);
            let mut value = if place > 0 { -self.zero_window(worker, &next, -floor - 1)? } else { beta };
            if place == 0 || (value > floor && value < beta) {
                value = -self.value(worker, &next, (-beta, -floor), &mut below)?;
                if value > floor {
                    line.clear();
                    line.push(Some(child.square));
                    line.append(&mut below);
                }
            }
            if value > best {
                (best, square, floor) = (value, child.square, floor.max(value));
                if value >= beta {
                    break;
                }
            }
        }
        self.store(key, node, (alpha, beta), best, square);
        Ok(best)
    }

    fn store(&self, key: u64, node: &OthelloNode<E::State>, (alpha, beta): (i32, i32), value: i32, square: u8) {
        let lower = if value > alpha { value as i8 } else { -64 };
        let upper = if value < beta { value as i8 } else { 64 };
        // Where all moves fail low, none is known to be best: the best moves of an earlier search are worth more.
        let moves = [if value > alpha { square } else { SearchEntry::NO_MOVE }, SearchEntry::NO_MOVE];
        self.table.store(key, SearchEntry { lower, upper, depth: node.depth as u8, level: node.level, moves });
    }
}

impl SearchEntry {
    /// A bound that settles the zero window above alpha for a search of this depth and level.
    pub(super) fn bound(&self, depth: i32, level: u8, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        match self.reaches(depth, level) {
            true if lower > alpha => Some(lower),
            true if upper <= alpha => Some(upper),
            _ => None,
        }
    }
}

impl p::Selectivity {
    /// The error that a cut allows for, in discs, where a search of `reduced` plies stands in for one of `depth`.
    pub fn error(&self, empties: i32, depth: i32, reduced: i32) -> i32 {
        (self.sigmas * sigma(empties, depth, reduced)).ceil() as i32
    }
}

/// The level of selectivity that cuts nothing.
pub const EXACT: u8 = p::SELECTIVITIES.len() as u8 - 1;

/// The most selective level of at least this confidence, in percent.
pub fn level(confidence: u8) -> u8 {
    p::SELECTIVITIES.iter().position(|level| level.confidence >= confidence).unwrap_or(EXACT.into()) as u8
}

/// The depth of the shallow search that stands in for one of `depth` plies: about half, of the same parity.
pub const fn reduced(depth: i32) -> i32 {
    2 * (depth / 4) + (depth & 1)
}

/// The standard deviation of the difference between the values of searches of `depth` and `reduced` plies, in discs,
/// with this many empty squares.
pub fn sigma(empties: i32, depth: i32, reduced: i32) -> f32 {
    let weights = if depth == empties { p::SIGMA_ENDGAME } else { p::SIGMA_MIDGAME };
    let p::SearchError { constant, empties: square, depth: ply, reduced: reduced_ply } = weights;
    (constant + square * empties as f32 + ply * depth as f32 + reduced_ply * reduced as f32).exp()
}
