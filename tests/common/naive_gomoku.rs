//! Gomoku told once more, as plainly as possible: an array of marks, and windows slid along it.

use tengen_core::game::{Color, Game, Vertex};
use tengen_games::gomoku::{Gomoku, Point, Rule};

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board of marks: `X`, `O`, `.`.
#[derive(Clone, Debug)]
pub struct Naive {
    marks: Vec<Vec<char>>,
    pub rule: Rule,
    pub side: Color,
}

fn mark(side: Color) -> char {
    if side == Color::Black { 'X' } else { 'O' }
}

impl Naive {
    pub fn new(rule: Rule, size: usize) -> Self {
        Self { marks: vec![vec!['.'; size]; size], rule, side: Color::Black }
    }

    pub fn of(position: &Gomoku) -> Self {
        let mut naive = Self::new(position.rule(), position.size().into());
        naive.side = position.side_to_move();
        for side in Color::BOTH {
            for stone in position.stones(side).iter() {
                naive.marks[stone.row() as usize][stone.col() as usize] = mark(side);
            }
        }
        naive
    }

    /// The marks, row by row.
    pub fn text(&self) -> String {
        self.marks.iter().flatten().collect()
    }

    fn at(&self, col: i32, row: i32) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.marks.get(row));
        let found = row.and_then(|row| usize::try_from(col).ok().and_then(|col| row.get(col)));
        found.copied().unwrap_or('#')
    }

    pub fn put(&mut self, side: Color, (col, row): (i32, i32)) {
        self.marks[row as usize][col as usize] = mark(side);
    }

    fn points(&self) -> Vec<(i32, i32)> {
        let size = self.marks.len() as i32;
        (0..size).flat_map(|row| (0..size).map(move |col| (col, row))).collect()
    }

    /// `length` places from a point in a direction, with their marks, after `before` places of run-up.
    fn window(&self, (col, row): (i32, i32), (dx, dy): (i32, i32), length: i32) -> Vec<((i32, i32), char)> {
        (0..length).map(|i| (col + i * dx, row + i * dy)).map(|(x, y)| ((x, y), self.at(x, y))).collect()
    }

    /// True when a side has a winning row anywhere.
    pub fn has_won(&self, side: Color) -> bool {
        let (own, enemy) = (mark(side), mark(!side));
        self.points().into_iter().any(|start| {
            DIRECTIONS.into_iter().any(|(dx, dy)| {
                let before = self.at(start.0 - dx, start.1 - dy);
                let row: String = self.window(start, (dx, dy), 30).iter().map(|place| place.1).collect();
                let length = row.chars().take_while(|&c| c == own).count();
                let after = row.chars().nth(length).unwrap();
                let hemmed = before == enemy && after == enemy;
                before != own
                    && match (self.rule, side) {
                        (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
                        (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
                        (Rule::Caro, _) => length >= 6 || (length == 5 && !hemmed),
                        (Rule::CaroExact, _) => length == 5 && !hemmed,
                    }
            })
        })
    }

    /// True where renju forbids Black a free point.
    pub fn is_forbidden(&self, point: (i32, i32)) -> bool {
        let mut after = self.clone();
        after.put(Color::Black, point);
        if after.exact_five(point) {
            return false;
        }
        if after.rows_of(point, 6).iter().any(|row| row.iter().all(|place| place.1 == 'X')) {
            return true;
        }
        // A four is known by its stones, whichever point completes them.
        let mut fours = Vec::new();
        for row in after.lone_rows_of(point, 5) {
            let stones: Vec<_> = row.iter().filter(|place| place.1 == 'X').map(|place| place.0).collect();
            if stones.len() == 4 && row.iter().any(|place| place.1 == '.') && !fours.contains(&stones) {
                fours.push(stones);
            }
        }
        if fours.len() >= 2 {
            return true;
        }
        let in_line_with_four = |direction: (i32, i32)| {
            fours.iter().any(|four| {
                let (a, b) = (four[0], four[1]);
                ((b.0 - a.0).signum(), (b.1 - a.1).signum()) == direction
            })
        };
        let threes = DIRECTIONS
            .into_iter()
            .filter(|&direction| !in_line_with_four(direction) && after.is_three(point, direction));
        threes.count() >= 2
    }

    fn exact_five(&self, point: (i32, i32)) -> bool {
        self.lone_rows_of(point, 5).iter().any(|row| row.iter().all(|place| place.1 == 'X'))
    }

    /// A straight four lacks one stone: three and a gap between two free ends, no further stone beyond.
    fn is_three(&self, point: (i32, i32), direction: (i32, i32)) -> bool {
        let rows = self.rows_along(point, direction, 6);
        rows.into_iter().any(|row| {
            let text: String = row.iter().map(|place| place.1).collect();
            let gap = match &text[1..5] {
                ".XXX" => 1,
                "X.XX" => 2,
                "XX.X" => 3,
                "XXX." => 4,
                _ => return false,
            };
            let inside = row[1..5].iter().any(|place| place.0 == point);
            let ends = text.starts_with('.') && text.ends_with('.');
            let ((x, y), (dx, dy)) = (row[0].0, direction);
            let lone = self.at(x - dx, y - dy) != 'X' && self.at(x + 6 * dx, y + 6 * dy) != 'X';
            let mut after = self.clone();
            after.put(Color::Black, row[gap].0);
            inside && ends && lone && !after.exact_five(row[gap].0) && !self.is_forbidden(row[gap].0)
        })
    }

    /// All rows of `length` places through a point in one direction.
    fn rows_along(&self, point: (i32, i32), (dx, dy): (i32, i32), length: i32) -> Vec<Vec<((i32, i32), char)>> {
        (0..length).map(|i| self.window((point.0 - i * dx, point.1 - i * dy), (dx, dy), length)).collect()
    }

    fn rows_of(&self, point: (i32, i32), length: i32) -> Vec<Vec<((i32, i32), char)>> {
        DIRECTIONS.into_iter().flat_map(|direction| self.rows_along(point, direction, length)).collect()
    }

    /// Rows of `length` places through a point with no black stone right before or after.
    fn lone_rows_of(&self, point: (i32, i32), length: i32) -> Vec<Vec<((i32, i32), char)>> {
        let mut rows = self.rows_of(point, length + 2);
        rows.retain(|row| {
            row[0].1 != 'X' && row[row.len() - 1].1 != 'X' && row[1..row.len() - 1].iter().any(|place| place.0 == point)
        });
        rows.into_iter().map(|row| row[1..row.len() - 1].to_vec()).collect()
    }

    /// The free points that the side to move may play, whatever came before.
    pub fn moves(&self) -> Vec<(i32, i32)> {
        let mut points = self.points();
        points.retain(|&(col, row)| {
            let forbidden = || self.rule == Rule::Renju && self.side == Color::Black && self.is_forbidden((col, row));
            self.at(col, row) == '.' && !forbidden()
        });
        points
    }

    /// Move sequences of exactly `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_won(!self.side) {
            return 0;
        }
        self.moves().into_iter().map(|point| self.after(point).perft(depth - 1)).sum()
    }

    /// The board after a move of the side to move.
    pub fn after(&self, point: (i32, i32)) -> Self {
        let mut next = self.clone();
        next.put(self.side, point);
        next.side = !self.side;
        next
    }
}

/// The coordinates of a point.
pub fn place(point: Point) -> (i32, i32) {
    let Vertex { col, row } = point.vertex();
    (col.into(), row.into())
}
