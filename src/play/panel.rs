//! What there is to know beside the board: who plays, the moves, the review, comments, the analysis.

use super::board::percent;
use super::move_list;
use super::position::name;
use super::text::wrap;
use super::{App, Theme};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use tengen_core::game::Color;
use tengen_core::printable;
use tengen_session::tree::NodeId;
use tengen_session::{Report, Variation};

/// Columns that there is to know much in.
pub const WIDTH: u16 = 20;

/// Best lines that are shown.
const LINES: usize = 5;

/// Rows that the list of moves has before what stands below it is cut short.
const FEWEST: usize = 4;

/// The rows of the panel, one line each.
struct Rows {
    head: Vec<Line<'static>>,
    moves: Vec<move_list::Row>,
    foot: Vec<Line<'static>>,
}

impl Rows {
    fn of(app: &App, theme: Theme, area: Rect) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let mut head = head(app, theme, width);
        head.push(Line::default());
        let room = height.saturating_sub(head.len());
        let list = move_list::rows(app, width);
        let foot = foot(app, theme, width, room.saturating_sub(list.0.len().min(FEWEST)));
        let moves = move_list::around(list, room - foot.len());
        Self { head, moves, foot }
    }
}

/// Draws it where it has room.
pub fn draw(frame: &mut Frame<'_>, app: &App, theme: Theme, area: Rect) {
    if area.width < WIDTH {
        return;
    }
    let Rows { head, moves, foot } = Rows::of(app, theme, area);
    let moves = moves.iter().map(|row| row.draw(app, theme));
    let lines: Vec<_> = head.into_iter().chain(moves).chain(foot).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The move of the list at a column and row of the screen.
pub fn move_at(app: &App, theme: Theme, area: Rect, column: u16, row: u16) -> Option<NodeId> {
    let rows = Rows::of(app, theme, area);
    let row = usize::from(row.checked_sub(area.y)?).checked_sub(rows.head.len())?;
    rows.moves.get(row)?.at(column.checked_sub(area.x)?.into())
}

/// Plain rows of a text.
fn rows(text: &str, width: usize) -> impl Iterator<Item = Line<'static>> {
    wrap(text, width).into_iter().map(Line::raw)
}

fn head(app: &App, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let title = wrap(&app.position.title, width).into_iter();
    let mut lines: Vec<_> = title.map(|row| Line::styled(row, theme.heading())).collect();
    lines.extend(Color::BOTH.into_iter().flat_map(|color| side(app, theme, color, width)));
    lines.extend(remark(app, theme, width));
    lines.extend(app.position.opening.into_iter().flat_map(|opening| rows(opening, width)));
    if let Some(chance) = app.chance.filter(|_| app.position.result.is_none()) {
        let chance = percent(chance).map_or_else(
            || format!("{} can force a win", name(if chance > 0.5 { Color::Black } else { Color::White })),
            |percent| format!("Black's chance {percent} %"),
        );
        lines.extend(rows(&chance, width));
    }
    lines
}

/// Who plays a side, and whether it is to move.
fn side(app: &App, theme: Theme, color: Color, width: usize) -> Vec<Line<'static>> {
    let turn = app.position.result.is_none() && app.position.to_move == color;
    let who = if app.people.play(color) { "you".to_owned() } else { app.engine_name() };
    let mark = if turn { theme.turn() } else { " " };
    let style = if turn { theme.heading() } else { Style::new() };
    let before = [Span::styled(format!("{mark} "), style), stone(app, theme, color), Span::raw(" ")];
    let indent = before.iter().map(Span::width).sum::<usize>();
    let texts = wrap(&format!("{}: {who}", name(color)), width.saturating_sub(indent)).into_iter().enumerate();
    let line = |(row, text): (usize, String)| {
        let before = if row == 0 { before.to_vec() } else { vec![Span::raw(" ".repeat(indent))] };
        Line::from([before, vec![Span::styled(text, style)]].concat())
    };
    texts.map(line).collect()
}

/// A stone as on the board: on its colours a black one is black, whatever the terminal's own colours are.
fn stone(app: &App, theme: Theme, color: Color) -> Span<'static> {
    let style = theme.board(app.geometry.has_squares()).patch(theme.stones(color));
    Span::styled(theme.stone_on_board(color), style)
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
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    let drawn = |word: &str| {
        let color = Color::BOTH.into_iter().find(|&color| word.trim_end() == theme.stone(color));
        let blanks = &word[word.trim_end().len()..];
        let word = color.map_or_else(|| Span::raw(word.trim_end().to_owned()), |color| stone(app, theme, color));
        [word, Span::raw(blanks.to_owned())]
    };
    let row = |text: String| text.split_inclusive(' ').flat_map(drawn).collect::<Line<'_>>();
    parts.flat_map(|part| wrap(part, width)).map(row).collect()
}

/// What is known of the move on the board and of the position behind it, in at most so many rows: what has no room is left out, the
/// end of a comment too.
fn foot(app: &App, theme: Theme, width: usize, room: usize) -> Vec<Line<'static>> {
    let here = app.lines.here();
    let plain = |texts: &[String]| texts.iter().flat_map(|text| rows(text, width)).collect::<Vec<_>>();
    let whole = |part: Vec<Line<'static>>, room: usize| if part.len() > room { Vec::new() } else { part };
    let mut lines = Vec::new();
    let mut push = |part: &dyn Fn(usize) -> Vec<Line<'static>>| {
        // A row above it is empty.
        let part = part(room.saturating_sub(lines.len() + 1));
        if !part.is_empty() {
            lines.push(Line::default());
            lines.extend(part);
        }
    };
    push(&|room| whole(plain(&app.review.describe(here)), room));
    push(&|room| comment(&app.lines.node(here).comment, width, room));
    push(&|room| analysis(app, theme, width).into_iter().take(room).collect());
    push(&|room| whole(plain(app.review.summary().as_slice()), room));
    lines
}

/// A comment, as far as there is room.
fn comment(text: &str, width: usize, room: usize) -> Vec<Line<'static>> {
    let text = printable::line(&text.replace(['\r', '\n'], " "));
    if text.is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<_> = rows(&format!("* {text}"), width).collect();
    if rows.len() > room {
        rows.truncate(room.saturating_sub(1));
        rows.push(Line::raw("..."));
    }
    rows.truncate(room);
    rows
}

/// How far an analysis is, and its best lines.
fn analysis(app: &App, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let Some(report) = &app.report else {
        return if app.analysis { vec![Line::styled("Analysis", theme.heading())] } else { Vec::new() };
    };
    let heading = wrap(&format!("Depth {}, {} nodes", report.depth, count(report.nodes)), width).into_iter();
    let mut lines: Vec<_> = heading.map(|row| Line::styled(row, theme.heading())).collect();
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
