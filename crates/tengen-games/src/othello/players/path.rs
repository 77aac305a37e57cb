//! The search of the classic players: the score of a line is the sum of what its moves are worth, the opponent's
//! counted against it, so that a gain in the middle of a line is not forgotten at its end.

use super::super::bits::Word;
use super::super::position::{OthelloPosition, Placement};
use std::cmp::Reverse;
use tengen_core::game::Game;
use tengen_core::search::{Answer, Control, Report, Score, Stopped, Task, Variation, best_of};

/// A score above the sum of every line.
pub(super) const BEYOND: Score = 1 << 30;

/// What a move is worth to the side that makes it.
pub(super) struct Worth {
    pub value: Score,
    /// True where the line ends with this move.
    pub ends: bool,
}

/// How a classic player values moves and which moves it chooses from.
pub(super) trait Style<B>: Sync {
    /// The squares worth playing on: some of the legal ones, if there are any.
    fn choices(&self, game: &OthelloPosition<B>) -> B;

    /// What a move is worth, given the position after it.
    fn worth(&self, game: &OthelloPosition<B>, mv: Placement, after: &OthelloPosition<B>) -> Worth;

    /// The value of a position that needs no search, for the side to move.
    fn settled(&self, _game: &OthelloPosition<B>) -> Option<Score> {
        None
    }

    /// The score that the reports show for a sum.
    fn shown(&self, sum: Score) -> Score;
}

/// Finds the best root move at a depth in plies, passes included, the root moves in parallel.
pub(super) fn choose<B: Word>(
    style: &impl Style<B>,
    task: &mut Task<'_, OthelloPosition<B>>,
    depth: u32,
) -> Answer<Placement> {
    let control = task.control();
    let search = PathSearch { style, control: &control };
    let game = task.position();
    let moves = search.ordered(game);
    let Some(&(first, ..)) = moves.first() else {
        return Answer::unsearched(Placement::PASS);
    };
    let family = task.pool.install(|| {
        best_of(control.idle(), moves.len(), -BEYOND, BEYOND, |place, alpha| {
            let mut nodes = 0;
            let score = search.line(&mut nodes, &moves[place], depth, alpha, BEYOND)?;
            control.add_nodes(nodes % Control::POLL);
            Ok((score, nodes))
        })
    });
    let mut report = Report { depth, nodes: control.nodes(), time: control.elapsed(), ..Report::default() };
    let Some(best) = family.best else {
        return Answer { mv: first, report };
    };
    let mv = moves[best.index].0;
    report.lines.push(Variation { score: style.shown(best.score), exact: false, nodes: best.extra, pv: vec![mv] });
    (task.report)(&report);
    Answer { mv, report }
}

struct PathSearch<'a, S> {
    style: &'a S,
    control: &'a Control<'a>,
}

impl<S> PathSearch<'_, S> {
    /// The squares worth playing on, with the positions after them and what the moves are worth, the most valuable first.
    fn ordered<B: Word>(&self, game: &OthelloPosition<B>) -> Vec<(Placement, OthelloPosition<B>, Worth)>
    where
        S: Style<B>,
    {
        let squares = self.style.choices(game).squares();
        let mut moves: Vec<_> = squares
            .map(|square| {
                let mv = Placement::on(square);
                let after = game.after(mv);
                (mv, after, self.style.worth(game, mv, &after))
            })
            .collect();
        moves.sort_by_key(|(_, _, worth)| Reverse(worth.value));
        moves
    }

    /// The sum of the best line that begins with this move. The window is for the whole line; what the move is worth is taken off
    /// before the rest of the line is compared with the window.
    fn line<B: Word>(
        &self,
        nodes: &mut u64,
        (_, after, worth): &(Placement, OthelloPosition<B>, Worth),
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>
    where
        S: Style<B>,
    {
        if worth.ends {
            return Ok(worth.value);
        }
        Ok(worth.value - self.rest(nodes, after, depth - 1, worth.value - beta, worth.value - alpha)?)
    }

    /// The sum of the best line from this position on, for the side to move.
    fn rest<B: Word>(
        &self,
        nodes: &mut u64,
        game: &OthelloPosition<B>,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>
    where
        S: Style<B>,
    {
        *nodes += 1;
        if nodes.is_multiple_of(Control::POLL) {
            self.control.report_nodes(Control::POLL)?;
        }
        if let Some(score) = self.style.settled(game) {
            return Ok(score);
        }
        if depth == 0 || game.outcome().is_some() {
            return Ok(0);
        }
        if let Some(pass) = game.forced_pass() {
            return Ok(-self.rest(nodes, &game.after(pass), depth - 1, -beta, -alpha)?);
        }
        let mut best = -BEYOND;
        for choice in self.ordered(game) {
            let score = self.line(nodes, &choice, depth, alpha, beta)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_positions;
    use super::super::{Lookahead, Positional};
    use super::*;
    use crate::othello::bits::Geometry as _;
    use tengen_core::search::{Limits, Resources};

    /// The sum of the best line by its definition, without any window.
    fn plain(style: &impl Style<u64>, game: &OthelloPosition<u64>, depth: u32) -> Score {
        if let Some(score) = style.settled(game) {
            return score;
        }
        if depth == 0 || game.outcome().is_some() {
            return 0;
        }
        if game.targets() == 0 {
            return -plain(style, &game.after(Placement::PASS), depth - 1);
        }
        let line = |square| {
            let mv = Placement::on(square);
            let after = game.after(mv);
            let worth = style.worth(game, mv, &after);
            if worth.ends { worth.value } else { worth.value - plain(style, &after, depth - 1) }
        };
        style.choices(game).squares().map(line).max().unwrap()
    }

    fn agrees(style: &impl Style<u64>, depth: u32) {
        let resources = Resources::new(1, 0);
        let control = resources.control(&Limits::default());
        let search = PathSearch { style, control: &control };
        for game in random_positions(4) {
            let truth = plain(style, &game, depth);
            let value = |alpha, beta| search.rest(&mut 0, &game, depth, alpha, beta).unwrap();
            assert_eq!(value(-BEYOND, BEYOND), truth, "{game:?}");
            assert_eq!(value(truth - 1, truth + 1), truth, "{game:?}");
            assert!(value(truth, truth + 1) <= truth, "a bound from above: {game:?}");
            assert!(value(truth - 1, truth) >= truth, "a bound from below: {game:?}");
        }
    }

    #[test]
    fn windows_do_not_change_the_sum() {
        agrees(&Positional, 5);
        agrees(&Lookahead, 5);
    }
}
