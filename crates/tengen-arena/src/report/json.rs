//! The report as one JSON object, for scripts.
//!
//! | field | meaning |
//! |---|---|
//! | `games`, `repeats`, `repeated` | games counted; games left out because they repeat one of these move for move; lines left out because their game had been counted already |
//! | `began`, `ended`, `seconds` | of all games: begin and end in seconds since 1970, and their times added up |
//! | `groups[]` | the players that games link, of their own or through others, by name; ratings compare players of one group only |
//! | `weak_links[]` | of groups that fewer than ten pairs of games hold together: their parts, lists of names |
//! | `machines` | the machines that played, each with the number of its games |
//! | `overloaded`, `latest` | games in which the arena itself was late, and by how many seconds at most |
//! | `settings[]` | what was played: `game`, `rule`, `size`, `time`, `seed`, `arena`, and `games` of them |
//! | `players[]` | group by group, from the strongest to the weakest: `name`, `versions`, `commands`, `builds` (eight digits of a hash of its files), results, `black` and `white` (results with that colour), `group` (from 1), `rating` (Bradley-Terry, Elo; the mean of a group without anchor is 0), `anchor` (true where the rating is given), `los` (likelihood of superiority over the next of the group), `move_seconds` and `depth` (means), `time_used` (the share of the time that it had for its moves, of games with a clock), `nodes_per_second`, `longest_move` (`seconds`, `game`, `move`), `faults` (by kind), `course` |
//! | `pairings[]` | `first`, `second` and, as `first` sees them: results, `black` and `white`, `pentanomial` (pairs by half points), `elo`, `normalized_elo`, `los`, `course` |
//! | `sprt` | where the sequential test of a match stands: `llr`, `lower`, `upper`, `verdict`; `null` without one |
//! | `fault_count`, `faults[]` | games that ended by a fault: how many, and the first 1000 as `game`, `player`, `kind`, `detail` |
//!
//! Results are `games`, `wins`, `draws`, `losses`, `points` and `score` (points a game). Ratings and differences are
//! `value`, `low` and `high`, a 95 % interval in Elo. A `course` is a list of `[games, points]`, the score as it grew, at
//! most 500 of them. What is not known or not finite is `null`.

use super::summary::{Course, Fault, LongMove, Pairing, RunSettings, Summary};
use crate::record::End;
use crate::stats::{Estimate, Pentanomial, SprtState, Wdl};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use tengen_core::printable;

#[derive(Serialize)]
struct Report<'a> {
    games: u64,
    repeats: u64,
    repeated: u64,
    began: Option<f64>,
    ended: Option<f64>,
    seconds: f64,
    machines: &'a BTreeMap<String, u64>,
    overloaded: u64,
    latest: f64,
    settings: Vec<SettingsReport<'a>>,
    groups: Vec<Vec<&'a str>>,
    weak_links: Vec<Vec<Vec<&'a str>>>,
    players: Vec<PlayerReport<'a>>,
    pairings: Vec<PairingReport<'a>>,
    sprt: Option<SprtState>,
    fault_count: u64,
    faults: &'a [Fault],
}

#[derive(Serialize)]
struct SettingsReport<'a> {
    #[serde(flatten)]
    settings: &'a RunSettings,
    games: u64,
}

#[derive(Serialize)]
struct Results {
    games: u64,
    #[serde(flatten)]
    wdl: Wdl,
    points: f64,
    score: Option<f64>,
}

#[derive(Serialize)]
struct PlayerReport<'a> {
    name: &'a str,
    versions: &'a BTreeSet<String>,
    commands: &'a BTreeSet<String>,
    builds: &'a BTreeSet<String>,
    #[serde(flatten)]
    results: Results,
    black: Results,
    white: Results,
    group: usize,
    rating: Estimate,
    anchor: bool,
    los: Option<f64>,
    move_seconds: Option<f64>,
    time_used: Option<f64>,
    longest_move: Option<&'a LongMove>,
    depth: Option<f64>,
    nodes_per_second: Option<f64>,
    faults: &'a BTreeMap<End, u64>,
    course: Vec<(u64, f64)>,
}

#[derive(Serialize)]
struct PairingReport<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    results: Results,
    black: Results,
    white: Results,
    pentanomial: Pentanomial,
    elo: Option<Estimate>,
    normalized_elo: Option<Estimate>,
    los: Option<f64>,
    course: Vec<(u64, f64)>,
}

/// Writes the report, indented, with an end of line.
///
/// # Errors
/// As `output`.
pub fn write(summary: &Summary, output: &mut dyn Write) -> io::Result<()> {
    let settings = summary.settings.iter().map(|(settings, &games)| SettingsReport { settings, games });
    let standings = summary.standings();
    let names = |players: &[usize]| players.iter().map(|&player| &*summary.players[player].name).collect();
    let weak = summary.ratings.groups.iter().filter(|group| !group.parts.is_empty());
    let report = Report {
        games: summary.games,
        repeats: summary.repeats,
        repeated: summary.repeated,
        began: summary.period.map(|(began, _)| began),
        ended: summary.period.map(|(_, ended)| ended),
        seconds: summary.seconds,
        machines: &summary.machines,
        overloaded: summary.overloaded,
        latest: summary.latest,
        settings: settings.collect(),
        groups: standings.iter().map(|group| names(group)).collect(),
        weak_links: weak.map(|group| group.parts.iter().map(|part| names(part)).collect()).collect(),
        players: (1..).zip(&standings).flat_map(|(number, group)| players(summary, number, group)).collect(),
        pairings: summary.pairings.iter().map(|pairing| of_pairing(summary, pairing)).collect(),
        sprt: summary.sprt,
        fault_count: summary.fault_count,
        faults: &summary.faults,
    };
    writeln!(output, "{}", printable::json(&serde_json::to_string_pretty(&report)?))
}

fn results(wdl: Wdl) -> Results {
    Results { games: wdl.games(), wdl, points: wdl.points(), score: wdl.score() }
}

fn course(course: &Course) -> Vec<(u64, f64)> {
    course.points().map(|wdl| (wdl.games(), wdl.points())).collect()
}

/// The players of a group from the strongest to the weakest.
fn players<'a>(summary: &'a Summary, group: usize, standings: &[usize]) -> Vec<PlayerReport<'a>> {
    let next = standings.iter().skip(1).copied().map(Some).chain([None]);
    standings.iter().zip(next).map(|(&index, next)| player(summary, group, index, next)).collect()
}

fn player(summary: &Summary, group: usize, index: usize, next: Option<usize>) -> PlayerReport<'_> {
    let player = &summary.players[index];
    PlayerReport {
        name: &player.name,
        versions: &player.versions,
        commands: &player.commands,
        builds: &player.builds,
        results: results(player.wdl()),
        black: results(player.as_color[0]),
        white: results(player.as_color[1]),
        group,
        rating: summary.rating(index),
        anchor: summary.ratings.is_anchor(index),
        los: next.and_then(|next| summary.ratings.los(index, next)),
        move_seconds: player.time.value(),
        time_used: player.time_used(),
        longest_move: player.longest.as_ref(),
        depth: player.depth.value(),
        nodes_per_second: player.speed(),
        faults: &player.faults,
        course: course(&player.course),
    }
}

fn of_pairing<'a>(summary: &'a Summary, pairing: &Pairing) -> PairingReport<'a> {
    PairingReport {
        first: &summary.players[pairing.first].name,
        second: &summary.players[pairing.second].name,
        results: results(pairing.wdl()),
        black: results(pairing.as_color[0]),
        white: results(pairing.as_color[1]),
        pentanomial: pairing.pairs,
        elo: pairing.encounter().elo(),
        normalized_elo: pairing.encounter().normalized_elo(),
        los: pairing.encounter().los(),
        course: course(&pairing.course),
    }
}
