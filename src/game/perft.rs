//! Perft: the leaves of the game tree at a depth, the field's test of move generation.

use super::Game;

/// The number of move sequences of `depth` plies, passes counted as plies. A game that ended earlier has no leaves
/// below its end, or is one ([`Game::ENDED_IS_LEAF`]). The last ply is counted, not listed.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(game, depth, &mut buffers)
}

fn count<G: Game>(game: &G, depth: u32, buffers: &mut [Vec<G::Move>]) -> u64 {
    match (depth, buffers) {
        (0, _) => 1,
        (_, [moves, deeper @ ..]) => {
            moves.clear();
            game.legal_moves(moves);
            if moves.is_empty() {
                return u64::from(G::ENDED_IS_LEAF);
            }
            moves.iter().map(|&mv| count(&game.after(mv), depth - 1, deeper)).sum()
        }
        (_, []) => match game.count_moves() {
            0 => u64::from(G::ENDED_IS_LEAF),
            moves => moves as u64,
        },
    }
}
