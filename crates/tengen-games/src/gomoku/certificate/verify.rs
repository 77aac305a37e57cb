//! The check of a certificate: every legal reply of the loser is played, and the winner's answer to it, to the end. Replies that
//! are answered alike and change nothing for this answer are checked together, as a pass ([`Touched`]).

use super::{Certificate, CertificateStep, HEAD};
use crate::gomoku::Gomoku;
use crate::gomoku::bits::{Bits, Point, STEPS};
use std::collections::HashMap;
use std::ops::Index;
use tengen_core::certificate::{Certified, Refused};
use tengen_core::game::{Color, Game as _, Outcome};

/// The most positions that a check may take: however few the steps are, and for each step. A certificate of a win by threats
/// takes some hundreds of positions a step.
const MOST_POSITIONS: [u64; 2] = [100_000, 5_000];

/// The most results that are kept for positions that are met again.
const MOST_KNOWN: usize = 1 << 17;

impl Certificate {
    /// Checks by the rules that the winner wins in as many plies as stated, whatever the loser replies.
    ///
    /// # Errors
    /// [`Refused`]: the line of a step, the moves that lead to it, and what is wrong there.
    pub fn verify(&self) -> Result<Certified, Refused> {
        if self.position.outcome().is_some() {
            return Err(Refused::new(3, "expected a game that goes on"));
        }
        let [any, each] = MOST_POSITIONS;
        let most = any + each * self.steps.len() as u64;
        let mut verifier = Verifier::new(&self.steps[..], self.winner, most);
        let last =
            self.steps.len().checked_sub(1).ok_or_else(|| Refused::new(HEAD, "expected steps after this line"))?;
        let plies = if self.position.side_to_move() == self.winner {
            verifier.winner_moves(&self.position, last, 0)?.plies
        } else if self.steps[last].mv.is_some() {
            return Err(verifier.refused(last, "expected no move of the winner's: the loser is to move"));
        } else {
            verifier.loser_moves(&self.position, last, 0)?.plies
        };
        if plies > self.plies {
            return Err(Refused::new(HEAD, format!("expected a bound of {plies} plies or more, not {}", self.plies)));
        }
        Ok(Certified { winner: self.winner, plies, positions: most - verifier.left })
    }
}

/// Black's stones, White's stones, the index of a step, and the number of open passes.
type Key = (Bits, Bits, usize, usize);

/// A win that a check has found right.
#[derive(Clone, Copy, Default)]
pub struct Checked {
    /// The most plies that the win takes.
    pub plies: u32,
    /// The points that the win depends on.
    pub touched: Touched,
}

impl Checked {
    /// Takes in a reply, of which the position after it was checked.
    fn take(&mut self, after: &Self) {
        self.plies = self.plies.max(after.plies + 1);
        self.touched.add(&after.touched);
    }
}

/// A point where a side can make a winning row, beside one of the side's stones; `None` where there is none.
fn winning_point(position: &Gomoku, side: Color) -> Option<Point> {
    let stones = position.stones(side);
    let beside = STEPS.into_iter().flat_map(|step| [stones.shifted(step), stones.shifted(-step)]);
    let near = beside.fold(Bits::default(), |near, moved| near.or(&moved)).and(position.free());
    near.iter().find(|&point| position.wins_at(side, point))
}

/// Those of some replies after which the point of a side's winning row still wins. A reply elsewhere changes nothing, unless the
/// rules count the stones at the ends of a row and the reply is on a line through the point.
fn in_vain(position: &Gomoku, side: Color, point: Point, replies: &Bits) -> Bits {
    let mut in_vain = *replies;
    in_vain.remove(point);
    if position.rule().can_be_hemmed() {
        let off = |from: u8, to: u8| i32::from(from) - i32::from(to);
        for reply in replies.iter() {
            let (cols, rows) = (off(reply.col(), point.col()), off(reply.row(), point.row()));
            let on_line = cols == 0 || rows == 0 || cols.abs() == rows.abs();
            if on_line && !position.after(reply).wins_at(side, point) {
                in_vain.remove(reply);
            }
        }
    }
    in_vain
}

/// True where the rules let a stone of the loser's do no more than take a point from the winner or make a row of the loser's.
pub fn can_pass(position: &Gomoku) -> bool {
    let rule = position.rule();
    !rule.can_be_hemmed() && !Color::BOTH.into_iter().any(|side| rule.forbids(side))
}

/// A check of the steps of a certificate.
pub struct Verifier<'a, S: ?Sized> {
    steps: &'a S,
    winner: Color,
    /// The moves that lead to the position that is being checked.
    path: Vec<Point>,
    /// The wins that were checked, by their keys.
    known: HashMap<Key, Checked>,
    /// How many more positions may be checked.
    left: u64,
}

impl<'a, S: Index<usize, Output = CertificateStep> + ?Sized> Verifier<'a, S> {
    /// A check of a side's wins that may take up to `most` positions.
    pub fn new(steps: &'a S, winner: Color, most: u64) -> Self {
        Self { steps, winner, path: Vec::new(), known: HashMap::new(), left: most }
    }

    /// The refusal of a step after the moves made so far.
    fn refused(&self, step: usize, why: &str) -> Refused {
        let moves: Vec<String> = self.path.iter().map(|mv| mv.vertex().to_string()).collect();
        let after = if moves.is_empty() { String::new() } else { format!("after {}: ", moves.join(" ")) };
        Refused::new(HEAD + 1 + step, format!("{after}{why}"))
    }

    /// Checks that the winner, to move, wins by a step; `passes` of the loser's moves before were passes.
    ///
    /// # Errors
    /// [`Refused`] where the step does not win.
    pub fn winner_moves(&mut self, position: &Gomoku, step: usize, passes: usize) -> Result<Checked, Refused> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(self.refused(step, "expected a certificate that takes fewer positions for its length"));
        };
        self.left = left;
        let Some(mv) = self.steps[step].mv else {
            return Err(self.refused(step, "expected a move: the winner is to move"));
        };
        if !position.free().has(mv) || position.foul(mv).is_some() {
            return Err(self.refused(step, &format!("expected a legal move, not {}", mv.vertex())));
        }
        let after = position.after(mv);
        self.path.push(mv);
        let checked = match after.outcome() {
            Some(Outcome::Win(side, _)) if side == self.winner => Ok(Checked::default()),
            Some(_) => Err(self.refused(step, "expected a win, not a draw")),
            None => self.loser_moves(&after, step, passes),
        };
        self.path.pop();
        let mut checked = checked?;
        checked.plies += 1;
        checked.touched.insert(mv);
        Ok(checked)
    }

    /// Checks that the winner wins whatever the loser, to move, plays.
    fn loser_moves(&mut self, position: &Gomoku, step: usize, passes: usize) -> Result<Checked, Refused> {
        let CertificateStep { other, replies, .. } = &self.steps[step];
        if let Some(row) = winning_point(position, !self.winner) {
            return Err(self.refused(step, &format!("expected a move that prevents {}", row.vertex())));
        }
        let touched = Touched::by_rows(position, !self.winner, passes);
        let (mut open, mut checked) = (*position.free(), Checked { plies: 0, touched });
        for &(reply, next) in replies {
            if !open.has(reply) || position.foul(reply).is_some() {
                return Err(self.refused(step, &format!("expected a legal reply, once, not {}", reply.vertex())));
            }
            open.remove(reply);
            checked.take(&self.after_reply(position, reply, next as usize, (passes, true))?);
        }
        let row = other.and_then(|next| self.row(position, next as usize));
        if let Some(row) = row {
            checked.touched.insert(row);
            let in_vain = in_vain(position, self.winner, row, &open);
            if !in_vain.is_empty() {
                checked.plies = checked.plies.max(2);
            }
            open = open.without(&in_vain);
        } else if let Some(next) = *other
            && let Some(passed) = self.after_pass(position, next as usize, passes)
        {
            open = open.and(passed.touched.points(passes));
            checked.take(&passed);
        }
        for reply in open.iter() {
            if position.foul(reply).is_none() {
                let Some(next) = *other else {
                    return Err(self.refused(step, &format!("expected an answer to {}", reply.vertex())));
                };
                checked.take(&self.after_reply(position, reply, next as usize, (passes, false))?);
            }
        }
        Ok(checked)
    }

    /// The point where a step makes a winning row in this position.
    fn row(&self, position: &Gomoku, step: usize) -> Option<Point> {
        self.steps[step].mv.filter(|&mv| position.free().has(mv) && position.wins_at(self.winner, mv))
    }

    /// The win after a pass of the loser's; `None` where the step does not win after it, or a pass proves nothing of replies.
    fn after_pass(&mut self, position: &Gomoku, next: usize, passes: usize) -> Option<Checked> {
        if passes >= MOST_PASSES || !can_pass(position) {
            return None;
        }
        self.winner_moves(&position.after_pass(), next, passes + 1).ok()
    }

    /// The win from a reply on. `again` says that the position is likely to be met again: a reply with a step of its own.
    fn after_reply(
        &mut self,
        position: &Gomoku,
        reply: Point,
        next: usize,
        (passes, again): (usize, bool),
    ) -> Result<Checked, Refused> {
        let after = position.after(reply);
        let key = (*after.stones(Color::Black), *after.stones(Color::White), next, passes);
        let known = if again { self.known.get(&key) } else { None };
        if let Some(&checked) = known {
            return Ok(checked);
        }
        self.path.push(reply);
        let checked = match after.outcome() {
            None => self.winner_moves(&after, next, passes),
            Some(_) => Err(self.refused(next, "expected a win, not a draw")),
        };
        self.path.pop();
        let checked = checked?;
        if again {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(key, checked);
        }
        Ok(checked)
    }
}

/// The most passes of the loser's on one line of a check.
pub const MOST_PASSES: usize = 3;

/// Points that a win depends on: first those for one more stone of the loser's, then for two more, and so on.
///
/// A win is checked once with a pass of the loser's in place of all its replies that change nothing. A reply `x` changes
/// nothing if the winner never plays on `x` afterwards, and if no row of five can come about with `x` and the loser's other
/// stones before the winner has one. Then the same answers win after `x`: a stone of the loser's takes nothing else from the
/// winner, as long as the rules forbid no moves and count no stones at the ends of rows.
///
/// Passes may stand within what follows a pass. Where `n` passes are open, a row of the loser's could hold `n` stones that are
/// not on the board: so points are kept by the number of stones that a row lacks.
#[derive(Clone, Copy, Default)]
pub struct Touched([Bits; MOST_PASSES]);

impl Touched {
    /// The free points of rows of five in which the loser, to move, would have four stones with one more, two more, and so on up
    /// to `passes`.
    pub fn by_rows(position: &Gomoku, loser: Color, passes: usize) -> Self {
        let mut touched = Self::default();
        if passes == 0 {
            return touched;
        }
        let (stones, open) = (*position.stones(loser), position.stones(loser).or(position.free()));
        for step in STEPS {
            // The binary digits of the number of stones in the row that begins at each point.
            let (mut ones, mut twos, mut fours) = (Bits::default(), Bits::default(), Bits::default());
            let (mut stone, mut free, mut rows) = (stones, open, open);
            for place in 0..5 {
                if place > 0 {
                    (stone, free) = (stone.shifted(-step), free.shifted(-step));
                    rows = rows.and(&free);
                }
                let carry = ones.and(&stone);
                ones = ones.or(&stone).without(&carry);
                fours = fours.or(&twos.and(&carry));
                twos = twos.or(&carry).without(&twos.and(&carry));
            }
            let least = [ones.and(&twos).or(&fours), twos.or(&fours), ones.or(&twos).or(&fours)];
            for (points, least) in touched.0.iter_mut().zip(least).take(passes) {
                let mut row = least.and(&rows);
                for _ in 0..5 {
                    *points = points.or(&row.and(position.free()));
                    row = row.shifted(step);
                }
            }
        }
        touched
    }

    /// Adds a point that the winner plays on.
    pub fn insert(&mut self, point: Point) {
        self.0.iter_mut().for_each(|points| points.insert(point));
    }

    /// Adds all points of another set.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(points, other)| *points = points.or(other));
    }

    /// The points where one more stone of the loser's matters while `passes` passes are open.
    pub const fn points(&self, passes: usize) -> &Bits {
        &self.0[passes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows of five of a board, by their points.
    fn rows(size: u8) -> Vec<Vec<Point>> {
        let board = Bits::board(size);
        let row = |point: Point, step: i32| (0..5).map(|distance| point.shifted(step * distance)).collect::<Vec<_>>();
        let rows = board.iter().flat_map(|point| STEPS.map(|step| row(point, step)));
        rows.filter(|row| row.iter().all(|&point| board.has(point))).collect()
    }

    #[test]
    fn rows_are_those_that_lack_stones() {
        use crate::gomoku::Rule;
        use tengen_core::game::Game as _;
        let rows = rows(9);
        for seed in 0..50 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Gomoku::new(Rule::Freestyle, 9);
            while position.outcome().is_none() && position.plies_left() > Some(35) {
                position.play(rng.choice(position.moves()).unwrap());
            }
            for side in Color::BOTH {
                let stones = |row: &[Point]| row.iter().filter(|&&point| position.stones(side).has(point)).count();
                let is_open = |row: &[Point]| row.iter().all(|&point| !position.stones(!side).has(point));
                for passes in 0..=MOST_PASSES {
                    let touched = Touched::by_rows(&position, side, passes);
                    for lacking in 0..MOST_PASSES {
                        let mut expected = Bits::default();
                        for row in rows.iter().filter(|row| is_open(row) && stones(row) + lacking >= 3) {
                            row.iter().filter(|&&point| position.free().has(point)).for_each(|&p| expected.insert(p));
                        }
                        let expected = if lacking < passes { expected } else { Bits::default() };
                        assert_eq!(*touched.points(lacking), expected, "{}", position.hash());
                    }
                }
            }
        }
    }
}
