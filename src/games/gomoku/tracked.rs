//! A position with what the search wants to know at every node, kept up to date move by move: line keys, the
//! patterns on every free point, and the sums and sets that follow from them.

use super::bits::{Bits, INDICES, Point, STEPS};
use super::board::Position;
use super::cells::{Cell, Cells, Code, Threat, pattern_bits, with_pattern};
use super::lines::{EMPTY, Lines, Pattern, mark};
use crate::game::{Color, Game, Outcome};
use crate::search::Score;

/// Lines in one diagonal direction of the largest board.
const LINES: usize = 43;

/// Walls on either side of the largest board's lines in their keys.
const MARGIN: usize = 5;

/// Points this near to a stone are candidates.
const NEAR: u8 = 2;

/// A position and its patterns.
#[derive(Clone)]
pub struct Tracked {
    position: Position,
    lines: &'static Lines,
    cells: &'static Cells,
    keys: [[u64; LINES]; 4],
    codes: [[Code; 2]; INDICES],
    threats: [[Bits; Threat::COUNT]; 2],
    /// Of either side, when it is to move and when not.
    values: [[Score; 2]; 2],
    near: Bits,
}

/// The line through a point in a direction, and the point's place in its key.
fn line_of(point: Point, direction: usize) -> (usize, usize) {
    let (col, row) = (point.col() as usize, point.row() as usize);
    let (line, along) = match direction {
        0 => (row, col),
        1 => (col, row),
        2 => (row + LINES / 2 - col, row),
        _ => (row + col, row),
    };
    (line, along + MARGIN)
}

impl Tracked {
    /// Reads a position.
    pub fn new(position: &Position) -> Self {
        let mut tracked = Self {
            position: position.clone(),
            lines: Lines::of(position.rule()),
            cells: Cells::get(),
            keys: [[u64::MAX; LINES]; 4],
            codes: [[0; 2]; INDICES],
            threats: [[Bits::default(); Threat::COUNT]; 2],
            values: [[0; 2]; 2],
            near: Bits::default(),
        };
        for point in Bits::board(position.size()).iter() {
            let stone = Color::BOTH.into_iter().find(|&side| position.stones(side).has(point));
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                tracked.keys[direction][line] ^= (3 ^ stone.map_or(EMPTY, mark)) << (2 * place);
            }
            if stone.is_some() {
                tracked.widen(point);
            }
        }
        for point in position.free().iter() {
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                let patterns = tracked.lines.patterns(tracked.keys[direction][line], place);
                for side in Color::BOTH {
                    let code = &mut tracked.codes[point.index()][side.index()];
                    *code = with_pattern(*code, direction, patterns[side.index()]);
                }
            }
            for side in Color::BOTH {
                tracked.enter(side, point);
            }
        }
        tracked
    }

    /// The position itself.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The patterns that a stone of a side makes on a free point.
    pub const fn code(&self, side: Color, point: Point) -> Code {
        self.codes[point.index() % INDICES][side.index()]
    }

    /// What a stone of a side on a free point makes.
    pub fn cell(&self, side: Color, point: Point) -> &'static Cell {
        self.cells.of(self.code(side, point))
    }

    /// The free points where a stone of a side makes this threat.
    pub const fn threats(&self, side: Color, threat: Threat) -> &Bits {
        &self.threats[side.index()][threat as usize]
    }

    /// The sum of the values of all free points to the side to move, and that to the other side.
    pub fn values(&self) -> [Score; 2] {
        let side = self.side_to_move();
        [self.values[side.index()][0], self.values[(!side).index()][1]]
    }

    /// The free points near a stone.
    pub fn near(&self) -> Bits {
        self.near.and(self.position.free())
    }

    /// True where the rules let a side play on a free point, whichever side is to move.
    pub fn may_play(&self, side: Color, point: Point) -> bool {
        if !self.position.rule().forbids(side) {
            return true;
        }
        let cell = self.cell(side, point);
        match cell.threat {
            Threat::Five => true,
            Threat::Foul | Threat::DoubleFour => false,
            // Whether threes are real depends on more than their lines.
            _ => cell.threes < 2 || self.position.black_foul(point).is_none(),
        }
    }

    /// True when a side's stone on `point` would still make this threat or more after its enemy played on `answer`.
    pub fn survives(&self, side: Color, point: Point, answer: Point, threat: Threat) -> bool {
        let mut code = self.code(side, point);
        for direction in 0..4 {
            let (line, place) = line_of(point, direction);
            let (other, answered) = line_of(answer, direction);
            if line == other && place.abs_diff(answered) <= self.lines.reach {
                let key = self.keys[direction][line] ^ mark(!side) << (2 * answered);
                code = with_pattern(code, direction, self.lines.patterns(key, place)[side.index()]);
            }
        }
        point != answer && self.cells.of(code).threat >= threat
    }

    /// The free points on the lines through a point, as far as a pattern reaches.
    pub fn around(&self, point: Point) -> impl Iterator<Item = Point> {
        let reach = self.lines.reach as i32;
        let on_line = move |step: i32| (-reach..=reach).map(move |distance| point.shifted(step * distance));
        let near = move |other: &Point| {
            let far = |a: u8, b: u8| i32::from(a.abs_diff(b)) > reach;
            !far(point.col(), other.col()) && !far(point.row(), other.row())
        };
        STEPS.into_iter().flat_map(on_line).filter(near).filter(|&other| self.position.free().has(other))
    }

    fn enter(&mut self, side: Color, point: Point) {
        let cell = self.cell(side, point);
        for (sum, value) in self.values[side.index()].iter_mut().zip(cell.values) {
            *sum += Score::from(value);
        }
        self.threats[side.index()][cell.threat as usize].insert(point);
    }

    fn leave(&mut self, side: Color, point: Point) {
        let cell = self.cell(side, point);
        for (sum, value) in self.values[side.index()].iter_mut().zip(cell.values) {
            *sum -= Score::from(value);
        }
        self.threats[side.index()][cell.threat as usize].remove(point);
    }

    fn widen(&mut self, stone: Point) {
        let last = self.position.size() - 1;
        for row in stone.row().saturating_sub(NEAR)..=(stone.row() + NEAR).min(last) {
            for col in stone.col().saturating_sub(NEAR)..=(stone.col() + NEAR).min(last) {
                self.near.insert(Point::new(col, row));
            }
        }
    }

    /// Writes a stone into the keys and looks up the patterns that it changes.
    fn place(&mut self, side: Color, stone: Point) {
        let reach = self.lines.reach;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, place) = line_of(stone, direction);
            let key = self.keys[direction][line] ^ mark(side) << (2 * place);
            self.keys[direction][line] = key;
            for other in place - reach..=place + reach {
                if key >> (2 * other) & 3 == EMPTY {
                    let point = stone.shifted(step * (other as i32 - place as i32));
                    self.update(point, direction, self.lines.patterns(key, other));
                }
            }
        }
    }

    fn update(&mut self, point: Point, direction: usize, patterns: [Pattern; 2]) {
        for side in Color::BOTH {
            let code = self.codes[point.index()][side.index()];
            let pattern = patterns[side.index()];
            if pattern_bits(code, direction) != pattern as u16 {
                self.leave(side, point);
                self.codes[point.index()][side.index()] = with_pattern(code, direction, pattern);
                self.enter(side, point);
            }
        }
    }
}

impl PartialEq for Tracked {
    /// All else follows from the position.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl std::fmt::Debug for Tracked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Tracked").field(&self.position).finish()
    }
}

impl Game for Tracked {
    type Move = Point;

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        self.position.legal_moves(moves);
    }

    fn play(&mut self, mv: Point) {
        if !self.position.free().has(mv) {
            return;
        }
        let side = self.side_to_move();
        for side in Color::BOTH {
            self.leave(side, mv);
        }
        self.position.play(mv);
        self.widen(mv);
        self.place(side, mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    fn plies_left(&self) -> Option<u32> {
        self.position.plies_left()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::Rule;

    /// A random game: the positions with what was kept up to date.
    fn walk(rule: Rule, size: u8, seed: u64) -> Vec<Tracked> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = Tracked::new(&Position::new(rule, size));
        let mut all = vec![game.clone()];
        while game.outcome().is_none() {
            // Near the stones, so that patterns arise.
            let mut moves = game.moves();
            let near = game.near();
            if !near.is_empty() {
                moves.retain(|&mv| near.has(mv));
            }
            let Some(&mv) = rng.choice(&moves) else { break };
            game.play(mv);
            all.push(game.clone());
        }
        all
    }

    #[test]
    fn what_is_kept_equals_what_is_read_anew() {
        for rule in Rule::ALL {
            for (seed, size) in [5, 9, 15, 22].into_iter().enumerate() {
                for kept in walk(rule, size, seed as u64) {
                    let fresh = Tracked::new(kept.position());
                    assert_eq!(kept.keys, fresh.keys);
                    assert_eq!(kept.values, fresh.values);
                    assert_eq!(kept.threats, fresh.threats);
                    assert_eq!(kept.near, fresh.near);
                    for point in kept.position.free().iter() {
                        assert_eq!(kept.codes[point.index()], fresh.codes[point.index()]);
                    }
                }
            }
        }
    }

    /// The rules' own view of the threats: fives by playing them, fours by the fives that follow.
    #[test]
    fn threats_are_what_the_rules_say() {
        for (rule, seed) in Rule::ALL.into_iter().flat_map(|rule| (0..6).map(move |seed| (rule, seed))) {
            let mut games = walk(rule, 11, seed);
            games.retain(|game| game.outcome().is_none());
            for game in games {
                let side = game.side_to_move();
                let row_now = game.moves().iter().any(|&mv| game.position().wins_at(side, mv));
                for mv in game.moves() {
                    let after = game.position().after(mv);
                    let threat = game.cell(side, mv).threat;
                    let won = after.outcome().and_then(Outcome::winner) == Some(side);
                    assert_eq!(threat == Threat::Five, won, "{mv:?} {game:?}");
                    if row_now || after.outcome().is_some() {
                        continue;
                    }
                    let fives = after.free().iter().filter(|&point| after.wins_at(side, point)).count();
                    let strong = threat >= Threat::DoubleFour;
                    assert_eq!(threat >= Threat::Four, fives > 0, "{mv:?} {threat:?} {game:?}");
                    assert!(!strong || fives > 1, "{mv:?} {threat:?} {game:?}");
                    assert!(rule == Rule::Caro || strong == (fives > 1), "{mv:?} {threat:?} {game:?}");
                }
            }
        }
    }
}
