//! The subcommand `tengen analyze`, and the file of its output with which a run that was stopped goes on.

use super::error::CliError;
use super::input::{self, GameFile};
use super::output::styled;
use crate::features::analyze::{Analysis, AnalysisTable, GameLocation, Json, Show};
use clap::Args;
use indicatif::ProgressBar;
use serde::Deserialize;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen_core::limited_input;
use tengen_core::plain_text::BYTE_ORDER_MARK;
use tengen_core::printable::Printable;
use tengen_core::search::{Scale, Stop};
use tengen_session::formats;
use tengen_session::host::{FileGame, InFile};
use tengen_session::{EngineError, Host, Report};
use tengen_tools::arguments::written_file;

/// The most bytes of a line of the output, which has a game.
const MAX_LINE: u64 = 1 << 26;

/// What is to be gone through, and how it is shown.
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// SGF, GGF, PGN, RenjuNet's database, boards (OBF), or moves (`f5d6c3`, `1. h8 i9`, `d6 f4xd2`); `-` is standard input
    ///
    /// All games of the file are analyzed. Moves, and a record without its game (no GM, or the GM[1] of Go programs), are
    /// of the game that --game, --rule and --size name. Moves may be on any number of lines, or one game on each line;
    /// numbered, separated by anything or nothing, with colours, comments and a result.
    file: PathBuf,
    #[command(flatten)]
    read: GameFile,
    /// Analyze the variations of SGF, PGN and RenLib, too, each as a game of its own
    ///
    /// A variation comes behind the main line of its game and has the moves from where it departs from the lines before it.
    #[arg(long)]
    variations: bool,
    /// Print one JSON object for each game, on one line
    ///
    /// A game: file, number and line (its place in the file), game, rule, size, players, result, opening (its name), notes (where
    /// the file can be read in several ways, or goes on behind the end of the game), moves, and a summary of each side: moves, best
    /// (as good as the best), `mean_loss`, accuracy. One that cannot be played: file, number, line, error. Of a variation besides:
    /// variation (its number in the game) and departs (the number of its first own move).
    ///
    /// A move: number, color, best and played, loss (in points), `win_chance_loss`, mark (`?!`, `?`, `??` from a loss of win chance
    /// of 10, 20, 30 % on), accuracy, depth, confidence, nodes, seconds. Best and played: move, score (the engine's number), text (the score for people), points (the same as a
    /// number), `win_chance`, exact (true if it is proven), pv (the principal variation).
    ///
    /// The accuracy of a move is 103.1668 exp(-0.04354 x) - 3.1669, from 0 to 100, where x is the loss of win chance in
    /// percent: Lichess' formula. That of a side is the mean of its moves'.
    #[arg(long)]
    json: bool,
    /// Append what --json prints to this file; games that it has already are passed over, so that a run which was stopped
    /// goes on where it was
    #[arg(long, value_name = "FILE", conflicts_with = "json", value_parser = written_file())]
    output: Option<PathBuf>,
}

impl AnalyzeArgs {
    /// Goes through all games; the exit status says whether each could be played.
    ///
    /// # Errors
    /// [`CliError`] where the file cannot be read or has no game, or the output cannot be written.
    pub fn run(&self, host: &Host) -> Result<ExitCode, CliError> {
        let bytes = input::open(&self.file).and_then(formats::read);
        let bytes = bytes.map_err(CliError::io(format!("cannot read {}", self.file.display())))?;
        let unreadable = |why: String| CliError::Record { file: self.file.clone(), why };
        let content = self.read.content(&self.file, &bytes);
        let content = content.map_err(|error| unreadable(error.to_string()))?;
        let mut games = host.games_in(&content).map_err(|error| unreadable(error.to_string()))?;
        let file = self.file.to_string_lossy().into_owned();
        let (first, second) = (games.next(), games.next());
        let has_variations = |found: &InFile| found.game.as_ref().is_ok_and(FileGame::has_variations);
        let many = second.is_some() || self.variations && first.as_ref().is_some_and(has_variations);
        let mut known = HashSet::new();
        let mut clean = true;
        let output = io::stdout();
        let mut show: Box<dyn Show> = match &self.output {
            None if self.json => Box::new(Json(output.lock())),
            None => Box::new(AnalysisTable(Printable(output.lock()))),
            Some(path) => {
                let analyzed = Analyzed::open(path);
                let analyzed = analyzed.map_err(CliError::io(format!("cannot go on with {}", path.display())))?;
                (known, clean) = (analyzed.known, analyzed.clean);
                Box::new(Json(analyzed.out))
            }
        };
        let mut each = |place: GameLocation<'_>, game: Result<&FileGame, &EngineError>, from: usize| {
            let key = Place { file: file.clone(), number: place.number, line: place.line, variation: place.variation };
            if known.contains(&key) {
                return Ok(());
            }
            match game.map_err(EngineError::clone).and_then(|game| Analysis::begin(host, game, from)) {
                Ok(analysis) => go_through(analysis, place, &mut *show),
                Err(error) => {
                    clean = false;
                    complain(place, &error);
                    show.unreadable(place, &error.to_string())
                }
            }
        };
        let all = first.into_iter().chain(second).chain(games).zip(1..);
        let shown = all.into_iter().try_for_each(|(InFile { line, game }, number)| {
            let place = GameLocation { file: &file, number, line, variation: None, many };
            each(place, game.as_ref(), 1)?;
            let variations = game.iter().filter(|_| self.variations).flat_map(FileGame::variations).zip(1..);
            variations.into_iter().try_for_each(|(variation, number)| {
                let place = GameLocation { line: line + variation.line, variation: Some(number), ..place };
                let game = variation.record.map_err(|error| EngineError::Unreadable(error.to_string()));
                each(place, game.as_ref(), variation.departs)
            })
        });
        match shown {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            shown => shown.map_err(CliError::io("cannot write the output"))?,
        }
        Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Says on standard error why a game is none. Where even that is closed, nothing can be said.
fn complain(place: GameLocation<'_>, error: &EngineError) {
    let which = if place.many { format!(", {place}") } else { String::new() };
    let _ = writeln!(Printable(io::stderr()), "tengen: {}{which}: {error}", place.file);
}

fn go_through(mut analysis: Analysis<'_>, place: GameLocation<'_>, show: &mut dyn Show) -> io::Result<()> {
    let scale = analysis.scale();
    let bar = progress(analysis.len() as u64);
    let (mut moves, stop) = (Vec::with_capacity(analysis.len()), Stop::new());
    bar.suspend(|| show.game(place, &analysis))?;
    loop {
        let news = bar.clone();
        let judged = analysis.judge_next(&stop, &mut move |report| news.set_message(state(report, scale)));
        let Some(judged) = judged.map_err(|error| io::Error::other(error.to_string()))? else { break };
        bar.inc(1);
        bar.suspend(|| show.mv(&judged))?;
        moves.push(judged);
    }
    bar.finish_and_clear();
    show.end(place, &analysis, &moves)
}

/// Counts moves.
fn progress(moves: u64) -> ProgressBar {
    let bar = styled("move {pos}/{len} [{elapsed}, {eta} left] {msg}", moves);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// How far the search of a position is.
fn state(report: &Report, scale: Scale) -> String {
    let line = report.lines.first();
    let best = line.map(|line| format!("{} {}", scale.text(line.score), report.first_text(line))).unwrap_or_default();
    format!("depth {}, {best}", report.iteration())
}

/// The output as a file with which a run that was stopped goes on: JSON objects, a line for each game, open for appending.
/// It is locked while this lives.
struct Analyzed {
    /// Where further games are written.
    out: BufWriter<File>,
    /// The games that it has.
    known: HashSet<Place>,
    /// Whether each of them could be played.
    clean: bool,
}

/// Where a game was found.
#[derive(Deserialize, PartialEq, Eq, Hash)]
struct Place {
    /// The file, as the command line named it.
    file: String,
    /// The number of the game in it.
    number: usize,
    /// The line that it begins on.
    line: usize,
    /// The number of the variation in the game.
    variation: Option<usize>,
}

#[derive(Deserialize)]
struct KnownGames {
    #[serde(flatten)]
    place: Place,
    error: Option<String>,
}

impl Analyzed {
    /// Opens or creates a file, and cuts off a last line that was cut short. A file that has anything else is left as it is.
    ///
    /// # Errors
    /// Those of the file system; a file that another program writes; [`io::ErrorKind::InvalidData`] for another file.
    fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file"));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(io::Error::other("another program writes to it")),
            Err(TryLockError::Error(error)) => log::warn!("{}: cannot be locked: {error}", path.display()),
        }
        let none = |which: &str| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{which} is no game of tengen analyze --json"))
        };
        let (mut known, mut clean) = (HashSet::new(), true);
        let (mut reader, mut line, mut whole) = (BufReader::new(&file), Vec::new(), 0);
        for number in 1.. {
            line.clear();
            let count = limited_input::read_line(&mut reader, MAX_LINE, &mut line)?;
            if !line.ends_with(b"\n") {
                break;
            }
            let game = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
            let game: KnownGames = serde_json::from_slice(game).map_err(|_| none(&format!("line {number}")))?;
            clean &= game.error.is_none();
            known.insert(game.place);
            whole += count as u64;
        }
        // Half a line begins as all of them do.
        if !line.starts_with(&b"{\"file\":"[..line.len().min(8)]) {
            return Err(none("its last line"));
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(Self { out: BufWriter::new(file), known, clean })
    }
}
