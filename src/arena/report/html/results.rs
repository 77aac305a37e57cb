//! Results: the match in figures, standings, crosstable, pairings, faults.

use crate::arena::report::figures;
use crate::arena::report::summary::{Pairing, Summary};
use crate::arena::stats::{Estimate, Wdl};
use maud::{Markup, html};

/// The share of a bar, in per cent, that has room for its number.
const READABLE: f64 = 15.0;

/// The figures of a match of two.
pub fn duel(summary: &Summary, pairing: &Pairing) -> Markup {
    let wdl = pairing.wdl();
    let name = |index: usize| &summary.players[index].name;
    html! {
        section.cards {
            div.card {
                h3 { "Score of " (name(pairing.first)) }
                p.big { (figures::points(wdl)) small { " of " (wdl.games()) } }
                p { (figures::score(wdl)) " of the points against " (name(pairing.second)) }
                (bar(wdl))
            }
            div.card {
                h3 { "Elo difference" }
                @match pairing.elo() {
                    Some(elo) => {
                        p.big { (figures::elo(elo.value)) small { " ± " (figures::margin(elo)) } }
                        p { "95 %: " (figures::elo(elo.low)) " to " (figures::elo(elo.high)) }
                    }
                    None => p.big { "–" },
                }
                p { "Likelihood of superiority " b { (figures::percent(pairing.los())) } }
            }
            div.card {
                h3 { "As Black and as White" }
                table.plain {
                    @for (color, wdl) in ["Black", "White"].into_iter().zip(pairing.as_color) {
                        tr { th { (color) } td { (bar(wdl)) } td.number { (figures::score(wdl)) } }
                    }
                }
                p { "Draw ratio " b { (figures::percent(wdl.draws as f64 / wdl.games().max(1) as f64)) } }
            }
            @if pairing.pairs.pairs() > 0 {
                div.card {
                    h3 { "Pairs of games on one opening" }
                    (pentanomial(pairing))
                }
            }
        }
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

/// The players from the strongest to the weakest.
pub fn standings(summary: &Summary) -> Markup {
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th { "#" } th.text { "Player" } th { "Elo" } th { "±" } th { "Games" } th { "Points" }
                        th { "Score" } th.text { "Wins, draws, losses" } th { "Black" } th { "White" }
                    }
                }
                tbody {
                    @for (place, index) in summary.ranking().into_iter().enumerate() {
                        @let player = &summary.players[index];
                        @let wdl = player.wdl();
                        tr {
                            td { (place + 1) }
                            th.name title=(versions(player.versions.iter())) { (player.name) }
                            (rating(player.rating))
                            td { (wdl.games()) }
                            td { (figures::points(wdl)) }
                            td { (figures::score(wdl)) }
                            td.text { (bar(wdl)) }
                            td { (figures::score(player.as_color[0])) }
                            td { (figures::score(player.as_color[1])) }
                        }
                    }
                }
            }
        }
    }
}

fn rating(rating: Option<Estimate>) -> Markup {
    html! {
        @match rating {
            Some(rating) => { td { b { (figures::elo(rating.value)) } } td { (figures::margin(rating)) } }
            None => { td { "–" } td { "–" } }
        }
    }
}

fn versions<'a>(versions: impl Iterator<Item = &'a String>) -> String {
    versions.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Points of games, every player against every other; the more the player in the row won, the bluer.
pub fn crosstable(summary: &Summary) -> Markup {
    let (ranking, results) = (summary.ranking(), summary.crosstable());
    html! {
        div.scroll {
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
                            @for &column in &ranking { (cell(summary, results[row][column], row, column)) }
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
                td.score style=(format!("--tint:{:.0}%", 70.0 * (2.0 * score - 1.0).abs()))
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
            div.scroll {
                table {
                    thead {
                        tr {
                            th.text { "First" } th.text { "Second" } th { "Score" } th.text { "Wins, draws, losses" }
                            th { "Elo" } th { "95 %" } th { "LOS" } th { "Pairs of 0 ½ 1 1½ 2 points" }
                        }
                    }
                    tbody {
                        @for pairing in &summary.pairings {
                            tr {
                                (name(pairing.first)) (name(pairing.second))
                                td { (figures::score(pairing.wdl())) }
                                td.text { (bar(pairing.wdl())) }
                                @match pairing.elo() {
                                    Some(elo) => {
                                        td { b { (figures::elo(elo.value)) } }
                                        td { (figures::elo(elo.low)) " to " (figures::elo(elo.high)) }
                                    }
                                    None => { td { "–" } td { "–" } }
                                }
                                td { (figures::percent(pairing.los())) }
                                td { (pairing.pairs.0.map(|count| count.to_string()).join(" ")) }
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
                div.scroll.tall {
                    table {
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
