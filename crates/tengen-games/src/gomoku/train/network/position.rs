//! The positions that a network is trained with.

use crate::gomoku::bits::{INDICES, Point};
use crate::gomoku::network::{CHANNELS, Network, REGIONS, RegionSums, SIZE, regions};
use crate::gomoku::params::SCALE;
use crate::gomoku::search::Board;
use crate::gomoku::windows::{FourWindows, REACH, Windows};
use std::sync::OnceLock;
use tengen_core::game::Color;
use tengen_core::search::Score;

/// The lines of the board.
const LINES: usize = SIZE as usize;

/// The points of the board.
const POINTS: usize = LINES * LINES;

/// The bytes of the stones of a position.
pub(super) const BYTES: usize = POINTS.div_ceil(4);

/// The lines of a board with walls around it.
const WIDTH: usize = LINES + 2 * REACH;

/// The steps to the next point in the four directions on a board with walls.
const STEPS: [usize; 4] = [1, WIDTH, WIDTH + 1, WIDTH - 1];

/// A position in the view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Position {
    /// Two bits a point: 1 for an own stone, 2 for one of the enemy.
    stones: [u8; BYTES],
    /// The tables' value, as the logarithm of the odds of winning.
    pub tables: f32,
    /// The chance of winning by a search.
    pub target: f32,
}

/// What a network sees of a position: the free points with something in reach, by their regions.
pub(super) struct Features(pub Vec<(u8, FourWindows)>);

impl Position {
    /// The position of a board, which the tables value, and the chance of winning that a search saw.
    pub fn new(board: &Board, target: f32) -> Self {
        let mut stones = [0; BYTES];
        let at = |place: usize| Point::new((place % LINES) as u8, (place / LINES) as u8);
        for place in (0..POINTS).filter(|&place| !board.free().has(at(place))) {
            let own = board.stones(board.side()).has(at(place));
            stones[place / 4] |= if own { 1 } else { 2 } << (2 * (place % 4));
        }
        Self { stones, tables: board.value() as f32 / SCALE.odds as f32, target }
    }

    /// The stones of that symmetric image which is the same for all images of a position.
    pub fn canonical(&self) -> [u8; BYTES] {
        let image = |symmetry| {
            let mut stones = [0; BYTES];
            for place in 0..POINTS {
                let to = moved(place, symmetry);
                stones[to / 4] |= (self.stones[place / 4] >> (2 * (place % 4)) & 3) << (2 * (to % 4));
            }
            stones
        };
        (0..8).map(image).min().unwrap_or(self.stones)
    }

    /// What a network sees of the position turned by a symmetry, 0 to 7.
    pub fn features(&self, symmetry: u8) -> Features {
        let mut marks = [3; WIDTH * WIDTH];
        for place in 0..POINTS {
            let to = moved(place, symmetry);
            marks[(to / LINES + REACH) * WIDTH + to % LINES + REACH] = self.stones[place / 4] >> (2 * (place % 4)) & 3;
        }
        let windows = Windows::get();
        let window = |middle: usize, step: usize| {
            let places =
                (0..=2 * REACH).map(|place| u64::from(marks[middle + place * step - REACH * step]) << (2 * place));
            windows.at(Color::Black, places.sum())
        };
        let nothing = (0..4).fold(FourWindows::default(), |all, line| all.with(line, windows.at(Color::Black, 0)));
        let regions = region_table();
        let points = (0..POINTS).filter_map(|place| {
            let middle = (place / LINES + REACH) * WIDTH + place % LINES + REACH;
            let seen = || (0..4).fold(FourWindows::default(), |all, line| all.with(line, window(middle, STEPS[line])));
            let seen = (marks[middle] == 0).then(seen).filter(|&seen| seen != nothing)?;
            Some((regions[place], seen))
        });
        Features(points.collect())
    }
}

impl Features {
    /// What a rounded network adds to the value, in points of evaluation.
    pub fn value(&self, network: &Network) -> Score {
        let mut sums: RegionSums = [[0; CHANNELS]; REGIONS];
        for &(region, windows) in &self.0 {
            for (sum, number) in sums[usize::from(region)].iter_mut().zip(network.rows().active(windows)) {
                *sum += i16::from(number);
            }
        }
        network.value(&sums)
    }
}

/// The regions by place.
fn region_table() -> [u8; POINTS] {
    static TABLE: OnceLock<[u8; POINTS]> = OnceLock::new();
    *TABLE.get_or_init(|| {
        let by_index: [u8; INDICES] = regions(SIZE);
        std::array::from_fn(|place| by_index[Point::new((place % LINES) as u8, (place / LINES) as u8).index()])
    })
}

/// Where a symmetry moves a place.
const fn moved(place: usize, symmetry: u8) -> usize {
    let (mut row, mut col) = (place / LINES, place % LINES);
    if symmetry & 1 != 0 {
        row = LINES - 1 - row;
    }
    if symmetry & 2 != 0 {
        col = LINES - 1 - col;
    }
    if symmetry & 4 != 0 { col * LINES + row } else { row * LINES + col }
}
