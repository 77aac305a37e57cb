//! The screen: the board, what there is to know beside it, whose turn it is, and the keys.

use super::board::{self, BoardScale, percent};
use super::keys::{BINDINGS, OTHERS};
use super::position::name;
use super::{App, Theme};
use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use tengen_core::game::Color;
use tengen_session::{Report, Variation};

/// Columns that there is to know much in; long lines go on in the next one.
const PANEL: u16 = 20;

/// Columns between the board and the panel.
const GAP: u16 = 3;

/// Best lines that are shown.
const LINES: usize = 5;

/// Columns that the explanation of the keys takes.
const HELP: u16 = 76;

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
        let panel = GAP + PANEL;
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

/// The point at a column and row of the screen.
pub fn point_at(app: &App, area: Rect, column: u16, row: u16) -> Option<tengen_core::game::Vertex> {
    let layout = Layout::of(app, area)?;
    board::point_at(&app.geometry, layout.scale, layout.board, column, row)
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
    draw_panel(frame, app, theme, layout.panel);
    let status = match &app.typed {
        Some(typed) => Line::from(vec![Span::raw(format!("Move: {typed}")), Span::styled("_", theme.heading())]),
        None => Line::from(vec![
            Span::styled(app.status(), theme.heading()),
            Span::raw("  "),
            Span::raw(app.message.clone()),
        ]),
    };
    frame.render_widget(status, layout.status);
    let keys = BINDINGS.iter().filter(|binding| !binding.short.is_empty());
    let keys: Vec<_> = keys.map(|binding| format!("{} {}", binding.key, binding.short)).collect();
    frame.render_widget(Line::styled(keys.join("  "), theme.aside()), layout.keys);
    if app.help {
        draw_help(frame, theme, area);
    }
}

fn draw_panel(frame: &mut Frame<'_>, app: &App, theme: Theme, area: Rect) {
    if area.width < PANEL {
        return;
    }
    let width = usize::from(area.width);
    let rows = |lines: &[Line<'_>]| lines.iter().map(|line| line.width().div_ceil(width).max(1)).sum::<usize>();
    let mut lines = vec![Line::styled(app.position.title.clone(), theme.heading())];
    lines.extend(Color::BOTH.map(|color| side(app, theme, color)));
    lines.extend(remark(app, theme, width));
    lines.extend(app.position.opening.map(Line::raw));
    if let Some(chance) = app.chance.filter(|_| app.position.result.is_none()) {
        let chance = percent(chance).map_or_else(
            || format!("{} can force a win", name(if chance > 0.5 { Color::Black } else { Color::White })),
            |percent| format!("Black's chance {percent} %"),
        );
        lines.push(Line::raw(chance));
    }
    let analysis = analysis(app, theme, width);
    let room = usize::from(area.height).saturating_sub(rows(&lines) + 1 + analysis.len());
    lines.push(Line::default());
    lines.extend(moves(app, width, room));
    lines.extend(analysis);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

/// Who plays a side, and whether it is to move.
fn side(app: &App, theme: Theme, color: Color) -> Line<'static> {
    let turn = app.position.result.is_none() && app.position.to_move == color;
    let who = if app.people.play(color) { "you".to_owned() } else { app.engine_name() };
    let mark = if turn { theme.turn() } else { " " };
    let style = if turn { theme.heading() } else { Style::new() };
    // On the colours of the board a black stone is black, whatever the terminal's own colours are.
    let stone = theme.board(app.geometry.has_squares()).patch(theme.stones(color));
    Line::from(vec![
        Span::styled(format!("{mark} "), style),
        Span::styled(theme.stone_on_board(color), stone),
        Span::styled(format!(" {}: {who}", name(color)), style),
    ])
}

/// What the board does not show, with its stones as they stand there; in several lines where one is too narrow.
fn remark(app: &App, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let word = |word: &str| match word {
        "X" => theme.stone(Color::Black).to_owned(),
        "O" => theme.stone(Color::White).to_owned(),
        other => other.to_owned(),
    };
    let text = app.position.remark.split(' ').map(word).collect::<Vec<_>>().join(" ");
    let parts = if text.chars().count() > width { text.split(", ").collect() } else { vec![&*text] };
    parts.into_iter().filter(|part| !part.is_empty()).map(|part| Line::raw(part.to_owned())).collect()
}

/// The last moves, one of each side in a line.
fn moves(app: &App, width: usize, room: usize) -> Vec<Line<'static>> {
    let pair = |(number, pair): (usize, &[(Color, String)])| {
        let texts: Vec<_> = pair.iter().map(|(_, text)| text.as_str()).collect();
        let (first, second) = (texts.first().unwrap_or(&""), texts.get(1).unwrap_or(&""));
        let column = (width.saturating_sub(6) / 2).min(10);
        Line::raw(format!("{:>3}. {first:<column$} {second}", number + 1))
    };
    let lines: Vec<_> = app.position.moves.chunks(2).enumerate().map(pair).collect();
    let hidden = lines.len().saturating_sub(room);
    lines.into_iter().skip(hidden).collect()
}

/// How far an analysis is, and its best lines.
fn analysis(app: &App, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let Some(report) = &app.report else {
        return if app.analysis {
            vec![Line::default(), Line::styled("Analysis", theme.heading())]
        } else {
            Vec::new()
        };
    };
    let heading = format!("Depth {}, {} nodes", report.depth, count(report.nodes));
    let mut lines = vec![Line::default(), Line::styled(heading, theme.heading())];
    lines.extend(report.lines.iter().take(LINES).map(|line| Line::raw(variation(app, report, line, width))));
    lines
}

/// A line with its value, as far as there is room for whole moves.
fn variation(app: &App, report: &Report, line: &Variation, width: usize) -> String {
    let scale = &app.position.scale;
    let chance = percent(line.win_chance(scale)).map_or(String::new(), |percent| format!("{percent} %"));
    let mut text = format!("{chance:>4} {:>6}", scale.text(line.score));
    for mv in report.texts(line) {
        if text.len() + 1 + mv.len() > width {
            break;
        }
        text.push(' ');
        text.push_str(&mv);
    }
    text
}

/// A count in few characters.
fn count(nodes: u64) -> String {
    match nodes {
        0..10_000 => nodes.to_string(),
        10_000..10_000_000 => format!("{} k", nodes / 1_000),
        _ => format!("{} M", nodes / 1_000_000),
    }
}

fn draw_help(frame: &mut Frame<'_>, theme: Theme, area: Rect) {
    let row = |key: &str, about: &str| Line::raw(format!("{key:<10} {about}"));
    let mut lines: Vec<_> = OTHERS.iter().map(|(key, about)| row(key, about)).collect();
    lines.extend(BINDINGS.iter().map(|binding| row(&binding.key.to_string(), binding.about)));
    let (width, height) = (HELP.min(area.width), (lines.len() as u16 + 2).min(area.height));
    let place = Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    let mut block = Block::bordered().title(" Keys (any key goes on) ");
    if theme.unicode {
        block = block.border_type(BorderType::Rounded);
    } else {
        block = block.border_set(ASCII_BORDER);
    }
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
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
