//! Solutions as an aligned table for people, or as a JSON object a line for programs.

use super::{Comparison, Mode, Solution, SolvedLine, Stated, Value};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;
use tengen_core::printable;

/// A line of a file.
#[derive(Clone, Copy, Debug)]
pub struct LineLocation<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
}

/// Where solutions go.
pub trait Show {
    /// What came of a line: a solution, or why it is no problem.
    ///
    /// # Errors
    /// The output's.
    fn solution(&mut self, place: LineLocation<'_>, result: &Result<Solution, String>) -> io::Result<()>;

    /// What came of all.
    ///
    /// # Errors
    /// The output's.
    fn total(&mut self, total: &Total) -> io::Result<()>;
}

/// What came of all problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Total {
    /// Lines.
    pub positions: u32,
    /// Those whose best move's value is proven.
    pub proven: u32,
    /// Those where all is as the file states.
    pub right: u32,
    /// Those where something is not.
    pub wrong: u32,
    /// Lines that are no problem.
    pub unreadable: u32,
    /// Certificates written.
    pub certificates: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent in searches.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
}

impl Total {
    /// Counts one more line.
    pub fn add(&mut self, result: &Result<Solution, String>) {
        self.positions += 1;
        let Ok(solution) = result else {
            self.unreadable += 1;
            return;
        };
        self.proven += u32::from(solution.lines.first().is_some_and(|line| line.proven));
        self.right += u32::from(solution.verdict == Some(Comparison::Right));
        self.wrong += u32::from(matches!(solution.verdict, Some(Comparison::Wrong(_))));
        self.certificates += u32::from(matches!(solution.certificate, Some(Ok(_))));
        self.nodes += solution.report.nodes;
        self.time += solution.report.time;
    }

    /// True where nothing is wrong or unreadable.
    pub const fn is_clean(&self) -> bool {
        self.wrong == 0 && self.unreadable == 0
    }
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

fn nps(nodes: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (nodes as f64 / time.as_secs_f64()) as u64 }
}

/// The value of a line: a bound of the length of a win or loss is one in at most so many plies.
fn of_line(line: &SolvedLine, mode: Mode) -> Option<String> {
    let text = shown(line.value?, mode);
    Some(if line.bound && !mode.winner { text.replacen('#', "<=#", 1) } else { text })
}

/// What a file states of a position: a move and its value, or the best value.
fn stated(Stated { mv, value }: &Stated, mode: Mode) -> String {
    mv.iter().cloned().chain([shown(*value, mode)]).collect::<Vec<_>>().join(" ")
}

/// A value as it is shown: who wins where only that was asked for.
fn shown(value: Value, mode: Mode) -> String {
    match value.winner() {
        _ if !mode.winner => value.to_string(),
        0 => "draw".to_owned(),
        1 => "win".to_owned(),
        _ => "loss".to_owned(),
    }
}

/// A table in text, written row by row.
pub struct SolutionTable<W> {
    out: W,
    mode: Mode,
    /// The file of the row above, once there is one.
    file: Option<String>,
    /// True where rows of several files follow each other.
    many: bool,
}

impl<W: Write> SolutionTable<W> {
    /// A table of problems from one file, or from `many`.
    pub const fn new(out: W, mode: Mode, many: bool) -> Self {
        Self { out, mode, file: None, many }
    }

    fn head(&mut self, place: LineLocation<'_>) -> io::Result<()> {
        if self.file.is_none() {
            self.row(["line", "left", "value", "depth", "move", "nodes", "seconds", "nodes/s", "check", "expects"])?;
        }
        if self.many && self.file.as_deref() != Some(place.file) {
            writeln!(self.out, "{}", place.file)?;
        }
        self.file = Some(place.file.to_owned());
        Ok(())
    }

    fn row(&mut self, [line, left, value, depth, mv, nodes, seconds, nps, check, pv]: [&str; 10]) -> io::Result<()> {
        let row = format!(
            "{line:>4} {left:>4} {value:>8} {depth:>7}  {mv:<8} {nodes:>13} {seconds:>9} {nps:>10}  {check:<14}  {pv}"
        );
        writeln!(self.out, "{}", row.trim_end())
    }

    fn value(&self, line: &SolvedLine) -> String {
        let guess = if line.proven { "" } else { "~" };
        of_line(line, self.mode).map_or_else(|| "-".to_owned(), |value| format!("{guess}{value}"))
    }

    fn check(&self, line: &SolvedLine) -> String {
        match &line.verdict {
            Some(Comparison::Right) => "right".to_owned(),
            Some(Comparison::Wrong(expected)) => format!("wrong: {}", stated(expected, self.mode)),
            None if line.proven => "proven".to_owned(),
            Some(Comparison::Open) | None => "open".to_owned(),
        }
    }
}

impl<W: Write> Show for SolutionTable<W> {
    fn solution(&mut self, place: LineLocation<'_>, result: &Result<Solution, String>) -> io::Result<()> {
        self.head(place)?;
        let number = place.line.to_string();
        match result {
            Err(why) => writeln!(self.out, "{}, line {number}: {why}", place.file)?,
            Ok(Solution { plies_left, lines, left_out, report, certificate, .. }) => {
                let left = plies_left.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
                let (depth, nodes) = (report.iteration().to_string(), report.nodes.to_string());
                let seconds = format!("{:.3}", report.time.as_secs_f64());
                let nps = nps(report.nodes, report.time).to_string();
                let mut of_position = [&*number, &*left, &*depth, &*nodes, &*seconds, &*nps];
                for line in lines {
                    let [number, left, depth, nodes, seconds, nps] = of_position;
                    let (value, check, pv) = (self.value(line), self.check(line), line.pv.join(" "));
                    self.row([number, left, &value, depth, &line.pv[0], nodes, seconds, nps, &check, &pv])?;
                    of_position = [""; 6];
                }
                if !left_out.is_empty() {
                    let (LineLocation { file, line }, moves) = (place, left_out.join(" "));
                    let why =
                        if report.lines.is_empty() { "the player does not search" } else { "the limits came first" };
                    writeln!(self.out, "{file}, line {line}: no value, as {why}: {moves}")?;
                }
                if let Some(Err(why)) = certificate {
                    writeln!(self.out, "{}, line {}: no certificate: {why}", place.file, place.line)?;
                }
            }
        }
        self.out.flush()
    }

    fn total(&mut self, total: &Total) -> io::Result<()> {
        let Total { positions, proven, right, wrong, unreadable, certificates, nodes, time } = *total;
        let (seconds, nps) = (time.as_secs_f64(), nps(nodes, time));
        let positions = if positions == 1 { "1 position".to_owned() } else { format!("{positions} positions") };
        let unreadable = if unreadable == 0 { String::new() } else { format!(", {unreadable} unreadable") };
        let judged = if right + wrong == 0 { String::new() } else { format!(", {right} right, {wrong} wrong") };
        let certificates = match certificates {
            0 => String::new(),
            1 => ", 1 certificate".to_owned(),
            _ => format!(", {certificates} certificates"),
        };
        writeln!(
            self.out,
            "{positions}: {proven} proven{judged}{unreadable}{certificates}; {nodes} nodes in {seconds:.3} s, {nps} nodes/s"
        )?;
        self.out.flush()
    }
}

/// A JSON object for each line, and one for the total.
pub struct Json<W> {
    out: W,
    mode: Mode,
}

impl<W: Write> Json<W> {
    /// To this output.
    pub const fn new(out: W, mode: Mode) -> Self {
        Self { out, mode }
    }

    fn write(&mut self, object: &impl Serialize) -> io::Result<()> {
        writeln!(self.out, "{}", printable::json(&serde_json::to_string(object)?))?;
        self.out.flush()
    }
}

#[derive(Serialize)]
struct JsonSolution<'a> {
    file: &'a str,
    line: usize,
    position: &'a str,
    depth: u32,
    confidence: u8,
    nodes: u64,
    seconds: f64,
    nps: u64,
    right: Option<bool>,
    moves: Vec<JsonLine<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_certificate: Option<String>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    value: Option<String>,
    proven: bool,
    nodes: u64,
    right: Option<bool>,
    expected: Option<String>,
    pv: &'a [String],
}

#[derive(Serialize)]
struct JsonError<'a> {
    file: &'a str,
    line: usize,
    error: &'a str,
}

/// Whether all is as the file states; `None` where that is not known.
fn right(verdict: Option<&Comparison>) -> Option<bool> {
    match verdict? {
        Comparison::Right => Some(true),
        Comparison::Wrong(_) => Some(false),
        Comparison::Open => None,
    }
}

impl<W: Write> Show for Json<W> {
    fn solution(
        &mut self,
        LineLocation { file, line }: LineLocation<'_>,
        result: &Result<Solution, String>,
    ) -> io::Result<()> {
        let solution = match result {
            Ok(solution) => solution,
            Err(error) => return self.write(&JsonError { file, line, error }),
        };
        let report = &solution.report;
        let mode = self.mode;
        let moves = solution.lines.iter().map(|line| JsonLine {
            mv: &line.pv[0],
            value: of_line(line, mode),
            proven: line.proven,
            nodes: line.nodes,
            right: right(line.verdict.as_ref()),
            expected: match &line.verdict {
                Some(Comparison::Wrong(expected)) => Some(stated(expected, mode)),
                _ => None,
            },
            pv: &line.pv,
        });
        self.write(&JsonSolution {
            file,
            line,
            position: &solution.position,
            depth: report.depth,
            confidence: report.confidence,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            nps: nps(report.nodes, report.time),
            right: right(solution.verdict.as_ref()),
            moves: moves.collect(),
            left_out: &solution.left_out,
            certificate: solution.certificate.as_ref().and_then(|found| Some(found.as_deref().ok()?.to_string_lossy())),
            no_certificate: solution
                .certificate
                .as_ref()
                .and_then(|found| found.as_ref().err())
                .map(ToString::to_string),
        })
    }

    fn total(&mut self, total: &Total) -> io::Result<()> {
        #[derive(Serialize)]
        struct Wrapped<'a> {
            total: &'a Total,
        }
        self.write(&Wrapped { total })
    }
}
