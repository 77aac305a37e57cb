//! Draws on small boards: where neither side could make five in a row even if the other did nothing but prevent it, the
//! game is drawn (a Maker-Breaker game; Beck, "Combinatorial Games: Tic-Tac-Toe Theory", 2008).
//!
//! Every rule set's winning row holds five stones in a row, so that this proves draws under all in which any free point
//! may be played.

use super::vct::Tick;
use crate::gomoku::Gomoku;
use crate::gomoku::bits::{Bits, Point, STEPS};
use std::collections::HashMap;
use tengen_core::game::{Color, Game as _};
use tengen_core::search::Stopped;

/// The largest board on which draws are proven: its points are the bits of a word.
pub const MAX_SIZE: u8 = 8;

/// The most positions that are remembered.
const MOST_KNOWN: usize = 1 << 20;

/// A set of points of a small board, a bit for each.
type Points = u64;

/// The sum of the weights of all rows from which on the Maker may win after its own move: a row weighs 2 to the power of the
/// number of its stones, a full row 32 (Erdős and Selfridge, "On a combinatorial game", 1973).
const FULL: u32 = 32;

/// A move of the side to move that keeps a draw, where the game is proven drawn.
///
/// # Errors
/// [`Stopped`] from `tick`.
pub fn drawing_move(position: &Gomoku, tick: Tick<'_>) -> Result<Option<Point>, Stopped> {
    let (size, mover) = (position.size(), position.side_to_move());
    if size > MAX_SIZE || Color::BOTH.into_iter().any(|side| position.rule().forbids(side)) {
        return Ok(None);
    }
    let points = |set: &Bits| set.iter().map(|point| 1 << bit(point, size)).sum::<Points>();
    let [own, enemy] = [mover, !mover].map(|side| points(position.stones(side)));
    let free = points(position.free());
    let mut search = MakerBreaker { rows: rows(size), known: HashMap::new(), tick };
    if search.maker_wins(own, free)? {
        return Ok(None);
    }
    let mv = search.stopping_move(enemy, free)?;
    Ok(mv.and_then(|mv| position.moves().into_iter().find(|&point| 1 << bit(point, size) == mv)))
}

fn bit(point: Point, size: u8) -> u32 {
    u32::from(point.row()) * u32::from(size) + u32::from(point.col())
}

/// All rows of five points on a board of `size` lines.
fn rows(size: u8) -> Vec<Points> {
    let board = Bits::board(size);
    let row = |point: Point, step: i32| {
        let row = (0..5).map(|distance| point.shifted(step * distance));
        row.map(|point| board.has(point).then(|| 1 << bit(point, size))).sum::<Option<Points>>()
    };
    board.iter().flat_map(|point| STEPS.into_iter().filter_map(move |step| row(point, step))).collect()
}

/// A game in which one side, the Maker, wants a row and the other, the Breaker, wants to prevent every row.
struct MakerBreaker<'a> {
    rows: Vec<Points>,
    /// Whether the Maker, to move, wins, by the Maker's stones in open rows and by all points of open rows.
    known: HashMap<(Points, Points), bool>,
    tick: Tick<'a>,
}

/// The open rows: those without a stone of the Breaker's.
struct Open {
    /// All points of the open rows.
    points: Points,
    /// The points that complete an open row.
    last: Points,
    /// The sum of the weights of the open rows.
    weight: u32,
    /// The free points of open rows, each with the weight of the open rows through it, the heaviest first.
    moves: Vec<(u32, Points)>,
}

impl MakerBreaker<'_> {
    fn open(&self, maker: Points, free: Points) -> Open {
        let mut open = Open { points: 0, last: 0, weight: 0, moves: Vec::new() };
        let mut weights = [0; 64];
        for row in self.rows.iter().filter(|&&row| row & !(maker | free) == 0) {
            let mut empty = row & free;
            let weight = FULL >> empty.count_ones();
            open.points |= row;
            open.weight += weight;
            if empty.is_power_of_two() {
                open.last |= empty;
            }
            while empty != 0 {
                weights[empty.trailing_zeros() as usize] += weight;
                empty &= empty - 1;
            }
        }
        open.moves = (0..64).filter(|&at| weights[at] > 0).map(|at| (weights[at], 1 << at)).collect();
        open.moves.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
        open
    }

    /// True where the Maker, to move, wins.
    fn maker_wins(&mut self, maker: Points, free: Points) -> Result<bool, Stopped> {
        let open = self.open(maker, free);
        if open.last != 0 {
            return Ok(true);
        }
        // A move of the Maker's at most doubles the weight of all rows.
        if 2 * open.weight < FULL {
            return Ok(false);
        }
        let key = (maker & open.points, open.points);
        if let Some(&wins) = self.known.get(&key) {
            return Ok(wins);
        }
        (self.tick)()?;
        let mut wins = false;
        for (_, mv) in open.moves {
            if self.stopping_move(maker | mv, free & !mv)?.is_none() {
                wins = true;
                break;
            }
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    /// A move of the Breaker's, who is to move, that keeps the Maker from winning.
    fn stopping_move(&mut self, maker: Points, free: Points) -> Result<Option<Points>, Stopped> {
        let Open { last, weight, mut moves, .. } = self.open(maker, free);
        let any = free & free.wrapping_neg();
        match last.count_ones() {
            0 if weight < FULL => return Ok(Some(moves.first().map_or(any, |&(_, mv)| mv))),
            0 => {}
            1 => moves = vec![(0, last)],
            _ => return Ok(None),
        }
        for (_, mv) in moves {
            if !self.maker_wins(maker, free & !mv)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use tengen_core::game::Notation as _;

    fn drawn(rule: Rule, size: u8, text: Option<&str>) -> bool {
        let start = Gomoku::new(rule, size);
        let position = text.map_or(start.clone(), |text| start.parse_position(text).unwrap());
        drawing_move(&position, &mut || Ok(())).unwrap().is_some()
    }

    #[test]
    fn rows_are_counted() {
        assert_eq!([5, 6, 7, 8].map(|size| rows(size).len()), [12, 32, 60, 96]);
    }

    #[test]
    fn small_boards_are_drawn() {
        for size in [5, 6] {
            assert!(drawn(Rule::Freestyle, size, None), "{size}");
        }
    }

    /// The value of a position for its side to move, by all moves to the end.
    fn value(position: &Gomoku, known: &mut HashMap<u64, i32>) -> i32 {
        if let Some(outcome) = position.outcome() {
            return outcome.margin_for(position.side_to_move());
        }
        if let Some(&value) = known.get(&position.hash()) {
            return value;
        }
        let best = position.moves().into_iter().map(|mv| -value(&position.after(mv), known)).max().unwrap();
        known.insert(position.hash(), best);
        best
    }

    #[test]
    fn draws_are_those_of_all_moves() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut draws, mut open) = (0, 0);
        for game in 0..300 {
            let rule = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact][game % 4];
            let mut position = Gomoku::new(rule, 5 + game as u8 % 2);
            while position.plies_left() > Some(9) && position.outcome().is_none() {
                position.play(rng.choice(position.moves()).unwrap());
            }
            if position.outcome().is_some() {
                continue;
            }
            let mut known = HashMap::new();
            match drawing_move(&position, &mut || Ok(())).unwrap() {
                Some(mv) => {
                    let values = [value(&position, &mut known), value(&position.after(mv), &mut known)];
                    assert_eq!(values, [0, 0], "{}", position.drawing());
                    draws += 1;
                }
                None => open += i32::from(value(&position, &mut known) == 0),
            }
        }
        // Where one side's threats keep the other from making its own, the method proves nothing.
        assert!(draws > 100 && draws > 10 * open, "{draws} draws proven, {open} not");
    }

    #[test]
    fn wins_are_no_draws() {
        assert!(!drawn(Rule::Freestyle, 7, Some("......./......./......./..OOO../......./......./X.X...X:w")));
        assert!(!drawn(Rule::Freestyle, 7, Some("......./......./......./.OOOO../......./......./X.X...X:b")));
    }
}
