//! A board that moves are made and unmade on: line keys, the patterns on every free point, and what follows from them,
//! kept up to date from move to move.

mod queries;
#[cfg(test)]
mod tests;

use super::zone;
use crate::gomoku::bits::{Bits, INDICES, Point, STEPS};
use crate::gomoku::board::Rule;
use crate::gomoku::board::{Gomoku, key, turn_key};
use crate::gomoku::codes::{Class, Code, Codes, Nibbles};
use crate::gomoku::eval::Tables;
use crate::gomoku::lines::{EMPTY, Lines, Pair, mark, of_pair};
use crate::gomoku::weights::{TURNS, Weights};
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
    nibbles: [Nibbles; 2],
    codes: [Code; 2],
    classes: [Class; 2],
}

/// Sums over all free points of a board, and the points to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sums {
    /// For either side the number of free points of each class.
    counts: [[u16; Class::COUNT]; 2],
    /// For either side the sum of the values of its points, in each of the [`TURNS`].
    values: [[Score; TURNS]; 2],
    /// Points near enough to a stone to be played.
    near: Bits,
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
    codes: &'static Codes,
    classes: [&'static [Class]; 2],
    tables: Arc<Tables>,
    areas: &'static zone::Areas,
    stones: [Bits; 2],
    free: Bits,
    keys: [[u64; LINES]; 4],
    cells: [BoardPoint; INDICES],
    sets: [[Bits; Class::COUNT]; 2],
    sums: Sums,
    moves: Vec<Undo>,
    changed: Vec<(Point, BoardPoint)>,
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
        let codes = Codes::get();
        let mut board = Self {
            rule,
            size: position.size(),
            side: position.side_to_move(),
            hash: position.hash(),
            lines: Lines::of(rule),
            codes,
            classes: Color::BOTH.map(|side| codes.classes(rule, side)),
            tables: weights.tables(rule),
            areas: zone::Areas::of(position.size()),
            stones: Color::BOTH.map(|side| *position.stones(side)),
            free: *position.free(),
            keys: [[u64::MAX; LINES]; 4],
            cells: [BoardPoint::default(); INDICES],
            sets: [[Bits::default(); Class::COUNT]; 2],
            sums: Sums { counts: [[0; Class::COUNT]; 2], values: [[0; TURNS]; 2], near: Bits::default() },
            moves: Vec::new(),
            changed: Vec::new(),
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
            }
            if stone.is_some() {
                self.sums.near = self.sums.near.or(self.areas.around(point));
            }
        }
        for point in self.free.iter() {
            let mut cell = BoardPoint::default();
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                let pair = self.lines.patterns(self.keys[direction][line], place);
                for side in Color::BOTH {
                    cell.nibbles[side.index()] |= Nibbles::from(of_pair(pair, side)) << (4 * direction);
                }
            }
            self.cells[point.index()] = self.named(cell);
            for side in Color::BOTH {
                self.enter(side, point);
            }
        }
    }

    /// A cell with the codes and classes that follow from its patterns.
    fn named(&self, mut cell: BoardPoint) -> BoardPoint {
        for side in 0..2 {
            cell.codes[side] = self.codes.of(cell.nibbles[side]);
            cell.classes[side] = self.classes[side][cell.codes[side] as usize];
        }
        cell
    }

    /// Places a stone of the side to move on a free point.
    pub fn make(&mut self, point: Point) {
        let side = self.side;
        self.moves.push(Undo { point: Some(point), sums: self.sums, cells: self.changed.len() });
        for side in Color::BOTH {
            self.leave(side, point);
        }
        self.stones[side.index()].insert(point);
        self.free.remove(point);
        self.sums.near = self.sums.near.or(self.areas.around(point));
        self.hash ^= key(side, point);
        self.turn();
        self.place::<0>(side, point);
        self.place::<1>(side, point);
        self.place::<2>(side, point);
        self.place::<3>(side, point);
    }

    /// Passes: the other side is to move.
    pub fn pass(&mut self) {
        self.moves.push(Undo { point: None, sums: self.sums, cells: self.changed.len() });
        self.turn();
    }

    /// Takes back the last move, if there is one.
    pub fn unmake(&mut self) {
        let Some(Undo { point, sums, cells }) = self.moves.pop() else { return };
        self.turn();
        let Some(point) = point else { return };
        while self.changed.len() > cells {
            let Some((changed, cell)) = self.changed.pop() else { break };
            for side in 0..2 {
                let now = self.cells[changed.index()].classes[side];
                if now != cell.classes[side] {
                    self.sets[side][now as usize].remove(changed);
                    self.sets[side][cell.classes[side] as usize].insert(changed);
                }
            }
            self.cells[changed.index()] = cell;
        }
        let side = self.side;
        for direction in 0..4 {
            let (line, place) = line_of(point, direction);
            self.keys[direction][line] ^= mark(side) << (2 * place);
        }
        self.stones[side.index()].remove(point);
        self.free.insert(point);
        self.hash ^= key(side, point);
        for side in Color::BOTH {
            self.sets[side.index()][self.class(side, point) as usize].insert(point);
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

    /// Writes a stone into a key and looks up the patterns that it changes.
    fn place<const DIRECTION: usize>(&mut self, side: Color, stone: Point) {
        let lines = self.lines;
        let reach = lines.reach;
        let (line, place) = line_of(stone, DIRECTION);
        let key = self.keys[DIRECTION][line] ^ mark(side) << (2 * place);
        self.keys[DIRECTION][line] = key;
        let mut marks = key >> (2 * (place - reach));
        for distance in -(reach as i32)..=reach as i32 {
            if marks & 3 == EMPTY {
                let pair = lines.patterns(key, (place as i32 + distance) as usize);
                self.update::<DIRECTION>(stone.shifted(STEPS[DIRECTION] * distance), pair);
            }
            marks >>= 2;
        }
    }

    /// Sets the patterns of a free point in one direction.
    fn update<const DIRECTION: usize>(&mut self, point: Point, pair: Pair) {
        let before = self.cells[point.index() % INDICES];
        let mut cell = before;
        for side in Color::BOTH {
            cell.nibbles[side.index()] = with_nibble(cell.nibbles[side.index()], DIRECTION, of_pair(pair, side));
        }
        if cell.nibbles == before.nibbles {
            return;
        }
        self.changed.push((point, before));
        for side in 0..2 {
            if cell.nibbles[side] == before.nibbles[side] {
                continue;
            }
            let (old, new) = (before.codes[side] as usize, self.codes.of(cell.nibbles[side]));
            cell.codes[side] = new;
            let values = &self.tables.0[side].values;
            let (old, new) = (values[old], values[new as usize]);
            for turn in 0..TURNS {
                self.sums.values[side][turn] += new[turn] - old[turn];
            }
            let (old, new) = (before.classes[side], self.classes[side][cell.codes[side] as usize]);
            if old != new {
                cell.classes[side] = new;
                self.sums.counts[side][old as usize] -= 1;
                self.sums.counts[side][new as usize] += 1;
                self.sets[side][old as usize].remove(point);
                self.sets[side][new as usize].insert(point);
            }
        }
        self.cells[point.index() % INDICES] = cell;
    }

    fn enter(&mut self, side: Color, point: Point) {
        self.add(side, point, 1);
        self.sets[side.index()][self.class(side, point) as usize].insert(point);
    }

    fn leave(&mut self, side: Color, point: Point) {
        self.add(side, point, -1);
        self.sets[side.index()][self.class(side, point) as usize].remove(point);
    }

    fn add(&mut self, side: Color, point: Point, sign: i16) {
        let values = self.tables.0[side.index()].values[self.code(side, point) as usize];
        for (sum, value) in self.sums.values[side.index()].iter_mut().zip(values) {
            *sum += Score::from(sign) * value;
        }
        let count = &mut self.sums.counts[side.index()][self.class(side, point) as usize];
        *count = count.wrapping_add_signed(sign);
    }
}

/// The patterns with that of one direction replaced.
const fn with_nibble(nibbles: Nibbles, direction: usize, pattern: u8) -> Nibbles {
    nibbles & !(15 << (4 * direction)) | (pattern as Nibbles) << (4 * direction)
}
