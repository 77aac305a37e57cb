//! The subcommand `tengen solve`.

use super::certificates::{CertificateArgs, Folder, verify_all};
use super::error::CliError;
use super::input::{self, GameFile};
use super::output::styled;
use crate::features::solve::{Json, LineLocation, Mode, Show, Solution, SolutionTable, Total, certify, solve};
use clap::Args;
use indicatif::ProgressBar;
use std::io::{self, Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen_core::printable::Printable;
use tengen_core::search::Scale;
use tengen_session::formats::{Format, read_all, sgf};
use tengen_session::host::InFile;
use tengen_session::lines::{self, Numbered};
use tengen_session::{Host, Report};

/// What is to be solved, and how it is shown.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Files of positions, one a line, or of games, each solved where it ends; `-` is standard input [default: the start position]
    ///
    /// A line is an OBF position (squares, side to move), a position text as in `json-position`, the word
    /// `start`, or moves from the start. Values may follow: `; G8:+18; H1:+12`. It has at most 65,536 bytes.
    /// Games are those of SGF, PGN and other formats, in files of up to 4 MiB.
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

    /// The positions of a file, with their lines.
    fn positions(&self, host: &Host, file: &Path) -> Result<Vec<Numbered>, CliError> {
        let unread = || CliError::io(format!("cannot read {}", file.display()));
        let mut input = input::open(file).map_err(unread())?;
        let of_games = |bytes: &[u8]| {
            self.ends_of_games(host, file, bytes).map_err(|why| CliError::Record { file: file.to_path_buf(), why })
        };
        match self.read.format {
            None => {
                let mut head = Vec::new();
                input.by_ref().take(sgf::MAX_BYTES as u64 + 1).read_to_end(&mut head).map_err(unread())?;
                let games = if head.len() <= sgf::MAX_BYTES { of_games(&head)? } else { None };
                games.map_or_else(|| lines::read(Cursor::new(head).chain(input)).map_err(unread()), Ok)
            }
            Some(format @ (Format::Obf | Format::Position | Format::Txt)) => {
                let mut session = host.session();
                let mut check = |text: String| {
                    let is_of = lines::is_of(&mut *session, text.split(';').next().unwrap_or_default(), format);
                    if is_of { Ok(text) } else { Err(format.expected_on(&text)) }
                };
                let lines = lines::read(input).map_err(unread())?;
                Ok(lines.into_iter().map(|(line, text)| (line, text.and_then(&mut check))).collect())
            }
            Some(_) => Ok(of_games(&read_all(input).map_err(unread())?)?.unwrap_or_default()),
        }
    }

    /// The positions at the ends of the games of a file; `None` where the content tells no format and has no marks of one. Notes are
    /// said on standard error.
    fn ends_of_games(&self, host: &Host, file: &Path, bytes: &[u8]) -> Result<Option<Vec<Numbered>>, String> {
        let content = match self.read.content(file, bytes) {
            Ok(content) => content,
            // The reader of its lines says so.
            Err(_) if self.read.format.is_none() => return Ok(None),
            Err(why) => return Err(why.to_string()),
        };
        let games =
            if self.read.format.is_some() { host.games_in(&content).map(Some) } else { host.marked_games(&content) };
        let Some(games) = games.map_err(|why| why.to_string())? else { return Ok(None) };
        let board = host.engine().variant();
        let end = |InFile { line, game }: InFile| {
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
        };
        Ok(Some(games.map(end).collect()))
    }
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
