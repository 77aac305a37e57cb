//! What several test programs share: a toy game, walks through any game, and programs that run.
#![allow(dead_code, missing_docs)] // each test program uses its part

#[cfg(all(feature = "arena", target_os = "linux"))]
pub mod arena;
pub mod folder;
#[cfg(all(feature = "arena", target_os = "linux"))]
pub mod gauntlet;
#[cfg(target_os = "linux")]
pub mod gomocup;
pub mod naive_gomoku;
pub mod naive_mill;
pub mod naive_othello;
pub mod process;
pub mod program;
#[cfg(feature = "arena")]
pub mod record;
pub mod sgf;
#[cfg(unix)]
pub mod terminal;
pub mod tictactoe;

use tengen_core::game::{Game, History};

/// Positions of `games` random games from `start`, each with a depth-limited walk; repeatable by seed.
pub fn random_positions<G: Game>(start: &G, games: u64, max_plies: usize) -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut history = History::new(start.clone());
        while history.outcome().is_none() && history.plies() < max_plies {
            positions.push(history.current().clone());
            let moves = history.current().moves();
            history.play(moves[rng.usize(..moves.len())]);
        }
        positions.push(history.current().clone());
    }
    positions
}
