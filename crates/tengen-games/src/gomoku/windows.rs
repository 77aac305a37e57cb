//! The surroundings of a free point on one line, as the [`network`](super::network) tells them apart.
//!
//! A window is what lies within four points on either side. Two windows are the same where no row of five through the middle could tell them
//! apart: mirrored, or different beyond a stone that both sides' rows end at, or where a side has no room for five. Of 3 to the 8th and more
//! at edges 1,286 are left.

use std::sync::OnceLock;
use tengen_core::game::Color;

/// How many points on either side of the middle belong to a window.
pub const REACH: usize = 4;

/// The number of windows that differ.
pub const WINDOWS: usize = 1286;

/// The number of halves that differ.
pub const HALVES: usize = 57;

/// The number of codes of half a window, two bits a mark.
const CODES: usize = 1 << (2 * REACH);

/// A power of two above the number of pairs of halves.
const PAIR_LIMIT: usize = (HALVES * HALVES).next_power_of_two();

/// One of the [`WINDOWS`].
pub type Window = u16;

/// The windows of a point on its four lines, 16 bits each: a processor waits for an array of which one number was just written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FourWindows(u64);

impl FourWindows {
    /// The window in a direction.
    #[inline]
    pub const fn of(self, direction: usize) -> Window {
        (self.0 >> (16 * direction)) as Window
    }

    /// These windows with that of a direction replaced.
    #[inline]
    pub const fn with(self, direction: usize, window: Window) -> Self {
        Self(self.0 & !(0xFFFF << (16 * direction)) | (window as u64) << (16 * direction))
    }
}

/// The numbers of windows by the marks of a line.
pub struct Windows {
    /// For either side: [`HALVES`] times the half that the marks below the middle are, and the half that those above it are.
    halves: [[[u16; CODES]; 2]; 2],
    /// The window that two halves are: an index is the sum of these. Longer than there are pairs: no index is checked.
    of: Box<[Window; PAIR_LIMIT]>,
    /// The two halves of each window, the larger first.
    parts: Vec<[u8; 2]>,
}

/// The own stone, the enemy's stone and the wall in half a window, seen by a side.
const OWN: u8 = 1;
const ENEMY: u8 = 2;
const WALL: u8 = 3;

/// Half a window from the middle on, as far as it matters.
type Half = Vec<u8>;

impl Windows {
    /// The tables, made when they are first asked for.
    pub fn get() -> &'static Self {
        static WINDOWS: OnceLock<Windows> = OnceLock::new();
        WINDOWS.get_or_init(Self::make)
    }

    fn make() -> Self {
        let mut known: Vec<Half> = Vec::new();
        let outward = |code: usize| [0, 1, 2, 3].map(|place| (code >> (2 * place) & 3) as u8);
        let above = std::array::from_fn(|code| number(&mut known, half(outward(code))).into());
        let mut seen = |code: usize, inward: bool, enemy: bool| {
            let mut marks = outward(code);
            if inward {
                marks.reverse();
            }
            if enemy {
                marks = marks.map(|mark| [0, ENEMY, OWN, WALL][usize::from(mark)]);
            }
            u16::from(number(&mut known, half(marks))) * if inward { HALVES as u16 } else { 1 }
        };
        let halves = [
            [std::array::from_fn(|code| seen(code, true, false)), above],
            [std::array::from_fn(|code| seen(code, true, true)), std::array::from_fn(|code| seen(code, false, true))],
        ];
        let (mut parts, mut of) = (Vec::new(), Box::new([0; PAIR_LIMIT]));
        for (a, b) in (0..HALVES).flat_map(|a| (0..HALVES).map(move |b| (a, b))) {
            let mut pair = reduced([&known[a], &known[b]]).map(|half| number(&mut known, half));
            pair.sort_unstable_by(|a, b| b.cmp(a));
            let place = parts.iter().position(|part| *part == pair).unwrap_or_else(|| {
                parts.push(pair);
                parts.len() - 1
            });
            of[a * HALVES + b] = place as Window;
        }
        assert_eq!((known.len(), parts.len()), (HALVES, WINDOWS), "the constants are these");
        Self { halves, of, parts }
    }

    /// The window of a point in the view of a side; `marks` are those of the line from [`REACH`] points below the middle on, two bits each.
    #[inline]
    pub fn at(&self, view: Color, marks: u64) -> Window {
        let [below, above] = &self.halves[view.index()];
        let place = |code: u64| code as usize % CODES;
        let (a, b) = (below[place(marks)], above[place(marks >> (2 * REACH + 2))]);
        self.of[usize::from(a + b) % PAIR_LIMIT]
    }

    /// The two halves of each window.
    pub fn parts(&self) -> &[[u8; 2]] {
        &self.parts
    }
}

/// The half that these marks are, from the middle on. What is behind a wall does not matter; nor does what is behind stones of both sides,
/// of which the last ends the rows of one side as a wall does, and those of the other end before.
fn half(marks: [u8; REACH]) -> Half {
    let mut half = Half::new();
    for mark in marks {
        let ends = mark == WALL || mark == OWN && half.contains(&ENEMY) || mark == ENEMY && half.contains(&OWN);
        half.push(if ends { WALL } else { mark });
        if ends {
            break;
        }
    }
    half
}

/// The number of a half, a new one where it is not known.
fn number(known: &mut Vec<Half>, half: Half) -> u8 {
    let place = known.iter().position(|other| *other == half).unwrap_or_else(|| {
        known.push(half);
        known.len() - 1
    });
    place as u8
}

/// The halves of a window in which the stones of a side that has no room for five are walls.
fn reduced(halves: [&Half; 2]) -> [Half; 2] {
    let mut halves = halves.map(Clone::clone);
    let room = |halves: &[Half; 2], end: u8| {
        let free = |half: &Half| half.iter().position(|&mark| mark == end || mark == WALL).unwrap_or(half.len());
        1 + free(&halves[0]) + free(&halves[1])
    };
    for [side, other] in [[OWN, ENEMY], [ENEMY, OWN]] {
        if room(&halves, other) < 5 {
            for half in &mut halves {
                if let Some(end) = half.iter().position(|&mark| mark == side || mark == WALL) {
                    half.truncate(end);
                    half.push(WALL);
                }
            }
        }
    }
    if room(&halves, WALL) < 5 {
        return [vec![WALL], vec![WALL]];
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// For either side and each row of five through the middle the own stones on it, where no wall and no enemy is.
    fn rows(cells: [u8; 2 * REACH + 1]) -> [[Option<[bool; 5]>; 5]; 2] {
        [[OWN, ENEMY], [ENEMY, OWN]].map(|[side, other]| {
            std::array::from_fn(|first| {
                let row: [u8; 5] = std::array::from_fn(|place| cells[first + place]);
                let open = !row.contains(&other) && !row.contains(&WALL);
                open.then(|| row.map(|cell| cell == side))
            })
        })
    }

    #[test]
    fn windows_are_the_same_where_all_rows_of_five_through_the_middle_are() {
        let windows = Windows::get();
        let (mut window_of, mut rows_of) = (HashMap::new(), HashMap::new());
        for code in 0..1 << (4 * REACH) {
            let mut cells: [u8; 2 * REACH + 1] = std::array::from_fn(|place| match place {
                REACH => 0,
                _ => (code >> (2 * (place - usize::from(place > REACH))) & 3) as u8,
            });
            let marks: u64 = cells.iter().enumerate().map(|(place, &cell)| u64::from(cell) << (2 * place)).sum();
            let window = windows.at(Color::Black, marks);
            let seen = rows(cells);
            cells.reverse();
            let mirrored = rows(cells);
            let rows = seen.max(mirrored);
            assert_eq!(*window_of.entry(rows).or_insert(window), window, "{marks:o}");
            assert_eq!(*rows_of.entry(window).or_insert(rows), rows, "{marks:o}");
            let swapped = |cell: u64| [0, 2, 1, 3][cell as usize];
            let enemy = (0..9).map(|place| swapped(marks >> (2 * place) & 3) << (2 * place)).sum();
            assert_eq!(windows.at(Color::White, enemy), window, "{marks:o}");
        }
        assert_eq!(window_of.len(), WINDOWS);
        assert_eq!(windows.parts().iter().collect::<HashSet<_>>().len(), WINDOWS);
    }
}
