//! The report as a page in one file: no network, nothing outside it. Tables and plots are there without scripts; the list
//! of games and their replay are made by the script from data in the page.

mod plots;
mod replay;
mod results;

use super::figures;
use super::sources::{ReportError, Sources, each_game};
use super::summary::Summary;
use crate::record::{GameRecord, RecordLine};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use replay::Replays;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::Path;
use std::time::Duration;
use tengen_core::printable;
use tengen_core::progress::Progress;
use tengen_core::whole_file;

/// The style of pages.
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = concat!(include_str!("html/games.js"), include_str!("html/board.js"));

/// How every page begins.
const BEGINNING: &str = "<!DOCTYPE html>";

/// How a page is.
#[derive(Clone, Copy, Debug)]
pub struct PageSettings {
    /// The most games that it can replay.
    pub replays: u64,
    /// It loads itself again after so long.
    pub reload: Option<Duration>,
}

impl PageSettings {
    /// Games that a page can replay by default.
    pub const REPLAYS: u64 = 5000;
}

impl Default for PageSettings {
    fn default() -> Self {
        Self { replays: Self::REPLAYS, reload: None }
    }
}

/// Takes `wanted` of `total` things that come one by one.
struct Spread {
    total: u64,
    wanted: u64,
    seen: u64,
}

impl Spread {
    /// `wanted` of `total`, or all where there are not so many.
    const fn new(wanted: u64, total: u64) -> Self {
        Self { total, wanted: if wanted < total { wanted } else { total }, seen: 0 }
    }

    /// How many will have been taken after `total` things.
    const fn wanted(&self) -> u64 {
        self.wanted
    }

    /// Whether to take the next.
    fn take(&mut self) -> bool {
        let due = |seen: u64| u128::from(seen) * u128::from(self.wanted) / u128::from(self.total.max(1));
        let before = due(self.seen);
        let after = due(self.seen + 1);
        self.seen += 1;
        after > before
    }
}

/// Which games a page can replay: those with faults first, the others evenly spread over the record.
struct ReplayChoice {
    faults: Spread,
    others: Spread,
}

impl ReplayChoice {
    fn new(summary: &Summary, limit: u64) -> Self {
        let faults = Spread::new(limit, summary.fault_count);
        let others = Spread::new(limit - faults.wanted(), summary.games - summary.fault_count);
        Self { faults, others }
    }

    fn take(&mut self, game: &GameRecord) -> bool {
        if game.culprit().is_some() { self.faults.take() } else { self.others.take() }
    }

    const fn wanted(&self) -> u64 {
        self.faults.wanted() + self.others.wanted()
    }
}

/// Writes the page to a file. The records are read once more for the games that it can replay.
///
/// # Errors
/// [`ReportError`]; a file that is there and is no page is not overwritten.
pub fn write(
    summary: &Summary,
    sources: Sources<'_>,
    how: PageSettings,
    progress: &dyn Progress,
    path: &Path,
) -> Result<(), ReportError> {
    let failed = || ReportError::write(path.display());
    let mut choice = ReplayChoice::new(summary, how.replays);
    let mut page = open(path).map_err(failed())?;
    page.write_all(beginning(summary, &choice, how.reload).as_bytes()).map_err(failed())?;
    let (mut replays, mut separator) = (Replays::new(sources.games), "");
    let mut courses = HashSet::new();
    each_game(sources, progress, |entry| {
        let RecordLine::Game(game) = entry else { return Ok(()) };
        if courses.insert(game.course()) && choice.take(&game) {
            let line = serde_json::to_string(&replays.replay(&game)).map_err(io::Error::from);
            let written = line.and_then(|line| write!(page, "{separator}\n{}", inert(&line)));
            separator = ",";
            written.map_err(failed())?;
        }
        Ok(())
    })?;
    let boards = replays.boards().map_err(io::Error::from).map_err(failed())?;
    page.write_all(ending(&boards).as_bytes()).and_then(|()| page.flush()).map_err(failed())
}

/// Writes a page of other figures in the style of the reports: what its style has beyond theirs, and its body.
///
/// # Errors
/// [`ReportError::Write`]; a file that is there and is no page is not overwritten.
pub fn write_page(path: &Path, title: &str, style: &str, body: &str) -> Result<(), ReportError> {
    is_free(path).map_err(ReportError::write(path.display()))?;
    let page = maud::html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body { h1 { (title) } (PreEscaped(body)) }
        }
    };
    let written = whole_file::write(path, |out| out.write_all(page.into_string().as_bytes()));
    written.map_err(ReportError::write(path.display()))
}

/// Whether a page can be written there, as far as that can be known before.
///
/// # Errors
/// [`ReportError::Write`] where another file would be overwritten.
pub fn check(path: &Path) -> Result<(), ReportError> {
    is_free(path).map_err(ReportError::write(path.display()))
}

/// Creates a page, or opens it to overwrite it.
fn open(path: &Path) -> io::Result<BufWriter<File>> {
    is_free(path)?;
    Ok(BufWriter::new(File::create(path)?))
}

/// Records are not overwritten by a slip of the hand, only pages.
fn is_free(path: &Path) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0) {
        let mut beginning = String::new();
        let _ = File::open(path)?.take(BEGINNING.len() as u64).read_to_string(&mut beginning);
        if beginning != BEGINNING {
            return Err(io::Error::other("it is there and is no page; name another file"));
        }
    }
    Ok(())
}

/// The page up to the list of games.
fn beginning(summary: &Summary, choice: &ReplayChoice, reload: Option<Duration>) -> String {
    let title = figures::title(summary);
    let head = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">"))
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        @if let Some(interval) = reload { meta http-equiv="refresh" content=(interval.as_secs().max(1)); }
        meta name="generator" content={ "tengen " (env!("CARGO_PKG_VERSION")) };
        title { (title) }
        style { (PreEscaped(STYLE)) }
    };
    let body = html! {
        (header(summary, &title))
        main {
            @if let Some(pairing) = summary.as_match() { (results::duel(summary, pairing)) }
            @if summary.games > 0 { (sections(summary)) }
            (games(summary, choice))
        }
    };
    // Names are of records and engines.
    let shown = printable::lines(&format!("{}{}", head.into_string(), body.into_string()));
    format!("{shown}<script type=\"application/json\" id=\"replays\">[")
}

fn ending(boards: &str) -> String {
    let end = html! {
        script #boards type="application/json" { (PreEscaped(inert(boards))) }
        script { (PreEscaped(SCRIPT)) }
    };
    format!("\n]</script>{}\n", end.into_string())
}

/// JSON that can stand in a page: within a script element nothing but its end counts, and that needs a `<`.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn header(summary: &Summary, title: &str) -> Markup {
    html! {
        header {
            h1 { (title) }
            (conditions(summary))
            @for warning in figures::warnings(summary) { p.warning role="alert" { (warning) } }
        }
    }
}

/// What was played, where and when.
fn conditions(summary: &Summary) -> Markup {
    let distinct = match summary.repeats {
        0 => format!("{}, all distinct", summary.games),
        repeats => {
            format!("{} distinct of {}; a repeated one counts for nothing", summary.games, summary.games + repeats)
        }
    };
    html! {
        dl.conditions {
            @for (label, values) in figures::grouped(summary) { div { dt { (label) } dd { (values) } } }
            div { dt { "Games" } dd {
                (distinct)
                @if summary.repeated > 0 {
                    "; " (figures::count(summary.repeated, "line", "lines")) " of the record counted once"
                }
            } }
            @if !summary.machines.is_empty() {
                div { dt { @if summary.machines.len() == 1 { "Machine" } @else { "Machines" } } dd {
                    @for (number, (machine, games)) in summary.machines.iter().enumerate() {
                        @if number > 0 { "; " }
                        (machine)
                        @if summary.machines.len() > 1 { ": " (figures::count(*games, "game", "games")) }
                    }
                } }
            }
            @if let Some((began, ended)) = summary.period {
                div { dt { "Played" } dd {
                    time data-unix=(began) {} " – " time data-unix=(ended) {} ", "
                    (figures::time(summary.seconds)) " of play"
                } }
            }
        }
    }
}

fn sections(summary: &Summary) -> Markup {
    let (tournament, standings) = (summary.as_match().is_none(), summary.standings());
    html! {
        @if tournament {
            @for (group, players) in standings.iter().enumerate() {
                @let before = standings[..group].iter().map(Vec::len).sum::<usize>();
                section {
                    h2 { "Standings" }
                    @if standings.len() > 1 { h3 { (figures::group(summary, group)) } }
                    (results::standings(summary, players, before))
                }
                section {
                    h2 { "Ratings" }
                    @if standings.len() > 1 { h3 { (figures::group(summary, group)) } }
                    (plots::ratings(summary, players))
                    p.note { "Bradley-Terry, Elo, 95 % intervals; " (figures::origin(summary, group)) "." }
                }
            }
        }
        @if tournament {
            section { h2 { "Crosstable" } (results::crosstable(summary)) (results::pairings(summary)) }
        }
        section { h2 { "Score over time" } (plots::course(summary)) }
        section { h2 { "Time and depth" } (plots::thinking(summary)) }
        section { h2 { "Engines" } (results::engines(summary)) }
        (results::faults(summary))
    }
}

/// The list of games and their replay, which the script fills.
fn games(summary: &Summary, choice: &ReplayChoice) -> Markup {
    let (shown, all) = (choice.wanted(), summary.games);
    html! {
        section #games {
            h2 { "Games" }
            @if shown < all {
                p.note {
                    "This page holds " (shown) " of the " (all) " games: those that ended by a fault first, the others "
                    "evenly spread over the record. " code { "--replays" } " changes how many."
                }
            }
            noscript { p { "The list of games and their replay need scripts." } }
            section #replay hidden aria-label="Replay" {}
            form #filter hidden {
                input type="search" name="text" placeholder="Filter: id, detail, move …" aria-label="Filter by text";
                select name="player" aria-label="Player" {}
                select name="result" aria-label="Result" {}
                select name="end" aria-label="End" {}
                output aria-live="polite" {}
            }
            div.scroll role="group" tabindex="0" aria-label="Games" { table #list {} }
            nav #pages aria-label="Pages of the list" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_as_many_as_wanted_and_evenly_spread() {
        for (wanted, total) in [(0, 5), (3, 10), (10, 10), (20, 10), (5000, 100_000), (0, 0), (7, 0)] {
            let mut spread = Spread::new(wanted, total);
            let taken: Vec<_> = (0..total).filter(|_| spread.take()).collect();
            assert_eq!(taken.len() as u64, wanted.min(total));
            let gaps: Vec<_> = taken.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(gaps.iter().all(|gap| (total / wanted.min(total)..=total / wanted + 1).contains(gap)), "{gaps:?}");
        }
    }
}
