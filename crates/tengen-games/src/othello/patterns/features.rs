//! The indexes of a position's patterns, kept up to date from move to move.

use super::shapes::{INSTANCES, SHAPES, Shape, TURNS};
use crate::othello::bits::Geometry;

/// For each square, what an own disc there adds to each index.
static PLACES: [[i16; INSTANCES]; 64] = {
    let mut table = [[0; INSTANCES]; 64];
    let mut instance = 0;
    while instance < SHAPES * TURNS {
        let places = Shape::ALL[instance / TURNS].places(instance % TURNS);
        let mut square = 0;
        while square < 64 {
            table[square][instance] = places[square];
            square += 1;
        }
        instance += 1;
    }
    table
};

/// The index of every pattern on the board, as the side to move sees it: the four turns of a shape stand together, in
/// the order of [`Shape::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features([i16; INSTANCES]);

impl Features {
    /// The indexes of a position.
    pub fn new(own: u64, enemy: u64) -> Self {
        let (own, enemy) = (sum(own), sum(enemy));
        Self(std::array::from_fn(|instance| own[instance] - enemy[instance]))
    }

    /// The indexes after the side to move has put a disc on `square` and flipped `flips`, as the other side sees them.
    #[inline]
    pub fn after(&self, square: u8, flips: u64) -> Self {
        let flipped = sum(flips);
        let placed = &PLACES[usize::from(square % 64)];
        // Intermediate results may overflow 16 bits; the final result does not.
        let change = |instance: usize| flipped[instance].wrapping_mul(2).wrapping_add(placed[instance]);
        Self(std::array::from_fn(|instance| self.0[instance].wrapping_add(change(instance)).wrapping_neg()))
    }

    /// The indexes as the other side sees them.
    #[inline]
    pub fn passed(&self) -> Self {
        Self(self.0.map(|index| -index))
    }

    /// The indexes, [`TURNS`] for each shape.
    #[inline]
    pub fn indexes(&self) -> &[i16; INSTANCES] {
        &self.0
    }
}

/// The indexes of a board with own discs on these squares and no other discs.
#[inline]
fn sum(set: u64) -> [i16; INSTANCES] {
    let mut sum = [0; INSTANCES];
    for square in set.squares() {
        for (sum, place) in sum.iter_mut().zip(&PLACES[usize::from(square % 64)]) {
            *sum += place;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::patterns::testing;

    /// The indexes, square by square from the shapes' descriptions.
    fn counted(own: u64, enemy: u64) -> Vec<i16> {
        let mut indexes = Vec::new();
        for shape in Shape::ALL {
            let mut squares = shape.squares().to_vec();
            for _ in 0..TURNS {
                let disc = |square: u8| (own >> square & 1) as i16 - (enemy >> square & 1) as i16;
                indexes.push(squares.iter().rev().fold(0, |index, &square| index * 3 + disc(square)));
                for square in &mut squares {
                    let (row, col) = (*square / 8, *square % 8);
                    *square = col * 8 + (7 - row);
                }
            }
        }
        indexes
    }

    #[test]
    fn kept_up_to_date_computed_at_once_and_counted_are_the_same() {
        for game in testing::random_games(20) {
            let (own, enemy, _) = game[0];
            let mut features = Features::new(own, enemy);
            for window in game.windows(2) {
                let ((own, enemy, mv), (next_own, next_enemy, _)) = (window[0], window[1]);
                assert_eq!(features.indexes()[..], counted(own, enemy));
                features = match mv {
                    Some((square, flips)) => features.after(square, flips),
                    None => features.passed(),
                };
                assert_eq!(features, Features::new(next_own, next_enemy));
            }
        }
    }

    #[test]
    fn the_other_side_sees_the_negative() {
        for (own, enemy, _) in testing::random_games(5).concat() {
            assert_eq!(Features::new(own, enemy).passed(), Features::new(enemy, own));
        }
    }
}
