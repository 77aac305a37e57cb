//! The screen: the board, what there is to know beside it, whose turn it is, and the keys.

use super::board::{self, BoardScale};
use super::keys::Target;
use super::text::{tail, width};
use super::{App, Theme, help, panel};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// Columns between the board and the panel.
const GAP: u16 = 3;

/// What stands between the parts of a row.
const SPACE: &str = "  ";

/// Where everything is drawn.
struct Layout {
    scale: BoardScale,
    board: Rect,
    panel: Rect,
    status: Rect,
    keys: Rect,
}

impl Layout {
    /// The largest board beside the panel, or else alone; none where the screen is too small.
    fn of(app: &App, area: Rect) -> Option<Self> {
        let fits = |beside: u16, below: u16| {
            let fits = |scale: &&BoardScale| {
                let (width, height) = scale.size(&app.geometry);
                width + beside <= area.width && height + below <= area.height
            };
            BoardScale::all(&app.geometry).iter().find(fits).map(|scale| (*scale, below))
        };
        let panel = GAP + panel::WIDTH;
        let (scale, below) = fits(panel, 2).or_else(|| fits(panel, 1)).or_else(|| fits(0, 2)).or_else(|| fits(0, 1))?;
        let (width, height) = scale.size(&app.geometry);
        let rows = area.height - below;
        let left = (width + GAP).min(area.width);
        Some(Self {
            scale,
            board: Rect::new(area.x, area.y, width, height),
            panel: Rect::new(area.x + left, area.y, area.width - left, rows),
            status: Rect::new(area.x, area.y + rows, area.width, 1),
            keys: Rect::new(area.x, area.y + rows + 1, area.width, below - 1),
        })
    }
}

/// What stands at a column and row of the screen.
pub fn at(app: &App, theme: &Theme, column: u16, row: u16) -> Option<Target> {
    let layout = Layout::of(app, app.area)?;
    let point = board::point_at(&app.geometry, layout.scale, layout.board, column, row);
    let mv = || panel::move_at(app, *theme, layout.panel, column, row).map(Target::Move);
    point.map(Target::Point).or_else(mv)
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let (area, theme) = (frame.area(), *theme);
    let Some(layout) = Layout::of(app, area) else {
        let (width, height) = BoardScale::all(&app.geometry).last().map_or((0, 0), |scale| scale.size(&app.geometry));
        let text = format!(
            "This board needs {width} columns and {} rows; the terminal has {} and {}.",
            height + 1,
            area.width,
            area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    };
    board::draw(app, theme, layout.scale, layout.board, frame.buffer_mut());
    panel::draw(frame, app, theme, layout.panel);
    draw_status(frame, app, theme, layout.status);
    draw_keys(frame, app, theme, layout.keys);
    if let Some(page) = app.help {
        help::draw(frame, theme, app.mode(), page, area);
    }
}

/// What is typed, or whose turn it is; and the message, above it where there is no room.
fn draw_status(frame: &mut Frame<'_>, app: &App, theme: Theme, area: Rect) {
    let columns = usize::from(area.width);
    let (before, typed) = match &app.prompt {
        Some(prompt) => {
            let label = format!("{}: ", prompt.ask.label());
            // The cursor takes a column, too.
            let text = tail(&prompt.text, columns.saturating_sub(width(&label) + 1)).to_owned();
            (Span::raw(label + &text), Span::styled("_", theme.heading()))
        }
        None => (Span::styled(app.status(), theme.heading()), Span::raw("")),
    };
    let mut line = Line::from(vec![before, typed]);
    if !app.message.is_empty() {
        if line.width() + width(SPACE) + width(&app.message) <= columns {
            line.push_span(Span::raw(format!("{SPACE}{}", app.message)));
        } else {
            help::draw_message(frame, theme, &app.message, area);
        }
    }
    frame.render_widget(line, area);
}

/// As many letters with their names as there is room for.
fn draw_keys(frame: &mut Frame<'_>, app: &App, theme: Theme, area: Rect) {
    let mut text = String::new();
    for binding in app.mode().bindings().iter().filter(|binding| !binding.short.is_empty()) {
        let space = if text.is_empty() { "" } else { SPACE };
        let key = format!("{space}{} {}", binding.key, binding.short);
        if width(&text) + width(&key) > usize::from(area.width) {
            break;
        }
        text.push_str(&key);
    }
    frame.render_widget(Line::styled(text, theme.aside()), area);
}
