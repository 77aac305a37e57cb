//! The programs that make the [`weights`](super::weights) of the evaluation: `tengen train`.
//!
//! Self-play makes games whose positions have the values of searches (`play`), and games become weights (`fit`) and networks (`network`), as the options of
//! each step say ([`GomokuTrainStep`]). How the weights in the program were made stands in `README.md` beside this file.

mod fit;
mod network;
mod newton;
mod order;
mod play;
mod record;
mod sample;

use crate::gomoku::Rule;
use crate::gomoku::weights::Weights;
use crate::training::{TrainError, at, tool};
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen_core::limited_input;
use tengen_core::playable::PlayerOptions;
use tengen_core::progress::Progress;
use tengen_tools::Tool;
use tengen_tools::arguments::{real, whole, written_file};

/// The training as a subcommand.
pub const TOOL: Tool = tool("Gomoku", GomokuTrainStep::command, |matches, context| {
    let step = GomokuTrainStep::from_arg_matches(matches)?;
    train(&step, context.progress, &mut |text| context.print(text))?;
    Ok(true)
});

/// Takes a step, on as many threads as the current pool has; `say` is called with each line of what it has found.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(
    step: &GomokuTrainStep,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainError> {
    let mut say = |text: &str| say(text).map_err(at(Path::new("standard output")));
    match step {
        GomokuTrainStep::Play(play) => say(&play::make(play, progress)?),
        GomokuTrainStep::Fit(fit) => fit::fit(fit, progress, &mut say),
        GomokuTrainStep::Network(fit) => network::fit(fit, progress, &mut say),
        GomokuTrainStep::Check(check) => fit::check(check, progress, &mut say),
    }
}

/// Trains the weights of the default gomoku player: first `play`, then `fit`.
#[derive(Parser, Clone, Debug)]
#[command(name = "tengen train", max_term_width = 100)]
pub enum GomokuTrainStep {
    /// Play games against itself, and keep the value of each position; resumes if interrupted
    Play(Play),
    /// Fit weights to the values and results of games
    Fit(Fit),
    /// Train networks that correct the weights' values; resumes if interrupted
    Network(NetworkFit),
    /// Measure how well weights foretell the results of held-out games
    Check(Check),
}

fn positions(text: &str) -> Result<f32, String> {
    real("positions", 0.0..=f64::INFINITY)(text).map(|number| number as f32)
}

/// Which games to play, and how.
#[derive(Args, Serialize, Clone, Debug)]
pub struct Play {
    /// The folder for the games
    #[arg(value_name = "FOLDER")]
    #[serde(skip)]
    pub set: PathBuf,
    /// Play this many games, rounded up to full files of 50
    #[arg(long, value_name = "GAMES", value_parser = whole(0..=usize::MAX))]
    #[serde(skip)]
    pub games: usize,
    /// The rule set
    #[arg(long, default_value = "freestyle", value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    pub rule: String,
    /// Lines of the board
    #[arg(long, value_name = "LINES", default_value_t = 15, value_parser = whole(9..=22_u8))]
    pub size: u8,
    /// Search each move with this many nodes
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=u64::MAX))]
    pub nodes: u64,
    /// Begin with 1 to this many random moves
    #[arg(long, value_name = "MOVES", default_value_t = 8, value_parser = whole(1..=30_usize))]
    pub random: usize,
    /// Begin only from positions that the search values within this of even; 200 raise the odds of a win by the factor e
    #[arg(long, value_name = "VALUE", default_value_t = 200, value_parser = whole(1..=10_000_u16))]
    pub balanced: u16,
    /// Play so many of the moves by chance, the plausible ones more often; fit such games with `--result 0`
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = whole(0..=100_u8))]
    pub noise: u8,
    /// From the tree of each search take so many positions that it valued without a search, and search them, too
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=1000_u16))]
    pub leaves: u16,
    /// Search these with so many nodes
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole(1..=u64::MAX))]
    pub leaf_nodes: u64,
    /// Weights of the searches [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Search with a few simple weights, to begin from nothing
    #[arg(long, conflicts_with = "weights")]
    pub simple: bool,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::from(u32::MAX)))]
    pub seed: u64,
}

/// What to fit, and how.
#[derive(Args, Clone, Debug)]
pub struct Fit {
    /// Folders of games
    #[arg(value_name = "FOLDER", required = true)]
    pub sets: Vec<PathBuf>,
    /// The weights file
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub out: PathBuf,
    /// Keep the weights of this file for the rule sets of no game [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub base: Option<PathBuf>,
    /// Keep the ordering scores as they were, fit values only
    #[arg(long)]
    pub values_only: bool,
    /// What a position is worth: so much of the result of its game, if it ended, the rest of the search's value
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = whole(0..=100_u8))]
    pub result: u8,
    /// Strength of the regularization, in positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 50.0, value_parser = positions)]
    pub ridge: f32,
    /// Steps of Newton's method
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(0..=u32::MAX))]
    pub steps: u32,
    /// Conjugate gradient steps for each of them
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole(1..=u32::MAX))]
    pub gradients: u32,
}

/// What to train networks with, and how long.
#[derive(Args, Clone, Debug)]
pub struct NetworkFit {
    /// Folders of games
    #[arg(value_name = "FOLDER", required = true)]
    pub sets: Vec<PathBuf>,
    /// The weights file
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub out: PathBuf,
    /// Correct the values of these weights [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub base: Option<PathBuf>,
    /// Millions of samples for each network: positions, each as often as it takes
    #[arg(long, value_name = "MILLIONS", default_value_t = 100.0, value_parser = real("millions", 0.001..=1e6))]
    pub samples: f64,
    /// Seed of the first numbers and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::from(u32::MAX)))]
    pub seed: u64,
}

/// What to check, and with which games.
#[derive(Args, Clone, Debug)]
pub struct Check {
    /// Folders of games
    #[arg(value_name = "FOLDER", required = true)]
    pub sets: Vec<PathBuf>,
    /// The weights [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

/// The weights of a file, or those in the program where no file is named.
///
/// # Errors
/// [`TrainError::Weights`]; those of the file system.
fn weights(path: Option<&Path>) -> Result<Arc<Weights>, TrainError> {
    let Some(path) = path else { return Ok(Weights::shared().clone()) };
    let bytes = limited_input::read(path, PlayerOptions::MAX_WEIGHTS).map_err(at(path))?;
    let weights = Weights::from_bytes(&bytes);
    let weights =
        weights.map_err(|source| TrainError::Weights { path: path.display().to_string(), source: source.into() })?;
    Ok(Arc::new(weights))
}
