//! The board, drawn from where its points and lines are.

use super::position::Marks;
use super::theme::{DOWN, LEFT, RIGHT, UP};
use super::{App, Geometry, Place, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::collections::HashMap;
use tengen_core::game::{Cell, Vertex};
use tengen_session::{Report, Variation};

/// Columns of the rows' names, and rows of the columns'.
const MARGIN: (u16, u16) = (3, 1);

/// Characters of a point: columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardScale {
    width: u16,
    height: u16,
}

/// The scales of boards with lines, and of those with squares, the largest first.
const LINES: &[BoardScale] = &[scale(6, 3), scale(4, 2), scale(3, 1), scale(2, 1)];
const SQUARES: &[BoardScale] = &[scale(4, 2), scale(2, 1)];

const fn scale(width: u16, height: u16) -> BoardScale {
    BoardScale { width, height }
}

impl BoardScale {
    /// The scales of a board, the largest first.
    pub fn all(geometry: &Geometry) -> &'static [Self] {
        if geometry.has_squares() { SQUARES } else { LINES }
    }

    /// Columns and rows of the board with the names around it.
    pub fn size(self, geometry: &Geometry) -> (u16, u16) {
        let (width, height) = self.inner(geometry);
        (width + MARGIN.0, height + MARGIN.1)
    }

    /// Columns and rows of the board alone. Where a point has no column in its middle, one more makes both sides alike; so
    /// with rows.
    fn inner(self, geometry: &Geometry) -> (u16, u16) {
        let even = |length: u16| u16::from(length.is_multiple_of(2));
        (geometry.cols * self.width + even(self.width), geometry.rows * self.height + even(self.height))
    }

    /// The middle of a place.
    fn middle(self, place: Place) -> (u16, u16) {
        (place.col * self.width + self.width / 2, place.row * self.height + self.height / 2)
    }
}

/// The point drawn at a column and row of the screen, where the board is drawn in this area.
pub fn point_at(geometry: &Geometry, scale: BoardScale, area: Rect, column: u16, row: u16) -> Option<Vertex> {
    let column = column.checked_sub(area.x + MARGIN.0)?;
    let row = row.checked_sub(area.y + MARGIN.1)?;
    geometry.at(Place { col: column / scale.width, row: row / scale.height })
}

/// Where the board is drawn.
struct Canvas<'a> {
    app: &'a App,
    theme: Theme,
    scale: BoardScale,
    left: u16,
    top: u16,
    buffer: &'a mut Buffer,
}

/// Draws the board of an app at the top left of an area that has room for it.
pub fn draw(app: &App, theme: Theme, scale: BoardScale, area: Rect, buffer: &mut Buffer) {
    let (left, top) = (area.x + MARGIN.0, area.y + MARGIN.1);
    let mut canvas = Canvas { app, theme, scale, left, top, buffer };
    canvas.draw_labels();
    canvas.draw_lines();
    canvas.draw_points();
}

impl Canvas<'_> {
    fn put(&mut self, (x, y): (u16, u16), text: &str, style: Style) {
        self.buffer.set_string(self.left + x, self.top + y, text, style);
    }

    fn draw_labels(&mut self) {
        let style = self.theme.labels();
        let points = &self.app.geometry.points;
        for (vertex, place) in points {
            let (x, y) = self.scale.middle(*place);
            let letter = self.app.position.letters.column(vertex.col).to_string();
            self.buffer.set_string(self.left + x, self.top - 1, letter, style);
            let number = format!("{:>2}", vertex.row + 1);
            self.buffer.set_string(self.left - MARGIN.0, self.top + y, number, style);
        }
    }

    fn draw_lines(&mut self) {
        let geometry = &self.app.geometry;
        let (width, height) = self.scale.inner(geometry);
        let style = self.theme.board(geometry.has_squares());
        self.buffer.set_style(Rect::new(self.left, self.top, width, height), style);
        let mut directions = vec![0; usize::from(width) * usize::from(height)];
        let mut mark = |x: u16, y: u16, direction: u8| {
            directions[usize::from(y) * usize::from(width) + usize::from(x)] |= direction;
        };
        let mut line = |from: (u16, u16), to: (u16, u16)| {
            for x in from.0..to.0 {
                mark(x, from.1, RIGHT);
                mark(x + 1, from.1, LEFT);
            }
            for y in from.1..to.1 {
                mark(from.0, y, DOWN);
                mark(from.0, y + 1, UP);
            }
        };
        if geometry.has_squares() && self.scale.height > 1 {
            (0..=geometry.cols).for_each(|col| line((col * self.scale.width, 0), (col * self.scale.width, height - 1)));
            (0..=geometry.rows)
                .for_each(|row| line((0, row * self.scale.height), (width - 1, row * self.scale.height)));
        }
        let mut diagonals = Vec::new();
        for ends in &geometry.lines {
            let [mut from, mut to] = ends.map(|place| self.scale.middle(place));
            if from > to {
                (from, to) = (to, from);
            }
            if from.0 == to.0 || from.1 == to.1 {
                line(from, to);
            } else {
                diagonals.push((from, to));
            }
        }
        for y in 0..height {
            for x in 0..width {
                let met = directions[usize::from(y) * usize::from(width) + usize::from(x)];
                if met > 0 {
                    self.put((x, y), self.theme.lines(met), style);
                }
            }
        }
        for (from, to) in diagonals {
            self.draw_diagonal(from, to, style);
        }
    }

    /// A character in every row between two points, of which the first is further left.
    fn draw_diagonal(&mut self, from: (u16, u16), to: (u16, u16), style: Style) {
        let falls = to.1 > from.1;
        let rows = to.1.abs_diff(from.1);
        for step in 1..rows {
            let x = from.0 + (2 * (to.0 - from.0) * step + rows) / (2 * rows);
            let y = if falls { from.1 + step } else { from.1 - step };
            self.put((x, y), self.theme.diagonal(falls), style);
        }
    }

    fn draw_points(&mut self) {
        let app = self.app;
        let values = app.report.as_ref().map(|report| by_point(report, &app.choice.points)).unwrap_or_default();
        let best = best_point(&values);
        let marks = self.marks();
        for ((vertex, place), cell) in app.geometry.points.iter().zip(&app.position.cells) {
            let middle = self.scale.middle(*place);
            self.draw_point(*vertex, *cell, middle, marks);
            if let Some((rank, line)) = values.get(vertex)
                && !app.hint.contains(vertex)
            {
                let text = self.value(*rank, line);
                self.draw_value(&text, best == Some(*vertex), *cell, middle);
            }
            self.draw_around(*vertex, values.contains_key(vertex), middle);
        }
    }

    /// What is marked now: where a move is half entered, the points that may follow; nothing where stones slide.
    fn marks(&self) -> Marks {
        let app = self.app;
        let may = |place: usize| app.choice.may_follow(&app.position.legal, app.geometry.points[place].0);
        let places = app.position.cells.iter().enumerate().filter(|(_, cell)| **cell == Cell::Empty);
        let none = !places.map(|(place, _)| place).any(may);
        if none || !app.choice.points.is_empty() { Marks::Legal } else { app.marks }
    }

    fn draw_point(&mut self, vertex: Vertex, cell: Cell, middle: (u16, u16), marks: Marks) {
        let (app, theme) = (self.app, self.theme);
        let squares = app.geometry.has_squares();
        let back = theme.board(squares);
        let next = app.choice.may_follow(&app.position.legal, vertex);
        let hinted = app.hint.contains(&vertex);
        let (symbol, style) = match cell {
            Cell::Stone(color) => {
                let last = (app.position.last == Some(vertex)).then(|| theme.last());
                let taken = (next && !app.choice.points.is_empty()).then(|| theme.danger());
                let hint = hinted.then(|| theme.hints());
                let styles = [Some(theme.stones(color)), last, taken, hint];
                (theme.stone_on_board(color), styles.into_iter().flatten().fold(back, Style::patch))
            }
            _ if hinted => (theme.hint(), back.patch(theme.hints())),
            _ if next && marks == Marks::Legal => (theme.legal(), back.patch(theme.legals(squares))),
            _ if !next && marks == Marks::Forbidden => (theme.forbidden(), back.patch(theme.danger())),
            _ if app.geometry.has_holes() || (squares && self.scale.height == 1) => (theme.empty(), back),
            _ => return,
        };
        self.put(middle, symbol, style);
    }

    /// The chance of winning in percent, or the length of a proven win or loss. Where there is no room for either, it is the
    /// rank of the move.
    fn value(&self, rank: usize, line: &Variation) -> String {
        if self.scale.width < 3 {
            return if rank < 9 { (rank + 1).to_string() } else { String::new() };
        }
        let scale = &self.app.position.scale;
        if let Some(percent) = percent(line.win_chance(scale)) {
            return percent.to_string();
        }
        let text = scale.text(line.score);
        let sign = if line.score > 0 { "+" } else { "-" };
        if text.len() < self.scale.width.into() { text } else { sign.to_owned() }
    }

    fn draw_value(&mut self, text: &str, best: bool, cell: Cell, (x, y): (u16, u16)) {
        let mut at = (x + 1 - (text.len() as u16).div_ceil(2), y);
        if cell != Cell::Empty {
            // Below a stone, where there is room.
            at.1 += 1;
            if self.scale.height < 3 {
                return;
            }
        }
        let style = self.theme.board(self.app.geometry.has_squares()).patch(self.theme.value(best));
        self.put(at, text, style);
    }

    /// Brackets around the cursor and around the points entered.
    fn draw_around(&mut self, vertex: Vertex, valued: bool, (x, y): (u16, u16)) {
        let (app, theme) = (self.app, self.theme);
        let (marks, style) = if app.cursor == vertex {
            (["[", "]"], theme.cursor())
        } else if app.choice.points.contains(&vertex) {
            (["(", ")"], theme.chosen())
        } else {
            return;
        };
        let style = theme.board(app.geometry.has_squares()).patch(style);
        if valued && self.scale.width < 4 {
            // There is no room beside the value.
            self.buffer.set_style(Rect::new(self.left + x - 1, self.top + y, 3, 1), style);
            return;
        }
        let reach = if self.scale.width < 4 { 1 } else { 2 };
        self.put((x - reach, y), marks[0], style);
        self.put((x + reach, y), marks[1], style);
    }
}

/// A chance in percent, 1 to 99; none for a proven win or loss.
pub fn percent(chance: f64) -> Option<u32> {
    (chance > 0.0 && chance < 1.0).then(|| ((100.0 * chance).round() as u32).clamp(1, 99))
}

/// Of all moves that go on with a point after those entered, the best line and its rank, by the point.
fn by_point<'a>(report: &'a Report, entered: &[Vertex]) -> HashMap<Vertex, (usize, &'a Variation)> {
    let mut best = HashMap::new();
    for (rank, line) in report.lines.iter().enumerate() {
        let points = report.points(line);
        if let Some(point) = points.strip_prefix(entered).and_then(|rest| rest.first()) {
            best.entry(*point).or_insert((rank, line));
        }
    }
    best
}

/// The point of the best line.
fn best_point(values: &HashMap<Vertex, (usize, &Variation)>) -> Option<Vertex> {
    values.iter().min_by_key(|(_, (rank, _))| *rank).map(|(vertex, _)| *vertex)
}
