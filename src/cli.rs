//! The command line.

mod analyze;
#[cfg(target_os = "linux")]
mod arena;
mod arguments;
mod book;
mod documents;
mod error;
mod heap;
mod options;
pub mod processor;
mod progress;
mod reader;
mod records;
mod solve;
mod terminal;
mod train;

pub use error::CliError;
pub use options::Options;
pub use train::{TRAININGS, Training};

use crate::cli::arguments::whole;
use crate::engine::Host;
use crate::features::bench;
use crate::printable::Printable;
use crate::protocols::gomocup::{self, Brain};
use crate::protocols::gtp::{Points, Server, serve};
use clap::{ArgMatches, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

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
    front_door: Option<FrontDoor>,
}

/// What else the program can do.
#[derive(Subcommand, Debug)]
enum FrontDoor {
    /// Count the leaves of the game tree: a line `depth leaves` for each depth
    Perft {
        /// The last depth, in plies
        #[arg(value_name = "DEPTH", value_parser = whole(0..=u32::from(u8::MAX)))]
        plies: u32,
    },
    /// Search fixed positions, each to a depth of its own or all to `--depth`; the node count says whether play has
    /// changed
    Bench,
    /// Go through games move by move: what was played, what the player thinks is best, and what it cost
    Analyze(analyze::AnalyzeArgs),
    /// Solve positions: value, best move and line of each, compared with what the file states
    Solve(solve::SolveArgs),
    /// Make an opening book, or grow one further: positions and their values, by the player's own searches
    Book(book::BookArgs),
    /// Make the weights that a game's default player was trained to: `tengen --game othello train help`
    Train(train::TrainArgs),
    /// Play gomoku for a manager that speaks the Gomocup protocol: Piskvork, c-gomoku-cli, Yixin-Board
    Gomocup,
    #[cfg(target_os = "linux")]
    #[command(flatten)]
    Arena(Box<arena::FrontDoor>),
    #[command(flatten)]
    Records(records::FrontDoor),
    #[command(flatten)]
    Documents(documents::FrontDoor),
}

/// What a binary is made of.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The commit of its sources, abbreviated.
    pub commit: &'static str,
    /// The target that it was compiled for.
    pub target: &'static str,
}

/// The program: does what the command line asks, and says on standard error why it could not. Kept apart from its caller,
/// which asks first whether the processor can run it.
#[inline(never)]
pub fn main(build: &Build) -> ExitCode {
    heap::use_one_arena();
    let Build { commit, target } = build;
    let level = if cfg!(target_arch = "x86_64") { format!(", {}", processor::LEVEL) } else { String::new() };
    let version = format!("{} ({commit}, {target}{level})", env!("CARGO_PKG_VERSION"));
    let done = Cli::read(&command().version(version).get_matches()).and_then(|cli| cli.run());
    done.unwrap_or_else(|error| {
        // Where even standard error is closed, nothing can be said.
        let _ = writeln!(Printable(io::stderr()), "tengen: {error}");
        ExitCode::FAILURE
    })
}

/// The grammar of the command line.
pub fn command() -> Command {
    Options::share(Cli::command())
}

impl Cli {
    fn read(matches: &ArgMatches) -> Result<Self, CliError> {
        let mut cli = Self::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        cli.options.take_up(matches)?;
        Ok(cli)
    }

    /// Does what the command line asks.
    fn run(&self) -> Result<ExitCode, CliError> {
        self.options.start_log()?;
        match &self.front_door {
            #[cfg(target_os = "linux")]
            Some(FrontDoor::Arena(door)) => door.enter(&self.options),
            Some(FrontDoor::Records(door)) => door.enter(),
            Some(FrontDoor::Documents(door)) => door.enter(command()),
            Some(FrontDoor::Train(order)) => order.enter(&self.options).map(|()| ExitCode::SUCCESS),
            _ => self.play(),
        }
    }

    /// What is done with a game of our own.
    fn play(&self) -> Result<ExitCode, CliError> {
        let gomocup = matches!(self.front_door, Some(FrontDoor::Gomocup)).then_some(gomocup::GAME);
        let host = self.options.host(gomocup)?;
        if !matches!(self.front_door, Some(FrontDoor::Perft { .. })) {
            host.reserve()?;
        }
        if !matches!(self.front_door, Some(FrontDoor::Book(_))) {
            reader::exit_without();
        }
        let output = io::stdout();
        let result = match &self.front_door {
            Some(FrontDoor::Gomocup) => gomocup::serve(&mut Brain::new(host)?, io::stdin(), &mut io::stdout()),
            Some(FrontDoor::Perft { plies }) => bench::perft(&host, *plies, &mut output.lock()),
            Some(FrontDoor::Bench) => bench::bench(&host, self.options.game.is_some(), &mut output.lock()),
            Some(FrontDoor::Analyze(order)) => return order.enter(&host),
            Some(FrontDoor::Book(order)) => return order.enter(&host),
            Some(FrontDoor::Solve(order)) => {
                let mut host = host;
                return order.enter(&mut host);
            }
            Some(_) => Ok(()),
            None => return serve_gtp(host, &self.options).map(|()| ExitCode::SUCCESS),
        };
        match result {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(CliError::io("cannot write the output")(error))
            }
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

fn serve_gtp(host: Host, options: &Options) -> Result<(), CliError> {
    let mut server = Server::new(host);
    server.state_mut().files = !options.no_files;
    if options.pointwise {
        server.state_mut().points = Points::On;
    }
    let result = if io::stdin().is_terminal() {
        terminal::serve(&mut server)
    } else {
        serve(&mut server, io::stdin(), &mut io::stdout())
    };
    result.map_err(CliError::io("cannot go on"))
}
