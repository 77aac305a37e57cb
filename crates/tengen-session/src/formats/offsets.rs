//! Lists of points by their distance from the middle of the board, columns and rows, rows downwards, as Gomocup's openings have
//! them: `0,0, 1,-2, -7,7`.

use super::moves::{MAX_MOVES, MoveList};
use tengen_core::game::{Size, Vertex};

/// Reads a list that can be nothing else: of pairs of numbers, and one of them below 0; `None` for any other text.
pub fn read(text: &str) -> Option<MoveList> {
    list(text).filter(|list| list.moves.iter().any(|word| word.contains('-')))
}

/// Reads a list of pairs of numbers on any number of lines; `None` for any other text.
pub fn list(text: &str) -> Option<MoveList> {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    if !text.chars().all(|c| c == '-' || c.is_ascii_digit() || is_between(c)) {
        return None;
    }
    let mut list = MoveList::default();
    for (line, number) in text.lines().zip(1..) {
        let numbers: Vec<&str> = line.split(is_between).filter(|word| !word.is_empty()).collect();
        let pairs = numbers.chunks(2).map(|pair| Some(pair.join(",")).filter(|word| is_offset(word)));
        let room = (MAX_MOVES + 1).saturating_sub(list.moves.len());
        list.moves.extend(pairs.collect::<Option<Vec<_>>>()?.into_iter().take(room));
        list.lines.resize(list.moves.len(), number);
    }
    Some(list).filter(|list| !list.moves.is_empty())
}

/// True for a word of such a list: two numbers.
pub fn is_offset(word: &str) -> bool {
    let is_number = |text: &str| text.parse::<i32>().is_ok();
    word.split_once(',').is_some_and(|(col, row)| is_number(col) && is_number(row))
}

/// GTP's name of the point that a word stands for; `None` off the board.
pub fn point(word: &str, size: Size) -> Option<String> {
    let (col, row) = word.split_once(',')?;
    let place = |text: &str, size: u8| u8::try_from(text.parse::<i32>().ok()?.checked_add(i32::from(size / 2))?).ok();
    let (col, row) = (place(col, size.cols)?, place(row, size.rows)?);
    (col < size.cols && row < size.rows).then(|| Vertex::new(col, size.rows - 1 - row).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_points() {
        for (text, lines) in
            [("0,0, 1,-2, -7,7", [1, 1, 1]), ("0,0 1,-2\n\n-7,7,\n", [1, 1, 3]), ("0 0\n1 -2\n-7 7", [1, 2, 3])]
        {
            let found = read(text).unwrap();
            assert_eq!((found.moves.join(" ").as_str(), &found.lines[..]), ("0,0 1,-2 -7,7", &lines[..]), "{text}");
        }
        for none in ["", "0,0, 1,2", "0,0, 1", "0,0, 1-2,3", "f5,-1", "0,0\n1\n-1", "0,0, -99999999999,0", "0,0, -,1"] {
            assert_eq!(read(none), None, "{none}");
        }
        // H8 is the middle of 15 lines, and K11 that of 20; I is left out.
        let points = |size| ["0,0", "1,-2", "-7,7", "8,0", "0,2147483647"].map(|word| point(word, Size::square(size)));
        assert_eq!(points(15), [Some("H8"), Some("J10"), Some("A1"), None, None].map(|name| name.map(str::to_owned)));
        assert_eq!(points(20)[0].as_deref(), Some("L10"));
    }
}
