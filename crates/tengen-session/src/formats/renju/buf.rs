//! `.buf`: records of 256 bytes, of which one that begins with 0 is empty.
//!
//! The first 30 bytes are the names of Black and White, 15 bytes each. To some of them 100 is added, which says something: to byte 24
//! that the game was lost by time, to 25 that it is drawn, to 27 that White won, to 28 that Black did. From byte 30 on stand the moves,
//! from 1 at the upper left, row by row, and a 0 behind the last. Where the first is not the point in the middle, the game begins
//! there all the same, and it is the other fifth move that was offered.

use super::{InPlace, RenjuGame, SIZE, is_name, name, no_point, point};
use crate::formats::Facts;
use std::collections::HashSet;

const RECORD: usize = 256;
const MOVES: usize = 30;
/// The bytes of the name of Black.
const NAME: usize = 15;

/// What is added to a byte that says something, and the bytes that do.
const ADDED: u8 = 100;
const TIME: usize = 24;
const DRAW: usize = 25;
const WHITE: usize = 27;
const BLACK: usize = 28;

/// The point in the middle.
const MIDDLE: u8 = 113;

/// True for a file of such records: the format has no mark, but text has no such bytes.
pub fn is_file(bytes: &[u8]) -> bool {
    let (records, []) = bytes.as_chunks::<RECORD>() else { return false };
    let is_record = |record: &[u8; RECORD]| {
        let points = points(record);
        let distinct = points.iter().collect::<HashSet<_>>().len() == points.len();
        let is_ended = MOVES + points.len() < RECORD;
        is_name(&names(record)) && distinct && is_ended && points.iter().all(|&point| point <= SIZE * SIZE)
    };
    let is_empty = |record: &[u8; RECORD]| record[0] == 0;
    records.iter().all(|record| is_empty(record) || is_record(record))
        && records.iter().any(|record| !is_empty(record) && !points(record).is_empty())
}

/// True for a file that has whole records only, one at least.
pub fn has_records(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.len().is_multiple_of(RECORD)
}

/// The games of a file, by the numbers of their records.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = InPlace> + '_ {
    let records = bytes.as_chunks::<RECORD>().0.iter();
    let records = (1..).zip(records).filter(|(_, record)| record[0] != 0);
    records.map(|(number, record)| (number, game(record).map_err(|why| format!("record {number}: {why}"))))
}

/// The bytes of the names, without what is added.
fn names(record: &[u8; RECORD]) -> [u8; MOVES] {
    let mut names: [u8; MOVES] = std::array::from_fn(|at| record[at]);
    names.iter_mut().filter(|byte| **byte > 127).for_each(|byte| *byte -= ADDED);
    names
}

/// The bytes of the moves.
fn points(record: &[u8; RECORD]) -> &[u8] {
    record[MOVES..].split(|&byte| byte == 0).next().unwrap_or_default()
}

fn game(record: &[u8; RECORD]) -> Result<RenjuGame, String> {
    let says = |at: usize| record[at] > 127;
    let margin = if says(TIME) { "T" } else { "" };
    let result = if says(DRAW) {
        Some("0".to_owned())
    } else if says(BLACK) {
        Some(format!("B+{margin}"))
    } else {
        says(WHITE).then(|| format!("W+{margin}"))
    };
    let names = names(record);
    let (black, white) = names.split_at(NAME);
    let mut moves = Vec::new();
    for &byte in points(record) {
        let place = if moves.is_empty() { MIDDLE } else { byte };
        let found = point((place - 1) % SIZE, (place - 1) / SIZE);
        moves.push(found.ok_or_else(|| no_point(moves.len() + 1, "a byte from 1 to 225", byte))?);
    }
    Ok(RenjuGame { facts: Facts { players: [name(black), name(white)], result, ..Facts::default() }, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record by the layout alone.
    fn record(names: &str, marked: &[usize], points: &[u8]) -> [u8; RECORD] {
        let mut record = [0; RECORD];
        record[..MOVES].fill(b' ');
        record[..names.len()].copy_from_slice(names.as_bytes());
        for &at in marked {
            record[at] += ADDED;
        }
        record[MOVES..][..points.len()].copy_from_slice(points);
        record
    }

    #[test]
    fn records_are_games() {
        let names = "Ann            Bob";
        let file = [
            record(names, &[BLACK, TIME], &[113, 98, 99]),
            [0; RECORD],
            record("Ann", &[DRAW], &[1, 225]),
            record(names, &[], &[113, 113]),
        ]
        .concat();
        let found: Vec<_> = games(&file).map(|(number, game)| (number, game.unwrap())).collect();
        let played: Vec<_> = found.iter().map(|(number, game)| (*number, game.moves.join(" "))).collect();
        // 98 is the point above the middle, 99 the next one in its row.
        assert_eq!(played, [(1, "h8 h9 i9".to_owned()), (3, "h8 o1".to_owned()), (4, "h8 h8".to_owned())]);
        let owned = |text: &str| Some(text.to_owned());
        assert_eq!(found[0].1.facts.players, [owned("Ann"), owned("Bob")]);
        let results: Vec<_> = found.iter().map(|(_, game)| game.facts.result.as_deref()).collect();
        assert_eq!(results, [Some("B+T"), Some("0"), None]);
        assert_eq!(found[1].1.facts.players, [owned("Ann"), None]);
        let wrong = record(names, &[], &[113, 226]);
        assert_eq!(
            games(&wrong).next(),
            Some((1, Err("record 1: move 2: expected a byte from 1 to 225, not 226".into())))
        );
    }

    #[test]
    fn a_file_is_told_by_its_records() {
        let good = record("Ann", &[WHITE], &[113, 98]);
        assert!(is_file(&good) && is_file(&[good, [0; RECORD]].concat()));
        let text = "f5 d6 c3\n".repeat(RECORD);
        for none in [&[][..], &good[1..], &[0; RECORD], &text.as_bytes()[..RECORD], &record("Ann", &[], &[113, 113])] {
            assert!(!is_file(none), "{}", none.escape_ascii());
        }
        assert!(!is_file(&record("Ann", &[], &[226])) && !is_file(&record("A\nB", &[], &[113])));
        assert!(!is_file(&record("Ann", &[], &[])));
    }
}
