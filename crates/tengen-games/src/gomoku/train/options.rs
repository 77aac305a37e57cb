//! What the steps of the training are told.

use serde::Serialize;
use std::path::PathBuf;

/// A step of the training.
#[derive(Clone, Debug)]
pub enum GomokuTrainStep {
    /// Plays games against itself, and writes down what it thinks of each position.
    Play(Play),
    /// Fits weights to games.
    Fit(Fit),
    /// Says how well weights foretell the results of games that no fit has seen.
    Check(Check),
}

/// Which games to play, and how.
#[derive(Serialize, Clone, Debug)]
pub struct Play {
    /// The folder that the games are written to.
    #[serde(skip)]
    pub set: PathBuf,
    /// The rule set, by its name.
    pub rule: String,
    /// Lines of the board.
    pub size: u8,
    /// Games, rounded up to full files.
    #[serde(skip)]
    pub games: usize,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Games begin with 1 to this many moves by chance.
    pub random: usize,
    /// Games begin only where the search finds neither side ahead by more than this.
    pub balanced: u16,
    /// The chance of a move to be played by chance, in percent.
    pub noise: u8,
    /// Positions of each search that are searched, too.
    pub leaves: u16,
    /// Nodes of the search for each of them.
    pub leaf_nodes: u64,
    /// The file with the weights of the search; `None`: those in the program.
    pub weights: Option<PathBuf>,
    /// Whether the search has the simple weights that a training begins with instead.
    pub simple: bool,
    /// The seed of the moves by chance.
    pub seed: u64,
}

/// What to fit, and how.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Folders of games.
    pub sets: Vec<PathBuf>,
    /// The file of weights.
    pub out: PathBuf,
    /// The file whose weights are kept for the rule sets of no game; `None`: those in the program.
    pub base: Option<PathBuf>,
    /// Whether the ordering scores stay as they were.
    pub values_only: bool,
    /// The part of the game's result in what a position is worth, in percent; the rest is the search's value.
    pub result: u8,
    /// Strength of the regularization, in positions.
    pub ridge: f32,
    /// Steps of Newton's method.
    pub steps: u32,
    /// Conjugate gradients in each.
    pub gradients: u32,
}

/// What to check, and with which games.
#[derive(Clone, Debug)]
pub struct Check {
    /// Folders of games.
    pub sets: Vec<PathBuf>,
    /// The weights; `None`: those in the program.
    pub weights: Option<PathBuf>,
}
