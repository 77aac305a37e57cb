//! What protocols modelled on UCI have in common: the first words, what an engine says of a search, and the move.

use super::{Identity, MoveRequest};
use crate::process::{Failure, Process};
use crate::record::Thought;
use std::time::Instant;
use tengen_core::search::WIN;

/// The word that the engine's move stands behind.
const BEST_MOVE: &str = "bestmove";

/// The lines before the one that is `word`.
///
/// # Errors
/// [`Failure`], here and below.
pub fn wait_for(process: &mut Process, word: &str, deadline: Option<Instant>) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    loop {
        let line = process.line(deadline)?;
        if line == word {
            return Ok(lines);
        }
        lines.push(line);
    }
}

/// Says the protocol's own word, `uci` or `ugi`, and the commands of the engine's setting; who the engine is.
pub fn greet(process: &mut Process, word: &str, init: &[String]) -> Result<Identity, Failure> {
    let deadline = process.soon();
    process.send(&format!("{word}\n"), deadline)?;
    let lines = wait_for(process, &format!("{word}ok"), deadline)?;
    for command in init {
        process.send(&format!("{command}\n"), deadline)?;
    }
    let name = lines.iter().find_map(|line| line.strip_prefix("id name ")).unwrap_or_default();
    let (name, version) = name.rsplit_once(' ').unwrap_or((name, ""));
    Ok(Identity { name: name.to_owned(), version: version.to_owned() })
}

/// A game's moves so far, as `position` takes them; `from` is where it began.
pub fn position(from: &str, moves: &[String]) -> String {
    let moves = moves.join(" ");
    if moves.is_empty() { format!("position {from}\n") } else { format!("position {from} moves {moves}\n") }
}

/// Sends lines that end with `go`, and waits for the move; what the engine says of its search is noted. In `mate N`, N counts
/// so many plies.
pub fn best_move(
    process: &mut Process,
    lines: &str,
    turn: &MoveRequest<'_>,
    plies_of_mate: u32,
    thought: &mut Thought,
) -> Result<String, Failure> {
    process.send(lines, turn.deadline)?;
    loop {
        let line = process.line(turn.deadline)?;
        // Sanmill says both in one line.
        let (before, best) = line.split_once(BEST_MOVE).map_or((&*line, None), |(before, best)| (before, Some(best)));
        note(before, plies_of_mate, thought);
        if let Some(best) = best {
            return Ok(best.split_whitespace().next().unwrap_or_default().to_owned());
        }
    }
}

/// Asks the engine to end.
pub fn quit(process: &mut Process) -> Result<(), Failure> {
    let deadline = process.soon();
    process.send("quit\n", deadline)
}

/// Reads `info depth 9 score cp 34 nodes 81234 pv d6 f4`; what else an engine says is nothing.
fn note(line: &str, plies_of_mate: u32, thought: &mut Thought) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    while let Some(word) = words.next() {
        match word {
            // The rest is no information of this kind.
            "string" | "pv" | "topn" => return,
            "depth" => thought.depth = words.next().and_then(|value| value.parse().ok()).or(thought.depth),
            "nodes" => thought.nodes = words.next().and_then(|value| value.parse().ok()).or(thought.nodes),
            "score" => {
                let [kind, value] = [words.next(), words.next()].map(Option::unwrap_or_default);
                let score = score(kind, value, plies_of_mate);
                thought.score = score.or(thought.score);
                thought.text = score.map(|_| if kind == "cp" { value.to_owned() } else { format!("{kind} {value}") });
            }
            _ => {}
        }
    }
}

/// A win counts as our own engine counts it.
fn score(kind: &str, value: &str, plies_of_mate: u32) -> Option<f64> {
    let number: f64 = value.parse().ok()?;
    let plies = |moves: f64| moves * f64::from(plies_of_mate);
    match kind {
        "cp" => Some(number),
        // The winner's last move ends the game: its opponent has one move less.
        "mate" if number > 0.0 => Some(f64::from(WIN) - plies(number) + f64::from(plies_of_mate - 1)),
        "mate" => Some(-f64::from(WIN) - plies(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_a_search_are_read() {
        let mut thought = Thought::default();
        let mut after = |line: &str| {
            note(line, 2, &mut thought);
            (thought.depth, thought.nodes, thought.score)
        };
        assert_eq!(after("info string depth 7 score cp 1"), (None, None, None));
        assert_eq!(
            after("info depth 3 seldepth 5 score cp -12 nodes 400 pv d6 depth 9"),
            (Some(3), Some(400), Some(-12.0))
        );
        assert_eq!(after("info depth 4 currmove d6"), (Some(4), Some(400), Some(-12.0)));
        assert_eq!(after("info topn rank 1 move d6 score cp 12"), (Some(4), Some(400), Some(-12.0)));
        assert_eq!(after("depth 8"), (Some(4), Some(400), Some(-12.0)));
        assert_eq!(after("info depth 5 score mate 3"), (Some(5), Some(400), Some(999_995.0)));
    }

    #[test]
    fn wins_count_in_plies() {
        for (mate, plies_of_mate, value) in [
            ("1", 1, 999_999.0),
            ("4", 1, 999_996.0),
            ("-2", 1, -999_998.0),
            ("1", 2, 999_999.0),
            ("-1", 2, -999_998.0),
        ] {
            assert_eq!(score("mate", mate, plies_of_mate), Some(value), "{mate}");
        }
        assert_eq!(score("lowerbound", "3", 1), None);
    }
}
