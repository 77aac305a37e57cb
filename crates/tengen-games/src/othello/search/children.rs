//! The moves of a node with the positions after them, and the ordering scores of the moves.

use super::board::{Discs, QUADRANTS, isolated, parity};
use super::incremental::IncrementalEvaluator;
use super::node::{OthelloNode, OthelloSearch, Worker};
use crate::othello::bits::neighbours;
use crate::othello::params as p;
use arrayvec::ArrayVec;
use tengen_core::search::{Score, Stopped};

/// An upper bound on the number of moves of a position.
pub const MOST_MOVES: usize = 36;

/// A move with the position after it.
#[derive(Clone, Copy)]
pub struct Child<S> {
    /// The position after the move.
    pub board: Discs,
    /// What the evaluation keeps of the position after the move.
    pub state: S,
    /// The square of the move.
    pub square: u8,
    /// The ordering score: moves with a higher one are searched earlier.
    pub rank: i32,
}

/// The children of a node, sorted as they are taken.
pub struct Children<S>(ArrayVec<Child<S>, MOST_MOVES>);

impl<S> Default for Children<S> {
    fn default() -> Self {
        Self(ArrayVec::new())
    }
}

impl<S: Copy> Children<S> {
    /// The number of moves.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The children in no order.
    pub fn all(&self) -> &[Child<S>] {
        &self.0
    }

    /// Brings the highest ranked child at `place` or behind to `place`, and returns it.
    pub fn pick(&mut self, place: usize) -> Child<S> {
        pick(&mut self.0, place, |child| child.rank)
    }

    /// Sorts the children at `place` and behind.
    pub fn sort(&mut self, place: usize) {
        self.0[place..].sort_by_key(|child| std::cmp::Reverse(child.rank));
    }
}

/// Brings the highest ranked of the elements at `place` and behind to `place`, and returns it: cheaper than to sort where few are
/// looked at.
#[inline]
pub fn pick<T: Copy>(list: &mut [T], place: usize, rank: impl Fn(&T) -> i32) -> T {
    let mut best = place;
    for other in place + 1..list.len() {
        if rank(&list[other]) > rank(&list[best]) {
            best = other;
        }
    }
    list.swap(place, best);
    list[place]
}

/// The empty squares of a position that are preferred.
pub struct Regions {
    empty: u64,
    /// The empty squares of quadrants with an odd number of empty squares.
    odd: u64,
    /// The empty squares without an empty neighbour.
    isolated: u64,
}

impl Regions {
    /// The regions of a set of empty squares.
    #[inline]
    pub fn of(empty: u64) -> Self {
        Self { empty, odd: QUADRANTS[parity(empty) as usize], isolated: isolated(empty) }
    }
}

/// The static ordering score of a move without the value after it: few replies, none of them a corner, an odd quadrant, no empty
/// neighbour.
#[inline]
pub fn quick_rank(next: Discs, regions: &Regions, square: u8, reply: i32) -> i32 {
    let left = regions.empty & !(1 << square);
    let moves = next.moves(left);
    let replies = (moves.count_ones() + (moves & p::CORNERS).count_ones()) as i32;
    let open = (neighbours(next.enemy) & left).count_ones() as i32;
    let mut rank = -(replies * reply + open * p::ORDERING.open);
    if regions.odd >> square & 1 != 0 {
        rank += p::ORDERING.parity;
    }
    if regions.isolated >> square & 1 != 0 {
        rank += p::ORDERING.isolated;
    }
    if p::CORNERS >> square & 1 != 0 {
        rank += p::ORDERING.corner;
    }
    rank
}

impl<E: IncrementalEvaluator> OthelloSearch<'_, E> {
    /// Adds the children of a node that has `moves` to an empty list, ranked by the table, else by a search of `depth` plies and
    /// [`quick_rank`]. (A returned list would be copied to the caller, with its room for [`MOST_MOVES`] children.)
    pub(super) fn children(
        &self,
        worker: &mut Worker,
        node: &OthelloNode<E::State>,
        moves: u64,
        known: [u8; 2],
        (depth, alpha): (i32, i32),
        children: &mut Children<E::State>,
    ) -> Result<(), Stopped> {
        let regions = Regions::of(self.empty(node.board));
        let reply = if node.is_endgame() { p::ORDERING.reply_to_end } else { p::ORDERING.reply_midgame };
        // The value of a bad move need not be exact.
        let window = (-p::MOST, (p::ORDERING.margin - alpha) * p::DISC);
        let mut set = moves;
        while set != 0 {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            let flips = node.board.flips(square);
            let board = node.board.after(square, flips);
            let state = self.eval.after(&node.state, square, flips);
            let rank = if square == known[0] || board.own == 0 {
                i32::MAX
            } else if square == known[1] {
                i32::MAX - 1
            } else {
                let value = self.quick(worker, board, &state, depth, window)?;
                quick_rank(board, &regions, square, reply) - value
            };
            children.0.push(Child { board, state, square, rank });
        }
        Ok(())
    }

    /// The evaluation of a position, whether or not there are moves: few positions have none. A side to move without discs has
    /// lost all squares.
    #[inline]
    fn leaf(&self, board: Discs, state: &E::State) -> Score {
        if board.own == 0 { -p::MOST } else { self.eval.evaluate(state, board) }
    }

    /// The value by a plain alpha-beta search of `depth` plies, in evaluation units; no table, nothing pruned.
    pub(super) fn quick(
        &self,
        worker: &mut Worker,
        board: Discs,
        state: &E::State,
        depth: i32,
        (mut alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        worker.counter.one(self.control)?;
        if depth == 0 {
            return Ok(self.leaf(board, state));
        }
        let empty = self.empty(board);
        let moves = board.moves(empty);
        if moves == 0 {
            let passed = board.passed();
            if passed.moves(empty) == 0 {
                return Ok(board.final_score(empty.count_ones() as i32) * p::DISC);
            }
            let state = self.eval.passed(state);
            return Ok(-self.quick(worker, passed, &state, depth, (-beta, -alpha))?);
        }
        let mut best = -p::MOST;
        let corners = if depth > 1 { moves & p::CORNERS } else { 0 };
        for mut set in [corners, moves & !corners] {
            while set != 0 {
                let square = set.trailing_zeros() as u8;
                set &= set - 1;
                let flips = board.flips(square);
                let (next, state) = (board.after(square, flips), self.eval.after(state, square, flips));
                let value = -self.quick(worker, next, &state, depth - 1, (-beta, -alpha))?;
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }
}
