//! Games of Zebra and `WZebra`: as text, and as `WZebra` keeps them.
//!
//! The text has the program's name on one of its first two lines and moves on one of its first seven, blank lines not counted. The
//! file of `WZebra` begins with its name and has a record for each move behind byte 1356: 233 bytes, of which the fifth is ten times the
//! row and the column, both from 1; 0 stands where no move is.

use super::OthelloGame;
use crate::formats::moves;

/// The lines, blank ones not counted, that the program's name and the moves are on.
const NAME_LINES: usize = 2;
const MOVE_LINES: usize = 7;

/// What a file of `WZebra` has among its first bytes.
const MAGIC: &[u8] = b"WZebra Revision";
const MAGIC_WITHIN: usize = 32;

const HEADER: usize = 1356;
const RECORD: usize = 233;
/// The place of the square in a record.
const SQUARE: usize = 4;

/// The game of a text, and the number of the line that its moves begin on, from 1; `None` for another text.
pub fn text(text: &str) -> Option<(usize, OthelloGame)> {
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_comment = |line: &str| line.trim_start().starts_with(['#', '%']);
    lines().take(NAME_LINES).find(|(_, line)| line.contains("Zebra") && !is_comment(line))?;
    let has_moves = |(number, line): (usize, &str)| of_moves(line).map(|_| number);
    let first = lines().take(MOVE_LINES).find_map(has_moves)?;
    let moves = lines().skip_while(|(number, _)| *number < first).map_while(|(_, line)| of_moves(line)).flatten();
    Some((first, OthelloGame { moves: moves.collect(), ..OthelloGame::default() }))
}

/// The moves of a line that has nothing else.
fn of_moves(line: &str) -> Option<Vec<String>> {
    let words = moves::read(line).moves;
    let is_square = |word: &str| matches!(word.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let are_moves = words.iter().all(|word| word == moves::PASS || is_square(word));
    (are_moves && words.iter().any(|word| is_square(word))).then_some(words)
}

/// True for a file of `WZebra`; its text has no zeros.
pub fn is_wzebra(bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(MAGIC_WITHIN)];
    begin.windows(MAGIC.len()).any(|place| place == MAGIC) && bytes.contains(&0)
}

/// The game of a file of `WZebra`; `None` for another file.
///
/// # Errors
/// The record that has no square.
pub fn wzebra(bytes: &[u8]) -> Option<Result<OthelloGame, String>> {
    is_wzebra(bytes).then(|| {
        let records = bytes.get(HEADER..).unwrap_or_default().chunks_exact(RECORD);
        let numbers = records.map(|record| record[SQUARE]).zip(1..).filter(|(square, _)| *square > 0);
        let square = |(number, record): (u8, usize)| {
            let expected = || {
                let at = HEADER + (record - 1) * RECORD + SQUARE;
                format!(
                    "byte {at}, record {record}: expected ten times the row and the column, from 11 to 88, not {number}"
                )
            };
            super::square(number % 10, number / 10).ok_or_else(expected)
        };
        Ok(OthelloGame { moves: numbers.map(square).collect::<Result<_, _>>()?, ..OthelloGame::default() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(found: &str) -> Option<(usize, String)> {
        text(found).map(|(line, game)| (line, game.moves.join(" ")))
    }

    #[test]
    fn a_text_has_the_name_and_the_moves() {
        let expected = |line, moves: &str| Some((line, moves.to_owned()));
        assert_eq!(moves("WZebra 4.2.4\n\nBlack: Ann\nWhite: Bob\n\nf5d6c3\n\n38-26\n"), expected(6, "f5 d6 c3"));
        assert_eq!(moves("# a game\nZebra\n 1. f5  d6\n 2. c3  --\nend"), expected(3, "f5 d6 c3 pass"));
        for none in [
            "",
            "f5d6c3",
            "Zebra",
            "# of Zebra\nf5d6c3\nf5f6e6",
            "a\nb\nZebra\nf5",
            "Zebra\na\nb\nc\nd\ne\nf\nf5",
            "Zebra\ni9 j10",
        ] {
            assert_eq!(moves(none), None, "{none}");
        }
    }

    /// A file as `WZebra` writes it, by its layout alone.
    fn file(squares: &[u8]) -> Vec<u8> {
        let mut file = vec![0; HEADER + RECORD * squares.len()];
        file[1..][..MAGIC.len()].copy_from_slice(MAGIC);
        for (number, &square) in squares.iter().enumerate() {
            file[HEADER + RECORD * number + SQUARE] = square;
        }
        file
    }

    #[test]
    fn a_file_has_a_record_for_each_move() {
        let read = |squares: &[u8]| wzebra(&file(squares)).unwrap().map(|game| game.moves.join(" "));
        assert_eq!(read(&[56, 64, 0, 33]), Ok("f5 d6 c3".to_owned()));
        let error = "byte 1593, record 2: expected ten times the row and the column, from 11 to 88, not 69";
        assert_eq!(read(&[56, 69]), Err(error.to_owned()));
        assert_eq!(wzebra(&file(&[56])[1..][MAGIC.len()..]), None);
        assert_eq!(wzebra(b"WZebra Revision 1.5\nf5d6c3\n"), None);
        let whole = file(&[56, 64]);
        for length in MAGIC.len() + 1..whole.len() {
            let count = wzebra(&whole[..length]).unwrap().unwrap().moves.len();
            assert_eq!(count, length.saturating_sub(HEADER) / RECORD, "{length}");
        }
    }
}
