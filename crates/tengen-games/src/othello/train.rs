//! The programs that make the weights of [`patterns`](super::patterns): `tengen train`.
//!
//! Games become sets of labelled positions (`set`), and sets become weights (`fit`), as the options of each step say
//! ([`OthelloTrainStep`]). How the weights in the program were made stands in `README.md` beside this file.

mod fit;
mod journal;
mod label;
mod probcut;
mod record;
mod set;
mod visited;

use crate::training::{TrainError, at, tool};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use tengen_core::progress::Progress;
use tengen_tools::Tool;
use tengen_tools::arguments::{real, whole, written_file, written_folder};

/// The training as a subcommand.
pub const TOOL: Tool = tool("Othello", OthelloTrainStep::command, |matches, context| {
    let step = OthelloTrainStep::from_arg_matches(matches)?;
    train(&step, context.progress, &mut |text| context.print(text))?;
    Ok(true)
});

/// Takes a step, on the threads of the current pool; `say` is called with each line of what it has found.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(
    step: &OthelloTrainStep,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainError> {
    let mut say = |text: &str| say(text).map_err(at(Path::new("standard output")));
    match step {
        OthelloTrainStep::Label(labels) => say(&set::make(labels, progress)?),
        OthelloTrainStep::Fit(fit) => fit::fit(fit, progress, &mut say),
        OthelloTrainStep::Check(check) => fit::check(check, progress, &mut say),
        OthelloTrainStep::ProbCut(probcut) => probcut::measure(probcut, progress, &mut say),
    }
}

/// Trains the weights of the default Othello player on 8x8: first `label`, then `fit`.
#[derive(Parser, Clone, Debug)]
#[command(name = "tengen train", max_term_width = 100)]
pub enum OthelloTrainStep {
    /// Label positions of games with their values; resumes if interrupted
    Label(Labels),
    /// Fit weights to labelled positions; resumes if interrupted
    Fit(Fit),
    /// Measure the error of weights on held-out samples
    Check(Check),
    /// Measure the errors of shallow searches against deep ones, and fit the constants of Multi-ProbCut; resumes if
    /// interrupted
    #[command(name = "probcut")]
    ProbCut(ProbCut),
}

fn samples(text: &str) -> Result<f32, String> {
    real("samples", 0.0..=f64::INFINITY)(text).map(|number| number as f32)
}

/// What to label, and how.
#[derive(Args, Default, Serialize, Clone, Debug)]
pub struct Labels {
    /// The folder for the samples
    #[arg(value_name = "FOLDER")]
    #[serde(skip)]
    pub set: PathBuf,
    /// Label the games of the WTHOR files (.wtb) in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "selfplay", required_unless_present = "selfplay")]
    pub wthor: Option<PathBuf>,
    /// Take at most this many of them, a random sample
    #[arg(long, value_name = "GAMES", requires = "wthor", value_parser = whole(0..=usize::MAX))]
    #[serde(skip)]
    pub games: Option<usize>,
    /// Label this many self-play games, rounded up to full files of 200
    #[arg(long, value_name = "GAMES", value_parser = whole(0..=usize::MAX))]
    #[serde(skip)]
    pub selfplay: Option<usize>,
    /// Start self-play games from the openings of this file: one line of moves each (f5d6c3...)
    #[arg(long, value_name = "FILE", conflicts_with = "wthor")]
    pub openings: Option<PathBuf>,
    /// Start self-play games with 6 to this many random moves
    #[arg(long, value_name = "MOVES", default_value_t = 36, value_parser = whole(6..=60_u8))]
    pub random: u8,
    /// Start self-play games only from positions that the play search values within this of even
    #[arg(long, value_name = "DISCS", conflicts_with_all = ["openings", "wthor"], value_parser = whole(0..=u8::MAX))]
    pub balanced: Option<u8>,
    /// Depth of the searches of self-play games
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole(0..=u8::MAX))]
    pub play_depth: u8,
    /// Solve positions with up to this many empty squares
    #[arg(long, value_name = "SQUARES", default_value_t = 12, value_parser = whole(0..=u8::MAX))]
    pub exact: u8,
    /// Search all other positions to this depth; 0: they get the value of the game's first solved position
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = whole(0..=u8::MAX))]
    pub depth: u8,
    /// Confidence of selective cuts (Multi-ProbCut) in these searches; 100: no selective cuts
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = whole(1..=100_u8))]
    pub confidence: u8,
    /// Search one ply deeper if the leaves then have an even number of empty squares
    #[arg(long)]
    pub even: bool,
    /// Weights of these searches [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Label, instead of each position, this many of the positions that a search to --play-depth evaluates
    #[arg(long, value_name = "N", value_parser = whole(1..=u16::MAX))]
    pub visited: Option<u16>,
    /// Of the positions that are not solved, label every N-th
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u8::MAX))]
    pub every: u8,
    /// Seed of the random games and samples
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
}

/// What to fit, and how.
#[derive(Args, Serialize, Clone, Debug)]
pub struct Fit {
    /// Folders of samples
    #[arg(value_name = "FOLDER", required = true)]
    pub sets: Vec<PathBuf>,
    /// The weights file; finished phases are kept beside it until it is complete
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    #[serde(skip)]
    pub out: PathBuf,
    /// Regularize towards the weights of this file [default: towards those of the next phase]
    #[arg(long, value_name = "FILE")]
    pub prior: Option<PathBuf>,
    /// Strength of the regularization, in samples
    #[arg(long, value_name = "SAMPLES", default_value_t = 10.0, value_parser = samples)]
    pub ridge: f32,
    /// Conjugate gradient steps for each phase
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = whole(0..=u32::MAX))]
    pub steps: u32,
}

/// What to check, and with which samples.
#[derive(Args, Clone, Debug)]
pub struct Check {
    /// Folders of samples
    #[arg(value_name = "FOLDER", required = true)]
    pub sets: Vec<PathBuf>,
    /// The weights [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

/// Which positions to search, and how deep.
#[derive(Args, Serialize, Clone, Debug)]
pub struct ProbCut {
    /// The folder of samples whose positions are searched
    #[arg(value_name = "FOLDER")]
    pub set: PathBuf,
    /// Positions for each number of empty squares from 10 to 49
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole(0..=usize::MAX))]
    pub positions: usize,
    /// Search to this depth
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = whole(0..=u8::MAX))]
    pub depth: u8,
    /// Solve positions with up to this many empty squares
    #[arg(long, value_name = "SQUARES", default_value_t = 20, value_parser = whole(0..=u8::MAX))]
    pub exact: u8,
    /// Weights of the searches [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Folder for finished searches until all are done [default: probcut.unfinished in the folder of samples]
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    #[serde(skip)]
    pub kept: Option<PathBuf>,
    /// Seed of the choice of positions
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
}
