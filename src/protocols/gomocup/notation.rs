//! How the protocol writes things.
//!
//! ```text
//! line    = *blank [ command *blank [ rest ] ]      ; the command in any case
//! numbers = number *( *blank [ "," ] *blank number )
//! ```
//!
//! Points are `x,y`, both from 0, `0,0` at the top left. For people, in messages, they have [`Names`]. A command that is not done
//! is answered by a [`Fault`].

use tengen_core::game::Vertex;
use tengen_core::printable::quote;
use tengen_core::search::Score;
use tengen_core::search::score::{is_proven, plies_to_end};
use tengen_session::{EngineError, Report, Variation};
use thiserror::Error;

/// A command was not done; the text is the line that tells the manager.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// There is no such command.
    #[error("UNKNOWN {0}")]
    Unknown(String),
    /// The command is known, but cannot be done as asked.
    #[error("ERROR {0}")]
    Refused(String),
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// A refusal for this reason.
pub(super) fn refused(reason: impl Into<String>) -> Fault {
    Fault::Refused(reason.into())
}

/// A line as text: control characters become blanks, bytes that are not UTF-8 replacement characters.
pub fn text(line: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(line).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// The command in upper case, and what follows it.
pub fn command(line: &str) -> (String, &str) {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    (name.to_ascii_uppercase(), rest.trim())
}

/// Exactly `N` whole numbers; `None` for anything else.
pub fn numbers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let numbers = words.into_iter().map(|word| word.parse().ok()).collect::<Option<Vec<i64>>>()?;
    numbers.try_into().ok()
}

/// Reads `x,y` on a board of `size` lines.
///
/// # Errors
/// [`Fault::Refused`] for anything else, and for points off the board.
pub fn point(text: &str, size: u8) -> Result<Vertex, Fault> {
    let point = numbers(text).ok_or_else(|| refused(format!("expected a point x,y, got {}", quote(text))))?;
    on_board(point, size)
}

/// The point at `x,y`.
///
/// # Errors
/// [`Fault::Refused`] off the board.
pub fn on_board([x, y]: [i64; 2], size: u8) -> Result<Vertex, Fault> {
    let line = |number: i64| u8::try_from(number).ok().filter(|&number| number < size);
    match (line(x), line(y)) {
        (Some(x), Some(y)) => Ok(Vertex::new(x, size - 1 - y)),
        _ => Err(refused(format!("{x},{y} is off the board of {size} lines"))),
    }
}

/// `x,y`.
pub fn write(vertex: Vertex, size: u8) -> String {
    format!("{},{}", vertex.col, size - 1 - vertex.row)
}

/// A reason with the points in it as the protocol writes them.
pub fn in_numbers(reason: &str, size: u8) -> String {
    let is_apart = |c: char| !c.is_ascii_alphanumeric();
    let number = |part: &str| {
        let name = part.trim_end_matches(is_apart);
        let vertex = name.parse().ok().filter(|vertex: &Vertex| vertex.col < size && vertex.row < size);
        vertex.map_or_else(|| part.to_owned(), |vertex| write(vertex, size) + &part[name.len()..])
    };
    reason.split_inclusive(is_apart).map(number).collect()
}

/// How points are named for people: a letter (I is not skipped) and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// The letter is *x*; `A1` is at the top left, as other engines of this protocol have it.
    Plain,
    /// As Yixin-Board labels its board, whose *x* counts rows from the top: `A1` is at the bottom left.
    YixinBoard,
}

/// A point's name.
pub fn name(vertex: Vertex, size: u8, names: Names) -> String {
    let down = size - 1 - vertex.row;
    let (letter, number) = match names {
        Names::Plain => (vertex.col, down + 1),
        Names::YixinBoard => (down, size - vertex.col),
    };
    format!("{}{number}", char::from(b'A' + letter))
}

/// The names of points, each behind a blank.
pub fn names_of(points: &[Vertex], size: u8, names: Names) -> String {
    points.iter().map(|&vertex| format!(" {}", name(vertex, size, names))).collect()
}

/// The points of a line.
fn points_of(report: &Report, line: &Variation) -> Vec<Vertex> {
    report.texts(line).iter().filter_map(|text| text.parse().ok()).collect()
}

/// What was thought, a line `MESSAGE depth 9-14 ev 37 n 81234 n/ms 855 tm 95 pv H8 I9` for each move, as Rapfi writes them in its
/// mode `uci`; where there are several, `multipv 2` comes behind the depth. `ev +M5` is a win in 5 plies, `-M4` a loss in 4. The
/// second number of the depth is the length of the line, where that is longer. None from players who do not search.
pub fn messages(report: &Report, size: u8, names: Names) -> Vec<String> {
    let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_millis());
    let speed = u128::from(nodes) / time.max(1);
    let message = |(line, number): (&Variation, usize)| {
        let points = points_of(report, line);
        let longest = points.len().max(depth as usize);
        let number = if report.lines.len() > 1 { format!(" multipv {number}") } else { String::new() };
        let (eval, pv) = (eval(line.score), names_of(&points, size, names));
        format!("MESSAGE depth {depth}-{longest}{number} ev {eval} n {nodes} n/ms {speed} tm {time} pv{pv}")
    };
    report.lines.iter().zip(1..).map(message).collect()
}

/// A value as messages have it.
pub fn eval(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) => format!("{}M{plies}", if score > 0 { '+' } else { '-' }),
        None => score.to_string(),
    }
}

/// What Yixin-Board shows on its board and keeps for its command `bestline`: the best move, its value and continuation,
/// and the moves that lose.
pub fn realtime(report: &Report, size: u8, names: Names) -> Vec<String> {
    let point = |line: &Variation| report.points(line).first().map(|&vertex| write(vertex, size));
    let Some((best, point_of_best)) = report.lines.first().and_then(|line| Some((line, point(line)?))) else {
        return Vec::new();
    };
    let lost = report.lines.iter().filter(|line| is_proven(line.score) && line.score < 0);
    let mut lines = vec![
        format!("MESSAGE REALTIME BEST {point_of_best}"),
        format!("MESSAGE REALTIME VAL {}", best.score),
        format!("MESSAGE REALTIME PV{}", names_of(&points_of(report, best), size, names)),
    ];
    lines.extend(lost.filter_map(point).map(|point| lost_point(&point)));
    lines
}

/// Marks a point, `x,y`, as one that loses.
pub fn lost_point(point: &str) -> String {
    format!("MESSAGE REALTIME LOSE {point}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_core::game::Color;
    use tengen_core::search::{self, WIN};
    use tengen_games::GAMES;

    #[test]
    fn lines_become_words() {
        assert_eq!(text(b"\tTURN 3,4 \r"), "TURN 3,4");
        assert_eq!(text(b"a\0b\xff"), "a b\u{fffd}");
        assert_eq!(command("turn  3,4"), ("TURN".to_owned(), "3,4"));
        assert_eq!(command("ABOUT"), ("ABOUT".to_owned(), ""));
    }

    #[test]
    fn numbers_are_counted() {
        for good in ["3,-4", "3, -4", "3 -4", " 3 , -4 "] {
            assert_eq!(numbers(good), Some([3, -4]), "{good}");
        }
        for bad in ["", "3", "3,4,5", "3;4", "a,b", "3,4x", "3,99999999999999999999"] {
            assert_eq!(numbers::<2>(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_origin_is_at_the_top_left() {
        for (text, name) in [("0,0", "A15"), ("14,0", "P15"), ("0,14", "A1"), ("8,7", "J8")] {
            let vertex = point(text, 15).unwrap();
            assert_eq!(vertex, name.parse().unwrap(), "{text}");
            assert_eq!(write(vertex, 15), text);
        }
        for (text, reason) in [
            ("15,0", "ERROR 15,0 is off the board of 15 lines"),
            ("0,-1", "ERROR 0,-1 is off the board of 15 lines"),
            ("h8", "ERROR expected a point x,y, got h8"),
            ("1,2,3", "ERROR expected a point x,y, got 1,2,3"),
        ] {
            assert_eq!(point(text, 15).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn reasons_have_numbers() {
        for (reason, numbers) in [
            ("J8 is occupied", "8,7 is occupied"),
            ("A15, b1: 15 lines, not Z9 or T20", "0,0, 1,14: 15 lines, not Z9 or T20"),
        ] {
            assert_eq!(in_numbers(reason, 15), numbers);
        }
    }

    #[test]
    fn names_are_those_on_the_boards_rim() {
        for (text, plain, yixin) in [("0,0", "A1", "A15"), ("14,0", "O1", "A1"), ("3,8", "D9", "I12")] {
            let vertex = point(text, 15).unwrap();
            assert_eq!([Names::Plain, Names::YixinBoard].map(|names| name(vertex, 15, names)), [plain, yixin]);
        }
    }

    #[test]
    fn messages_are_for_people() {
        let gomoku = GAMES.open("gomoku", None, None).unwrap();
        let root = || gomoku.root(Color::Black).unwrap();
        let none = search::Report::default();
        let report = |score, pv: &[&str]| {
            let pv = pv.iter().flat_map(|&mv| gomoku.named(Color::Black, &[mv.to_owned()])).collect();
            let lines = vec![Variation { score, exact: false, nodes: 0, pv }];
            let time = Duration::from_millis(56);
            Report::new(root(), search::Report { depth: 7, nodes: 1234, time, lines, ..search::Report::default() })
        };
        for (score, pv, text) in [
            (-12, &["H8", "J9"][..], "MESSAGE depth 7-7 ev -12 n 1234 n/ms 22 tm 56 pv H8 I7"),
            (WIN - 5, &["A15"], "MESSAGE depth 7-7 ev +M5 n 1234 n/ms 22 tm 56 pv A1"),
            (4 - WIN, &["P1"], "MESSAGE depth 7-7 ev -M4 n 1234 n/ms 22 tm 56 pv O15"),
            (
                1,
                &["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1"],
                "MESSAGE depth 7-8 ev 1 n 1234 n/ms 22 tm 56 pv A15 B15 C15 D15 E15 F15 G15 H15",
            ),
        ] {
            assert_eq!(messages(&report(score, pv), 15, Names::Plain), [text]);
        }
        assert_eq!(messages(&Report::new(root(), none), 15, Names::Plain), Vec::<String>::new());
    }
}
