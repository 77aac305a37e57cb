//! Solved positions of Othello on 6x6, for play: all that arise from the start where one side, either, plays the book's moves and
//! the other plays any, with the book's side to move, down to where a search solves the rest at once.
//!
//! The file is one of [entries](crate::proofs). From the highest bit on the number of an entry holds its position in 58 bits, by which entries
//! are sorted, and the square of the best move in 6, as row times 6 plus column; the byte is the value in discs for the side to
//! move. A position is a number of 36 digits to the base 3, the square A1 first: 0 for an empty square, 1 for a disc of the side to
//! move, 2 for one of the other side. Of the eight images of a position the book has the one with the least number.

#[cfg(feature = "train")]
pub mod make;

use super::Othello;
use super::position::Placement;
use crate::data::data;
use crate::proofs::Entries;
use crate::weights::{Format, WeightsError};
use std::iter;
use std::sync::OnceLock;
use tengen_core::game::{Cell, Game as _, Notation as _, Size, Vertex};

const FORMAT: Format = Format { magic: *b"TENGENOS", version: 1, holds: "solved positions of Othello" };

/// Squares along a side of the board.
const SIZE: u8 = 6;

/// The bits of a position.
const KEY_BITS: u32 = 58;

/// The bits of a square.
const SQUARE_BITS: u32 = u64::BITS - KEY_BITS;

/// Symmetries of the board, the identity among them.
const SYMMETRIES: u8 = 8;

/// A book, of the program or of a file.
pub struct SolvedBook<'a>(Entries<'a>);

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// A best move.
    pub mv: Placement,
    /// The value for the side to move, in discs.
    pub value: i8,
}

impl SolvedBook<'static> {
    /// The book of the program that has positions of this size.
    pub fn of(position: &Othello) -> Option<&'static Self> {
        static BOOK: OnceLock<Option<SolvedBook<'static>>> = OnceLock::new();
        let load =
            || SolvedBook::parse(data!("../othello/solved/6x6.bin")).inspect_err(|why| log::error!("{why}")).ok();
        if position.size() == SIZE { BOOK.get_or_init(load).as_ref() } else { None }
    }
}

impl<'a> SolvedBook<'a> {
    /// Reads a book, without unpacking it.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn parse(file: &'a [u8]) -> Result<Self, WeightsError> {
        let entries = Entries::parse(FORMAT.content(file)?, KEY_BITS).ok_or(FORMAT.damaged())?;
        let squares = i32::from(SIZE * SIZE);
        let makes_sense = |place| {
            let (number, value) = entries.get(place);
            let value = i32::from(value as i8);
            number % (1 << SQUARE_BITS) < squares as u64 && value.abs() <= squares && value % 2 == 0
        };
        if (0..entries.len()).all(makes_sense) { Ok(Self(entries)) } else { Err(FORMAT.damaged()) }
    }

    /// A best move and its value, where the book has the position or an image of it, or all positions that its moves lead to.
    pub fn solved(&self, position: &Othello) -> Option<Solved> {
        if let Some(mv) = position.forced_pass() {
            let Solved { value, .. } = self.solved(&position.after(mv))?;
            return Some(Solved { mv, value: -value });
        }
        let after = |mv| Some(Solved { mv, value: -self.value(&position.after(mv))? });
        self.entry(position).or_else(|| {
            let moves: Option<Vec<_>> = position.moves().into_iter().map(after).collect();
            moves?.into_iter().max_by_key(|solved| solved.value)
        })
    }

    /// The value of a position that a move of its opponent's has led to.
    fn value(&self, position: &Othello) -> Option<i8> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.margin_for(position.side_to_move()) as i8);
        }
        let solved = if position.forced_pass().is_some() { self.solved(position) } else { self.entry(position) };
        Some(solved?.value)
    }

    /// The best moves from a position on as far as they are known, and the value for the side to move there.
    pub fn line(&self, mut position: Othello) -> Option<(Vec<Placement>, i8)> {
        let value = self.solved(&position)?.value;
        let line = iter::from_fn(|| {
            let mv = self.solved(&position)?.mv;
            position.play(mv);
            Some(mv)
        });
        Some((line.collect(), value))
    }

    /// The entry of a position or of an image of it.
    fn entry(&self, position: &Othello) -> Option<Solved> {
        if position.size() != SIZE {
            return None;
        }
        let (key, image) = least(position);
        let (number, value) = self.0.get(self.0.with_key(key).next()?);
        let square = (number % (1 << SQUARE_BITS)) as u8;
        let back = (0..SYMMETRIES).find(|&symmetry| image.image(symmetry).as_ref() == Some(position))?;
        let vertex = Vertex::new(square % SIZE, square / SIZE).image(back, Size::square(SIZE))?;
        let mv = Placement::on(position.square(vertex)?);
        position.moves().contains(&mv).then_some(Solved { mv, value: value as i8 })
    }
}

/// The least number of an image of a position, and the image.
fn least(position: &Othello) -> (u64, Othello) {
    let images = (0..SYMMETRIES).filter_map(|symmetry| position.image(symmetry));
    let numbered = images.map(|image| (number(&image), image));
    numbered.min_by_key(|&(number, _)| number).unwrap_or_else(|| (number(position), *position))
}

/// A position as a number.
fn number(position: &Othello) -> u64 {
    let squares = (0..SIZE * SIZE).map(|square| Vertex::new(square % SIZE, square / SIZE));
    squares.fold(0, |number, vertex| {
        let digit = match position.cell(vertex) {
            Cell::Stone(side) if side == position.side_to_move() => 1,
            Cell::Stone(_) => 2,
            _ => 0,
        };
        3 * number + digit
    })
}
