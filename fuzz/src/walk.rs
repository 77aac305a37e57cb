//! Random legal walks: the key kept move by move is the one of the same position made anew, equal positions have equal
//! keys and different ones different keys, and moves are legal, counted and written right.

use super::games::{Visit, choose};
use std::collections::HashMap;
use tengen_core::game::History;
use tengen_core::playable::Playable;

struct Walk<'a>(&'a [u8]);

impl Visit for Walk<'_> {
    type Output = ();

    fn visit<G: Playable>(self, rule: &'static str, start: G) {
        let mut history = History::new(start.clone());
        let mut keys: HashMap<u64, G> = HashMap::new();
        for &choice in self.0 {
            let game = history.current().clone();
            let moves = game.moves();
            keys_agree(&start, &game, &moves);
            let known = keys.entry(game.hash()).or_insert_with(|| game.clone());
            assert_eq!(board(known), board(&game), "one key for two positions ({rule})");
            assert_eq!(moves.len(), game.count_moves(), "{game:?}");
            if history.outcome().is_some() {
                break;
            }
            let mv = moves[choice as usize % moves.len()];
            let text = game.move_text(mv);
            assert_eq!(game.parse_move(&text), Ok(mv), "{text} in {game:?}");
            assert_eq!(game.parse_sgf_move(&game.sgf_move(mv)), Ok(mv), "{text} in {game:?}");
            history.play(mv);
            assert_eq!(history.current().side_to_move(), !game.side_to_move());
        }
        let mut fresh = start;
        for (game, mv) in history.moves() {
            assert_eq!(*game, fresh, "a replay is another game");
            fresh = fresh.after(mv);
        }
        assert_eq!(*history.current(), fresh);
    }
}

/// The position made anew from its text has the same key and the same moves.
fn keys_agree<G: Playable>(start: &G, game: &G, moves: &[G::Move]) {
    let text = game.position_text();
    let anew = start.parse_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(anew.hash(), game.hash(), "{text}");
    assert_eq!((&anew.moves()[..], anew.outcome()), (moves, game.outcome()), "{text}");
}

/// All that a key must tell apart.
fn board<G: Playable>(game: &G) -> (bool, Vec<Vec<tengen_core::game::Cell>>) {
    (game.side_to_move() == tengen_core::game::Color::Black, game.rows())
}

/// A walk: two bytes choose game, rule set and size, each further one a move.
///
/// # Panics
/// When one of the promises above is broken.
pub fn walk(bytes: &[u8]) {
    if let [game, variant, moves @ ..] = bytes {
        choose(*game, *variant, Walk(moves));
    }
}
