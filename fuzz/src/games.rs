//! Every game, by its type: for what cannot be seen through a session.

use tengen_core::playable::{self, Playable};

/// Something that is done with a game of any type.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it; `start` is the starting position under the rule set `rule`.
    fn visit<G: Playable>(self, rule: &'static str, start: G) -> Self::Output;
}

/// Counts the registered types down to the one that is chosen.
struct Chosen<V: Visit> {
    target: usize,
    seen: usize,
    variant: u8,
    visitor: Option<V>,
    output: Option<V::Output>,
}

impl<V: Visit> playable::Visit for Chosen<V> {
    fn visit<G: Playable>(&mut self) {
        if self.seen == self.target
            && let Some(visitor) = self.visitor.take()
        {
            let pairs = G::INFO.rules.iter().flat_map(|rule| G::SIZES.iter().map(move |&size| (rule.name, size)));
            let pairs: Vec<_> = pairs.collect();
            let (rule, size) = pairs[self.variant as usize % pairs.len()];
            self.output = Some(visitor.visit(rule, G::start(rule, size)));
        }
        self.seen += 1;
    }
}

/// The game, rule set and size that two numbers choose.
///
/// # Panics
/// Without a registered game.
pub fn choose<V: Visit>(game: u8, variant: u8, visitor: V) -> V::Output {
    let mut chosen = Chosen { target: usize::MAX, seen: 0, variant, visitor: Some(visitor), output: None };
    tengen_games::registry::visit(&mut chosen);
    (chosen.target, chosen.seen) = (game as usize % chosen.seen, 0);
    tengen_games::registry::visit(&mut chosen);
    chosen.output.expect("a type was chosen")
}
