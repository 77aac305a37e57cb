//! The command line.

#[cfg(target_os = "linux")]
mod arena;
mod book;
mod solve;
mod train;

use crate::bench;
use crate::engine::book::{Book, BookError, Kind};
use crate::engine::registry::find;
use crate::engine::{Engine, EngineError, GAMES, Room, Settings};
use crate::gomocup::{self, Brain};
use crate::gtp::{CommandError, Server, serve};
use crate::search::{Resources, table::OutOfMemory};
use clap::{Args, Parser, Subcommand};
use std::error::Error;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// Plays Othello, gomoku and mill over the Go Text Protocol.
///
/// Without a subcommand it serves GTP on standard input and output: `tengen --game othello` is all that a GUI needs.
/// Type `help` there for the commands.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 100, propagate_version = true)]
pub struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    front_door: Option<FrontDoor>,
}

/// Options that are valid everywhere.
#[derive(Args, Debug)]
struct Options {
    /// The game: othello, gomoku or mill
    #[arg(long, global = true, value_name = "NAME")]
    game: Option<String>,
    /// The game's rule set; `list_rules` lists them
    #[arg(long, global = true, value_name = "NAME")]
    rule: Option<String>,
    /// The board size
    #[arg(long, global = true, value_name = "N")]
    size: Option<u8>,
    /// Who generates the moves; `list_players` lists them
    #[arg(long, global = true, value_name = "NAME")]
    player: Option<String>,
    /// Search threads [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Size of the transposition table in MiB [default: 64]; the program takes some 5 MiB and 4 a thread besides, and 60
    /// for Othello on 8x8
    #[arg(long, global = true, value_name = "MIB")]
    hash: Option<usize>,
    /// Search to this depth in plies [default: as deep as time allows]
    #[arg(long, global = true, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Seconds for each move [default: 1, where neither depth nor clock says otherwise]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    movetime: Option<f64>,
    /// Think on the opponent's time; `set_ponder` does the same
    #[arg(long, global = true)]
    ponder: bool,
    /// Play from this book, which `tengen book` makes, as long as it knows the position
    #[arg(long, global = true, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Play by the weights of this file, which `tengen train fit` makes, in place of those in the program
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Seed of choices by chance
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the log to this file instead of standard error; `RUST_LOG` sets what is logged
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// What else the program can do.
#[derive(Subcommand, Debug)]
enum FrontDoor {
    /// Count the leaves of the game tree: a line `depth leaves` for each depth
    Perft {
        /// The last depth, in plies
        depth: u32,
    },
    /// Search fixed positions to fixed depths; the node count says whether play has changed
    Bench,
    /// Go through a game record (SGF) move by move and show what the player thinks
    Analyze {
        /// The record
        file: PathBuf,
    },
    /// Solve positions: value, best move and line of each, compared with what the file states
    Solve(solve::Order),
    /// Make an opening book, or grow one further: positions and their values, by the player's own searches
    Book(book::Order),
    /// Make the weights that a game's default player was trained to: `tengen --game othello train help`
    Train(train::Order),
    /// Play gomoku for a manager that speaks the Gomocup protocol: Piskvork, c-gomoku-cli, Yixin-Board
    Gomocup,
    #[cfg(target_os = "linux")]
    #[command(flatten)]
    Arena(Box<arena::FrontDoor>),
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if (0.001..=1e6).contains(&value) { Ok(value) } else { Err("a move takes 0.001 to 1000000 seconds".to_owned()) }
}

/// Why the program could not do what the command line asks.
#[derive(Debug, Error)]
pub enum CliError {
    /// A game, rule set, size or player that does not exist.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// A book that is none, or cannot be written.
    #[error(transparent)]
    Book(#[from] BookError),
    /// Weights that are none, or of no use to the game.
    #[error("the weights {}: {source}", path.display())]
    Weights {
        /// Which.
        path: PathBuf,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// `--hash` is too large.
    #[error("{0}; choose a smaller --hash")]
    Memory(#[from] OutOfMemory),
    /// The training cannot do it.
    #[error("{0}")]
    Train(Box<dyn Error + Send + Sync>),
    /// The arena cannot do it.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    Arena(#[from] arena::ArenaError),
    /// A file or stream failed.
    #[error("{context}: {source}")]
    Io {
        /// What was being done.
        context: String,
        /// What went wrong.
        source: io::Error,
    },
}

impl CliError {
    fn io(context: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let context = context.into();
        move |source| Self::Io { context, source }
    }
}

impl Cli {
    /// Does what the command line asks.
    ///
    /// # Errors
    /// [`CliError`], whose text is for the user.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        self.options.start_log()?;
        #[cfg(target_os = "linux")]
        if let Some(FrontDoor::Arena(door)) = &self.front_door {
            return door.enter(&self.options);
        }
        if let Some(FrontDoor::Train(order)) = &self.front_door {
            return order.enter(&self.options).map(|()| ExitCode::SUCCESS);
        }
        self.play()
    }

    /// What is done with a game of our own.
    fn play(&self) -> Result<ExitCode, CliError> {
        let gomocup = matches!(self.front_door, Some(FrontDoor::Gomocup)).then_some(gomocup::GAME);
        let room = self.options.room(gomocup.or(self.options.game.as_deref()))?;
        let output = io::stdout();
        let result = match &self.front_door {
            Some(FrontDoor::Gomocup) => gomocup::serve(&mut Brain::new(room)?, io::stdin(), &mut io::stdout()),
            Some(FrontDoor::Perft { depth }) => bench::perft(room.engine(), *depth, &mut output.lock()),
            Some(FrontDoor::Bench) => bench::bench(&room, self.options.game.is_some(), &mut output.lock()),
            Some(FrontDoor::Analyze { file }) => {
                let text = std::fs::read(file).map_err(CliError::io(format!("cannot read {}", file.display())))?;
                let mut room = room;
                bench::analyze(&mut room, &text, &mut output.lock())?
            }
            Some(FrontDoor::Book(order)) => return order.enter(&room),
            Some(FrontDoor::Solve(order)) => {
                let mut room = room;
                return order.enter(&mut room);
            }
            Some(FrontDoor::Train(_)) => Ok(()),
            #[cfg(target_os = "linux")]
            Some(FrontDoor::Arena(_)) => Ok(()),
            None => return serve_gtp(room).map(|()| ExitCode::SUCCESS),
        };
        match result {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(CliError::io("cannot write the output")(error))
            }
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

impl Options {
    fn start_log(&self) -> Result<(), CliError> {
        let mut builder = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"));
        if let Some(path) = &self.log {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(CliError::io(format!("cannot open the log {}", path.display())))?;
            builder.target(env_logger::Target::Pipe(Box::new(file)));
        }
        builder.init();
        Ok(())
    }

    fn room(&self, game: Option<&str>) -> Result<Room, CliError> {
        let settings = Settings {
            threads: self.threads.unwrap_or(0).into(),
            hash: self.hash.unwrap_or(Settings::HASH),
            depth: self.depth,
            nodes: None,
            movetime: self.movetime,
            seed: self.seed,
            ponder: self.ponder,
        };
        let resources = Resources::new(settings.threads, settings.hash);
        if self.hash.is_some() {
            resources.reserve()?;
        }
        let mut room = Room::new(GAMES, settings, resources);
        if let Some(game) = game {
            room.set_game(game)?;
        }
        if let Some(rule) = &self.rule {
            room.set_rule(rule)?;
        }
        if let Some(size) = self.size {
            room.set_size(size)?;
        }
        if let Some(player) = &self.player {
            room.engine_mut().set_player(player)?;
        }
        if let Some(path) = &self.weights {
            let loaded = load_weights(path, room.engine());
            loaded.map_err(|source| CliError::Weights { path: path.clone(), source })?;
        }
        if let Some(file) = &self.book {
            let book = Book::load(file, &Kind::of(room.engine()))?;
            room.set_book(book);
        }
        Ok(room)
    }
}

fn load_weights(path: &Path, engine: &dyn Engine) -> Result<(), Box<dyn Error + Send + Sync>> {
    let name = engine.info().name;
    let loader = (find(GAMES, name)?.loader)().ok_or_else(|| format!("{name} has no weights"))?;
    loader(&std::fs::read(path)?, engine.size())
}

fn serve_gtp(room: Room) -> Result<(), CliError> {
    let at_keyboard = io::stdin().is_terminal();
    if at_keyboard {
        let info = room.engine().info();
        eprintln!("Tengen plays {} here. Type help for the commands, quit to leave.", info.name);
    }
    let explain: Option<fn(&CommandError)> = at_keyboard.then_some(|error| eprintln!("({})", error.cause()));
    let mut server = Server::new(room, explain);
    let mut output = io::stdout().lock();
    serve(&mut server, io::stdin(), &mut output).map_err(CliError::io("cannot go on"))?;
    let _ = output.flush();
    Ok(())
}
