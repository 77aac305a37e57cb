//! What a user asks of a position, a record, a file: solve, analyse, and, in this module itself, count (perft and bench).
//! Neither a protocol nor the command line is known here.

pub mod analyze;
pub mod convert;
pub mod record_files;
pub mod solve;

use std::io::{self, Write};
use tengen_core::search::{Limits, Stop};
use tengen_session::{GameEntry, Host, Query};
use web_time::Instant;

/// Writes a line `depth leaves` for each depth, from the position on the host's board.
///
/// # Errors
/// The output's.
pub fn perft(host: &Host, depth: u32, out: &mut dyn Write) -> io::Result<()> {
    for depth in 1..=depth {
        let Some(leaves) = host.engine().perft(depth, &Stop::new()) else { break };
        writeln!(out, "{depth} {leaves}")?;
        out.flush()?;
    }
    Ok(())
}

/// Searches the fixed positions of the host's game, or with `one_game` false those of every game, by the default
/// player: each to a depth of its own, or all to the depth of the host's settings. Ends with `Bench: N nodes`; with one
/// thread the count is a fingerprint of play.
///
/// # Errors
/// The output's.
pub fn bench(host: &Host, one_game: bool, out: &mut dyn Write) -> io::Result<()> {
    let started = Instant::now();
    let mut total = 0;
    let wanted = |entry: &&GameEntry| !one_game || entry.info.name == host.engine().info().name;
    let entries: Vec<_> = host.games().into_iter().filter(wanted).collect();
    // The columns of names are as wide as the longest of them.
    let longest = |names: &mut dyn Iterator<Item = &str>| names.map(str::len).max().unwrap_or_default();
    let game = longest(&mut entries.iter().map(|entry| entry.info.name).chain(["game"]));
    let rule = longest(&mut entries.iter().flat_map(|entry| entry.info.rules).map(|rule| rule.name).chain(["rule"]));
    writeln!(
        out,
        "{:<game$} {:<rule$} {:>4} {:>6} {:>12} {:>8} {:>8}  best",
        "game", "rule", "size", "depth", "nodes", "ms", "score"
    )?;
    for entry in entries {
        for position in (entry.bench)() {
            let engine = entry.session(Some(position.rule), Some(position.size), host.options());
            let mut engine = engine.map_err(|_| broken(position.moves))?;
            for text in position.moves.split_whitespace() {
                engine.play_text(engine.side_to_move(), text).map_err(|_| broken(position.moves))?;
            }
            host.resources().forget();
            let limits = Limits::depth(host.settings().depth.unwrap_or(position.depth));
            let stop = Stop::new();
            let color = engine.side_to_move();
            let answer = engine
                .think(color, &Query::new(limits, &stop), host.resources(), &mut |_| ())
                .map_err(|_| broken(position.moves))?;
            let report = &answer.report;
            total += report.nodes;
            writeln!(
                out,
                "{:<game$} {:<rule$} {:>4} {:>6} {:>12} {:>8.1} {:>8}  {}",
                entry.info.name,
                position.rule,
                position.size,
                report.iteration().to_string(),
                report.nodes,
                report.time.as_secs_f64() * 1e3,
                report.lines.first().map_or_else(|| "-".to_owned(), |line| engine.scale().text(line.score)),
                answer.text()
            )?;
            out.flush()?;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let threads = host.resources().pool().current_num_threads();
    writeln!(
        out,
        "{:.2} s, {:.0} nodes/s, {threads} thread{}",
        seconds,
        total as f64 / seconds,
        if threads == 1 { "" } else { "s" }
    )?;
    writeln!(out, "Bench: {total} nodes")
}

/// A bench position that cannot be set up is a fault of the game that offers it.
fn broken(moves: &str) -> io::Error {
    io::Error::other(format!("the bench position \"{moves}\" cannot be played"))
}
