//! The check of a certificate: every legal reply of the loser is played, and the winner's answer to it, to the end.

use super::text::HEAD;
use super::{Certificate, Step};
use crate::game::{Color, Game as _, Outcome};
use crate::games::certificate::{Certified, Refused};
use crate::games::gomoku::bits::{Bits, STEPS};
use crate::games::gomoku::{Point, Position};
use std::collections::HashMap;

/// Positions that a check may take, however few the steps, and more for each step: a certificate of a win by threats takes
/// some hundreds a step.
const MOST_POSITIONS: [u64; 2] = [100_000, 5_000];

/// Results that are kept for positions that are met again.
const MOST_KNOWN: usize = 1 << 19;

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
        let mut verifier =
            Verifier { steps: &self.steps, winner: self.winner, path: Vec::new(), known: HashMap::new(), left: most };
        let last =
            self.steps.len().checked_sub(1).ok_or_else(|| Refused::new(HEAD, "expected steps after this line"))?;
        let plies = if self.position.side_to_move() == self.winner {
            verifier.winner_moves(&self.position, last)?
        } else if self.steps[last].mv.is_some() {
            return Err(verifier.refused(last, "expected no move of the winner's: the loser is to move"));
        } else {
            verifier.loser_moves(&self.position, last)?
        };
        if plies > self.plies {
            return Err(Refused::new(HEAD, format!("expected a bound of {plies} plies or more, not {}", self.plies)));
        }
        Ok(Certified { winner: self.winner, plies, positions: most - verifier.left })
    }
}

/// Stones of both sides, and a step.
type Key = (Bits, Bits, usize);

/// A point where a side can make a winning row. It is beside one of the side's stones.
fn winning_point(position: &Position, side: Color) -> Option<Point> {
    let stones = position.stones(side);
    let beside = STEPS.into_iter().flat_map(|step| [stones.shifted(step), stones.shifted(-step)]);
    let near = beside.fold(Bits::default(), |near, moved| near.or(&moved)).and(position.free());
    near.iter().find(|&point| position.wins_at(side, point))
}

/// True where a side's winning row at a point stands after a reply: a reply elsewhere changes nothing, unless the rules count
/// the stones at the ends of a row and it is on a line through the point.
fn stands(position: &Position, side: Color, point: Point, reply: Point) -> bool {
    let off = |from: u8, to: u8| i32::from(from) - i32::from(to);
    let (cols, rows) = (off(reply.col(), point.col()), off(reply.row(), point.row()));
    let on_line = cols == 0 || rows == 0 || cols.abs() == rows.abs();
    reply != point && (!position.rule().can_be_hemmed() || !on_line || position.after(reply).wins_at(side, point))
}

struct Verifier<'a> {
    steps: &'a [Step],
    winner: Color,
    /// The moves that lead to the position that is being checked.
    path: Vec<Point>,
    /// The plies of what was found right.
    known: HashMap<Key, u32>,
    /// Positions that may still be checked.
    left: u64,
}

impl Verifier<'_> {
    /// What is wrong with a step after the moves so far.
    fn refused(&self, step: usize, why: &str) -> Refused {
        let moves: Vec<String> = self.path.iter().map(|mv| mv.vertex().to_string()).collect();
        let after = if moves.is_empty() { String::new() } else { format!("after {}: ", moves.join(" ")) };
        Refused::new(HEAD + 1 + step, format!("{after}{why}"))
    }

    /// The plies in which the winner, to move, wins by a step.
    fn winner_moves(&mut self, position: &Position, step: usize) -> Result<u32, Refused> {
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
        let plies = match after.outcome() {
            Some(Outcome::Win(side, _)) if side == self.winner => Ok(0),
            Some(_) => Err(self.refused(step, "expected a win, not a draw")),
            None => self.loser_moves(&after, step),
        };
        self.path.pop();
        plies.map(|plies| plies + 1)
    }

    /// The plies in which the loser, to move, loses whatever it plays.
    fn loser_moves(&mut self, position: &Position, step: usize) -> Result<u32, Refused> {
        let Step { other, replies, .. } = &self.steps[step];
        if let Some(row) = winning_point(position, !self.winner) {
            return Err(self.refused(step, &format!("expected a move that prevents {}", row.vertex())));
        }
        let (mut open, mut longest) = (*position.free(), 0);
        for &(reply, next) in replies {
            if !open.has(reply) || position.foul(reply).is_some() {
                return Err(self.refused(step, &format!("expected a legal reply, once, not {}", reply.vertex())));
            }
            open.remove(reply);
            longest = longest.max(self.after_reply(position, reply, next as usize, true)?);
        }
        let row = other.and_then(|next| self.row(position, next as usize));
        for reply in open.iter() {
            if row.is_some_and(|row| stands(position, self.winner, row, reply)) {
                longest = longest.max(2);
            } else if position.foul(reply).is_none() {
                let Some(next) = *other else {
                    return Err(self.refused(step, &format!("expected an answer to {}", reply.vertex())));
                };
                longest = longest.max(self.after_reply(position, reply, next as usize, false)?);
            }
        }
        Ok(longest)
    }

    /// The point where a step makes a winning row here.
    fn row(&self, position: &Position, step: usize) -> Option<Point> {
        self.steps[step].mv.filter(|&mv| position.free().has(mv) && position.wins_at(self.winner, mv))
    }

    /// The plies from a reply on. What has a reply of its own is likely to be met again.
    fn after_reply(&mut self, position: &Position, reply: Point, next: usize, again: bool) -> Result<u32, Refused> {
        let after = position.after(reply);
        let key = (*after.stones(Color::Black), *after.stones(Color::White), next);
        let known = if again { self.known.get(&key) } else { None };
        if let Some(plies) = known {
            return Ok(plies + 1);
        }
        self.path.push(reply);
        let plies = match after.outcome() {
            None => self.winner_moves(&after, next),
            Some(_) => Err(self.refused(next, "expected a win, not a draw")),
        };
        self.path.pop();
        let plies = plies?;
        if again {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(key, plies);
        }
        Ok(plies + 1)
    }
}
