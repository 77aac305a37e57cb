//! What is shown of the game on the board, and the move that is entered on it point by point.

use tengen_core::game::notation::points_of;
use tengen_core::game::{Cell, Color, Letters, Outcome, Vertex};
use tengen_core::search::Scale;
use tengen_session::Engine;

/// The game on the board, as it is shown.
#[derive(Clone, Debug)]
pub struct ShownPosition {
    /// Game, rule set and size.
    pub title: String,
    /// What stands on each point, in the order of [`Geometry::points`](super::Geometry::points).
    pub cells: Vec<Cell>,
    /// The legal moves; none once the game is over.
    pub legal: Vec<LegalMove>,
    /// The side to move.
    pub to_move: Color,
    /// The moves played.
    pub moves: Vec<(Color, String)>,
    /// What the board does not show: counts, stones in hand.
    pub remark: String,
    /// The usual name of the opening.
    pub opening: Option<&'static str>,
    /// The point of the last move's stone.
    pub last: Option<Vertex>,
    /// The result in words, once the game is over.
    pub result: Option<String>,
    /// True where a pass is the only legal move.
    pub must_pass: bool,
    /// How values read.
    pub scale: Scale,
    /// How the letters of columns are counted.
    pub letters: Letters,
    /// Black's and White's stones in hand, where the game has such.
    pub hands: Option<[u8; 2]>,
}

/// The name of a side where a sentence begins.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

impl ShownPosition {
    /// Of a session.
    pub fn of(engine: &dyn Engine) -> Self {
        let legal = |(text, mv)| LegalMove { text, points: engine.points(mv) };
        let moves = engine.moves_played();
        let on_board = |cell: &Cell| *cell != Cell::Outside;
        Self {
            title: format!("{}, {}, {}", engine.info().name, engine.rule(), engine.size()),
            cells: engine.rows().into_iter().flatten().filter(on_board).collect(),
            legal: engine.legal_texts().into_iter().zip(engine.legal_moves()).map(legal).collect(),
            to_move: engine.side_to_move(),
            remark: remark(engine),
            opening: engine.opening(),
            last: moves.last().and_then(|(color, text)| last_stone(engine, *color, text)),
            result: result(engine),
            must_pass: engine.must_pass(),
            scale: engine.scale(),
            letters: engine.letters(),
            hands: engine.hands(),
            moves,
        }
    }

    /// Leaves nothing but the stones, those in hand, and the side to move, from which a position is set up.
    pub fn begin_setup(&mut self) {
        let count = |color| self.cells.iter().filter(|cell| **cell == Cell::Stone(color)).count();
        let [black, white] = Color::BOTH.map(count);
        let hands = self.hands.map(|[black, white]| format!(", black {black} in hand, white {white} in hand"));
        self.remark = format!("X {black}, O {white}{}", hands.unwrap_or_default());
        (self.legal, self.last, self.opening) = (Vec::new(), None, None);
        (self.result, self.must_pass) = (None, false);
    }
}

/// The last point of a move that its side has a stone on.
fn last_stone(engine: &dyn Engine, color: Color, text: &str) -> Option<Vertex> {
    let points = points_of(&engine.letters().to_gtp(text)).unwrap_or_default();
    points.into_iter().rfind(|&point| engine.cell(point) == Cell::Stone(color))
}

/// The line below the drawing, but for the side to move, the rule set and the result, which stand elsewhere.
fn remark(engine: &dyn Engine) -> String {
    let drawing = engine.drawing();
    let status = drawing.lines().last().unwrap_or_default().trim();
    let elsewhere = |part: &str| {
        part == engine.rule()
            || [" to move", " has won"].iter().any(|end| part.ends_with(end))
            || ["game over", "drawn"].iter().any(|start| part.starts_with(start))
    };
    status.split(", ").filter(|part| !elsewhere(part)).collect::<Vec<_>>().join(", ")
}

fn result(engine: &dyn Engine) -> Option<String> {
    let text = engine.result_text()?;
    Some(match engine.outcome()? {
        Outcome::Draw => "The game is drawn.".to_owned(),
        Outcome::Win(winner, _) if text.ends_with("+R") => format!("{} wins by resignation.", name(winner)),
        Outcome::Win(winner, 1) => format!("{} wins.", name(winner)),
        Outcome::Win(winner, margin) => format!("{} wins by {margin}.", name(winner)),
    })
}

/// Which points are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Those that a move may go to.
    Legal,
    /// Those that no move may go to.
    Forbidden,
}

impl Marks {
    /// What a game has few of, at its start.
    pub fn of(start: &dyn Engine) -> Self {
        let empty = start.rows().into_iter().flatten().filter(|cell| *cell == Cell::Empty).count();
        if 2 * start.legal_moves().len() < empty { Self::Legal } else { Self::Forbidden }
    }
}

/// A legal move, and the points by which it is entered; a pass has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Its text.
    pub text: String,
    /// Its points.
    pub points: Vec<Vertex>,
}

/// The points entered of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointChoice {
    /// In their order.
    pub points: Vec<Vertex>,
}

impl PointChoice {
    fn fitting<'a>(&self, legal: &'a [LegalMove]) -> impl Iterator<Item = &'a LegalMove> {
        legal.iter().filter(|mv| mv.points.starts_with(&self.points))
    }

    /// Whether a point may come next.
    pub fn may_follow(&self, legal: &[LegalMove], point: Vertex) -> bool {
        self.fitting(legal).any(|mv| mv.points.get(self.points.len()) == Some(&point))
    }

    /// Another point is chosen: the move, where that makes it whole or leaves no other; else `None`. A point that cannot
    /// follow begins anew.
    pub fn choose(&mut self, legal: &[LegalMove], point: Vertex) -> Option<String> {
        if !self.may_follow(legal, point) {
            let again = self.points.first().is_some_and(|first| *first != point);
            self.points.clear();
            if !again || !self.may_follow(legal, point) {
                return None;
            }
        }
        self.points.push(point);
        let mut fitting = self.fitting(legal);
        let (first, others) = (fitting.next()?, fitting.next().is_some());
        let whole = self.fitting(legal).find(|mv| mv.points == self.points);
        let found = whole.or_else(|| (!others).then_some(first))?;
        Some(found.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(texts: &[&str]) -> Vec<LegalMove> {
        let points = |text: &str| tengen_core::game::notation::points_of(text).unwrap_or_default();
        texts.iter().map(|text| LegalMove { text: (*text).to_owned(), points: points(text) }).collect()
    }

    /// What each of these points makes of the move.
    fn enter(legal: &[LegalMove], points: &str) -> Vec<String> {
        let mut choice = PointChoice::default();
        points.split(' ').map(|point| choice.choose(legal, point.parse().unwrap()).unwrap_or_default()).collect()
    }

    #[test]
    fn a_move_is_entered_until_it_is_the_only_one() {
        let moves = legal(&["D6-D5", "D6-B6xA1", "D6-B6xA4", "A7-A4", "PASS"]);
        assert_eq!(enter(&moves, "A7"), ["A7-A4"]);
        assert_eq!(enter(&moves, "D6 D5"), ["", "D6-D5"]);
        assert_eq!(enter(&moves, "D6 B6 A4"), ["", "", "D6-B6xA4"]);
        assert_eq!(enter(&legal(&["D6", "D6xA1"]), "D6"), ["D6"]);
    }

    #[test]
    fn a_point_that_cannot_follow_begins_anew() {
        let moves = legal(&["D6-D5", "D6-B6", "F2-F4", "F2-D2"]);
        assert_eq!(enter(&moves, "D6 F2 F4"), ["", "", "F2-F4"]);
        assert_eq!(enter(&moves, "D6 D6 B6"), ["", "", ""]);
        assert_eq!(enter(&moves, "D6 G7 D6 B6"), ["", "", "", "D6-B6"]);
    }
}
