//! The book of a proof: that Black wins from the empty board, for play. It has Black's move in every position that Black's moves and
//! any replies of White lead to, but for those that a threat search of few nodes wins: there the threats follow.
//!
//! | bytes | content |
//! |---|---|
//! | 1 | the rule set, by its place among all |
//! | 1 | the number of lines |
//! | 4 | the nodes of the threat search, little-endian |
//! | 9 each | the entries |
//!
//! The byte of an [entry](crate::proofs) is the plies of the win at most, halved. From the highest bit on its number holds the
//! first 29 bits of the position's symmetric hash, by which entries are sorted; the 19-bit place of the entry before it, whose move
//! White's reply answers; the reply and Black's move, each as row times lines plus column. The first position has no entry before
//! it. A position is that of an entry only where all stones agree: equal hashes do not make a hit.

#[cfg(feature = "train")]
pub mod make;
pub(super) mod traps;

use super::bits::{Bits, Point};
use super::board::{Gomoku, Rule};
use super::params;
use super::search::Board;
use super::search::vct::{Tick, Vct, VctLimits};
use crate::data::data;
use crate::proofs::Entries;
use crate::weights::{Format, WeightsError};
use std::sync::OnceLock;
use tengen_core::game::{Color, Game as _, Size};
use tengen_core::playable::{Proven, ProvenMove};
use tengen_core::search::Stopped;

const FORMAT: Format = Format { magic: *b"TENGENGP", version: 1, holds: "gomoku proofs" };

/// The lines of the boards of the books in the program.
const SIZE: u8 = 15;

/// The bytes before the entries.
const HEAD: usize = 6;

/// The bits of an entry's key, of the place of the entry before it, and of a point.
const KEY_BITS: u32 = 29;
const PLACE_BITS: u32 = 19;
const POINT_BITS: u32 = 8;

/// The place that stands for none.
const NO_PLACE: u32 = (1 << PLACE_BITS) - 1;

/// The most entries.
const MOST: usize = NO_PLACE as usize;

/// A book, of the program or of a file.
pub struct ProofBook<'a> {
    /// The empty board.
    start: Gomoku,
    /// Nodes with which the threat search wins where the book ends.
    nodes: u32,
    entries: Entries<'a>,
}

/// A win of Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenWin {
    /// Black's move.
    pub mv: Point,
    /// The most plies that the win takes, this move counted.
    pub plies: u32,
}

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofEntry {
    /// The first bits of the symmetric hash of its position.
    key: u32,
    /// The place of the entry whose move was made before, and White's reply to it.
    before: Option<(u32, Point)>,
    win: ProvenWin,
}

impl ProofEntry {
    fn unpack((number, plies): (u64, u8), size: u8) -> Self {
        let point = |code: u64| Point::new((code as u8) % size, (code as u8) / size);
        let place = (number >> (2 * POINT_BITS)) as u32 & NO_PLACE;
        Self {
            key: (number >> (2 * POINT_BITS + PLACE_BITS)) as u32,
            before: (place != NO_PLACE).then(|| (place, point(number >> POINT_BITS))),
            win: ProvenWin { mv: point(number), plies: (2 * u32::from(plies)).saturating_sub(1) },
        }
    }
}

impl ProofBook<'static> {
    /// The book of the program that has the positions of this rule set and size.
    pub fn of(position: &Gomoku) -> Option<&'static Self> {
        if position.size() == SIZE { Self::under(position.rule()) } else { None }
    }

    /// The book of the program for a rule set.
    fn under(rule: Rule) -> Option<&'static Self> {
        type Loaded = OnceLock<Option<ProofBook<'static>>>;
        static FREESTYLE: Loaded = OnceLock::new();
        static STANDARD: Loaded = OnceLock::new();
        let load = |file| ProofBook::parse(file).inspect_err(|why| log::error!("{why}")).ok();
        let book = match rule {
            Rule::Freestyle => FREESTYLE.get_or_init(|| load(data!("../gomoku/proof_book/freestyle.bin"))),
            Rule::Standard => STANDARD.get_or_init(|| load(data!("../gomoku/proof_book/standard.bin"))),
            _ => return None,
        };
        book.as_ref()
    }

    /// Black's move in the position with the same stones around the centre of the book's board, where the program has no book for
    /// the rule set and size: freestyle's in freestyle, under all other rule sets that of standard, in which rows of six do not win
    /// either. The book's proof need not hold there, but its move mostly wins.
    pub fn like_move(position: &Gomoku) -> Option<Point> {
        if Self::of(position).is_some() {
            return None;
        }
        let book = Self::under(if position.rule() == Rule::Freestyle { Rule::Freestyle } else { Rule::Standard })?;
        let centre = |size: u8| (size - 1) / 2;
        let moved = |point: Point, from: u8, to: u8| {
            let line = |line: u8| (line + centre(to)).checked_sub(centre(from)).filter(|&line| line < to);
            Some(Point::new(line(point.col())?, line(point.row())?))
        };
        let stones = Color::BOTH.map(|side| position.stones(side).iter().map(move |point| (side, point)));
        let stones = stones.into_iter().flatten();
        let stones: Option<Vec<_>> =
            stones.map(|(side, point)| Some((side, moved(point, position.size(), SIZE)?))).collect();
        let win = book.win(&book.start.with_stones(&stones?, position.side_to_move())?)?;
        moved(win.mv, SIZE, position.size()).filter(|&mv| position.foul(mv).is_none())
    }
}

impl<'a> ProofBook<'a> {
    /// Reads a book, without unpacking it.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn parse(file: &'a [u8]) -> Result<Self, WeightsError> {
        let content = FORMAT.content(file)?;
        let (head, entries) = content.split_at_checked(HEAD).ok_or(FORMAT.damaged())?;
        let [rule, size, nodes @ ..] = head else { return Err(FORMAT.damaged()) };
        let rule = Rule::ALL.get(usize::from(*rule)).copied();
        let rule = rule.ok_or(FORMAT.damaged())?;
        let entries = Entries::parse(entries, KEY_BITS).ok_or(FORMAT.damaged())?;
        // Rows of more lines do not fit into a byte.
        if !(5..=15).contains(size) || entries.len() > MOST {
            return Err(FORMAT.damaged());
        }
        let nodes = u32::from_le_bytes(nodes.try_into().map_err(|_| FORMAT.damaged())?);
        let book = Self { start: Gomoku::new(rule, *size), nodes, entries };
        // An entry that is behind itself would have no position.
        let whole = (0..entries.len()).all(|place| {
            let ProofEntry { before, win, .. } = book.entry(place);
            let on_board = |point: Point| book.start.free().has(point);
            win.plies > 0
                && on_board(win.mv)
                && before.is_none_or(|(before, reply)| (before as usize) < entries.len() && on_board(reply))
        });
        if whole { Ok(book) } else { Err(FORMAT.damaged()) }
    }

    /// Nodes with which a threat search wins where the book ends.
    pub const fn nodes(&self) -> u32 {
        self.nodes
    }

    fn entry(&self, place: usize) -> ProofEntry {
        ProofEntry::unpack(self.entries.get(place), self.start.size())
    }

    /// The position of an entry; `None` where the book makes no sense.
    fn position(&self, place: usize) -> Option<Gomoku> {
        let mut stones: Vec<(Color, Point)> = Vec::new();
        let mut taken = Bits::default();
        let mut entry = self.entry(place);
        while let Some((before, reply)) = entry.before {
            entry = self.entry(before as usize);
            for (side, point) in [(Color::White, reply), (Color::Black, entry.win.mv)] {
                if taken.has(point) {
                    return None;
                }
                taken.insert(point);
                stones.push((side, point));
            }
        }
        self.start.with_stones(&stones, Color::Black)
    }

    /// Black's move in a position with Black to move, where the book or an image of the position in it has one.
    pub fn win(&self, position: &Gomoku) -> Option<ProvenWin> {
        let same = position.rule() == self.start.rule() && position.size() == self.start.size();
        let counts = Color::BOTH.map(|side| position.stones(side).len());
        if !same || position.side_to_move() != Color::Black || position.outcome().is_some() || counts[0] != counts[1] {
            return None;
        }
        self.entries.with_key(key_of(position).into()).find_map(|place| {
            let stored = self.position(place)?;
            let symmetry = (0..8).find(|&symmetry| stored.image(symmetry).as_ref() == Some(position))?;
            let ProvenWin { mv, plies } = self.entry(place).win;
            let image = mv.vertex().image(symmetry, Size::square(self.start.size()))?;
            let mv = Point::new(image.col, image.row);
            position.free().has(mv).then_some(ProvenWin { mv, plies })
        })
    }

    /// The most plies of Black's win in a position with White to move that a move of the book has led to.
    pub fn loss(&self, position: &Gomoku) -> Option<u32> {
        let stones = |side| position.stones(side).iter();
        if position.side_to_move() != Color::White || position.outcome().is_some() {
            return None;
        }
        stones(Color::Black).find_map(|last| {
            let blacks = stones(Color::Black).filter(|&stone| stone != last).map(|stone| (Color::Black, stone));
            let others: Vec<_> = blacks.chain(stones(Color::White).map(|stone| (Color::White, stone))).collect();
            let before = Gomoku::new(position.rule(), position.size()).with_stones(&others, Color::Black)?;
            let win = self.win(&before)?;
            // What symmetries of the position before make of the move is as good.
            let same = win.mv == last || before.after(win.mv).symmetric_hash() == position.symmetric_hash();
            same.then(|| win.plies - 1)
        })
    }
}

impl ProofBook<'_> {
    /// All moves of White's in a position, with the wins that the book has after them.
    pub fn wins_after(&self, position: &Gomoku) -> impl Iterator<Item = (Point, Option<ProvenWin>)> {
        position.moves().into_iter().map(|mv| (mv, self.win(&position.after(mv))))
    }

    /// What the book says of a position, where it has it.
    pub fn proven(&self, position: &Gomoku) -> Option<Proven<Point>> {
        if let Some(ProvenWin { mv, plies }) = self.win(position) {
            let moves = vec![ProvenMove { mv, answer: None, plies: Some(plies - 1) }];
            return Some(Proven { winner: Color::Black, plies, moves });
        }
        let plies = self.loss(position)?;
        let moves = self.wins_after(position).map(|(mv, win)| ProvenMove {
            mv,
            answer: win.map(|win| win.mv),
            plies: win.map(|win| win.plies),
        });
        Some(Proven { winner: Color::Black, plies, moves: moves.collect() })
    }
}

/// The first bits of the symmetric hash of a position.
fn key_of(position: &Gomoku) -> u32 {
    (position.symmetric_hash() >> (u64::BITS - KEY_BITS)) as u32
}

/// The most plies in which the side to move wins by threats, where so many nodes find them.
///
/// # Errors
/// [`Stopped`] from `tick`.
pub fn threats(board: &mut Board, nodes: u32, tick: Tick<'_>) -> Result<Option<u32>, Stopped> {
    Vct::default().search(board, VctLimits { nodes, threes: params::THREATS_THREES }, tick)
}
