//! `tengen check`: whether an engine keeps to GTP, point by point. Each point is declared once, in the table of its
//! group: a name, how much hangs on it, why, and a test that talks to the engine.

mod output;
mod play;
mod point;
mod protocol;
mod report;
mod rules;
mod subject;

use super::process::Failure;
use super::spec::EngineSpec;
use point::{Finding, Group, Point, PointLevel, PointResult};
use report::Report;
use rules::Rules;
use std::io::{self, Write};
use std::time::Duration;
use subject::{Subject, Trouble};
use tengen_core::game::Size;
use tengen_session::Games;
use thiserror::Error;

/// Which engine is checked, and by what.
#[derive(Clone, Copy, Debug)]
pub struct CheckSettings<'a> {
    /// The games whose rules are known.
    pub games: Games,
    /// The engine.
    pub engine: &'a EngineSpec,
    /// How long it may take over one answer, a move included.
    pub patience: Duration,
    /// The game whose rules it is judged by; by default what the engine says that it plays.
    pub game: Option<&'a str>,
    /// The game's rule set; by default the usual one.
    pub rule: Option<&'a str>,
    /// The board size; by default the usual one.
    pub size: Option<u8>,
    /// Writes the verdicts as JSON.
    pub json: bool,
}

/// Why a check did not end well.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The engine speaks another protocol.
    #[error("only engines that speak GTP can be checked")]
    Dialect,
    /// There is no game, rule set or size to judge by.
    #[error("{0}")]
    Rules(#[from] tengen_session::EngineError),
    /// The engine does not answer at all.
    #[error("{name} cannot be checked: {why}")]
    Dead {
        /// The engine.
        name: String,
        /// What came instead of an answer.
        why: String,
    },
    /// The verdicts cannot be written.
    #[error("cannot write the verdicts: {0}")]
    Write(#[from] io::Error),
}

static GROUPS: [Group; 7] = [
    Group { name: "framing", points: &protocol::FRAMING },
    Group { name: "commands", points: &protocol::COMMANDS },
    Group { name: "moves", points: &play::MOVES },
    Group { name: "undo", points: &play::UNDO },
    Group { name: "passes and the end of the game", points: &play::PASSES },
    Group { name: "all responses so far", points: &protocol::RESPONSES },
    Group { name: "end of the session", points: &protocol::ENDING },
];

/// Checks an engine and writes the verdicts to `output`; true when the engine passes every required point. `program` is
/// this program, as [`super::process::Process::start`] takes it.
///
/// # Errors
/// [`CheckError`], whose text is for the user.
pub fn check(settings: &CheckSettings<'_>, program: &str, output: &mut dyn Write) -> Result<bool, CheckError> {
    let &CheckSettings { games, engine, patience, game, rule, size, json } = settings;
    if !engine.dialect.is_gtp() {
        return Err(CheckError::Dialect);
    }
    if let Some(game) = game {
        games.open(game, rule, size.map(Size::square))?;
    }
    let mut subject = Subject::new(program, engine, patience);
    let dead = |why| CheckError::Dead { name: engine.name.clone(), why };
    subject.introduce().map_err(dead)?;
    if let Some(name) = subject.game(game, games) {
        subject.rules = Some(Rules::new(games, &name, rule, size.map(Size::square))?.into());
    }
    let mut report = Report::new(&engine.name, &subject, &GROUPS, json, output);
    report.begin()?;
    let mut passed = true;
    for group in &GROUPS {
        subject.shut_down();
        for point in group.points {
            let finding = judge(&mut subject, group.name, point, patience);
            if matches!(finding.verdict, PointResult::Fail(_)) {
                // Whatever state the fault has left behind spoils no other point.
                subject.shut_down();
                passed &= point.level != PointLevel::Required;
            }
            report.add(finding)?;
        }
    }
    report.end()?;
    Ok(passed)
}

fn judge(subject: &mut Subject<'_>, group: &'static str, point: &'static Point, patience: Duration) -> Finding {
    let verdict = match (point.test)(subject) {
        Ok(()) => PointResult::Pass,
        Err(Trouble::Skip(why)) => PointResult::Skip(why),
        Err(Trouble::Fault(expected)) => PointResult::Fail(expected),
        Err(Trouble::Failure(Failure::Late)) => {
            PointResult::Fail(format!("a whole answer within {} s", patience.as_secs()))
        }
        Err(Trouble::Failure(failure)) => PointResult::Fail(format!("an answer, but it {failure}")),
    };
    Finding { group, point, verdict, exchanges: subject.take_exchanges() }
}
