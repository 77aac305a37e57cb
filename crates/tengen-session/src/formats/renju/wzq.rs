//! `.wzq`: one game. Behind 10 bytes stand the names of Black and White, each behind a byte with its length; then, from the first byte
//! that is the point in the middle (0x70), the moves, 15 times the column and the row from the top, both from 0; bytes of 0 say nothing. Behind the
//! fourth move stand the two fifth moves that were offered and the one that was taken off the board.

use super::{RenjuGame, SIZE, is_name, name, no_point, point};
use crate::formats::Facts;
use std::collections::HashSet;

const NAMES: usize = 10;
const MIDDLE: u8 = 0x70;
/// The most bytes that are read.
const MOST: usize = 1024;
/// The moves before those that are offered.
const BEFORE: usize = 4;

/// True for such a file: the format has no mark, but text has no such bytes.
pub fn is_file(bytes: &[u8]) -> bool {
    let is_text = !bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace());
    let Some(Parts { names, moves }) = parts(bytes).filter(|_| bytes.len() <= MOST && !is_text) else { return false };
    let played = game(bytes).and_then(Result::ok).map_or_else(Vec::new, |game| game.moves);
    let distinct = played.iter().collect::<HashSet<_>>().len() == played.len();
    names.into_iter().all(is_name) && distinct && played.len() > 1 && moves.iter().all(|&byte| byte < SIZE * SIZE)
}

/// The game of a file; `None` where the file ends before its moves.
///
/// # Errors
/// The move that is no point.
pub fn game(bytes: &[u8]) -> Option<Result<RenjuGame, String>> {
    let Parts { names, moves: bytes } = parts(&bytes[..bytes.len().min(MOST)])?;
    let said: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != 0).collect();
    let (before, behind) = said.split_at(said.len().min(BEFORE));
    let mut places = before.to_vec();
    // Without a choice there is no fifth move.
    if let Some((&[first, second, taken_off], rest)) = behind.split_first_chunk() {
        places.push(if taken_off == first { second } else { first });
        places.extend(rest);
    }
    let mut moves = Vec::new();
    for byte in places {
        match point(byte / SIZE, byte % SIZE) {
            Some(found) => moves.push(found),
            None => return Some(Err(no_point(moves.len() + 1, "a byte below 225", byte))),
        }
    }
    Some(Ok(RenjuGame { facts: Facts { players: names.map(name), ..Facts::default() }, moves }))
}

/// The parts of a file.
struct Parts<'a> {
    names: [&'a [u8]; 2],
    moves: &'a [u8],
}

fn parts(bytes: &[u8]) -> Option<Parts<'_>> {
    let (black, rest) = name_in(bytes.get(NAMES..)?)?;
    let (white, rest) = name_in(rest)?;
    let first = rest.iter().position(|&byte| byte == MIDDLE)?;
    Some(Parts { names: [black, white], moves: &rest[first..] })
}

/// A name behind its length, and what follows.
fn name_in(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&length, rest) = bytes.split_first()?;
    rest.split_at_checked(length.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file by the layout alone.
    fn file(moves: &[u8]) -> Vec<u8> {
        [&[1; NAMES][..], &[3], b"Ann", &[3], b"Bob", &[0, 9, 0], moves].concat()
    }

    #[test]
    fn bytes_are_points() {
        // The middle, the point above it, the one to the right of that.
        let of = |moves: &[u8]| game(&file(moves)).unwrap().map(|game| game.moves.join(" "));
        assert_eq!(of(&[0x70, 0x6f, 0, 0x7e]), Ok("h8 h9 i9".to_owned()));
        // Of the fifth moves 1 and 2, the second and then the first is taken off.
        assert_eq!(of(&[0x70, 0x6f, 0x7e, 0x7f, 1, 2, 2, 3]), Ok("h8 h9 i9 i8 a14 a12".to_owned()));
        assert_eq!(of(&[0x70, 0x6f, 0x7e, 0x7f, 1, 2, 1, 3]), Ok("h8 h9 i9 i8 a13 a12".to_owned()));
        assert_eq!(of(&[0x70, 0x6f, 0x7e, 0x7f, 1, 2]), Ok("h8 h9 i9 i8".to_owned()));
        assert_eq!(of(&[0x70, 225]), Err("move 2: expected a byte below 225, not 225".to_owned()));
        let found = game(&file(&[0x70])).unwrap().unwrap();
        assert_eq!(found.facts.players, ["Ann", "Bob"].map(|name| Some(name.to_owned())));
    }

    #[test]
    fn a_file_is_told_by_its_parts() {
        let good = file(&[0x70, 0x6f, 0x7e]);
        assert!(is_file(&good));
        for length in 0..good.len() - 1 {
            assert!(!is_file(&good[..length]), "{length}");
        }
        assert!(!is_file(&file(&[0x70, 0x6f, 0x6f])) && !is_file(&file(&[0x70, 0x6f, 226])));
    }
}
