//! Solves positions: values proven, compared with those that a file states, and certified; certificates are checked, too.

mod show;
mod value;

pub use show::{Json, LineLocation, Show, SolutionTable, Total};
pub use value::Value;

use std::path::PathBuf;
use tengen_core::certificate::{self, Certified, Refused, Uncertified};
use tengen_core::game::Color;
use tengen_core::plain_text;
use tengen_core::search::score::plies_to_end;
use tengen_core::search::{Goal, Limits, Scale, Stop};
use tengen_games::GAMES;
use tengen_session::formats::moves::{self, PASS};
use tengen_session::{Answer, Engine, EngineError, Host, Query, Report, Variation, lines};

/// A move and its value, as a file states them.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// The move, as a session writes it; `None` where only the best value is stated.
    pub mv: Option<String>,
    /// Its value for the side to move.
    pub value: Value,
}

/// A position to be solved, and what its file says of it: `POSITION; MOVE:VALUE; MOVE:VALUE; ...` or `POSITION; BEST VALUE`
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The values of moves; a file may leave some or all of them out.
    pub stated: Vec<Stated>,
    /// What was decided where the line can be read in several ways, and what it leaves out.
    pub note: Option<String>,
}

/// How a solution compares with what the file states.
#[derive(Clone, PartialEq, Debug)]
pub enum Comparison {
    /// The value is the one stated, or a bound that it keeps to, and the move is one that has it.
    Right,
    /// The value or the move is another than stated; this is the best that the file states.
    Wrong(Stated),
    /// Nothing is proven.
    Open,
}

impl Problem {
    /// Sets up the position of a line, which is one where the game goes on.
    ///
    /// # Errors
    /// What was expected.
    pub fn set_up(engine: &mut dyn Engine, text: &str) -> Result<Self, String> {
        let mut fields = text.split(';').map(str::trim);
        let note = lines::set(engine, fields.next().unwrap_or_default())?;
        if let Some(result) = engine.result_text() {
            return Err(format!("expected a game that goes on; this one is over: {result}"));
        }
        let legal = engine.legal_texts();
        // `--` is OBF's move that is none.
        let given = fields.filter(|field| !field.is_empty() && !field.starts_with("--"));
        let stated = given.map(|field| stated(field, &legal)).collect::<Result<_, _>>()?;
        Ok(Self { stated, note })
    }

    /// The best value that the file states.
    pub fn best(&self) -> Option<&Stated> {
        self.stated.iter().max_by(|a, b| a.value.partial_cmp(&b.value).unwrap_or(std::cmp::Ordering::Equal))
    }

    /// Compares what was found with what is stated: of all moves each, of the best one that it is as good as any.
    pub fn judge(&self, mut lines: Vec<SolvedLine>, mode: Mode) -> (Vec<SolvedLine>, Option<Comparison>) {
        for line in &mut lines {
            line.verdict = self.judge_line(line, mode);
        }
        let verdicts = || lines.iter().filter_map(|line| line.verdict.as_ref());
        let worst = verdicts().find(|verdict| matches!(verdict, Comparison::Wrong(_)));
        let worst = worst.or_else(|| verdicts().find(|&verdict| *verdict == Comparison::Open));
        let verdict = worst.or_else(|| verdicts().next()).cloned();
        (lines, verdict)
    }

    fn judge_line(&self, line: &SolvedLine, mode: Mode) -> Option<Comparison> {
        let same = |a: Value, b: Value| if mode.winner { a.winner() == b.winner() } else { a == b };
        let is_of = |mv: &String| mv.eq_ignore_ascii_case(&line.pv[0]);
        let own = self.stated.iter().find(|stated| stated.mv.as_ref().is_some_and(is_of));
        let expected = if mode.all_moves { own? } else { self.best()? };
        let right = expected.mv.is_none() || own.is_some_and(|own| same(own.value, expected.value));
        Some(match line.value.filter(|_| line.proven) {
            None => Comparison::Open,
            // Another move may win as well, and the stated length need not be exceeded.
            Some(value) if line.bound && value.bounds(expected.value) => Comparison::Right,
            Some(value) if right && same(value, expected.value) => Comparison::Right,
            Some(_) => Comparison::Wrong(expected.clone()),
        })
    }
}

fn stated(field: &str, legal: &[String]) -> Result<Stated, String> {
    let expected = || format!("expected MOVE:VALUE, not {field}");
    let Some((mv, value)) = field.split_once(':') else {
        return field.parse().map(|value| Stated { mv: None, value }).map_err(|()| expected());
    };
    let value = value.trim().parse().map_err(|()| expected())?;
    let mv = mv.trim();
    let mv = if moves::read(mv).moves == [PASS] { PASS } else { mv };
    let mv = legal.iter().find(|legal| legal.eq_ignore_ascii_case(mv));
    let mv = mv.ok_or_else(|| format!("expected a legal move and its value, not {field}"))?;
    Ok(Stated { mv: Some(mv.clone()), value })
}

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
    /// Where all moves were asked for, those without a value: the limits came first, or the player does not search.
    pub left_out: Vec<String>,
    /// Depth, nodes and time.
    pub report: Report,
    /// How all of it compares with what the file states, where it states something.
    pub verdict: Option<Comparison>,
    /// The file of its certificate, or why there is none; `None` where none was asked for or nothing is proven.
    pub certificate: Option<Result<PathBuf, Uncertified>>,
    /// What was decided where the line can be read in several ways, and what it leaves out.
    pub note: Option<String>,
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
    host.resources().forget();
    // Where the lengths of wins are bounds, the winner is all that can be proven.
    let bounds = host.engine().scale().shortest < u32::MAX;
    let goal = if mode.winner || bounds { Goal::Winner } else { Goal::Value };
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let limits = Limits { goal, ..host.settings().limits() };
    // Named, every move is searched: by itself a player may leave out those that promise nothing.
    let allowed = if mode.all_moves { host.engine().legal_moves() } else { Vec::new() };
    let query = Query { lines: allowed.len().max(1), allowed: &allowed, ..Query::new(limits, &stop) };
    let answer = host.think(color, &query, news).map_err(|error| error.to_string())?;
    let lines = found(&answer, host.engine().scale());
    let mut left_out = if mode.all_moves { host.engine().legal_texts() } else { Vec::new() };
    left_out.retain(|mv| lines.iter().all(|line| line.pv[0] != *mv));
    let (lines, verdict) = problem.judge(lines, mode);
    let (report, note) = (answer.report, problem.note);
    Ok(Solution { position, plies_left, lines, left_out, report, verdict, certificate: None, note })
}

/// The lines of an answer.
fn found(answer: &Answer, scale: Scale) -> Vec<SolvedLine> {
    let line = |line: &Variation| SolvedLine {
        value: Some(Value::of(line.score, scale)),
        proven: line.exact,
        bound: line.exact && plies_to_end(line.score).is_some_and(|plies| plies > scale.shortest),
        nodes: line.nodes,
        pv: answer.report.texts(line),
        verdict: None,
    };
    if answer.report.lines.is_empty() {
        let pv = vec![answer.text()];
        return vec![SolvedLine { value: None, proven: false, bound: false, nodes: 0, pv, verdict: None }];
    }
    answer.report.lines.iter().map(line).collect()
}

/// The text of a certificate of a solution, whose position is still on the host's board, within the limits that the settings
/// name once more; `None` where no win or loss is proven.
///
/// # Errors
/// [`Uncertified`]: why there is none.
pub fn certify(host: &Host, solution: &Solution) -> Option<Result<String, Uncertified>> {
    let best = solution.lines.first().filter(|line| line.proven)?;
    let side = host.engine().side_to_move();
    let winner = match best.value?.winner() {
        0 => return None,
        1 => side,
        _ => !side,
    };
    let (limits, stop) = (host.settings().limits(), Stop::new());
    Some(certificate(host, winner, &Query::new(limits, &stop)))
}

/// The text of a certificate of a side's win in the position on the host's board, within the limits of the query.
///
/// # Errors
/// [`Uncertified`]: why there is none.
pub fn certificate(host: &Host, winner: Color, query: &Query<'_>) -> Result<String, Uncertified> {
    let certifier = host.entry().certifier.ok_or(Uncertified::Game)?;
    certifier.certify(host.engine(), winner, query, host.resources())
}

/// Checks a certificate by the rules of its game, whatever the system that wrote its line ends.
///
/// # Errors
/// [`Refused`]: what is wrong with it.
pub fn verify(text: &[u8]) -> Result<Certified, Refused> {
    let text = plain_text::unified(text);
    let variant = certificate::variant_of(&text)?;
    let unknown = |error: EngineError| Refused::new(2, error.to_string());
    let engine = GAMES.open_variant(&variant).map_err(unknown)?;
    let (entry, _) = GAMES.find(&variant.game).map_err(unknown)?;
    let certifier = entry.certifier.ok_or_else(|| Refused::new(2, Uncertified::Game.to_string()))?;
    certifier.verify(&*engine, &text)
}
