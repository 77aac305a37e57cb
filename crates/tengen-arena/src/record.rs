//! The record of a tournament: one JSON object a line, first the plan as a [`Header`](super::header::Header), then one line a game, appended when
//! the game ends. Where a plan grows, its header comes again. A record holds all that a report needs, so that it can be
//! summarised, joined with others and replayed.

mod file;
mod journal;

pub use file::{ReadPosition, RecordError, RecordLine, plan, read, read_lines, read_on, salvage};
pub use journal::Journal;

use crate::header::PairGame;
use crate::openings::OpeningRecord;
use serde::{Deserialize, Serialize};
use tengen_core::game::zobrist::mix;
use tengen_core::game::{Color, Variant};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Fixed by the plan: [`PairGame::id`].
    pub id: String,
    /// A hash of all that decides how the game goes: engines, game, opening, clock, rules of adjudication. Two games
    /// of one id but different digests are of different plans.
    pub digest: String,
    /// What was played: the members `game`, `rule` and `size`.
    #[serde(flatten)]
    pub variant: Variant,
    /// The engine named first in the pairing; it has Black in the first half.
    pub first: String,
    /// The other engine of the pairing.
    pub second: String,
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// Where the game began.
    pub opening: OpeningRecord,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// As SGF writes it: `B+12`, `W+R` (resigned), `B+T` (time), `B+F` (forfeit), `0` for a draw.
    pub result: String,
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: Reason,
    /// The seconds that Black and White had for the moves that they made, where they had clocks.
    #[serde(default, skip_serializing_if = "has_no_clocks")]
    pub allowed: [Option<f64>; 2],
    /// The seed of the plan.
    pub seed: u64,
    /// The clock, as the command line has it.
    pub time: String,
    /// Black's version, as it tells itself.
    pub black_version: String,
    /// White's version.
    pub white_version: String,
    /// The arena's version.
    pub arena: String,
    /// The machine that played it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub machine: String,
    /// How late the arena itself was during the game, at most, in seconds; 0 where that was as usual.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late: f64,
    /// When the game began, in seconds since 1970.
    pub began: f64,
    /// How long it took, in seconds.
    pub seconds: f64,
}

fn has_no_clocks(allowed: &[Option<f64>; 2]) -> bool {
    *allowed == [None; 2]
}

fn is_zero(seconds: &f64) -> bool {
    *seconds == 0.0
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in the game's notation; `PASS` for a pass, which the arena plays itself.
    #[serde(rename = "move")]
    pub text: String,
    /// Seconds that the engine took.
    #[serde(rename = "t")]
    pub seconds: f64,
    /// What the engine thought, where it says so.
    #[serde(flatten)]
    pub thought: Thought,
}

/// What an engine thought of its move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The value for the side that moved, in the engine's own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The value as the engine writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A side, as records name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The kind of end.
    pub kind: End,
    /// Details for a person; empty where the kind says it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// The ways in which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// A side resigned.
    Resigned,
    /// Adjudicated, as the plan allows.
    Adjudicated,
    /// The engine overstepped its time, and answered later.
    Time,
    /// The engine overstepped its time and did not answer at all.
    Hang,
    /// The engine's process ended.
    Crash,
    /// The engine closed its input or output, but lives.
    Closed,
    /// The engine's answer is not of its protocol, or no move.
    Garbage,
    /// The engine's answers do not end.
    Flood,
    /// The engine played a move that the rules forbid.
    Illegal,
    /// The engine refused what it was asked: a legal move of its opponent, or to move at all.
    Refused,
}

impl End {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Rules,
        Self::Resigned,
        Self::Adjudicated,
        Self::Time,
        Self::Hang,
        Self::Crash,
        Self::Closed,
        Self::Garbage,
        Self::Flood,
        Self::Illegal,
        Self::Refused,
    ];

    /// True where the loser's engine is to blame, not its play.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Rules | Self::Resigned | Self::Adjudicated)
    }

    /// The kind for a person.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Rules => "by the rules",
            Self::Resigned => "resigned",
            Self::Adjudicated => "adjudicated",
            Self::Time => "overstepped its time",
            Self::Hang => "gave no answer in time",
            Self::Crash => "crashed",
            Self::Closed => "closed its input or output",
            Self::Garbage => "answered outside its protocol",
            Self::Flood => "flooded its output",
            Self::Illegal => "played an illegal move",
            Self::Refused => "refused a legal request",
        }
    }
}

impl GameRecord {
    /// Points of the pairing's first engine in halves: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points_of_first(&self) -> u8 {
        match self.winner {
            None => 1,
            Some(side) if *self.player(side) == self.first => 2,
            Some(_) => 0,
        }
    }

    /// The id that plans give this game. Earlier versions left a slash in a name as it is.
    pub(crate) fn planned_id(&self) -> String {
        let game = if self.black == self.first { PairGame::First } else { PairGame::Second };
        game.id(&self.first, &self.second, self.opening.number)
    }

    /// The moves of the opening and those after it.
    pub fn every_move(&self) -> impl Iterator<Item = &str> {
        self.opening.moves.iter().chain(self.moves.iter().map(|mv| &mv.text)).map(String::as_str)
    }

    /// A hash of all that was played, by whom and with which result. Two games of one course are the same game.
    pub fn course(&self) -> u64 {
        let position = self.opening.position.as_deref().unwrap_or_default();
        let players = [&*self.black, &*self.white, &*self.result, position];
        let text = |hash, text: &str| text.bytes().fold(mix(hash), |hash, byte| mix(hash ^ u64::from(byte)));
        players.into_iter().chain(self.every_move()).fold(0, text)
    }

    /// The engine that had this side.
    pub fn player(&self, side: Side) -> &String {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// The engine at fault, where the game ended by a fault.
    pub fn culprit(&self) -> Option<&str> {
        let winner = self.winner.filter(|_| self.reason.kind.is_fault())?;
        Some(self.player(if winner == Side::Black { Side::White } else { Side::Black }))
    }
}
