//! Openings under swap2: one side puts three stones (black, white, black), the other takes a colour; it may also put two
//! more and leave the choice to the first.
//!
//! To choose is never worse than to let choose: with the position worth *s* to White, the chooser has |*s*|, and who
//! puts two more stones gets at most 0. So this brain always takes a colour, and puts three stones with *s* near 0.

use super::brain::{Brain, Reply};
use super::notation::{self, Fault, refused};
use super::yixin::share;
use crate::protocols::line_server::{LineSignals, Say};
use tengen_core::game::{Color, Setup, Vertex};
use tengen_session::{Answer, Query};

/// Openings that are compared.
const OPENINGS: u32 = 16;

/// The three stones lie in a square of so many lines.
const SPREAD: u8 = 6;

impl Brain {
    /// Answers `SWAP2BOARD` with the stones already put.
    pub(super) fn swap2(&mut self, stones: &[Vertex], signals: &LineSignals, say: Say<'_>) -> Reply {
        match stones.len() {
            0 => {
                let size = self.size();
                let stones = self.opening(signals)?;
                let write = |stones: Vec<_>| stones.into_iter().map(|at| notation::write(at, size)).collect::<Vec<_>>();
                Ok(stones.map(|stones| write(stones).join(" ")))
            }
            3 | 5 => {
                self.put_in_turn(stones)?;
                match self.choose_colour(signals, say)? {
                    Some((Color::Black, _)) => Ok(Some("SWAP".to_owned())),
                    // What was searched for the choice is the best move, not the level's.
                    Some((Color::White, _)) if self.host.level().is_some() => self.answer(signals, say),
                    Some((Color::White, answer)) => self.accept(answer, signals).map(Some),
                    None => Ok(None),
                }
            }
            count => Err(refused(format!("swap2 has 0, 3 or 5 stones, not {count}"))),
        }
    }

    /// Answers `YXSWAP2STEP1`: three stones for an empty board, whatever was on it.
    pub(super) fn swap2_step1(&mut self, signals: &LineSignals) -> Reply {
        self.adopt_rule()?;
        let last = self.size() - 1;
        let message =
            |(at, number): (Vertex, usize)| format!("MESSAGE SWAP2 MOVE{number} {} {}", at.col, last - at.row);
        let messages = |stones: Vec<_>| stones.into_iter().zip(1..).map(message).collect::<Vec<_>>();
        Ok(self.opening(signals)?.map(|stones| messages(stones).join("\n")))
    }

    /// Answers `YXSWAP2STEP2` and `YXSWAP2STEP3`, whether Black is wanted; so many stones are on the board. White's move is
    /// asked for by `BOARD` then.
    pub(super) fn swap2_choice(&mut self, step: &str, count: usize, signals: &LineSignals, say: Say<'_>) -> Reply {
        let (stones, side) = (self.stones().len(), self.host.engine().side_to_move());
        if (stones, side) != (count, Color::White) {
            return Err(refused(format!("this is for {count} stones and White to move, not {stones} and {side}")));
        }
        let Some((colour, _)) = self.choose_colour(signals, say)? else { return Ok(None) };
        let swap = if colour == Color::Black { "YES" } else { "NO" };
        Ok(Some(format!("MESSAGE SWAP2 {step} {swap}")))
    }

    /// Stones for the other side to choose from: of some by chance, those that are worth the least to either.
    fn opening(&mut self, signals: &LineSignals) -> Result<Option<Vec<Vertex>>, Fault> {
        self.adopt_terms()?;
        let limits = share(self.limits(signals), OPENINGS);
        let mut rng = fastrand::Rng::with_seed(self.host.settings().seed);
        let mut best: Option<(i32, Vec<Vertex>)> = None;
        for _ in 0..OPENINGS {
            let stones = three_stones(self.size(), &mut rng);
            self.put_in_turn(&stones)?;
            let blocked = self.blocked_moves();
            let query = Query { avoided: &blocked, ..self.host.query(limits, &signals.stop) };
            let Some(answer) = self.think(&query, signals, &mut |_| ())? else { return Ok(None) };
            let value = answer.report.lines.first().map_or(i32::MAX, |line| line.score.abs());
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, stones));
            }
        }
        let stones = best.map(|(_, stones)| stones).unwrap_or_default();
        self.put_in_turn(&stones)?;
        self.terms.moved(self.elapsed(signals));
        Ok(Some(stones))
    }

    /// The better side to have where White is to move, with the move that was thought of.
    fn choose_colour(&mut self, signals: &LineSignals, say: Say<'_>) -> Result<Option<(Color, Answer)>, Fault> {
        self.adopt_terms()?;
        let blocked = self.blocked_moves();
        let query = self.query(&blocked, signals);
        let Some(answer) = self.think(&query, signals, say)? else { return Ok(None) };
        let black = answer.report.lines.first().is_some_and(|line| line.score < 0);
        if black {
            self.terms.moved(self.elapsed(signals));
        }
        Ok(Some((if black { Color::Black } else { Color::White }, answer)))
    }

    /// A position from an odd number of stones, put in turn: White is to move.
    fn put_in_turn(&mut self, stones: &[Vertex]) -> Result<(), Fault> {
        let stones = Color::BOTH.into_iter().cycle().zip(stones.iter().copied()).collect();
        Ok(self.host.engine_mut().set_up(&Setup::new(stones, Color::White))?)
    }
}

/// Three points of a small square somewhere on the board.
fn three_stones(size: u8, rng: &mut fastrand::Rng) -> Vec<Vertex> {
    let spread = SPREAD.min(size);
    let (left, low) = (rng.u8(..=size - spread), rng.u8(..=size - spread));
    let square = (0..spread * spread).map(|index| Vertex::new(left + index % spread, low + index / spread));
    rng.choose_multiple(square, 3)
}
