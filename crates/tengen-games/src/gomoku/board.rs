//! The board and the rules.

use super::bits::{Bits, INDICES, Point, STEPS};
use super::forbidden::{Foul, foul};
use tengen_core::game::{Color, Game, Outcome, Size, Vertex, zobrist};

/// A key for every stone on every point, Black's first; the last one is never used by a stone.
static KEYS: [u64; 2 * INDICES] = zobrist::keys(0x60_40_C0);

/// The key of White to move. No point has the last index.
const WHITE_TO_MOVE: usize = 2 * INDICES - 1;

/// The key of a side's stone on a point.
#[inline]
pub(super) const fn key(side: Color, point: Point) -> u64 {
    KEYS[side.index() * INDICES + point.index() % INDICES]
}

/// The key that changes with the side to move.
#[inline]
pub(super) const fn turn_key() -> u64 {
    KEYS[WHITE_TO_MOVE]
}

/// A position: stones, side to move, rule set. How the game ended is settled when the last move is made.
///
/// A full board is a draw. So is, in renju, a board on which every free point is forbidden to Black, whose turn it
/// is: as when both sides pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Gomoku {
    stones: [Bits; 2],
    free: Bits,
    hash: u64,
    outcome: Option<Outcome>,
    plies_left: u16,
    size: u8,
    rule: Rule,
    side_to_move: Color,
}

impl Gomoku {
    /// The empty board, of 5 to [`MAX_SIZE`](super::bits::MAX_SIZE) lines.
    pub fn new(rule: Rule, size: u8) -> Self {
        Self {
            stones: [Bits::default(); 2],
            free: Bits::board(size),
            hash: zobrist::mix(u64::from(size) << 8 | rule as u64),
            outcome: None,
            plies_left: u16::from(size).pow(2),
            size,
            rule,
            side_to_move: Color::Black,
        }
    }

    /// A position from stones on different points; how it ended is found by looking at every stone. `None` when both
    /// sides have a winning row.
    pub(super) fn with_stones(&self, stones: &[(Color, Point)], side_to_move: Color) -> Option<Self> {
        let mut position = Self::new(self.rule, self.size);
        for &(side, point) in stones {
            position.put(side, point);
        }
        if side_to_move == Color::White {
            position.turn();
        }
        let won = |color| stones.iter().any(|&(side, point)| side == color && position.wins_at(side, point));
        position.outcome = match Color::BOTH.map(won) {
            [true, true] => return None,
            [true, false] => Some(Outcome::Win(Color::Black, 1)),
            [false, true] => Some(Outcome::Win(Color::White, 1)),
            [false, false] => position.drawn(),
        };
        Some(position)
    }

    /// The number of lines.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The rule set.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// A side's stones.
    pub const fn stones(&self, side: Color) -> &Bits {
        &self.stones[side.index()]
    }

    /// The points without a stone.
    pub const fn free(&self) -> &Bits {
        &self.free
    }

    /// The same stones with the other side to move: what a move is worth shows against doing nothing.
    pub(super) fn after_pass(&self) -> Self {
        let mut after = self.clone();
        after.turn();
        after
    }

    /// Why the rules forbid a free point to the side to move.
    pub fn foul(&self, point: Point) -> Option<Foul> {
        if self.rule.forbids(self.side_to_move) { self.black_foul(point) } else { None }
    }

    /// Why renju forbids a free point to Black, whichever side is to move.
    pub(super) fn black_foul(&self, point: Point) -> Option<Foul> {
        foul(self.stones(Color::Black), &self.free, point)
    }

    /// Stones of one side in a row beyond a point, in one sense of a direction.
    pub fn run(&self, side: Color, point: Point, step: i32) -> u32 {
        let mut next = point.shifted(step);
        let mut count = 0;
        while self.stones(side).has(next) {
            count += 1;
            next = next.shifted(step);
        }
        count
    }

    /// True when a side's stone on this point is part of a row that wins.
    pub fn wins_at(&self, side: Color, point: Point) -> bool {
        STEPS.into_iter().any(|step| self.wins_along(side, point, step))
    }

    /// True when the row of a side's stone on this point in one direction wins.
    fn wins_along(&self, side: Color, point: Point, step: i32) -> bool {
        let runs = [-step, step].map(|step| self.run(side, point, step));
        let end = |step: i32, run: u32| point.shifted(step * (run as i32 + 1));
        let hemmed = || self.stones(!side).has(end(-step, runs[0])) && self.stones(!side).has(end(step, runs[1]));
        let length = 1 + runs[0] + runs[1];
        length >= 5 && self.rule.wins(side, length, hemmed())
    }

    /// The rows that have won the game, each from end to end; none where it goes on or is drawn.
    pub(super) fn winning_rows(&self) -> Vec<Vec<Point>> {
        let Some(side) = self.outcome.and_then(Outcome::winner) else { return Vec::new() };
        let stones = self.stones(side);
        let begins = |point: Point, step: i32| !stones.has(point.shifted(-step)) && self.wins_along(side, point, step);
        let row = |point: Point, step: i32| {
            (0..=self.run(side, point, step) as i32).map(move |place| point.shifted(place * step)).collect()
        };
        let of_stone =
            |point: Point| STEPS.into_iter().filter(move |&step| begins(point, step)).map(move |step| row(point, step));
        stones.iter().flat_map(of_stone).collect()
    }

    fn put(&mut self, side: Color, point: Point) {
        self.stones[side.index()].insert(point);
        self.free.remove(point);
        self.hash ^= key(side, point);
        self.plies_left -= 1;
    }

    fn turn(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.hash ^= turn_key();
    }

    /// The outcome of a position without a winning row.
    fn drawn(&self) -> Option<Outcome> {
        let stuck = !self.free.iter().any(|point| self.foul(point).is_none());
        stuck.then_some(Outcome::Draw)
    }
}

impl Game for Gomoku {
    type Move = Point;

    fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        moves.extend(self.free.iter().filter(|&point| self.foul(point).is_none()));
    }

    fn play(&mut self, mv: Point) {
        if !self.free.has(mv) {
            return;
        }
        let side = self.side_to_move;
        self.put(side, mv);
        self.turn();
        self.outcome = if self.wins_at(side, mv) { Some(Outcome::Win(side, 1)) } else { self.drawn() };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn image(&self, symmetry: u8) -> Option<Self> {
        let stones = Color::BOTH.into_iter().flat_map(|side| self.stones(side).iter().map(move |point| (side, point)));
        let size = Size::square(self.size);
        let image = |(side, point): (Color, Point)| {
            let Vertex { col, row } = point.vertex().image(symmetry, size)?;
            Some((side, Point::new(col, row)))
        };
        self.with_stones(&stones.map(image).collect::<Option<Vec<_>>>()?, self.side_to_move)
    }

    /// The symmetric hash by the keys of the stones alone: no image is made.
    fn symmetric_hash(&self) -> u64 {
        let size = Size::square(self.size);
        let stones =
            || Color::BOTH.into_iter().flat_map(|side| self.stones(side).iter().map(move |point| (side, point)));
        let rest = stones().fold(self.hash, |hash, (side, point)| hash ^ key(side, point));
        let mut hashes = [rest; 8];
        for (side, point) in stones() {
            for (hash, symmetry) in hashes.iter_mut().zip(0..) {
                let image = point.vertex().image(symmetry, size);
                *hash ^= image.map_or(0, |Vertex { col, row }| key(side, Point::new(col, row)));
            }
        }
        hashes.into_iter().fold(self.hash, u64::min)
    }

    fn count_moves(&self) -> usize {
        match self.outcome {
            Some(_) => 0,
            None if self.rule.forbids(self.side_to_move) => self.moves().len(),
            None => self.plies_left as usize,
        }
    }

    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(self.plies_left))
    }
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Black wins with exactly five and may make neither an overline nor two fours or two threes at once; White wins
    /// with five or more.
    Renju,
    /// Five win unless an enemy stone stands at each end; the edge blocks nothing. Six or more always win.
    Caro,
    /// Five win unless an enemy stone stands at each end; the edge blocks nothing. Six or more do not win: Gomocup's caro league.
    CaroExact,
}

impl Rule {
    /// All rule sets, the default first.
    pub const ALL: [Self; 5] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::CaroExact];

    /// The name that `set_rule` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }

    /// The rule set of this name; the default one for a name that no rule set has.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|rule| rule.name() == name).unwrap_or(Self::ALL[0])
    }

    /// The rule set that a record names: by its own name, by Gomocup's number (0, 1, 4), or as `KataGomo` and web programs write it.
    pub fn recorded(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let basic = text.strip_prefix("basicrule").map(|rules| rules.split("vcnrule").next().unwrap_or_default());
        match basic.unwrap_or(&text) {
            "0" | "free" | "gomoku" | "free-style" | "free style" => Some(Self::Freestyle),
            "1" | "exact" | "exactly five" | "standard gomoku" => Some(Self::Standard),
            "4" | "rif" | "renju rif" | "rif rule" => Some(Self::Renju),
            name => Self::ALL.into_iter().find(|rule| rule.name() == name),
        }
    }

    /// True when a row of exactly `length` stones wins for `side`. `hemmed` is true where an enemy stone stands at each end.
    pub const fn wins(self, side: Color, length: u32, hemmed: bool) -> bool {
        match (self, side) {
            (Self::Freestyle, _) | (Self::Renju, Color::White) => length >= 5,
            (Self::Standard, _) | (Self::Renju, Color::Black) => length == 5,
            (Self::Caro, _) => length > 5 || (length == 5 && !hemmed),
            (Self::CaroExact, _) => length == 5 && !hemmed,
        }
    }

    /// True where five in a row do not win with an enemy stone at each end.
    pub const fn can_be_hemmed(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// True where some points are forbidden to this side.
    pub const fn forbids(self, side: Color) -> bool {
        matches!((self, side), (Self::Renju, Color::Black))
    }
}
