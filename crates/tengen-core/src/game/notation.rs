//! How a game is written: moves, boards, set-up positions, SGF.

use super::{Color, Game, Letters, Vertex};
use std::fmt::Write as _;
use thiserror::Error;

/// What stands on a place of the rectangle that a board is drawn in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A point with nothing on it.
    Empty,
    /// A stone or disc.
    Stone(Color),
    /// Not a point of the board (most of a mill board's square).
    Outside,
}

impl Cell {
    /// `X` Black, `O` White, `.` empty, `_` outside.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Empty => ".",
            Self::Stone(Color::Black) => "X",
            Self::Stone(Color::White) => "O",
            Self::Outside => "_",
        }
    }
}

/// Why a text is no move, or no position, of a game: one line for a person to read (GTP's `why`).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TextError {
    /// The text does not follow the notation.
    #[error("{0}")]
    Syntax(String),
    /// The text is well formed, but the rules forbid what it says.
    #[error("{0}")]
    Illegal(String),
}

/// A position entered stone by stone (`set_position`, `gogui-setup`, SGF's AB and AW).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The stones. A session has seen to it that they are on points of the board, none twice.
    pub stones: Vec<(Color, Vertex)>,
    /// The side to move.
    pub side_to_move: Color,
    /// Black's and White's stones in hand, in a game that has such ([`Notation::hands`]); `None` for all that are not on the board.
    pub hands: Option<[u8; 2]>,
}

impl Setup {
    /// Stones on the board; all others are in hand, where the game has a hand.
    pub const fn new(stones: Vec<(Color, Vertex)>, side_to_move: Color) -> Self {
        Self { stones, side_to_move, hands: None }
    }
}

/// What points that were entered one by one make of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps<M> {
    /// The points are this legal move.
    Whole(M),
    /// The points are the beginning of a legal move.
    Part,
    /// The points begin no legal move.
    None,
}

/// What points make of a move in a position, from a client that knows only points ([`Notation::steps`]).
pub fn by_steps<G: Notation>(game: &G, points: &[Vertex]) -> Steps<G::Move> {
    let moves = game.moves();
    let mut fitting = moves.into_iter().filter(|&mv| game.steps(mv).starts_with(points)).peekable();
    if fitting.peek().is_none() {
        return Steps::None;
    }
    fitting.find(|&mv| game.steps(mv) == points).map_or(Steps::Part, Steps::Whole)
}

/// The points of a move's text in their order, as most games write moves: `D4`, `C2-C3`, `D6-D5XB4`; `None` for any other
/// text.
pub fn points_of(text: &str) -> Option<Vec<Vertex>> {
    text.split(['-', 'x', 'X']).map(|point| point.parse().ok()).collect()
}

/// A point from two letters, column and row: `aa` is the top left of a board with `rows` rows, row 1 at the bottom.
pub fn two_letters(text: &str, rows: u8) -> Option<Vertex> {
    let &[col @ b'a'..=b'z', row @ b'a'..=b'z'] = text.as_bytes() else { return None };
    Some(Vertex::new(col - b'a', rows.checked_sub(1 + row - b'a')?))
}

/// The written form of a game. Names are identity, orientation is display.
pub trait Notation: Game {
    /// SGF's number of the game (`GM`), where it has one: 2 Othello, 4 gomoku, 5 mill.
    const SGF_GAME: Option<u32> = None;

    /// Columns and rows of the rectangle that the board is drawn in.
    fn dimensions(&self) -> (u8, u8);

    /// What stands on a place of the rectangle that the board is drawn in.
    fn cell(&self, vertex: Vertex) -> Cell;

    /// True where people draw row 1 at the top (Othello).
    fn row_one_on_top() -> bool {
        false
    }

    /// The lines between points as people draw the board, each from end to end; none where stones stand in squares.
    fn lines(&self) -> Vec<[Vertex; 2]> {
        Vec::new()
    }

    /// The rows that the last move completed, as far as the game counts rows, each as its points from end to end: the winning ones
    /// of gomoku, also in a position that was set up, and the mills of the stone that moved. `last` is the move that led here,
    /// `None` at the start.
    fn completed(&self, _last: Option<Self::Move>) -> Vec<Vec<Vertex>> {
        Vec::new()
    }

    /// The move in upper case, a pass as `PASS`.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a legal move of this position, in any case. By default the texts of the legal moves decide, and a text of
    /// points of the board ([`points_of`]) is a move of another position; a game with more to say about why a text is no
    /// move says it here. Every game knows the word `pass`: where no side must pass,
    /// or no side ever does, it is [`TextError::Illegal`], for clients that let the sides take turns strictly.
    ///
    /// # Errors
    /// [`TextError::Syntax`] for a text that is no move in any position, [`TextError::Illegal`] (with the reason)
    /// for one that the rules forbid here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let found = self.moves().into_iter().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text));
        let (cols, rows) = self.dimensions();
        let is_point = |&Vertex { col, row }: &Vertex| {
            col < cols && row < rows && self.cell(Vertex::new(col, row)) != Cell::Outside
        };
        let is_move = || points_of(text).is_some_and(|points| points.iter().all(is_point));
        found.ok_or_else(|| {
            if text.eq_ignore_ascii_case("pass") || is_move() {
                TextError::Illegal(format!("{text} is not among the legal moves"))
            } else {
                TextError::Syntax(format!("{text} is no move on this board"))
            }
        })
    }

    /// True for a move that the rules forbid by the loss of the game: who makes it has lost. It is no legal move here, and records
    /// have it as their last.
    fn loses(&self, _text: &str) -> bool {
        false
    }

    /// The points of a move in the order in which a client that knows only points would send them: a mill slide has two, and a
    /// removal comes last. No move's points begin with all the points of another move. By default the points of the move's text
    /// ([`points_of`]). Empty for a pass.
    fn steps(&self, mv: Self::Move) -> Vec<Vertex> {
        points_of(&self.move_text(mv)).unwrap_or_default()
    }

    /// This position with the first points of a move entered, as boards are to show it; by default this position unchanged. A
    /// stone that is about to slide stays where it is. Called with proper, non-empty prefixes of some legal move's
    /// [`Notation::steps`]; games of one-point moves never see it.
    fn with_steps(&self, _entered: &[Vertex]) -> Self {
        self.clone()
    }

    /// The value of SGF's `B` or `W` property for a move; a pass is empty. By default the point, or the text of a move of
    /// several in lower case.
    fn sgf_move(&self, mv: Self::Move) -> String {
        match self.steps(mv)[..] {
            [] => String::new(),
            [vertex] => self.sgf_point(vertex),
            _ => self.move_text(mv).to_ascii_lowercase(),
        }
    }

    /// Reads the value of SGF's `B` or `W` property.
    ///
    /// # Errors
    /// As [`Notation::parse_move`].
    fn parse_sgf_move(&self, text: &str) -> Result<Self::Move, TextError> {
        match (text, self.parse_sgf_point(text)) {
            ("", _) => self.parse_move("pass"),
            (_, Some(vertex)) => self.parse_move(&vertex.to_string()),
            (_, None) if points_of(text).is_some_and(|points| points.len() > 1) => self.parse_move(text),
            (_, None) => Err(TextError::Syntax(format!("{text} is not a point of this board"))),
        }
    }

    /// SGF's name of a point: two letters, column and row, `aa` at the top left.
    fn sgf_point(&self, vertex: Vertex) -> String {
        let letter = |index: u8| char::from(b'a' + index);
        let row = if Self::row_one_on_top() { vertex.row } else { self.dimensions().1 - 1 - vertex.row };
        [letter(vertex.col), letter(row)].iter().collect()
    }

    /// Reads SGF's name of a point of this board.
    fn parse_sgf_point(&self, text: &str) -> Option<Vertex> {
        let (cols, rows) = self.dimensions();
        let Vertex { col, row } = two_letters(text, rows)?;
        let vertex = Vertex::new(col, if Self::row_one_on_top() { rows - 1 - row } else { row });
        (col < cols && self.cell(vertex) != Cell::Outside).then_some(vertex)
    }

    /// A position of the same rules and size with these stones. Either side may be to move: `gogui-setup` sets Black, and
    /// `gogui-setup_player` changes it afterwards.
    ///
    /// # Errors
    /// [`TextError::Illegal`] when the rules have no such position.
    fn set_up(&self, setup: &Setup) -> Result<Self, TextError>;

    /// Black's and White's stones that are still to be placed; `None` where the game has no stones in hand.
    fn hands(&self) -> Option<[u8; 2]> {
        None
    }

    /// The whole position as one word, from which [`Notation::parse_position`] restores it. By default the rows as
    /// they are drawn, top first, separated by `/`, and the side to move: `.X./.O./...:b`.
    fn position_text(&self) -> String {
        let rows: Vec<String> = self.rows().iter().map(|row| row.iter().map(|cell| cell.mark()).collect()).collect();
        format!("{}:{}", rows.join("/"), self.side_to_move().letter().to_ascii_lowercase())
    }

    /// The smallest [`Notation::position_text`] of this position and its images ([`Game::image`]). All images of a position have
    /// the same canonical text.
    fn canonical_text(&self) -> String {
        self.images().map(|image| image.position_text()).fold(self.position_text(), String::min)
    }

    /// Reads [`Notation::position_text`], for the same rules and size as this position's.
    ///
    /// # Errors
    /// [`TextError`] with what was expected.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (cols, rows) = self.dimensions();
        let expected =
            || TextError::Syntax(format!("expected {rows} rows of {cols} places, as in {}", self.position_text()));
        let (board, side) = text.rsplit_once(':').ok_or_else(expected)?;
        let side_to_move = side.parse().map_err(|()| expected())?;
        let lines: Vec<&str> = board.split('/').collect();
        if lines.len() != rows as usize || lines.iter().any(|line| line.chars().count() != cols as usize) {
            return Err(expected());
        }
        let mut stones = Vec::new();
        for (line, row) in lines.iter().zip(self.row_order()) {
            for (mark, col) in line.chars().zip(0..) {
                let vertex = Vertex::new(col, row);
                let outside = self.cell(vertex) == Cell::Outside;
                match mark.to_ascii_uppercase() {
                    'X' if !outside => stones.push((Color::Black, vertex)),
                    'O' if !outside => stones.push((Color::White, vertex)),
                    '.' if !outside => {}
                    '_' if outside => {}
                    _ => return Err(expected()),
                }
            }
        }
        self.set_up(&Setup::new(stones, side_to_move))
    }

    /// What a text that [`Notation::parse_position`] reads left out, and how it is read then, for a person; `None` where it says all.
    fn position_note(&self, _text: &str) -> Option<String> {
        None
    }

    /// The rows in the order in which they are drawn, top first.
    fn row_order(&self) -> Vec<u8> {
        let rows = 0..self.dimensions().1;
        if Self::row_one_on_top() { rows.collect() } else { rows.rev().collect() }
    }

    /// The cells, row by row as they are drawn.
    fn rows(&self) -> Vec<Vec<Cell>> {
        let cols = self.dimensions().0;
        let cells = |row| (0..cols).map(|col| self.cell(Vertex::new(col, row))).collect();
        self.row_order().into_iter().map(cells).collect()
    }

    /// One line of what the board alone does not show; it stands below the drawing.
    fn status(&self) -> String {
        match self.outcome() {
            Some(outcome) => format!("game over: {outcome}"),
            None => format!("{} to move", self.side_to_move()),
        }
    }

    /// The board as a person wants to see it: labels on all sides, `X` Black, `O` White, and below it
    /// [`Notation::status`]. No empty lines.
    fn drawing(&self) -> String {
        self.drawing_with(Letters::Go)
    }

    /// [`Notation::drawing`] with these letters of columns.
    fn drawing_with(&self, letters: Letters) -> String {
        let cols = self.dimensions().0;
        let labels = (0..cols).fold(String::from("  "), |mut line, col| {
            let _ = write!(line, " {}", letters.column(col));
            line
        });
        let mut text = labels.clone();
        for (row, cells) in self.row_order().into_iter().zip(self.rows()) {
            let marks = cells.iter().fold(String::new(), |line, cell| line + " " + cell.mark());
            let _ = write!(text, "\n{:2}{} {}", row + 1, marks.replace('_', " "), row + 1);
        }
        let _ = write!(text, "\n{labels}\n   {}", self.status());
        text
    }
}
