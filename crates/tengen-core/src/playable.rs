//! The contract of a game that can be offered to users: names, rule sets, sizes, players, levels.

pub mod level;
pub mod options;

pub use level::{LEVEL_COUNT, Level};
pub use options::{OptionError, PlayerOptions, TablesFolder};

use crate::game::{Ended, Game, Notation, Size};
use crate::search::{Player, Scale};
use std::time::Duration;

/// What there is to know of a game before one is set up.
#[derive(Debug)]
pub struct Info {
    /// The name as `list_games` prints it.
    pub name: &'static str,
    /// Other names that it is known by.
    pub aliases: &'static [&'static str],
    /// The rule sets, the default first.
    pub rules: &'static [Rule],
    /// Board sizes, ascending.
    pub sizes: &'static [Size],
    /// The size that a new game has.
    pub default_size: Size,
}

/// A rule set of a game.
#[derive(Debug)]
pub struct Rule {
    /// The name that `set_rule` takes.
    pub name: &'static str,
    /// Names by which the game under this rule set is known, as if it were a game of its own.
    pub aliases: &'static [&'static str],
    /// One line for a person.
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

    /// The size of this game that is meant: a square one stands for the board of so many columns where that is not square.
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
    /// Strength and style in one line.
    pub about: &'static str,
    /// Makes the player for games from this position, with the options that it knows.
    pub create: Create<G>,
}

/// Makes a player. No work is done before the first move is asked for, but for reading what the options name.
pub type Create<G> = fn(start: &G, options: &PlayerOptions) -> Result<Box<dyn Player<G>>, OptionError>;

/// A game that can be offered to users: rules, notation, players.
pub trait Playable: Notation {
    /// Name, rule sets, sizes.
    const INFO: &'static Info;

    /// How people read its values.
    const SCALE: Scale = Scale::USUAL;

    /// The levels of the default player, the weakest first: [`LEVEL_COUNT`], or none by default.
    const LEVELS: &'static [Level] = &[];

    /// The sizes that this type holds: all, unless large boards have a type of their own.
    const SIZES: &'static [Size] = Self::INFO.sizes;

    /// What the perft tables of the game's field count a game for that ended early.
    const PERFT_ENDED: Ended = Ended::Nothing;

    /// The starting position under a rule set of [`Info::rules`], by its name, on a size of [`Playable::SIZES`].
    fn start(rule: &str, size: Size) -> Self;

    /// The players, the default first.
    fn players() -> Vec<NamedPlayer<Self>>;

    /// How long a move is worth thinking about when the game may still last so many plies (1 or more), in any unit, at
    /// least 1: a clock is divided among the moves in these proportions, by default in equal parts. `pace` is what each
    /// would get were all alike.
    fn effort(_plies_left: u32, _pace: Duration) -> u32 {
        1
    }

    /// The legal moves that openings by chance are made of, by default all.
    fn opening_moves(&self) -> Vec<Self::Move> {
        self.moves()
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
    /// Depth in plies.
    pub depth: u32,
}

/// Something that is done with the type of every game: for what cannot be seen through a session, such as a test of the
/// contract.
pub trait Visit {
    /// Does it.
    fn visit<G: Playable>(&mut self);
}
