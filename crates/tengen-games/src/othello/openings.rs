//! Names of Othello's openings.

use super::bits::Word;
use super::{Othello, OthelloPosition};
use std::collections::HashMap;
use std::sync::LazyLock;
use tengen_core::game::{Game as _, Notation as _};

/// The openings that have a name, by their moves from F5 on. The names are those that players, books and programs use.
const OPENINGS: &[(&str, &str)] = &[
    ("f5d6", "Perpendicular"),
    ("f5d6c3d3c4", "Tiger"),
    ("f5d6c3d3c4b3", "Aubrey"),
    ("f5d6c3d3c4f4c5b3c2", "Rose-Bill"),
    ("f5d6c3d3c4f4c5b3c2b4", "Central Rose-Bill"),
    ("f5d6c3d3c4f4c5b3c2b4e3e6c6f6a5a4b5a6d7c7", "Twenty-Move"),
    ("f5d6c3d3c4f4c5b3c2e3", "Nicolet"),
    ("f5d6c3d3c4f4c5b3c2e6", "Tamenori"),
    ("f5d6c3d3c4f4c5b4", "Grand Central"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3", "Ishii"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3", "Mainline Tiger"),
    ("f5d6c3d3c4f4c6", "Spencer"),
    ("f5d6c3d3c4f4e3", "Brightwell"),
    ("f5d6c3d3c4f4e6", "Leader's Tiger"),
    ("f5d6c3d3c4f4f6", "Stephenson"),
    ("f5d6c3d3c4f4f6b4", "Kung"),
    ("f5d6c3d3c4f4f6f3", "Comp'Oth"),
    ("f5d6c3d3c4f4f6f3e3", "Lightning Bolt"),
    ("f5d6c3d3c4f4f6f3e6e7", "Scorpion"),
    ("f5d6c3d3c4f4f6f3e6e7d7", "Scorpion (New)"),
    ("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5", "Low-FAT"),
    ("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6", "F.A.T. Draw"),
    ("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3", "No-FAT"),
    ("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7c5b4", "F.A.T."),
    ("f5d6c3d3c4f4f6f3e6e7f7", "Scorpion (Classic)"),
    ("f5d6c3d3c4f4f6g5", "No-Kung"),
    ("f5d6c3d3c4f4f6g5e3f3g4h3g3f2", "No-Kung (Continuation)"),
    ("f5d6c3g5", "Ganglion"),
    ("f5d6c4d3c5", "Cat"),
    ("f5d6c4d3c5f4e3f3c2b4b3", "Berner"),
    ("f5d6c4d3c5f4e3f3c2c6", "Sakaguchi"),
    ("f5d6c4d3e6", "Italian"),
    ("f5d6c4g5", "No-Cat"),
    ("f5d6c4g5c6", "Swallow"),
    ("f5d6c4g5c6c5d7d3b4c3e3f3", "No-Cat (Continuation)"),
    ("f5d6c5", "Fishhook"),
    ("f5d6c5f4d3", "Horse"),
    ("f5d6c5f4e3c6d3f3", "Ralle"),
    ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
    ("f5d6c5f4e3c6d3f6e6d7e7", "Greenberg"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4", "Rose-Birth"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4", "Rose-Birdie"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4c3", "Rose-Tamenori-Kling"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2", "Brightstein"),
    ("f5d6c5f4e3c6d3f6e6d7g4", "Flat"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4", "Rotating Flat"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2", "Rotating Flat (Kling Continuation)"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g6", "Murakami Variation"),
    ("f5d6c5f4e3c6d3g5", "8-Shot"),
    ("f5d6c5f4e3c6d7", "Bhagat"),
    ("f5d6c5f4e3c6e6", "Inoue"),
    ("f5d6c5f4e3c6e6f6", "Iago"),
    ("f5d6c5f4e3c6f3", "Shaman"),
    ("f5d6c5f4e3d3", "Mimura"),
    ("f5f4", "Parallel"),
    ("f5f6", "Diagonal"),
    ("f5f6c4f4", "Semi-Wing"),
    ("f5f6d3f4", "Wing"),
    ("f5f6e6d6c3", "Buffalo"),
    ("f5f6e6d6c3d3", "Hokuriku Buffalo"),
    ("f5f6e6d6c3f4c6d3e3d2", "Tanida Buffalo"),
    ("f5f6e6d6c3g4c6", "Maruoka Buffalo"),
    ("f5f6e6d6c5", "Cow"),
    ("f5f6e6d6c5e3d3", "Rose-v-Toth"),
    ("f5f6e6d6c5e3d3c4c3", "Landau"),
    ("f5f6e6d6c5e3d3c4c6b5", "Maruoka"),
    ("f5f6e6d6c5e3d3g5", "Tanida"),
    ("f5f6e6d6c5e3d3g5d7", "Aircraft"),
    ("f5f6e6d6c5e3d3g5e2b5", "Sailboat"),
    ("f5f6e6d6c5e3e7", "Bat"),
    ("f5f6e6d6c5e3e7c6d7f7c7f4g6e8d8c8g5", "Bat (Kling Continuation)"),
    ("f5f6e6d6c5e3e7c7d7c6d3", "Melnikov"),
    ("f5f6e6d6c5e3e7c7d7c6f7", "Bat (Piau Continuation 2)"),
    ("f5f6e6d6c5e3e7f4f7", "Bat (Kling Alternative)"),
    ("f5f6e6d6c5f4", "Chimney"),
    ("f5f6e6d6c7c6d7", "Hamilton"),
    ("f5f6e6d6c7f4", "Lollipop"),
    ("f5f6e6d6d7", "Raccoon Dog"),
    ("f5f6e6d6e7", "Heath"),
    ("f5f6e6d6e7f4", "Heath-Chimney"),
    ("f5f6e6d6e7g5c5", "Heath-Bat"),
    ("f5f6e6d6e7g5g4", "Iwasaki Variation"),
    ("f5f6e6d6e7g5g6e3c5c6d3c4b3", "Mimura Variation II"),
    ("f5f6e6d6f7", "Snake"),
    ("f5f6e6d6f7e3d7e7c6c5d3", "Checkerboarding Peasant"),
    ("f5f6e6d6g7", "X-square"),
    ("f5f6e6f4g5e7f7", "Classic Heath"),
];

/// The names by the positions that the moves lead to, one for all that differ by a symmetry of the board: other moves may lead
/// there, too.
static NAMES: LazyLock<HashMap<u64, &'static str>> = LazyLock::new(|| {
    let named = |&(moves, name): &(&str, &'static str)| Some((after(moves)?.symmetric_hash(), name));
    OPENINGS.iter().filter_map(named).collect()
});

/// The position after moves from the start, each a letter and a digit; `None` where one is not legal.
fn after(moves: &str) -> Option<Othello> {
    let mut position = Othello::new(8);
    for at in (0..moves.len()).step_by(2) {
        position.play(position.parse_move(moves.get(at..at + 2)?).ok()?);
    }
    Some(position)
}

/// The name of a position.
pub(super) fn name<B: Word>(position: &OthelloPosition<B>) -> Option<&'static str> {
    if position.size() == 8 { NAMES.get(&position.symmetric_hash()).copied() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_and_none_is_another() {
        assert_eq!((OPENINGS.len(), NAMES.len()), (87, 87));
        for (moves, own) in OPENINGS {
            let position = after(moves).unwrap();
            assert_eq!(name(&position), Some(*own));
            assert!(position.images().all(|image| name(&image) == Some(*own)), "{moves}");
        }
    }

    #[test]
    fn a_transposition_has_the_name_and_another_position_none() {
        // From another first move, and by other moves to the same position.
        assert_eq!(name(&after("c4c3").unwrap()), Some("Diagonal"));
        assert_eq!(name(&after("d3c5").unwrap()), Some("Perpendicular"));
        assert_eq!(name(&after("f5f6e6f4g5e7e3").unwrap()), Some("Heath-Bat"));
        assert_eq!(name(&after("f5d6c4d3c5f4e3").unwrap()), None);
        assert_eq!(name(&after("f5d6c5f4e3d3").unwrap()), Some("Mimura"));
        assert_eq!(name(&after("").unwrap()), None);
        assert_eq!(name(&Othello::new(6)), None);
    }
}
