//! Figures as people read them.

use crate::arena::record::End;
use crate::arena::report::summary::{RunSettings, Summary};
use crate::arena::stats::{Estimate, SprtDecision, SprtState, Wdl};
use crate::arena::tally::Tally;
use crate::game::Variant;
use std::collections::BTreeMap;

/// A signed number with one digit behind the point, `+inf` and `-inf` where it has no bound.
pub fn elo(value: f64) -> String {
    if value == 0.0 { "0.0".into() } else { format!("{value:+.1}") }
}

/// Half of the interval's width.
pub fn margin(estimate: Estimate) -> String {
    format!("{:.1}", estimate.margin())
}

/// An Elo difference with its interval.
pub fn estimate(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{} +/- {} (95 %: {} to {})", elo(value), margin(estimate), elo(low), elo(high))
}

/// A share as per cent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The score of results as per cent; a dash without games.
pub fn score(wdl: Wdl) -> String {
    wdl.score().map_or_else(|| "-".into(), percent)
}

/// Points, with the half that there may be.
pub fn points(wdl: Wdl) -> String {
    let points = wdl.points();
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// `3 wins, 1 draw, 0 losses`.
pub fn results(wdl: Wdl) -> String {
    let Wdl { wins, draws, losses } = wdl;
    format!("{}, {}, {}", count(wins, "win", "wins"), count(draws, "draw", "draws"), count(losses, "loss", "losses"))
}

/// `1 game`, `2 games`.
pub fn count(number: u64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// A time in the unit that suits it.
pub fn time(seconds: f64) -> String {
    let whole = seconds.round();
    match seconds {
        ..0.001 => format!("{:.0} \u{b5}s", seconds * 1e6),
        ..0.01 => format!("{:.2} ms", seconds * 1e3),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..60.0 => format!("{seconds:.2} s"),
        ..3600.0 => format!("{:.0} min {:.0} s", (whole / 60.0).floor(), whole % 60.0),
        _ => format!("{:.0} h {:.0} min", (whole / 3600.0).floor(), (whole % 3600.0 / 60.0).floor()),
    }
}

/// A mean depth in plies, or a dash.
pub fn depth(plies: Option<f64>) -> String {
    plies.map_or_else(|| "-".into(), |plies| format!("{plies:.1}"))
}

/// A mean time, or a dash.
pub fn mean_time(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".into(), time)
}

/// `2 overstepped its time, 1 crashed`, or `none`.
pub fn faults(faults: &BTreeMap<End, u64>) -> String {
    let texts: Vec<_> = faults.iter().map(|(kind, number)| format!("{number} {}", kind.about())).collect();
    if texts.is_empty() { "none".into() } else { texts.join(", ") }
}

/// What was played, in one line.
pub fn settings(settings: &RunSettings) -> String {
    let RunSettings { variant: Variant { game, rule, size }, time, seed, arena } = settings;
    format!("{game}, {rule}, size {size}; time {time}; seed {seed}; arena {arena}")
}

/// What the report is of: `A against B`, or how many players met.
pub fn title(summary: &Summary) -> String {
    match summary.as_match() {
        Some(pairing) => {
            format!("{} against {}", summary.players[pairing.first].name, summary.players[pairing.second].name)
        }
        None => format!("Tournament of {}", count(summary.players.len() as u64, "player", "players")),
    }
}

/// Where a sequential test stands, as in `LLR 1.20 (-2.94, 2.94), goes on`.
pub fn sprt(state: SprtState) -> String {
    let verdict = match state.verdict {
        SprtDecision::Continue => "goes on",
        SprtDecision::AcceptH0 => "ended: H0 is accepted",
        SprtDecision::AcceptH1 => "ended: H1 is accepted",
    };
    format!("LLR {:.2} ({:.2}, {:.2}), {verdict}", state.llr, state.lower, state.upper)
}

/// The score of a match that goes on, or who leads a tournament; empty before the first game.
pub fn running(tally: &Tally) -> String {
    let leader = |wdl: &Wdl| wdl.score().unwrap_or(0.0);
    if let [pairs] = &tally.pairs[..] {
        let wdl = tally.engines[0];
        let elo = pairs.elo().map(|elo| format!(", Elo {}", estimate(elo)));
        let sprt = tally.tests[0].map(|state| format!(", {}", sprt(state)));
        let (elo, sprt) = (elo.unwrap_or_default(), sprt.unwrap_or_default());
        return format!("{} {} of {}{elo}{sprt}", tally.names[0], points(wdl), wdl.games());
    }
    let best = tally.engines.iter().zip(&tally.names).max_by(|(a, _), (b, _)| leader(a).total_cmp(&leader(b)));
    best.filter(|(wdl, _)| wdl.games() > 0)
        .map_or_else(String::new, |(wdl, name)| format!("{name} leads with {} of {}", points(*wdl), wdl.games()))
}
