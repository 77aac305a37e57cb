//! What the steps of the training are told.

use serde::Serialize;
use std::path::PathBuf;

/// A step of the training.
#[derive(Clone, Debug)]
pub enum OthelloTrainStep {
    /// Labels the positions of games with what they are worth.
    Label(Labels),
    /// Fits weights to labelled positions.
    Fit(Fit),
    /// Says how far weights are off the samples that no fit has seen.
    Check(Check),
    /// Measures how far shallow searches are off deep ones, and fits the constants of Multi-ProbCut to it.
    ProbCut(ProbCut),
}

/// What to label, and how.
#[derive(Default, Serialize, Clone, Debug)]
pub struct Labels {
    /// The folder that the samples are written to.
    #[serde(skip)]
    pub set: PathBuf,
    /// The folder whose WTHOR files give the games; `None`: own games.
    pub wthor: Option<PathBuf>,
    /// The most games of WTHOR files, chosen by chance.
    #[serde(skip)]
    pub games: Option<usize>,
    /// Own games, rounded up to full files of 200.
    #[serde(skip)]
    pub selfplay: Option<usize>,
    /// The file of openings that own games begin with: a line of moves each (`f5d6c3...`).
    pub openings: Option<PathBuf>,
    /// Own games begin with 6 to this many moves by chance.
    pub random: u8,
    /// Own games begin only where a search like those that play them finds neither side ahead by more discs than this.
    pub balanced: Option<u8>,
    /// Depth of the searches that play own games, in plies.
    pub play_depth: u8,
    /// Positions with up to this many empty squares are solved.
    pub exact: u8,
    /// Depth of the searches of the others, in plies; 0 gives them the value of the game's first solved position.
    pub depth: u8,
    /// Confidence of the cuts in all these searches, in percent; 100 cuts nothing.
    pub confidence: u8,
    /// Whether searches go a ply deeper where that ends at an even number of empty squares.
    pub even: bool,
    /// The file with the weights of these searches; `None`: those in the program.
    pub weights: Option<PathBuf>,
    /// The number of positions labelled in place of each, of those that a search of the depth of play evaluates.
    pub visited: Option<u16>,
    /// Every n-th of a game's positions that are not solved is labelled.
    pub every: u8,
    /// The seed of the games and positions chosen by chance.
    pub seed: u64,
}

/// What to fit, and how.
#[derive(Serialize, Clone, Debug)]
pub struct Fit {
    /// Folders of samples.
    pub sets: Vec<PathBuf>,
    /// The weights file to write; what was fitted already is kept beside it until it is whole.
    #[serde(skip)]
    pub out: PathBuf,
    /// The file whose weights the new ones are drawn to; `None`: those of the next phase.
    pub prior: Option<PathBuf>,
    /// How strongly a weight is drawn to them, in samples.
    pub ridge: f32,
    /// Steps of conjugate gradients a phase.
    pub steps: u32,
}

/// What to check, and with which samples.
#[derive(Clone, Debug)]
pub struct Check {
    /// Folders of samples.
    pub sets: Vec<PathBuf>,
    /// The file with the weights; `None`: those in the program.
    pub weights: Option<PathBuf>,
}

/// Which positions to search, and how deep.
#[derive(Serialize, Clone, Debug)]
pub struct ProbCut {
    /// The folder of samples whose positions are searched.
    pub set: PathBuf,
    /// Positions of each number of empty squares from 10 to 49.
    pub positions: usize,
    /// Depth of the deep searches, in plies.
    pub depth: u8,
    /// Positions with up to this many empty squares are solved.
    pub exact: u8,
    /// The file with the weights of the searches; `None`: those in the program.
    pub weights: Option<PathBuf>,
    /// The folder where the searches done are kept until all are; `None`: `probcut.unfinished` in the folder of samples.
    #[serde(skip)]
    pub kept: Option<PathBuf>,
    /// The seed of the positions chosen by chance.
    pub seed: u64,
}
