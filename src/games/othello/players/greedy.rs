//! `greedy`: the most discs now.

use super::super::bits::Word;
use super::super::params::DISC;
use super::super::position::{Placement, Position};
use crate::game::Game;
use crate::search::{Line, Player, Report, Request, Score, Thought};

/// Takes the move that flips the most discs; among equals the last in row-major order.
pub struct Greedy;

impl<B: Word> Player<Position<B>> for Greedy {
    fn choose(&self, request: &mut Request<'_, Position<B>>) -> Thought<Placement> {
        let game = request.position();
        let gain = |mv| game.flips(mv).count() as Score * DISC;
        // Stable, so that reversed row-major order decides among equals.
        let mut moves = game.moves();
        moves.reverse();
        moves.sort_by_key(|&mv| -gain(mv));
        let line = |&mv| Line { score: gain(mv), exact: false, nodes: 1, pv: vec![mv] };
        let lines = moves.iter().take(request.lines.max(1)).map(line).collect();
        Thought { mv: moves[0], report: Report { depth: 1, nodes: moves.len() as u64, lines, ..Report::default() } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{chosen, position};
    use super::*;

    #[test]
    fn takes_the_most_discs() {
        // A1 flips two discs, D2 flips three, D4 one.
        let game = position(4, "..../XOO./.O../.X..:b");
        let flips = |text: &str| game.flips(crate::game::Notation::parse_move(&game, text).unwrap()).count_ones();
        assert!(game.moves().iter().all(|&mv| game.flips(mv).count() <= flips("D2")));
        assert_eq!(chosen(&Greedy, game, None), "D2");
    }

    #[test]
    fn takes_the_last_among_equals() {
        // C4, D3, E6 and F5 flip one disc each; F5 stands before E6 in row-major order.
        assert_eq!(chosen(&Greedy, Position::start(8).unwrap(), None), "E6");
    }

    #[test]
    fn passes_when_it_must() {
        let game = position(4, "OX../..../..../....:b");
        assert_eq!(chosen(&Greedy, game, None), "PASS");
    }
}
