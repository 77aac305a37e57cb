//! The header of a record: the plan whose games follow, with the openings and the builds of the engines, so that the games
//! of another plan, other openings or another build are never taken for its own.

use super::fingerprint::Fingerprint;
use super::plan::PairGame;
use super::record::OpeningRecord;
use super::spec::DialectName;
use serde::{Deserialize, Serialize};
use tengen_core::game::Variant;
use thiserror::Error;

/// The version of the records' format that this program writes. Version 1 had no header.
pub const FORMAT: u32 = 2;

/// A plan as its record has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub record: u32,
    /// The arena's version.
    pub arena: String,
    /// What is played: the members `game`, `rule` and `size`.
    #[serde(flatten)]
    pub variant: Variant,
    /// How thinking is bounded, but for engines with bounds of their own.
    pub time: String,
    /// The seed of openings and of their order.
    pub seed: u64,
    /// Openings that each pairing plays, each twice with colours swapped.
    pub rounds: u32,
    /// The engines.
    pub engines: Vec<EngineHeader>,
    /// Who meets whom, by name.
    pub pairings: Vec<(String, String)>,
    /// The sequential test that ends a pairing, where there is one, as the command line has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Where the openings come from, in words.
    pub source: String,
    /// The openings in their order, the first one number 1. Where there are fewer than rounds, they are repeated.
    pub openings: Vec<OpeningRecord>,
}

/// An engine of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How the arena talks to it.
    pub dialect: DialectName,
    /// Commands sent after its start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// The bounds of its thinking, where it has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Its files.
    pub files: Fingerprint,
}

/// Why two plans are not one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Difference {
    /// Other games.
    #[error("the first plan is of {first}, the second of {second}")]
    Variant {
        /// The first plan's.
        first: String,
        /// The second's.
        second: String,
    },
    /// Other openings.
    #[error("opening {number} is {first:?} in the first plan and {second:?} in the second")]
    Opening {
        /// The opening's number, from 1.
        number: u32,
        /// The first plan's.
        first: String,
        /// The second's.
        second: String,
    },
    /// Another build of an engine.
    #[error("{engine} is of two builds: its file {file} is not the same in both plans")]
    Build {
        /// The engine.
        engine: String,
        /// The file.
        file: String,
    },
}

impl Difference {
    /// What a run that finds a record of another plan can do.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Variant { .. } => "give this run another --record",
            Self::Opening { .. } => "give this run another --record, or the openings of the first plan",
            Self::Build { .. } => {
                "give this run another --record, or --new-builds to count the new one as another player"
            }
        }
    }
}

impl Header {
    /// Whether a later plan goes on with this one: the same game, the same openings as far as both go, and the same builds
    /// of those engines for which `has_played` is true.
    ///
    /// # Errors
    /// What keeps them apart.
    pub fn allows(&self, later: &Self, has_played: impl Fn(&str) -> bool) -> Result<(), Difference> {
        if self.variant != later.variant {
            return Err(Difference::Variant { first: self.variant.to_string(), second: later.variant.to_string() });
        }
        for ((first, second), number) in self.openings.iter().zip(&later.openings).zip(1..) {
            if first != second {
                return Err(Difference::Opening { number, first: first.to_string(), second: second.to_string() });
            }
        }
        for engine in &later.engines {
            let known = self.engines.iter().find(|known| known.name == engine.name && known.command == engine.command);
            if let Some(known) = known
                && !known.files.is_same(&engine.files)
                && has_played(&engine.name)
            {
                let file = known.files.changed(&engine.files).unwrap_or("its program").to_owned();
                return Err(Difference::Build { engine: engine.name.clone(), file });
            }
        }
        Ok(())
    }

    /// Takes in a later plan: engines, pairings and rounds of both, the openings of the one that has more, the rest of the
    /// later one.
    pub fn extend(&mut self, later: Self) {
        for engine in later.engines {
            match self.engines.iter_mut().find(|known| known.name == engine.name) {
                None => self.engines.push(engine),
                Some(known) => *known = engine,
            }
        }
        let new: Vec<_> = later.pairings.into_iter().filter(|pairing| !self.pairings.contains(pairing)).collect();
        self.pairings.extend(new);
        if later.openings.len() >= self.openings.len() {
            (self.openings, self.source) = (later.openings, later.source);
        }
        self.rounds = self.rounds.max(later.rounds);
        (self.variant, self.arena, self.time) = (later.variant, later.arena, later.time);
        (self.seed, self.sprt) = (later.seed, later.sprt);
    }

    /// Takes it in where there is none before.
    pub fn extend_known(known: &mut Option<Self>, later: Self) {
        match known {
            None => *known = Some(later),
            Some(known) => known.extend(later),
        }
    }

    /// How many games the plan has.
    pub fn games(&self) -> usize {
        self.pairings.len() * self.rounds as usize * PairGame::BOTH.len()
    }

    /// The games of the plan in its order: the number of the opening, and the id.
    pub fn ids(&self) -> impl Iterator<Item = (u32, String)> {
        let openings = 1..=self.rounds;
        openings.flat_map(move |opening| {
            let games = self.pairings.iter().flat_map(|pairing| PairGame::BOTH.map(|game| (pairing, game)));
            games.map(move |((first, second), game)| (opening, game.id(first, second, opening)))
        })
    }
}
