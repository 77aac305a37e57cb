//! The value with up to four empty squares: one function for each number of empty squares, no move lists, no table.
//!
//! All values are discs for the side to move. The window is the zero window between `alpha` and the next disc; the result is a
//! bound on the value, on the same side of `alpha` as the value itself (fail-soft).

use super::super::simd;
use super::board::{Discs, NEIGHBOURS, QUADRANTS, parity, quadrant};

/// A value below all others: that of a side that has no move.
const NONE: i32 = -100;

/// The number of discs that a disc on `square` flips, where every other square has a disc.
#[inline]
fn last_flips(board: Discs, square: u8) -> i32 {
    let lines = &tables::LINES[square as usize & 63];
    let count = |line: usize| {
        let (set, counts) = lines[line];
        i32::from(counts[simd::extract(board.own, set) as usize & 255])
    };
    count(0) + count(1) + count(2) + count(3)
}

mod tables {
    /// For each content of a line, the number of discs that one more disc flips.
    type Counts = [u8; 256];

    /// The four lines through each square, each with the numbers of discs that a disc on the square flips there.
    pub static LINES: [[(u64, &Counts); 4]; 64] = {
        let mut lines = [[(0, &COUNTS[0]); 4]; 64];
        let mut square = 0;
        while square < 64 {
            let mut direction = 0;
            while direction < 4 {
                let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
                lines[square][direction] = line(square as i32, steps[direction]);
                direction += 1;
            }
            square += 1;
        }
        lines
    };

    const fn line(square: i32, (right, down): (i32, i32)) -> (u64, &'static Counts) {
        let mut set = 1 << square;
        let mut sign = -1;
        while sign <= 1 {
            let (mut col, mut row) = (square % 8 + sign * right, square / 8 + sign * down);
            while col >= 0 && col < 8 && row >= 0 && row < 8 {
                set |= 1 << (row * 8 + col);
                col += sign * right;
                row += sign * down;
            }
            sign += 2;
        }
        let place = (set & ((1_u64 << square) - 1)).count_ones();
        (set, &COUNTS[place as usize])
    }

    /// The number of discs flipped on a line of eight by a disc at a place, for each set of the other places with own discs, the
    /// rest being the enemy's; a line that is shorter ends without an own disc.
    static COUNTS: [Counts; 8] = {
        let mut counts = [[0; 256]; 8];
        let mut at = 0;
        while at < 8 {
            let mut own = 0;
            while own < 256 {
                let before = own & ((1 << at) - 1);
                let behind = own >> (at + 1);
                let mut count = 0;
                if before != 0 {
                    count += at - 1 - (31 - (before as u32).leading_zeros() as usize);
                }
                if behind != 0 {
                    count += (behind as u32).trailing_zeros() as usize;
                }
                counts[at][own] = count as u8;
                own += 1;
            }
            at += 1;
        }
        counts
    };
}

/// The value with one empty square.
#[inline]
fn one(board: Discs, alpha: i32, square: u8) -> i32 {
    let margin = board.own.count_ones() as i32 - board.enemy.count_ones() as i32;
    let flips = last_flips(board, square);
    if flips > 0 {
        return margin + 2 * flips + 1;
    }
    // Where neither side may move, or only the enemy: at best the square goes to the side that is ahead.
    let passed = margin + margin.signum();
    if passed <= alpha {
        return passed;
    }
    match last_flips(board.passed(), square) {
        0 => passed,
        flips => margin - 2 * flips - 1,
    }
}

/// Plays on `square` if that is legal and takes the value of what follows into `best`; true when it beats alpha.
macro_rules! try_square {
    ($board:expr, $square:expr, $alpha:expr, $best:ident, |$next:ident| $value:expr) => {
        if NEIGHBOURS[$square as usize & 63] & $board.enemy != 0 {
            let flips = $board.flips($square);
            if flips != 0 {
                let $next = $board.after($square, flips);
                let value = -$value;
                if value > $alpha {
                    return value;
                }
                $best = if value > $best { value } else { $best };
            }
        }
    };
}

#[inline]
fn two_moves(board: Discs, alpha: i32, [a, b]: [u8; 2], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    let below = -alpha - 1;
    *nodes += 1;
    try_square!(board, a, alpha, best, |next| {
        *nodes += 1;
        one(next, below, b)
    });
    try_square!(board, b, alpha, best, |next| {
        *nodes += 1;
        one(next, below, a)
    });
    best
}

#[inline]
fn two(board: Discs, alpha: i32, squares: [u8; 2], nodes: &mut u64) -> i32 {
    passing(board, alpha, 2, |board, alpha| two_moves(board, alpha, squares, nodes))
}

/// The value by `moves`, which returns [`NONE`] for a side without a move: then the other side moves, or the game is over.
#[inline]
fn passing(board: Discs, alpha: i32, empties: i32, mut moves: impl FnMut(Discs, i32) -> i32) -> i32 {
    match moves(board, alpha) {
        NONE => match moves(board.passed(), -alpha - 1) {
            NONE => board.final_score(empties),
            value => -value,
        },
        value => value,
    }
}

fn three_moves(board: Discs, alpha: i32, [a, b, c]: [u8; 3], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    let below = -alpha - 1;
    *nodes += 1;
    try_square!(board, a, alpha, best, |next| two(next, below, [b, c], nodes));
    try_square!(board, b, alpha, best, |next| two(next, below, [a, c], nodes));
    try_square!(board, c, alpha, best, |next| two(next, below, [a, b], nodes));
    best
}

/// The value with three empty squares; a square alone in its quadrant comes first.
fn three(board: Discs, alpha: i32, [a, b, c]: [u8; 3], nodes: &mut u64) -> i32 {
    let [qa, qb, qc] = [a, b, c].map(quadrant);
    let squares = if qa == qb && qa != qc {
        [c, a, b]
    } else if qa == qc && qa != qb {
        [b, a, c]
    } else {
        [a, b, c]
    };
    passing(board, alpha, 3, |board, alpha| three_moves(board, alpha, squares, nodes))
}

fn four_moves(board: Discs, alpha: i32, [a, b, c, d]: [u8; 4], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    let below = -alpha - 1;
    *nodes += 1;
    try_square!(board, a, alpha, best, |next| three(next, below, [b, c, d], nodes));
    try_square!(board, b, alpha, best, |next| three(next, below, [a, c, d], nodes));
    try_square!(board, c, alpha, best, |next| three(next, below, [a, b, d], nodes));
    try_square!(board, d, alpha, best, |next| three(next, below, [a, b, c], nodes));
    best
}

/// The value with the four squares of `empty` empty; moves in odd quadrants come first.
pub(super) fn four(board: Discs, alpha: i32, empty: u64, nodes: &mut u64) -> i32 {
    let odd = QUADRANTS[parity(empty) as usize];
    let mut squares = [0; 4];
    let mut place = 0;
    for mut set in [empty & odd, empty & !odd] {
        while set != 0 && place < 4 {
            squares[place] = set.trailing_zeros() as u8;
            set &= set - 1;
            place += 1;
        }
    }
    passing(board, alpha, 4, |board, alpha| four_moves(board, alpha, squares, nodes))
}

/// The value with up to three squares empty.
pub(super) fn few(board: Discs, alpha: i32, mut empty: u64, nodes: &mut u64) -> i32 {
    let count = empty.count_ones();
    let mut next = || {
        let square = empty.trailing_zeros() as u8;
        empty &= empty.wrapping_sub(1);
        square
    };
    match count {
        0 => {
            *nodes += 1;
            board.final_score(0)
        }
        1 => {
            *nodes += 1;
            one(board, alpha, next())
        }
        2 => two(board, alpha, [next(), next()], nodes),
        _ => three(board, alpha, [next(), next(), next()], nodes),
    }
}
