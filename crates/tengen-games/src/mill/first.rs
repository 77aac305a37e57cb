//! The classic player `first`: minimax to a fixed depth that takes every capture at its face value.

use super::params::FIRST;
use super::position::Mill;
use super::turn::{Capture, MillMove};
use tengen_core::game::{Color, Game};
use tengen_core::search::{Answer, Control, INFINITE, Player, Report, Score, Stopped, Task, Variation, best_of};

/// The classic player `first`: depth-first minimax. A win stops the node, and a capture is worth its score without a deeper
/// search; where carry and clamp are both possible the player carries. In the rule sets with mills, which it was not made for, a
/// removal counts as a carry.
pub struct First;

struct Minimax<'a> {
    control: &'a Control<'a>,
    player: Color,
}

/// The turns that this player thinks of, those that need no deeper search first.
fn turns(game: &Mill) -> Vec<MillMove> {
    let mut turns = game.moves();
    let (winning, carrying, _) = game.placements();
    turns.retain(|turn| turn.capture != Capture::Clamp || carrying & turn.to.bit() == 0);
    turns.sort_by_key(|turn| match turn.capture {
        _ if winning & turn.to.bit() != 0 => 0,
        Capture::Carry | Capture::Remove(_) | Capture::Several(_) => 1,
        Capture::Clamp => 2,
        Capture::Nothing => 3,
    });
    turns
}

impl Minimax<'_> {
    /// The value of a turn for the side that makes it, with `layers` more layers below it.
    fn turn(&self, game: &Mill, turn: MillMove, layers: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let next = game.after(turn);
        let side = game.side_to_move();
        match turn.capture {
            _ if next.outcome().is_some_and(|outcome| outcome.winner() == Some(side)) => Ok(FIRST.win),
            Capture::Carry | Capture::Remove(_) | Capture::Several(_) => Ok(FIRST.carry),
            Capture::Clamp => Ok(FIRST.clamp),
            Capture::Nothing if layers == 0 || next.outcome().is_some() => {
                Ok(if side == self.player { FIRST.leaf } else { -FIRST.leaf })
            }
            Capture::Nothing => Ok(-self.node(&next, layers - 1, -beta, -alpha)?),
        }
    }

    /// The value of a position for the side to move, with `layers` more layers.
    fn node(&self, game: &Mill, layers: u32, mut alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let turns = turns(game);
        self.control.report_nodes(turns.len() as u64)?;
        let mut best = -INFINITE;
        for turn in turns {
            best = best.max(self.turn(game, turn, layers, alpha, beta)?);
            alpha = alpha.max(best);
            if best >= beta || best == FIRST.win {
                break;
            }
        }
        Ok(best)
    }
}

impl Player<Mill> for First {
    fn choose(&self, task: &mut Task<'_, Mill>) -> Answer<MillMove> {
        let control = task.control();
        let game = *task.position();
        let minimax = Minimax { control: &control, player: game.side_to_move() };
        let layers = task.query.limits.depth.map_or(FIRST.layers, |depth| depth.saturating_sub(1));
        let turns = turns(&game);
        let found = task.pool.install(|| {
            best_of(control.idle(), turns.len(), -INFINITE, FIRST.win, |index, alpha| {
                Ok((minimax.turn(&game, turns[index], layers, alpha, FIRST.win)?, ()))
            })
        });
        let (index, score) = found.best.map_or((0, 0), |best| (best.index, best.score));
        let line = Variation { score, exact: false, nodes: control.nodes(), pv: vec![turns[index]] };
        let report = Report {
            depth: layers + 1,
            nodes: control.nodes(),
            time: control.elapsed(),
            lines: vec![line],
            ..Report::default()
        };
        (task.report)(&report);
        Answer { mv: turns[index], report }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mill::rule_set::RuleSet;
    use tengen_core::game::Notation;
    use tengen_core::search::{Limits, Resources};

    /// The page that describes this player says that seven layers see it, and six do not.
    #[test]
    fn after_a7_only_c5_is_good_at_exactly_this_depth() {
        let resources = Resources::new(1, 0);
        let control = resources.control(&Limits::default());
        let game = Mill::new(RuleSet::ZHIQI);
        let game = game.after(game.parse_move("a7").unwrap());
        let minimax = Minimax { control: &control, player: Color::White };
        let good = |layers| {
            let value = |turn| minimax.turn(&game, turn, layers, -INFINITE, INFINITE).unwrap();
            let good = turns(&game).into_iter().filter(|&turn| value(turn) > 0);
            good.map(|turn| game.move_text(turn)).collect::<Vec<_>>()
        };
        assert_eq!(good(FIRST.layers), ["C5"]);
        assert!(good(FIRST.layers - 1).len() > 1);
    }
}
