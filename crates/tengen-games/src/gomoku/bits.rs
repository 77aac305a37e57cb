//! Points and sets of points.

use tengen_core::game::{Move, Vertex};

/// Lines of the largest board.
pub const MAX_SIZE: u8 = 22;

/// The distance between the indices of a point and of the one above it. The column past the last one is never on a board, so that
/// a walk along any line leaves the board before it comes back on the other side.
const STRIDE: usize = MAX_SIZE as usize + 1;

/// The number of indices of points, which begin at 0.
pub const INDICES: usize = 512;

/// The distance between the indices of neighbours in the four directions: along a row, a column, and the diagonals
/// that rise to the right and to the left.
pub const STEPS: [i32; 4] = [1, STRIDE as i32, STRIDE as i32 + 1, STRIDE as i32 - 1];

/// A point of a board; as a move, a stone placed on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point at a zero-based column and row, both below [`MAX_SIZE`].
    pub const fn new(col: u8, row: u8) -> Self {
        Self(row as u16 * STRIDE as u16 + col as u16)
    }

    /// The column, zero-based from A.
    pub const fn col(self) -> u8 {
        (self.0 % STRIDE as u16) as u8
    }

    /// The row, zero-based from the lowest.
    pub const fn row(self) -> u8 {
        (self.0 / STRIDE as u16) as u8
    }

    /// The point as [`Vertex`], which has a name.
    pub const fn vertex(self) -> Vertex {
        Vertex::new(self.col(), self.row())
    }

    /// The index of the point, below [`INDICES`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point of an index.
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The larger of the distances along rows and columns.
    pub const fn distance(self, other: Self) -> u8 {
        let (cols, rows) = (self.col().abs_diff(other.col()), self.row().abs_diff(other.row()));
        if cols > rows { cols } else { rows }
    }

    /// The point whose index is larger by `by`, on the board or not.
    pub const fn shifted(self, by: i32) -> Self {
        Self((self.0 as i32 + by) as u16)
    }
}

impl Move for Point {
    fn code(self) -> u16 {
        self.0
    }
}

/// A set of points. Points off the board are in no set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits([u64; INDICES / 64]);

impl Bits {
    /// The set of the points whose bits are set, that with index 0 lowest in the first word.
    pub const fn from_words(words: [u64; INDICES / 64]) -> Self {
        Self(words)
    }

    /// Every point of a board.
    pub fn board(size: u8) -> Self {
        let mut all = Self::default();
        (0..size).for_each(|row| (0..size).for_each(|col| all.insert(Point::new(col, row))));
        all
    }

    /// True where the point is in the set.
    pub fn has(&self, point: Point) -> bool {
        self.0.get(point.index() / 64).is_some_and(|word| word >> (point.index() % 64) & 1 != 0)
    }

    /// Adds a point.
    pub fn insert(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(point.index() / 64) {
            *word |= 1 << (point.index() % 64);
        }
    }

    /// Takes a point away.
    pub fn remove(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(point.index() / 64) {
            *word &= !(1 << (point.index() % 64));
        }
    }

    /// True for the empty set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, the lowest row first, from A on.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().zip(0u16..).flat_map(|(mut word, place)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as u16;
                word &= word.wrapping_sub(1);
                (bit < 64).then(|| Point(place * 64 + bit))
            })
        })
    }

    /// The set with every member moved as [`Point::shifted`] moves it; `by` is above -64 and below 64.
    pub fn shifted(self, by: i32) -> Self {
        let (bits, words) = (by.unsigned_abs() % 64, self.0);
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let mut moved = Self::default();
        for (at, to) in moved.0.iter_mut().enumerate() {
            *to = match (bits, by > 0) {
                (0, _) => word(at),
                (_, true) => word(at) << bits | word(at.wrapping_sub(1)) >> (64 - bits),
                (_, false) => word(at) >> bits | word(at + 1) << (64 - bits),
            };
        }
        moved
    }

    /// The points that are in both sets.
    pub fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// The points of this set that are not in the other.
    pub fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The points that are in one of the sets or in both.
    pub fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_off_the_board_stays_off() {
        for size in 5..=MAX_SIZE {
            let board = Bits::board(size);
            assert_eq!(board.len(), usize::from(size).pow(2));
            for point in board.iter() {
                for step in STEPS.into_iter().flat_map(|step| [step, -step]) {
                    let next = point.shifted(step);
                    let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
                    let beside = near(next.col(), point.col()) && near(next.row(), point.row());
                    assert!(!board.has(next) || beside, "size {size}: {point:?} {step}");
                }
            }
        }
    }

    #[test]
    fn sets_move_as_their_members_do() {
        let board = Bits::board(19);
        let some: Vec<Point> = board.iter().filter(|point| point.index() % 7 < 3).collect();
        for step in STEPS.into_iter().flat_map(|step| [step, -step]) {
            let (mut set, mut expected) = (Bits::default(), Bits::default());
            for &point in &some {
                set.insert(point);
                expected.insert(point.shifted(step));
            }
            assert_eq!(set.shifted(step).and(&board), expected.and(&board), "{step}");
        }
    }

    #[test]
    fn members_come_in_order() {
        let points = [Point::new(3, 0), Point::new(0, 2), Point::new(21, 21)];
        let mut set = Bits::default();
        points.iter().rev().for_each(|&point| set.insert(point));
        assert!(set.iter().eq(points));
        set.remove(points[1]);
        assert_eq!((set.len(), set.has(points[1]), set.is_empty()), (2, false, false));
    }
}
