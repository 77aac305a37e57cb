//! The UCI-like protocol of mill engines (Sanmill): `position startpos moves a7 d7-d6 xg1`, `go`, and the last word of a
//! line with `bestmove`. A removal is a token of its own, for which the engine is asked again. The side that begins is
//! Black here and White there.

use super::{Dialect, GameSetup, Identity, MoveRequest};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking};
use std::time::Instant;
use tengen_core::game::Color;
use tengen_games::mill::sanmill::{options, rest, tokens};
use tengen_session::clock::Left;

/// A controller of such an engine.
#[derive(Debug, Default)]
pub struct MillUci {
    /// Every move so far, removals as tokens of their own.
    moves: Vec<String>,
    /// What bounds each search, as `go` takes it.
    go: String,
    thought: Thought,
}

impl MillUci {
    /// Asks for the next token.
    fn token(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        let moves = self.moves.join(" ");
        let history = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        process.send(&format!("position startpos{history}\ngo{}\n", self.go), turn.deadline)?;
        loop {
            let line = process.line(turn.deadline)?;
            let Some((before, token)) = line.split_once("bestmove ") else { continue };
            self.note(before, turn.color);
            return Ok(token.split_whitespace().next().unwrap_or_default().to_ascii_lowercase());
        }
    }

    /// Scores are told as the beginner sees them.
    fn note(&mut self, info: &str, color: Color) {
        let words: Vec<_> = info.split_whitespace().filter(|&word| word != "cp").collect();
        for pair in words.windows(2) {
            match pair[0] {
                "depth" => self.thought.depth = pair[1].parse().ok(),
                "nodes" => self.thought.nodes = pair[1].parse().ok(),
                "score" => {
                    let score = pair[1].parse().ok();
                    self.thought.score = score.map(|score: f64| if color == Color::Black { score } else { -score });
                }
                _ => {}
            }
        }
    }

    fn wait_for(process: &mut Process, word: &str, deadline: Option<Instant>) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        loop {
            let line = process.line(deadline)?;
            if line == word {
                return Ok(lines);
            }
            lines.push(line);
        }
    }
}

impl Dialect for MillUci {
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        let deadline = process.soon();
        process.send("uci\n", deadline)?;
        let lines = Self::wait_for(process, "uciok", deadline)?;
        for command in &spec.init {
            process.send(&format!("{command}\n"), deadline)?;
        }
        let name = lines.iter().find_map(|line| line.strip_prefix("id name ")).unwrap_or_default();
        let (name, version) = name.rsplit_once(' ').unwrap_or((name, ""));
        Ok(Identity { name: name.to_owned(), version: version.to_owned() })
    }

    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure> {
        let options = options(&board.variant.rule)
            .ok_or_else(|| Failure::refused(&board.variant.rule, "engines of this protocol have no such rules"))?;
        if board.position.is_some() {
            return Err(Failure::refused("a given position", "engines of this protocol begin at the start"));
        }
        let option = |(name, value)| format!("setoption name {name} value {value}\n");
        let options: String = options.into_iter().map(option).collect();
        let deadline = process.soon();
        process.send(&format!("ucinewgame\n{options}isready\n"), deadline)?;
        Self::wait_for(process, "readyok", deadline)?;
        let (turn, _) = super::gomocup::timeouts(thinking.time);
        let time = thinking.time.map(|_| format!(" movetime {turn}"));
        let depth = thinking.depth.map(|depth| format!(" depth {depth}"));
        let nodes = thinking.nodes.map(|nodes| format!(" nodes {nodes}"));
        self.go = [time, depth, nodes].into_iter().flatten().collect();
        self.moves.clear();
        Ok(())
    }

    fn play(&mut self, _: &mut Process, _: Color, text: &str) -> Result<(), Failure> {
        self.moves.extend(tokens(text));
        Ok(())
    }

    fn show_clock(&mut self, _: &mut Process, _: Color, _: Left) -> Result<(), Failure> {
        Ok(())
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        self.thought = Thought::default();
        let mut text = self.token(process, turn)?;
        if ["none", "draw"].contains(&text.as_str()) {
            return Err(Failure::garbage("go", &text));
        }
        self.moves.push(text.clone());
        let goes_on =
            |text: &str, legal: &str| rest(legal, &text.to_ascii_uppercase()).is_some_and(|rest| !rest.is_empty());
        while (turn.legal)().iter().any(|legal| goes_on(&text, &legal.to_ascii_uppercase())) {
            let removal = self.token(process, turn)?;
            if !removal.starts_with('x') {
                return Err(Failure::garbage("go (for a removal)", &removal));
            }
            text += &removal;
            self.moves.push(removal);
        }
        Ok(text)
    }

    fn thought(&mut self, _: &mut Process) -> Result<Thought, Failure> {
        Ok(std::mem::take(&mut self.thought))
    }

    fn quit(&mut self, process: &mut Process) -> Result<(), Failure> {
        let deadline = process.soon();
        process.send("quit\n", deadline)
    }
}
