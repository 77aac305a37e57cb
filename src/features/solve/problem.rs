//! Problems: a position, and the values that a file states for its moves.

use super::{Mode, SolvedLine, Value};
use tengen_session::{Engine, lines};

/// A move and its value, as a file states them.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// The move, as a session writes it.
    pub mv: String,
    /// Its value for the side to move.
    pub value: Value,
}

/// A position to be solved, and what its file says of it: `POSITION; MOVE:VALUE; MOVE:VALUE; ...`
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The values of moves; a file may leave some or all of them out.
    pub stated: Vec<Stated>,
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
        lines::set(engine, fields.next().unwrap_or_default())?;
        if let Some(result) = engine.result_text() {
            return Err(format!("expected a game that goes on; this one is over: {result}"));
        }
        let legal = engine.legal_texts();
        // `--` is OBF's move that is none.
        let given = fields.filter(|field| !field.is_empty() && !field.starts_with("--"));
        let stated = given.map(|field| stated(field, &legal)).collect::<Result<_, _>>()?;
        Ok(Self { stated })
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
        let own = self.stated.iter().find(|stated| stated.mv.eq_ignore_ascii_case(&line.pv[0]));
        let expected = if mode.all_moves { own? } else { self.best()? };
        let right = own.is_some_and(|own| same(own.value, expected.value));
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
    let (mv, value) = field.split_once(':').ok_or_else(expected)?;
    let value = value.trim().parse().map_err(|()| expected())?;
    let mv = legal.iter().find(|legal| legal.eq_ignore_ascii_case(mv.trim()));
    let mv = mv.ok_or_else(|| format!("expected a legal move and its value, not {field}"))?;
    Ok(Stated { mv: mv.clone(), value })
}
