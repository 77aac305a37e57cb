//! The points that every response of the session counts for, whatever was asked: a match goes by the same [`Violation`]s.

use super::point::Point;
use super::point::PointLevel::Required;
use super::subject::{Subject, Tested, fault};
use crate::gtp_client::Violation;

/// What the responses to all commands have in common.
pub static RESPONSES: [Point; 4] = [
    Point::new(Required, "nothing but responses", "clients take each line outside for a response", |engine| {
        was_kept(engine, Violation::Outside, "no text outside the responses")
    }),
    Point::new(Required, "one response each", "one too many, and all later ones are taken for others", |engine| {
        was_kept(engine, Violation::Unasked, "one response to each command")
    }),
    Point::new(Required, "no empty line outside", "clients take an empty line for the end of a response", |engine| {
        was_kept(engine, Violation::EmptyLine, "one empty line behind each response, none elsewhere")
    }),
    Point::new(Required, "blank before the text", "clients cut off mark and blank, or all up to the blank", |engine| {
        was_kept(engine, Violation::NoBlank, "a blank between the mark, or the id, and the text")
    }),
];

/// No response so far was of this kind; the first one that was is shown.
fn was_kept(engine: &mut Subject<'_>, kind: Violation, expected: &str) -> Tested {
    if engine.show_violation(kind) { Err(fault(expected)) } else { Ok(()) }
}
