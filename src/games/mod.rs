//! Storey 3: the games. Each folder holds rules, notation, evaluation, special searches and named players of one
//! game, and knows nothing of the others.

pub mod gomoku;
pub mod mill;
pub mod othello;

use crate::game::{Game, Notation};
use crate::search::{Player, Score};
use clap::ArgMatches;
use indicatif::ProgressBar;
use std::error::Error;
use std::io::Write;
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
    pub sizes: &'static [u8],
    /// The size that a new game has.
    pub default_size: u8,
    /// How long a move is worth thinking about when the game may still last so many plies (1 or more), in any unit, at
    /// least 1: a clock is divided among the moves in these proportions. `pace` is what each would get were all alike.
    pub effort: fn(plies_left: u32, pace: Duration) -> u32,
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
    /// Makes the player. No work is done before the first move is asked for.
    pub create: fn() -> Box<dyn Player<G>>,
}

/// The program behind `tengen train`: makes the weights that a player was trained to.
#[derive(Clone, Copy, Debug)]
pub struct Trainer {
    /// The grammar of its command line.
    pub grammar: fn() -> clap::Command,
    /// Does what was asked.
    pub train: Train,
}

/// Does what a training's command line asks, on the threads of the current pool; shows how far it is, and writes what it
/// has found.
pub type Train = fn(&ArgMatches, &ProgressBar, &mut (dyn Write + Send)) -> Result<(), Box<dyn Error + Send + Sync>>;

/// What is behind `--weights`: puts the content of a file in the place of the trained weights in the program, for a game
/// on a board of this size. To be called once, before anything is thought about.
pub type Loader = fn(file: &[u8], size: u8) -> Result<(), Box<dyn Error + Send + Sync>>;

/// Points of evaluation that raise the odds of a win by the factor e, by default.
const WIN_CHANCE_SCALE: f64 = 200.0;

/// A game that can be offered to users: rules, notation, players.
pub trait Playable: Notation {
    /// Name, rule sets, sizes.
    const INFO: &'static Info;

    /// The starting position under a rule set of [`Info::rules`] on a size of [`Info::sizes`]; `None` where the
    /// type does not hold such boards (some games keep large boards in a type of their own).
    fn start(rule: &str, size: u8) -> Option<Self>;

    /// The players, the default first.
    fn players() -> Vec<NamedPlayer<Self>>;

    /// The chance, 0 to 1, that the side with this (undecided) evaluation wins; by default 1 / (1 + e^(-score / 200)).
    fn win_chance(score: Score) -> f64 {
        1.0 / (1.0 + (-f64::from(score) / WIN_CHANCE_SCALE).exp())
    }

    /// The evaluation as a person reads it: discs in Othello, points elsewhere.
    fn score_text(score: Score) -> String {
        format!("{score:+}")
    }

    /// The training, where a player of the game has trained weights.
    fn trainer() -> Option<Trainer> {
        None
    }

    /// How the default player gets other weights, where it has trained ones.
    fn loader() -> Option<Loader> {
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
    pub size: u8,
    /// Moves from the start, separated by spaces.
    pub moves: &'static str,
    /// Depth in plies.
    pub depth: u32,
}
