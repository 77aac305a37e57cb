//! How to talk to an engine. A dialect turns what the arena wants (begin, this was played, your move) into lines of a
//! protocol, and knows the quirks of the engines that speak it.

pub(crate) mod egaroucid;
pub(crate) mod gomocup;
pub(crate) mod gtp;
pub(crate) mod mill_uci;
pub(crate) mod nboard;
mod uci;
pub(crate) mod ugi;

use super::process::{Failure, Process};
use super::record::Thought;
use super::spec::{EngineSpec, Thinking};
use std::time::Instant;
use tengen_core::game::{Color, Variant};
use tengen_session::Games;
use tengen_session::clock::Left;

/// Who an engine says it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// Game, rule set and board.
    pub variant: Variant,
    /// True for the rule set that an engine plays when it is told nothing.
    pub usual_rule: bool,
    /// The position to begin from, in the words of `set_position`; `None` for the rules' own.
    pub position: Option<String>,
}

impl GameSetup {
    /// A game of this variant.
    pub fn new(games: Games, variant: Variant, position: Option<String>) -> Self {
        Self { usual_rule: games.has_default_rule(&variant), variant, position }
    }
}

/// A request for a move.
pub struct MoveRequest<'a> {
    /// The side.
    pub color: Color,
    /// When the arena stops waiting.
    pub deadline: Option<Instant>,
    /// The legal moves in full, for protocols that send a move in parts.
    pub legal: &'a dyn Fn() -> Vec<String>,
}

/// A way to talk to an engine. One speaker serves all processes of an engine, one after the other.
pub trait Dialect: Send {
    /// Before the first words with a process that has just started: what was known of another process is forgotten, and what may
    /// harm this one is tried out, where that is not known yet. True where it is to be started again.
    ///
    /// # Errors
    /// [`Failure`], as everywhere below: late, at fault, or stopped.
    fn probe(&mut self, _: &mut Process) -> Result<bool, Failure> {
        Ok(false)
    }

    /// The first words with a process that has just started, and its `init` commands.
    ///
    /// # Errors
    /// [`Failure`].
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure>;

    /// A new game.
    ///
    /// # Errors
    /// A [`Failure::refused`] when the engine does not play such games or cannot be bound so.
    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure>;

    /// A move was made: by the opponent, or for the engine (openings, forced passes).
    ///
    /// # Errors
    /// A [`Failure::refused`] when the engine does not take it.
    fn play(&mut self, process: &mut Process, color: Color, text: &str) -> Result<(), Failure>;

    /// What the engine's clock shows before it is asked for a move.
    ///
    /// # Errors
    /// [`Failure`].
    fn show_clock(&mut self, process: &mut Process, color: Color, left: Left) -> Result<(), Failure>;

    /// The engine's move, which it has then played on its own board; `resign` when it gives up.
    ///
    /// # Errors
    /// [`Failure`].
    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure>;

    /// What the engine thought of its last move; asked when its clock stands.
    ///
    /// # Errors
    /// [`Failure`].
    fn thought(&mut self, process: &mut Process) -> Result<Thought, Failure>;

    /// Tells the engine to leave.
    ///
    /// # Errors
    /// [`Failure`].
    fn quit(&mut self, process: &mut Process) -> Result<(), Failure>;
}
