//! What the search keeps of a position in the shared table.

use tengen_core::search::transposition_table::TableRecord;

/// Bounds on the value of a position at a depth and level of selectivity, and its best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchEntry {
    /// The value is at least this, in discs.
    pub lower: i8,
    /// The value is at most this, in discs.
    pub upper: i8,
    /// Plies searched; the number of empty squares when the end of the game was reached.
    pub depth: u8,
    /// The level of selectivity ([`super::probcut::SELECTIVITIES`]).
    pub level: u8,
    /// The best move and the one that was the best before it, or [`SearchEntry::NO_MOVE`].
    pub moves: [u8; 2],
}

impl SearchEntry {
    /// No square.
    pub const NO_MOVE: u8 = 64;

    /// True where a move of an entry is a square, and one of these.
    pub const fn is_among(square: u8, moves: u64) -> bool {
        square != Self::NO_MOVE && moves >> square & 1 != 0
    }

    /// True where it was searched as deep and as surely as asked.
    pub const fn reaches(&self, depth: i32, level: u8) -> bool {
        self.depth as i32 >= depth && self.level >= level
    }
}

impl TableRecord for SearchEntry {
    fn pack(self) -> u64 {
        u64::from(self.lower as u8)
            | u64::from(self.upper as u8) << 8
            | u64::from(self.moves[0]) << 16
            | u64::from(self.moves[1]) << 24
            | u64::from(self.level) << 32
            | u64::from(self.depth) << 48
            | 1 << 56
    }

    fn unpack(word: u64) -> Option<Self> {
        (word != 0).then_some(Self {
            lower: word as i8,
            upper: (word >> 8) as i8,
            moves: [(word >> 16) as u8, (word >> 24) as u8],
            level: (word >> 32) as u8,
            depth: (word >> 48) as u8,
        })
    }

    fn merge(self, older: Self) -> Self {
        // Also in the place of a deeper one: to keep that costs 18 % more nodes (FFO 40-49).
        let mut entry = self;
        if (self.depth, self.level) == (older.depth, older.level) {
            entry.lower = self.lower.max(older.lower);
            entry.upper = self.upper.min(older.upper);
        }
        if self.moves[0] == Self::NO_MOVE {
            entry.moves = older.moves;
        } else if self.moves[0] != older.moves[0] && self.moves[1] == Self::NO_MOVE {
            entry.moves[1] = older.moves[0];
        } else if self.moves[1] == Self::NO_MOVE {
            entry.moves[1] = older.moves[1];
        }
        entry
    }
}
