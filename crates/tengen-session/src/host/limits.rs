//! The limits of a search: what the settings ask for, and what the clock leaves.

use crate::clock::Clocks;
use crate::{Engine, Settings};
use std::time::Duration;
use tengen_core::game::Color;
use tengen_core::search::{Budget, Limits};

/// The limits of the settings and of the side's clock; a second a move without either.
pub(super) fn limits(settings: &Settings, clocks: &Clocks, engine: &dyn Engine, color: Color) -> Limits {
    let asked = settings.limits();
    let clock = clocks.budget(color, moves_to_think(clocks, engine, color), Duration::ZERO);
    let time = match (asked.time, clock) {
        (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (a, b) => a.or(b),
    };
    let limits = Limits { time, ..asked };
    if limits.is_bounded() { limits } else { Limits { time: Some(Settings::usual_time()), ..limits } }
}

/// The moves that the time on a clock is shared among, where the rules say how many plies are left: as many as would
/// take all the effort if each took what the next one does.
fn moves_to_think(clocks: &Clocks, engine: &dyn Engine, color: Color) -> Option<u32> {
    let left = engine.plies_left()?.max(1);
    let pace = clocks.budget(color, Some(left.div_ceil(2)), Duration::ZERO)?.soft;
    let effort = |plies| engine.effort(plies, pace);
    let all: u32 = (1..=left).rev().step_by(2).map(effort).sum();
    Some(all.div_ceil(effort(left)))
}
