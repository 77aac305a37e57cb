//! `.rdf`: one game on the first line, `:RDFA...:01HH02HG03IG!`: behind the colon that follows the mark each move has two digits, the
//! column and the row from the top, as letters from A; `A5` with small letters is the other fifth move that was offered.

use super::{RenjuGame, no_point, point};
use tengen_core::printable::quote_line;

const MAGIC: &str = ":RDFA";
/// The signs of a move.
const MOVE: usize = 4;

/// The game of a text; `None` for another text.
///
/// # Errors
/// The move that is no point.
pub fn game(text: &str) -> Option<Result<RenjuGame, String>> {
    let (_, behind) = text.lines().next()?.split_once(MAGIC)?;
    let (_, moves) = behind.split_once(':')?;
    let (moves, _) = moves.split_once('!')?;
    let (mut points, mut rest) = (Vec::new(), moves);
    while !rest.is_empty() {
        let (word, behind) = rest.split_at_checked(MOVE).unwrap_or((rest, ""));
        rest = behind;
        let place = |at: usize| word.as_bytes().get(at)?.checked_sub(b'A');
        let found = place(2).zip(place(3)).and_then(|(col, row)| point(col, row));
        let is_offered = word.starts_with("A5") && word[2..].bytes().all(|letter| letter.is_ascii_lowercase());
        match found {
            Some(found) => points.push(found),
            None if is_offered => {}
            None => {
                let expected = "two digits, and a column and a row from A to O";
                return Some(Err(no_point(points.len() + 1, expected, format!("\"{}\"", quote_line(word)))));
            }
        }
    }
    Some(Ok(RenjuGame { moves: points, ..RenjuGame::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_points() {
        let of = |text: &str| game(text).unwrap().map(|game| game.moves.join(" "));
        assert_eq!(of(":RDFA1:01HH02HG03IG!\nmore"), Ok("h8 h9 i9".to_owned()));
        assert_eq!(of("x:RDFA:01HHA5bb02AO!"), Ok("h8 a1".to_owned()));
        assert_eq!(of(":RDFA:!"), Ok(String::new()));
        let expected = "expected two digits, and a column and a row from A to O, not";
        assert_eq!(of(":RDFA:01HH02PA!"), Err(format!("move 2: {expected} \"02PA\"")));
        assert_eq!(of(":RDFA:01H!"), Err(format!("move 1: {expected} \"01H\"")));
        assert_eq!(of(":RDFA:0\u{e9}A!"), Err(format!("move 1: {expected} \"0\u{e9}A\"")));
        for none in ["", "\n:RDFA:01HH!", ":RDFA:01HH", "h8 h9"] {
            assert!(game(none).is_none(), "{none}");
        }
    }
}
