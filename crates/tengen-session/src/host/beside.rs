//! What a list of moves has beside its main line, in the tree of a session.

use super::ListedGame;
use crate::formats::branches::{self, Spot};
use crate::lines::{Reading, play_move};
use crate::tree::{NodeId, ROOT, join};
use crate::{Engine, EngineError};
use std::collections::BTreeMap;

/// Adds the variations and comments of a game whose main line is on the board, as far as so many moves of its reading; returns how many
/// moves of variations are left out.
pub(super) fn plant(engine: &mut dyn Engine, game: &ListedGame, reading: &Reading, count: usize) -> usize {
    if game.branches.is_empty() && game.comments.is_empty() {
        return 0;
    }
    let end = engine.node();
    let mut place = ROOT;
    let mut spots = vec![Spot::At(ROOT)];
    let mut left = count;
    for word in &game.moves {
        let moves = reading.moves_of(word);
        let rest = left.checked_sub(moves.len());
        let next = rest.and_then(|rest| play(engine, place, &moves).ok().map(|next| (next, rest)));
        let Some((next, rest)) = next else { break };
        (place, left) = (next, rest);
        spots.push(Spot::At(place));
    }
    let mut comments: BTreeMap<NodeId, String> = BTreeMap::new();
    for (number, comment) in &game.comments {
        if let Some(Spot::At(node)) = spots.get(*number) {
            join(comments.entry(*node).or_default(), comment);
        }
    }
    spots.resize(game.moves.len() + 1, Spot::Beyond);
    let left_out = branches::plant(&mut spots, &game.branches, |&place, mv| {
        let node = play(engine, place, &reading.moves_of(&mv.mv)).ok()?;
        join(comments.entry(node).or_default(), &mv.comment);
        Some(node)
    });
    // The node is of this tree.
    let _ = engine.go_to(end);
    engine.set_recorded(comments);
    left_out
}

/// Plays moves behind a node; returns the node of the last.
fn play(engine: &mut dyn Engine, place: NodeId, moves: &[String]) -> Result<NodeId, EngineError> {
    if engine.node() != place || engine.owes_points() {
        engine.go_to(place)?;
    }
    moves.iter().try_for_each(|mv| play_move(engine, mv))?;
    Ok(engine.node())
}
