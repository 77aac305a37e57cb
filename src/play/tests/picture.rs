//! The picture of a game in the terminal, `docs/play.svg`.

use super::{Theme, app, host};
use crate::play::{People, screen};
use maud::{Markup, PreEscaped, html};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color as Shade, Modifier};
use tengen_core::search::{Goal, Limits, Stop};
use tengen_session::Query;

const COLORS: Theme = Theme { unicode: true, colors: true };

/// Pixels of a character, and from its upper edge down to the line that letters stand on.
const WIDTH: usize = 9;
const HEIGHT: usize = 18;
const BASE: usize = 14;

/// Pixels around the screen.
const MARGIN: usize = 12;

/// The picture of a game in the terminal, `docs/play.svg`. Where the screen has changed on purpose,
/// `SNAPSHOTS=overwrite cargo test --lib picture` draws it anew.
#[test]
fn a_picture_of_the_screen() {
    let moves = "F5 D6 C3 D3 C4 F4 F6 F3 E6 E7";
    let (mut app, _events) = app("othello", 8, moves);
    app.people = People::One(tengen_core::game::Color::Black);
    let (host, stop) = (host("othello", 8, moves), Stop::new());
    let limits = Limits { depth: Some(12), goal: Goal::Value, ..Limits::default() };
    let report = host
        .think(app.position.to_move, &Query { lines: 64, ..Query::new(limits, &stop) }, &mut |_| ())
        .unwrap()
        .report;
    app.chance = report.lines.first().map(|line| app.position.scale.win_chance(line.score));
    app.report = Some(report);
    app.analysis = true;
    let mut terminal = Terminal::new(TestBackend::new(80, 22)).unwrap();
    terminal.draw(|frame| screen::draw(frame, &app, &COLORS)).unwrap();
    let picture = svg(terminal.backend().buffer()).into_string();
    snapbox::assert_data_eq!(picture, snapbox::file!["../../../docs/play.svg": Text].raw());
}

/// The screen as a terminal of light characters on dark ground shows it.
fn svg(screen: &Buffer) -> Markup {
    let (columns, rows) = (usize::from(screen.area.width), usize::from(screen.area.height));
    let (width, height) = (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox=(format!("0 0 {width} {height}"))
            font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" {
            title { "tengen play: a game of Othello in a terminal, with the values of all moves" }
            rect width=(width) height=(height) rx="8" fill="#1c1c1c" {}
            @for (row, cells) in screen.content().chunks(columns).enumerate() {
                (line(cells, MARGIN + row * HEIGHT))
            }
        }
    }
}

/// A row of the screen: grounds, then characters, a run of cells of one look at a time.
fn line<'a>(cells: &'a [Cell], top: usize) -> Markup {
    let look = |cell: &Cell| (cell.fg, cell.bg, cell.modifier);
    let mut next = MARGIN;
    let place = |run: &'a [Cell]| {
        let left = next;
        next += run.len() * WIDTH;
        (left, run)
    };
    let runs: Vec<_> = cells.chunk_by(|a, b| look(a) == look(b)).map(place).collect();
    html! {
        @for (left, run) in &runs {
            @if let Some(fill) = color(run[0].bg) {
                rect x=(left) y=(top) width=(run.len() * WIDTH) height=(HEIGHT) fill=(fill) {}
            }
        }
        @for (left, run) in &runs {
            @let seen: Vec<_> = run.iter().zip((*left..).step_by(WIDTH)).filter(|(cell, _)| cell.symbol() != " ").collect();
            @if !seen.is_empty() {
                text y=(top + BASE) fill=(color(run[0].fg).unwrap_or_else(|| "#d8d8d8".to_owned()))
                    font-weight=[run[0].modifier.contains(Modifier::BOLD).then_some("bold")]
                    x=(seen.iter().map(|(_, left)| left.to_string()).collect::<Vec<_>>().join(" ")) {
                    @for (cell, _) in &seen { (cell.symbol()) }
                }
            }
            (PreEscaped("\n"))
        }
    }
}

/// A colour of the 256; none for the terminal's own.
fn color(shade: Shade) -> Option<String> {
    let Shade::Indexed(index) = shade else { return None };
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let (red, green, blue) = match index.checked_sub(16)? {
        cube @ ..216 => (level(cube / 36), level(cube / 6 % 6), level(cube % 6)),
        gray => [8 + 10 * (gray - 216); 3].into(),
    };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}
