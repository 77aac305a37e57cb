//! Figures as people read them.

use crate::record::End;
use crate::report::summary::{RunSettings, Summary};
use crate::stats::{Estimate, MIN_SAMPLES, SprtDecision, SprtState, Wdl};
use crate::tally::Tally;
use std::collections::BTreeMap;
use tengen_core::game::Variant;

/// The share of its CPU time below which an engine is said to have used little.
const LITTLE: f64 = 0.75;

/// A signed number with one digit behind the point, `+inf` and `-inf` where it has no bound.
pub fn elo(value: f64) -> String {
    if value == 0.0 { "0.0".into() } else { format!("{value:+.1}") }
}

/// Half of the interval's width; a dash where it has an open end.
pub fn margin(estimate: Estimate) -> String {
    if estimate.margin().is_finite() { format!("{:.1}", estimate.margin()) } else { "-".into() }
}

/// An Elo difference with its interval.
pub fn estimate(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    if low.is_finite() && high.is_finite() {
        format!("{} +/- {} ({})", elo(value), margin(estimate), interval(estimate))
    } else if value.is_finite() {
        format!("{} ({})", elo(value), interval(estimate))
    } else {
        let all = if value > 0.0 { "every pair was won" } else { "every pair was lost" };
        format!("{all} ({})", interval(estimate))
    }
}

/// A 95 % interval, which may have an open end, or none.
pub fn interval(estimate: Estimate) -> String {
    if estimate.has_interval() {
        format!("95 %: {}", bounds(estimate))
    } else {
        format!("too few games: an interval takes {MIN_SAMPLES} pairs")
    }
}

/// The ends of an interval.
pub fn bounds(Estimate { low, high, .. }: Estimate) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{} to {}", elo(low), elo(high)),
        (true, false) => format!("above {}", elo(low)),
        (false, true) => format!("below {}", elo(high)),
        (false, false) => "too few games".to_owned(),
    }
}

/// A likelihood of superiority as per cent.
pub fn los(los: Option<f64>) -> String {
    los.map_or_else(|| "too few games".into(), |los| format!("{:.2} %", los * 100.0))
}

/// The margin of a player's rating; a word where the rating is given.
pub fn rating_margin(summary: &Summary, player: usize) -> String {
    if summary.ratings.is_anchor(player) { "anchor".into() } else { margin(summary.rating(player)) }
}

/// The likelihood of superiority of a player over the next in the table; a dash where there is none.
pub fn los_over(summary: &Summary, player: usize, next: Option<&usize>) -> String {
    next.and_then(|&next| summary.ratings.los(player, next)).map_or_else(|| "-".into(), percent)
}

/// The heading of a group of players, by its index.
pub fn group(summary: &Summary, index: usize) -> String {
    let groups = &summary.ratings.groups;
    let players = count(groups[index].players.len() as u64, "player", "players");
    format!("Group {} of {}: {players}, {}", index + 1, groups.len(), origin(summary, index))
}

/// What the ratings of a group of players refer to.
pub fn origin(summary: &Summary, group: usize) -> String {
    let anchor = |&player: &usize| format!("{} is {}", summary.players[player].name, elo(summary.rating(player).value));
    let anchors: Vec<_> = summary.ratings.groups[group].anchors.iter().map(anchor).collect();
    if anchors.is_empty() { "the mean is 0".into() } else { anchors.join(", ") }
}

/// What keeps ratings from being compared, a sentence each.
fn links(summary: &Summary) -> Vec<String> {
    let groups = &summary.ratings.groups;
    let names = |part: &Vec<usize>| {
        /// Players that are named.
        const NAMED: usize = 5;
        let mut names: Vec<_> = part.iter().take(NAMED).map(|&player| summary.players[player].name.clone()).collect();
        let more = part.len() - names.len();
        names.extend((more > 0).then(|| format!("{more} more")));
        format!("({})", names.join(", "))
    };
    let mut sentences = Vec::new();
    if groups.len() > 1 {
        sentences.push(format!(
            "The players stand in {} groups that never met, directly or through others: ratings compare players of one \
             group only.",
            groups.len()
        ));
    }
    for group in groups.iter().filter(|group| !group.parts.is_empty()) {
        let parts: Vec<_> = group.parts.iter().map(names).collect();
        sentences.push(format!(
            "Fewer than {MIN_SAMPLES} pairs of games link {}: ratings hardly compare players of one with those of another.",
            parts.join(" and ")
        ));
    }
    sentences
}

/// Nodes a second, or a dash.
pub fn speed(nodes: Option<f64>) -> String {
    match nodes {
        None => "-".into(),
        Some(nodes @ ..1e3) => format!("{nodes:.0}"),
        Some(nodes @ ..1e6) => format!("{:.0} k", nodes / 1e3),
        Some(nodes) => format!("{:.1} M", nodes / 1e6),
    }
}

/// What makes a result doubtful, or ratings, a sentence each.
pub fn warnings(summary: &Summary) -> Vec<String> {
    let mut warnings = links(summary);
    if summary.is_faulty() {
        let lost: u64 = summary.players.iter().map(|player| player.wdl().losses).sum();
        let faults = summary.fault_count;
        warnings
            .push(format!("Most losses are faults of engines, {faults} of {lost}: the result says little about play."));
    }
    for player in &summary.players {
        let little = player.time_used().filter(|&used| used < LITTLE && summary.counts_cpu_time());
        if let Some(used) = little {
            warnings.push(format!(
                "{} used {} of its CPU time: with all of it, it may play better; it watches the wall clock, perhaps (docs/arena.md, A busy machine).",
                player.name,
                percent(used)
            ));
        }
    }
    if summary.was_overloaded() {
        let games = summary.games;
        warnings.push(format!(
            "The machine was overloaded in {} of {}: the arena itself was up to {} late, and times on the wall clock say little.",
            summary.overloaded,
            count(games, "game", "games"),
            time(summary.latest)
        ));
    }
    warnings
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
    let RunSettings { variant, time, seed, arena } = settings;
    format!("{}; time {time}; seed {seed}; arena {arena}", game(variant))
}

fn game(Variant { game, rule, size }: &Variant) -> String {
    format!("{game}, {rule}, size {size}")
}

/// What was played, one label for each kind of setting, with the number of games where there are several values.
pub fn grouped(summary: &Summary) -> Vec<(&'static str, String)> {
    /// Values of a setting that are listed.
    const LISTED: usize = 3;
    type Value = fn(&RunSettings) -> String;
    let kinds: [(&'static str, Value); 4] = [
        ("Game", |settings| game(&settings.variant)),
        ("Time", |settings| settings.time.clone()),
        ("Seed", |settings| settings.seed.to_string()),
        ("Arena", |settings| settings.arena.clone()),
    ];
    let listed = |value: Value| {
        let mut values: Vec<(String, u64)> = Vec::new();
        for (settings, games) in &summary.settings {
            let text = value(settings);
            match values.iter_mut().find(|(known, _)| *known == text) {
                Some((_, count)) => *count += games,
                None => values.push((text, *games)),
            }
        }
        values.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
        let more = values.len().saturating_sub(LISTED);
        let mut texts: Vec<_> = match &values[..] {
            [(only, _)] => vec![only.clone()],
            several => several[..several.len().min(LISTED)]
                .iter()
                .map(|(text, games)| format!("{text} ({})", count(*games, "game", "games")))
                .collect(),
        };
        texts.extend((more > 0).then(|| format!("{more} more")));
        texts.join("; ")
    };
    kinds.map(|(label, value)| (label, listed(value))).into()
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
