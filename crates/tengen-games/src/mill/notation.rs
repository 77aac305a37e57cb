//! How mill is written: `D6`, `D6XB4`, `D6-D5`, `D6-D5XC3`; zhiqi's captures list every stone taken.

use super::SIZE;
use super::board::{ALL, NINE_POINTS, Point, Points, TWO_SQUARES, lines, points, rows};
use super::fen;
use super::position::Mill;
use super::rule_set::RuleSet;
use super::turn::{Capture, MillMove};
use std::fmt::Write as _;
use tengen_core::game::notation::two_letters;
use tengen_core::game::{Cell, Color, Game, Letters, Notation, Setup, TextError, Vertex};

/// The board of three squares with every line that any rule set has; dots are points.
const PICTURE: &str = "   A  B  C  D  E  F  G
 7 .--------.--------. 7
   | \\      |      / |
 6 |  .-----.-----.  | 6
   |  | \\   |   / |  |
 5 |  |  .--.--.  |  | 5
   |  |  |     |  |  |
 4 .--.--.     .--.--. 4
   |  |  |     |  |  |
 3 |  |  .--.--.  |  | 3
   |  | /   |   \\ |  |
 2 |  .-----.-----.  | 2
   | /      |      \\ |
 1 .--------.--------. 1
   A  B  C  D  E  F  G";

/// The board without its outer square.
const PICTURE_OF_TWO_SQUARES: &str = "   B  C  D  E  F
 6 .-----.-----. 6
   |     |     |
 5 |  .--.--.  | 5
   |  |     |  |
 4 .--.     .--. 4
   |  |     |  |
 3 |  .--.--.  | 3
   |     |     |
 2 .-----.-----. 2
   B  C  D  E  F";

/// The inner square with its centre.
const PICTURE_OF_NINE_POINTS: &str = "   C   D   E
 5 .---.---. 5
   | \\ | / |
 4 .---.---. 4
   | / | \\ |
 3 .---.---. 3
   C   D   E";

/// A move as it is written, not checked for legality.
struct Spoken {
    from: Option<Point>,
    to: Point,
    captured: Points,
}

/// The point at a place, of the three squares or of the board.
fn known_point(vertex: Vertex, board: Points) -> Option<Point> {
    Point::at(vertex).filter(|point| point.bit() & (ALL | board) != 0)
}

/// Reads a point's name, in any case: one of the three squares, or of the board.
fn parse_point(text: &str, board: Points) -> Option<Point> {
    known_point(text.parse().ok()?, board)
}

/// The names of a set of points, alphabetically, each behind an `X`.
fn captured_text(set: Points) -> String {
    sorted(set).into_iter().fold(String::new(), |text, vertex| format!("{text}X{vertex}"))
}

/// The vertices of a set of points in the order of their names.
fn sorted(set: Points) -> Vec<Vertex> {
    let mut vertices: Vec<_> = points(set).map(Point::vertex).collect();
    vertices.sort_unstable();
    vertices
}

fn parse_spoken(text: &str, board: Points) -> Option<Spoken> {
    let parse_point = |text: &str| parse_point(text, board);
    let upper = text.to_ascii_uppercase();
    let mut parts = upper.split('X');
    let movement = parts.next()?;
    let (from, to) = match movement.split_once('-') {
        Some((from, to)) => (Some(parse_point(from)?), parse_point(to)?),
        None => (None, parse_point(movement)?),
    };
    let mut captured = 0;
    for part in parts {
        let bit = parse_point(part)?.bit();
        if captured & bit != 0 {
            return None;
        }
        captured |= bit;
    }
    Some(Spoken { from, to, captured })
}

fn illegal(reason: impl Into<String>) -> TextError {
    TextError::Illegal(reason.into())
}

impl Mill {
    /// The point at a place of the square that the board is drawn in, if the rule set has one there.
    fn point_at(&self, vertex: Vertex) -> Option<Point> {
        Point::at(vertex).filter(|point| self.rule_set().points() & point.bit() != 0)
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones(color) & point.bit() != 0)
    }

    /// The text for a point: the mark of its stone or of none, and `*` where it is closed.
    fn mark(&self, point: Point) -> &'static str {
        let stone = self.stone_at(point).map_or(Cell::Empty, Cell::Stone);
        if self.closed() & point.bit() == 0 { stone.mark() } else { "*" }
    }

    /// Why a stone cannot move as written, captures aside.
    fn movement_error(&self, spoken: &Spoken) -> TextError {
        let (side, to) = (self.side_to_move(), spoken.to.vertex());
        if self.outcome().is_some() {
            illegal("the game is over")
        } else if self.rule_set().points() & spoken.to.bit() == 0 {
            illegal(format!("{to} is outside the board"))
        } else if self.stone_at(spoken.to).is_some() {
            illegal(format!("{to} is occupied"))
        } else if self.closed() & spoken.to.bit() != 0 {
            illegal(format!("{to} is closed until all stones are placed: a stone was removed there"))
        } else if let Some(from) = spoken.from {
            match self.stone_at(from) {
                Some(color) if color != side => illegal(format!("{} is not {side}'s", from.vertex())),
                None => illegal(format!("no stone stands on {}", from.vertex())),
                Some(_) if self.slides() => illegal(format!("{to} is not next to {}", from.vertex())),
                Some(_) if self.rule_set() == RuleSet::ZHIQI => illegal("stones do not move in this game"),
                Some(_) => illegal(format!("{side} still has stones to place")),
            }
        } else {
            illegal(format!("{side} has no stone in hand: name the stone that moves, as in D6-D5"))
        }
    }

    /// The turn among `turns` whose capture is the one written.
    fn choose_capture(&self, turns: &[MillMove], spoken: &Spoken) -> Result<MillMove, TextError> {
        if let Some(turn) = turns.iter().find(|&&turn| self.captured(turn) == spoken.captured) {
            return Ok(*turn);
        }
        let list = turns.iter().map(|&turn| self.move_text(turn)).collect::<Vec<_>>().join(", ");
        match (turns, spoken.captured) {
            ([only], 0) if self.rule_set() == RuleSet::ZHIQI => Ok(*only),
            ([only], _) if only.capture == Capture::Nothing => Err(illegal(format!("nothing is captured: {list}"))),
            ([_], _) => Err(illegal(format!("that is not what is captured: {list}"))),
            (_, 0) => Err(illegal(format!("name what is captured: {list}"))),
            _ => Err(illegal(format!("that may not be captured: {list}"))),
        }
    }

    fn parse_word(&self, text: &str) -> Option<Result<Self, String>> {
        let fields: Vec<&str> = text.split('/').collect();
        let [outer, middle, inner, side, black, white, quiet] = fields[..] else { return None };
        let (mut stones, mut closed) = ([0; 2], 0);
        let has_centre = self.rule_set().points() & Point::CENTRE.bit() != 0;
        for (ring, word) in [outer, middle, inner].into_iter().enumerate() {
            let ends = ring == 2 && has_centre;
            if word.len() != usize::from(Point::RING) + usize::from(ends) {
                return None;
            }
            for (k, mark) in word.bytes().enumerate() {
                let in_ring = k < usize::from(Point::RING);
                let bit = if in_ring { 1 << (usize::from(Point::RING) * ring + k) } else { Point::CENTRE.bit() };
                match mark.to_ascii_uppercase() {
                    b'X' => stones[0] |= bit,
                    b'O' => stones[1] |= bit,
                    b'*' => closed |= bit,
                    b'.' => {}
                    _ => return None,
                }
            }
        }
        let hands = [black.parse().ok()?, white.parse().ok()?];
        let position = Self::from_parts(self.rule_set(), side.parse().ok()?, stones, hands, quiet.parse().ok()?);
        Some(position.and_then(|position| position.with_closed(closed)))
    }
}

impl Notation for Mill {
    const SGF_GAME: Option<u32> = Some(5);

    fn dimensions(&self) -> (u8, u8) {
        (SIZE.cols, SIZE.rows)
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        match self.point_at(vertex) {
            None => Cell::Outside,
            Some(point) => self.stone_at(point).map_or(Cell::Empty, Cell::Stone),
        }
    }

    fn lines(&self) -> Vec<[Vertex; 2]> {
        let (board, spokes) = (self.rule_set().points(), self.rule_set().spokes());
        lines(board, spokes).into_iter().map(|line| line.map(Point::vertex)).collect()
    }

    fn completed(&self, last: Option<MillMove>) -> Vec<Vec<Vertex>> {
        let Some(turn) = last else { return Vec::new() };
        let stones = self.stones(!self.side_to_move());
        let made = |row: &[Point; 3]| row.contains(&turn.to) && row.iter().all(|point| stones & point.bit() != 0);
        rows(self.rule_set().spokes()).filter(made).map(|row| row.map(Point::vertex).into()).collect()
    }

    fn move_text(&self, turn: MillMove) -> String {
        let from = turn.from.map_or(String::new(), |from| format!("{}-", from.vertex()));
        format!("{from}{}{}", turn.to.vertex(), captured_text(self.captured(turn)))
    }

    /// In zhiqi the captured points may be left out where only one kind of capture is possible.
    fn parse_move(&self, text: &str) -> Result<MillMove, TextError> {
        if text.eq_ignore_ascii_case("pass") {
            return Err(TextError::Illegal("mill has no passes".into()));
        }
        let spoken = parse_spoken(text, self.rule_set().points())
            .ok_or_else(|| TextError::Syntax(format!("'{text}' is no mill move such as D6, D6-D5 or D6XB4")))?;
        let mut turns = self.moves();
        turns.retain(|turn| turn.from == spoken.from && turn.to == spoken.to);
        if turns.is_empty() { Err(self.movement_error(&spoken)) } else { self.choose_capture(&turns, &spoken) }
    }

    /// A placement is `[to]`, a slide `[from, to]`, each with the removed points behind it. Zhiqi's captures need no
    /// point, but where carry and clamp are both possible the first captured point by name tells which; the two kinds
    /// never share a point.
    fn steps(&self, turn: MillMove) -> Vec<Vertex> {
        let mut steps: Vec<_> = turn.from.into_iter().chain([turn.to]).map(Point::vertex).collect();
        let captured = sorted(self.captured(turn));
        if self.rule_set() == RuleSet::ZHIQI {
            let (_, carrying, clamping) = self.placements();
            steps.extend(captured.first().filter(|_| carrying & clamping & turn.to.bit() != 0));
        } else {
            steps.extend(captured);
        }
        steps
    }

    /// The stone stands where it was put; a stone that is about to slide stays where it is.
    fn with_steps(&self, entered: &[Vertex]) -> Self {
        let begun = self.moves().into_iter().find(|&turn| self.steps(turn).starts_with(entered));
        match begun {
            Some(turn) if entered.contains(&turn.to.vertex()) => self.half_played(turn.from, turn.to),
            _ => *self,
        }
    }

    /// SGF defines nothing of `GM[5]` beyond its number; as in its other games with letters and digits, values are the
    /// game's own notation, here in lower case.
    fn sgf_move(&self, turn: MillMove) -> String {
        self.move_text(turn).to_ascii_lowercase()
    }

    fn parse_sgf_move(&self, text: &str) -> Result<MillMove, TextError> {
        match self.parse_sgf_point(text) {
            Some(vertex) => self.parse_move(&vertex.to_string()),
            None => self.parse_move(text),
        }
    }

    fn sgf_point(&self, vertex: Vertex) -> String {
        vertex.to_string().to_ascii_lowercase()
    }

    /// Reads a point such as `d6`, or the two letters that programs for Go write.
    fn parse_sgf_point(&self, text: &str) -> Option<Vertex> {
        let board = self.rule_set().points();
        let by_letters = || known_point(two_letters(text, self.dimensions().1)?, board);
        parse_point(text, board).or_else(by_letters).map(Point::vertex)
    }

    /// Every stone of the set that is not given is in its owner's hand, unless the hands are given, too.
    fn set_up(&self, setup: &Setup) -> Result<Self, TextError> {
        let mut stones = [0; 2];
        for &(color, vertex) in &setup.stones {
            let point = self.point_at(vertex).ok_or_else(|| illegal(format!("{vertex} is no point of the board")))?;
            stones[color.index()] |= point.bit();
        }
        let others = stones.map(|set: Points| self.rule_set().stones().saturating_sub(set.count_ones() as u8));
        let hands = setup.hands.unwrap_or(others);
        Self::from_parts(self.rule_set(), setup.side_to_move, stones, hands, 0).map_err(TextError::Illegal)
    }

    fn hands(&self) -> Option<[u8; 2]> {
        Some(Color::BOTH.map(|color| self.hand(color)))
    }

    /// Seven fields between slashes: the points of the outer, middle and inner ring, each clockwise from its top left
    /// corner, then the centre where the rule set has one, as `X`, `O` and `.`, and `*` for a point that a removal has closed (`#` begins a comment in GTP and in files of
    /// positions); the side to move; Black's and White's stones in hand; plies without a removal.
    fn position_text(&self) -> String {
        let mut text = String::new();
        for point in points(ALL | self.rule_set().points()) {
            if point.index() % Point::RING == 0 && point.index() > 0 {
                text.push('/');
            }
            text.push_str(self.mark(point));
        }
        let side = self.side_to_move().letter();
        let (black, white) = (self.hand(Color::Black), self.hand(Color::White));
        let _ = write!(text, "/{side}/{black}/{white}/{}", self.quiet());
        text
    }

    /// Reads Sanmill's FEN, too.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        if let Some(read) = fen::read(text, self.rule_set()) {
            return read.map(|read| read.position).map_err(TextError::Illegal);
        }
        let example = || {
            let start = Self::new(self.rule_set());
            start.moves().first().map_or(start, |&mv| start.after(mv)).position_text()
        };
        let syntax = || TextError::Syntax(format!("a mill position looks like {}", example()));
        self.parse_word(text).ok_or_else(syntax)?.map_err(TextError::Illegal)
    }

    fn position_note(&self, text: &str) -> Option<String> {
        fen::read(text, self.rule_set())?.ok()?.note
    }

    fn status(&self) -> String {
        let hand = |color: Color| format!("{color} {} in hand", self.hand(color));
        let turn = match self.outcome() {
            Some(outcome) => format!("game over: {outcome}"),
            None => format!("{} to move", self.side_to_move()),
        };
        format!("{}, {}, {turn}", hand(Color::Black), hand(Color::White))
    }

    fn drawing_with(&self, _: Letters) -> String {
        let diagonals = self.rule_set().has_diagonals();
        let template = match self.rule_set().points() {
            NINE_POINTS => PICTURE_OF_NINE_POINTS,
            TWO_SQUARES => PICTURE_OF_TWO_SQUARES,
            _ => PICTURE,
        };
        // The points of the picture stand in the order of the rows.
        let mut vertices: Vec<_> =
            points(self.rule_set().points()).map(|point| (point.vertex(), self.mark(point))).collect();
        vertices.sort_by_key(|(vertex, _)| (std::cmp::Reverse(vertex.row), vertex.col));
        let mut marks = vertices.into_iter().map(|(_, mark)| mark);
        let mut picture = String::new();
        for character in template.chars() {
            match character {
                '.' => picture.push_str(marks.next().unwrap_or_default()),
                '/' | '\\' if !diagonals => picture.push(' '),
                other => picture.push(other),
            }
        }
        format!("{picture}\n   {}", self.status())
    }
}
