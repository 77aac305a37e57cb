//! The options that subcommands share: what is played, how it is thought about, where the log goes.
//!
//! They may stand before or behind the subcommand. Every subcommand knows all of them; those that it has no use for are
//! not in its `--help`, and refused.

mod uses;

use self::uses::{Use, use_of};
use super::error::CliError;
use super::system::CpuClock;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, Resettable, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches as _};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;
use tengen_core::game::Size;
use tengen_core::playable::{LEVEL_COUNT, PlayerOptions, TablesFolder};
use tengen_core::search::{Resources, SharedClock, SystemClock};
use tengen_core::{limited_input, printable};
use tengen_games::GAMES;
use tengen_session::book::Book;
use tengen_session::{Games, Host, LetterSetting, Settings};
use tengen_tools::arguments::{real, whole, written_file};

/// The shared options.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "What is played, and how")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Options {
    /// The games to choose from; the program sets them.
    #[arg(skip = GAMES)]
    pub games: Games,
    /// The game
    #[arg(long, value_name = "NAME", help = games(), value_parser = NonEmptyStringValueParser::new())]
    pub game: Option<String>,
    /// The game's rule set; `list_rules` lists them
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub rule: Option<String>,
    /// The board size
    #[arg(long, value_name = "N", value_parser = whole(1..=u8::MAX))]
    pub size: Option<u8>,
    /// Letters of columns: `a-o` with I, as gomoku and renju have them, `go` without, as GTP has them, `game` as the game's
    /// players have them [default: go, and game for `tengen web`]; `set_columns` does the same
    #[arg(long, value_name = "LETTERS", value_parser = columns())]
    pub columns: Option<LetterSetting>,
    /// The player that generates the moves; `list_players` lists them
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub player: Option<String>,
    /// Level of the default player, 1 for beginners to 10; full strength without. `list_levels` lists them
    #[arg(long, value_name = "N", value_parser = whole(1..=LEVEL_COUNT as u8))]
    pub level: Option<u8>,
    /// Search threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    pub threads: Option<u16>,
    /// Size of the transposition table in MiB [default: 64]; beside it the program takes about 5 MiB, up to 4 MiB a
    /// thread, and 60 MiB for Othello on 8x8
    #[arg(long, value_name = "MIB", value_parser = whole(0..=usize::MAX))]
    pub hash: Option<usize>,
    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", value_parser = whole(1..=u32::MAX))]
    pub depth: Option<u32>,
    /// Seconds for each move; in play, 1 if nothing else limits the search
    #[arg(long, value_name = "SECONDS", value_parser = real("seconds", 0.001..=1e6))]
    pub movetime: Option<f64>,
    /// Count the time of searches in CPU time of this process, for matches on a busy machine (`tengen match --clock cpu`);
    /// with several threads it runs as many times as fast
    #[arg(long)]
    pub cpu_clock: bool,
    /// Think on the opponent's time; `set_ponder` does the same
    #[arg(long)]
    pub ponder: bool,
    /// Play from this book, made by `tengen book`, while the position is in it
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Use the weights of this file, made by `tengen train fit`, instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Look positions up in the tables of this folder, which `tengen tables` makes, besides those in the program
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    /// Memory for the parts of these tables that are unpacked, in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = whole(0..=usize::MAX))]
    pub cache: Option<usize>,
    /// Play, value and prove positions without what is solved in the program: gomoku's first player, Othello on 6x6
    #[arg(long)]
    pub no_proof: bool,
    /// Seed of random choices [default: 0]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Answer mill moves one point at a time, for clients that know only points, as `set_pointwise on`; by default only
    /// for clients that send `gogui-rules_*`
    #[arg(long)]
    pub pointwise: bool,
    /// Refuse commands that read or write files, for untrusted clients (ssh, inetd, web pages)
    #[arg(long, help_heading = Resettable::Reset)]
    pub no_files: bool,
    /// Append the log to this file instead of standard error; `RUST_LOG` sets the level
    #[arg(long, value_name = "FILE", help_heading = Resettable::Reset, value_parser = written_file())]
    pub log: Option<PathBuf>,
}

/// The help of `--game`: every game, and the other names by which they are known.
fn games() -> String {
    let names: Vec<_> = GAMES.iter().map(|game| game.info.name.to_lowercase()).collect();
    let rules = GAMES.iter().flat_map(|game| game.info.rules);
    let others = GAMES.iter().flat_map(|game| game.info.aliases).chain(rules.flat_map(|rule| rule.aliases));
    format!("The game: {}; also known: {}", names.join(", "), others.copied().collect::<Vec<_>>().join(", "))
}

/// The values of `--columns`.
fn columns() -> impl TypedValueParser<Value = LetterSetting> {
    let names = PossibleValuesParser::new(LetterSetting::ALL.map(LetterSetting::name));
    names.map(|name| LetterSetting::named(&name).unwrap_or_default())
}

/// Every shared option.
fn shared() -> Vec<Arg> {
    Options::augment_args(Command::new("")).get_arguments().cloned().collect()
}

impl Options {
    /// Gives every subcommand the shared options, shown where it has a use for them.
    pub(super) fn share(command: Command) -> Command {
        let shared = shared();
        command.mut_subcommands(|subcommand| {
            let shown = use_of(subcommand.get_name()).options;
            // They are listed behind the subcommand's own options.
            let listed = |arg: &Arg| arg.clone().display_order(Resettable::Reset);
            let arg = |arg: &Arg| listed(arg).hide(!shown.contains(&arg.get_id().as_str()));
            subcommand.args(shared.iter().map(arg))
        })
    }

    /// Takes up the options behind the subcommand, too.
    ///
    /// # Errors
    /// [`CliError::Unused`] for an option that the subcommand has no use for, wherever it stands.
    pub(super) fn take_up(&mut self, matches: &ArgMatches) -> Result<(), CliError> {
        let Some((name, behind)) = matches.subcommand() else { return Ok(()) };
        let Use { options, others, .. } = use_of(name);
        let given = |matches: &ArgMatches, id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        for arg in shared() {
            let id = arg.get_id().as_str();
            if !options.contains(&id) && (given(matches, id) || given(behind, id)) {
                let option = arg.get_long().unwrap_or(id).to_owned();
                return Err(CliError::Unused { option, subcommand: name.to_owned(), others });
            }
        }
        // Every subcommand knows these options: this cannot fail.
        let _ = self.update_from_arg_matches(behind);
        Ok(())
    }

    /// Begins to log.
    pub(super) fn start_log(&self) -> Result<(), CliError> {
        let mut builder = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"));
        builder.format(|out, record| {
            let style = out.default_level_style(record.level());
            let time = humantime::format_rfc3339_seconds(SystemTime::now());
            let (level, target) = (record.level(), record.target());
            writeln!(
                out,
                "[{time} {style}{level:<5}{style:#} {target}] {}",
                printable::line(&record.args().to_string())
            )
        });
        if let Some(path) = &self.log {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(CliError::io(format!("cannot open the log {}", path.display())))?;
            builder.target(env_logger::Target::Pipe(Box::new(file)));
        }
        builder.init();
        Ok(())
    }

    /// What is to be played, and how; `game` is the game where it is not that of the options.
    pub(super) fn host(&self, game: Option<&str>) -> Result<Host, CliError> {
        let settings = Settings {
            threads: self.threads.unwrap_or(0).into(),
            hash: self.hash.unwrap_or(Settings::HASH),
            depth: self.depth,
            nodes: None,
            movetime: self.movetime,
            level: self.level,
            seed: self.seed.unwrap_or(0),
            ponder: self.ponder,
        };
        let clock: SharedClock = if self.cpu_clock { Arc::new(CpuClock) } else { Arc::new(SystemClock::start()) };
        let resources = Resources::by(clock, settings.threads, settings.hash);
        let mut host = Host::new(self.games, settings, resources);
        if let Some(game) = game.or(self.game.as_deref()) {
            host.set_game(game)?;
        }
        if let Some(rule) = &self.rule {
            host.set_rule(rule)?;
        }
        if let Some(size) = self.size {
            host.set_size(Size::square(size))?;
        }
        host.set_letters(self.columns.unwrap_or_default());
        if let Some(player) = &self.player {
            host.set_player(player)?;
        }
        if self.level.is_some() && host.engine().levels().is_empty() {
            return Err(CliError::NoLevels { game: host.engine().info().name });
        }
        self.set_player_options(&mut host)?;
        if let Some(file) = &self.book {
            let book = Book::load(file, &mut *host.session())?;
            host.set_book(book);
        }
        Ok(host)
    }

    /// Gives the players weights and tables; what the game's default player has no use for is an error.
    fn set_player_options(&self, host: &mut Host) -> Result<(), CliError> {
        let mut options = PlayerOptions::default();
        let weights = |source| CliError::Weights { path: self.weights.clone().unwrap_or_default(), source };
        if let Some(path) = &self.weights {
            options = PlayerOptions::with_weights(
                limited_input::read(path, PlayerOptions::MAX_WEIGHTS).map_err(|error| weights(error.into()))?,
            );
        }
        if let Some(folder) = &self.tables {
            std::fs::read_dir(folder).map_err(CliError::io(format!("cannot read the folder {}", folder.display())))?;
            options = options.and_tables(TablesFolder::new(folder.clone(), self.cache));
        } else if self.cache.is_some() {
            return Err(CliError::NothingToKeep);
        }
        if self.no_proof {
            options = options.without_proofs();
        } else if self.weights.is_none() && self.tables.is_none() {
            return Ok(());
        }
        host.set_options(options.clone()).map_err(|error| match self.weights {
            Some(_) => weights(error.into()),
            None => error.into(),
        })?;
        let game = host.engine().info().name;
        if options.has_unused_weights() {
            return Err(weights(format!("{game} has no weights").into()));
        }
        if options.has_unused_tables() {
            return Err(CliError::NoTables { game, rule: host.engine().rule().to_owned() });
        }
        Ok(())
    }
}
