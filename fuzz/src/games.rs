//! Every game, by its type: for what cannot be seen through a session.

use tengen::games::othello::{LargeOthello, Othello};
use tengen::games::{Playable, gomoku, mill};

/// Something that is done with a game of any type.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it; `start` is the starting position under the rule set `rule`.
    fn visit<G: Playable>(self, rule: &'static str, start: G) -> Self::Output;
}

/// The game, rule set and size that two numbers choose.
///
/// # Panics
/// When a game lists a rule set and size that it has no start for.
pub fn choose<V: Visit>(game: u8, variant: u8, visitor: V) -> V::Output {
    match game % 4 {
        0 => start::<gomoku::Position, V>(variant, visitor),
        1 => start::<mill::Mill, V>(variant, visitor),
        2 => start::<LargeOthello, V>(variant, visitor),
        _ => start::<Othello, V>(variant, visitor),
    }
}

fn start<G: Playable, V: Visit>(variant: u8, visitor: V) -> V::Output {
    let pairs = G::INFO.rules.iter().flat_map(|rule| G::SIZES.iter().map(move |&size| (rule.name, size)));
    let pairs: Vec<_> = pairs.collect();
    let (rule, size) = pairs[variant as usize % pairs.len()];
    visitor.visit(rule, G::start(rule, size))
}
