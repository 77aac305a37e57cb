//! Perfect play in zhiqi, and the perfect move that is hardest to answer for a fallible opponent.

use super::board::{ALL, Point, Points, images};
use super::params as p;
use super::position::Mill;
use super::solver::{SolvedValue, Solver};
use super::turn::{Capture, MillMove};
use rayon::prelude::*;
use std::cmp::Ordering;
use tengen_core::game::Game;
use tengen_core::search::score::is_proven;
use tengen_core::search::{Answer, Control, DRAW, Report, Score, SearchTable, Stopped, Task, Variation, WIN};

const A7: Points = 1;
const D7: Points = 1 << 1;
const B6: Points = 1 << 8;
const D6: Points = 1 << 9;
const C5: Points = 1 << 16;

/// What [`choose`] plays when it has as long as it takes, some seconds: the first stone, and the answer to each first stone. All
/// other first stones are images of these under a symmetry; every one of these positions is a draw.
const OPENING: [(Points, Points); 5] = [(0, A7), (A7, C5), (D7, A7), (B6, A7), (D6, A7)];

/// The move of [`OPENING`] in a position at the beginning of the game.
fn opening(game: &Mill) -> Option<MillMove> {
    let (us, them) = (game.side_to_move(), !game.side_to_move());
    let stones = game.stones(them);
    let all = game.rule_set().stones();
    let nothing_is_lost = game.stones(us) == 0 && game.hand(us) == all;
    if !nothing_is_lost || u32::from(game.hand(them)) + stones.count_ones() != u32::from(all) {
        return None;
    }
    let mut pairs = OPENING.into_iter().flat_map(|(stone, answer)| images(stone, answer));
    let answer = pairs.find(|&pair| pair as Points & ALL == stones)? >> Point::COUNT;
    let to = Point::new(answer.trailing_zeros() as u8)?;
    Some(MillMove { from: None, to, capture: Capture::Nothing })
}

/// A root move and what is known of it.
#[derive(Clone, Copy)]
struct SolverCandidate {
    turn: MillMove,
    /// The value of the move; a draw as long as nothing is decided within the horizon.
    score: Score,
    /// What the move earns on average from an opponent who sees [`p::Trap::sight`] stones ahead: 0 a loss, 1 a draw, 2 a win.
    prospect: f64,
}

/// Chooses a move in a zhiqi position: wins as soon as possible, else holds the draw where mistakes are likeliest,
/// else tempts the opponent to let the win slip, and failing that loses as late as possible. Horizons grow until the
/// proof is complete or a limit is met.
pub fn choose(task: &mut Task<'_, Mill>) -> Answer<MillMove> {
    let control = task.control();
    let game = *task.position();
    let side = game.side_to_move();
    let last = game.hand(!side).max(game.hand(side).saturating_sub(1));
    if let Some(turn) = opening(&game).filter(|_| task.query.allowed.is_empty() && task.query.lines <= 1) {
        let known = SolverCandidate { turn, score: DRAW, prospect: p::TRAP.draw };
        let answer = Answer { mv: turn, report: report(&[known], last, (true, 1), &control) };
        (task.report)(&answer.report);
        return answer;
    }
    let table = task.table;
    let candidate = |turn| SolverCandidate { turn, score: DRAW, prospect: p::TRAP.draw };
    let allowed = |turn: &MillMove| task.query.allowed.is_empty() || task.query.allowed.contains(turn);
    let mut candidates: Vec<_> = game.moves().into_iter().filter(allowed).map(candidate).collect();
    task.table.age();
    let mut answer = Answer::unsearched(candidates[0].turn);
    for horizon in 0..=last {
        let complete = task.pool.install(|| look(&game, &mut candidates, horizon, table, &control));
        let proven = horizon == last || candidates.iter().all(|candidate| is_proven(candidate.score));
        let won = candidates.iter().any(|candidate| candidate.score > DRAW) && task.query.lines <= 1;
        let done = !complete || proven || won || control.is_over() || is_late(task, &control);
        if done && complete && !won {
            task.pool.install(|| weigh(&game, &mut candidates, table, &control));
        }
        candidates.sort_by(better);
        answer = Answer {
            mv: candidates[0].turn,
            report: report(&candidates, horizon, (proven && complete, task.query.lines), &control),
        };
        (task.report)(&answer.report);
        if done {
            break;
        }
    }
    answer
}

/// Orders the better candidate first: a quick win, then a draw, and where it matters the prospect of a mistake. A loss that the
/// opponent does not see yet may not happen.
fn better(a: &SolverCandidate, b: &SolverCandidate) -> Ordering {
    let class = b.score.signum().cmp(&a.score.signum());
    let (score, prospect) = (b.score.cmp(&a.score), b.prospect.total_cmp(&a.prospect));
    class.then(if a.score < DRAW { prospect.then(score) } else { score.then(prospect) })
}

fn is_late(task: &Task<'_, Mill>, control: &Control<'_>) -> bool {
    task.query.limits.time.is_some_and(|time| control.elapsed() >= time.soft)
}

fn report(
    candidates: &[SolverCandidate],
    horizon: u8,
    (proven, lines): (bool, usize),
    control: &Control<'_>,
) -> Report<MillMove> {
    let line = |candidate: &SolverCandidate| Variation {
        score: candidate.score,
        exact: proven || is_proven(candidate.score),
        nodes: 0,
        pv: vec![candidate.turn],
    };
    let lines = candidates.iter().take(lines.max(1)).map(line).collect();
    Report {
        depth: 1 + 2 * u32::from(horizon),
        nodes: control.nodes(),
        time: control.elapsed(),
        lines,
        ..Report::default()
    }
}

/// Decides the candidates that are won or lost with `horizon` more stones of the winner; false when it was stopped.
fn look(
    game: &Mill,
    candidates: &mut [SolverCandidate],
    horizon: u8,
    table: &SearchTable,
    control: &Control<'_>,
) -> bool {
    let open = candidates.par_iter_mut().filter(|candidate| !is_proven(candidate.score));
    let done = open.map(|candidate| {
        let next = game.after(candidate.turn);
        let mut solver = Solver::new(table, control);
        let plies = 2 * Score::from(horizon);
        if solver.loses_within(&next, horizon)? {
            candidate.score = WIN - plies - 1;
        } else if horizon > 0 && solver.wins_within(&next, horizon)? {
            candidate.score = plies - WIN;
        }
        Ok::<_, Stopped>(())
    });
    done.collect::<Result<(), _>>().is_ok()
}

/// Estimates the prospects of the best candidates, as far as the limits allow: one reply ahead, and for the [`p::Trap::breadth`] with
/// the best prospects one turn further.
fn weigh(game: &Mill, candidates: &mut [SolverCandidate], table: &SearchTable, control: &Control<'_>) {
    let drawn = candidates.iter().any(|candidate| candidate.score >= DRAW);
    let estimate = |candidate: &SolverCandidate, turns| {
        prospect(&game.after(candidate.turn), turns, &mut Solver::new(table, control))
    };
    candidates.par_iter_mut().filter(|candidate| !drawn || candidate.score >= DRAW).for_each(|candidate| {
        if let Ok(prospect) = estimate(candidate, 0) {
            candidate.prospect = prospect;
        }
    });
    candidates.sort_by(better);
    let best = candidates[0].score;
    let count = candidates.iter().take(p::TRAP.breadth).filter(|candidate| candidate.score == best).count();
    let deeper: Result<Vec<_>, _> = candidates[..count].par_iter().map(|candidate| estimate(candidate, 1)).collect();
    for (candidate, prospect) in candidates.iter_mut().zip(deeper.into_iter().flatten()) {
        // A move that was searched two turns ahead stays ahead of the moves that were not.
        candidate.prospect = prospect + p::TRAP.win;
    }
}

/// What the other side's turn earns us, 0 to 2, when it sees [`p::Trap::sight`] of its own stones ahead, likes captures, and otherwise
/// plays any move; with `turns` more turns of ours to set traps in where the game stays drawn.
fn prospect(game: &Mill, turns: u32, solver: &mut Solver<'_>) -> Result<f64, Stopped> {
    if solver.wins_within(game, p::TRAP.sight)? {
        return Ok(0.0);
    }
    let (mut earned, mut weights) = (0.0, 0.0);
    for reply in game.moves() {
        let next = game.after(reply);
        if solver.wins_within(&next, p::TRAP.sight)? {
            continue;
        }
        let weight = if reply.capture == Capture::Nothing { 1.0 } else { p::TRAP.capture };
        weights += weight;
        earned += weight
            * match solver.solve(&next)? {
                SolvedValue::Win => p::TRAP.win,
                SolvedValue::Draw if turns > 0 => best_prospect(&next, turns - 1, solver)?,
                SolvedValue::Draw => p::TRAP.draw,
                SolvedValue::Loss => 0.0,
            };
    }
    Ok(if weights > 0.0 { earned / weights } else { p::TRAP.win })
}

/// The prospect of our best turn in a drawn position.
fn best_prospect(game: &Mill, turns: u32, solver: &mut Solver<'_>) -> Result<f64, Stopped> {
    let mut best = p::TRAP.draw;
    for turn in game.moves() {
        let next = game.after(turn);
        if next.outcome().is_none() && solver.solve(&next)? == SolvedValue::Draw {
            best = best.max(prospect(&next, turns, solver)?);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mill::rule_set::RuleSet;
    use tengen_core::game::Notation;
    use tengen_core::search::{Limits, Resources};

    /// Every first stone has an answer, and every move of the opening keeps the draw that the solver finds.
    #[test]
    fn the_opening_keeps_the_draw() {
        let start = Mill::new(RuleSet::ZHIQI);
        let first = opening(&start).expect("a first move");
        assert_eq!(start.move_text(first), "A7");
        let resources = Resources::new(1, 64);
        let control = resources.control(&Limits::default());
        let mut solver = Solver::new(resources.table(), &control);
        for turn in start.moves() {
            let game = start.after(turn);
            let answer = opening(&game).expect("an answer");
            assert!(game.moves().contains(&answer));
            assert_eq!(solver.solve(&game.after(answer)), Ok(SolvedValue::Draw), "{}", start.move_text(turn));
            assert_eq!(opening(&game.after(answer)), None);
        }
        let missing = start.parse_position("......../......../......../B/9/8/0").expect("a position");
        assert_eq!(opening(&missing), None);
    }
}
