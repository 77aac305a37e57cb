//! Move ordering that every game shares: the table's move, killers, history.

use super::player::Ranked;
use crate::game::{Color, Move};
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

/// What is added to the ranks of the evaluator.
pub struct Ordering {
    /// The most that history adds.
    pub history: i32,
    /// The most by which a cutoff raises history; below, it is the square of the depth in plies.
    pub history_bonus: i32,
    /// What is added for a killer.
    pub killer: i32,
}

/// The parameters of move ordering.
pub const ORDERING: Ordering = Ordering { history: 16_384, history_bonus: 1_024, killer: 20_000 };

/// How many move codes history tells apart: codes that are equal modulo this number share an entry.
const CODES: usize = 4_096;

/// How often a move was good anywhere in the tree (the history heuristic, Schaeffer 1983), one table for each thread: only its
/// own thread writes it, so relaxed atomics cost nothing.
pub(super) struct HistoryHeuristic(Box<[[AtomicI32; CODES]; 2]>);

impl HistoryHeuristic {
    pub(super) fn new() -> Self {
        Self(bytemuck::allocation::zeroed_box())
    }

    fn of(&self, side: Color, code: u16) -> &AtomicI32 {
        &self.0[side.index()][code as usize % CODES]
    }

    fn get(&self, side: Color, code: u16) -> i32 {
        self.of(side, code).load(Relaxed)
    }

    /// Rewards a move that caused a cutoff; the value saturates at [`Ordering::history`].
    pub(super) fn reward(&self, side: Color, code: u16, depth: i32) {
        let cell = self.of(side, code);
        let value = cell.load(Relaxed);
        let bonus = (depth * depth).min(ORDERING.history_bonus);
        cell.store(value + bonus - value * bonus / ORDERING.history, Relaxed);
    }
}

/// The codes of the last two moves that caused a cutoff at a ply.
pub(super) type Killers = [u16; 2];

/// Adds the ranks of the table's move, of killers and of history to those of the evaluator: the table's move goes first.
pub(super) fn rank<M: Move>(
    moves: &mut [Ranked<M>],
    side: Color,
    tt: u16,
    killers: Killers,
    history: &HistoryHeuristic,
) {
    for ranked in moves {
        let code = ranked.mv.code();
        if code == tt {
            ranked.rank = i32::MAX;
        } else {
            let killer = if killers.contains(&code) { ORDERING.killer } else { 0 };
            ranked.rank = ranked.rank.saturating_add(killer + history.get(side, code)).min(i32::MAX - 1);
        }
    }
}

/// Swaps the best of `moves[from..]` to `from` and returns it; among equals the first generated wins.
pub(super) fn pick<M: Copy>(moves: &mut [Ranked<M>], from: usize) -> M {
    let mut best = from;
    for i in from + 1..moves.len() {
        if moves[i].rank > moves[best].rank {
            best = i;
        }
    }
    // A rotation keeps the rest in generation order, so that the whole order is a stable sort's.
    moves[from..=best].rotate_right(1);
    moves[from].mv
}
