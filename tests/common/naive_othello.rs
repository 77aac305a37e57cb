//! Othello told once more, on an array: slow, and written from the rule book alone.

use tengen_core::game::{Cell, Color, Notation, Vertex};

/// A board of cells, row by row.
#[derive(Clone)]
pub struct Naive {
    size: i32,
    pub cells: Vec<Cell>,
    pub side: Color,
}

impl Naive {
    pub fn of<G: Notation>(game: &G) -> Self {
        let (size, _) = game.dimensions();
        let cells = (0..size).flat_map(|row| (0..size).map(move |col| Vertex::new(col, row)));
        Self { size: size.into(), cells: cells.map(|vertex| game.cell(vertex)).collect(), side: game.side_to_move() }
    }

    fn at(&self, col: i32, row: i32) -> Cell {
        let inside = (0..self.size).contains(&col) && (0..self.size).contains(&row);
        if inside { self.cells[(row * self.size + col) as usize] } else { Cell::Outside }
    }

    /// The points that a disc of `side` would flip.
    pub fn flips(&self, side: Color, col: i32, row: i32) -> Vec<(i32, i32)> {
        if self.at(col, row) != Cell::Empty {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
            let mut line = Vec::new();
            let (mut c, mut r) = (col + right, row + down);
            while self.at(c, r) == Cell::Stone(!side) {
                line.push((c, r));
                (c, r) = (c + right, r + down);
            }
            if self.at(c, r) == Cell::Stone(side) {
                all.append(&mut line);
            }
        }
        all
    }

    pub fn moves(&self, side: Color) -> Vec<(i32, i32)> {
        let points = (0..self.size).flat_map(|row| (0..self.size).map(move |col| (col, row)));
        points.filter(|&(col, row)| !self.flips(side, col, row).is_empty()).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        let moves = self.moves(self.side);
        if moves.is_empty() && !self.moves(!self.side).is_empty() {
            return vec!["PASS".into()];
        }
        moves.into_iter().map(|(col, row)| Vertex::new(col as u8, row as u8).to_string()).collect()
    }

    pub fn play(&mut self, text: &str) {
        if let Ok(vertex) = text.parse::<Vertex>() {
            let (col, row) = (i32::from(vertex.col), i32::from(vertex.row));
            for (c, r) in self.flips(self.side, col, row).into_iter().chain([(col, row)]) {
                self.cells[(r * self.size + c) as usize] = Cell::Stone(self.side);
            }
        }
        self.side = !self.side;
    }

    /// Discs of the side to move less those of the other.
    pub fn difference(&self) -> i32 {
        let count = |color| self.cells.iter().filter(|&&cell| cell == Cell::Stone(color)).count() as i32;
        count(self.side) - count(!self.side)
    }

    pub fn empties(&self) -> i32 {
        self.cells.iter().filter(|&&cell| cell == Cell::Empty).count() as i32
    }

    /// What the side to move wins by, the empty squares counted for the winner; `None` while the game goes on.
    pub fn margin(&self) -> Option<i32> {
        let difference = self.difference();
        self.texts().is_empty().then_some(difference + difference.signum() * self.empties())
    }
}
