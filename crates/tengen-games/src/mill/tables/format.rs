//! A table as a file: a header that says what it is of, and the values in blocks that are compressed one by one.
//!
//! | bytes | what |
//! |---|---|
//! | 0..4 | `TGMT` |
//! | 4 | version of this format |
//! | 5 | lines of the board |
//! | 6 | 1 where three stones fly, and 2 more in a placing phase in which stones slide, too |
//! | 7 | plies without a removal that draw |
//! | 8, 9 | stones of the side to move, of the other |
//! | 10 | 1 where values have distances, 0 where they only say who wins |
//! | 11 | how positions are numbered |
//! | 12..18 | numbers |
//! | 18, 19 | stones in hand of the side to move, of the other |
//! | 20..44 | wins, draws, losses of the side to move |
//! | 44..46 | the longest distance |
//! | 46..50 | values in a block |
//! | 50..54 | blocks |
//! | then, for each block | its length and its CRC-32, both of the compressed bytes |
//! | then | CRC-32 of all above |
//!
//! Numbers are little-endian; unused numbers are not among the wins, draws and losses. A value is the code of
//! [`ToRemoval`], or 0, 1, 2 for draw, loss, win. Blocks are compressed by deflate.

use super::index::Sector;
use super::metric::{Metric, TableValue, ToRemoval};
use super::solve::Solved;
use super::stage::{Moving, Stage};
use crate::mill::params::QUIET_PLIES;
use crate::mill::rule_set::RuleSet;
use miniz_oxide::deflate::compress_to_vec;
use rayon::prelude::*;
use std::io::{self, Write};

pub(super) const MAGIC: &[u8; 4] = b"TGMT";
pub(super) const VERSION: u8 = 1;
pub(super) const NUMBERING: u8 = 1;
/// The number of bytes before the list of blocks.
pub(super) const FIXED: usize = 54;
/// The number of bytes of a block in the list: its length and its CRC-32.
pub(super) const ENTRY: usize = 8;
/// The number of bytes of a CRC-32.
pub(super) const CRC: usize = 4;
/// The number of values in a block, which is unpacked within a millisecond.
pub(super) const BLOCK: usize = 1 << 16;
/// The effort of deflate, up to 10, for files: a twentieth smaller would take most of the time that a table is made in.
pub(super) const QUICK: u8 = 5;
/// The effort of deflate, up to 10, for tables in the program.
pub(super) const SMALL: u8 = 10;
/// The code of a draw in a table without distances.
pub(super) const DRAWN: u8 = 0;
pub(super) const LOST: u8 = 1;
const WON: u8 = 2;

/// The subject of a table: the stage of a game whose positions the table has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Subject {
    /// The kind of moving phase.
    pub moving: Moving,
    /// The stones on the board and in hand.
    pub stage: Stage,
    /// True in a placing phase in which stones slide, too.
    pub slides_early: bool,
}

impl Subject {
    /// A stage of a game in which stones slide while others are in hand, or not.
    pub const fn new(moving: Moving, stage: Stage, slides_early: bool) -> Self {
        Self { moving, stage, slides_early: slides_early && stage.is_placing() }
    }

    /// The name of the table's file.
    pub fn file_name(self) -> String {
        let early = if self.slides_early { "-early" } else { "" };
        format!("{}{early}-{}.tgmt", self.moving, self.stage)
    }
}

/// How the positions of a table end for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest distance of a win or loss.
    pub longest: u16,
}

impl Counts {
    /// Counts the positions of a solved sector.
    pub fn of<M: Metric>(solved: &Solved<M>) -> Self {
        let chunks = solved.values.par_chunks(BLOCK).enumerate();
        let count = |(chunk, values): (usize, &[M::Code])| {
            let mut counts = Self::default();
            for (place, &code) in values.iter().enumerate() {
                if solved.numbering.is_used(chunk * BLOCK + place) {
                    counts.add(M::value(code));
                }
            }
            counts
        };
        chunks.map(count).reduce(Self::default, Self::and)
    }

    fn add(&mut self, value: TableValue) {
        match value {
            TableValue::Win(plies) => (self.wins, self.longest) = (self.wins + 1, self.longest.max(plies)),
            TableValue::Loss(plies) => (self.losses, self.longest) = (self.losses + 1, self.longest.max(plies)),
            TableValue::Draw => self.draws += 1,
        }
    }

    /// The sum of the counts; `longest` is that of the larger one.
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest: self.longest.max(other.longest),
        }
    }

    /// The number of positions, counted up to symmetry.
    pub const fn positions(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The part of a header that does not depend on its blocks.
pub(super) struct Header {
    pub subject: Subject,
    pub counts: Counts,
    pub has_distances: bool,
    pub slots: usize,
    pub blocks: usize,
}

/// A number in little-endian bytes.
pub(super) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Header {
    /// Reads the fixed part of a header; `None` where it is of a table that does not exist.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let moving =
            Moving::all().into_iter().find(|moving| (moving.lines(), moving.flies) == (bytes[5], bytes[6] & 1 == 1))?;
        let sector = Sector::new(bytes[8], bytes[9]);
        let stage = Stage { sector, hands: [bytes[18], bytes[19]] };
        let left =
            |stones: u8, hand: u8| (RuleSet::FEWEST_STONES..=moving.stones()).contains(&stones.saturating_add(hand));
        if bytes[7] != QUIET_PLIES || !left(sector.own, stage.hands[0]) || !left(sector.enemy, stage.hands[1]) {
            return None;
        }
        let header = Self {
            subject: Subject::new(moving, stage, bytes[6] & 2 == 2),
            counts: Counts {
                wins: number(&bytes[20..28]),
                draws: number(&bytes[28..36]),
                losses: number(&bytes[36..44]),
                longest: number(&bytes[44..46]) as u16,
            },
            has_distances: bytes[10] == 1,
            slots: sector.slots(),
            blocks: sector.slots().div_ceil(BLOCK),
        };
        (bytes[..FIXED] == header.bytes()).then_some(header)
    }

    fn bytes(&self) -> [u8; FIXED] {
        let Subject { moving, stage: Stage { sector, hands }, slides_early } = self.subject;
        let mut bytes = [0; FIXED];
        bytes[..4].copy_from_slice(MAGIC);
        bytes[4..12].copy_from_slice(&[
            VERSION,
            moving.lines(),
            u8::from(moving.flies) | u8::from(slides_early) << 1,
            QUIET_PLIES,
            sector.own,
            sector.enemy,
            u8::from(self.has_distances),
            NUMBERING,
        ]);
        let Counts { wins, draws, losses, longest } = self.counts;
        bytes[12..18].copy_from_slice(&(self.slots as u64).to_le_bytes()[..6]);
        bytes[18..20].copy_from_slice(&hands);
        for (place, number) in [wins, draws, losses].into_iter().enumerate() {
            bytes[20 + 8 * place..][..8].copy_from_slice(&number.to_le_bytes());
        }
        bytes[44..46].copy_from_slice(&longest.to_le_bytes());
        bytes[46..50].copy_from_slice(&(BLOCK as u32).to_le_bytes());
        bytes[50..54].copy_from_slice(&(self.blocks as u32).to_le_bytes());
        bytes
    }
}

/// Writes a solved sector as a table, with distances or without, deflated with an effort up to 10; the blocks are compressed on
/// the threads of the pool that this is called in.
///
/// # Errors
/// Those of the output.
pub fn write(
    subject: Subject,
    solved: &Solved<ToRemoval>,
    (has_distances, effort): (bool, u8),
    out: &mut impl Write,
) -> io::Result<()> {
    let pack = |codes: &[u8]| {
        if has_distances {
            return compress_to_vec(codes, effort);
        }
        let winner = |&code: &u8| match ToRemoval::value(code) {
            TableValue::Draw => DRAWN,
            TableValue::Loss(_) => LOST,
            TableValue::Win(_) => WON,
        };
        compress_to_vec(&codes.iter().map(winner).collect::<Vec<_>>(), effort)
    };
    let blocks: Vec<_> = solved.values.par_chunks(BLOCK).map(pack).collect();
    let header =
        Header { subject, counts: Counts::of(solved), has_distances, slots: solved.values.len(), blocks: blocks.len() };
    let mut head = header.bytes().to_vec();
    for block in &blocks {
        head.extend((block.len() as u32).to_le_bytes());
        head.extend(crc32fast::hash(block).to_le_bytes());
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    out.write_all(&head)?;
    blocks.iter().try_for_each(|block| out.write_all(block))
}
