//! What a record amounts to, from one pass over its games, and how scores grew game by game. The memory that it takes depends
//! on the number of players, not on the number of games.

mod reading;

use super::Anchor;
use super::sources::hash;
use crate::plan::CPU_TIME;
use crate::record::{End, GameRecord};
use crate::stats::{Encounter, Estimate, Pentanomial, Ratings, Sprt, SprtState, Wdl};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tengen_core::game::{Color, Variant};

/// The most faults that are listed one by one; all are counted.
const MAX_FAULTS: usize = 1000;

/// The most points that a course keeps.
const MAX_POINTS: usize = 500;

/// What all games of a record, or of several, amount to.
#[derive(Default)]
pub struct Summary {
    /// Games, each counted once.
    pub games: u64,
    /// Lines left out because their game had been counted already.
    pub repeated: u64,
    /// Games left out because they repeat, move for move, one that had been counted.
    pub repeats: u64,
    /// What was played, each with the number of its games.
    pub settings: BTreeMap<RunSettings, u64>,
    /// When the first game began and the last one ended, in seconds since 1970.
    pub period: Option<(f64, f64)>,
    /// The time of all games together, in seconds.
    pub seconds: f64,
    /// The machines that played, each with the number of its games.
    pub machines: BTreeMap<String, u64>,
    /// Games in which the arena itself was late: the machine had too much to do.
    pub overloaded: u64,
    /// How late it was at most, in seconds.
    pub latest: f64,
    /// The sequential test of every pairing, where there is one.
    pub test: Option<Sprt>,
    /// The players, in the order in which they appear.
    pub players: Vec<Player>,
    /// Who met whom, in the order in which they appear.
    pub pairings: Vec<Pairing>,
    /// The Bradley-Terry ratings of the players.
    pub ratings: Ratings,
    /// The games that ended by a fault, the first 1000 of them.
    pub faults: Vec<Fault>,
    /// How many ended by a fault.
    pub fault_count: u64,
    /// Where the sequential test of a match stands, where there is one.
    pub sprt: Option<SprtState>,
}

/// What is the same for many games.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct RunSettings {
    /// What was played: the members `game`, `rule` and `size`.
    #[serde(flatten)]
    pub variant: Variant,
    /// The clock, as the command line has it.
    pub time: String,
    /// The seed of the plan.
    pub seed: u64,
    /// The arena's version.
    pub arena: String,
}

/// What a player did in all its games.
pub struct Player {
    /// Its name.
    pub name: String,
    /// The versions that it told.
    pub versions: BTreeSet<String>,
    /// Its command lines, where the records say them.
    pub commands: BTreeSet<String>,
    /// What tells its builds apart: [`Fingerprint::tag`](crate::header::Fingerprint::tag).
    pub builds: BTreeSet<String>,
    /// Its results as Black and as White.
    pub as_color: [Wdl; 2],
    /// Time of its moves, in seconds.
    pub time: Mean,
    /// Of the games in which it had a clock: the time of its moves, and the time that it had for them, in seconds.
    clocked: (f64, f64),
    /// Depth of its moves, where it told one, in plies.
    pub depth: Mean,
    /// Its longest move.
    pub longest: Option<LongMove>,
    /// Nodes of the moves where it told them.
    nodes: u64,
    /// Time of these moves, in seconds.
    thinking: f64,
    /// Its faults by kind.
    pub faults: BTreeMap<End, u64>,
    /// Its results as they added up.
    pub course: Course,
}

impl Player {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            versions: BTreeSet::new(),
            commands: BTreeSet::new(),
            builds: BTreeSet::new(),
            as_color: <[Wdl; 2]>::default(),
            time: Mean::default(),
            clocked: (0.0, 0.0),
            depth: Mean::default(),
            longest: None,
            nodes: 0,
            thinking: 0.0,
            faults: BTreeMap::new(),
            course: Course::default(),
        }
    }
}

/// A mean in the making.
#[derive(Clone, Copy, Default)]
pub struct Mean {
    sum: f64,
    count: u64,
}

/// How results added up over time: every `stride`-th state, where the stride doubles whenever there are too many.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    stride: u64,
    points: Vec<Wdl>,
    now: Wdl,
}

impl Default for Course {
    fn default() -> Self {
        Self { stride: 1, points: Vec::new(), now: Wdl::default() }
    }
}

impl Course {
    /// Adds a game of 2, 1 or 0 half points.
    fn push(&mut self, half_points: u8) {
        self.now += Wdl::of_game(half_points);
        if self.now.games().is_multiple_of(self.stride) {
            self.points.push(self.now);
        }
        if self.points.len() > MAX_POINTS {
            self.stride *= 2;
            let stride = self.stride;
            self.points.retain(|point| point.games().is_multiple_of(stride));
        }
    }

    /// The results so far after some of the games, evenly spread, and after the last.
    pub fn points(&self) -> impl Iterator<Item = Wdl> {
        let last = self.points.last() != Some(&self.now) && self.now.games() > 0;
        self.points.iter().copied().chain(last.then_some(self.now))
    }
}

/// A move that took long.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LongMove {
    /// How long, in seconds.
    pub seconds: f64,
    /// The game's id.
    pub game: String,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
}

/// The games of two players under one order of their names, as `first` sees them.
#[derive(Default)]
pub struct Pairing {
    /// The player named first in the plan, an index into [`Summary::players`].
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// The results while `first` had Black, and while it had White.
    pub as_color: [Wdl; 2],
    /// Pairs of games on one opening with colours swapped, where both were played.
    pub pairs: Pentanomial,
    /// Where the sequential test stood when it came to an end, or stands now.
    test: Option<SprtState>,
    /// The results as they added up.
    pub course: Course,
    /// Half points of the games whose other half is missing, by a hash of opening and half.
    open: HashMap<u64, (Color, u8)>,
}

/// A game that ended by a fault.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    /// The game's id.
    pub game: String,
    /// Who is to blame.
    pub player: String,
    /// The kind.
    pub kind: End,
    /// Details, where there are any.
    pub detail: String,
}

impl Mean {
    fn push(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean; `None` of nothing.
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Player {
    /// All its results.
    pub fn wdl(&self) -> Wdl {
        both(self.as_color)
    }

    /// Nodes a second, of the moves where it told them.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes > 0 && self.thinking > 0.0).then(|| self.nodes as f64 / self.thinking)
    }

    /// The share of the time that it had for its moves which it used.
    pub fn time_used(&self) -> Option<f64> {
        let (used, allowed) = self.clocked;
        (allowed > 0.0).then(|| used / allowed)
    }

    /// A move that it made.
    fn moved(&mut self, game: &GameRecord, index: usize) {
        let mv = &game.moves[index];
        self.time.push(mv.seconds);
        if let Some(depth) = mv.thought.depth {
            self.depth.push(depth.into());
        }
        if let Some(nodes) = mv.thought.nodes {
            self.nodes += nodes;
            self.thinking += mv.seconds;
        }
        if self.longest.as_ref().is_none_or(|longest| mv.seconds > longest.seconds) {
            self.longest = Some(LongMove { seconds: mv.seconds, game: game.id.clone(), text: mv.text.clone() });
        }
    }
}

impl Pairing {
    /// All results of `first`.
    pub fn wdl(&self) -> Wdl {
        both(self.as_color)
    }

    /// All games and the pairs among them.
    pub fn encounter(&self) -> Encounter {
        Encounter { games: self.wdl(), pairs: self.pairs }
    }

    /// Begins the sequential test anew with the pairs that there are.
    fn retest(&mut self, sprt: Option<Sprt>) {
        self.test = sprt.map(|sprt| sprt.test(&self.pairs));
    }

    fn push(&mut self, game: &GameRecord, sprt: Option<Sprt>) {
        let half_points = game.half_points_of_first();
        let color = if game.black == game.first { Color::Black } else { Color::White };
        self.as_color[color.index()] += Wdl::of_game(half_points);
        self.course.push(half_points);
        // An id ends with the half, what stands before it names the opening.
        let opening = hash(game.id.rsplit_once('/').map_or(&game.id, |(opening, _)| opening));
        match self.open.remove(&opening) {
            Some((other, more)) if other != color => {
                self.pairs += Pentanomial::of_pair(half_points + more);
                if !self.test.is_some_and(|state| state.has_verdict()) {
                    self.retest(sprt);
                }
            }
            Some(_) | None => {
                self.open.insert(opening, (color, half_points));
            }
        }
    }
}

/// A command as a shell takes it.
fn command_line(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

fn both([black, white]: [Wdl; 2]) -> Wdl {
    let mut sum = black;
    sum += white;
    sum
}

impl Summary {
    /// The results of every player (row) against every other (column), as the row sees them.
    pub fn crosstable(&self) -> Vec<Vec<Encounter>> {
        let mut table = vec![vec![Encounter::default(); self.players.len()]; self.players.len()];
        for pairing in &self.pairings {
            table[pairing.first][pairing.second] += pairing.encounter();
            table[pairing.second][pairing.first] += pairing.encounter().flipped();
        }
        table
    }

    /// True where the machine was late in more than one game of 20, so that times on the wall clock say little.
    pub const fn was_overloaded(&self) -> bool {
        20 * self.overloaded > self.games
    }

    /// True where the clocks counted CPU time, in some games at least.
    pub fn counts_cpu_time(&self) -> bool {
        self.settings.keys().any(|settings| settings.time.contains(CPU_TIME))
    }

    /// True where most games that were lost were lost by a fault: the result says little about play.
    pub fn is_faulty(&self) -> bool {
        let lost: u64 = self.players.iter().map(|player| player.wdl().losses).sum();
        self.fault_count > 0 && 2 * self.fault_count > lost
    }

    /// Rates the players anew, some of whom have a rating that is given. Anchors of which there are no games are left out.
    pub fn rate(&mut self, anchors: &[Anchor]) {
        let place = |anchor: &Anchor| self.players.iter().position(|player| player.name == anchor.name);
        let given = anchors.iter().filter_map(|anchor| Some((place(anchor)?, anchor.elo))).collect();
        self.ratings = Ratings::new(&self.crosstable(), &given);
    }

    /// A player's rating.
    pub fn rating(&self, player: usize) -> Estimate {
        self.ratings.players[player]
    }

    /// The players of each group that games link, as indices from the strongest to the weakest: by rating, then by score.
    pub fn standings(&self) -> Vec<Vec<usize>> {
        let key = |&index: &usize| (self.rating(index).value, self.players[index].wdl().score().unwrap_or(0.0));
        let ranked = |players: &[usize]| {
            let mut order = players.to_vec();
            order.sort_by(|a, b| {
                let ((rating_a, score_a), (rating_b, score_b)) = (key(a), key(b));
                rating_b.total_cmp(&rating_a).then(score_b.total_cmp(&score_a))
            });
            order
        };
        self.ratings.groups.iter().map(|group| ranked(&group.players)).collect()
    }

    /// All players, group by group as [`Summary::standings`] has them.
    pub fn ranking(&self) -> Vec<usize> {
        self.standings().concat()
    }

    /// Where the sequential test of a pairing stood when it came to an end, as its games came, or stands now; `None` where there
    /// is none.
    pub fn test_of(&self, pairing: &Pairing) -> Option<SprtState> {
        self.test.map(|sprt| pairing.test.unwrap_or_else(|| sprt.test(&Pentanomial::default())))
    }

    /// The pairing, where the record is a match of two players and nothing else.
    pub fn as_match(&self) -> Option<&Pairing> {
        match &self.pairings[..] {
            [pairing] if self.players.len() == 2 => Some(pairing),
            _ => None,
        }
    }
}
