//! The points of a check, what is found out about them, and what their tests say to an engine about a game: moves, boards,
//! situations.

use super::rules::MoveList;
use super::subject::{Exchange, Subject, Tested, Trouble, fault};
use crate::gtp_client::{command_line, letter};
use serde::Serialize;
use std::fmt;
use tengen_core::game::Color;

/// How much hangs on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PointLevel {
    /// GTP demands it.
    Required,
    /// Clients rely on it.
    Expected,
    /// It makes life easier.
    Hint,
}

impl fmt::Display for PointLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Required => "required",
            Self::Expected => "expected",
            Self::Hint => "hint",
        })
    }
}

/// One thing to find out about an engine.
pub struct Point {
    /// What it is called in the report.
    pub name: &'static str,
    /// How much hangs on it.
    pub level: PointLevel,
    /// Why it matters.
    pub why: &'static str,
    /// Talks to the engine.
    pub test: fn(&mut Subject<'_>) -> Tested,
}

impl Point {
    /// A point that `test` tests.
    pub const fn new(
        level: PointLevel,
        name: &'static str,
        why: &'static str,
        test: fn(&mut Subject<'_>) -> Tested,
    ) -> Self {
        Self { name, level, why, test }
    }
}

/// Points that belong together, each group with a new process of the engine.
pub struct Group {
    /// What it is called in the report.
    pub name: &'static str,
    /// The points, in their order.
    pub points: &'static [Point],
}

/// What was found out about a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointResult {
    /// It is as it should be.
    Pass,
    /// What was expected.
    Fail(String),
    /// Why it cannot be judged.
    Skip(String),
}

/// A point and its verdict.
pub struct Finding {
    /// The group's name.
    pub group: &'static str,
    /// The point.
    pub point: &'static Point,
    /// What was found out.
    pub verdict: PointResult,
    /// What was said.
    pub exchanges: Vec<Exchange>,
}

impl Subject<'_> {
    /// A command that must succeed; its text.
    pub fn succeed(&mut self, command: &str) -> Result<String, Trouble> {
        let answer = self.ask(command)?;
        if answer.success { Ok(answer.text) } else { Err(fault(format!("a success of \"{command}\""))) }
    }

    /// A command that must fail, with this text.
    pub fn refuse(&mut self, command: &str, text: &str) -> Tested {
        let answer = self.ask(command)?;
        let right = !answer.success && answer.text == text;
        if right { Ok(()) } else { Err(fault(format!("\"? {text}\" to \"{command}\""))) }
    }

    /// True where the answer to a command, whatever it is, has the command's id right behind its mark.
    pub fn echoes(&mut self, id: u32, command: &str) -> Result<bool, Trouble> {
        let output = self.raw(command_line(Some(id), command).as_bytes(), 1)?;
        let rest = output.strip_prefix(['=', '?']).and_then(|rest| rest.strip_prefix(&id.to_string()));
        Ok(rest.is_some_and(|rest| rest.starts_with([' ', '\n', '\r'])))
    }

    /// A new game.
    pub fn begin(&mut self) -> Tested {
        if let Some(rules) = self.rules.clone() {
            if !self.set_up && self.knows("set_game") {
                self.succeed(&format!("set_game {}", rules.variant.game))?;
            }
            if !self.set_up && self.knows("set_rule") {
                self.succeed(&format!("set_rule {}", rules.variant.rule))?;
            }
            self.set_up = true;
            self.succeed(&format!("boardsize {}", rules.variant.size))?;
        }
        self.succeed("clear_board")?;
        self.arrived();
        Ok(())
    }

    /// A move that must be taken.
    pub fn play(&mut self, color: Color, text: &str) -> Tested {
        self.succeed(&format!("play {} {text}", letter(color))).map(drop)
    }

    /// A new game, up to the end of a line.
    pub fn follow(&mut self, line: &MoveList) -> Tested {
        self.begin()?;
        line.iter().try_for_each(|(color, text)| self.play(*color, text))?;
        self.arrived();
        Ok(())
    }

    /// A first move of the game, which is not played: the rules' own, or else the engine's.
    pub fn first_move(&mut self) -> Result<(Color, String), Trouble> {
        if let Some(rules) = &self.rules
            && let Some(first) = rules.opening.first()
        {
            return Ok(first.clone());
        }
        self.begin()?;
        let text = self.succeed("genmove b")?;
        self.begin()?;
        Ok((Color::Black, text))
    }

    /// The board as the engine shows it, where it does.
    pub fn board(&mut self) -> Result<String, Trouble> {
        if self.knows("showboard") { self.succeed("showboard") } else { Ok(String::new()) }
    }

    /// The board must look as it did.
    pub fn still(&mut self, board: &str) -> Tested {
        if self.board()? == board { Ok(()) } else { Err(fault("the board as before")) }
    }
}
