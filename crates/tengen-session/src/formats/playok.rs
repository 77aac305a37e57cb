//! Lists of mill's moves as PlayOK writes them, with numbers for points: `1. 1 4 2. 2 5 3. 3x4 6`, later `5-6` and `18-17x21`.

use super::moves::{MAX_MOVES, MoveList};

/// The points by their numbers, from 1: row by row from the top.
const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3", "b2",
    "d2", "f2", "a1", "d1", "g1",
];

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads a list of numbered moves in which all points are numbers; `None` for any other text.
pub fn read(text: &str) -> Option<MoveList> {
    let mut list = MoveList::default();
    if !text.trim_start().starts_with("1.") {
        return None;
    }
    for (line, number) in text.lines().zip(1..) {
        for word in line.split_whitespace() {
            if RESULTS.contains(&word) {
                list.result = Some(word.to_owned()).filter(|word| word != "*");
                continue;
            }
            let word = without_number(word);
            let is_full = list.moves.len() > MAX_MOVES;
            match (word.strip_prefix('x'), list.moves.last_mut()) {
                _ if word.is_empty() => {}
                (Some(_), Some(before)) if mv(&word[1..]).is_some() => before.push_str(word),
                _ if mv(word).is_none() => return None,
                _ if is_full => {}
                _ => list.moves.push(word.to_owned()),
            }
        }
        list.lines.resize(list.moves.len(), number);
    }
    Some(list).filter(|list| !list.moves.is_empty())
}

/// A word without the number of a move in front of it: `12.`, `12...`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

/// A move with the names of its points; `None` for what is no move of numbers.
pub fn mv(word: &str) -> Option<String> {
    let mut named = String::new();
    let mut rest = word;
    loop {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number: usize = rest[..digits].parse().ok()?;
        named.push_str(POINTS.get(number.checked_sub(1)?)?);
        let mut joint = rest[digits..].chars();
        match joint.next() {
            None => return Some(named),
            Some(sign @ ('-' | 'x')) => named.push(sign),
            Some(_) => return None,
        }
        rest = joint.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Option<String> {
        read(text).map(|list| list.moves.join(" "))
    }

    #[test]
    fn numbers_are_points() {
        for (text, expected) in [
            ("1. 1 4 2. 2 5 3. 3x4 6", "1 4 2 5 3x4 6"),
            ("1.1 4 2.2 5\n3.3 x4 6 1-0", "1 4 2 5 3x4 6"),
            ("1. 18-17x21 5-6 x24 *", "18-17x21 5-6x24"),
        ] {
            assert_eq!(moves(text).as_deref(), Some(expected));
        }
        assert_eq!(read("1. 1 4 0-1").unwrap().result.as_deref(), Some("0-1"));
        for none in ["", "1.", "1 4 2 5", "1. 25 4", "1. 0 4", "1. f5 d6", "1. 1 4 x", "1. 1- 4", "1. x", "1. 1x-4"] {
            assert_eq!(moves(none), None, "{none}");
        }
        assert_eq!(mv("18-17x21").as_deref(), Some("e3-d3xf2"));
        assert_eq!(mv("24x1"), Some("g1xa7".to_owned()));
    }
}
