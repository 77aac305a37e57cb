//! The front doors beside GTP: perft, bench, and the analysis of a record.

use crate::engine::room::Question;
use crate::engine::{Engine, EngineError, Room};
use crate::search::{Goal, Limits, Stop};
use std::io::{self, Write};
use std::time::Instant;

/// Writes a line `depth leaves` for each depth, from the position of the engine.
///
/// # Errors
/// The output's.
pub fn perft(engine: &dyn Engine, depth: u32, out: &mut dyn Write) -> io::Result<()> {
    for depth in 1..=depth {
        let Some(leaves) = engine.perft(depth, &Stop::new()) else { break };
        writeln!(out, "{depth} {leaves}")?;
        out.flush()?;
    }
    Ok(())
}

/// Searches the fixed positions of the room's game, or with `one_game` false those of every game, by the default
/// player to fixed depths. Ends with `Bench: N nodes`; with one thread the count is a fingerprint of play.
///
/// # Errors
/// The output's.
pub fn bench(room: &Room, one_game: bool, out: &mut dyn Write) -> io::Result<()> {
    let started = Instant::now();
    let mut total = 0;
    writeln!(
        out,
        "{:<8} {:<10} {:>4} {:>6} {:>12} {:>8} {:>8}  best",
        "game", "rule", "size", "depth", "nodes", "ms", "score"
    )?;
    for entry in room.games() {
        if one_game && entry.info.name != room.engine().info().name {
            continue;
        }
        for position in (entry.bench)() {
            let rule = entry.info.rules.iter().map(|rule| rule.name).find(|name| *name == position.rule);
            let engine = rule.and_then(|rule| (entry.open)(rule, position.size));
            let mut engine = engine.ok_or_else(|| broken(position.moves))?;
            for text in position.moves.split_whitespace() {
                engine.play(engine.side_to_move(), text).map_err(|_| broken(position.moves))?;
            }
            room.resources().forget();
            let limits = Limits::depth(position.depth);
            let stop = Stop::new();
            let question = Question::new(engine.side_to_move(), limits, &stop);
            let answer = room.ask(&*engine, &question, &mut |_| ()).map_err(|_| broken(position.moves))?;
            let report = &answer.report;
            total += report.nodes;
            writeln!(
                out,
                "{:<8} {:<10} {:>4} {:>6} {:>12} {:>8.1} {:>8}  {}",
                entry.info.name,
                position.rule,
                position.size,
                report.step().to_string(),
                report.nodes,
                report.time.as_secs_f64() * 1e3,
                report.lines.first().map_or("-", |line| line.score_text.as_str()),
                answer.text
            )?;
            out.flush()?;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "{:.2} s, {:.0} nodes/s, {} threads",
        seconds,
        total as f64 / seconds,
        room.resources().pool().current_num_threads()
    )?;
    writeln!(out, "Bench: {total} nodes")
}

/// A bench position that cannot be set up is a fault of the game that offers it.
fn broken(moves: &str) -> io::Error {
    io::Error::other(format!("the bench position \"{moves}\" cannot be played"))
}

/// Goes through the main line of a record: what was played, what the player would have played, and how it values
/// both. The room's limits hold for each move.
///
/// # Errors
/// [`EngineError`] when the record cannot be read; the inner error is the output's.
pub fn analyze(room: &mut Room, sgf: &[u8], out: &mut dyn Write) -> Result<io::Result<()>, EngineError> {
    room.load_sgf(sgf, None)?;
    let moves = room.engine().moves_played();
    room.engine_mut().undo(moves.len())?;
    Ok(comment(room, &moves, out))
}

fn comment(room: &mut Room, moves: &[(crate::game::Color, String)], out: &mut dyn Write) -> io::Result<()> {
    let broken = |error: EngineError| io::Error::other(error.to_string());
    writeln!(
        out,
        "{:>4}  {:<6} {:<12} {:<12} {:>9} {:>6}  expects",
        "move", "side", "played", "best", "score", "depth"
    )?;
    for (number, (color, text)) in moves.iter().enumerate() {
        let stop = Stop::new();
        let limits = Limits { goal: Goal::Value, ..room.limits(*color) };
        let question = Question::new(*color, limits, &stop);
        let answer = room.think(&question, &mut |_| ()).map_err(broken)?;
        let line = answer.report.lines.first();
        writeln!(
            out,
            "{:>4}  {:<6} {:<12} {:<12} {:>9} {:>6}  {}",
            number + 1,
            color.to_string(),
            text,
            answer.text.to_uppercase(),
            line.map_or("-", |line| line.score_text.as_str()),
            answer.report.step().to_string(),
            line.map_or_else(String::new, |line| line.pv.join(" "))
        )?;
        out.flush()?;
        room.engine_mut().play(*color, text).map_err(broken)?;
    }
    let result = room.engine().result_text();
    writeln!(out, "result {}", result.as_deref().unwrap_or("open"))
}
