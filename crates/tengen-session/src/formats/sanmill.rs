//! Records of Sanmill's versions up to 2021: a line `r2 s050 t00` (rule, steps, time), then a step on each: `(1,2)` places a stone,
//! `(1,2)->(1,3)` moves one, `-(3,1)` removes one, perhaps with a time behind. The first number is the ring, from the inner one; the
//! second the point on it, clockwise from the middle of its upper side.

/// The points of the rings.
const POINTS: [[&str; 8]; 3] = [
    ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"],
    ["d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6"],
    ["d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7"],
];

/// The list of moves of a record, with the points by their names, on the same lines; `None` for any other text.
pub fn list(text: &str) -> Option<String> {
    let first = text.lines().find(|line| !line.trim().is_empty() && !is_header(line))?;
    step(first.trim())?;
    let plain = |line: &str| match step(line.trim()) {
        Some(step) => step,
        None if is_header(line) => String::new(),
        None => line.to_owned(),
    };
    Some(text.lines().map(plain).collect::<Vec<_>>().join("\n"))
}

fn is_header(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_word = |(word, letter): (&&str, char)| word.strip_prefix(letter).is_some_and(is_number);
    words.len() == 3 && words.iter().zip("rst".chars()).all(is_word)
}

fn step(line: &str) -> Option<String> {
    let (removal, rest) = line.strip_prefix('-').map_or(("", line), |rest| ("x", rest));
    let (from, mut rest) = point(rest)?;
    let mut step = format!("{removal}{from}");
    if let Some(behind) = rest.strip_prefix("->") {
        let (to, behind) = point(behind)?;
        step = format!("{step}-{to}");
        rest = behind;
    }
    rest.trim().chars().all(|c| c.is_ascii_digit() || c == ':').then_some(step)
}

/// The point that a text begins with, and what follows it.
fn point(text: &str) -> Option<(&'static str, &str)> {
    let (inside, rest) = text.strip_prefix('(')?.split_once(')')?;
    let (ring, place) = inside.split_once(',')?;
    let index = |number: &str| number.trim().parse::<usize>().ok()?.checked_sub(1);
    Some((POINTS.get(index(ring)?)?.get(index(place)?)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_moves() {
        let text = "r2 s050 t00\n(1,1) 00:05\n(2, 8)\n-(3,1)\n\n(1,1)->(1,8) 00:12\nPlayer1 give up!";
        assert_eq!(list(text).as_deref(), Some("\nd5\nb6\nxd7\n\nd5-c5\nPlayer1 give up!"));
        assert_eq!(list("(3,6)").as_deref(), Some("a1"));
        for none in
            ["", "r2 s050 t00\n", "(f5) d6", "(4,1)", "(1,9)", "(0,1)", "(1,1", "(1,1)->", "f5\n(1,1)", "(1,1) x"]
        {
            assert_eq!(list(none), None, "{none}");
        }
    }
}
