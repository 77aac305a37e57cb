//! The shapes of the patterns: which squares are looked up together.

use std::sync::OnceLock;

/// The number of shapes.
pub const SHAPES: usize = 16;
/// The number of ways that a shape lies on the board: its quarter turns.
pub const TURNS: usize = 4;
/// The number of all shapes in all turns.
pub const INSTANCES: usize = SHAPES * TURNS;
/// The most squares that a shape may have, so that its indexes fit an `i16`.
const MAX_SQUARES: usize = 10;

/// A set of squares that a reflection of the board maps to itself.
///
/// The discs on the squares are an index in balanced ternary: square `k` counts 3^k for an own disc, -3^k for an enemy's, and 0
/// when it is empty. A change of the side to move negates the index.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    squares: [u8; MAX_SQUARES],
    len: usize,
}

impl Shape {
    /// All shapes. The lines, corners and edges are those of Egaroucid 7. In each shape the squares that change oftenest, those
    /// near the centre, come first: what neighbours in the tree look up then stands in the same cache lines.
    pub const ALL: [Self; SHAPES] = [
        Self::of("d2 e2 c2 f2 b2 g2 a2 h2"),
        Self::of("d3 e3 c3 f3 b3 g3 a3 h3"),
        Self::of("d4 e4 c4 f4 b4 g4 a4 h4"),
        Self::of("f3 e2 g4 d1 h5 b2 g7"),
        Self::of("e3 f4 d2 g5 c1 h6 g2 b1 h7"),
        Self::of("e4 d3 f5 c2 g6 b1 h7 a1 h8"),
        Self::of("d4 e5 c3 f6 b2 g7 a2 b1 a1 h8"),
        Self::of("c1 f1 d1 e1 b2 g2 b1 g1 a1 h1"),
        Self::of("c2 f2 c1 f1 d1 e1 b1 g1 a1 h1"),
        Self::of("d2 e2 c2 f2 c1 f1 d1 e1 a1 h1"),
        Self::of("c3 c2 b3 c1 a3 b2 b1 a2 a1"),
        Self::of("c2 b3 c1 a3 d1 a4 b2 b1 a2 a1"),
        Self::of("c1 a3 d1 e1 a4 a5 b2 b1 a2 a1"),
        Self::of("d4 d3 c4 c3 c2 b3 b2 b1 a2 a1"),
        Self::of("d4 c3 d2 b4 c2 b3 b2 b1 a2 a1"),
        Self::of("d3 e3 c3 f3 d2 e2 c1 f1 d1 e1"),
    ];

    /// A shape from the names of its squares, separated by spaces.
    const fn of(text: &str) -> Self {
        let text = text.as_bytes();
        let len = text.len().div_ceil(3);
        let mut squares = [0; MAX_SQUARES];
        let mut k = 0;
        while k < len {
            squares[k] = (text[3 * k + 1] - b'1') * 8 + (text[3 * k] - b'a');
            k += 1;
        }
        Self { squares, len }
    }

    /// The squares of the shape, the one that counts least in the index first.
    pub fn squares(&self) -> &[u8] {
        &self.squares[..self.len]
    }

    /// The largest index of the shape; the smallest is its negative.
    pub const fn most(&self) -> i16 {
        let count = 3_i32.pow(self.len as u32);
        (count / 2) as i16
    }

    /// The number of indexes of the shape.
    pub const fn entries(&self) -> usize {
        self.most() as usize * 2 + 1
    }

    /// The place of an index in a list of all indexes, from the smallest to the largest.
    pub const fn at(&self, index: i16) -> usize {
        (index as i32 + self.most() as i32) as usize
    }

    /// For each square of the board, what an own disc there adds to the index of this shape after some quarter turns.
    pub(super) const fn places(&self, turns: usize) -> [i16; 64] {
        let mut places = [0; 64];
        let (mut k, mut place) = (0, 1_i32);
        while k < self.len {
            let mut square = self.squares[k];
            let mut turn = 0;
            while turn < turns {
                square = square % 8 * 8 + 7 - square / 8;
                turn += 1;
            }
            places[square as usize] = place as i16;
            place *= 3;
            k += 1;
        }
        places
    }

    /// For each index from the smallest to the largest, the index of the same discs reflected: both have one weight.
    ///
    /// # Panics
    /// For a shape without a reflection; [`Shape::ALL`] has none.
    pub fn mirror(&self) -> Vec<i16> {
        let reflections: [fn(u8) -> u8; 4] =
            [|s| s ^ 0o07, |s| s ^ 0o70, |s| s % 8 * 8 + s / 8, |s| 63 - s % 8 * 8 - s / 8];
        let images = reflections.iter().find_map(|reflect| {
            let place = |&square: &u8| self.squares().iter().position(|&other| other == reflect(square));
            self.squares().iter().map(place).collect::<Option<Vec<_>>>()
        });
        let mut mirror = vec![0];
        for image in images.expect("every shape has a reflection") {
            let place = 3_i16.pow(image as u32);
            mirror = [-place, 0, place].iter().flat_map(|add| mirror.iter().map(move |index| index + add)).collect();
        }
        mirror
    }
}

/// Which weight each index of each shape has: indexes that are reflections of each other share one.
#[derive(Debug)]
pub struct Numbering {
    numbers: Vec<Vec<u32>>,
    count: usize,
}

impl Numbering {
    /// The numbering of [`Shape::ALL`], made at the first call.
    pub fn get() -> &'static Self {
        static NUMBERING: OnceLock<Numbering> = OnceLock::new();
        NUMBERING.get_or_init(|| {
            let mut count = 0;
            let numbers = Shape::ALL.iter().map(|shape| number(shape, &mut count)).collect();
            Self { numbers, count: count as usize }
        })
    }

    /// The number of different weights.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The numbers of a shape's weights, from its smallest index to its largest.
    pub fn of(&self, shape: usize) -> &[u32] {
        &self.numbers[shape]
    }
}

/// Numbers the weights of a shape from `next` on.
fn number(shape: &Shape, next: &mut u32) -> Vec<u32> {
    let mut numbers = vec![0; shape.entries()];
    for (at, mirror) in shape.mirror().into_iter().enumerate() {
        let twin = shape.at(mirror);
        if twin < at {
            numbers[at] = numbers[twin];
        } else {
            numbers[at] = *next;
            *next += 1;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn instances_are_all_different_and_cover_the_board() {
        let mut sets = HashSet::new();
        for shape in Shape::ALL {
            for turns in 0..TURNS {
                let places = shape.places(turns);
                assert_eq!(places.iter().filter(|&&place| place != 0).count(), shape.squares().len());
                let bits = (0..64).filter(|&square| places[square] != 0).fold(0_u64, |set, square| set | 1 << square);
                assert!(sets.insert(bits), "{shape:?} turned {turns} times");
            }
        }
        assert_eq!(sets.len(), INSTANCES);
        assert_eq!(sets.iter().fold(0, |all, set| all | set), u64::MAX);
    }

    #[test]
    fn a_quarter_turn_takes_the_top_left_corner_to_the_top_right() {
        let corner = Shape::of("a1 b1 c1 a2 b2 c2 a3 b3 c3");
        assert_eq!(corner.places(0)[0], 1);
        assert_eq!(corner.places(1)[7], 1);
        assert_eq!(corner.places(2)[63], 1);
        assert_eq!(corner.places(3)[56], 1);
    }

    #[test]
    fn mirrors_are_their_own_inverse() {
        for shape in Shape::ALL {
            let mirror = shape.mirror();
            assert_eq!(mirror.len(), shape.entries());
            let at = |index: i16| mirror[shape.at(index)];
            assert!((-shape.most()..=shape.most()).all(|index| at(at(index)) == index && at(-index) == -at(index)));
            assert!((-shape.most()..=shape.most()).any(|index| at(index) != index));
        }
        // An own disc on a1 of the top edge with its X squares is one on h1.
        let edge = Shape::of("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2");
        assert_eq!(edge.mirror()[edge.at(1)], 3_i16.pow(7));
    }
}
