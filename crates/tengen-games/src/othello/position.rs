//! The rules of Othello, and how it is written: A1 at the top left, row 1 on top.

use super::bits::Word;
use tengen_core::game::{Cell, Color, Game, Move, Notation, Outcome, Setup, Size, TextError, Vertex, zobrist};

/// A disc put on a square, or the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement(u8);

impl Placement {
    /// The pass: legal only for a side that has no move while the other side has one.
    pub const PASS: Self = Self(u8::MAX);

    /// A disc on the square that is this bit of the board's word.
    pub(super) const fn on(square: u8) -> Self {
        Self(square)
    }

    /// The square as a bit of the board's word; not for a pass.
    pub(super) const fn square(self) -> u8 {
        self.0
    }
}

impl Move for Placement {
    fn code(self) -> u16 {
        u16::from(self.0)
    }
}

/// A position of Othello on a board that fits the word `B`: `u64` up to 8x8, `u128` for 10x10.
///
/// The game ends when neither side can move. The margin is counted as tournaments do: the empty squares go to the
/// winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloPosition<B> {
    own: B,
    enemy: B,
    /// The squares where the side to move may play: they are needed at every visit, so they are found once.
    moves: B,
    side: Color,
    size: u8,
}

impl<B: Word> OthelloPosition<B> {
    /// The starting position on a board of `size` lines.
    ///
    /// # Panics
    /// Where `B` is not for boards of this size.
    pub fn new(size: u8) -> Self {
        assert!(B::SIZES.contains(&Size::square(size)), "a board of {size} lines");
        let middle = size / 2;
        let at = |col: u8, row: u8| B::square(row * B::STRIDE as u8 + col);
        let black = at(middle, middle - 1) | at(middle - 1, middle);
        let white = at(middle - 1, middle - 1) | at(middle, middle);
        Self::with_discs(size, [black, white], Color::Black)
    }

    /// A position with these discs, on a size that `B` is for.
    pub(super) fn with_discs(size: u8, discs: [B; 2], to_move: Color) -> Self {
        let (own, enemy) = (discs[to_move.index()], discs[(!to_move).index()]);
        let mut position = Self { own, enemy, moves: B::zero(), side: to_move, size };
        position.find_moves();
        position
    }

    /// The discs of the side to move.
    pub fn own(&self) -> B {
        self.own
    }

    /// The discs of the other side.
    pub fn enemy(&self) -> B {
        self.enemy
    }

    /// The squares where the side to move may play; none when it must pass or the game is over.
    pub fn targets(&self) -> B {
        self.moves
    }

    /// The squares where the other side could play if it were its turn.
    pub fn enemy_targets(&self) -> B {
        B::moves(self.enemy, self.own, self.empty())
    }

    /// The squares without a disc.
    pub fn empty(&self) -> B {
        self.board() & !(self.own | self.enemy)
    }

    /// All squares of the board.
    pub fn board(&self) -> B {
        B::board(self.size)
    }

    /// The four corners.
    pub fn corners(&self) -> B {
        let (right, down) = (self.size as usize - 1, (self.size as usize - 1) * B::STRIDE);
        let top = B::one() | B::one() << right;
        top | top << down
    }

    /// The number of squares along a side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The discs that a move of the side to move flips; none for a pass.
    pub fn flips(&self, mv: Placement) -> B {
        if mv == Placement::PASS { B::zero() } else { B::flips(self.own, self.enemy, mv.0) }
    }

    /// The discs of a side.
    pub fn discs(&self, color: Color) -> B {
        if color == self.side { self.own } else { self.enemy }
    }

    /// The index of the bit of a point; `None` for a point off the board.
    pub(super) fn square(&self, vertex: Vertex) -> Option<u8> {
        let inside = vertex.col < self.size && vertex.row < self.size;
        inside.then(|| vertex.row * B::STRIDE as u8 + vertex.col)
    }

    /// The point of the bit with this index.
    pub(super) fn vertex(square: u8) -> Vertex {
        Vertex::new(square % B::STRIDE as u8, square / B::STRIDE as u8)
    }

    fn find_moves(&mut self) {
        self.moves = B::moves(self.own, self.enemy, self.empty());
    }
}

impl<B: Word> Game for OthelloPosition<B> {
    type Move = Placement;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self, moves: &mut Vec<Placement>) {
        moves.extend(self.moves.squares().map(Placement));
        moves.extend(self.forced_pass());
    }

    fn play(&mut self, mv: Placement) {
        if mv != Placement::PASS {
            let flips = self.flips(mv);
            self.own |= flips | B::square(mv.0);
            self.enemy &= !flips;
        }
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.side = !self.side;
        self.find_moves();
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.moves.is_zero() || !self.enemy_targets().is_zero() {
            return None;
        }
        let (own, enemy) = (self.own.count(), self.enemy.count());
        let margin = (own.abs_diff(enemy) + self.empty().count()) as u16;
        Some(match own.cmp(&enemy) {
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(self.side, margin),
            std::cmp::Ordering::Less => Outcome::Win(!self.side, margin),
        })
    }

    fn hash(&self) -> u64 {
        let salt = u64::from(self.size) * 2 + self.side as u64;
        zobrist::mix(self.own.fold() ^ zobrist::mix(self.enemy.fold() ^ zobrist::mix(salt)))
    }

    fn image(&self, symmetry: u8) -> Option<Self> {
        let mirrored = |set: B| set.transposed().flipped(self.size).transposed();
        let image = |mut set: B| {
            set = if symmetry & 4 == 0 { set } else { set.transposed() };
            set = if symmetry & 1 == 0 { set } else { mirrored(set) };
            if symmetry & 2 == 0 { set } else { set.flipped(self.size) }
        };
        let [own, enemy, moves] = [self.own, self.enemy, self.moves].map(image);
        (symmetry < 8).then_some(Self { own, enemy, moves, ..*self })
    }

    /// The symmetric hash, by operations on whole words: perft needs it fast.
    fn symmetric_hash(&self) -> u64 {
        let mut form = [self.own, self.enemy];
        let mut least = form;
        for number in 1..8 {
            // Flips and transpositions in turn go through all forms.
            form = form.map(|set| if number % 2 == 0 { set.flipped(self.size) } else { set.transposed() });
            least = least.min(form);
        }
        Self { own: least[0], enemy: least[1], ..*self }.hash()
    }

    fn is_pass(mv: Placement) -> bool {
        mv == Placement::PASS
    }

    fn count_moves(&self) -> usize {
        if self.moves.is_zero() { usize::from(self.forced_pass().is_some()) } else { self.moves.count() as usize }
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count())
    }

    fn forced_pass(&self) -> Option<Placement> {
        let must = self.moves.is_zero() && !self.enemy_targets().is_zero();
        must.then_some(Placement::PASS)
    }
}

impl<B: Word> Notation for OthelloPosition<B> {
    const SGF_GAME: Option<u32> = Some(2);

    fn dimensions(&self) -> (u8, u8) {
        (self.size(), self.size())
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let Some(square) = self.square(vertex).map(B::square) else { return Cell::Outside };
        let color = Color::BOTH.into_iter().find(|&color| !(self.discs(color) & square).is_zero());
        color.map_or(Cell::Empty, Cell::Stone)
    }

    fn row_one_on_top() -> bool {
        true
    }

    fn move_text(&self, mv: Placement) -> String {
        if Self::is_pass(mv) { "PASS".into() } else { Self::vertex(mv.square()).to_string() }
    }

    fn parse_move(&self, text: &str) -> Result<Placement, TextError> {
        let illegal = |reason: String| Err(TextError::Illegal(reason));
        let side = self.side_to_move();
        if text.eq_ignore_ascii_case("pass") {
            return match self.forced_pass() {
                Some(pass) => Ok(pass),
                None if self.outcome().is_some() => illegal("the game is over".into()),
                None => illegal(format!("{side} has a move and may not pass")),
            };
        }
        let vertex = text.parse().ok().and_then(|vertex| self.square(vertex));
        let Some(square) = vertex else {
            return Err(TextError::Syntax(format!("{text} is not a square of this board")));
        };
        let bit = B::square(square);
        if !(self.targets() & bit).is_zero() {
            Ok(Placement::on(square))
        } else if (self.empty() & bit).is_zero() {
            illegal(format!("there is a disc on {text}"))
        } else {
            illegal(format!("{side} flips nothing on {text}"))
        }
    }

    fn parse_sgf_move(&self, text: &str) -> Result<Placement, TextError> {
        match self.parse_sgf_point(text) {
            Some(vertex) => self.parse_move(&vertex.to_string()),
            // `tt` is the pass of files that follow FF[3], `PA` that of Edax.
            None if ["", "tt", "pa", "pass"].contains(&text.to_ascii_lowercase().as_str()) => self.parse_move("pass"),
            None => Err(TextError::Syntax(format!("{text} is not a square of this board"))),
        }
    }

    /// Reads two letters, `aa` at the top left, and the Othello world's `a1` too.
    fn parse_sgf_point(&self, text: &str) -> Option<Vertex> {
        let letters = |text: &str| match *text.as_bytes() {
            [col @ b'a'..=b'z', row @ b'a'..=b'z'] => Some(Vertex::new(col - b'a', row - b'a')),
            _ => None,
        };
        let vertex = letters(text).or_else(|| text.parse().ok());
        vertex.filter(|&vertex| self.square(vertex).is_some())
    }

    fn set_up(&self, setup: &Setup) -> Result<Self, TextError> {
        let mut discs = [B::zero(); 2];
        for &(color, vertex) in &setup.stones {
            let square = self.square(vertex);
            let square = square.ok_or_else(|| TextError::Illegal(format!("{vertex} is not on the board")))?;
            discs[color.index()] |= B::square(square);
        }
        Ok(Self::with_discs(self.size(), discs, setup.side_to_move))
    }

    fn status(&self) -> String {
        let [black, white] = Color::BOTH.map(|color| self.discs(color).count());
        let state = match self.outcome() {
            Some(outcome) => format!("game over: {outcome}"),
            None => format!("{} to move", self.side_to_move()),
        };
        format!("X {black}, O {white}, {state}")
    }
}
