//! A position as the search sees it: two words, nothing else. And the discs that no play can flip, as far as that is cheap to
//! find.

use super::super::bits::{self, Geometry as _, Word};
use std::sync::LazyLock;

/// The discs of the side to move and of the other, on a board of up to 8x8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discs {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub enemy: u64,
}

impl Discs {
    /// The discs that a disc on `square` flips; none where it is no legal move.
    #[inline]
    pub fn flips(self, square: u8) -> u64 {
        u64::flips(self.own, self.enemy, square)
    }

    /// The position after a disc on `square` that flips `flips`.
    #[inline]
    pub const fn after(self, square: u8, flips: u64) -> Self {
        Self { own: self.enemy ^ flips, enemy: self.own ^ flips ^ 1 << square }
    }

    /// The same discs with the other side to move.
    #[inline]
    pub const fn passed(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// The squares, of those in `empty`, where the side to move may play.
    #[inline]
    pub fn moves(self, empty: u64) -> u64 {
        u64::moves(self.own, self.enemy, empty)
    }

    /// The value in discs when neither side can move: the empty squares go to the winner.
    #[inline]
    pub const fn final_score(self, empties: i32) -> i32 {
        let margin = self.own.count_ones() as i32 - self.enemy.count_ones() as i32;
        margin + margin.signum() * empties
    }

    /// A hash key for tables: both words in one multiplication of 128 bits, halves folded.
    #[inline]
    pub const fn key(self) -> u64 {
        let product = (self.own ^ 0x9E37_79B9_7F4A_7C15) as u128 * (self.enemy ^ 0xD6E8_FEB8_6659_FD93) as u128;
        product as u64 ^ (product >> 64) as u64
    }
}

/// The quadrant of a square on a board of 8x8 as one bit of four. Parity asks whether a quadrant has an odd number of empty squares.
#[inline]
pub const fn quadrant(square: u8) -> u8 {
    1 << (square >> 2 & 1 | square >> 4 & 2)
}

/// For each set of quadrants, as `parity` names it, the squares of the quadrants.
pub const QUADRANTS: [u64; 16] = {
    let mut sets = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut square = 0;
        while square < 64 {
            if quadrant(square) & parity as u8 != 0 {
                sets[parity] |= 1 << square;
            }
            square += 1;
        }
        parity += 1;
    }
    sets
};

/// The quadrants with an odd number of squares of a set, as one bit of four each.
#[inline]
pub const fn parity(empty: u64) -> u8 {
    let mut odd = 0;
    let mut index = 0;
    while index < 4 {
        odd |= ((empty & QUADRANTS[1 << index]).count_ones() as u8 & 1) << index;
        index += 1;
    }
    odd
}

/// The squares of a set that have no neighbour in it.
#[inline]
pub const fn isolated(set: u64) -> u64 {
    let sides = (set & !u64::LAST) << 1 | (set & !u64::FIRST) >> 1;
    let rows = set | sides;
    set & !(sides | rows << 8 | rows >> 8)
}

/// The squares next to each square.
pub const NEIGHBOURS: [u64; 64] = {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        let one = 1_u64 << square;
        let row = one | (one & !u64::LAST) << 1 | (one & !u64::FIRST) >> 1;
        sets[square] = (row | row << 8 | row >> 8) & !one;
        square += 1;
    }
    sets
};

/// The squares on the rim of a board of 8x8.
const RIM: u64 = 0xFF81_8181_8181_81FF;

/// For each content of an edge, own discs times 256 plus the enemy's: the own discs that no play along the edge flips.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut edges = vec![0; 1 << 16];
    // Fuller edges come first: the edges that an edge can become are known before it.
    let mut sets: Vec<u8> = (0..=255).collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
    for full in sets {
        let mut own = full;
        loop {
            edges[usize::from(own) << 8 | usize::from(full & !own)] = edge(&edges, own, full & !own);
            if own == 0 {
                break;
            }
            own = (own - 1) & full;
        }
    }
    edges
});

/// The own discs of an edge that survive any disc of either side on any empty square of the edge, and all that follows.
fn edge(known: &[u8], own: u8, enemy: u8) -> u8 {
    let mut stable = own;
    for square in 0..8 {
        let bit = 1 << square;
        if (own | enemy) & bit == 0 {
            let mine = edge_flips(own, enemy, square);
            stable &= known[usize::from(own | bit | mine) << 8 | usize::from(enemy & !mine)];
            let theirs = edge_flips(enemy, own, square);
            stable &= known[usize::from(own & !theirs) << 8 | usize::from(enemy | bit | theirs)];
        }
    }
    stable
}

fn edge_flips(own: u8, enemy: u8, square: u32) -> u8 {
    // The first row of a board is an edge, and nothing else flips along that row.
    bits::flips(u64::from(own), u64::from(enemy), square as u8) as u8
}

/// The set and the squares that lie behind it along a diagonal; `columns` are those that a shift by one, two and four squares can
/// reach.
const fn shadow(empty: u64, step: u32, columns: [u64; 3], rising: bool) -> u64 {
    let mut set = empty;
    let mut index = 0;
    while index < 3 {
        let by = step << index;
        let moved = if rising { set << by } else { set >> by };
        set |= moved & columns[index];
        index += 1;
    }
    set
}

/// All columns but the first one, two and four; in [`LEFT`] but the last one, two and four.
const RIGHT: [u64; 3] = [0xFEFE_FEFE_FEFE_FEFE, 0xFCFC_FCFC_FCFC_FCFC, 0xF0F0_F0F0_F0F0_F0F0];
const LEFT: [u64; 3] = [0x7F7F_7F7F_7F7F_7F7F, 0x3F3F_3F3F_3F3F_3F3F, 0x0F0F_0F0F_0F0F_0F0F];

/// Along rows, columns and both diagonals, the squares whose line has no empty square.
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    let rows = (rows & u64::FIRST).wrapping_mul(0xFF);
    let mut columns = discs & discs.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    let empty = !discs;
    let falling = shadow(empty, 9, RIGHT, true) | shadow(empty, 9, LEFT, false);
    let rising = shadow(empty, 7, LEFT, true) | shadow(empty, 7, RIGHT, false);
    [rows, columns, !falling, !rising]
}

/// Discs of the side to move that can never be flipped: those safe along the edges, those on lines that are full in all
/// directions, and those next to such discs. Some are missed.
pub fn stable(board: Discs, squares: u64) -> u64 {
    if squares != u64::MAX {
        return bits::stable(board.own, board.enemy, squares);
    }
    let edges = &*EDGES;
    let row = |row: u32| {
        u64::from(edges[(board.own >> row & 255) as usize * 256 + (board.enemy >> row & 255) as usize]) << row
    };
    let column = |column: u32| {
        let edge = |set: u64| (((set >> column & u64::FIRST).wrapping_mul(0x0102_0408_1020_4080)) >> 56) as usize;
        let stable = u64::from(edges[edge(board.own) * 256 + edge(board.enemy)]);
        // The multiplication moves one bit of eight into each row.
        ((((stable & 127) * 0x0002_0408_1020_4081) & u64::FIRST) | (stable >> 7) << 56) << column
    };
    let mut stable = row(0) | row(56) | column(0) | column(7);
    let [rows, columns, falling, rising] = full_lines(board.own | board.enemy);
    stable |= board.own & rows & columns & falling & rising;
    let inside = board.own & !RIM;
    if stable == 0 {
        return 0;
    }
    loop {
        let next = stable
            | inside
                & (rows | stable << 1 | stable >> 1)
                & (columns | stable << 8 | stable >> 8)
                & (falling | stable << 9 | stable >> 9)
                & (rising | stable << 7 | stable >> 7);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}
