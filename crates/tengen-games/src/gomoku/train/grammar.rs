//! The options of gomoku's training.

use crate::gomoku::{Rule, train};
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::path::PathBuf;
use tengen_tools::Tool;
use tengen_tools::arguments::{real, whole, written_file};

/// The training as a subcommand.
pub const TOOL: Tool = Tool {
    game: "Gomoku",
    name: "train",
    about: "Train the weights of a game's default player: `tengen --game othello train help`",
    takes: &["game", "threads", "log"],
    others: "; the options of a step stand behind its name",
    grammar: GomokuTraining::command,
    run: |matches, context| {
        let step = train::GomokuTrainStep::from(GomokuTraining::from_arg_matches(matches)?);
        train::train(&step, context.progress, &mut |text| context.print(text))?;
        Ok(true)
    },
};

/// Trains the weights of the default gomoku player: first `play`, then `fit`.
#[derive(Parser, Debug)]
#[command(name = "tengen train", max_term_width = 100)]
struct GomokuTraining {
    #[command(subcommand)]
    command: Command,
}

/// The steps of the training.
#[derive(Subcommand, Debug)]
enum Command {
    /// Play games against itself, and keep the value of each position; resumes if interrupted
    Play(PlayArgs),
    /// Fit weights to the values and results of games
    Fit(FitArgs),
    /// Measure how well weights foretell the results of held-out games
    Check(CheckArgs),
}

fn positions(text: &str) -> Result<f32, String> {
    real("positions", 0.0..=f64::INFINITY)(text).map(|number| number as f32)
}

/// Which games to play, and how.
#[derive(Args, Debug)]
struct PlayArgs {
    /// The folder for the games
    #[arg(value_name = "FOLDER")]
    set: PathBuf,
    /// Play this many games, rounded up to full files of 50
    #[arg(long, value_name = "GAMES", value_parser = whole(0..=usize::MAX))]
    games: usize,
    /// The rule set
    #[arg(long, default_value = "freestyle", value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    rule: String,
    /// Lines of the board
    #[arg(long, value_name = "LINES", default_value_t = 15, value_parser = whole(9..=22_u8))]
    size: u8,
    /// Search each move with this many nodes
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Begin with 1 to this many random moves
    #[arg(long, value_name = "MOVES", default_value_t = 8, value_parser = whole(1..=30_usize))]
    random: usize,
    /// Begin only from positions that the search values within this of even; 200 raise the odds of a win by the factor e
    #[arg(long, value_name = "VALUE", default_value_t = 200, value_parser = whole(1..=10_000_u16))]
    balanced: u16,
    /// Play so many of the moves by chance, the plausible ones more often; fit such games with `--result 0`
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = whole(0..=100_u8))]
    noise: u8,
    /// From the tree of each search take so many positions that it valued without a search, and search them, too
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=1000_u16))]
    leaves: u16,
    /// Search these with so many nodes
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole(1..=u64::MAX))]
    leaf_nodes: u64,
    /// Weights of the searches [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Search with a few simple weights, to begin from nothing
    #[arg(long, conflicts_with = "weights")]
    simple: bool,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::from(u32::MAX)))]
    seed: u64,
}

/// What to fit, and how.
#[derive(Args, Debug)]
struct FitArgs {
    /// Folders of games
    #[arg(value_name = "FOLDER", required = true)]
    sets: Vec<PathBuf>,
    /// The weights file
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    out: PathBuf,
    /// Keep the weights of this file for the rule sets of no game [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// Keep the ordering scores as they were, fit values only
    #[arg(long)]
    values_only: bool,
    /// What a position is worth: so much of the result of its game, if it ended, the rest of the search's value
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = whole(0..=100_u8))]
    result: u8,
    /// Strength of the regularization, in positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 50.0, value_parser = positions)]
    ridge: f32,
    /// Steps of Newton's method
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(0..=u32::MAX))]
    steps: u32,
    /// Conjugate gradient steps for each of them
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole(1..=u32::MAX))]
    gradients: u32,
}

/// What to check, and with which games.
#[derive(Args, Debug)]
struct CheckArgs {
    /// Folders of games
    #[arg(value_name = "FOLDER", required = true)]
    sets: Vec<PathBuf>,
    /// The weights [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl From<PlayArgs> for train::Play {
    fn from(args: PlayArgs) -> Self {
        let PlayArgs {
            set,
            games,
            rule,
            size,
            nodes,
            random,
            balanced,
            noise,
            leaves,
            leaf_nodes,
            weights,
            simple,
            seed,
        } = args;
        Self { set, rule, size, games, nodes, random, balanced, noise, leaves, leaf_nodes, weights, simple, seed }
    }
}

impl From<FitArgs> for train::Fit {
    fn from(args: FitArgs) -> Self {
        let FitArgs { sets, out, base, values_only, result, ridge, steps, gradients } = args;
        Self { sets, out, base, values_only, result, ridge, steps, gradients }
    }
}

impl From<CheckArgs> for train::Check {
    fn from(args: CheckArgs) -> Self {
        let CheckArgs { sets, weights } = args;
        Self { sets, weights }
    }
}

impl From<GomokuTraining> for train::GomokuTrainStep {
    fn from(options: GomokuTraining) -> Self {
        match options.command {
            Command::Play(args) => Self::Play(args.into()),
            Command::Fit(args) => Self::Fit(args.into()),
            Command::Check(args) => Self::Check(args.into()),
        }
    }
}
