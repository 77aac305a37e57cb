//! How the game is written, and the points that openings by chance are made of.

use super::bits::Point;
use super::board::Gomoku;
use tengen_core::game::{Cell, Color, Game as _, Notation, Outcome, Setup, TextError, Vertex};

impl Gomoku {
    fn on_board(&self, vertex: Vertex) -> bool {
        vertex.col < self.size() && vertex.row < self.size()
    }
}

impl Notation for Gomoku {
    const SGF_GAME: Option<u32> = Some(4);

    fn dimensions(&self) -> (u8, u8) {
        (self.size(), self.size())
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        if !self.on_board(vertex) {
            return Cell::Outside;
        }
        let point = Point::new(vertex.col, vertex.row);
        Color::BOTH.into_iter().find(|&side| self.stones(side).has(point)).map_or(Cell::Empty, Cell::Stone)
    }

    fn lines(&self) -> Vec<[Vertex; 2]> {
        let last = self.size() - 1;
        let column = |at| [Vertex::new(at, 0), Vertex::new(at, last)];
        let row = |at| [Vertex::new(0, at), Vertex::new(last, at)];
        (0..=last).map(column).chain((0..=last).map(row)).collect()
    }

    fn completed(&self, _: Option<Point>) -> Vec<Vec<Vertex>> {
        self.winning_rows().into_iter().map(|row| row.into_iter().map(Point::vertex).collect()).collect()
    }

    fn move_text(&self, mv: Point) -> String {
        mv.vertex().to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Point, TextError> {
        if text.eq_ignore_ascii_case("pass") {
            return Err(TextError::Illegal("gomoku has no passes".into()));
        }
        let vertex: Vertex = text.parse().map_err(|()| TextError::Syntax(format!("{text} is not a point")))?;
        let illegal = |why: String| Err(TextError::Illegal(why));
        if self.outcome().is_some() {
            return illegal("the game is over".into());
        }
        if !self.on_board(vertex) {
            return illegal(format!("{vertex} is off the board of {} lines", self.size()));
        }
        let point = Point::new(vertex.col, vertex.row);
        if !self.free().has(point) {
            return illegal(format!("{vertex} is occupied"));
        }
        match self.foul(point) {
            Some(foul) => illegal(format!("{vertex} is forbidden to Black: {foul}")),
            None => Ok(point),
        }
    }

    /// Renju's forbidden points (Renju International Federation, "The rules of renju", section 9).
    fn loses(&self, text: &str) -> bool {
        let point = text.parse().ok().filter(|&vertex| self.on_board(vertex));
        let point = point.map(|Vertex { col, row }| Point::new(col, row)).filter(|&point| self.free().has(point));
        self.outcome().is_none() && point.is_some_and(|point| self.foul(point).is_some())
    }

    /// Any number of stones is accepted; a winning row ends the game, and rows of both sides are refused.
    fn set_up(&self, setup: &Setup) -> Result<Self, TextError> {
        if let Some((_, vertex)) = setup.stones.iter().find(|(_, vertex)| !self.on_board(*vertex)) {
            return Err(TextError::Illegal(format!("{vertex} is off the board of {} lines", self.size())));
        }
        let stones: Vec<_> = setup.stones.iter().map(|&(side, at)| (side, Point::new(at.col, at.row))).collect();
        self.with_stones(&stones, setup.side_to_move)
            .ok_or_else(|| TextError::Illegal("both sides have a winning row".into()))
    }

    fn status(&self) -> String {
        let state = match self.outcome() {
            None => format!("{} to move", self.side_to_move()),
            Some(Outcome::Draw) => "drawn".into(),
            Some(Outcome::Win(side, _)) => format!("{side} has won"),
        };
        format!("{state}, {}", self.rule().name())
    }
}

/// The largest distance, in rows and columns, of a stone by chance from the nearest stone on the board.
const FAR: u8 = 3;

/// The largest distance, in rows and columns, of a first stone by chance from the centre.
const CENTRE: u8 = 4;

/// The legal points near the stones, on an empty board those near the centre, in the order of [`Game::moves`](tengen_core::game::Game::moves).
pub(super) fn opening_moves(position: &Gomoku) -> Vec<Point> {
    let [black, white] = [Color::Black, Color::White].map(|side| *position.stones(side));
    let stones = black.or(&white);
    let centre = Point::new(position.size() / 2, position.size() / 2);
    let is_near = |point: Point| {
        if stones.is_empty() {
            point.distance(centre) <= CENTRE
        } else {
            stones.iter().any(|stone| stone.distance(point) <= FAR)
        }
    };
    let mut moves = position.moves();
    moves.retain(|&point| is_near(point));
    moves
}
