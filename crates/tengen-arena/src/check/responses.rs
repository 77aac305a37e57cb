//! The points that every response of the session counts for, whatever was asked: one for each [`Violation`], by which a match
//! goes, too. What costs a game there is required here.

use super::point::Point;
use super::point::PointLevel::{Expected, Required};
use super::subject::{Subject, Tested, fault};
use crate::gtp_client::Violation;

/// What the responses to all commands have in common.
pub static RESPONSES: [Point; Violation::ALL.len()] = [
    point(Violation::Outside, "nothing but responses", "clients take each line outside for a response", |engine| {
        was_kept(engine, Violation::Outside, "no text outside the responses")
    }),
    point(Violation::Unasked, "one response each", "one too many, and all later ones are taken for others", |engine| {
        was_kept(engine, Violation::Unasked, "one response to each command")
    }),
    point(Violation::OtherId, "no other ids", "clients match answers to commands by their ids", |engine| {
        was_kept(engine, Violation::OtherId, "no id but that of the command")
    }),
    point(Violation::Greeting, "no greeting", "clients take what comes first for the first answer", |engine| {
        was_kept(engine, Violation::Greeting, "nothing before the first response")
    }),
    point(Violation::EmptyLine, "no empty line outside", "clients take an empty line for a response's end", |engine| {
        was_kept(engine, Violation::EmptyLine, "one empty line behind each response, none elsewhere")
    }),
    point(Violation::NoBlank, "blank before the text", "clients cut off mark and blank, or all up to it", |engine| {
        was_kept(engine, Violation::NoBlank, "a blank between the mark, or the id, and the text")
    }),
];

const fn point(
    violation: Violation,
    name: &'static str,
    why: &'static str,
    test: fn(&mut Subject<'_>) -> Tested,
) -> Point {
    Point::new(if violation.is_forfeit() { Required } else { Expected }, name, why, test)
}

/// No response so far was of this kind; the first one that was is shown.
fn was_kept(engine: &mut Subject<'_>, kind: Violation, expected: &str) -> Tested {
    if engine.show_violation(kind) { Err(fault(expected)) } else { Ok(()) }
}
