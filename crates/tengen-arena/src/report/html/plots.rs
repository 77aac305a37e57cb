//! Plots: ratings with their intervals, the score over time, what the players thought. Lines are SVG that stretches with
//! the page; everything written stands beside it as text, so that it is as large on a narrow screen.

use super::results::key;
use crate::report::figures;
use crate::report::summary::{LongMove, Summary};
use crate::stats::{Wdl, score_of};
use maud::{Markup, html};
use std::fmt::Write as _;

/// Colours of lines; beyond them the same return, dashed.
const COLOURS: usize = 8;

/// Share of the games after which a score is no longer mere chance, and decides what the plot shows.
const SETTLED: f64 = 0.15;

/// A scale from one end of a plot to the other.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis that has all values, from one round number to another, with some four to nine of them.
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
        let (low, high) = if low < high { (low, high) } else { (-1.0, 1.0) };
        let rough = (high - low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(rough);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Where a value is, in per cent of the way, at one end if it is beyond.
    fn place(&self, value: f64) -> f64 {
        100.0 * ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(|i| self.low + i as f64 * self.step)
    }
}

/// The ratings of the players of a group as points on a line, the strongest on top.
pub fn ratings(summary: &Summary, players: &[usize]) -> Markup {
    let rated = players.iter().map(|&i| (i, &summary.players[i].name, summary.rating(i)));
    let axis = Axis::of(rated.clone().flat_map(|(_, _, rating)| [rating.low, rating.value, rating.high]));
    let ticks = || {
        html! {
            @for tick in axis.ticks() { i.grid style=(format!("left:{:.2}%", axis.place(tick))) {} }
        }
    };
    html! {
        div.dots role="img" aria-label="Ratings with their 95 % intervals" {
            @for (index, name, rating) in rated {
                @let (low, high) = (axis.place(rating.low), axis.place(rating.high));
                span.name title=(name) { (name) }
                span.track title=(figures::estimate(rating)) {
                    (ticks())
                    @if rating.has_interval() {
                        i.whisker style=(format!("left:{low:.2}%;width:{:.2}%", high - low)) {}
                    }
                    i.dot style=(format!("left:{:.2}%", axis.place(rating.value))) {}
                }
                span.value {
                    b { (figures::elo(rating.value)) }
                    @if summary.ratings.is_anchor(index) { small { " anchor" } }
                    @else if rating.has_interval() { small { " ± " (figures::margin(rating)) } }
                }
            }
            span {}
            span.ticks {
                @for tick in axis.ticks() {
                    span style=(format!("left:{:.2}%", axis.place(tick))) { (signed(tick)) }
                }
            }
            span {}
        }
    }
}

fn signed(value: f64) -> String {
    if value.abs() < 0.5 { "0".into() } else { format!("{value:+.0}") }
}

/// One line of the plot of scores.
struct ScoreCurve<'a> {
    name: &'a str,
    points: Vec<Wdl>,
}

fn lines(summary: &Summary) -> Vec<ScoreCurve<'_>> {
    let name = |index: usize| summary.players[index].name.as_str();
    if let Some(pairing) = summary.as_match() {
        return vec![ScoreCurve { name: name(pairing.first), points: pairing.course.points().collect() }];
    }
    let line = |index| ScoreCurve { name: name(index), points: summary.players[index].course.points().collect() };
    summary.ranking().into_iter().map(line).collect()
}

/// The score as it grew: of the first player in a match, with its 95 % interval, else of every player.
pub fn course(summary: &Summary) -> Markup {
    let (lines, duel) = (lines(summary), summary.as_match().is_some());
    let games = lines.iter().flat_map(|line| &line.points).map(Wdl::games).max().unwrap_or(1).max(1);
    let settled = lines.iter().flat_map(|line| &line.points).filter(|wdl| wdl.games() as f64 >= SETTLED * games as f64);
    let spread = if duel { interval } else { |wdl| [share(wdl); 2] };
    let scores = Axis::of(settled.flat_map(|&wdl| spread(wdl)).chain([0.45, 0.55]));
    let time = Axis { low: 0.0, high: games as f64, step: Axis::of([0.0, games as f64].into_iter()).step };
    let place = |wdl: Wdl, score: f64| (10.0 * time.place(wdl.games() as f64), 1000.0 - 10.0 * scores.place(score));
    html! {
        div.chart {
            div.scale { @for tick in scores.ticks() {
                span style=(format!("bottom:{:.2}%", scores.place(tick))) { (format!("{:.0} %", tick * 100.0)) }
            } }
            svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label="Score over time" {
                @for tick in scores.ticks() {
                    @let y = format!("{:.1}", 1000.0 - 10.0 * scores.place(tick));
                    line.grid x1="0" x2="1000" y1=(y) y2=(y) {}
                }
                @let even = format!("{:.1}", 1000.0 - 10.0 * scores.place(0.5));
                line.grid.even x1="0" x2="1000" y1=(even) y2=(even) {}
                @for (number, line) in lines.iter().enumerate() {
                    @if duel {
                        @let low = line.points.iter().map(|&wdl| place(wdl, interval(wdl)[0]));
                        @let high = line.points.iter().rev().map(|&wdl| place(wdl, interval(wdl)[1]));
                        polygon.band points=(path(low.chain(high))) {}
                    }
                    polyline class=(class(number)) data-line=(number)
                        points=(path(line.points.iter().map(|&wdl| place(wdl, share(wdl))))) { title { (line.name) } }
                }
            }
            div.ticks { @for tick in time.ticks().filter(|&tick| tick <= time.high) {
                span style=(format!("left:{:.2}%", time.place(tick))) { (format!("{tick:.0}")) }
            } }
        }
        (legend(&lines, duel))
    }
}

fn legend(lines: &[ScoreCurve<'_>], duel: bool) -> Markup {
    html! {
        @if duel {
            @for line in lines {
                p.note { "Score of " (line.name) " after so many games, with its 95 % interval." }
            }
        } @else {
            div.legend {
                @for (number, line) in lines.iter().enumerate() {
                    button type="button" data-line=(number) title=(line.name) {
                        svg viewBox="0 0 24 8" aria-hidden="true" { line class=(class(number)) x1="0" x2="24" y1="4" y2="4" {} }
                        span.name { (line.name) }
                    }
                }
            }
            p.note { "Score of every player after so many games of its own." }
        }
    }
}

fn class(number: usize) -> String {
    format!("line c{} d{}", number % COLOURS, number / COLOURS % 3)
}

fn share(wdl: Wdl) -> f64 {
    wdl.score().unwrap_or(0.5)
}

/// The 95 % interval of a score, the games taken as independent: anything after few games.
fn interval(wdl: Wdl) -> [f64; 2] {
    wdl.elo().map_or([0.0, 1.0], |elo| [elo.low, elo.high].map(score_of))
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.fold(String::new(), |mut text, (x, y)| {
        let _ = write!(text, "{x:.1},{y:.1} ");
        text
    })
}

/// Mean time and depth of the moves, as bars.
pub fn thinking(summary: &Summary) -> Markup {
    let players: Vec<_> = summary.ranking().into_iter().map(|index| &summary.players[index]).collect();
    let most = |values: &dyn Fn(usize) -> Option<f64>| (0..players.len()).filter_map(values).fold(0.0, f64::max);
    let (slowest, deepest) = (most(&|i| players[i].time.value()), most(&|i| players[i].depth.value()));
    html! {
        div.scroll role="group" tabindex="0" aria-label="Time and depth" {
            table.sort {
                thead {
                    tr {
                        th.text { "Player" } th.text { "Mean time of a move" } th { "Of its time" } th.text { "Mean depth" }
                        th { "Nodes/s" } th.text { "Longest move" } th.text { "Faults" }
                    }
                }
                tbody {
                    @for player in players {
                        tr {
                            th.name title=(player.name) { (player.name) }
                            td.text data-key=(key(player.time.value())) { (meter(player.time.value(), slowest, &figures::mean_time(player.time.value()))) }
                            td { (player.time_used().map_or_else(|| "-".into(), figures::percent)) }
                            td.text data-key=(key(player.depth.value())) { (meter(player.depth.value(), deepest, &figures::depth(player.depth.value()))) }
                            td data-key=(key(player.speed())) { (figures::speed(player.speed())) }
                            td.text data-key=(key(player.longest.as_ref().map(|longest| longest.seconds))) {
                                @if let Some(LongMove { seconds, game, text }) = &player.longest {
                                    a data-game=(game) href="#games" { (figures::time(*seconds)) } " " small { (text) }
                                }
                            }
                            td.text.wide data-key=(player.faults.values().sum::<u64>()) { (figures::faults(&player.faults)) }
                        }
                    }
                }
            }
        }
    }
}

fn meter(value: Option<f64>, most: f64, text: &str) -> Markup {
    let width = 100.0 * value.unwrap_or(0.0) / if most > 0.0 { most } else { 1.0 };
    html! {
        span.meter { i { b style=(format!("width:{width:.1}%")) {} } span { (text) } }
    }
}
