//! Points as the protocol writes them: `x,y`, both from 0, `0,0` at the top left. For people, in messages, a letter (I
//! is not skipped) and a number, `A1` at the top left, as other engines of this protocol have it.

use super::parse::{numbers, quote};
use super::{Fault, refused};
use crate::engine::TextReport;
use crate::game::Vertex;
use crate::search::score::plies_to_end;
use std::fmt::Write as _;

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

/// What was thought, as one line `MESSAGE Depth 9 | Eval 37 | Node 81234 | Time 95ms | H8 I9`, in the order and words
/// of Rapfi's. `Eval +M5` is a win in 5 plies, `-M4` a loss in 4. `None` from players who do not search.
pub fn message(report: &TextReport, size: u8) -> Option<String> {
    let line = report.lines.first()?;
    let eval = match plies_to_end(line.score) {
        Some(plies) => format!("{}M{plies}", if line.score > 0 { '+' } else { '-' }),
        None => line.score.to_string(),
    };
    let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_millis());
    let mut text = format!("MESSAGE Depth {depth} | Eval {eval} | Node {nodes} | Time {time}ms |");
    for Vertex { col, row } in line.pv.iter().filter_map(|mv| mv.parse().ok()) {
        let _ = write!(text, " {}{}", char::from(b'A' + col), size - row);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::TextLine;
    use crate::search::WIN;
    use std::time::Duration;

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
    fn messages_are_for_people() {
        let report = |score, pv: &[&str]| TextReport {
            depth: 7,
            nodes: 1234,
            time: Duration::from_millis(56),
            lines: vec![TextLine {
                score,
                score_text: String::new(),
                win_chance: 0.5,
                exact: false,
                nodes: 0,
                pv: pv.iter().map(|&mv| mv.to_owned()).collect(),
            }],
            ..TextReport::default()
        };
        for (score, pv, text) in [
            (-12, &["H8", "J9"][..], "MESSAGE Depth 7 | Eval -12 | Node 1234 | Time 56ms | H8 I7"),
            (WIN - 5, &["A15"], "MESSAGE Depth 7 | Eval +M5 | Node 1234 | Time 56ms | A1"),
            (4 - WIN, &["P1"], "MESSAGE Depth 7 | Eval -M4 | Node 1234 | Time 56ms | O15"),
        ] {
            assert_eq!(message(&report(score, pv), 15).unwrap(), text);
        }
        assert_eq!(message(&TextReport::default(), 15), None);
    }
}
