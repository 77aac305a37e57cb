//! Perft: the leaves of the game tree at a depth, the field's test of move generation.

use super::Game;

/// The number of move sequences of exactly `depth` plies, passes counted as plies. A game that ended earlier has no
/// leaves below its end. The last ply is counted, not listed.
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
            moves.iter().map(|&mv| count(&game.after(mv), depth - 1, deeper)).sum()
        }
        (_, []) => game.count_moves() as u64,
    }
}
