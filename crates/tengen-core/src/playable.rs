//! The contract of a game that can be offered to users: names, rule sets, sizes, players with their options, levels.

use crate::game::{Color, Ended, Game, Letters, Notation, Size, Vertex};
use crate::search::{Player, Scale, Score};
use std::any::Any;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// What there is to know of a game before one is set up.
#[derive(Debug)]
pub struct Info {
    /// The name as `list_games` prints it.
    pub name: &'static str,
    /// Other names that the game is known by.
    pub aliases: &'static [&'static str],
    /// The rule sets, the default first.
    pub rules: &'static [Rule],
    /// Board sizes, ascending.
    pub sizes: &'static [Size],
    /// The board size that a new game has.
    pub default_size: Size,
    /// How the game's players count the letters of columns.
    pub letters: Letters,
}

/// A rule set of a game.
#[derive(Debug)]
pub struct Rule {
    /// The name that `set_rule` takes.
    pub name: &'static str,
    /// Names by which the game under this rule set is known, as if it were a game of its own.
    pub aliases: &'static [&'static str],
    /// What the rule set is, in one line for a person.
    pub about: &'static str,
}

impl Info {
    /// Whether this is a name of the game.
    pub fn is(&self, name: &str) -> bool {
        [self.name].iter().chain(self.aliases).any(|known| same_name(known, name))
    }

    /// The rule set of this name.
    pub fn rule(&self, name: &str) -> Option<&'static Rule> {
        let mut names = self.rules.iter();
        names.find(|rule| same_name(rule.name, name) || rule.is_game(name))
    }

    /// The board of this game that `size` means: a square size also stands for a board with as many columns that is not square.
    pub fn size(&self, size: Size) -> Option<Size> {
        let meant = |known: &&Size| **known == size || (size.is_square() && known.cols == size.cols);
        self.sizes.iter().find(meant).copied()
    }
}

impl Rule {
    /// Whether this is a name of the game under this rule set.
    pub fn is_game(&self, name: &str) -> bool {
        self.aliases.iter().any(|known| same_name(known, name))
    }
}

/// True for names that differ in nothing but case, spaces and punctuation.
fn same_name(known: &str, name: &str) -> bool {
    let letters = |text: &str| -> Vec<char> { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    letters(&known.to_lowercase()) == letters(&name.to_lowercase())
}

/// A named player of a game.
pub struct NamedPlayer<G: Game> {
    /// The name that `set_player` takes.
    pub name: &'static str,
    /// Strength and style of the player in one line.
    pub about: &'static str,
    /// Makes the player for games from a start position, with those of the options that the player knows.
    pub create: Create<G>,
}

/// Makes a player. Before the first move is asked for, a player reads the files that the options name and does no other work.
pub type Create<G> = fn(start: &G, options: &PlayerOptions) -> Result<Box<dyn Player<G>>, OptionError>;

/// Why a player cannot be made with the options that it was given.
pub type OptionError = Arc<dyn Error + Send + Sync>;

/// Options of players. Clones share one weights file, which is parsed once whatever the number of players.
#[derive(Clone, Default)]
pub struct PlayerOptions {
    weights: Option<Arc<WeightsFile>>,
    tables: Option<Arc<TablesFolder>>,
    no_proofs: bool,
}

/// A folder of endgame tables.
#[derive(Debug)]
pub struct TablesFolder {
    /// The path of the folder.
    pub path: PathBuf,
    /// How many MiB of the tables a player may keep unpacked; `None` leaves it to the player.
    pub cache: Option<usize>,
    used: AtomicBool,
}

impl TablesFolder {
    /// A folder of tables of which a player may keep `cache` MiB unpacked.
    pub fn new(path: PathBuf, cache: Option<usize>) -> Self {
        Self { path, cache, used: AtomicBool::new(false) }
    }
}

/// The content of a weights file, and what a player makes of it.
struct WeightsFile {
    bytes: Vec<u8>,
    used: AtomicBool,
    parsed: OnceLock<Result<Arc<dyn Any + Send + Sync>, OptionError>>,
}

impl PlayerOptions {
    /// The most bytes of a weights file.
    pub const MAX_WEIGHTS: u64 = 1 << 26;

    /// Options with the content of a weights file, which players that have trained weights use in place of their own.
    pub fn with_weights(bytes: Vec<u8>) -> Self {
        let file = WeightsFile { bytes, used: AtomicBool::new(false), parsed: OnceLock::new() };
        Self { weights: Some(Arc::new(file)), ..Self::default() }
    }

    /// The same options with a folder of tables, for players that look positions up in tables.
    pub fn and_tables(self, folder: TablesFolder) -> Self {
        Self { tables: Some(Arc::new(folder)), ..self }
    }

    /// The same options for players that know no proof by heart.
    #[must_use]
    pub fn without_proofs(self) -> Self {
        Self { no_proofs: true, ..self }
    }

    /// True where players may use the proofs in the program.
    pub const fn has_proofs(&self) -> bool {
        !self.no_proofs
    }

    /// The weights of the file, where one is given, as `parse` reads them. `parse` is called for the first player only.
    ///
    /// # Errors
    /// The error of `parse`, for all players alike.
    pub fn weights<W, E>(&self, parse: impl FnOnce(&[u8]) -> Result<W, E>) -> Result<Option<Arc<W>>, OptionError>
    where
        W: Any + Send + Sync,
        E: Error + Send + Sync + 'static,
    {
        let Some(file) = &self.weights else { return Ok(None) };
        file.used.store(true, Relaxed);
        let read = || match parse(&file.bytes) {
            Ok(weights) => Ok(Arc::new(weights) as Arc<dyn Any + Send + Sync>),
            Err(error) => Err(Arc::new(error) as OptionError),
        };
        Ok(file.parsed.get_or_init(read).clone()?.downcast().ok())
    }

    /// The folder of tables, where one is given.
    pub fn tables(&self) -> Option<Arc<TablesFolder>> {
        let folder = self.tables.clone()?;
        folder.used.store(true, Relaxed);
        Some(folder)
    }

    /// The path of the folder of tables, where one is given; nothing is taken.
    pub fn tables_path(&self) -> Option<&Path> {
        self.tables.as_ref().map(|folder| &*folder.path)
    }

    /// True where tables are given and no player has taken them.
    pub fn has_unused_tables(&self) -> bool {
        self.tables.as_ref().is_some_and(|folder| !folder.used.load(Relaxed))
    }

    /// True where weights are given and no player has taken them.
    pub fn has_unused_weights(&self) -> bool {
        self.weights.as_ref().is_some_and(|file| !file.used.load(Relaxed))
    }
}

/// How many levels each game has; full strength is above the last.
pub const LEVEL_COUNT: usize = 10;

/// A level: how far the player looks, and how often it prefers a worse move.
///
/// The level finds the best moves by a search of its depth, and chooses among them by chance, a move that is worse by
/// `temperature` steps of the odds (a factor of e in the odds of a win, [`Scale::odds`]) 1/e times as often: Boltzmann's
/// distribution over values, as in Luce's choice axiom (1959).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Depth of the search in plies.
    pub depth: u32,
    /// How many of the best moves the level chooses among.
    pub breadth: usize,
    /// By how many steps of the odds ([`Scale::odds`]) a move must be worse to be chosen 1/e times as often.
    pub temperature: f64,
    /// Elo above the first level, measured by matches of each level against the next (`benches/levels`).
    pub elo: u32,
}

/// How many steps of the odds a certain win counts above an even game, and a certain loss below: finite, as beginners miss them
/// at times.
const CERTAIN: f64 = 10.0;

impl Level {
    /// A level from the values of its fields, in the order of their declaration.
    pub const fn new(depth: u32, breadth: usize, temperature: f64, elo: u32) -> Self {
        Self { depth, breadth, temperature, elo }
    }

    /// Chooses by chance among moves of these values, best first; returns the index of the chosen one, `None` for no moves.
    pub fn choose(&self, scale: &Scale, scores: &[Score], rng: &mut fastrand::Rng) -> Option<usize> {
        let steps = |score: Score| (f64::from(score) / scale.odds).clamp(-CERTAIN, CERTAIN);
        let &best = scores.first()?;
        let weights: Vec<f64> =
            scores.iter().map(|&score| ((steps(score) - steps(best)) / self.temperature).exp()).collect();
        let mut drawn = rng.f64() * weights.iter().sum::<f64>();
        let place = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        Some(place.unwrap_or(scores.len() - 1))
    }
}

/// A free point where a side's stone makes a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The side, whether it is to move or not.
    pub side: Color,
    /// The point.
    pub point: Vertex,
    /// What the stone makes there: the strongest it is of [`Playable::THREATS`].
    pub kind: &'static str,
}

/// What a proof in the program says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven<M> {
    /// The side that wins.
    pub winner: Color,
    /// The most plies to the end.
    pub plies: u32,
    /// The winner's move, or all moves of the loser.
    pub moves: Vec<ProvenMove<M>>,
}

/// A move in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenMove<M> {
    /// The move.
    pub mv: M,
    /// The winner's answer to a move of the loser's, where the proof has one; elsewhere a short search finds it.
    pub answer: Option<M>,
    /// The most plies to the end after the move, where the proof says it.
    pub plies: Option<u32>,
}

/// A game that can be offered to users: rules, notation, players.
pub trait Playable: Notation {
    /// Name, rule sets and sizes of the game.
    const INFO: &'static Info;

    /// How people read the game's values.
    const SCALE: Scale = Scale::USUAL;

    /// The levels of the default player, the weakest first: [`LEVEL_COUNT`], or none by default.
    const LEVELS: &'static [Level] = &[];

    /// The board sizes that this type holds: all of the game, unless large boards have a type of their own.
    const SIZES: &'static [Size] = Self::INFO.sizes;

    /// What a game that ended early adds to the count in the published perft tables of this game.
    const PERFT_ENDED: Ended = Ended::Nothing;

    /// The starting position under a rule set of [`Info::rules`], by its name, or by that of [`Playable::with_options`], on a size
    /// of [`Playable::SIZES`].
    fn start(rule: &str, size: Size) -> Self;

    /// The rule set that a record names, in the words or numbers of the programs that write records of this game; by default by
    /// its name ([`Info::rule`]).
    fn recorded_rule(text: &str) -> Option<&'static str> {
        Self::INFO.rule(text).map(|rule| rule.name)
    }

    /// The name of a rule set of [`Info::rules`] with options, as [`Playable::start`] takes it. A user writes them behind the name,
    /// a `+` before each: `morris9+fly4+draw50`. By default no rule set has options.
    ///
    /// # Errors
    /// What is wrong with the options, in one line for a person.
    fn with_options(rule: &'static str, _options: &str) -> Result<String, String> {
        Err(format!("{rule} has no options"))
    }

    /// The players, the default first.
    fn players() -> Vec<NamedPlayer<Self>>;

    /// How long a move is worth thinking about when the game may still last `plies_left` plies (1 or more). A clock is divided
    /// among the moves in proportion to these efforts, which are at least 1, in any unit, and by default equal. `pace` is the
    /// time that each move would get if all efforts were equal.
    fn effort(_plies_left: u32, _pace: Duration) -> u32 {
        1
    }

    /// The legal moves that openings by chance are made of, by default all.
    fn opening_moves(&self) -> Vec<Self::Move> {
        self.moves()
    }

    /// The usual name of the opening that ends with this position, by whatever moves; `None` for a position without a name, as by
    /// default for all.
    fn opening(&self) -> Option<&'static str> {
        None
    }

    /// The kinds of [`Playable::threats`], the strongest first; none by default.
    const THREATS: &'static [&'static str] = &[];

    /// The threats that either side can make in a game that goes on, the strongest first, by the shape of the rows alone. No side has
    /// one on a point that it may not play on.
    fn threats(&self) -> Vec<Threat> {
        Vec::new()
    }

    /// What a proof in the program says of this position, where one has it; by default there is none.
    fn proof(&self) -> Option<Proven<Self::Move>> {
        None
    }

    /// Positions for `tengen bench` as rule, size and moves from the start, each with a depth that takes the default
    /// player about a second; none by default.
    fn bench() -> &'static [BenchPosition] {
        &[]
    }
}

/// A position that `tengen bench` searches.
#[derive(Debug)]
pub struct BenchPosition {
    /// The rule set.
    pub rule: &'static str,
    /// The board size.
    pub size: Size,
    /// Moves from the start, separated by spaces.
    pub moves: &'static str,
    /// Depth of the search in plies.
    pub depth: u32,
}

/// Something that is done with the type of every game: for what cannot be seen through a session, such as a test of the
/// contract.
pub trait Visit {
    /// Does the work for a game of this type.
    fn visit<G: Playable>(&mut self);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_worse_by_the_temperature_is_e_times_as_rare() {
        let level = Level::new(1, 30, 0.5, 0);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut chosen = [0.0_f64; 3];
        for _ in 0..100_000 {
            // 100 points are half a step of the usual odds.
            chosen[level.choose(&Scale::USUAL, &[100, 0, -100], &mut rng).unwrap()] += 1.0;
        }
        let e = std::f64::consts::E;
        assert!((chosen[0] / chosen[1] / e - 1.0).abs() < 0.05, "{chosen:?}");
        assert!((chosen[1] / chosen[2] / e - 1.0).abs() < 0.05, "{chosen:?}");
    }

    #[test]
    fn a_win_is_missed_at_times_by_those_who_choose_by_chance() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut missed = |temperature| {
            let level = Level::new(1, 30, temperature, 0);
            let scores = [crate::search::WIN - 1, 0, 0, 0];
            (0..1000).filter(|_| level.choose(&Scale::USUAL, &scores, &mut rng) != Some(0)).count()
        };
        // Each of the three draws is less likely than the win by the factor e to the power of 10 / temperature.
        assert!((50..=500).contains(&missed(4.0)));
        assert_eq!(missed(0.2), 0);
    }
}
