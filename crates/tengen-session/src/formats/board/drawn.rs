//! Boards with a line for each row: as Edax and Tengen draw them, between the letters of columns and the numbers of rows, and with
//! blanks for empty squares.

use super::{SETS, SignBoard, Signs};
use crate::formats::moves;
use tengen_core::game::{Cell, Color};

/// What stands between squares beside blanks.
const BAR: char = '|';

/// What borders are made of.
const BORDER: &str = "+-=|";

/// Reads a drawn board of so many columns whose rows have these numbers, from the top down.
pub(super) fn read(text: &str, cols: usize, rows: &[u8]) -> Option<SignBoard> {
    framed(text, cols, rows).or_else(|| of_stones(text, cols, rows.len()))
}

/// A board whose rows have their numbers in front; what stands beside them may say which side is to move.
fn framed(text: &str, cols: usize, rows: &[u8]) -> Option<SignBoard> {
    let mut lines = text.lines().filter(|line| !is_frame(line, cols));
    let drawn: Vec<_> = rows.iter().map(|number| row(lines.next()?, cols, *number)).collect::<Option<_>>()?;
    let signs: Vec<char> = drawn.iter().flat_map(|(signs, _)| signs).copied().collect();
    let set = Signs::of(&signs)?;
    let beside = drawn.iter().find_map(|(_, beside)| set.told(beside));
    let squares = signs.into_iter().filter_map(|sign| set.cell(sign)).collect();
    Some(with_rest(squares, set, beside, lines))
}

/// A board with blanks for empty squares: lines with stones and nothing else. Of the first line something must be there: it is
/// not known how many empty ones are missing.
fn of_stones(text: &str, cols: usize, rows: usize) -> Option<SignBoard> {
    let mut lines = text.lines();
    // Of a line that is too long, no more than tells so.
    let drawn: Vec<Vec<char>> = lines.by_ref().take(rows).map(|line| line.chars().take(cols + 1).collect()).collect();
    if drawn.len() < rows || drawn[0].is_empty() {
        return None;
    }
    let stone = |set: &Signs, sign: char| set.stone(sign).map(Cell::Stone).or((sign == ' ').then_some(Cell::Empty));
    let is_row = |set: &Signs, row: &Vec<char>| row.len() <= cols && row.iter().all(|&sign| stone(set, sign).is_some());
    let set = SETS.iter().find(|set| drawn.iter().all(|row| is_row(set, row)))?;
    let square = |row: &[char], col| row.get(col).and_then(|&sign| stone(set, sign)).unwrap_or(Cell::Empty);
    let squares: Vec<_> = drawn.iter().flat_map(|row| (0..cols).map(|col| square(row, col))).collect();
    squares.iter().any(|&square| square != Cell::Empty).then(|| with_rest(squares, set, None, lines))
}

/// A board with what the lines behind it say: the side to move, and moves.
fn with_rest<'a>(
    squares: Vec<Cell>,
    set: &Signs,
    beside: Option<Color>,
    lines: impl Iterator<Item = &'a str>,
) -> SignBoard {
    let mut side_to_move = beside;
    let mut rest = Vec::new();
    for line in lines {
        let mut parts = line.split([',', ';']);
        match parts.find_map(|part| set.told(part).or_else(|| set.side(part.trim()))) {
            None => rest.push(line.to_owned()),
            told => {
                side_to_move = side_to_move.or(told);
                let has_move = |part: &&str| moves::read(part).moves.iter().any(|word| moves::is_move(word));
                rest.push(parts.filter(has_move).collect::<Vec<_>>().join(";"));
            }
        }
    }
    SignBoard { squares, side_to_move, rest: rest.join("\n").trim().to_owned() }
}

/// True for a line without squares: blank, of a border, or with the letters of the columns.
fn is_frame(line: &str, cols: usize) -> bool {
    let letters: String = line.chars().filter(|c| !c.is_whitespace()).take(cols).collect();
    let is_of = |gap| letters.chars().map(|c| c.to_ascii_uppercase()).eq(('A'..='Z').filter(|&c| c != gap).take(cols));
    letters.chars().all(|c| BORDER.contains(c)) || is_of('I') || is_of('\0')
}

/// The signs of a row behind its number, and what stands beside it.
fn row(line: &str, cols: usize, number: u8) -> Option<(Vec<char>, &str)> {
    let number = number.to_string();
    let is_between = |c: char| c.is_whitespace() || c == BAR;
    let squares = line.trim_start().strip_prefix(&number).filter(|squares| squares.starts_with(is_between))?;
    let mut places = squares.char_indices().filter(|(_, c)| !is_between(*c));
    let signs: Vec<char> = places.by_ref().map(|(_, c)| c).take(cols).collect();
    let beside = &squares[places.next().map_or(squares.len(), |(at, _)| at)..];
    let is_apart = squares[..squares.len() - beside.len()].ends_with(is_between) || beside.is_empty();
    let is_longer = beside.starts_with(|c| SETS[0].cell(c) == Some(Cell::Empty));
    let beside = beside.strip_prefix(&number).unwrap_or(beside);
    (signs.len() == cols && is_apart && !is_longer).then_some((signs, beside))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use tengen_core::game::Color::{self, Black, White};

    const EDAX: &str =
        "\n  A B C D\n1 - - - - 1\n2 - O * - 2 * to move\n3 . * O - 3\n4 - . - - 4 *: discs = 2\n  A B C D\n";

    fn position(text: &str, rows: &[u8]) -> Option<(String, Option<Color>, String)> {
        let board = read(text, 4, rows)?;
        let squares = board.squares.iter().map(|cell| cell.mark()).collect();
        Some((squares, board.side_to_move, board.rest))
    }

    #[test]
    fn drawn_boards_are_read() {
        for (text, side, rest) in [
            (EDAX.to_owned(), Some(Black), ""),
            (EDAX.replace("* to move", "   White's turn (O)   0:00"), None, ""),
            (EDAX.replace("* to move", "   White's turn (O)"), Some(White), ""),
            (EDAX.replace("* to move", "") + "White to move\nb1a1", Some(White), "b1a1"),
            (
                "   a b c d\n  +-------+\n 1|. . . .|1\n 2|. O X .|2\n 3|. X O .|3\n 4|. . . .|4\n   X 2, O 2, black to move"
                    .to_owned(),
                Some(Black),
                "",
            ),
            ("    \n OX \n XO \n    \n".to_owned(), None, ""),
            ("    \n OX\n XO\n\nO\n".to_owned(), Some(White), ""),
            ("    \n ox\n xo\n\nBlack to play\nb1a1".to_owned(), Some(Black), "b1a1"),
            (EDAX.replace("* to move", "") + "X 2, O 2, White to move, b1a1", Some(White), "b1a1"),
        ] {
            let expected = (".....OX..XO.....".to_owned(), side, rest.to_owned());
            assert_eq!(position(&text, &[1, 2, 3, 4]), Some(expected), "{text}");
        }
        // Gomoku has row 1 at the bottom.
        let gomoku = "  A B C D\n4 . . . X 4\n3 . . O . 3\n2 . . . . 2\n1 . . . . 1";
        assert_eq!(position(gomoku, &[4, 3, 2, 1]), Some(("...X..O.........".to_owned(), None, String::new())));
        assert_eq!(position(gomoku, &[1, 2, 3, 4]), None);
    }

    #[test]
    fn what_is_no_drawn_board_is_none() {
        for text in [
            "1 - - - - 1\n2 - O X - 2\n3 - X O - 3",
            "1 - - - - 1\n2 - O X - - 2\n3 - X O - 3\n4 - - - - 4",
            "4 .--------.\n3 .\n2 .\n1 .",
            " OX\n XO\n",
            "\n OX\n XO\n\n",
            "    \n    \n    \n    \n",
            "1 a1\n2 b1\n3 c1\n4 d1",
        ] {
            assert_eq!(position(text, &[1, 2, 3, 4]), None, "{text}");
        }
    }
}
