//! The Universal Game Interface: UCI for any game. The arena is the referee, so that it asks no engine whose turn it is or who
//! has won. Reference: `ugi.md` of Cute Games. The first player is Black; moves are those of GTP in lower case.

use super::{Dialect, GameSetup, Identity, MoveRequest, uci};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking, TimeControl};
use std::time::Duration;
use tengen_core::game::Color;
use tengen_session::clock::{Left, TimeSystem};

/// A match manager.
#[derive(Debug, Default)]
pub struct Ugi {
    /// Where the game began: `startpos` or `fen TEXT`.
    from: String,
    moves: Vec<String>,
    /// What bounds each search, as `go` takes it.
    go: String,
    /// What a move adds to the clock, where there is one for the game.
    increment: Option<Duration>,
    /// What the clock shows, as `go` takes it.
    clock: String,
    thought: Thought,
}

impl Dialect for Ugi {
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        uci::greet(process, "ugi", &spec.init)
    }

    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure> {
        let (increment, turn) = match thinking.time {
            None | Some(TimeControl::Clock(TimeSystem::None)) => (None, None),
            Some(TimeControl::PerMove(time)) => (None, Some(time)),
            Some(TimeControl::Clock(TimeSystem::Absolute { .. })) => (Some(Duration::ZERO), None),
            Some(TimeControl::Clock(TimeSystem::Fischer { increment, move_limit, .. })) => {
                (Some(increment), move_limit)
            }
            Some(TimeControl::Clock(TimeSystem::Canadian { .. } | TimeSystem::ByoYomi { .. })) => {
                return Err(Failure::refused("the time", "UGI has a time for the game or for each move, no overtime"));
            }
        };
        let time = turn.map(|time| format!(" movetime {}", time.as_millis()));
        let depth = thinking.depth.map(|depth| format!(" depth {depth}"));
        let nodes = thinking.nodes.map(|nodes| format!(" nodes {nodes}"));
        let from = board.position.as_ref().map_or_else(|| "startpos".to_owned(), |position| format!("fen {position}"));
        let go = [time, depth, nodes].into_iter().flatten().collect();
        *self = Self { from, go, increment, ..Self::default() };
        let deadline = process.soon();
        process.send("uginewgame\nisready\n", deadline)?;
        uci::wait_for(process, "readyok", deadline).map(drop)
    }

    fn play(&mut self, _: &mut Process, _: Color, text: &str) -> Result<(), Failure> {
        self.moves.push(text.to_ascii_lowercase());
        Ok(())
    }

    /// An engine looks at its own clock; it is told the same of the other one, whose owner knows it.
    fn show_clock(&mut self, _: &mut Process, _: Color, left: Left) -> Result<(), Failure> {
        if let Some(increment) = self.increment {
            let (time, increment) = (left.time.as_millis().max(1), increment.as_millis());
            self.clock = format!(" p1time {time} p2time {time} p1inc {increment} p2inc {increment}");
        }
        Ok(())
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        self.thought = Thought::default();
        let lines = format!("{}go{}{}\n", uci::position(&self.from, &self.moves), self.clock, self.go);
        let text = uci::best_move(process, &lines, turn, 2, &mut self.thought)?;
        self.moves.push(text.to_ascii_lowercase());
        Ok(text)
    }

    fn thought(&mut self, _: &mut Process) -> Result<Thought, Failure> {
        Ok(std::mem::take(&mut self.thought))
    }

    fn quit(&mut self, process: &mut Process) -> Result<(), Failure> {
        uci::quit(process)
    }
}
