//! Where the points of a board stand, as the game says: what is drawn, and what the cursor keys move among.

use tengen_core::game::{Cell, Vertex};
use tengen_session::Engine;

/// A place of the rectangle that a board is drawn in, from its top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The column.
    pub col: u16,
    /// The row, downwards.
    pub row: u16,
}

/// The points of a board, and the lines between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Columns of the rectangle.
    pub cols: u16,
    /// Rows of the rectangle.
    pub rows: u16,
    /// Every point, row by row.
    pub points: Vec<(Vertex, Place)>,
    /// The lines, each from end to end; none where stones stand in squares.
    pub lines: Vec<[Place; 2]>,
}

impl Geometry {
    /// Of the game on the board.
    pub fn of(engine: &dyn Engine) -> Self {
        let rows = engine.rows();
        let mut points = Vec::new();
        for ((number, cells), row) in engine.row_order().into_iter().zip(&rows).zip(0..) {
            let columns = cells.iter().zip(0_u8..).filter(|(cell, _)| **cell != Cell::Outside);
            points.extend(columns.map(|(_, col)| (Vertex::new(col, number), Place { col: col.into(), row })));
        }
        let cols = rows.first().map_or(0, Vec::len) as u16;
        let mut geometry = Self { cols, rows: rows.len() as u16, points, lines: Vec::new() };
        let ends = |line: [Vertex; 2]| Some([geometry.place(line[0])?, geometry.place(line[1])?]);
        geometry.lines = engine.lines().into_iter().filter_map(ends).collect();
        geometry
    }

    /// Where a point stands.
    pub fn place(&self, vertex: Vertex) -> Option<Place> {
        self.points.iter().find(|(known, _)| *known == vertex).map(|(_, place)| *place)
    }

    /// The point that stands there.
    pub fn at(&self, place: Place) -> Option<Vertex> {
        self.points.iter().find(|(_, known)| *known == place).map(|(vertex, _)| *vertex)
    }

    /// True where stones stand in squares, not on lines.
    pub fn has_squares(&self) -> bool {
        self.lines.is_empty()
    }

    /// True where the rectangle has places that are no points.
    pub fn has_holes(&self) -> bool {
        self.points.len() < usize::from(self.cols) * usize::from(self.rows)
    }

    /// The point nearest to the middle.
    ///
    /// # Panics
    /// For a board without points.
    pub fn middle(&self) -> Vertex {
        let distance = |place: Place| {
            (2 * place.col + 1).abs_diff(self.cols).pow(2) + (2 * place.row + 1).abs_diff(self.rows).pow(2)
        };
        self.points.iter().min_by_key(|(_, place)| distance(*place)).expect("a board has points").0
    }

    /// The nearest point in a direction of -1, 0 or 1 columns and rows: what is aside counts three times.
    pub fn nearest(&self, from: Vertex, (right, down): (i32, i32)) -> Option<Vertex> {
        let here = self.place(from)?;
        let distance = |place: Place| {
            let (dx, dy) = (i32::from(place.col) - i32::from(here.col), i32::from(place.row) - i32::from(here.row));
            let (along, aside) = if right == 0 { (dy * down, dx.abs()) } else { (dx * right, dy.abs()) };
            (along > 0).then_some(along + 3 * aside)
        };
        let ahead = self.points.iter().filter_map(|(vertex, place)| Some((distance(*place)?, *vertex)));
        ahead.min_by_key(|(distance, _)| *distance).map(|(_, vertex)| vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::GAMES;

    fn geometry(game: &str) -> Geometry {
        Geometry::of(&*GAMES.open(game, None, None).unwrap())
    }

    #[test]
    fn rows_go_down_as_they_are_drawn() {
        let vertex = |name: &str| name.parse().unwrap();
        let top_left = Place { col: 0, row: 0 };
        for (game, name) in [("othello", "A1"), ("gomoku", "A15"), ("mill", "A7")] {
            assert_eq!(geometry(game).at(top_left), Some(vertex(name)), "{game}");
        }
        assert_eq!(geometry("othello").middle(), vertex("D4"));
        assert_eq!(geometry("gomoku").middle(), vertex("H8"));
    }

    #[test]
    fn cursor_keys_go_to_the_nearest_point() {
        let mill = geometry("mill");
        let go = |from: &str, direction| {
            mill.nearest(from.parse().unwrap(), direction).map(|vertex| vertex.to_string()).unwrap_or_default()
        };
        let (left, right, up, down) = ((-1, 0), (1, 0), (0, -1), (0, 1));
        for (from, direction, to) in [
            ("A7", right, "D7"),
            ("D7", right, "G7"),
            ("G7", right, ""),
            ("D7", down, "D6"),
            ("D5", down, "D3"),
            ("B4", right, "C4"),
            ("C4", right, "E4"),
            ("E4", left, "C4"),
            ("A7", down, "A4"),
            ("A1", up, "A4"),
        ] {
            assert_eq!(go(from, direction), to, "{from} {direction:?}");
        }
    }
}
