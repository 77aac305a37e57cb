//! The explanation of the keys, and other boxes over the board.

use super::Theme;
use super::keys::Mode;
use super::text::wrap;
use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

/// Columns that the explanation of the keys takes.
const WIDTH: u16 = 78;

/// Columns of the keys' names.
const KEYS: usize = 8;

/// Columns and rows that a border and the space within it take.
const BORDER: (u16, u16) = (4, 2);

/// The rows of the explanation, page by page: at least one.
pub fn pages(mode: Mode<'_>, area: Rect) -> Vec<Vec<String>> {
    let width = usize::from(WIDTH.min(area.width).saturating_sub(BORDER.0));
    let height = usize::from(area.height.saturating_sub(BORDER.1)).max(1);
    let explained = mode.explained();
    let rows = explained.iter().flat_map(|(keys, about)| {
        let rows = wrap(about, width.saturating_sub(KEYS + 1)).into_iter().enumerate();
        rows.map(move |(row, about)| format!("{:<KEYS$} {about}", if row == 0 { keys } else { "" }))
    });
    let rows: Vec<String> = rows.collect();
    rows.chunks(height).map(<[String]>::to_vec).collect()
}

/// Draws a page of the explanation in place of everything else.
pub fn draw(frame: &mut Frame<'_>, theme: Theme, mode: Mode<'_>, page: usize, area: Rect) {
    let pages = pages(mode, area);
    let count = pages.len();
    let title = if count > 1 {
        format!(" Keys, {} of {count} (any key goes on) ", page + 1)
    } else {
        " Keys (any key goes on) ".to_owned()
    };
    let Some(rows) = pages.into_iter().nth(page) else { return };
    frame.render_widget(Clear, area);
    let (width, height) = (WIDTH.min(area.width), (rows.len() as u16 + BORDER.1).min(area.height));
    let place = Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    draw_box(frame, theme, &title, rows, place);
}

/// Draws what there is no room for in this row above it.
pub fn draw_message(frame: &mut Frame<'_>, theme: Theme, message: &str, row: Rect) {
    let rows = wrap(message, usize::from(row.width.saturating_sub(BORDER.0)));
    let height = (rows.len() as u16 + BORDER.1).min(row.y);
    draw_box(frame, theme, "", rows, Rect::new(row.x, row.y - height, row.width, height));
}

fn draw_box(frame: &mut Frame<'_>, theme: Theme, title: &str, rows: Vec<String>, place: Rect) {
    let block = Block::bordered().title(title);
    let block = if theme.unicode { block.border_type(BorderType::Rounded) } else { block.border_set(ASCII_BORDER) };
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    let lines: Vec<_> = rows.into_iter().map(Line::raw).collect();
    frame.render_widget(Paragraph::new(lines), place.inner(Margin::new(2, 1)));
}

/// A border without characters beyond ASCII.
const ASCII_BORDER: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
