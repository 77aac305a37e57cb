//! The command line: its grammar, and what runs each subcommand; manual pages, and completions for shells.

mod analyze;
#[cfg(feature = "arena")]
mod arena;
mod book;
mod certificates;
mod convert;
mod error;
mod input;
#[cfg(feature = "arena")]
mod openings;
mod options;
mod output;
#[cfg(feature = "play")]
mod play;
pub mod processor;
#[cfg(feature = "arena")]
mod records;
mod serve;
mod solve;
mod system;
mod terminal;
mod tools;

pub use error::CliError;
pub use options::Options;

use crate::features;
use crate::protocols::gomocup::{self, Brain};
use crate::protocols::line_server::{self, Protocol};
use crate::protocols::mill_uci::{self, MillUci};
use crate::protocols::nboard::{self, NBoard};
use crate::protocols::ugi::Ugi;
use clap::{Arg, ArgMatches, Args, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;
use output::print;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use tengen_core::printable::Printable;
use tengen_games::registry::TOOLS;
use tengen_session::Games;
use tengen_session::{EngineError, Host};
use tengen_tools::arguments::whole;
use tengen_tools::named;

/// Plays Othello, gomoku and mill over the Go Text Protocol.
///
/// Without a subcommand it serves GTP on standard input and output: `tengen --game othello` is all that a GUI needs.
/// Type `help` there for the commands.
#[derive(Parser, Debug)]
#[command(name = "tengen", version, max_term_width = 100, propagate_version = true)]
pub struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// What else the program can do.
#[derive(Subcommand, Debug)]
enum CliCommand {
    #[command(flatten)]
    Game(GameCommand),
    /// Make a file of balanced openings for matches, distinct up to symmetry
    #[cfg(feature = "arena")]
    Openings(openings::OpeningsArgs),
    /// Speak GTP, as without a subcommand; `--listen` serves programs that connect over TCP
    Gtp(serve::GtpArgs),
    /// Play gomoku for a manager that speaks the Gomocup protocol: Piskvork, c-gomoku-cli, Yixin-Board
    Gomocup,
    /// Play mill for a program that speaks the UCI-like protocol of Sanmill's engines
    MillUci,
    /// Play Othello for NBoard, or another program that speaks its protocol
    Nboard,
    /// Play the game of `--game` for a match manager that speaks the Universal Game Interface
    Ugi,
    /// Play and analyse in the terminal: a board with cursor keys, hints, undo
    #[cfg(feature = "play")]
    Play(play::PlayArgs),
    /// Play, analyse and review in the browser: prints the address of the board and opens it
    #[cfg(feature = "web")]
    Web(serve::WebArgs),
    #[cfg(feature = "arena")]
    #[command(flatten)]
    Arena(Box<arena::ArenaCommand>),
    #[cfg(feature = "arena")]
    #[command(flatten)]
    Records(records::RecordsCommand),
    #[command(flatten)]
    Documents(DocumentsCommand),
}

/// What the program can do with a game on its own board.
#[derive(Subcommand, Debug)]
enum GameCommand {
    /// Count the leaves of the game tree: a line `depth leaves` for each depth
    Perft {
        /// The largest depth, in plies
        #[arg(value_name = "DEPTH", value_parser = whole(0..=u32::from(u8::MAX)))]
        plies: u32,
    },
    /// Search fixed positions, each to its own depth or all to `--depth`; the node count changes when play changes
    Bench,
    /// Analyze games move by move: the move played, the best move, and what the move played lost
    Analyze(analyze::AnalyzeArgs),
    /// Convert games from one format to another, and choose among them
    Convert(convert::ConvertArgs),
    /// Solve positions: value, best move and line of each, compared with those in the file
    Solve(solve::SolveArgs),
    /// Build or extend an opening book by searches of the player
    Book(book::BookArgs),
}

/// What the program can write about itself.
#[derive(Subcommand, Debug)]
enum DocumentsCommand {
    /// Print a completion script for bash, zsh, fish, elvish or powershell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages: tengen.1 and one for each subcommand
    Manual(Manual),
}

/// Where manual pages go.
#[derive(Args, Debug)]
struct Manual {
    /// The folder; created if it does not exist
    folder: PathBuf,
}

/// What not every build has: a feature, whether this build has it, and its subcommands.
const OPTIONAL: [(&str, bool, &[&str]); 4] = [
    ("arena", cfg!(feature = "arena"), &["match", "tournament", "check", "openings", "merge", "watch", "report"]),
    ("play", cfg!(feature = "play"), &["play"]),
    ("train", cfg!(feature = "train"), &["train"]),
    ("web", cfg!(feature = "web"), &["web"]),
];

/// The subcommands that this build lacks, each with its feature.
fn lacking() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lacking = OPTIONAL.into_iter().filter(|(_, has, _)| !has);
    lacking.flat_map(|(feature, _, subcommands)| subcommands.iter().map(move |&subcommand| (subcommand, feature)))
}

/// What a binary is made of.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The commit of its sources, abbreviated.
    pub commit: &'static str,
    /// The target that it was compiled for.
    pub target: &'static str,
    /// The level of x86-64 (of the System V psABI) that the games are compiled for; elsewhere the architecture.
    pub level: &'static str,
    /// The games, compiled for the processor that runs the program.
    pub games: Games,
}

/// The program: does what the command line asks, and says on standard error why it could not. Kept apart from its caller,
/// which asks first whether the processor can run it.
#[inline(never)]
pub fn main(build: &Build) -> ExitCode {
    system::use_one_arena();
    let Build { commit, target, level, games } = build;
    let level = if cfg!(target_arch = "x86_64") { format!(", {level}") } else { String::new() };
    let version = format!("{} ({commit}, {target}{level})", env!("CARGO_PKG_VERSION"));
    let done = run(&command().version(version).get_matches(), *games);
    done.unwrap_or_else(|error| {
        // Where even standard error is closed, nothing can be said.
        let _ = writeln!(Printable(io::stderr()), "tengen: {error}");
        ExitCode::FAILURE
    })
}

/// The grammar of the command line.
pub fn command() -> Command {
    let whatever = || Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
    // They are known, so that it can be said how to have them.
    let unknown = lacking().map(|(subcommand, _)| Command::new(subcommand).hide(true).arg(whatever()));
    Options::share(Cli::command().subcommands(tools::subcommands())).subcommands(unknown)
}

/// Does what the command line asks.
fn run(matches: &ArgMatches, games: Games) -> Result<ExitCode, CliError> {
    let asked = matches.subcommand_name();
    if let Some((subcommand, feature)) = lacking().find(|(subcommand, _)| asked == Some(*subcommand)) {
        return Err(CliError::NotBuilt { subcommand, feature });
    }
    let mut options = Options::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    options.take_up(matches)?;
    options.games = games;
    options.start_log()?;
    if let Some((name, behind)) = matches.subcommand()
        && !named(TOOLS, name).is_empty()
    {
        return tools::run(name, behind, &options);
    }
    let cli = Cli::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    Cli { options, ..cli }.run()
}

impl Cli {
    /// Does what the command line asks.
    fn run(self) -> Result<ExitCode, CliError> {
        match &self.command {
            #[cfg(feature = "arena")]
            Some(CliCommand::Arena(command)) => command.run(&self.options),
            #[cfg(feature = "arena")]
            Some(CliCommand::Records(command)) => command.run(self.options.games),
            Some(CliCommand::Documents(documents)) => documents.run(command()),
            Some(CliCommand::Game(command)) => command.run(&self.options),
            #[cfg(feature = "arena")]
            Some(CliCommand::Openings(args)) => args.run(&self.options),
            Some(CliCommand::Gomocup) => serve(&self.options, Some(gomocup::GAME), Brain::new),
            Some(CliCommand::MillUci) => serve(&self.options, Some(mill_uci::GAME), MillUci::new),
            Some(CliCommand::Nboard) => serve(&self.options, Some(nboard::GAME), NBoard::new),
            Some(CliCommand::Ugi) => serve(&self.options, None, |host| Ok(Ugi::new(host))),
            #[cfg(feature = "play")]
            Some(CliCommand::Play(args)) => args.run(&self.options).map(|()| ExitCode::SUCCESS),
            #[cfg(feature = "web")]
            Some(CliCommand::Web(args)) => args.run(&self.options).map(|()| ExitCode::SUCCESS),
            Some(CliCommand::Gtp(args)) => args.run(&self.options).map(|()| ExitCode::SUCCESS),
            None => serve::GtpArgs::default().run(&self.options).map(|()| ExitCode::SUCCESS),
        }
    }
}

impl GameCommand {
    /// Does what the command line asks.
    fn run(&self, options: &Options) -> Result<ExitCode, CliError> {
        let mut host = options.host(None)?;
        // A book takes what its searches need when it grows.
        if !matches!(self, Self::Perft { .. } | Self::Book(_) | Self::Convert(_)) {
            host.reserve()?;
        }
        if !matches!(self, Self::Book(_)) {
            system::exit_without_reader();
        }
        match self {
            Self::Perft { plies } => written(features::perft(&host, *plies, &mut io::stdout().lock())),
            Self::Bench => written(features::bench(&host, options.game.is_some(), &mut io::stdout().lock())),
            Self::Analyze(args) => args.run(&host),
            Self::Convert(args) => args.run(&host, options.columns.is_none()),
            Self::Book(args) => args.run(&host),
            Self::Solve(args) => args.run(&mut host),
        }
    }
}

impl DocumentsCommand {
    /// Does what the command line asks; `grammar` is the program's.
    ///
    /// # Errors
    /// [`CliError::Io`] where a page cannot be written.
    fn run(&self, mut grammar: Command) -> Result<ExitCode, CliError> {
        match self {
            Self::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut grammar, "tengen", &mut script);
                print(&script)?;
            }
            Self::Manual(Manual { folder }) => {
                let cannot = || CliError::io(format!("cannot write to {}", folder.display()));
                std::fs::create_dir_all(folder).map_err(cannot())?;
                clap_mangen::generate_to(grammar.disable_help_subcommand(true), folder).map_err(cannot())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What becomes of output whose reader may have enough of it.
fn written(result: io::Result<()>) -> Result<ExitCode, CliError> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::io("cannot write the output")(error)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Serves a protocol of lines on standard input and output, with the game of the protocol, if it is of one.
fn serve<P: Protocol>(
    options: &Options,
    game: Option<&'static str>,
    player: impl FnOnce(Host) -> Result<P, EngineError>,
) -> Result<ExitCode, CliError> {
    let host = options.host(game)?;
    host.reserve()?;
    system::exit_without_reader();
    written(line_server::serve(&mut player(host)?, io::stdin(), &mut io::stdout()))
}
