//! Exact values near the end of the game, in null windows, without an evaluation.

use super::board::{Board, QUADRANTS, parity, quadrant};
use super::children::{MOST_MOVES, quick_rank};
use super::entry::Entry;
use super::evaluator::Evaluator;
use super::probcut::EXACT;
use super::{Search, Worker, last};
use crate::games::othello::params as p;
use crate::search::Stopped;

/// A move with the position after it.
#[derive(Clone, Copy)]
struct Reply {
    next: Board,
    square: u8,
    rank: i32,
}

impl<E: Evaluator> Search<'_, E> {
    /// Four to [`p::PARITY_ONLY`] empty squares, those of odd regions first.
    fn shallow(&self, board: Board, alpha: i32, empties: i32, odd: u8, nodes: &mut u64) -> i32 {
        let empty = self.empty(board);
        if empties == 4 {
            return last::four(board, alpha, empty, QUADRANTS[odd as usize & 15], nodes);
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
                -self.shallow(passed, -alpha - 1, empties, odd, nodes)
            };
        }
        let mut best = -100;
        let quadrants = QUADRANTS[odd as usize & 15];
        for mut set in [moves & quadrants, moves & !quadrants] {
            while set != 0 {
                let square = set.trailing_zeros() as u8;
                set &= set - 1;
                let next = board.after(square, board.flips(square));
                let value = -self.shallow(next, -alpha - 1, empties - 1, odd ^ quadrant(square), nodes);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// The value against the window of alpha and the disc above it.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn solve(&self, worker: &mut Worker, board: Board, alpha: i32, empties: i32) -> Result<i32, Stopped> {
        let empty = self.empty(board);
        if empties <= p::PARITY_ONLY {
            let nodes = worker.visits.more();
            return Ok(match empties {
                0..=3 => last::few(board, alpha, empty, nodes),
                _ => self.shallow(board, alpha, empties, parity(empty), nodes),
            });
        }
        worker.visits.one(self.control)?;
        let key = board.key();
        let is_local = empties <= p::LOCAL_TABLE;
        let known = if is_local { worker.local.probe(key) } else { self.table.probe::<Entry>(key) };
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
        let known = known.map_or([Entry::NO_MOVE; 2], |entry| entry.moves);
        let odd = QUADRANTS[parity(empty) as usize];
        let mut replies = [Reply { next: board, square: 0, rank: 0 }; MOST_MOVES];
        let mut count = 0;
        let mut set = moves;
        while set != 0 {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            let next = board.after(square, board.flips(square));
            let rank = if square == known[0] {
                i32::MAX
            } else if square == known[1] {
                i32::MAX - 1
            } else {
                quick_rank(next, empty, square, odd, p::REPLY_ORDER)
            };
            replies[count] = Reply { next, square, rank };
            count += 1;
        }
        let mut best = -100;
        let mut best_move = Entry::NO_MOVE;
        for place in 0..count {
            let mut top = place;
            for other in place + 1..count {
                if replies[other].rank > replies[top].rank {
                    top = other;
                }
            }
            replies.swap(place, top);
            let reply = replies[place];
            let value = -self.solve(worker, reply.next, -alpha - 1, empties - 1)?;
            if value > best {
                best = value;
                best_move = reply.square;
                if value > alpha {
                    break;
                }
            }
        }
        let (lower, upper) = if best > alpha { (best as i8, 64) } else { (-64, best as i8) };
        let moves = [best_move, Entry::NO_MOVE];
        let entry = Entry { lower, upper, depth: empties as u8, level: EXACT, moves };
        if is_local {
            worker.local.store(key, entry);
        } else {
            self.table.store(key, entry);
        }
        Ok(best)
    }
}
