//! Results: the match in figures, standings, crosstable, pairings, faults.

use crate::report::figures;
use crate::report::summary::{Pairing, Summary};
use crate::stats::{Estimate, Sprt, SprtDecision, SprtModel, SprtState, Wdl};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The share of a bar, in per cent, that has room for its number.
const READABLE: f64 = 15.0;

/// The figures of a match of two.
pub fn duel(summary: &Summary, pairing: &Pairing) -> Markup {
    let (wdl, encounter) = (pairing.wdl(), pairing.encounter());
    let name = |index: usize| &summary.players[index].name;
    html! {
        section.cards {
            div.card {
                h2 { "Score of " (name(pairing.first)) }
                p.big { (figures::points(wdl)) small { " of " (wdl.games()) } }
                p { (figures::score(wdl)) " of the points against " (name(pairing.second)) }
                (bar(wdl))
            }
            div.card {
                h2 { "Elo difference" }
                @match encounter.elo() {
                    Some(elo) => (difference(elo)),
                    None => p.big { "–" },
                }
                @if let Some(elo) = encounter.normalized_elo() {
                    p { "Normalised " b { (figures::elo(elo.value)) } @if elo.has_interval() { " ± " (figures::margin(elo)) } }
                }
                p { "Likelihood of superiority " b { (figures::los(encounter.los())) } }
            }
            @if let Some((sprt, state)) = summary.test.zip(summary.sprt) { (test(sprt, state)) }
            div.card {
                h2 { "As Black and as White" }
                table.plain {
                    @for (color, wdl) in ["Black", "White"].into_iter().zip(pairing.as_color) {
                        tr { th { (color) } td { (bar(wdl)) } td.number { (figures::score(wdl)) } }
                    }
                }
                p { "Draw ratio " b { (figures::percent(wdl.draws as f64 / wdl.games().max(1) as f64)) } }
                @if pairing.pairs.pairs() > 0 {
                    h3 { "Pairs of games by points" }
                    (pentanomial(pairing))
                }
            }
        }
    }
}

/// An Elo difference, whose interval may have an open end.
fn difference(elo: Estimate) -> Markup {
    let closed = elo.low.is_finite() && elo.high.is_finite();
    html! {
        @if elo.value.is_finite() {
            p.big { (figures::elo(elo.value)) @if closed { small { " ± " (figures::margin(elo)) } } }
        } @else {
            p.big { @if elo.value > 0.0 { "all won" } @else { "all lost" } }
        }
        p { (figures::interval(elo)) }
    }
}

/// Where a sequential test stands between its bounds.
fn test(sprt: Sprt, state: SprtState) -> Markup {
    let place = |llr: f64| 100.0 * ((llr - state.lower) / (state.upper - state.lower)).clamp(0.0, 1.0);
    let (zero, now) = (place(0.0), place(state.llr));
    let elo = if sprt.model == SprtModel::Normalized { "normalised Elo" } else { "Elo" };
    let verdict = match state.verdict {
        SprtDecision::Continue => "The test goes on.".to_owned(),
        SprtDecision::AcceptH0 => format!("H0 is accepted: {elo} {} rather than {}.", sprt.elo0, sprt.elo1),
        SprtDecision::AcceptH1 => format!("H1 is accepted: {elo} {} rather than {}.", sprt.elo1, sprt.elo0),
    };
    html! {
        div.card {
            h2 { "Sequential test" }
            p.big { (format!("{:+.2}", state.llr)) small { " LLR" } }
            div.sprt role="img" aria-label=(figures::sprt(state)) {
                i.fill data-good[state.llr >= 0.0]
                    style=(format!("left:{:.2}%;width:{:.2}%", zero.min(now), (now - zero).abs())) {}
                i.mark style=(format!("left:{now:.2}%")) {}
            }
            div.bounds {
                span { (format!("{:.2}", state.lower)) br; small { "H0: " (elo) " " (sprt.elo0) } }
                span { (format!("{:+.2}", state.upper)) br; small { "H1: " (elo) " " (sprt.elo1) } }
            }
            p { (verdict) }
            p.note { "alpha " (sprt.alpha) ", beta " (sprt.beta) }
        }
    }
}

/// What the engines are: the name and version that they tell, command, build.
pub fn engines(summary: &Summary) -> Markup {
    let text = |values: &BTreeSet<String>| values.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    html! {
        div.scroll role="group" tabindex="0" aria-label="Engines" {
            table {
                thead { tr { th.text { "Engine" } th.text { "Program" } th.text { "Command" } th.text { "Build" } } }
                tbody {
                    @for index in summary.ranking() {
                        @let player = &summary.players[index];
                        tr {
                            th.name title=(player.name) { (player.name) }
                            td.text { (text(&player.versions)) }
                            td.text.wide { @for command in &player.commands { code { (command) } " " } }
                            td.text { code { (text(&player.builds)) } }
                        }
                    }
                }
            }
        }
        p.note { "A build is told by a hash of the engine's program and of the files that its command names." }
    }
}

/// How many pairs brought 0, ½, 1, 1½ and 2 points, as columns.
fn pentanomial(pairing: &Pairing) -> Markup {
    let counts = pairing.pairs.0;
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    html! {
        div.columns title="Pairs by the points that the first player made in both games" {
            @for (count, label) in counts.into_iter().zip(["0", "½", "1", "1½", "2"]) {
                div {
                    span { (count) }
                    i style={ "height:" (60 * count / most) "px" } {}
                    small { (label) }
                }
            }
        }
    }
}

/// What the page's script sorts a cell by whose text is no plain number; nothing is behind everything.
pub fn key(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Wins, draws and losses as a bar.
fn bar(wdl: Wdl) -> Markup {
    let share = |count: u64| 100.0 * count as f64 / wdl.games().max(1) as f64;
    html! {
        div.bar title=(figures::results(wdl)) {
            @for (class, count) in [("win", wdl.wins), ("draw", wdl.draws), ("loss", wdl.losses)] {
                @if count > 0 {
                    i class=(class) style={ "width:" (format!("{:.2}%", share(count))) } {
                        @if share(count) >= READABLE { (count) }
                    }
                }
            }
        }
    }
}

/// The players of a group from the strongest to the weakest, behind so many `before` them.
pub fn standings(summary: &Summary, players: &[usize], before: usize) -> Markup {
    html! {
        div.scroll role="group" tabindex="0" aria-label="Standings" {
            table.sort {
                thead {
                    tr {
                        th { "#" } th.text { "Player" } th { "Elo" } th { "±" } th title="Likelihood of superiority over the next" { "LOS" }
                        th { "Games" } th { "Points" }
                        th { "Score" } th.text { "Wins, draws, losses" } th { "Black" } th { "White" }
                    }
                }
                tbody {
                    @for (place, &index) in players.iter().enumerate() {
                        @let player = &summary.players[index];
                        @let wdl = player.wdl();
                        tr {
                            td { (before + place + 1) }
                            th.name title=(player.name) { (player.name) }
                            td { b { (figures::elo(summary.rating(index).value)) } }
                            td { (figures::rating_margin(summary, index)) }
                            td { (figures::los_over(summary, index, players.get(place + 1))) }
                            td { (wdl.games()) }
                            td { (figures::points(wdl)) }
                            td { (figures::score(wdl)) }
                            td.text data-key=(key(wdl.score())) { (bar(wdl)) }
                            td { (figures::score(player.as_color[0])) }
                            td { (figures::score(player.as_color[1])) }
                        }
                    }
                }
            }
        }
    }
}

/// Points of games, every player against every other; the more the player in the row won, the bluer.
pub fn crosstable(summary: &Summary) -> Markup {
    let (ranking, results) = (summary.ranking(), summary.crosstable());
    html! {
        div.scroll role="group" tabindex="0" aria-label="Crosstable" {
            table.cross {
                thead {
                    tr {
                        th { "#" } th.text { "Player" }
                        @for (place, &index) in ranking.iter().enumerate() {
                            th title=(summary.players[index].name) { (place + 1) }
                        }
                    }
                }
                tbody {
                    @for (place, &row) in ranking.iter().enumerate() {
                        tr {
                            td { (place + 1) }
                            th.name title=(summary.players[row].name) { (summary.players[row].name) }
                            @for &column in &ranking { (cell(summary, results[row][column].games, row, column)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(summary: &Summary, wdl: Wdl, row: usize, column: usize) -> Markup {
    let names = || format!("{} against {}", summary.players[row].name, summary.players[column].name);
    html! {
        @match wdl.score() {
            _ if row == column => td.self {},
            None => td.none { "·" },
            Some(score) => {
                td.score style=(format!("--tint:{:.0}%", 60.0 * (2.0 * score - 1.0).abs()))
                    data-good[score >= 0.5]
                    title=(format!("{}: {}", names(), figures::results(wdl))) {
                    (figures::points(wdl)) small { "/" (wdl.games()) }
                }
            }
        }
    }
}

/// Every pairing with its difference.
pub fn pairings(summary: &Summary) -> Markup {
    let name = |index: usize| html! { th.name title=(summary.players[index].name) { (summary.players[index].name) } };
    html! {
        details {
            summary { "Every pairing: Elo difference, likelihood of superiority, pairs of games" }
            div.scroll role="group" tabindex="0" aria-label="Pairings" {
                table.sort {
                    thead {
                        tr {
                            th.text { "First" } th.text { "Second" } th { "Score" } th.text { "Wins, draws, losses" }
                            th { "Elo" } th { "95 %" } th { "LOS" } th { "Pairs of 0 ½ 1 1½ 2 points" }
                            @if summary.test.is_some() { th.text { "Sequential test" } }
                        }
                    }
                    tbody {
                        @for pairing in &summary.pairings {
                            tr {
                                (name(pairing.first)) (name(pairing.second))
                                td { (figures::score(pairing.wdl())) }
                                td.text data-key=(key(pairing.wdl().score())) { (bar(pairing.wdl())) }
                                @match pairing.encounter().elo() {
                                    Some(elo) => {
                                        td { b { @if elo.value.is_finite() { (figures::elo(elo.value)) } @else { "–" } } }
                                        td { (figures::bounds(elo)) }
                                    }
                                    None => { td { "–" } td { "–" } }
                                }
                                td { (figures::los(pairing.encounter().los())) }
                                td { (pairing.pairs.0.map(|count| count.to_string()).join(" ")) }
                                @if let Some(state) = summary.test_of(pairing) { td.text { (figures::sprt(state)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The games that ended by a fault, each linked to its replay.
pub fn faults(summary: &Summary) -> Markup {
    let more = summary.fault_count - summary.faults.len() as u64;
    html! {
        section #faults {
            h2 { "Faults" }
            @if summary.fault_count == 0 {
                p { "No engine failed in any game." }
            } @else {
                p { (figures::count(summary.fault_count, "game", "games")) " ended by a fault of an engine, which lost it." }
                div.scroll.tall role="group" tabindex="0" aria-label="Faults" {
                    table.sort {
                        thead { tr { th.text { "Player" } th.text { "What" } th.text { "Game" } th.text { "Details" } } }
                        tbody {
                            @for fault in &summary.faults {
                                tr {
                                    th.name title=(fault.player) { (fault.player) }
                                    td.text { (fault.kind.about()) }
                                    td.text { a.name data-game=(fault.game) href="#games" { (fault.game) } }
                                    td.text.wide { span.clamp title=(fault.detail) { (fault.detail) } }
                                }
                            }
                        }
                    }
                }
                @if more > 0 { p { "… and " (more) " more." } }
            }
        }
    }
}
