//! The subcommand `tengen solve`.

use super::certificates::{CertificateArgs, Folder, verify_all};
use super::error::CliError;
use super::input;
use super::output::styled;
use crate::features::solve::{Json, LineLocation, Mode, Show, Solution, SolutionTable, Total, certify, solve};
use clap::Args;
use indicatif::ProgressBar;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen_core::printable::Printable;
use tengen_core::search::Scale;
use tengen_session::lines::{self, Numbered};
use tengen_session::{Host, Report};

/// What is to be solved, and how it is shown.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Files of positions, one a line; `-` is standard input [default: the start position]
    ///
    /// A line is an OBF position (squares, side to move), a position text as in `json-position`, the word
    /// `start`, or moves from the start. Values may follow: `; G8:+18; H1:+12`. It has at most 65,536 bytes.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
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
        let texts = self.texts()?;
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
    fn texts(&self) -> Result<Vec<(PathBuf, Vec<Numbered>)>, CliError> {
        if self.files.is_empty() {
            return Ok(vec![(PathBuf::from("start"), vec![(1, Ok("start".to_owned()))])]);
        }
        let read = |file: &PathBuf| {
            let lines = input::open(file).and_then(lines::read);
            let lines = lines.map_err(CliError::io(format!("cannot read {}", file.display())))?;
            if lines.is_empty() {
                let why = "there is no position in it: no line but blank ones and comments".to_owned();
                return Err(CliError::Record { file: file.clone(), why });
            }
            Ok((file.clone(), lines))
        };
        self.files.iter().map(read).collect()
    }
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
