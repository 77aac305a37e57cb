//! The list of moves: the line on the board, a move of each side in a row, and below each the lines that depart from it.

use super::lines::ShownLines;
use super::review::ShownReview;
use super::text::width;
use super::{App, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use tengen_core::game::Color;
use tengen_session::tree::{NodeId, ROOT};

/// Columns of a number with its dot, and the space behind it.
const NUMBER: usize = 5;

/// The most columns of a side's moves, where they are shorter.
const COLUMN: usize = 10;

/// What ends a line that departs, and one that is longer than a row.
const END: &str = ")";
const CUT: &str = " ...)";

/// A move in a row of the list.
struct Entry {
    /// The column that it begins in.
    column: usize,
    node: NodeId,
    text: String,
}

/// A row of the list.
#[derive(Default)]
pub struct Row {
    /// What stands before the moves.
    label: String,
    entries: Vec<Entry>,
    /// What stands behind them.
    end: &'static str,
}

impl Row {
    /// The move at a column.
    pub fn at(&self, column: usize) -> Option<NodeId> {
        let is_there = |entry: &&Entry| (entry.column..entry.column + width(&entry.text)).contains(&column);
        self.entries.iter().find(is_there).map(|entry| entry.node)
    }

    fn push(&mut self, column: usize, node: NodeId, text: String) {
        self.entries.push(Entry { column, node, text });
    }

    /// The column behind the last move.
    fn used(&self) -> usize {
        self.entries.last().map_or(width(&self.label), |entry| entry.column + width(&entry.text))
    }

    /// The row as it is drawn: the move on the board is marked, those behind it matter less.
    pub fn draw(&self, app: &App, theme: Theme) -> Line<'static> {
        let path = app.lines.path();
        let mut spans = vec![Span::raw(self.label.clone())];
        let mut column = width(&self.label);
        for entry in &self.entries {
            let style = if entry.node == app.lines.here() {
                theme.here()
            } else if path.contains(&entry.node) {
                Style::new()
            } else {
                theme.aside()
            };
            spans.push(Span::raw(" ".repeat(entry.column - column)));
            spans.push(Span::styled(entry.text.clone(), style));
            column = entry.column + width(&entry.text);
        }
        spans.push(Span::raw(self.end));
        Line::from(spans)
    }
}

/// All rows, and the place of the one that has the move on the board.
pub fn rows(app: &App, columns: usize) -> (Vec<Row>, usize) {
    List { lines: &app.lines, review: &app.review, columns }.rows()
}

/// Of all rows those that there is room for, around the one that has the move on the board.
pub fn around((rows, here): (Vec<Row>, usize), room: usize) -> Vec<Row> {
    let hidden = rows.len().saturating_sub(room);
    let first = here.saturating_sub(room * 2 / 3).min(hidden);
    rows.into_iter().skip(first).take(room).collect()
}

struct List<'a> {
    lines: &'a ShownLines,
    review: &'a ShownReview,
    columns: usize,
}

impl List<'_> {
    fn rows(&self) -> (Vec<Row>, usize) {
        let line = self.lines.line();
        // Where White begins, the first row has no move of Black's.
        let offset = usize::from(line.first().is_some_and(|&first| self.color(first) == Some(Color::White)));
        let (mut rows, mut here, mut rest) = (Vec::new(), 0, &line[..]);
        let mut number = 1;
        while !rest.is_empty() {
            let count = if number == 1 { 2 - offset } else { 2 }.min(rest.len());
            let (moves, others) = rest.split_at(count);
            rest = others;
            let is_second = number == 1 && offset == 1;
            let place = rows.len();
            self.push_pair(&mut rows, number, is_second, moves);
            let at = moves.iter().position(|&node| node == self.lines.here());
            if at.is_some() {
                here = if at == Some(0) { place } else { rows.len() - 1 };
            }
            for (&node, second) in moves.iter().zip([is_second, true]) {
                rows.extend(self.lines.beside(node).map(|other| self.beside(other, number, second)));
            }
            number += 1;
        }
        (rows, here)
    }

    fn color(&self, node: NodeId) -> Option<Color> {
        self.lines.node(node).mv.as_ref().map(|(color, _)| *color)
    }

    /// A move with its signs.
    fn text(&self, node: NodeId) -> String {
        let shown = self.lines.node(node);
        let text = shown.mv.as_ref().map_or("", |(_, text)| text);
        let star = if shown.comment.is_empty() || node == ROOT { "" } else { "*" };
        format!("{text}{}{star}", self.review.sign(node))
    }

    /// The moves of a number, in two rows where there is no room in one.
    fn push_pair(&self, rows: &mut Vec<Row>, number: usize, is_second: bool, moves: &[NodeId]) {
        let column = (self.columns.saturating_sub(NUMBER + 1) / 2).min(COLUMN);
        let mut row = Row { label: format!("{number:>3}. "), ..Row::default() };
        let begin = width(&row.label);
        if is_second {
            row.label.push_str("...");
        }
        for (place, &node) in moves.iter().enumerate() {
            let text = self.text(node);
            let second = is_second || place == 1;
            let at = if second { (row.used() + 1).max(begin + column + 1) } else { begin };
            if second && at + width(&text) > self.columns {
                rows.push(std::mem::take(&mut row));
                row.label = " ".repeat(begin);
                row.push(begin, node, text);
            } else {
                row.push(at, node, text);
            }
        }
        rows.push(row);
    }

    /// The beginning of a line that departs, in brackets.
    fn beside(&self, first: NodeId, number: usize, is_second: bool) -> Row {
        let dots = if is_second { "..." } else { "." };
        let mut row = Row { label: format!(" ({number}{dots} "), ..Row::default() };
        row.push(row.used(), first, self.text(first));
        let mut after = self.lines.after(first).peekable();
        let mut end = END;
        while let Some(node) = after.next() {
            let text = self.text(node);
            let behind = if after.peek().is_some() { CUT } else { END };
            if row.used() + 1 + width(&text) + width(behind) > self.columns {
                end = CUT;
                break;
            }
            row.push(row.used() + 1, node, text);
        }
        let fits = |end: &&&str| row.used() + width(end) <= self.columns;
        row.end = [end, END, ""].iter().find(fits).copied().unwrap_or_default();
        row
    }
}
