//! The default player.

use super::eval::Sense;
use super::perfect;
use super::position::Mill;
use super::rule_set::RuleSet;
use super::turn::MillMove;
use crate::search::{Answer, Player, Task, think};

/// Plays zhiqi perfectly unless it is held to a depth; searches with [`Sense`] everywhere else.
pub struct Tengen;

impl Player<Mill> for Tengen {
    fn choose(&self, task: &mut Task<'_, Mill>) -> Answer<MillMove> {
        if task.position().rule_set() == RuleSet::Zhiqi && task.query.limits.depth.is_none() {
            return perfect::choose(task);
        }
        think(task, &task.control(), &Sense)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, History, Notation};
    use crate::search::score::{DRAW, WIN};
    use crate::search::{Limits, Query, Resources, Stop};

    fn think(game: Mill) -> Answer<MillMove> {
        let (resources, history, stop) = (Resources::new(2, 16), History::new(game), Stop::new());
        Tengen.choose(&mut resources.task(&history, Query::new(Limits::default(), &stop)))
    }

    #[test]
    fn holds_the_draw_that_one_reply_holds() {
        let game = Mill::new(RuleSet::Zhiqi);
        let game = game.after(game.parse_move("d7").unwrap());
        let answer = think(game);
        assert!(["A7", "G7", "B6", "F6"].contains(&game.move_text(answer.mv).as_str()));
        assert_eq!((answer.report.lines[0].score, answer.report.lines[0].exact), (DRAW, true));
    }

    /// The announced distance is the true one: it falls by one with each of our moves and with the best defence.
    #[test]
    fn counts_the_plies_to_the_end() {
        let start = Mill::new(RuleSet::Zhiqi);
        let threat = start.parse_position("X......./......../..X.O.../B/9/9/0").unwrap();
        let answer = think(threat);
        let line = &answer.report.lines[0];
        assert!(line.exact && line.score > DRAW);
        let mut game = threat;
        let mut left = WIN - line.score;
        while game.outcome().is_none() {
            let answer = think(game);
            assert_eq!(WIN - answer.report.lines[0].score.abs(), left);
            game.play(answer.mv);
            left -= 1;
        }
        assert_eq!(left, 0);
    }
}
