//! The points of a check, and what is found out about them.

use super::subject::{Exchange, Subject};
use super::trouble::Tested;
use serde::Serialize;
use std::fmt;

/// How much hangs on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// GTP demands it.
    Required,
    /// Clients rely on it.
    Expected,
    /// It makes life easier.
    Hint,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Required => "required",
            Self::Expected => "expected",
            Self::Hint => "hint",
        })
    }
}

/// One thing to find out about an engine.
pub struct Point {
    /// What it is called in the report.
    pub name: &'static str,
    /// How much hangs on it.
    pub level: Level,
    /// Why it matters.
    pub why: &'static str,
    /// Talks to the engine.
    pub test: fn(&mut Subject<'_>) -> Tested,
}

impl Point {
    /// A point that `test` tests.
    pub const fn new(
        level: Level,
        name: &'static str,
        why: &'static str,
        test: fn(&mut Subject<'_>) -> Tested,
    ) -> Self {
        Self { name, level, why, test }
    }
}

/// Points that belong together, each group with a new process of the engine.
pub struct Group {
    /// What it is called in the report.
    pub name: &'static str,
    /// The points, in their order.
    pub points: &'static [Point],
}

/// What was found out about a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointResult {
    /// It is as it should be.
    Pass,
    /// What was expected.
    Fail(String),
    /// Why it cannot be judged.
    Skip(String),
}

/// A point and its verdict.
pub struct Finding {
    /// The group's name.
    pub group: &'static str,
    /// The point.
    pub point: &'static Point,
    /// What was found out.
    pub verdict: PointResult,
    /// What was said.
    pub exchanges: Vec<Exchange>,
}
