//! Exact values near the end of the game, in zero windows, without an evaluation.

use super::board::{Discs, isolated};
use super::children::{MOST_MOVES, Regions, pick, quick_rank};
use super::incremental::IncrementalEvaluator;
use super::last;
use super::midgame::EXACT;
use super::node::SearchEntry;
use super::node::{OthelloSearch, Worker};
use crate::othello::params as p;
use arrayvec::ArrayVec;
use tengen_core::search::Stopped;

/// A move with the position after it.
#[derive(Clone, Copy)]
struct Reply {
    next: Discs,
    square: u8,
    rank: i32,
}

impl<E: IncrementalEvaluator> OthelloSearch<'_, E> {
    /// The value with four to [`p::Endgame::isolated_only`] empty squares; moves on squares without an empty neighbour come first.
    fn shallow(&self, board: Discs, alpha: i32, empties: i32, nodes: &mut u64) -> i32 {
        let empty = self.empty(board);
        if empties == 4 {
            return last::four(board, alpha, empty, nodes);
        }
        *nodes += 1;
        if let Some(bound) = self.stable_bound(board, alpha, empties) {
            return bound;
        }
        let moves = board.moves(empty);
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves(empty) == 0 {
                board.final_score(empties)
            } else {
                -self.shallow(passed, -alpha - 1, empties, nodes)
            };
        }
        let mut best = -100;
        let alone = isolated(empty);
        for mut set in [moves & alone, moves & !alone] {
            while set != 0 {
                let square = set.trailing_zeros() as u8;
                set &= set - 1;
                let next = board.after(square, board.flips(square));
                let value = -self.shallow(next, -alpha - 1, empties - 1, nodes);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// The value in the zero window between alpha and the next disc.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn solve(&self, worker: &mut Worker, board: Discs, alpha: i32, empties: i32) -> Result<i32, Stopped> {
        let empty = self.empty(board);
        if empties <= p::ENDGAME.isolated_only {
            let nodes = worker.counter.unreported();
            return Ok(match empties {
                0..=3 => last::few(board, alpha, empty, nodes),
                _ => self.shallow(board, alpha, empties, nodes),
            });
        }
        worker.counter.one(self.control)?;
        let key = board.key();
        let known = self.recall(worker, key, empties);
        if let Some(bound) = self.stable_bound(board, alpha, empties) {
            return Ok(bound);
        }
        let moves = board.moves(empty);
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves(empty) == 0 {
                Ok(board.final_score(empties))
            } else {
                Ok(-self.solve(worker, passed, -alpha - 1, empties)?)
            };
        }
        if let Some(bound) = known.and_then(|entry| entry.bound(empties, EXACT, alpha)) {
            return Ok(bound);
        }
        let known = known.map_or([SearchEntry::NO_MOVE; 2], |entry| entry.moves);
        let (value, square) = self.best(worker, (board, empties), alpha, moves, known)?;
        let (lower, upper) = if value > alpha { (value as i8, 64) } else { (-64, value as i8) };
        let entry =
            SearchEntry { lower, upper, depth: empties as u8, level: EXACT, moves: [square, SearchEntry::NO_MOVE] };
        if empties <= p::ENDGAME.local_table {
            worker.local.store(key, entry);
        } else {
            self.table.store(key, entry);
        }
        Ok(value)
    }

    /// The best value by these moves, and the move that beats alpha. Moves that are known to be good come first.
    fn best(
        &self,
        worker: &mut Worker,
        (board, empties): (Discs, i32),
        alpha: i32,
        mut moves: u64,
        known: [u8; 2],
    ) -> Result<(i32, u8), Stopped> {
        let (below, left) = (-alpha - 1, empties - 1);
        let mut best = -100;
        // The known moves come before the others are ranked: mostly one of them is enough.
        for square in known {
            if SearchEntry::is_among(square, moves) {
                moves &= !(1 << square);
                best = best.max(-self.solve(worker, board.after(square, board.flips(square)), below, left)?);
                if best > alpha {
                    return Ok((best, square));
                }
            }
        }
        let mut replies = ArrayVec::<Reply, MOST_MOVES>::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let next = board.after(square, board.flips(square));
            replies.push(Reply { next, square, rank: 0 });
        }
        if left > p::ENDGAME.isolated_only {
            // Enhanced transposition cutoff, in a loop of its own, so that the processor waits for all slots at once.
            for reply in &replies {
                let known = self.recall(worker, reply.next.key(), left);
                if let Some(bound) = known.and_then(|entry| entry.bound(left, EXACT, below))
                    && -bound > alpha
                {
                    return Ok((-bound, reply.square));
                }
            }
        }
        let regions = Regions::of(self.empty(board));
        for reply in &mut replies {
            reply.rank = quick_rank(reply.next, &regions, reply.square, p::ORDERING.reply);
        }
        for place in 0..replies.len() {
            let reply = pick(&mut replies, place, |reply| reply.rank);
            best = best.max(-self.solve(worker, reply.next, below, left)?);
            if best > alpha {
                return Ok((best, reply.square));
            }
        }
        Ok((best, SearchEntry::NO_MOVE))
    }

    /// What the table keeps of a position with `empties` empty squares.
    #[inline]
    fn recall(&self, worker: &Worker, key: u64, empties: i32) -> Option<SearchEntry> {
        if empties <= p::ENDGAME.local_table { worker.local.probe(key) } else { self.table.probe(key) }
    }
}
