//! The UCI-like protocol of mill engines (Sanmill): `position startpos moves a7 d7-d6 xg1`, `go`, and the word
//! behind `bestmove`. A removal is a token of its own, for which the engine is asked again. The side that begins is
//! Black here and White there.

use super::{Dialect, GameSetup, Identity, MoveRequest, uci};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking, TimeControl};
use std::time::{Duration, Instant};
use tengen_core::game::Color;
use tengen_games::mill::sanmill::{options, rest, tokens};
use tengen_session::clock::{Left, PlayerClock, TimeSystem};

/// A controller of such an engine.
#[derive(Debug, Default)]
pub struct MillUci {
    /// Every move so far, removals as tokens of their own.
    moves: Vec<String>,
    /// What bounds each search beside the time, as `go` takes it.
    go: String,
    /// How the time is counted.
    system: TimeSystem,
    /// The time for the next move.
    time: MoveTime,
    thought: Thought,
}

/// The time for a move, its removals included, as such engines take it: a clock, of which they take a share, or the whole time for
/// the move, which goes before a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum MoveTime {
    /// It is not bounded.
    #[default]
    Endless,
    /// What is on the clock, and what the move adds.
    Clock { left: Duration, increment: Duration },
    /// What the move may take.
    Turn(Duration),
}

impl MoveTime {
    /// The time of a player with so much left. What the protocol has no words for, overtime and a clock with a limit for each move, is
    /// the share that our own time manager gives the move.
    fn of(system: TimeSystem, left: Left) -> Self {
        match system {
            TimeSystem::Absolute { .. } => Self::Clock { left: left.time, increment: Duration::ZERO },
            TimeSystem::Fischer { increment, cap: None, move_limit: None, .. } => {
                Self::Clock { left: left.time, increment }
            }
            // A time for each move is all for it.
            TimeSystem::Canadian { main: Duration::ZERO, stones: 1, .. } => Self::Turn(left.time),
            _ => Self::Turn(PlayerClock { system, left }.budget(None).soft),
        }
    }

    /// The words behind `go` where the move has taken so long already; an engine looks at its own clock only.
    fn words(self, taken: Duration) -> String {
        let millis = |time: Duration| time.saturating_sub(taken).as_millis().max(1);
        match self {
            Self::Endless => String::new(),
            Self::Turn(time) => format!(" movetime {}", millis(time)),
            Self::Clock { left, increment } => {
                let (left, increment) = (millis(left), increment.as_millis());
                format!(" wtime {left} btime {left} winc {increment} binc {increment}")
            }
        }
    }
}

impl MillUci {
    /// Asks for the next token of a move that began then. Scores are told as the beginner sees them.
    fn token(&mut self, process: &mut Process, turn: &MoveRequest<'_>, began: Instant) -> Result<String, Failure> {
        let time = self.time.words(began.elapsed());
        let lines = format!("{}go{time}{}\n", uci::position("startpos", &self.moves), self.go);
        let mut thought = Thought::default();
        let token = uci::best_move(process, &lines, turn, 1, &mut thought)?;
        if turn.color == Color::White {
            thought.score = thought.score.map(|score| -score);
        }
        // A removal that the search before it has chosen comes without another.
        if thought != Thought::default() {
            self.thought = thought;
        }
        Ok(token.to_ascii_lowercase())
    }
}

impl Dialect for MillUci {
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        uci::greet(process, "uci", &spec.init)
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
        uci::wait_for(process, "readyok", deadline)?;
        let depth = thinking.depth.map(|depth| format!(" depth {depth}"));
        let nodes = thinking.nodes.map(|nodes| format!(" nodes {nodes}"));
        let go = [depth, nodes].into_iter().flatten().collect();
        let system = thinking.time.map(TimeControl::system).unwrap_or_default();
        *self = Self { go, system, ..Self::default() };
        Ok(())
    }

    fn play(&mut self, _: &mut Process, _: Color, text: &str) -> Result<(), Failure> {
        self.moves.extend(tokens(text));
        Ok(())
    }

    fn show_clock(&mut self, _: &mut Process, _: Color, left: Left) -> Result<(), Failure> {
        self.time = MoveTime::of(self.system, left);
        Ok(())
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        let began = Instant::now();
        self.thought = Thought::default();
        let mut text = self.token(process, turn, began)?;
        if ["none", "draw"].contains(&text.as_str()) {
            return Err(Failure::garbage("go", &text));
        }
        self.moves.push(text.clone());
        let goes_on =
            |text: &str, legal: &str| rest(legal, &text.to_ascii_uppercase()).is_some_and(|rest| !rest.is_empty());
        while (turn.legal)().iter().any(|legal| goes_on(&text, &legal.to_ascii_uppercase())) {
            let removal = self.token(process, turn, began)?;
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
        uci::quit(process)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words for a clock that shows so much, after so many seconds of the move.
    fn words(clock: &str, seconds: u64, stones: u32, taken: u64) -> String {
        let left = Left { time: Duration::from_secs(seconds), stones };
        let system = clock.parse::<TimeControl>().unwrap().system();
        MoveTime::of(system, left).words(Duration::from_secs(taken))
    }

    /// A share is what is left but for the reserve of 0.15 s, for each move to the next control, or a 25th.
    #[test]
    fn clocks_are_told_in_the_words_that_there_are() {
        for (clock, seconds, stones, expected) in [
            ("60", 40, 0, " wtime 40000 btime 40000 winc 0 binc 0"),
            ("60+0.5", 40, 0, " wtime 40000 btime 40000 winc 500 binc 500"),
            ("40/60", 40, 10, " movetime 3985"),
            ("40/60", 60, 40, " movetime 1496"),
            ("50+10/60", 50, 0, " movetime 5850"),
            ("1/60", 60, 1, " movetime 60000"),
        ] {
            assert_eq!(words(clock, seconds, stones, 0), expected, "{clock}");
        }
        let limited = TimeSystem::of_kind("fischer-capped", &[60.0, 0.5, -1.0, 2.0]).unwrap();
        let left = Left { time: Duration::from_secs(40), stones: 0 };
        // Less than the limit's share: a 25th of what is usable, and the increment.
        let share = Duration::from_millis(39_850) / 25 + Duration::from_millis(500);
        assert!(share > Duration::from_millis(1850));
        assert_eq!(MoveTime::of(limited, left), MoveTime::Turn(Duration::from_millis(1850)));
        assert_eq!(MoveTime::default().words(Duration::ZERO), "");
    }

    #[test]
    fn a_removal_has_what_the_move_has_left() {
        assert_eq!(words("60+0.5", 40, 0, 3), " wtime 37000 btime 37000 winc 500 binc 500");
        assert_eq!(words("1/60", 60, 1, 45), " movetime 15000");
        assert_eq!(words("1/60", 60, 1, 75), " movetime 1");
        assert_eq!(words("40/60", 40, 10, 3), " movetime 985");
    }
}
