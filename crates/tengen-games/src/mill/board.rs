//! The 24 points of three squares and the one in their centre, their lines and their symmetries, as bit sets.
//!
//! Point `8 * ring + k` is the `k`-th of its ring (outer, middle, inner), clockwise from the top left: even `k` are corners, odd
//! ones the middles of the sides. So a ring is a byte, a step along a ring is a rotation of bytes, and a step along a spoke or a
//! diagonal is a shift by a byte; lines of all points are found at once.

use tengen_core::game::Vertex;

/// A set of points: bit `i` is the point of index `i`.
pub type Points = u32;

/// Every point of the three squares.
pub const ALL: Points = 0xFF_FFFF;
/// The centre of the squares. The numbers from 24 to its own have other meanings in codes of moves.
pub const CENTRE: Points = 1 << Point::CENTRE.0;
/// The inner square with its centre, three by three points.
pub const NINE_POINTS: Points = INNER_RING | CENTRE;
/// The points of the middle square and the inner one.
pub const TWO_SQUARES: Points = 0xFF_FF00;
/// The corners of the three squares.
pub const CORNERS: Points = 0x55_5555;
const SIDES: Points = !CORNERS & ALL;
const MIDDLE_RING: Points = 0x00_FF00;
const INNER_RING: Points = 0xFF_0000;

/// The points whose ring-to-ring lines exist on the board of 16 lines: the four spokes.
pub const SPOKES: Points = SIDES;
/// The points whose ring-to-ring lines exist on the board of 20 lines: the four spokes and the four diagonals.
pub const SPOKES_AND_DIAGONALS: Points = ALL;

/// Columns and rows of the points of a ring, in sevenths of the outer ring, by ring and `k`.
const NAMES: [&str; 3] = ["a7d7g7g4g1d1a1a4", "b6d6f6f4f2d2b2b4", "c5d5e5e4e3d3c3c4"];

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// The number of points of the three squares.
    pub const COUNT: u8 = 24;

    /// The point in the centre of the squares.
    pub const CENTRE: Self = Self(27);

    /// The number of points in a ring.
    pub const RING: u8 = 8;

    /// The point of an index: one below [`Point::COUNT`], or that of [`Point::CENTRE`].
    pub fn new(index: u8) -> Option<Self> {
        (index < Self::COUNT || index == Self::CENTRE.0).then_some(Self(index))
    }

    /// The index of the point: 0 to 23, or that of [`Point::CENTRE`].
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The set of this point alone.
    pub const fn bit(self) -> Points {
        1 << self.0
    }

    /// The place of the point in the 7x7 square that the board is drawn in.
    pub fn vertex(self) -> Vertex {
        if self == Self::CENTRE {
            return Vertex::new(3, 3);
        }
        let (ring, k) = (usize::from(self.0 / Self::RING), usize::from(self.0 % Self::RING));
        let name = &NAMES[ring].as_bytes()[2 * k..];
        Vertex::new(name[0] - b'a', name[1] - b'1')
    }

    /// The point at a place of the 7x7 square, if there is one.
    pub fn at(vertex: Vertex) -> Option<Self> {
        points(ALL | CENTRE).find(|point| point.vertex() == vertex)
    }
}

/// The points of a set, in ascending order.
pub fn points(set: Points) -> impl Iterator<Item = Point> {
    let mut rest = set & (ALL | CENTRE);
    std::iter::from_fn(move || {
        let index = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        Point::new(index as u8)
    })
}

/// The ends of every line of a board of these points; `spokes` are the points that have ring-to-ring lines, and [`CENTRE`] where
/// lines of the inner square lead through it.
pub fn lines(board: Points, spokes: Points) -> Vec<[Point; 2]> {
    let corners = points(board & CORNERS).map(Point::index);
    let sides =
        corners.map(|index| [Point(index), Point(index / Point::RING * Point::RING + (index + 2) % Point::RING)]);
    let outermost = points(board).take(usize::from(Point::RING)).filter(|point| spokes & point.bit() != 0);
    let crossing = outermost.map(|point| [point, Point(point.index() % Point::RING + 2 * Point::RING)]);
    sides.chain(crossing).chain(centred(spokes)).collect()
}

/// The ends of the lines through the centre.
fn centred(spokes: Points) -> impl Iterator<Item = [Point; 2]> {
    let first = if spokes & CENTRE == 0 { 0..0 } else { 16..20 };
    first.map(|index| [Point(index), Point(index + Point::RING / 2)])
}

/// The rows of three points, each from end to end; `spokes` are as in [`lines`].
pub fn rows(spokes: Points) -> impl Iterator<Item = [Point; 3]> {
    let ring = Point::RING;
    let sides = points(CORNERS).map(move |Point(corner)| {
        let on_ring = |steps: u8| Point(corner / ring * ring + (corner + steps) % ring);
        [0, 1, 2].map(on_ring)
    });
    let crossing = (0..ring).map(move |k| [0, 1, 2].map(|square| Point(k + square * ring)));
    let halving = centred(spokes).map(|[first, last]| [first, Point::CENTRE, last]);
    sides.chain(crossing.filter(move |[outer, ..]| spokes & outer.bit() != 0)).chain(halving)
}

/// The set shifted `steps` points (1 to 7) clockwise along the rings.
const fn turn(set: Points, steps: u32) -> Points {
    let low = 0x01_0101 * ((1 << steps) - 1);
    (set << steps & !low & ALL) | (set >> (8 - steps) & low)
}

/// The points from which two stones of `set` complete a line; `spokes` are as in [`lines`].
pub const fn completing(set: Points, spokes: Points) -> Points {
    let [ahead, behind, sides, rings, centred] = completing_each(set, spokes);
    ahead | behind | sides | rings | centred
}

/// [`completing`] on the board of 20 lines: that of zhiqi, whose search is spared the question.
pub const fn completing_all(set: Points) -> Points {
    completing(set, SPOKES_AND_DIAGONALS)
}

/// [`completing`], line by line: the corners that begin a line along the ring, those that end one, the middles of sides, the
/// lines from ring to ring, and those through the centre.
const fn completing_each(set: Points, spokes: Points) -> [Points; 5] {
    let sides = turn(set, 1) & turn(set, 7);
    let rings = (set << 8 | set >> 16) & (set << 16 | set >> 8);
    [
        turn(set, 7) & turn(set, 6) & CORNERS,
        turn(set, 1) & turn(set, 2) & CORNERS,
        sides & SIDES,
        rings & spokes & ALL,
        through_centre(set, spokes),
    ]
}

/// The points from which two stones of `set` complete a line through the centre.
const fn through_centre(set: Points, spokes: Points) -> Points {
    if spokes & CENTRE == 0 {
        return 0;
    }
    let opposite = turn(set, 4) & INNER_RING;
    let centre = if opposite & set == 0 { 0 } else { CENTRE };
    if set & CENTRE == 0 { centre } else { centre | opposite }
}

/// The number of lines that a stone on `point` completes with two stones of `set`.
pub fn lines_completed(point: Points, set: Points, spokes: Points) -> usize {
    completing_each(set, spokes).into_iter().filter(|points| points & point != 0).count()
}

/// The points one step along a line from a point of `set`.
pub const fn neighbours(set: Points, spokes: Points) -> Points {
    let crossing = set & spokes & ALL;
    let beside = (turn(set, 1) | turn(set, 7) | crossing << 8 | crossing >> 8) & ALL;
    if spokes & CENTRE == 0 {
        return beside;
    }
    let centre = if set & INNER_RING == 0 { 0 } else { CENTRE };
    beside | centre | if set & CENTRE == 0 { 0 } else { INNER_RING }
}

/// The points that are the centre of a line whose two ends are in `enemy`, on the board of 20 lines.
pub const fn carriers(enemy: Points) -> Points {
    (turn(enemy, 1) & turn(enemy, 7) & SIDES) | (enemy << 8 & enemy >> 8 & MIDDLE_RING)
}

/// The stones of `enemy` that a stone on `point` carries: the ends of every line between two `enemy` stones that it splits
/// ([`carriers`]).
pub const fn carried(point: Points, enemy: Points) -> Points {
    let along = turn(point & SIDES, 1) | turn(point & SIDES, 7);
    let across = (point & MIDDLE_RING) << 8 | (point & MIDDLE_RING) >> 8;
    (if enemy & along == along { along } else { 0 }) | (if enemy & across == across { across } else { 0 })
}

/// The points that are one end of a line whose centre is in `enemy` and other end in `own`, on the board of 20 lines.
pub const fn clampers(enemy: Points, own: Points) -> Points {
    let along = (turn(enemy, 1) & turn(own, 2)) | (turn(enemy, 7) & turn(own, 6));
    let across = (enemy >> 8 & own >> 16) | (enemy << 8 & own << 16);
    (along & CORNERS) | (across & !MIDDLE_RING & ALL)
}

/// The stones of `enemy` that a stone on `point` clamps: the centre of every line that it closes in on ([`clampers`]).
pub const fn clamped(point: Points, enemy: Points, own: Points) -> Points {
    let corner = point & CORNERS;
    let mut centres = 0;
    if turn(corner, 2) & own != 0 {
        centres |= turn(corner, 1);
    }
    if turn(corner, 6) & own != 0 {
        centres |= turn(corner, 7);
    }
    if point << 16 & own != 0 {
        centres |= point << 8;
    }
    if point >> 16 & own != 0 {
        centres |= point >> 8;
    }
    centres & enemy
}

/// The number of symmetries of the board.
pub const SYMMETRIES: u8 = 16;

/// The images of a pair of sets of points of the squares under the 16 symmetries of the board: the square's eight, times outer and inner ring
/// exchanged. Each is packed, the first set in the low 24 bits, the second above; the first image is the pair itself.
pub fn images(first: Points, second: Points) -> [u64; SYMMETRIES as usize] {
    const BOTH: u64 = 0xFFFF_FFFF_FFFF;
    const OUTER_RINGS: u64 = 0x0000_FF00_00FF;
    const MIDDLE_RINGS: u64 = 0x00FF_0000_FF00;
    let turn = |pair: u64, steps: u32| {
        let low = 0x0101_0101_0101 * ((1 << steps) - 1);
        (pair << steps & !low & BOTH) | (pair >> (8 - steps) & low)
    };
    let pair = u64::from(first) | u64::from(second) << Point::COUNT;
    let exchanged = (pair & MIDDLE_RINGS) | (pair & OUTER_RINGS) << 16 | (pair >> 16 & OUTER_RINGS);
    // Reversing each byte takes k to 7 - k, a turn further to 8 - k: the mirror through the top left corner.
    let mirrored = |pair: u64| turn(pair.reverse_bits().swap_bytes(), 1);
    let bases = [pair, exchanged, mirrored(pair), mirrored(exchanged)];
    std::array::from_fn(|symmetry| match (bases[symmetry / 4], symmetry as u32 % 4) {
        (base, 0) => base,
        (base, quarter) => turn(base, 2 * quarter),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> Points {
        names.split(' ').map(|name| Point::at(name.parse().unwrap()).unwrap().bit()).fold(0, |set, bit| set | bit)
    }

    /// The 20 lines, centre second, as they are written on the board.
    const LINES: [&str; 20] = [
        "a7 d7 g7", "g7 g4 g1", "g1 d1 a1", "a1 a4 a7", "b6 d6 f6", "f6 f4 f2", "f2 d2 b2", "b2 b4 b6", "c5 d5 e5",
        "e5 e4 e3", "e3 d3 c3", "c3 c4 c5", "d7 d6 d5", "g4 f4 e4", "d1 d2 d3", "a4 b4 c4", "a7 b6 c5", "g7 f6 e5",
        "g1 f2 e3", "a1 b2 c3",
    ];

    #[test]
    fn two_stones_complete_exactly_the_lines_of_the_board() {
        for (i, a) in points(ALL).enumerate() {
            for b in points(ALL).skip(i + 1) {
                let pair = a.bit() | b.bit();
                for (spokes, count) in [(SPOKES, 16), (SPOKES_AND_DIAGONALS, 20)] {
                    let lines = LINES[..count].iter().map(|line| set(line));
                    let expected = lines.filter(|line| line & pair == pair).fold(0, |all, line| all | line & !pair);
                    assert_eq!(completing(pair, spokes), expected, "{} {}", a.vertex(), b.vertex());
                }
            }
        }
    }

    #[test]
    fn rows_are_the_lines_with_their_centres() {
        for (spokes, count) in [(SPOKES, 16), (SPOKES_AND_DIAGONALS, 20)] {
            let mut rows: Vec<_> = rows(spokes).map(|row| row.map(|point| point.vertex().to_string())).collect();
            let mut expected: Vec<_> = LINES[..count].iter().map(|line| line.to_uppercase()).collect();
            rows.sort_unstable();
            expected.sort_unstable();
            let mut rows: Vec<_> = rows.iter().map(|row| row.join(" ")).collect();
            rows.sort_unstable();
            assert_eq!(rows, expected);
        }
    }

    #[test]
    fn lines_are_drawn_from_end_to_end() {
        for (spokes, count) in [(SPOKES, 16), (SPOKES_AND_DIAGONALS, 20)] {
            let mut drawn: Vec<_> = lines(ALL, spokes).into_iter().map(|[a, b]| a.bit() | b.bit()).collect();
            let mut expected: Vec<_> = LINES[..count].iter().map(|line| set(&line[..2]) | set(&line[6..])).collect();
            drawn.sort_unstable();
            expected.sort_unstable();
            assert_eq!(drawn, expected);
        }
    }

    /// The sides of two squares, and what joins their middles.
    #[test]
    fn two_squares_are_drawn_without_the_third() {
        let drawn: Vec<_> = lines(TWO_SQUARES, SPOKES).into_iter().map(|[a, b]| a.bit() | b.bit()).collect();
        let sides = LINES[4..12].iter().map(|line| set(&line[..2]) | set(&line[6..]));
        let joints = ["d6 d5", "f4 e4", "d2 d3", "b4 c4"].map(set);
        assert_eq!(drawn, sides.chain(joints).collect::<Vec<_>>());
    }

    #[test]
    fn neighbours_are_next_to_each_other_on_a_line() {
        for point in points(ALL) {
            for (spokes, count) in [(SPOKES, 16), (SPOKES_AND_DIAGONALS, 20)] {
                let mut expected = 0;
                for line in &LINES[..count] {
                    let (first, centre, last) = (set(&line[..2]), set(&line[3..5]), set(&line[6..]));
                    if point.bit() & (first | last) != 0 {
                        expected |= centre;
                    }
                    if point.bit() == centre {
                        expected |= first | last;
                    }
                }
                assert_eq!(neighbours(point.bit(), spokes), expected, "{}", point.vertex());
            }
        }
    }

    /// Every row, column and diagonal of three by three points; a step leads to the next point of a line.
    #[test]
    fn nine_points_have_eight_lines() {
        let of = ["c5 d5 e5", "c4 d4 e4", "c3 d3 e3", "c5 c4 c3", "d5 d4 d3", "e5 e4 e3", "c5 d4 e3", "e5 d4 c3"];
        let all: Vec<_> = points(NINE_POINTS).map(Point::bit).collect();
        assert_eq!(all.len(), 9);
        let mut drawn: Vec<_> = lines(NINE_POINTS, CENTRE).into_iter().map(|[a, b]| a.bit() | b.bit()).collect();
        let mut ends = of.map(|line| set(&line[..2]) | set(&line[6..]));
        drawn.sort_unstable();
        ends.sort_unstable();
        assert_eq!(drawn, ends);
        for &point in &all {
            let beside = of.map(|line| [set(&line[..2]), set(&line[3..5]), set(&line[6..])]).into_iter();
            let beside = beside.fold(0, |found, [first, middle, last]| match point {
                _ if point == middle => found | first | last,
                _ if point == first || point == last => found | middle,
                _ => found,
            });
            assert_eq!(neighbours(point, CENTRE) & NINE_POINTS, beside);
            for &other in all.iter().filter(|&&other| other != point) {
                let pair = point | other;
                let ends =
                    of.map(set).into_iter().filter(|line| line & pair == pair).fold(0, |all, line| all | line & !pair);
                assert_eq!(completing(pair, CENTRE), ends);
            }
        }
    }

    #[test]
    fn symmetries_are_sixteen_and_take_lines_to_lines() {
        let mut all: Vec<_> = images(set("d7 a7 b6"), 0).into_iter().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 16);
        let lines: Vec<_> = LINES.iter().map(|line| set(line)).collect();
        for line in &lines {
            for (one, both) in images(*line, 0).into_iter().zip(images(*line, *line)) {
                assert!(lines.contains(&(one as Points)));
                assert_eq!(both, one << 24 | one);
            }
        }
    }
}
