//! The subcommand `tengen solve`.

use super::certificates::{CertificateArgs, Folder, verify_all};
use super::error::CliError;
use super::input::{self, GameFile};
use super::output::styled;
use crate::features::solve::{Json, LineLocation, Mode, Show, Solution, SolutionTable, Total, certify, solve};
use clap::Args;
use indicatif::ProgressBar;
use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen_core::printable::Printable;
use tengen_core::search::Scale;
use tengen_session::formats::{Format, read_all};
use tengen_session::host::InFile;
use tengen_session::{EngineError, Host, Report, lines};

/// The most bytes of a line.
const MAX_LINE: usize = 1 << 16;

/// The most positions of a file.
const MAX_LINES: usize = 1 << 20;

/// A position of a file as text, with the number of its line, or why it cannot be used.
type Numbered = (usize, Result<String, String>);

/// What is to be solved, and how it is shown.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Files of positions, one a line, or of games, each solved where it ends; `-` is standard input [default: the start position]
    ///
    /// A line is an OBF position (squares, side to move), a position text as in `json-position`, the word
    /// `start`, or moves from the start. Values may follow: `; G8:+18; H1:+12`. It has at most 65,536 bytes.
    /// A board may be drawn on several lines. Games are those of SGF, PGN and other formats.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    read: GameFile,
    /// Solve every legal move, and compare each value with the one in the file
    #[arg(long)]
    all_moves: bool,
    /// Solve for win, draw or loss only
    #[arg(long)]
    wld: bool,
    /// Print one JSON object for each position, on one line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    certificates: CertificateArgs,
}

impl SolveArgs {
    /// Solves all positions; the exit status says whether all was right and readable.
    ///
    /// # Errors
    /// [`CliError`] where a file cannot be read or the output not be written.
    pub fn run(&self, host: &mut Host) -> Result<ExitCode, CliError> {
        if self.certificates.verify {
            let all = verify_all(&self.files, self.json)?;
            return Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        let texts = self.texts(host)?;
        let folder = self.certificates.certificates.as_deref();
        let folder = folder.map(|folder| Folder::new(folder, texts.iter().map(|(file, _)| &**file))).transpose()?;
        let mode = Mode { all_moves: self.all_moves, winner: self.wld };
        let output = io::stdout();
        let mut show: Box<dyn Show> = if self.json {
            Box::new(Json::new(output.lock(), mode))
        } else {
            Box::new(SolutionTable::new(Printable(output.lock()), mode, texts.len() > 1))
        };
        match solve_all(host, &texts, mode, folder.as_ref(), &mut *show) {
            Ok(total) if total.is_clean() => Ok(ExitCode::SUCCESS),
            Ok(_) => Ok(ExitCode::FAILURE),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
            Err(error) => Err(CliError::io("cannot write the output")(error)),
        }
    }

    /// The files' names and what is in them.
    fn texts(&self, host: &Host) -> Result<Vec<(PathBuf, Vec<Numbered>)>, CliError> {
        if self.files.is_empty() {
            return Ok(vec![(PathBuf::from("start"), vec![(1, Ok("start".to_owned()))])]);
        }
        let read = |file: &PathBuf| {
            let lines = self.positions(host, file)?;
            if lines.is_empty() {
                let why = "there is no position in it: no line but blank ones and comments".to_owned();
                return Err(CliError::Record { file: file.clone(), why });
            }
            Ok((file.clone(), lines))
        };
        self.files.iter().map(read).collect()
    }

    /// The positions of a file, with their lines. Notes about games are said on standard error.
    fn positions(&self, host: &Host, file: &Path) -> Result<Vec<Numbered>, CliError> {
        let bytes = input::open(file).and_then(read_all);
        let bytes = bytes.map_err(CliError::io(format!("cannot read {}", file.display())))?;
        let refused = |why: String| CliError::Record { file: file.to_path_buf(), why };
        let unreadable = |error: EngineError| refused(error.to_string());
        let content = self.read.content(file, &bytes).map_err(unreadable)?;
        let lists = [Format::Obf, Format::Position, Format::Txt];
        let told = self.read.format.filter(|format| lists.contains(format));
        let games = match self.read.format {
            None => host.marked_games(&content).map_err(unreadable)?,
            Some(_) if told.is_some() => None,
            Some(_) => Some(host.games_in(&content).map_err(unreadable)?),
        };
        if let Some(games) = games {
            return Ok(games.map(|found| end(host, file, found)).collect());
        }
        let mut session = host.session();
        let entries = lines::entries(&mut *session, content.text().unwrap_or_default());
        let mut check = |text: Cow<'_, str>| match told {
            _ if text.len() > MAX_LINE => Err(format!("expected a line of at most {MAX_LINE} bytes")),
            Some(format) if !lines::is_of(&mut *session, text.split(';').next().unwrap_or_default(), format) => {
                Err(format.expected_on(&text))
            }
            _ => Ok(text.into_owned()),
        };
        let positions: Vec<_> = entries.map(|(line, text)| (line, check(text))).take(MAX_LINES + 1).collect();
        if positions.len() > MAX_LINES {
            return Err(refused(format!("it has more than {MAX_LINES} lines with content: divide it into parts")));
        }
        Ok(positions)
    }
}

/// The position at the end of a game of a file. Notes are said on standard error.
fn end(host: &Host, file: &Path, InFile { line, game }: InFile) -> Numbered {
    let board = host.engine().variant();
    let opened = game.and_then(|game| host.open(&game, None)).map_err(|why| why.to_string());
    let end = opened.and_then(|opened| {
        for note in opened.all_notes() {
            complain(file, line, &note);
        }
        let own = opened.engine.variant();
        let other = || format!("the game is of {own}, not of {board}: choose --game, --rule and --size");
        (own == board).then(|| opened.engine.position_text()).ok_or_else(other)
    });
    (line, end)
}

/// Says on standard error how a line is read. Where even that is closed, nothing can be said.
fn complain(file: &Path, line: usize, note: &str) {
    let _ = writeln!(Printable(io::stderr()), "tengen: {}, line {line}: note: {note}", file.display());
}

fn solve_all(
    host: &mut Host,
    texts: &[(PathBuf, Vec<Numbered>)],
    mode: Mode,
    folder: Option<&Folder<'_>>,
    show: &mut dyn Show,
) -> io::Result<Total> {
    let problems = || texts.iter().flat_map(|(file, lines)| lines.iter().map(move |line| (file, line)));
    let bar = progress(problems().count() as u64);
    let mut total = Total::default();
    for (file, &(line, ref text)) in problems() {
        let news = bar.clone();
        let scale = host.engine().scale();
        let mut news = move |report: &Report| news.set_message(state(report, scale));
        let mut result = text.clone().and_then(|text| solve(host, &text, mode, &mut news));
        if let (Some(folder), Ok(solution)) = (folder, &mut result) {
            bar.set_message("certificate");
            write_certificate(host, folder, (file, line), solution)?;
        }
        if let Some(note) = result.as_ref().ok().and_then(|solution| solution.note.as_deref()) {
            bar.suspend(|| complain(file, line, note));
        }
        total.add(&result);
        bar.inc(1);
        let place = LineLocation { file: &file.to_string_lossy(), line };
        bar.suspend(|| show.solution(place, &result))?;
    }
    bar.finish_and_clear();
    show.total(&total)?;
    Ok(total)
}

/// Writes the certificate of a solution, if it has one.
fn write_certificate(
    host: &Host,
    folder: &Folder<'_>,
    (file, line): (&Path, usize),
    solution: &mut Solution,
) -> io::Result<()> {
    solution.certificate = match certify(host, solution) {
        None => None,
        Some(Err(why)) => Some(Err(why)),
        Some(Ok(text)) => Some(Ok(folder.write(file, line, &text)?)),
    };
    Ok(())
}

/// Counts positions.
fn progress(positions: u64) -> ProgressBar {
    let bar = styled("{pos}/{len} [{elapsed}] {msg}", positions);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// How far the search of a position is.
fn state(report: &Report, scale: Scale) -> String {
    let line = report.lines.first();
    let best = line.map(|line| format!("{} {}", scale.text(line.score), report.first_text(line))).unwrap_or_default();
    format!("depth {}, {} nodes, {best}", report.iteration(), report.nodes)
}
