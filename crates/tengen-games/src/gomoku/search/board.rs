//! A board that moves are made and unmade on: line keys, the patterns on every free point, and what follows from them,
//! kept up to date from move to move.

mod accumulator;
mod classes;
mod counts;
mod queries;
#[cfg(test)]
mod tests;

use super::zone;
use crate::gomoku::bits::{Bits, INDICES, Point, STEPS};
use crate::gomoku::board::Rule;
use crate::gomoku::board::{Gomoku, key, turn_key};
use crate::gomoku::codes::{Codes, Nibbles, Shape, Shapes};
use crate::gomoku::eval::Tables;
use crate::gomoku::lines::{EMPTY, Lines, Pair, mark};
use crate::gomoku::weights::{TURNS, Weights};
use accumulator::Accumulator;
use classes::Classes;
use counts::Counts;
use std::sync::Arc;
use tengen_core::game::{Color, Game as _};
use tengen_core::search::Score;

/// The number of lines in one diagonal direction of the largest board.
const LINES: usize = 43;

/// The number of wall marks at either end of a line key of the largest board.
const MARGIN: usize = 5;

/// What a free point is to both sides, Black's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardPoint {
    nibbles: BothNibbles,
    shapes: [Shape; 2],
}

/// The patterns of both sides on a point: Black's [`Nibbles`] in the lower half, White's in the upper.
type BothNibbles = u32;

/// A side's patterns.
const fn nibbles_of(nibbles: BothNibbles, side: Color) -> Nibbles {
    (nibbles >> (Nibbles::BITS * side as u32)) as Nibbles
}

/// The patterns with those of one direction replaced.
const fn with_pair(nibbles: BothNibbles, direction: usize, pair: Pair) -> BothNibbles {
    const LOWEST: BothNibbles = 0x000F_000F;
    let spread = (pair as BothNibbles | (pair as BothNibbles) << 12) & LOWEST;
    nibbles & !(LOWEST << (4 * direction)) | spread << (4 * direction)
}

/// Sums over all free points of a board, and the points to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sums {
    /// For either side the number of free points of each class.
    counts: [Counts; 2],
    /// For either side the sum of the values of its points, in each of the [`TURNS`].
    values: [[Score; TURNS]; 2],
    /// Points near enough to a stone to be played.
    near: Bits,
}

/// The free points on the lines through a stone that are within reach of it.
struct Gaps {
    /// The points: of each direction a bit for every place from the first within reach on.
    places: u64,
    /// In each direction the line's key, turned so that the first place's window is lowest, and the point of the first place.
    lines: [(u64, Point); 4],
}

impl Gaps {
    /// The bits of a direction.
    const PLACES: usize = 16;

    /// Those up to `reach` places away.
    #[inline]
    fn around(stone: Point, keys: &Keys, free: &FreePlaces, reach: usize) -> Self {
        let mut around = Self { places: 0, lines: [(0, stone); 4] };
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, place) = line_of(stone, direction);
            let near = free[direction][line] >> (place - reach) & ((1 << (2 * reach + 1)) - 1);
            around.places |= u64::from(near) << (Self::PLACES * direction);
            let first = stone.shifted(step * -(reach as i32));
            let window = keys[direction][line].rotate_right((2 * place as u32).wrapping_sub(4 * reach as u32));
            around.lines[direction] = (window, first);
        }
        around
    }

    /// Takes the next of the points: its direction, its own point, and the line's key, turned so that its window is lowest.
    #[inline]
    fn next(&mut self) -> Option<(usize, Point, u64)> {
        let place = self.places.trailing_zeros() as usize;
        if self.places == 0 {
            return None;
        }
        self.places &= self.places - 1;
        let (direction, away) = (place / Self::PLACES, place % Self::PLACES);
        let (key, first) = self.lines[direction];
        Some((direction, first.shifted(STEPS[direction] * away as i32), key.rotate_right(2 * away as u32)))
    }
}

/// The keys of all lines.
type Keys = [[u64; LINES]; 4];

/// The free places of all lines.
type FreePlaces = [[u32; LINES]; 4];

/// What a free point was before a move.
#[derive(Clone, Copy)]
struct Change {
    cell: BoardPoint,
    point: Point,
}

/// What a move has changed, so that it can be taken back.
#[derive(Clone)]
struct Undo {
    /// The point of the move; `None` for a pass.
    point: Option<Point>,
    sums: Sums,
    /// The number of entries in `changed` before this move.
    cells: usize,
}

/// A board that moves are made and unmade on.
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    size: u8,
    side: Color,
    hash: u64,
    lines: &'static Lines,
    shapes: [&'static Shapes; 2],
    tables: Arc<Tables>,
    areas: &'static zone::Areas,
    stones: [Bits; 2],
    free: Bits,
    keys: Keys,
    /// For each line the places of its free points.
    gaps: FreePlaces,
    cells: [BoardPoint; INDICES],
    classes: [Classes; 2],
    sums: Sums,
    moves: Vec<Undo>,
    changed: Vec<Change>,
    /// What the network needs in the view of each side, where it was asked for.
    accumulators: [Option<Box<Accumulator>>; 2],
}

/// The line through a point in a direction, and the point's place in its key.
const fn line_of(point: Point, direction: usize) -> (usize, usize) {
    let (col, row) = (point.col() as usize, point.row() as usize);
    let (line, along) = match direction {
        0 => (row, col),
        1 => (col, row),
        2 => (row + LINES / 2 - col, row),
        _ => (row + col, row),
    };
    (line, along + MARGIN)
}

impl Board {
    /// The board of a position that goes on, valued by the weights in the program.
    pub fn new(position: &Gomoku) -> Self {
        Self::with(position, Weights::shared())
    }

    /// The board of a position that goes on, valued by the given weights.
    pub fn with(position: &Gomoku, weights: &Weights) -> Self {
        let rule = position.rule();
        let mut board = Self {
            rule,
            size: position.size(),
            side: position.side_to_move(),
            hash: position.hash(),
            lines: Lines::of(rule),
            shapes: Color::BOTH.map(|side| Codes::get().shapes(rule, side)),
            tables: weights.tables(rule),
            areas: zone::Areas::of(position.size()),
            stones: Color::BOTH.map(|side| *position.stones(side)),
            free: *position.free(),
            keys: [[u64::MAX; LINES]; 4],
            gaps: [[0; LINES]; 4],
            cells: [BoardPoint::default(); INDICES],
            classes: [Classes::NONE; 2],
            sums: Sums { counts: [Counts::default(); 2], values: [[0; TURNS]; 2], near: Bits::default() },
            moves: Vec::new(),
            changed: Vec::new(),
            accumulators: [None, None],
        };
        board.read();
        board
    }

    /// Fills in keys, patterns and sums from the stones.
    fn read(&mut self) {
        for point in Bits::board(self.size).iter() {
            let stone = Color::BOTH.into_iter().find(|&side| self.stones[side.index()].has(point));
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                self.keys[direction][line] ^= (3 ^ stone.map_or(EMPTY, mark)) << (2 * place);
                self.gaps[direction][line] |= u32::from(stone.is_none()) << place;
            }
            if stone.is_some() {
                self.sums.near = self.sums.near.or(self.areas.around(point));
            }
        }
        for point in self.free.iter() {
            let mut nibbles = 0;
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                let pair = self.lines.patterns_at(self.keys[direction][line], place);
                nibbles = with_pair(nibbles, direction, pair);
            }
            let shapes = Color::BOTH.map(|side| self.shape(side, nibbles));
            self.cells[point.index()] = BoardPoint { nibbles, shapes };
            self.enter(point);
        }
    }

    /// What a side's stone makes of the patterns on a point.
    fn shape(&self, side: Color, nibbles: BothNibbles) -> Shape {
        self.shapes[side.index()][usize::from(nibbles_of(nibbles, side))]
    }

    /// Places a stone of the side to move on a free point.
    pub fn make(&mut self, point: Point) {
        let side = self.side;
        self.moves.push(Undo { point: Some(point), sums: self.sums, cells: self.changed.len() });
        self.leave(point);
        self.stones[side.index()].insert(point);
        self.free.remove(point);
        self.sums.near = self.sums.near.or(self.areas.around(point));
        self.hash ^= key(side, point);
        self.turn();
        self.flip(side, point);
        self.update(Gaps::around(point, &self.keys, &self.gaps, self.lines.reach));
    }

    /// Passes: the other side is to move.
    pub fn pass(&mut self) {
        self.moves.push(Undo { point: None, sums: self.sums, cells: self.changed.len() });
        self.turn();
    }

    /// Takes back the last move, if there is one.
    pub fn unmake(&mut self) {
        let Some(Undo { point, sums, cells }) = self.moves.pop() else { return };
        for accumulator in self.accumulators.iter_mut().flatten() {
            accumulator.unmake_to(self.moves.len());
        }
        self.turn();
        let Some(point) = point else { return };
        for &Change { cell, point } in &self.changed[cells..] {
            self.cells[point.index() % INDICES] = cell;
            for (classes, shape) in self.classes.iter_mut().zip(cell.shapes) {
                classes.set(point, shape);
            }
        }
        self.changed.truncate(cells);
        let side = self.side;
        self.flip(side, point);
        self.stones[side.index()].remove(point);
        self.free.insert(point);
        self.hash ^= key(side, point);
        for (classes, shape) in self.classes.iter_mut().zip(self.cells[point.index() % INDICES].shapes) {
            classes.set(point, shape);
        }
        self.sums = sums;
    }

    /// Takes back moves until `ply` moves are left.
    pub fn unmake_to(&mut self, ply: usize) {
        while self.ply() > ply {
            self.unmake();
        }
    }

    fn turn(&mut self) {
        self.side = !self.side;
        self.hash ^= turn_key();
    }

    /// Writes a stone into the keys, or takes it out.
    fn flip(&mut self, side: Color, stone: Point) {
        for direction in 0..4 {
            let (line, place) = line_of(stone, direction);
            self.keys[direction][line] ^= mark(side) << (2 * place);
            self.gaps[direction][line] ^= 1 << place;
        }
    }

    /// Looks up the patterns of free points, and what follows from them. Nearly all of them change, so none is asked whether it does.
    fn update(&mut self, mut gaps: Gaps) {
        let Self { lines, shapes, tables, cells, classes, sums, changed, .. } = self;
        let (lines, shapes, tables) = (*lines, *shapes, &**tables);
        let Sums { mut counts, mut values, .. } = *sums;
        changed.reserve(gaps.places.count_ones() as usize);
        while let Some((direction, point, key)) = gaps.next() {
            let cell = &mut cells[point.index() % INDICES];
            let before = *cell;
            cell.nibbles = with_pair(before.nibbles, direction, lines.patterns(key));
            for side in Color::BOTH {
                let new = shapes[side.index()][usize::from(nibbles_of(cell.nibbles, side))];
                let side = side.index();
                let old = std::mem::replace(&mut cell.shapes[side], new);
                let by_code = &tables.0[side].values;
                let (less, more) = (by_code[usize::from(old.code())], by_code[usize::from(new.code())]);
                for turn in 0..TURNS {
                    values[side][turn] += more[turn] - less[turn];
                }
                counts[side] = counts[side].without(old).with(new);
                classes[side].set(point, new);
            }
            changed.push(Change { cell: before, point });
        }
        (sums.counts, sums.values) = (counts, values);
    }

    /// Adds a free point to the sums and classes.
    fn enter(&mut self, point: Point) {
        for (side, shape) in self.cells[point.index() % INDICES].shapes.into_iter().enumerate() {
            self.sums.counts[side] = self.sums.counts[side].with(shape);
            self.classes[side].set(point, shape);
            let values = self.tables.0[side].values[usize::from(shape.code())];
            self.sums.values[side].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }

    /// Takes a point from the sums and classes.
    fn leave(&mut self, point: Point) {
        for (side, shape) in self.cells[point.index() % INDICES].shapes.into_iter().enumerate() {
            self.sums.counts[side] = self.sums.counts[side].without(shape);
            self.classes[side].remove(point);
            let values = self.tables.0[side].values[usize::from(shape.code())];
            self.sums.values[side].iter_mut().zip(values).for_each(|(sum, value)| *sum -= value);
        }
    }
}
