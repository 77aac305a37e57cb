//! Perft: the leaves of the game tree at a depth, the field's test of move generation.

use super::Game;

/// The number of move sequences of `depth` plies, passes counted as plies. A game that ended earlier has no leaves
/// below its end, or is one ([`Game::ENDED_IS_LEAF`]). The last ply is counted, not listed.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    perft_unless(game, depth, &|| false).unwrap_or_default()
}

/// As [`perft`]; `None` once `stopped` says that the answer is no longer wanted. It is asked wherever more than two
/// plies remain.
pub fn perft_unless<G: Game>(game: &G, depth: u32, stopped: &impl Fn() -> bool) -> Option<u64> {
    let mut buffers = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(game, depth, &mut buffers, stopped)
}

fn count<G: Game>(game: &G, depth: u32, buffers: &mut [Vec<G::Move>], stopped: &impl Fn() -> bool) -> Option<u64> {
    match (depth, buffers) {
        (0, _) => Some(1),
        (_, [moves, deeper @ ..]) => {
            if !deeper.is_empty() && stopped() {
                return None;
            }
            moves.clear();
            game.legal_moves(moves);
            if moves.is_empty() {
                return Some(u64::from(G::ENDED_IS_LEAF));
            }
            moves.iter().map(|&mv| count(&game.after(mv), depth - 1, deeper, stopped)).sum()
        }
        (_, []) => Some(match game.count_moves() {
            0 => u64::from(G::ENDED_IS_LEAF),
            moves => moves as u64,
        }),
    }
}
