//! Solves positions: values proven, and compared with those that a file states.

mod certificate;
mod problem;
mod show;
mod value;

pub use certificate::{certify, verify};
pub use problem::{Comparison, Problem, Stated};
pub use show::{Json, LineLocation, Show, SolutionTable, Total};
pub use value::Value;

use std::path::PathBuf;
use tengen_core::certificate::Uncertified;
use tengen_core::search::score::plies_to_end;
use tengen_core::search::{Goal, Limits, Scale, Stop};
use tengen_session::{Answer, Host, Query, Report, Turn, Variation};

/// A move with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedLine {
    /// Its value for the side to move, and whether it is proven; `None` from players who do not search.
    pub value: Option<Value>,
    /// True where the value (or, if only the winner was asked for, the winner) is proven.
    pub proven: bool,
    /// True where the value is a win or loss in at most so many plies: the shortest was not looked for.
    pub bound: bool,
    /// Nodes spent on this move in the last iteration.
    pub nodes: u64,
    /// The move, and how the game is expected to go on.
    pub pv: Vec<String>,
    /// How it compares with what the file states, where it does.
    pub verdict: Option<Comparison>,
}

/// What came of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The position, as one word.
    pub position: String,
    /// An upper bound on the plies left, where the rules give one.
    pub plies_left: Option<u32>,
    /// The best move, or all of them, best first.
    pub lines: Vec<SolvedLine>,
    /// Depth, nodes and time.
    pub report: Report,
    /// How all of it compares with what the file states, where it states something.
    pub verdict: Option<Comparison>,
    /// The file of its certificate, or why there is none; `None` where none was asked for or nothing is proven.
    pub certificate: Option<Result<PathBuf, Uncertified>>,
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Every legal move, not only the best.
    pub all_moves: bool,
    /// Only who wins.
    pub winner: bool,
}

/// Solves the problem of one line of a file on the host's board, from an empty table, within the limits that the
/// settings name.
///
/// # Errors
/// Why the line is no problem.
pub fn solve(
    host: &mut Host,
    text: &str,
    mode: Mode,
    news: &mut (dyn FnMut(&Report) + Send),
) -> Result<Solution, String> {
    let problem = Problem::set_up(host.engine_mut(), text)?;
    let (position, plies_left) = (host.engine().position_text(), host.engine().plies_left());
    let forced_pass = host.engine().must_pass();
    let moves = host.engine().legal_moves().len();
    if forced_pass {
        let side = host.engine().side_to_move();
        host.engine_mut().play(side, Turn::Pass).map_err(|error| error.to_string())?;
    }
    host.resources().forget();
    // Where the lengths of wins are bounds, the winner is all that can be proven.
    let bounds = host.engine().scale().shortest < u32::MAX;
    let goal = if mode.winner || bounds { Goal::Winner } else { Goal::Value };
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let limits = Limits { goal, ..host.settings().limits() };
    let lines = if mode.all_moves && !forced_pass { moves } else { 1 };
    let query = Query { lines, ..Query::new(limits, &stop) };
    let answer = host.think(color, &query, news).map_err(|error| error.to_string())?;
    let lines = found(&answer, host.engine().scale(), forced_pass);
    let (lines, verdict) = problem.judge(lines, mode);
    Ok(Solution { position, plies_left, lines, report: answer.report, verdict, certificate: None })
}

/// The lines of an answer; before a forced pass they are the other side's.
fn found(answer: &Answer, scale: Scale, after_pass: bool) -> Vec<SolvedLine> {
    let line = |line: &Variation| {
        let value = Value::of(line.score, scale);
        let pass = after_pass.then(|| "pass".to_owned());
        SolvedLine {
            value: Some(if after_pass { value.before_pass() } else { value }),
            proven: line.exact,
            bound: line.exact && plies_to_end(line.score).is_some_and(|plies| plies > scale.shortest),
            nodes: line.nodes,
            pv: pass.into_iter().chain(answer.report.texts(line)).collect(),
            verdict: None,
        }
    };
    if answer.report.lines.is_empty() {
        let pv = if after_pass { "pass".to_owned() } else { answer.text() };
        return vec![SolvedLine { value: None, proven: false, bound: false, nodes: 0, pv: vec![pv], verdict: None }];
    }
    answer.report.lines.iter().map(line).collect()
}
