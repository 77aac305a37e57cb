//! Games of Piskvork and Gomocup as SGF: PSQ (`.psq`) and REC (`.rec`), and positions of Yixin-Board (`.sav`).
//!
//! PSQ and REC have a line `column,row,milliseconds` for each move, rows from the top, and at the end a number that says how the game
//! ended. PSQ begins with `Piskvorky 15x15, 0:0, 0` (board, levels, the player who began), counts from 1 and has the players'
//! names behind the moves, both or none, and may have empty lines; REC begins with the names, counts from 0 and does not say how large
//! the board is.
//!
//! A `.sav` file has a number on each line, rows and columns of the board and how many stones there are, then `row column` of each
//! stone, from 0 at the top left.

use super::Format;
use super::sgf::escape;
use std::fmt::Write as _;
use tengen_core::game::Size;
use tengen_core::printable::quote_line;

const MAGIC: &str = "Piskvorky ";

/// The size of the boards that REC's games are played on, at least: that of Gomocup's freestyle.
pub const REC_SIZE: Size = Size::square(20);

/// The application that REC as SGF names: it stands for a size that is not told.
pub const GOMOTUR: &str = "Gomotur";

/// The largest board that SGF's letters name.
const MAX_SIZE: u8 = 26;

/// A game as SGF; `None` for what is none.
///
/// # Errors
/// The line of PSQ that is wrong, and what was expected.
pub fn game(text: &str) -> Option<Result<String, String>> {
    psq(text).or_else(|| rec(text).or_else(|| sav(text)).map(Ok))
}

/// A game of the format that is told as SGF; `None` for another format.
///
/// # Errors
/// What was expected, on which line.
pub fn game_as(text: &str, format: Format) -> Option<Result<String, String>> {
    let wrong = || Err(format.expected_in(text));
    match format {
        Format::Psq => Some(psq(text).unwrap_or_else(wrong)),
        Format::Rec => Some(rec(text).map_or_else(wrong, Ok)),
        Format::Sav => Some(sav(text).map_or_else(wrong, Ok)),
        _ => None,
    }
}

fn sav(text: &str) -> Option<String> {
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<u8>>>();
    let lines: Vec<Vec<u8>> = text.trim().lines().map(numbers).collect::<Option<_>>()?;
    let [rows, cols, count, stones @ ..] = &lines[..] else { return None };
    let (&[rows], &[cols], &[count]) = (&rows[..], &cols[..], &count[..]) else { return None };
    let stone = |line: &Vec<u8>| if let [row, col] = line[..] { Some((col, row)) } else { None };
    let moves: Vec<_> = stones.iter().map(stone).collect::<Option<_>>()?;
    if !fits(&rows) || !fits(&cols) || moves.len() != usize::from(count) {
        return None;
    }
    sgf(Some(Size::new(cols, rows)), &[], &moves)
}

fn psq(text: &str) -> Option<Result<String, String>> {
    let mut lines = text.strip_prefix(MAGIC)?.lines();
    let header = lines.next().unwrap_or_default();
    let Some(((cols, rows), second_begins)) = psq_header(header) else {
        let expected = format!("{MAGIC}COLUMNSxROWS, LEVEL:LEVEL, PLAYER with at most {MAX_SIZE} columns and rows");
        return Some(Err(format!("line 1: expected {expected}, not \"{MAGIC}{}\"", quote_line(header))));
    };
    let is_blank = |line: &str| line.trim().is_empty();
    let lines: Vec<(usize, &str)> = (2..).zip(lines).filter(|(_, line)| !is_blank(line)).collect();
    let moves: Vec<(u8, u8)> = lines.iter().map_while(|(_, line)| point(line)).collect();
    let wrong = |(number, line): (usize, &str), expected: &str| {
        Some(Err(format!("line {number}: expected {expected}, not \"{}\"", quote_line(line))))
    };
    let is_off = |&(col, row): &(u8, u8)| col == 0 || row == 0 || col > cols || row > rows;
    if let Some(place) = moves.iter().position(is_off) {
        return wrong(lines[place], &format!("a point of a board of {cols}x{rows}"));
    }
    let (_, ending) = lines.split_at(moves.len());
    if let Some(&line) = ending.first().filter(|_| ending.iter().any(|(_, line)| point(line).is_some())) {
        return wrong(line, "COLUMN,ROW,MILLISECONDS, since moves follow");
    }
    let mut names: Vec<&str> = ending.iter().map(|&(_, line)| line).filter(|line| !is_number(line)).collect();
    if names.len() != 2 {
        names.clear();
    }
    if second_begins {
        names.reverse();
    }
    let moves: Vec<_> = moves.iter().map(|(col, row)| (col - 1, row - 1)).collect();
    sgf(Some(Size::new(cols, rows)), &names, &moves).map(Ok)
}

/// The size of the board, and whether the second player began.
fn psq_header(header: &str) -> Option<((u8, u8), bool)> {
    let mut fields = header.split(',').map(str::trim);
    let (cols, rows) = fields.next()?.split_once('x')?;
    let size = (cols.parse().ok().filter(fits)?, rows.parse().ok().filter(fits)?);
    Some((size, fields.nth(1) == Some("1")))
}

fn rec(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let (first, second) = (lines.next()?, lines.next()?);
    let moves: Vec<(u8, u8)> = lines.clone().map_while(point).collect();
    let end = lines.nth(moves.len()).unwrap_or_default();
    if moves.is_empty() || point(first).is_some() || point(second).is_some() || !is_number(end) {
        return None;
    }
    sgf(None, &[first, second], &moves)
}

fn fits(size: &u8) -> bool {
    (1..=MAX_SIZE).contains(size)
}

pub(super) fn is_number(line: &str) -> bool {
    line.trim().parse::<i64>().is_ok()
}

/// Column and row of a move, `u8::MAX` for what is on no board; the time may be missing.
pub(super) fn point(line: &str) -> Option<(u8, u8)> {
    let mut numbers = line.split(',').map(|number| number.trim().parse::<i64>());
    let (col, row) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let on_board = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
    numbers.all(|number| number.is_ok()).then_some((on_board(col), on_board(row)))
}

fn sgf(size: Option<Size>, names: &[&str], moves: &[(u8, u8)]) -> Option<String> {
    let mut sgf = "(;GM[4]".to_owned();
    let _ = match size {
        None => write!(sgf, "AP[{GOMOTUR}]"),
        Some(size) if size.is_square() => write!(sgf, "SZ[{size}]"),
        Some(Size { cols, rows }) => write!(sgf, "SZ[{cols}:{rows}]"),
    };
    let Size { cols, rows } = size.unwrap_or(REC_SIZE);
    for (property, name) in ["PB", "PW"].into_iter().zip(names) {
        let _ = write!(sgf, "{property}[{}]", escape(name.trim()));
    }
    for (&(col, row), color) in moves.iter().zip(['B', 'W'].into_iter().cycle()) {
        if col >= cols || row >= rows {
            return None;
        }
        let _ = write!(sgf, ";{color}[{}{}]", char::from(b'a' + col), char::from(b'a' + row));
    }
    Some(sgf + ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_piskvork_are_read() {
        let moves = "8,8,1200\n9,7,900\n";
        let expected = "(;GM[4]SZ[15]PB[One]PW[Two];B[hh];W[ig])";
        let game = |text: &str| game(text).unwrap().unwrap();
        assert_eq!(game(&format!("Piskvorky 15x15, 0:0, 0\n{moves}One\nTwo\n-1\n")), expected);
        assert_eq!(game(&format!("Piskvorky 15x15, 11:11, 1\n{moves}Two\nOne\n0\n")), expected);
        assert_eq!(game("Piskvorky 20x20, 0:0, 0\n1,1\n20,20\n"), "(;GM[4]SZ[20];B[aa];W[tt])");
        assert_eq!(game("Piskvorky 20x15, 0:0, 0\n"), "(;GM[4]SZ[20:15])");
        assert_eq!(game("Piskvorky 20x20, 0:0, 0\n\n1,1\n\n \n20,20\n\n"), "(;GM[4]SZ[20];B[aa];W[tt])");
        assert_eq!(game("Piskvorky 20x20, 0:0, 0\n1,1\nOne\n-1\n"), "(;GM[4]SZ[20];B[aa])");
        assert_eq!(game("A [1]\nB\n7,7,100\n8,6,50\n0\n"), "(;GM[4]AP[Gomotur]PB[A [1\\]]PW[B];B[hh];W[ig])");
    }

    #[test]
    fn what_is_no_game_is_none() {
        for text in [
            "",
            "Piskvorky",
            "0,0, 1,-2, 2,2\n1,1, 2,2\n",
            "f5d6\nf5f6\n",
            "A\nB\n7,7,100\n",
            "A\nB\n20,7,100\n0\n",
            "A\nB\n300,7,100\n0\n",
        ] {
            assert_eq!(game(text), None, "{text}");
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let header =
            "line 1: expected Piskvorky COLUMNSxROWS, LEVEL:LEVEL, PLAYER with at most 26 columns and rows, not ";
        for (text, why) in [
            ("Piskvorky 15, 0:0, 0\n8,8,1\n", &*format!("{header}\"Piskvorky 15, 0:0, 0\"")),
            ("Piskvorky 99x99, 0:0, 0\n8,8,1\n", &*format!("{header}\"Piskvorky 99x99, 0:0, 0\"")),
            ("Piskvorky 15x15, 0:0, 0\n16,8,1\n", "line 2: expected a point of a board of 15x15, not \"16,8,1\""),
            (
                "Piskvorky 15x15, 0:0, 0\n8,8,1\n9;9;1\n10,10,1\n",
                "line 3: expected COLUMN,ROW,MILLISECONDS, since moves follow, not \"9;9;1\"",
            ),
            (
                "Piskvorky 15x15, 0:0, 0\n8,8,1\n\n16,8,1\n",
                "line 4: expected a point of a board of 15x15, not \"16,8,1\"",
            ),
            ("Piskvorky 15x15, 0:0, 0\n8,-8,1\n", "line 2: expected a point of a board of 15x15, not \"8,-8,1\""),
            ("Piskvorky 15x15, 0:0, 0\n8,8,1\n0,8,1\n", "line 3: expected a point of a board of 15x15, not \"0,8,1\""),
        ] {
            assert_eq!(game(text), Some(Err(why.to_owned())));
        }
    }
}
