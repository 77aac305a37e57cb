//! Who meets whom, from which openings, how often: the games of a match or tournament, each with an id that only the
//! plan decides.

use super::header::{self, EngineHeader, Fingerprint, Header, PairGame};
use super::openings::OpeningRecord;
use super::record::GameRecord;
use super::spec::{EngineSpec, Thinking};
use super::stats::Sprt;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tengen_core::game::Variant;
use tengen_session::{Engine, Games};
use thiserror::Error;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets everyone else; the first few where there are so many seeds.
    Gauntlet,
    /// Everyone meets the next in the list.
    Ladder,
}

/// What the clocks of a game count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockSource {
    /// Time as it passes.
    #[default]
    Wall,
    /// CPU time of the engine's processes, so that other work on the machine costs an engine nothing.
    Cpu,
}

/// What is said of a clock that counts CPU time.
pub const CPU_TIME: &str = " (CPU time)";

/// When a game ends before its rules say so; nothing by default.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Adjudication {
    /// With so many plies left, or fewer, our own search decides the game, where it proves a value.
    pub exact: Option<u32>,
    /// Both engines agree on a winner: a score of so much, for so many moves of each.
    pub win: Option<(f64, u32)>,
    /// Both engines agree on a draw: scores within so much, for so many moves of each.
    pub draw: Option<(f64, u32)>,
    /// An engine sees itself so much behind, for so many of its moves: it has lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<(f64, u32)>,
}

/// A match or a tournament.
#[derive(Debug)]
pub struct Plan {
    /// The games whose rules are known.
    pub games: Games,
    /// What is played.
    pub variant: Variant,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Which builds of them these are.
    pub fingerprints: Vec<Fingerprint>,
    /// Who meets whom, as indices; the first has Black in the first game.
    pub pairings: Vec<(usize, usize)>,
    /// Openings that each pairing plays, each twice with colours swapped.
    pub rounds: u32,
    /// The openings; where there are fewer than rounds, they are repeated.
    pub openings: Vec<OpeningRecord>,
    /// Where they come from, in words.
    pub source: String,
    /// How thinking is bounded, but for engines that say it themselves.
    pub thinking: Thinking,
    /// What the clocks count.
    pub clock: ClockSource,
    /// Time that an engine may overstep without losing.
    pub margin: Duration,
    /// How long the arena waits for a move where there is no clock.
    pub patience: Duration,
    /// How long an engine may take to start, and to begin a game.
    pub startup: Duration,
    /// Ends before the rules'.
    pub adjudication: Adjudication,
    /// A game of so many plies is a draw.
    pub most_plies: u32,
    /// Where random openings come from.
    pub seed: u64,
    /// The sequential test that ends a pairing as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// Why there is no plan.
#[derive(Debug, Error)]
pub enum PlanError {
    /// Two engines of one name.
    #[error("two engines are called \"{0}\"; give one another name: its setting name, as in name=\"Other\"")]
    SameName(String),
    /// A name that cannot be shown.
    #[error("an engine is called \"{0}\"; a name is not empty and has no line end")]
    BadName(String),
    /// Fewer than two engines.
    #[error("expected at least two engines, found {0}")]
    TooFew(usize),
    /// Seeds that are none.
    #[error("{0} seeds: expected 1 or more, and fewer than engines; more than one in a gauntlet only")]
    Seeds(u32),
    /// An odd number of games.
    #[error("{0} games a pairing cannot be played in pairs with colours swapped; choose an even number, 2 or more")]
    Odd(u32),
}

/// A slice of a plan: every n-th pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// The whole plan.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    fn has(self, unit: u64) -> bool {
        unit % u64::from(self.count) == u64::from(self.index - 1)
    }
}

impl fmt::Display for Shard {
    /// `1of4`, as part of a file's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}of{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Self { index, count }),
            _ => Err(format!("{text} is no shard; expected I/N, from 1/N to N/N")),
        }
    }
}

/// Two games on one opening with colours swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The pairing's index.
    pub pairing: usize,
    /// The opening's number, from 1.
    pub opening: u32,
}

impl Plan {
    /// The pairings of a format. `seeds` is how many engines a gauntlet tests: the first ones, which do not meet each other.
    ///
    /// # Errors
    /// [`PlanError`] for names that results cannot be told apart by, too few engines, and wrong seeds.
    pub fn pairings(format: Format, seeds: u32, engines: &[EngineSpec]) -> Result<Vec<(usize, usize)>, PlanError> {
        // Tables show names that differ in blanks as one.
        let words = |name: &'_ str| name.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (index, engine) in engines.iter().enumerate() {
            if words(&engine.name).is_empty() || engine.name.contains(char::is_control) {
                return Err(PlanError::BadName(engine.name.clone()));
            }
            if engines[..index].iter().any(|other| words(&other.name) == words(&engine.name)) {
                return Err(PlanError::SameName(engine.name.clone()));
            }
        }
        let count = engines.len();
        if count < 2 {
            return Err(PlanError::TooFew(count));
        }
        let most_seeds = if format == Format::Gauntlet { count - 1 } else { 1 };
        if !(1..=most_seeds).contains(&(seeds as usize)) {
            return Err(PlanError::Seeds(seeds));
        }
        Ok(match format {
            Format::RoundRobin => {
                (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect()
            }
            Format::Gauntlet => {
                let seeds = seeds as usize;
                (0..seeds).flat_map(|first| (seeds..count).map(move |second| (first, second))).collect()
            }
            Format::Ladder => (1..count).map(|second| (second - 1, second)).collect(),
        })
    }

    /// The openings that `games` games of a pairing take.
    ///
    /// # Errors
    /// [`PlanError::Odd`].
    pub fn rounds(games: u32) -> Result<u32, PlanError> {
        if games > 0 && games.is_multiple_of(2) { Ok(games / 2) } else { Err(PlanError::Odd(games)) }
    }

    /// All pairs of games; every pairing meets on an opening before the next opening's turn.
    pub fn pairs(&self, shard: Shard) -> impl Iterator<Item = Pair> + '_ {
        let per_round = self.pairings.len() as u64;
        let units = (0..u64::from(self.rounds) * per_round).filter(move |&unit| shard.has(unit));
        units.map(move |unit| Pair { pairing: (unit % per_round) as usize, opening: (unit / per_round) as u32 + 1 })
    }

    /// Whether a pair of games belongs to a shard.
    pub fn is_in(&self, pair: Pair, shard: Shard) -> bool {
        shard.has(self.number(pair, PairGame::First) as u64 / 2)
    }

    /// A game's number in the plan, from 0.
    pub fn number(&self, pair: Pair, game: PairGame) -> usize {
        ((pair.opening as usize - 1) * self.pairings.len() + pair.pairing) * 2 + game as usize
    }

    /// Games of the whole plan.
    pub fn games(&self) -> usize {
        self.rounds as usize * self.pairings.len() * 2
    }

    /// The names of a pairing.
    pub fn names(&self, pairing: usize) -> (&str, &str) {
        let (first, second) = self.pairings[pairing];
        (&self.engines[first].name, &self.engines[second].name)
    }

    /// The opening of a pair.
    pub fn opening(&self, pair: Pair) -> OpeningRecord {
        let opening = &self.openings[(pair.opening as usize - 1) % self.openings.len()];
        OpeningRecord { number: pair.opening, ..opening.clone() }
    }

    /// A game's id.
    pub fn id(&self, pair: Pair, game: PairGame) -> String {
        let (first, second) = self.names(pair.pairing);
        game.id(first, second, pair.opening)
    }

    /// A board at the start of the plan's game.
    ///
    /// # Panics
    /// Where the plan's variant is none of ours: [`TournamentSettings::plan`](super::tournament::TournamentSettings::plan)
    /// has opened it before.
    pub fn referee(&self) -> Box<dyn Engine> {
        self.games.open_variant(&self.variant).expect("the variant was opened before")
    }

    /// A hash of all that decides how the games of a pair go.
    ///
    /// # Panics
    /// Never: all of it has a JSON form.
    pub fn digest(&self, pair: Pair) -> String {
        let (first, second) = self.pairings[pair.pairing];
        let build = |engine: usize| self.fingerprints[engine].hashes().collect::<Vec<_>>();
        let opening = self.opening(pair);
        let decisive = (
            &self.variant,
            [&self.engines[first], &self.engines[second]],
            [build(first), build(second)],
            &self.thinking,
            self.clock,
            self.margin,
            &self.adjudication,
            self.most_plies,
            (&opening.position, &opening.moves),
        );
        header::digest(&serde_json::to_vec(&decisive).expect("it has a JSON form"))
    }

    /// A hash of what decides how all games go, whatever the engines and openings.
    fn conditions(&self) -> String {
        let decisive = (&self.thinking, self.clock, self.margin, &self.adjudication, self.most_plies);
        header::digest(&serde_json::to_vec(&decisive).expect("it has a JSON form"))
    }

    /// Gives every engine that a record has in another build a name of its own, with the tag of its build: the record's
    /// games are those of another player then.
    pub fn tell_builds_apart(&mut self, recorded: &Header) {
        for (spec, build) in self.engines.iter_mut().zip(&self.fingerprints) {
            let known = recorded.engines.iter().find(|known| known.name == spec.name);
            if known.is_some_and(|known| !known.files.is_same(build)) {
                spec.name = format!("{} {}", spec.name, build.tag());
            }
        }
    }

    /// The plan as its record has it.
    pub fn header(&self) -> Header {
        let engine = |(spec, build): (&EngineSpec, &Fingerprint)| EngineHeader {
            name: spec.name.clone(),
            command: spec.command.clone(),
            dialect: spec.dialect,
            init: spec.init.clone(),
            time: spec.thinking.as_ref().map(|thinking| self.bounds(thinking)),
            files: build.clone(),
        };
        let names = |pairing| {
            let (first, second) = self.names(pairing);
            (first.to_owned(), second.to_owned())
        };
        Header {
            record: header::FORMAT,
            arena: concat!("tengen ", env!("CARGO_PKG_VERSION")).to_owned(),
            variant: self.variant.clone(),
            time: self.bounds(&self.thinking),
            conditions: self.conditions(),
            seed: self.seed,
            rounds: self.rounds,
            engines: self.engines.iter().zip(&self.fingerprints).map(engine).collect(),
            pairings: (0..self.pairings.len()).map(names).collect(),
            sprt: self.sprt.map(|sprt| sprt.to_string()),
            source: self.source.clone(),
            openings: self.openings.clone(),
        }
    }

    /// Bounds of thinking in words, with what the clock counts.
    pub fn bounds(&self, thinking: &Thinking) -> String {
        let counts = if self.clock == ClockSource::Cpu && thinking.time.is_some() { CPU_TIME } else { "" };
        format!("{thinking}{counts}")
    }

    /// How an engine's thinking is bounded.
    pub fn thinking(&self, engine: usize) -> &Thinking {
        self.engines[engine].thinking.as_ref().unwrap_or(&self.thinking)
    }

    /// Finds recorded games in the plan.
    pub fn index(&self) -> Index<'_> {
        let names = (0..self.pairings.len()).map(|pairing| (self.names(pairing), pairing)).collect();
        Index { plan: self, names }
    }
}

/// Where a recorded game belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// It is this game of the plan.
    Planned(Pair, PairGame),
    /// Its id is of the plan, but it was played under other settings.
    Different,
    /// The plan has no such game.
    Foreign,
}

/// Pairings by the names of their engines.
pub struct Index<'a> {
    plan: &'a Plan,
    names: HashMap<(&'a str, &'a str), usize>,
}

impl Index<'_> {
    /// The place of a recorded game.
    pub fn place(&self, game: &GameRecord) -> Membership {
        let Some(&pairing) = self.names.get(&(game.first.as_str(), game.second.as_str())) else {
            return Membership::Foreign;
        };
        if !(1..=self.plan.rounds).contains(&game.opening.number) {
            return Membership::Foreign;
        }
        let pair = Pair { pairing, opening: game.opening.number };
        match PairGame::BOTH.into_iter().find(|&which| self.plan.id(pair, which) == game.id) {
            None => Membership::Foreign,
            Some(_) if self.plan.digest(pair) != game.digest => Membership::Different,
            Some(which) => Membership::Planned(pair, which),
        }
    }
}
