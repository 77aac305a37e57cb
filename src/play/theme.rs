//! Colours and characters, as far as the terminal has them.

use ratatui::style::{Color as Shade, Modifier, Style};
use tengen_core::game::Color;

/// What the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Characters beyond ASCII.
    pub unicode: bool,
    /// Colours.
    pub colors: bool,
}

/// Lines of a box by the directions that they go to from the middle: 1 up, 2 right, 4 down, 8 left.
const BOX: [&str; 16] = [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];

/// The directions of a box's lines.
pub const UP: u8 = 1;
/// To the right.
pub const RIGHT: u8 = 2;
/// Downwards.
pub const DOWN: u8 = 4;
/// To the left.
pub const LEFT: u8 = 8;

/// Shades of the 256 that terminals have.
mod shade {
    pub const BLACK: u8 = 16;
    pub const WHITE: u8 = 231;
    pub const GREEN: u8 = 29;
    pub const DARK_GREEN: u8 = 22;
    pub const WOOD: u8 = 180;
    pub const DARK_WOOD: u8 = 94;
    pub const CURSOR: u8 = 226;
    pub const BLUE: u8 = 25;
    pub const RED: u8 = 160;
    pub const ORANGE: u8 = 208;
    pub const GRAY: u8 = 245;
}

impl Theme {
    /// A stone.
    pub const fn stone(self, color: Color) -> &'static str {
        match (color, self.unicode) {
            (Color::Black, true) => "●",
            (Color::White, true) => "○",
            (Color::Black, false) => "X",
            (Color::White, false) => "O",
        }
    }

    /// A stone on the board: what is black or white there needs no hollow one.
    pub const fn stone_on_board(self, color: Color) -> &'static str {
        if self.colors && self.unicode { "●" } else { self.stone(color) }
    }

    /// Lines that meet, by the directions that they go to.
    pub const fn lines(self, directions: u8) -> &'static str {
        if self.unicode {
            return BOX[(directions & 15) as usize];
        }
        match directions {
            0 => " ",
            directions if directions & !(UP | DOWN) == 0 => "|",
            directions if directions & !(LEFT | RIGHT) == 0 => "-",
            _ => "+",
        }
    }

    /// A line that falls to the right, or rises.
    pub const fn diagonal(self, falls: bool) -> &'static str {
        match (falls, self.unicode) {
            (true, true) => "╲",
            (false, true) => "╱",
            (true, false) => "\\",
            (false, false) => "/",
        }
    }

    /// An empty point that is not seen by its lines.
    pub const fn empty(self) -> &'static str {
        if self.unicode { "·" } else { "." }
    }

    /// A point that a move may go to.
    pub const fn legal(self) -> &'static str {
        if self.unicode { "•" } else { "*" }
    }

    /// A point that the rules forbid.
    pub const fn forbidden(self) -> &'static str {
        if self.unicode { "×" } else { "x" }
    }

    /// The point of a hint.
    pub const fn hint(self) -> &'static str {
        if self.unicode { "◆" } else { "?" }
    }

    /// What stands before the side to move.
    pub const fn turn(self) -> &'static str {
        if self.unicode { "▸" } else { ">" }
    }

    fn style(self, style: Style, otherwise: Modifier) -> Style {
        if self.colors { style } else { Style::new().add_modifier(otherwise) }
    }

    /// The board, with squares or lines.
    pub fn board(self, squares: bool) -> Style {
        let (line, back) = if squares { (shade::DARK_GREEN, shade::GREEN) } else { (shade::DARK_WOOD, shade::WOOD) };
        self.style(Style::new().fg(Shade::Indexed(line)).bg(Shade::Indexed(back)), Modifier::empty())
    }

    /// The stones of a side.
    pub fn stones(self, color: Color) -> Style {
        let shade = if color == Color::Black { shade::BLACK } else { shade::WHITE };
        self.style(Style::new().fg(Shade::Indexed(shade)).add_modifier(Modifier::BOLD), Modifier::BOLD)
    }

    /// Names of columns and rows.
    pub fn labels(self) -> Style {
        self.style(Style::new().fg(Shade::Indexed(shade::GRAY)), Modifier::empty())
    }

    /// Points that a move may go to.
    pub fn legals(self, squares: bool) -> Style {
        let shade = if squares { shade::BLACK } else { shade::BLUE };
        self.style(Style::new().fg(Shade::Indexed(shade)), Modifier::empty())
    }

    /// What is forbidden, or about to be taken.
    pub fn danger(self) -> Style {
        self.style(Style::new().fg(Shade::Indexed(shade::RED)).add_modifier(Modifier::BOLD), Modifier::BOLD)
    }

    /// What stands around the point under the cursor.
    pub fn cursor(self) -> Style {
        self.style(Self::around(shade::CURSOR), Modifier::REVERSED)
    }

    /// What stands around the points entered of a move.
    pub fn chosen(self) -> Style {
        self.style(Self::around(shade::ORANGE), Modifier::BOLD)
    }

    fn around(shade: u8) -> Style {
        Style::new().fg(Shade::Indexed(shade::BLACK)).bg(Shade::Indexed(shade)).add_modifier(Modifier::BOLD)
    }

    /// The stone of the last move.
    pub fn last(self) -> Style {
        self.style(Style::new().bg(Shade::Indexed(shade::BLUE)), Modifier::UNDERLINED)
    }

    /// The points of a hint.
    pub fn hints(self) -> Style {
        let style = Style::new().fg(Shade::Indexed(shade::WHITE)).bg(Shade::Indexed(shade::BLUE));
        self.style(style.add_modifier(Modifier::BOLD), Modifier::REVERSED)
    }

    /// The value of a move, or of the best one.
    pub fn value(self, best: bool) -> Style {
        let style = if best {
            Style::new().fg(Shade::Indexed(shade::WHITE)).bg(Shade::Indexed(shade::BLUE)).add_modifier(Modifier::BOLD)
        } else {
            Style::new().fg(Shade::Indexed(shade::BLACK))
        };
        self.style(style, if best { Modifier::BOLD.union(Modifier::REVERSED) } else { Modifier::empty() })
    }

    /// The move of the list whose position is on the board.
    pub fn here(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD.union(Modifier::REVERSED))
    }

    /// Headings.
    pub fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub fn aside(self) -> Style {
        self.style(Style::new().fg(Shade::Indexed(shade::GRAY)), Modifier::DIM)
    }
}
