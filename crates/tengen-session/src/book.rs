//! The book: positions with values, grown by the program itself, and played from without a search.
//!
//! A position is kept once for all that differ by the board's symmetries only, and without its moves: the positions that they
//! lead to are looked up. An inner position has its best replies in the book, each with a value, and its own value is the best of
//! their values for the side to move there; a leaf has the value of a search.

mod file;
mod grow;

pub use file::BookError;
pub use grow::Grower;

use super::{Answer, Engine, Report, Turn, Variation};
use indexmap::IndexMap;
use tengen_core::game::{MoveCode, Variant};
use tengen_core::search::score::before_move;
use tengen_core::search::{self, Iteration, Score};

/// What the book knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The value of the position for the side to move.
    pub score: Score,
    /// The search that the value comes from; for an inner position, the search that made it a leaf.
    pub iteration: Iteration,
    /// The state of the position in the book's tree.
    pub state: EntryState,
}

/// The state of a position in the book's tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryState {
    /// The value of the position is a search's.
    Leaf,
    /// The value of the position is a search's, and proven: there is nothing to grow.
    Proven,
    /// The best replies to the position are in the book.
    Inner,
}

/// A move that the book knows.
#[derive(Clone, PartialEq, Debug)]
pub struct BookChoice {
    /// The move.
    pub mv: MoveCode,
    /// The position after the move, by [`Board::canonical_key`](crate::Board::canonical_key): moves that mirror each other lead to
    /// the same position.
    pub after: u64,
    /// The value of the move for the side that makes it.
    pub score: Score,
    /// What the book knows of the position after the move.
    pub entry: BookEntry,
}

/// A position of a book.
#[derive(Clone, PartialEq, Debug)]
struct BookPosition {
    /// The position in the file, its [`Records::canonical_text`](crate::Records::canonical_text).
    text: String,
    entry: BookEntry,
}

/// A book of one variant of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    variant: Variant,
    /// The positions of the book, by [`Board::canonical_key`](crate::Board::canonical_key).
    positions: IndexMap<u64, BookPosition>,
}

impl Book {
    /// A book without positions.
    pub fn new(variant: Variant) -> Self {
        Self { variant, positions: IndexMap::new() }
    }

    /// The variant that the book is of.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The number of positions in the book.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True for a book without positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What the book knows of the position on the board.
    pub fn entry(&self, engine: &dyn Engine) -> Option<&BookEntry> {
        self.positions.get(&engine.canonical_key()).map(|position| &position.entry)
    }

    /// The moves that the book knows from the position on the board, the best first; none but in an inner position. The board is
    /// the same afterwards.
    pub fn choices(&self, engine: &mut dyn Engine) -> Vec<BookChoice> {
        if self.entry(engine).is_none_or(|entry| entry.state != EntryState::Inner) {
            return Vec::new();
        }
        let known = children(engine).into_iter().filter_map(|(mv, after)| {
            let entry = self.positions.get(&after)?.entry;
            Some(BookChoice { mv, after, score: before_move(entry.score), entry })
        });
        let mut choices: Vec<_> = known.collect();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.score));
        choices
    }

    /// The move to play from the position on the board: the best one, by chance among several of the same value.
    pub fn choose(&self, engine: &mut dyn Engine, seed: u64) -> Option<BookChoice> {
        let mut choices = self.choices(engine);
        let best = choices.first()?.score;
        choices.retain(|choice| choice.score == best);
        let text = &self.positions.get(&engine.canonical_key())?.text;
        let position = u64::from(crc32fast::hash(text.as_bytes()));
        let place = fastrand::Rng::with_seed(seed ^ position << 32).usize(..choices.len());
        Some(choices.swap_remove(place))
    }

    /// The book's move from the position on the board, with the line that it expects, in the form of a search's answer. The board
    /// is the same afterwards.
    pub fn answer(&self, engine: &mut dyn Engine, seed: u64) -> Option<Answer> {
        let BookChoice { mv, score, entry, .. } = self.choose(engine, seed)?;
        let root = engine.root(engine.side_to_move()).ok()?;
        let line =
            Variation { score, exact: entry.state == EntryState::Proven, nodes: 0, pv: self.line_after(engine, mv) };
        let Iteration { depth, confidence } = entry.iteration;
        let found = search::Report { depth: depth + 1, confidence, lines: vec![line], ..search::Report::default() };
        Some(Answer { turn: Turn::Move(mv), report: Report::new(root, found) })
    }

    /// The line that the book expects after a legal move from the position on the board: the first of the best moves as long as
    /// the book knows one. The board is the same afterwards.
    pub fn line_after(&self, engine: &mut dyn Engine, mv: MoveCode) -> Vec<MoveCode> {
        let mut line = Vec::new();
        let mut next = Some(mv);
        // A game that can repeat positions could go round in a book.
        while let Some(mv) = next.take_if(|_| line.len() <= self.len())
            && engine.play(engine.side_to_move(), Turn::Move(mv)).is_ok()
        {
            line.push(mv);
            next = self.choices(engine).into_iter().next().map(|choice| choice.mv);
        }
        let undone = engine.undo(line.len());
        debug_assert!(undone.is_ok());
        line
    }
}

/// The legal moves from the position on the board, each with the canonical key of the position after it. The board is the same
/// afterwards.
fn children(engine: &mut dyn Engine) -> Vec<(MoveCode, u64)> {
    let side = engine.side_to_move();
    let mut children = Vec::new();
    for mv in engine.legal_moves() {
        if engine.play(side, Turn::Move(mv)).is_ok() {
            children.push((mv, engine.canonical_key()));
            let undone = engine.undo(1);
            debug_assert!(undone.is_ok());
        }
    }
    children
}
