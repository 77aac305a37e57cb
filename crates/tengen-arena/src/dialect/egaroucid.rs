//! The console of Egaroucid, for Othello: `init`, `play f5`, `go`, and a table whose row tells the move. Unlike its GTP it
//! takes a clock for the game: whole seconds, told once, which it then counts down by itself.

use super::{Dialect, GameSetup, Identity, MoveRequest};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking, TimeControl};
use tengen_core::game::{Color, Size};
use tengen_session::clock::{Left, TimeSystem};

/// The cells of a table's row, `|  -|  24@74%|  d6|  -1|  000:00:00.737|  4543971|  6165496|`.
const CELLS: usize = 7;

/// A user of the console.
#[derive(Debug, Default)]
pub struct Egaroucid {
    thought: Thought,
}

/// The seconds that the console is told of a game.
fn seconds(thinking: &Thinking) -> Result<Option<u64>, Failure> {
    if thinking.depth.is_some() || thinking.nodes.is_some() {
        return Err(Failure::refused("a depth or a number of nodes", "Egaroucid has levels instead (-l)"));
    }
    match thinking.time {
        None | Some(TimeControl::Clock(TimeSystem::None)) => Ok(None),
        Some(TimeControl::Clock(TimeSystem::Absolute { main })) if main.as_secs() > 0 => Ok(Some(main.as_secs())),
        Some(_) => {
            Err(Failure::refused("the time", "Egaroucid's console takes whole seconds for the game, or a level (-l)"))
        }
    }
}

/// A row of a table, but for its head.
fn row(line: &str) -> Option<[&str; CELLS]> {
    let cells: Vec<_> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    <[&str; CELLS]>::try_from(cells).ok().filter(|cells| cells[0] != "Level")
}

impl Dialect for Egaroucid {
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        /// The console's name for itself stands before its version.
        const NAME: &str = "Egaroucid";
        let deadline = process.soon();
        process.send("version\n", deadline)?;
        let line = loop {
            let line = process.line(deadline)?;
            if line.starts_with(NAME) {
                break line;
            }
        };
        for command in &spec.init {
            process.send(&format!("{command}\n"), deadline)?;
        }
        let version = line.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        Ok(Identity { name: NAME.to_owned(), version: version.unwrap_or_default().to_owned() })
    }

    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure> {
        if board.variant.game != "Othello" || !board.usual_rule || board.variant.size != Size::square(8) {
            return Err(Failure::refused(&board.variant.game, "Egaroucid plays Othello on 8x8"));
        }
        let set_up = match &board.position {
            None => "init".to_owned(),
            Some(position) => {
                let squares = position.chars().filter(|&mark| mark != '/' && mark != ':');
                let squares = squares.map(|mark| match mark {
                    'X' | 'b' => 'B',
                    'O' | 'w' => 'W',
                    _ => '-',
                });
                format!("setboard {}", squares.collect::<String>())
            }
        };
        let clock = seconds(thinking)?.map(|seconds| format!("settime B {seconds}\nsettime W {seconds}\n"));
        let deadline = process.soon();
        process.send(&format!("{set_up}\n{}", clock.unwrap_or_default()), deadline)
    }

    fn play(&mut self, process: &mut Process, _: Color, text: &str) -> Result<(), Failure> {
        if text.eq_ignore_ascii_case("pass") {
            // It skips a side that cannot move by itself.
            return Ok(());
        }
        let deadline = process.soon();
        process.send(&format!("play {text}\n"), deadline)
    }

    fn show_clock(&mut self, _: &mut Process, _: Color, _: Left) -> Result<(), Failure> {
        Ok(())
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        process.send("go\n", turn.deadline)?;
        loop {
            let line = process.line(turn.deadline)?;
            if line.starts_with("[ERROR]") {
                return Err(Failure::refused("go", &line));
            }
            let Some([_, depth, text, score, _, nodes, _]) = row(&line) else { continue };
            self.thought = Thought {
                score: score.parse().ok(),
                text: Some(format!("{score} {depth}")),
                depth: depth.split('@').next().and_then(|depth| depth.parse().ok()),
                nodes: nodes.parse().ok(),
            };
            return Ok(text.to_owned());
        }
    }

    fn thought(&mut self, _: &mut Process) -> Result<Thought, Failure> {
        Ok(std::mem::take(&mut self.thought))
    }

    fn quit(&mut self, process: &mut Process) -> Result<(), Failure> {
        let deadline = process.soon();
        process.send("quit\n", deadline)
    }
}
