//! Rules, players and searches of the games.

#[path = "../common/mod.rs"]
mod common;

mod conformance;
mod gomoku_players;
mod gomoku_proof;
mod gomoku_rules;
mod gomoku_values;
mod iterations;
mod levels;
mod limits;
mod mill_morris3;
mod mill_morris6;
mod mill_options;
mod mill_perft;
mod mill_placing;
mod mill_rules;
mod mill_sec2;
mod mill_tables;
mod othello;
mod othello_search;
mod othello_solved;
mod search_agreement;
mod strength;
mod table;

/// A file with one byte changed, or cut.
fn damaged(file: &[u8], rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut damaged = file.to_vec();
    if rng.bool() {
        let place = rng.usize(..damaged.len());
        damaged[place] ^= rng.u8(1..);
    } else {
        damaged.truncate(rng.usize(..damaged.len()));
    }
    damaged
}
