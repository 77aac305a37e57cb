//! The choice of a move where a table knows what every move is worth: win by the shortest way to the next removal, hold the draw
//! where mistakes are likeliest, lose as late as possible.

use super::eval::Sense;
use super::params as p;
use super::position::Mill;
use super::tables::{TableValue, Tables};
use super::turn::{Capture, MillMove};
use std::cmp::Ordering;
use tengen_core::game::{Game, Outcome};
use tengen_core::search::score::won_by_table;
use tengen_core::search::{Answer, Control, DRAW, Evaluator, Report, Score, Stopped, Task, Variation, WIN};

/// The most moves of a line in a report.
const LINE: usize = 16;

/// A root move and what is known of it.
#[derive(Clone)]
struct TableCandidate {
    turn: MillMove,
    worth: Worth,
    /// What the move earns on average from an opponent who sees little: 0 a loss, 1 a draw, 2 a win; and 2 more where two turns
    /// were searched.
    prospect: f64,
    /// The evaluation after the move, for the side that makes it.
    eval: Score,
}

/// What a move is worth for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    /// The move ends the game: won, drawn or lost.
    End(i8),
    /// A table knows the position after the move; the plies are those to the next removal, this move counted.
    Table(TableValue),
}

impl Worth {
    const fn value(self) -> TableValue {
        match self {
            Self::End(1) => TableValue::Win(0),
            Self::End(-1) => TableValue::Loss(1),
            Self::End(_) => TableValue::Draw,
            Self::Table(value) => value,
        }
    }

    fn score(self) -> Score {
        match self {
            Self::End(sign) => Score::from(sign) * (WIN - 1),
            Self::Table(TableValue::Win(plies)) => won_by_table(u32::from(plies)),
            Self::Table(TableValue::Loss(plies)) => -won_by_table(u32::from(plies)),
            Self::Table(TableValue::Draw) => DRAW,
        }
    }
}

/// What a move is worth; `None` where no table knows it, or a table knows only who wins.
fn worth(game: &Mill, turn: MillMove, tables: &Tables) -> Option<Worth> {
    let next = game.after(turn);
    if let Some(outcome) = next.outcome() {
        return Some(Worth::End(outcome.margin_for(game.side_to_move()).signum() as i8));
    }
    let known = tables.probe(&next, false)?;
    let plies = |plies: u16| if turn.capture == Capture::Nothing { plies + 1 } else { 1 };
    match known.value {
        TableValue::Draw => Some(Worth::Table(TableValue::Draw)),
        _ if !known.has_distance => None,
        TableValue::Win(after) => Some(Worth::Table(TableValue::Loss(plies(after)))),
        TableValue::Loss(after) => Some(Worth::Table(TableValue::Win(plies(after)))),
    }
}

/// Chooses a move by the tables; `None` where they do not know every move. Where a limit is met before all moves are looked up,
/// the best of those that were.
pub fn choose(task: &mut Task<'_, Mill>, tables: &Tables, control: &Control<'_>) -> Option<Answer<MillMove>> {
    let game = *task.position();
    let mut seen = task.game.keys();
    seen.push(game.hash());
    let allowed = |turn: &MillMove| task.query.allowed.is_empty() || task.query.allowed.contains(turn);
    let mut candidates = Vec::new();
    for turn in game.moves().into_iter().filter(allowed) {
        let next = game.after(turn);
        let twice = turn.capture == Capture::Nothing && seen.iter().filter(|&&key| key == next.hash()).count() >= 2;
        let worth = if twice { Worth::End(0) } else { worth(&game, turn, tables)? };
        candidates.push(TableCandidate { turn, worth, prospect: p::TRAP.draw, eval: -Sense.evaluate(&next) });
        if control.report_nodes(1).is_err() {
            break;
        }
    }
    candidates.sort_by(better);
    if candidates[0].worth.value() <= TableValue::Draw {
        weigh(&game, &mut candidates, tables, control);
    }
    candidates.sort_by(better);
    let line = |candidate: &TableCandidate| Variation {
        score: candidate.worth.score(),
        exact: true,
        nodes: 0,
        pv: line(&game, candidate.turn, tables, control),
    };
    let lines = candidates.iter().take(task.query.lines.max(1)).map(line).collect();
    let report = Report { depth: 1, nodes: control.nodes(), time: control.elapsed(), lines, ..Report::default() };
    (task.report)(&report);
    Some(Answer { mv: candidates[0].turn, report })
}

/// Orders the better candidate first.
fn better(a: &TableCandidate, b: &TableCandidate) -> Ordering {
    let worth = b.worth.value().cmp(&a.worth.value());
    worth.then(b.prospect.total_cmp(&a.prospect)).then(b.eval.cmp(&a.eval))
}

/// Estimates the prospects of the best candidates where none wins: one reply ahead, and for those with the best prospects one
/// turn further. What the limits leave no time for counts as a draw.
fn weigh(game: &Mill, candidates: &mut [TableCandidate], tables: &Tables, control: &Control<'_>) {
    let best = candidates[0].worth.value();
    let count = candidates.iter().take_while(|candidate| candidate.worth.value() == best).count();
    for turns in 0..2 {
        let breadth = if turns == 0 { count } else { count.min(p::TRAP.breadth) };
        for candidate in &mut candidates[..breadth] {
            match prospect(&game.after(candidate.turn), turns, tables, control) {
                Some(prospect) => candidate.prospect = prospect + p::TRAP.win * f64::from(turns),
                None => return,
            }
        }
        candidates[..count].sort_by(better);
    }
}

/// What the other side's turn earns us, 0 to 2, when it sees wins and losses within [`p::Trap::plies`] plies, likes captures, and
/// otherwise plays any move; with `turns` more turns of ours where the game stays drawn. `None` where a limit was met.
fn prospect(game: &Mill, turns: u32, tables: &Tables, control: &Control<'_>) -> Option<f64> {
    let (mut earned, mut weights) = (0.0, 0.0);
    for reply in game.moves() {
        control.report_nodes(1).ok()?;
        let points = match worth(game, reply, tables).map_or(TableValue::Draw, Worth::value) {
            TableValue::Win(plies) if plies <= p::TRAP.plies => return Some(0.0),
            TableValue::Loss(plies) if plies <= p::TRAP.plies => continue,
            TableValue::Win(_) => 0.0,
            TableValue::Loss(_) => p::TRAP.win,
            TableValue::Draw if turns > 0 => best_prospect(&game.after(reply), turns - 1, tables, control)?,
            TableValue::Draw => p::TRAP.draw,
        };
        let weight = if reply.capture == Capture::Nothing { 1.0 } else { p::TRAP.capture };
        weights += weight;
        earned += weight * points;
    }
    Some(if weights > 0.0 { earned / weights } else { p::TRAP.win })
}

/// The prospect of our best turn in a drawn position.
fn best_prospect(game: &Mill, turns: u32, tables: &Tables, control: &Control<'_>) -> Option<f64> {
    let mut best = p::TRAP.draw;
    for turn in game.moves() {
        if worth(game, turn, tables) == Some(Worth::Table(TableValue::Draw)) {
            best = best.max(prospect(&game.after(turn), turns, tables, control)?);
        }
    }
    Some(best)
}

/// The continuation of the game after a move where both sides play the best move, up to [`LINE`] moves and to the next removal,
/// or until a limit is met.
fn line(game: &Mill, first: MillMove, tables: &Tables, control: &Control<'_>) -> Vec<MillMove> {
    let (mut line, mut game) = (vec![first], game.after(first));
    while line.len() < LINE && line.last().is_some_and(|turn| turn.capture == Capture::Nothing) {
        let rate = |turn| {
            control.report_nodes(1)?;
            Ok(worth(&game, turn, tables).map(|worth| (turn, worth.value())))
        };
        let rated: Result<Vec<_>, Stopped> = game.moves().into_iter().map(rate).collect();
        let best = rated.ok().and_then(|rated| rated.into_iter().flatten().max_by_key(|&(_, value)| value));
        let Some((turn, value)) = best else { break };
        if value == TableValue::Draw {
            break;
        }
        line.push(turn);
        game.play(turn);
    }
    line
}

/// The moves that keep a position's value by the tables, the plies to the draw aside, where the tables say who wins; none where
/// they do not say who wins, or a limit is met.
pub fn keeping(game: &Mill, tables: &Tables, control: &Control<'_>) -> Vec<MillMove> {
    let value = |game: &Mill| match game.outcome() {
        Some(Outcome::Draw) => Some(0),
        Some(outcome) => Some(outcome.margin_for(game.side_to_move()).signum()),
        None => tables.look_up_position(game, false).map(|known| known.value.cmp(&TableValue::Draw) as i32),
    };
    let rate = |turn| {
        control.report_nodes(1).ok()?;
        Some((turn, -value(&game.after(turn))?))
    };
    let rated: Option<Vec<_>> = game.moves().into_iter().map(rate).collect();
    let Some(rated) = rated else { return Vec::new() };
    let best = rated.iter().map(|&(_, value)| value).max();
    rated.into_iter().filter(|&(_, value)| Some(value) == best).map(|(turn, _)| turn).collect()
}
