//! The report as text, for a terminal.

use super::figures;
use super::summary::{Fault, Pairing, Summary};
use crate::stats::SprtState;
use comfy_table::{CellAlignment, Table, presets};
use std::io::{self, Write};
use tengen_core::printable;

/// Writes the report: for a match what engine testers expect, for a tournament ratings and a crosstable; then how the
/// players used their time, and the faults.
///
/// # Errors
/// As `output`.
pub fn write(summary: &Summary, output: &mut dyn Write) -> io::Result<()> {
    if summary.games == 0 {
        return writeln!(output, "There are no games in the record.");
    }
    writeln!(output, "{}", figures::title(summary))?;
    match summary.settings.iter().next() {
        Some((settings, games)) if summary.settings.len() == 1 => {
            writeln!(output, "{}: {}", figures::settings(settings), figures::count(*games, "game", "games"))?;
        }
        _ => {
            for (label, values) in figures::grouped(summary) {
                writeln!(output, "{label:<7}{values}")?;
            }
        }
    }
    writeln!(output)?;
    match summary.as_match() {
        Some(pairing) => write_match(pairing, summary.sprt, output)?,
        None => write_tournament(summary, output)?,
    }
    print(&thinking(summary), output)?;
    write_faults(summary, output)?;
    for warning in figures::warnings(summary) {
        writeln!(output, "{warning}")?;
    }
    if summary.repeats > 0 {
        let played = figures::count(summary.games + summary.repeats, "game", "games");
        let repeats = figures::count(summary.repeats, "repeats one", "repeat one");
        writeln!(output, "{} distinct of {played}: {repeats} move for move, and counts for nothing.", summary.games)?;
    }
    if summary.repeated > 0 {
        writeln!(output, "{} counted once.", figures::count(summary.repeated, "repeated game", "repeated games"))?;
    }
    Ok(())
}

fn write_match(pairing: &Pairing, sprt: Option<SprtState>, output: &mut dyn Write) -> io::Result<()> {
    let (wdl, encounter) = (pairing.wdl(), pairing.encounter());
    let (points, games) = (figures::points(wdl), figures::count(wdl.games(), "game", "games"));
    let mut lines = vec![
        ("Score", format!("{points} of {games} ({}): {}", figures::score(wdl), figures::results(wdl))),
        ("Elo", encounter.elo().map_or_else(|| "-".into(), figures::estimate)),
        ("Normalised", encounter.normalized_elo().map_or_else(|| "-".into(), figures::estimate)),
        ("LOS", figures::los(encounter.los())),
        ("Draw ratio", figures::percent(wdl.draws as f64 / wdl.games() as f64)),
    ];
    if pairing.pairs.pairs() > 0 {
        let counts = format!("{:?}, pairs of 0 to 2 points in halves", pairing.pairs.0);
        lines.push(("Pentanomial", counts));
    }
    if let Some(state) = sprt {
        lines.push(("SPRT", figures::sprt(state)));
    }
    for (label, wdl) in ["As Black", "As White"].into_iter().zip(pairing.as_color) {
        lines.push((label, format!("{} ({})", figures::results(wdl), figures::score(wdl))));
    }
    for (label, text) in lines {
        writeln!(output, "{label:<13}{text}")?;
    }
    writeln!(output)
}

fn write_tournament(summary: &Summary, output: &mut dyn Write) -> io::Result<()> {
    let standings = summary.standings();
    let mut first = 1;
    for (group, players) in standings.iter().enumerate() {
        if standings.len() > 1 {
            writeln!(output, "{}\n", figures::group(summary, group))?;
        }
        print(&ratings(summary, players, first), output)?;
        print(&crosstable(summary, players, first), output)?;
        first += players.len();
    }
    let Some(sprt) = summary.test else { return Ok(()) };
    let mut tests = table(&["First", "Second", &format!("SPRT {sprt}")]);
    for pairing in &summary.pairings {
        let [first, second] = [pairing.first, pairing.second].map(|player| &summary.players[player].name);
        let state = summary.test_of(pairing).map_or_else(String::new, figures::sprt);
        tests.add_row([printable::line(first), printable::line(second), state]);
    }
    (0..3).for_each(|column| align(&mut tests, column, CellAlignment::Left));
    print(&tests, output)
}

/// The players of a group from the strongest to the weakest, numbered from `first`.
fn ratings(summary: &Summary, players: &[usize], first: usize) -> Table {
    let mut ratings = table(&[
        "#", "Player", "Elo", "+/-", "LOS next", "Games", "Points", "Score", "Wins", "Draws", "Losses", "Black",
        "White",
    ]);
    for (place, &index) in players.iter().enumerate() {
        let player = &summary.players[index];
        let wdl = player.wdl();
        ratings.add_row([
            (first + place).to_string(),
            printable::line(&player.name),
            figures::elo(summary.rating(index).value),
            figures::rating_margin(summary, index),
            figures::los_over(summary, index, players.get(place + 1)),
            wdl.games().to_string(),
            figures::points(wdl),
            figures::score(wdl),
            wdl.wins.to_string(),
            wdl.draws.to_string(),
            wdl.losses.to_string(),
            figures::score(player.as_color[0]),
            figures::score(player.as_color[1]),
        ]);
    }
    ratings
}

/// Points of games, every player of a group against every other, numbered as in [`ratings`].
fn crosstable(summary: &Summary, players: &[usize], first: usize) -> Table {
    let results = summary.crosstable();
    let mut header = vec!["#".to_string(), "Player".to_string()];
    header.extend((first..first + players.len()).map(|place| place.to_string()));
    let mut crosstable = table(&header);
    for (place, &row) in players.iter().enumerate() {
        let mut cells = vec![(first + place).to_string(), printable::line(&summary.players[row].name)];
        cells.extend(players.iter().map(|&column| {
            let wdl = results[row][column].games;
            if wdl.games() == 0 { ".".into() } else { format!("{}/{}", figures::points(wdl), wdl.games()) }
        }));
        crosstable.add_row(cells);
    }
    crosstable
}

/// How the players used their time.
fn thinking(summary: &Summary) -> Table {
    let mut thinking = table(&["#", "Player", "Time a move", "Of its time", "Longest", "Depth", "Nodes/s", "Faults"]);
    for (place, index) in summary.ranking().into_iter().enumerate() {
        let player = &summary.players[index];
        thinking.add_row([
            (place + 1).to_string(),
            printable::line(&player.name),
            figures::mean_time(player.time.value()),
            player.time_used().map_or_else(|| "-".into(), figures::percent),
            figures::mean_time(player.longest.as_ref().map(|longest| longest.seconds)),
            figures::depth(player.depth.value()),
            figures::speed(player.speed()),
            figures::faults(&player.faults),
        ]);
    }
    align(&mut thinking, 7, CellAlignment::Left);
    thinking
}

fn write_faults(summary: &Summary, output: &mut dyn Write) -> io::Result<()> {
    if summary.fault_count == 0 {
        return Ok(());
    }
    let mut faults = table(&["Fault in game", "Player", "What", ""]);
    for Fault { game, player, kind, detail } in &summary.faults {
        faults.add_row([
            printable::line(game),
            printable::line(player),
            kind.about().to_string(),
            printable::line(detail),
        ]);
    }
    for column in 0..4 {
        align(&mut faults, column, CellAlignment::Left);
    }
    print(&faults, output)?;
    let more = summary.fault_count - summary.faults.len() as u64;
    if more > 0 { writeln!(output, "... and {more} more\n") } else { Ok(()) }
}

/// A table without lines: the second column is text, the others are numbers.
fn table<T: ToString>(header: &[T]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header.iter().map(T::to_string));
    for column in 0..header.len() {
        align(&mut table, column, if column == 1 { CellAlignment::Left } else { CellAlignment::Right });
    }
    table
}

fn align(table: &mut Table, column: usize, alignment: CellAlignment) {
    if let Some(column) = table.column_mut(column) {
        column.set_cell_alignment(alignment);
    }
}

/// Prints a table and an empty line.
fn print(table: &Table, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}\n", table.trim_fmt())
}
