//! Perft: the leaves of the game tree at a depth, the field's test of move generation.

use super::{Game, zobrist};

/// Subtrees of at least this many plies are counted once for all ways that lead to them.
const REMEMBERED: u32 = 3;

/// Slots of the table of counted subtrees: 32 MiB, touched as they fill.
const SLOTS: usize = 1 << 21;

/// What a game that ended before the depth was reached adds to the count: the published perft tables of some games count it, of
/// others not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ended {
    /// An ended game adds nothing, as in most games.
    #[default]
    Nothing,
    /// An ended game is a leaf and adds one.
    Leaf,
}

/// The number of move sequences of `depth` plies, passes counted as plies. The last ply is counted, not listed; positions
/// that are reached in many ways, or are images of each other, are counted once, as long as there is memory for a table of
/// them.
pub fn perft<G: Game>(game: &G, depth: u32, ended: Ended) -> u64 {
    perft_unless(game, depth, ended, &|| false).unwrap_or_default()
}

/// Counts as [`perft`] does; `None` once `stopped` says that the answer is no longer wanted. `stopped` is asked wherever more
/// than two plies remain.
pub fn perft_unless<G: Game>(game: &G, depth: u32, ended: Ended, stopped: &impl Fn() -> bool) -> Option<u64> {
    let buffers = vec![Vec::new(); depth.saturating_sub(1) as usize];
    // No table where only the root would be kept in it: its count is asked for once.
    let slots = if depth > REMEMBERED { SLOTS } else { 0 };
    let counts = bytemuck::allocation::try_zeroed_vec(slots).unwrap_or_default();
    Counter { counts, ended, stopped }.count(game, depth, &mut buffers.into_boxed_slice())
}

struct Counter<'a, F> {
    /// Key and number of leaves, in each slot those of the newest position.
    counts: Vec<[u64; 2]>,
    ended: Ended,
    stopped: &'a F,
}

impl<F: Fn() -> bool> Counter<'_, F> {
    fn count<G: Game>(&mut self, game: &G, depth: u32, buffers: &mut [Vec<G::Move>]) -> Option<u64> {
        // What can still be repeated depends on how the position came about.
        if depth < REMEMBERED || self.counts.is_empty() || game.reversible_plies() > 0 {
            return self.leaves(game, depth, buffers);
        }
        let key = zobrist::mix(game.symmetric_hash() ^ u64::from(depth));
        let slot = key as usize % SLOTS;
        if self.counts[slot][0] != key {
            self.counts[slot] = [key, self.leaves(game, depth, buffers)?];
        }
        Some(self.counts[slot][1])
    }

    fn leaves<G: Game>(&mut self, game: &G, depth: u32, buffers: &mut [Vec<G::Move>]) -> Option<u64> {
        match (depth, buffers) {
            (0, _) => Some(1),
            (_, [moves, deeper @ ..]) => {
                if !deeper.is_empty() && (self.stopped)() {
                    return None;
                }
                if game.outcome().is_some() {
                    return Some(self.of_ended());
                }
                moves.clear();
                game.legal_moves(moves);
                moves.iter().map(|&mv| self.count(&game.after(mv), depth - 1, deeper)).sum()
            }
            (_, []) => Some(match game.count_moves() {
                0 => self.of_ended(),
                moves => moves as u64,
            }),
        }
    }

    fn of_ended(&self) -> u64 {
        u64::from(self.ended == Ended::Leaf)
    }
}
