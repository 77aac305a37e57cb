//! Version 2 of the protocol of NBoard, an Othello GUI: `set game`, `move F5`, `go`, and a line `=== F5/1.50/0.2`. Reference:
//! `Protocol.htm` of Welty's NTest. It has a depth, which an engine may demand, and no clock.

use super::{Dialect, GameSetup, Identity, MoveRequest};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking};
use tengen_core::game::{Color, Size};
use tengen_session::clock::Left;

/// A board as GGF has it, where a game begins; `*` is Black.
const START: &str = "---------------------------O*------*O---------------------------";

/// A GUI.
#[derive(Debug, Default)]
pub struct NBoard {
    /// Number of the last `ping`.
    pings: u32,
    thought: Thought,
}

impl NBoard {
    /// Sends commands and waits until they are executed; the lines that came meanwhile.
    fn tell(&mut self, process: &mut Process, commands: &str) -> Result<Vec<String>, Failure> {
        self.pings += 1;
        let deadline = process.soon();
        process.send(&format!("{commands}ping {}\n", self.pings), deadline)?;
        let pong = format!("pong {}", self.pings);
        let mut lines = Vec::new();
        loop {
            let line = process.line(deadline)?;
            if line == pong {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Reads what the engine says of its search.
    fn note(&mut self, line: &str) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["nodestats", nodes, ..] => self.thought.nodes = nodes.parse().ok().map(|nodes: f64| nodes as u64),
            // The depth may be such as `18@73%`, or `100%` for an exact value.
            ["search", _, _, _, depth, ..] => {
                let plies = depth.split('@').next().unwrap_or_default();
                self.thought.depth = plies.parse().ok().or(self.thought.depth);
            }
            _ => {}
        }
    }

    /// The move of `=== F5/1.50/0.2`, whose value is noted.
    fn answer(&mut self, line: &str) -> Option<String> {
        let mut parts = line.strip_prefix("===")?.split('/').map(str::trim);
        let text = parts.next()?.to_owned();
        let value = parts.next().filter(|value| !value.is_empty());
        self.thought.score = value.and_then(|value| value.parse().ok());
        self.thought.text = value.map(str::to_owned);
        Some(text)
    }
}

/// A game without moves in GGF.
fn ggf(position: Option<&str>) -> String {
    let (board, side) = match position.and_then(|position| position.split_once(':')) {
        None => (START.to_owned(), '*'),
        Some((rows, side)) => {
            let square = |mark| match mark {
                'X' => '*',
                'O' => 'O',
                _ => '-',
            };
            let board = rows.chars().filter(|&mark| mark != '/').map(square).collect();
            (board, if side.starts_with(['w', 'W']) { 'O' } else { '*' })
        }
    };
    format!("(;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]BO[8 {board} {side}];)")
}

impl Dialect for NBoard {
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        let lines = self.tell(process, "nboard 2\n")?;
        let deadline = process.soon();
        for command in &spec.init {
            process.send(&format!("{command}\n"), deadline)?;
        }
        let name = lines.iter().find_map(|line| line.strip_prefix("set myname ")).unwrap_or_default();
        Ok(Identity { name: name.to_owned(), version: String::new() })
    }

    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure> {
        if board.variant.game != "Othello" || !board.usual_rule || board.variant.size != Size::square(8) {
            return Err(Failure::refused(&board.variant.game, "engines of NBoard's protocol play Othello on 8x8"));
        }
        if thinking.nodes.is_some() {
            return Err(Failure::refused("a number of nodes", "NBoard's protocol has a depth instead"));
        }
        let depth = thinking.depth.ok_or_else(|| {
            Failure::refused("no depth", "NBoard's protocol has no clock; give the engine a depth, as in depth=12")
        })?;
        self.tell(process, &format!("set depth {depth}\nset game {}\n", ggf(board.position.as_deref()))).map(drop)
    }

    fn play(&mut self, process: &mut Process, _: Color, text: &str) -> Result<(), Failure> {
        let text = if text.eq_ignore_ascii_case("pass") { "PA" } else { text };
        self.tell(process, &format!("move {}\n", text.to_ascii_uppercase())).map(drop)
    }

    fn show_clock(&mut self, _: &mut Process, _: Color, _: Left) -> Result<(), Failure> {
        Ok(())
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        self.thought = Thought::default();
        process.send("go\n", turn.deadline)?;
        let text = loop {
            let line = process.line(turn.deadline)?;
            if let Some(text) = self.answer(&line) {
                break text;
            }
            self.note(&line);
        };
        // The engine leaves the board as it is.
        process.send(&format!("move {text}\n"), turn.deadline)?;
        Ok(if text.eq_ignore_ascii_case("PA") { "pass".to_owned() } else { text })
    }

    fn thought(&mut self, _: &mut Process) -> Result<Thought, Failure> {
        Ok(std::mem::take(&mut self.thought))
    }

    fn quit(&mut self, process: &mut Process) -> Result<(), Failure> {
        let deadline = process.soon();
        process.send("quit\n", deadline)
    }
}
