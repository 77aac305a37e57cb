//! `.pdb`: the database of `GoRenjer` for Palm. All numbers are big-endian.
//!
//! The mark `5Ren` stands at byte 64, the number of records at 76, and from 78 on the place of each record in 8 bytes. A record has
//! its kind (2 bytes), the moves that are shown, all moves, the colour that begins and a byte that says nothing; then 2 bytes
//! a move, the column in the high and the row from the top in the low half of the first, and the colour (2 Black, 1 White); then title, Black,
//! White and comment, each with a 0 behind it.

use super::{InPlace, RenjuGame, name, no_point, point};
use crate::formats::Facts;

const MAGIC: &[u8] = b"5Ren";
const MAGIC_AT: usize = 0x40;
const COUNT: usize = 0x4c;
const HEADER: usize = 78;
const PLACE: usize = 8;
/// The bytes of a record before its moves.
const KIND: usize = 6;

/// The bit of a problem in the kind of a record.
const PROBLEM: u16 = 0x4000;

/// True for such a database.
pub fn is_file(bytes: &[u8]) -> bool {
    bytes.get(MAGIC_AT..MAGIC_AT + MAGIC.len()) == Some(MAGIC)
}

/// The games of a database, by the numbers of their records.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = InPlace> + '_ {
    let count = bytes.get(COUNT..COUNT + 2).map_or(0, |count| usize::from(count[0]) << 8 | usize::from(count[1]));
    (0..count).map(move |index| {
        let place = bytes.get(HEADER + PLACE * index..).and_then(<[u8]>::first_chunk);
        let record = place.and_then(|place| bytes.get(u32::from_be_bytes(*place) as usize..));
        let game = record.ok_or_else(|| "its place is behind the end of the file".to_owned()).and_then(game);
        (index + 1, game.map_err(|why| format!("record {}: {why}", index + 1)))
    })
}

fn game(record: &[u8]) -> Result<RenjuGame, String> {
    let cut = || "the file ends within it".to_owned();
    let (head, rest) = record.split_first_chunk::<KIND>().ok_or_else(cut)?;
    if u16::from_be_bytes([head[0], head[1]]) & PROBLEM != 0 {
        return Err("it is a problem, which has a position and no game".to_owned());
    }
    let (places, rest) = rest.split_at_checked(2 * usize::from(head[3])).ok_or_else(cut)?;
    let mut moves = Vec::new();
    for place in places.chunks_exact(2) {
        let found = point(place[0] >> 4, place[0] & 15).filter(|_| place[1] == 2 - (moves.len() % 2) as u8);
        let expected = "a point of 15 lines and the colour whose turn it is";
        moves.push(found.ok_or_else(|| no_point(moves.len() + 1, expected, format!("\"{}\"", place.escape_ascii())))?);
    }
    let mut texts = rest.split(|&byte| byte == 0);
    let title = texts.next().and_then(name);
    let players = [texts.next().and_then(name), texts.next().and_then(name)];
    Ok(RenjuGame { facts: Facts { players, event: title, ..Facts::default() }, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database by the layout alone.
    fn file(records: &[Vec<u8>]) -> Vec<u8> {
        let mut file = vec![0; HEADER];
        file[MAGIC_AT..][..MAGIC.len()].copy_from_slice(MAGIC);
        file[COUNT + 1] = records.len() as u8;
        let mut at = HEADER + PLACE * records.len();
        for record in records {
            file.extend([0, 0, (at >> 8) as u8, at as u8, 0x40, 0, 0, 0]);
            at += record.len();
        }
        file.extend(records.concat());
        file
    }

    fn record(kind: u8, places: &[u8]) -> Vec<u8> {
        let count = (places.len() / 2) as u8;
        [&[kind, 0x18, count, count, 2, 0][..], places, b"Cup\0Ann\0Bob\0a comment\0"].concat()
    }

    #[test]
    fn records_are_games() {
        let file = file(&[record(0, &[0x77, 2, 0x76, 1, 0x86, 2]), record(0x40, &[]), record(0, &[0x77, 2, 0x7f, 1])]);
        assert!(is_file(&file) && !is_file(&file[..MAGIC_AT + 3]));
        let found: Vec<_> = games(&file).collect();
        let game = found[0].1.as_ref().unwrap();
        assert_eq!((found[0].0, game.moves.join(" ").as_str()), (1, "h8 h9 i9"));
        let owned = |text: &str| Some(text.to_owned());
        assert_eq!((&game.facts.players, &game.facts.event), (&[owned("Ann"), owned("Bob")], &owned("Cup")));
        assert_eq!(found[1].1, Err("record 2: it is a problem, which has a position and no game".to_owned()));
        let error =
            "record 3: move 2: expected a point of 15 lines and the colour whose turn it is, not \"\\x7f\\x01\"";
        assert_eq!(found[2].1, Err(error.to_owned()));
        for length in 0..file.len() {
            games(&file[..length]).for_each(drop);
        }
        let cut: Vec<_> = games(&file[..HEADER + PLACE * 3 + 8]).map(|(_, game)| game.unwrap_err()).collect();
        assert_eq!(cut[0], "record 1: the file ends within it");
        assert_eq!(cut[1], "record 2: its place is behind the end of the file");
    }
}
