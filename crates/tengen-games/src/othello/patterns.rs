//! The trained evaluation of 8x8: discs on small sets of squares ("patterns"), looked up in tables.
//!
//! A board is `own` (the side to move) and `enemy`, bit `row * 8 + col`.

mod features;
mod file;
mod shapes;
mod weights;

pub use features::Features;
pub use file::{PHASES, pack};
pub use shapes::{INSTANCES, Numbering, SHAPES, Shape, TURNS};
pub use weights::{Weights, phase};

#[cfg(test)]
pub(super) mod testing {
    //! Games by chance, in tests.

    use crate::othello::bits;

    /// The discs of the side to move, the discs of the other side, and the move to the next position: a square and the flips, or
    /// `None` for a pass and at the end.
    pub type Step = (u64, u64, Option<(u8, u64)>);

    /// Whole games by chance.
    pub fn random_games(games: u64) -> Vec<Vec<Step>> {
        (0..games).map(|seed| random_game(&mut fastrand::Rng::with_seed(seed))).collect()
    }

    fn random_game(rng: &mut fastrand::Rng) -> Vec<Step> {
        let (mut own, mut enemy) = (0x0000_0008_1000_0000_u64, 0x0000_0010_0800_0000);
        let mut steps = Vec::new();
        let mut passed = false;
        loop {
            let moves = bits::moves(own, enemy, !(own | enemy));
            if moves == 0 {
                steps.push((own, enemy, None));
                if passed {
                    return steps;
                }
                (own, enemy, passed) = (enemy, own, true);
                continue;
            }
            let nth = rng.u32(..moves.count_ones());
            let square = (0..nth).fold(moves, |rest, _| rest & (rest - 1)).trailing_zeros() as u8;
            let flips = bits::flips(own, enemy, square);
            steps.push((own, enemy, Some((square, flips))));
            (own, enemy, passed) = (enemy & !flips, own | flips | 1 << square, false);
        }
    }
}
