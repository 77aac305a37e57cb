//! Moves, flips and stable discs in a form that any word has.

use super::geometry::Geometry;

/// The squares where `own` may play: those empty ones from which a line of `enemy` discs leads to an own disc. All lines of a
/// direction are searched at once (parallel prefix).
pub fn moves<B: Geometry>(own: B, enemy: B, empty: B) -> B {
    let inner = enemy & !(B::FIRST | B::LAST);
    let found = ends(own, inner, 1)
        | ends(own, enemy, B::STRIDE)
        | ends(own, inner, B::STRIDE - 1)
        | ends(own, inner, B::STRIDE + 1);
    found & empty
}

/// The squares behind lines of `enemy` discs that begin at an own disc, `step` bits apart in both directions.
fn ends<B: Geometry>(own: B, enemy: B, step: usize) -> B {
    let mut up = enemy & (own << step);
    let mut down = enemy & (own >> step);
    up |= enemy & (up << step);
    down |= enemy & (down >> step);
    let pairs_up = enemy & (enemy << step);
    let pairs_down = enemy & (enemy >> step);
    for _ in 0..B::STRIDE / 2 - 2 {
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
    }
    (up << step) | (down >> step)
}

/// The discs that `own` flips with a disc on `square`: in each direction, the first square without an enemy disc decides.
pub fn flips<B: Geometry>(own: B, enemy: B, square: u8) -> B {
    let rays = B::rays(square);
    let other = !enemy;
    let mut flips = B::zero();
    for &ray in &rays[..4] {
        let stop = ray & other;
        let outflank = stop & stop.wrapping_neg() & own;
        let one = if outflank.is_zero() { B::zero() } else { B::one() };
        flips |= outflank.wrapping_sub(&one) & ray;
    }
    let width = B::zero().leading_zeros() - 1;
    for &ray in &rays[4..] {
        let stop = ray & other;
        let highest = B::one() << (width - (stop | B::one()).leading_zeros()) as usize;
        let outflank = highest & stop & own;
        flips |= (outflank << 1).wrapping_neg() & ray;
    }
    flips
}

/// The squares next to those of a set, in all eight directions; the result may reach beyond a small board.
pub fn neighbours<B: Geometry>(set: B) -> B {
    let row = set | step(set, 0) | step(set, 4);
    row | (row << B::STRIDE) | (row >> B::STRIDE)
}

/// The set moved by one square in one of the eight directions of [`Geometry::rays`].
fn step<B: Geometry>(set: B, direction: usize) -> B {
    let (to_right, to_left) = (set & !B::LAST, set & !B::FIRST);
    match direction {
        0 => to_right << 1,
        1 => to_left << (B::STRIDE - 1),
        2 => set << B::STRIDE,
        3 => to_right << (B::STRIDE + 1),
        4 => to_left >> 1,
        5 => to_right >> (B::STRIDE - 1),
        6 => set >> B::STRIDE,
        _ => to_left >> (B::STRIDE + 1),
    }
}

/// The discs of `own` that are proven never to flip: along each of the four lines through such a disc, the line is
/// full, or the disc stands at its end, or next to a stable disc of its own colour.
pub fn stable<B: Geometry>(own: B, enemy: B, board: B) -> B {
    let mut safe = [B::zero(); 4];
    for (direction, safe) in safe.iter_mut().enumerate() {
        let (ahead, behind) = (direction, direction + 4);
        let (mut up, mut down) = (board & !(own | enemy), board & !(own | enemy));
        for _ in 1..B::STRIDE {
            up |= step(up, ahead) & board;
            down |= step(down, behind) & board;
        }
        let at_the_end = board & !(step(board, ahead) & step(board, behind));
        *safe = !(up | down) | at_the_end;
    }
    let mut stable = B::zero();
    loop {
        let next = (0..4).fold(own, |set, direction| {
            set & (safe[direction] | step(stable, direction) | step(stable, direction + 4))
        });
        if next == stable {
            return stable;
        }
        stable = next;
    }
}
