//! Othello's positions in 16 signs, as Egaroucid has them: each has four squares, row by row from A1, in base 3 (0 empty, 1 a disc of
//! the side to move, 2 one of the other), where the fourth counts 32, from `!` on. Numbers may follow.
//!
//! Which side is to move is not told: it is Black here. Egaroucid's own boards are turned by half a turn, which the start allows.

use std::iter;

const SIGNS: usize = 16;
const LINES: usize = 8;

/// The squares in the middle: those of the start.
const MIDDLE: [usize; 4] = [27, 28, 35, 36];

/// The position of a line, as a session writes it; `None` for a line without one.
pub fn position(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let signs = words.next().filter(|signs| signs.len() == SIGNS)?;
    let squares: Vec<char> = signs.bytes().map(four).collect::<Option<Vec<_>>>()?.concat();
    let is_board = MIDDLE.iter().all(|&place| squares[place] != '.');
    if !is_board || !words.all(|word| word.parse::<f64>().is_ok()) {
        return None;
    }
    let rows: Vec<String> = squares.chunks(LINES).map(|row| row.iter().collect()).collect();
    Some(format!("{}:b", rows.join("/")))
}

/// The squares of a sign.
fn four(sign: u8) -> Option<[char; 4]> {
    let number = usize::from(sign.checked_sub(b'!')?);
    let (rest, last) = (number % 32, number / 32);
    let mark = |digit: usize| ['.', 'X', 'O'].get(digit).copied();
    Some([mark(rest % 3)?, mark(rest / 3 % 3)?, mark(rest / 9)?, mark(last)?])
}

/// The positions of a text, a line each, with the numbers of the lines, from 1; nothing stands for a line that has none.
pub fn positions(text: &str) -> impl Iterator<Item = (usize, Option<String>)> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    iter::from_fn(move || lines.next().map(|(number, line)| (number, position(line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D4 is the fourth square of the seventh sign, and has White's disc: 2 * 32 behind `!`.
    const START: &str = "!!!!!!a\"A#!!!!!!";

    #[test]
    fn signs_are_four_squares() {
        let expected = "......../......../......../...OX.../...XO.../......../......../........:b";
        assert_eq!(position(START).as_deref(), Some(expected));
        assert_eq!(position(&format!("{START} -4")).as_deref(), Some(expected));
        // All of a sign: 1 + 2 * 3 + 1 * 9 + 2 * 32.
        assert_eq!(four(b'!' + 80), Some(['X', 'O', 'X', 'O']));
        assert_eq!((four(b'!' + 27), four(b'!' + 96), four(b' ')), (None, None, None));
        for none in ["", "f5d6c3d3c4f4f6g5", "-----OX--XO-----", &START[1..], &format!("{START} x")] {
            assert_eq!(position(none), None, "{none}");
        }
        let found: Vec<_> =
            positions(&format!("\n{START}\nx\n")).map(|(line, found)| (line, found.is_some())).collect();
        assert_eq!(found, [(2, true), (3, false)]);
    }
}
