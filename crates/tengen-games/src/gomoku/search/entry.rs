//! What the search keeps of a position in the shared table, and the scale of its values.

use crate::gomoku::bits::Point;
use tengen_core::search::score::{WIN, is_proven};
use tengen_core::search::transposition_table::TableRecord;
use tengen_core::search::{Bound, Score};

/// The largest value of an evaluation.
pub const MOST: Score = 20_000;

/// The value of a win here and now that the search sees and has not proven, since not all replies of the losing side were
/// searched. Such a win in `n` plies is worth `SEEN - n`.
const SEEN: Score = 30_000;

/// True for wins and losses, proven or only seen.
pub const fn is_decisive(score: Score) -> bool {
    score.abs() > MOST
}

/// A proven loss as an unproven one; any other value unchanged.
pub const fn unproven(score: Score) -> Score {
    if score < 0 && is_proven(score) { score + WIN - SEEN } else { score }
}

/// What the table keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move.
    pub mv: Option<Point>,
    /// True where the position was on a principal variation.
    pub pv: bool,
    /// A value, wins and losses counted from this position, and how it bounds the true value; `None` where only the static value
    /// is known.
    pub score: Option<(Score, Bound)>,
    /// The static value.
    pub static_value: Score,
    /// Depth in quarters of a ply, from -3 plies on.
    pub depth: u8,
}

/// The index that stands for no point.
const NO_POINT: u64 = 511;

/// The value of a proven win here and now in the 16 bits of an entry.
const PACKED: Score = 32_000;

impl Entry {
    /// The unit of an entry's depth, in sixteenths of a ply.
    const UNIT: i32 = 4;

    /// What is added to an entry's depth, in units of it: leaves have negative depths.
    const BASE: i32 = 12;

    /// A depth in sixteenths of a ply, in the form that entries keep.
    pub const fn depth(depth: i32) -> u8 {
        let units = depth.div_euclid(Self::UNIT) + Self::BASE;
        if units < 0 {
            0
        } else if units > 255 {
            255
        } else {
            units as u8
        }
    }

    /// The depth of the entry in sixteenths of a ply.
    pub const fn plies16(&self) -> i32 {
        (self.depth as i32 - Self::BASE) * Self::UNIT
    }

    /// A value counted from the root, in the form that the table keeps: counted from the node `ply` plies below.
    pub const fn to_table(score: Score, ply: u32) -> Score {
        if is_decisive(score) { score + score.signum() * ply as Score } else { score }
    }

    /// The inverse of [`Entry::to_table`].
    pub const fn from_table(score: Score, ply: u32) -> Score {
        if is_decisive(score) { score - score.signum() * ply as Score } else { score }
    }
}

fn pack(score: Score) -> u64 {
    let size = if is_proven(score) { PACKED - (WIN - score.abs()).max(0) } else { score.abs().min(SEEN) };
    u64::from((size * score.signum()) as i16 as u16)
}

fn unpack(word: u64) -> Score {
    let score = Score::from(word as u16 as i16);
    let size = if score.abs() > SEEN { WIN - (PACKED - score.abs()) } else { score.abs() };
    size * score.signum()
}

impl TableRecord for Entry {
    fn pack(self) -> u64 {
        let (score, bound) = self.score.map_or((0, 0), |(score, bound)| (score, bound as u64));
        self.mv.map_or(NO_POINT, |mv| mv.index() as u64)
            | u64::from(self.pv) << 9
            | pack(score) << 10
            | pack(self.static_value) << 26
            | bound << 42
            | u64::from(self.depth) << 48
            | 1 << 56
    }

    fn unpack(word: u64) -> Option<Self> {
        if word == 0 {
            return None;
        }
        let mv = word & NO_POINT;
        let bound = match word >> 42 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        };
        Some(Self {
            mv: (mv != NO_POINT).then(|| Point::from_index(mv as usize)),
            pv: word >> 9 & 1 != 0,
            score: bound.map(|bound| (unpack(word >> 10), bound)),
            static_value: unpack(word >> 26),
            depth: (word >> 48) as u8,
        })
    }

    fn merge(self, older: Self) -> Self {
        Self { mv: self.mv.or(older.mv), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_went_in() {
        let scores = [0, 7, -123, MOST, -MOST, SEEN - 12, -(SEEN - 300), WIN - 1, -(WIN - 2), WIN - 150];
        for (i, score) in scores.into_iter().enumerate() {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let mv = (i % 2 == 0).then(|| Point::new(21, 21 - i as u8));
                let depth = Entry::depth(16 * i as i32 - 32);
                let entry =
                    Entry { mv, pv: i % 3 == 0, score: Some((score, bound)), static_value: -score / 100, depth };
                assert_eq!(Entry::unpack(entry.pack()), Some(entry));
                assert_eq!(entry.plies16(), 16 * i as i32 - 32);
            }
        }
        let bare = Entry { mv: None, pv: false, score: None, static_value: 0, depth: 0 };
        assert_eq!(Entry::unpack(bare.pack()), Some(bare));
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn wins_are_counted_from_the_position() {
        for score in [WIN - 20, -(WIN - 20), SEEN - 20, 20 - SEEN, 500, -500] {
            assert_eq!(Entry::from_table(Entry::to_table(score, 9), 9), score);
        }
        assert_eq!(Entry::to_table(WIN - 20, 9), WIN - 11);
        assert_eq!(unproven(-(WIN - 6)), -(SEEN - 6));
        assert_eq!(unproven(-500), -500);
    }
}
