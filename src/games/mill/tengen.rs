//! The default player.

use super::eval::Sense;
use super::perfect;
use super::position::Mill;
use super::turn::MillMove;
use super::variant::Variant;
use crate::search::{Player, Request, Thought, think};

/// Plays zhiqi perfectly unless it is held to a depth; searches with [`Sense`] everywhere else.
pub struct Tengen;

impl Player<Mill> for Tengen {
    fn choose(&self, request: &mut Request<'_, Mill>) -> Thought<MillMove> {
        if request.position().variant() == Variant::Zhiqi && request.limits.depth.is_none() {
            return perfect::choose(request);
        }
        think(request, &request.control(), &Sense)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, History, Notation};
    use crate::search::score::{DRAW, WIN};
    use crate::search::{Limits, Resources};

    fn think(game: Mill) -> Thought<MillMove> {
        Tengen.choose(&mut Resources::new(2, 16).request(&History::new(game), Limits::default()))
    }

    #[test]
    fn holds_the_draw_that_one_reply_holds() {
        let game = Mill::new(Variant::Zhiqi);
        let game = game.after(game.parse_move("d7").unwrap());
        let thought = think(game);
        assert!(["A7", "G7", "B6", "F6"].contains(&game.move_text(thought.mv).as_str()));
        assert_eq!((thought.report.lines[0].score, thought.report.lines[0].exact), (DRAW, true));
    }

    /// The announced distance is the true one: it falls by one with each of our moves and with the best defence.
    #[test]
    fn counts_the_plies_to_the_end() {
        let start = Mill::new(Variant::Zhiqi);
        let threat = start.parse_position("X......./......../..X.O.../B/9/9/0").unwrap();
        let thought = think(threat);
        let line = &thought.report.lines[0];
        assert!(line.exact && line.score > DRAW);
        let mut game = threat;
        let mut left = WIN - line.score;
        while game.outcome().is_none() {
            let thought = think(game);
            assert_eq!(WIN - thought.report.lines[0].score.abs(), left);
            game.play(thought.mv);
            left -= 1;
        }
        assert_eq!(left, 0);
    }
}
