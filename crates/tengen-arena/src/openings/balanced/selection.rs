//! Which random openings are taken.

use std::ops::RangeInclusive;
use tengen_core::search::{Goal, Limits};

/// What a judge for a match takes: the default player looks six plies ahead.
const QUICK_PLIES: u32 = 6;

/// Nodes that it looks at for that, at most; unlike a time, the same on every machine.
const QUICK_NODES: u64 = 1 << 12;

/// How far from even it may find the chances.
const QUICK_UNEVENNESS: f64 = 0.15;

/// Positions judged for an opening of a match before the most even of the others is taken, at least.
const QUICK_TRIES: usize = 48;

/// Positions judged for an opening of a file before its length is given up, at least.
const STRICT_TRIES: usize = 1 << 12;

/// The part of a strict judge's nodes that the one before it has: one part in so many.
const BEFORE: u64 = 4;

/// A search of the default player, with an empty table, and what it must find.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judge {
    /// Bounds of the search.
    pub limits: Limits,
    /// How far the chances may be from even, 0 to 0.5.
    pub unevenness: f64,
}

/// Which random openings are taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// Plies: openings of each number of them in turn.
    pub plies: RangeInclusive<u32>,
    /// Plies that lines may grow to where there are not so many different ones.
    pub longest: u32,
    /// All of them must find the chances even; the cheapest first.
    pub judges: Vec<Judge>,
    /// Positions judged for one opening before this is given up, at least.
    pub tries: usize,
    /// True where the most even of the others is taken then.
    pub fills_up: bool,
    /// Size of the searches' tables, in MiB.
    pub table: usize,
}

impl Selection {
    /// For a match that begins at once: of so many plies, or more where there are not so many different ones, up to `longest`;
    /// judged by a short search.
    pub fn quick(plies: u32, longest: u32) -> Self {
        Self {
            plies: plies..=plies,
            longest,
            judges: vec![Judge::quick(QUICK_UNEVENNESS)],
            tries: QUICK_TRIES,
            fills_up: true,
            table: 1,
        }
    }

    /// For a file that is made once: only what a search of so many nodes finds within `unevenness` of even, and a search of a
    /// quarter of them as well.
    pub fn strict(plies: RangeInclusive<u32>, nodes: u64, unevenness: f64) -> Self {
        let search = |nodes| Limits { nodes: Some(nodes), goal: Goal::Value, ..Limits::default() };
        let judge = |nodes| Judge { limits: search(nodes), unevenness };
        Self {
            longest: *plies.end(),
            plies,
            judges: vec![Judge::quick(unevenness.max(QUICK_UNEVENNESS)), judge((nodes / BEFORE).max(1)), judge(nodes)],
            tries: STRICT_TRIES,
            fills_up: false,
            table: 16,
        }
    }
}

impl Judge {
    fn quick(unevenness: f64) -> Self {
        Self { limits: Limits { nodes: Some(QUICK_NODES), ..Limits::depth(QUICK_PLIES) }, unevenness }
    }
}
