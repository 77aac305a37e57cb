//! The default player: a victory by fours where there is one, else alpha-beta with pattern evaluation.

use super::bits::Point;
use super::board::Position;
use super::params;
use super::threats::ForcingState;
use super::tracked::Tracked;
use super::vcf::Vcf;
use crate::game::{Game, History};
use crate::search::score::MAX_PLY;
use crate::search::{
    Answer, Budget, Control, Evaluator, Limits, Player, Ranked, Report, Score, Stopped, Task, Variation, WIN, think,
};

/// Plays to win.
pub struct Tengen;

impl Player<Position> for Tengen {
    fn choose(&self, task: &mut Task<'_, Position>) -> Answer<Point> {
        let game = Tracked::new(task.position());
        let control = task.control();
        if task.query.lines == 1
            && task.query.allowed.is_empty()
            && let Some(pv) = root_vcf(&game, task, &control)
        {
            let score = won_after(pv.len() as u32);
            let (depth, nodes) = (pv.len() as u32, control.nodes());
            let answer = Answer {
                mv: pv[0],
                report: Report {
                    depth,
                    nodes,
                    time: control.elapsed(),
                    lines: vec![Variation { score, exact: true, nodes, pv }],
                    ..Report::default()
                },
            };
            (task.report)(&answer.report);
            return answer;
        }
        let history = History::new(game);
        think(&mut task.about(&history), &control, &Thinking)
    }
}

/// The winning sequence that a search within its share of the limits finds.
fn root_vcf(game: &Tracked, task: &Task<'_, Position>, control: &Control<'_>) -> Option<Vec<Point>> {
    let time = task.query.limits.time.map(|budget| Budget::exactly(budget.hard / params::ROOT_VCF_SHARE));
    let limits = Limits { time, ..task.query.limits };
    let own = Control::new(&limits, task.query.stop, task.clock);
    let found = Vcf::new(&own, params::ROOT_VCF_NODES).search(game);
    control.add_nodes(own.nodes());
    found.unwrap_or(None)
}

/// The score of a win by the last of so many plies from the root.
fn won_after(plies: u32) -> Score {
    WIN - plies.min(MAX_PLY) as Score
}

/// What the default player thinks of a position.
pub struct Thinking;

impl Evaluator<Tracked> for Thinking {
    fn evaluate(&self, game: &Tracked) -> Score {
        let [own, enemy] = game.values();
        own - enemy + params::TEMPO
    }

    fn candidates(&self, game: &Tracked, moves: &mut Vec<Ranked<Point>>) {
        let side = game.side_to_move();
        let rank = |mv| {
            let (own, enemy) = (game.cell(side, mv).rank, game.cell(!side, mv).rank);
            (i32::from(own) * params::ATTACK / 16 + i32::from(enemy)) * params::RANK_UNIT
        };
        let ranked = |mv| Ranked { mv, rank: rank(mv) };
        match game.forcing_state() {
            ForcingState::Five(point) | ForcingState::OpenFour(point) => moves.push(ranked(point)),
            ForcingState::BlockFive(points) | ForcingState::Defend(points) => moves.extend(points.iter().map(ranked)),
            ForcingState::None => {
                moves.extend(game.near().iter().map(ranked));
                moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
                let mut kept = 0;
                moves.retain(|ranked| {
                    let keep = kept < params::BREADTH && game.may_play(side, ranked.mv);
                    kept += usize::from(keep);
                    keep
                });
            }
        }
        if moves.is_empty() {
            // Lost, or nothing near a stone: the legal move nearest the centre.
            let lines = game.position().size();
            let off = |line: u8| (2 * line + 1).abs_diff(lines);
            let central = game.moves().into_iter().min_by_key(|mv| off(mv.col()).max(off(mv.row())));
            moves.extend(central.map(ranked));
        }
    }

    fn is_exhaustive(&self) -> bool {
        false
    }

    fn quiescence(
        &self,
        game: &Tracked,
        _alpha: Score,
        _beta: Score,
        ply: u32,
        control: &Control<'_>,
    ) -> Result<Score, Stopped> {
        quiescence(self, game, ply, control)
    }

    fn cost(&self, _mv: Point, replies: usize) -> i32 {
        // Where a threat leaves few answers they are free: threats do not push the rest over the horizon.
        i32::from(replies > params::FORCED)
    }

    fn reduction(&self, depth: i32, place: usize) -> i32 {
        if depth < 3 || place < 4 {
            return 0;
        }
        ((depth.ilog2() * place.ilog2()) as i32 / 3).min(depth - 2)
    }

    fn aspiration(&self) -> Option<Score> {
        Some(params::ASPIRATION)
    }
}

/// Plays forced replies to fours, looks for victories by fours, and evaluates what remains.
fn quiescence(thinking: &Thinking, game: &Tracked, ply: u32, control: &Control<'_>) -> Result<Score, Stopped> {
    if let Some(outcome) = game.outcome() {
        return Ok(thinking.outcome_score(outcome, game.side_to_move(), ply));
    }
    match game.forcing_state() {
        ForcingState::Five(_) => return Ok(won_after(ply + 1)),
        ForcingState::OpenFour(_) => return Ok(won_after(ply + 3)),
        ForcingState::BlockFive(points) => match points.iter().next() {
            None => return Ok(-won_after(ply + 2)),
            Some(point) if points.len() == 1 => {
                return Ok(-quiescence(thinking, &game.after(point), ply + 1, control)?);
            }
            Some(_) => {}
        },
        ForcingState::Defend(_) | ForcingState::None => {}
    }
    let line = Vcf::new(control, params::LEAF_VCF_NODES).search(game)?;
    Ok(line.map_or_else(|| thinking.evaluate(game), |line| won_after(ply + line.len() as u32)))
}
