//! `greedy`: the most discs now.

use super::super::bits::Word;
use super::super::params::DISC;
use super::super::position::{OthelloPosition, Placement};
use tengen_core::game::Game;
use tengen_core::search::{Answer, Player, Report, Score, Task, Variation};

/// Takes the move that flips the most discs; among equals the last in row-major order.
pub struct Greedy;

impl<B: Word> Player<OthelloPosition<B>> for Greedy {
    fn choose(&self, task: &mut Task<'_, OthelloPosition<B>>) -> Answer<Placement> {
        let game = task.position();
        let gain = |mv| game.flips(mv).count() as Score * DISC;
        // Stable, so that reversed row-major order decides among equals.
        let mut moves = game.moves();
        moves.reverse();
        moves.sort_by_key(|&mv| -gain(mv));
        let line = |&mv| Variation { score: gain(mv), exact: false, nodes: 1, pv: vec![mv] };
        let lines = moves.iter().take(task.query.lines.max(1)).map(line).collect();
        Answer { mv: moves[0], report: Report { depth: 1, nodes: moves.len() as u64, lines, ..Report::default() } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{chosen, position};
    use super::*;

    #[test]
    fn takes_the_most_discs() {
        // D1 flips two discs; D4 flips four, in two directions.
        let game = position("XOO./.O../.OO./XOO.:b");
        assert_eq!(chosen(&Greedy, game), "D4");
    }

    #[test]
    fn takes_the_last_among_equals() {
        // D3, C4, F5 and E6 flip one disc each.
        assert_eq!(chosen(&Greedy, OthelloPosition::new(8)), "E6");
    }

    #[test]
    fn passes_when_it_must() {
        assert_eq!(chosen(&Greedy, position("OX../..../..../....:b")), "PASS");
    }
}
