//! Openings under swap2, as managers ask for them.

use super::brain::{Brain, Reply};
use super::notation::{self, Fault, refused};
use crate::protocols::line_server::{LineSignals, Say};
use crate::protocols::swap2;
use tengen_core::game::{Color, Vertex};
use tengen_session::{Answer, Query};

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

    /// Puts three stones for the other side to choose from.
    fn opening(&mut self, signals: &LineSignals) -> Result<Option<Vec<Vertex>>, Fault> {
        self.adopt_terms()?;
        let (size, seed, limits) = (self.size(), self.host.settings().seed, self.limits(signals));
        let found = swap2::opening(size, seed, limits, |stones, limits| {
            self.put_in_turn(stones)?;
            let blocked = self.blocked_moves();
            let query = Query { avoided: &blocked, ..self.host.query(limits, &signals.stop) };
            self.think(&query, signals, &mut |_| ())?.ok_or(None)
        });
        let stones = match found {
            Ok((stones, _)) => stones,
            Err(fault) => return fault.map_or(Ok(None), Err),
        };
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
        let side = swap2::better_side(&answer);
        if side == Color::Black {
            self.terms.moved(self.elapsed(signals));
        }
        Ok(Some((side, answer)))
    }

    fn put_in_turn(&mut self, stones: &[Vertex]) -> Result<(), Fault> {
        self.set_up(&swap2::in_turn(stones))
    }
}
