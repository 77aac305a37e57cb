//! How the games of `tengen match` are played: the settings of a tournament file as options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use tengen_arena::openings::OpeningFormat;
use tengen_arena::plan::ClockSource;
use tengen_arena::spec::{SpecError, TimeControl};
use tengen_arena::tournament::TournamentSettings;
use tengen_tools::arguments::{real, whole};

/// The settings that the shared options do not hold.
#[derive(Args, Clone, Debug)]
pub struct MatchSettings {
    /// Games of each pairing, an even number: each opening is played twice with colours swapped
    #[arg(long, value_name = "N", default_value_t = usual().games, value_parser = whole(1..=u32::MAX))]
    games: u32,
    /// Opening file: games in any format that is read (SGF, PGN, WTHOR ...), or moves, a board (OBF) or a position on each line
    #[arg(long, value_name = "FILE", conflicts_with = "balanced_random")]
    openings: Option<PathBuf>,
    /// Format of the opening file [default: auto]
    #[arg(long, value_name = "FORMAT", value_parser = openings_format())]
    openings_format: Option<OpeningFormat>,
    /// Only the first plies of each opening of the file, as of whole games
    #[arg(long, value_name = "N", requires = "openings", value_parser = whole(1..=u32::MAX))]
    opening_plies: Option<u32>,
    /// Start with this opening of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = usual().start, value_parser = whole(1..=u32::MAX))]
    start: u32,
    /// Repeat openings if there are too few for the games; a game that repeats another move for move counts once
    #[arg(long)]
    repeat_openings: bool,
    /// Shuffle the openings of the file
    #[arg(long)]
    shuffle: bool,
    /// Without an opening file: this many random plies to a position that our own player finds balanced; more plies if
    /// there are too few distinct openings
    #[arg(long, value_name = "PLIES", default_value_t = usual().balanced_random, value_parser = whole(0..=u32::MAX))]
    balanced_random: u32,
    /// Time control, in seconds: 60 (a game), 60+0.5 (with an increment a move), 40/60 (40 moves in each 60 seconds) or
    /// 60+10/5 (then an overtime of 10 moves in each 5 seconds); with 60 and 60+0.5, --movetime limits each move as well
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    time: Option<String>,
    /// What the clock counts: wall time, or the CPU time of the engine's processes, for a busy machine and engines of one
    /// thread (Linux)
    #[arg(long, value_name = "SOURCE", value_enum, default_value_t)]
    clock: ClockArgument,
    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Grace period before a time forfeit, in seconds; margin=SECONDS before an engine's command sets its own
    #[arg(long, value_name = "SECONDS", default_value_t = usual().margin, value_parser = real("seconds", 0.0..=1e6))]
    margin: f64,
    /// Seconds to wait for a move without a clock, and for any other response, there at most as long as --startup
    #[arg(long, value_name = "SECONDS", default_value_t = usual().patience, value_parser = real("seconds", 0.0..=1e6))]
    patience: f64,
    /// Seconds an engine may take to start, and to begin a game
    #[arg(long, value_name = "SECONDS", default_value_t = usual().startup, value_parser = real("seconds", 0.0..=1e6))]
    startup: f64,
    /// Early adjudication: with this many plies left, or fewer, our own search decides the game if it proves the value
    #[arg(long, value_name = "PLIES", value_parser = whole(0..=u32::MAX))]
    adjudicate_exact: Option<u32>,
    /// Early adjudication: a win if both engines, for MOVES moves each, report the same side ahead by SCORE, in their units
    #[arg(long, value_names = ["SCORE", "MOVES"], num_args = 2, value_parser = real("points or moves", 0.0..=1e9))]
    agree_win: Vec<f64>,
    /// Early adjudication: a draw if both engines, for MOVES moves each, report scores within SCORE of 0
    #[arg(long, value_names = ["SCORE", "MOVES"], num_args = 2, value_parser = real("points or moves", 0.0..=1e9))]
    agree_draw: Vec<f64>,
    /// Early adjudication: an engine loses if it reports itself behind by SCORE for MOVES of its moves
    #[arg(long, value_names = ["SCORE", "MOVES"], num_args = 2, value_parser = real("points or moves", 0.0..=1e9))]
    resign: Vec<f64>,
    /// A game of this many plies is a draw
    #[arg(long, value_name = "N", default_value_t = usual().max_plies, value_parser = whole(1..=u32::MAX))]
    max_plies: u32,
}

fn usual() -> TournamentSettings {
    TournamentSettings::default()
}

/// The text, where it is a time control.
fn clock(text: &str) -> Result<String, SpecError> {
    text.parse::<TimeControl>().map(|_| text.to_owned())
}

/// Reads the name of a format of openings.
fn openings_format() -> impl TypedValueParser<Value = OpeningFormat> {
    let named = |format: OpeningFormat| PossibleValue::new(format.name()).help(format.about());
    PossibleValuesParser::new(OpeningFormat::all().map(named))
        .map(|name| OpeningFormat::named(&name).expect("the parser takes these names only"))
}

impl MatchSettings {
    /// The settings as a tournament file has them.
    pub fn settings(&self) -> TournamentSettings {
        let given = self.clone();
        TournamentSettings {
            games: given.games,
            openings: given.openings,
            openings_format: given.openings_format.unwrap_or_default(),
            opening_plies: given.opening_plies,
            start: given.start,
            repeat_openings: given.repeat_openings,
            shuffle: given.shuffle,
            balanced_random: given.balanced_random,
            time: given.time,
            clock: given.clock.0,
            nodes: given.nodes,
            margin: given.margin,
            patience: given.patience,
            startup: given.startup,
            adjudicate_exact: given.adjudicate_exact,
            agree_win: given.agree_win,
            agree_draw: given.agree_draw,
            resign: given.resign,
            max_plies: given.max_plies,
            ..TournamentSettings::default()
        }
    }
}

/// [`ClockSource`] as an argument.
#[derive(Clone, Debug, Default)]
struct ClockArgument(ClockSource);

impl ValueEnum for ClockArgument {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(ClockSource::Wall), Self(ClockSource::Cpu)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self.0 {
            ClockSource::Wall => PossibleValue::new("wall").help("Time as it passes"),
            ClockSource::Cpu => PossibleValue::new("cpu").help("CPU time of the engine's processes"),
        })
    }
}
