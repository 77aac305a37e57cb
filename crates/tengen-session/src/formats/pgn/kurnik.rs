//! Games of gomoku and renju as PlayOK, once Kurnik, writes them, with the choices of the opening between the moves:
//! `1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j7`.
//!
//! The columns are the players: `--` where one has no move between two of the other, a colour where the second player chooses one.
//! In renju one player lays the first three stones, and offers two fifth moves of which the other names one.

use super::PgnGame;
use crate::formats::moves::PASS;

/// The moves of such a game, and what was chosen.
pub struct Opening {
    /// The moves, with one fifth move.
    pub moves: Vec<String>,
    /// True where the second player chose Black.
    pub is_swapped: bool,
    /// True for renju: no other game has nothing in the second column of its first line.
    pub is_renju: bool,
}

/// Reads the moves of gomoku.
pub fn opening(game: &PgnGame) -> Opening {
    let mut moves = game.moves().moves;
    let is_renju = moves.get(1).is_some_and(|mv| mv == PASS);
    moves.retain(|mv| mv != PASS);
    // A point that is named again can only be a choice.
    if let [_, _, _, _, first, second, chosen, ..] = &moves[..]
        && [first, second].contains(&chosen)
    {
        moves.drain(4..6);
    }
    // The choice stands behind three stones.
    let said = game.words().map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    let mut said = said.filter(|word| !word.is_empty() && !word.starts_with('-'));
    Opening { moves, is_swapped: said.nth(3).is_some_and(|word| word.eq_ignore_ascii_case("black")), is_renju }
}

/// A result whose first number is the other player's.
pub fn swapped(result: &str) -> String {
    result.split_once('-').map_or_else(|| result.to_owned(), |(first, second)| format!("{second}-{first}"))
}
