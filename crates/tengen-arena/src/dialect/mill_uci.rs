//! The UCI-like protocol of mill engines (Sanmill): `position startpos moves a7 d7-d6 xg1`, `go`, and the word
//! behind `bestmove`. A removal is a token of its own, for which the engine is asked again. The side that begins is
//! Black here and White there.

use super::{Dialect, GameSetup, Identity, MoveRequest, uci};
use crate::process::{Failure, Process};
use crate::record::Thought;
use crate::spec::{EngineSpec, Thinking};
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
    /// Asks for the next token. Scores are told as the beginner sees them.
    fn token(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        let lines = format!("{}go{}\n", uci::position("startpos", &self.moves), self.go);
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
        uci::quit(process)
    }
}
