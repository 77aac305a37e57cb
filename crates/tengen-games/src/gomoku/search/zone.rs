//! What a win by threats depends on: the points where another stone of the defender's may change it, and whether the win holds in
//! spite of such a stone. And the points near a stone that are worth a look.

use super::board::Board;
use super::threats::Verdict;
use super::vct::{Tick, Vct};
use crate::gomoku::bits::{Bits, INDICES, MAX_SIZE, Point};
use crate::gomoku::board::key;
use crate::gomoku::codes::Class;
use std::collections::HashSet;
use std::sync::OnceLock;
use tengen_core::search::Stopped;

/// The most positions of a win that are played again.
const MOST_WALKED: u32 = 20_000;

impl Vct {
    /// The points where a stone of the defender's is likely to change a win that the side to move has, as a search has found: the
    /// moves of both sides in it, and where the defender makes a four. `None` where the win is no longer remembered.
    ///
    /// # Errors
    /// [`Stopped`] from `tick`; the board may be left some moves on.
    pub fn zone(&self, board: &mut Board, tick: Tick<'_>) -> Result<Option<Bits>, Stopped> {
        let mut walk = Walk { threats: self, zone: Bits::default(), seen: HashSet::new(), tick };
        let complete = walk.attack(board)?;
        Ok(complete.then_some(walk.zone))
    }

    /// The plies in which the side to move wins as it would if the defender had passed in place of its last move, `reply`.
    /// `None` where the same moves do not win, or are no longer remembered.
    ///
    /// # Errors
    /// [`Stopped`] from `tick`; the board may be left some moves on.
    pub fn wins_despite(&self, board: &mut Board, reply: Point, tick: Tick<'_>) -> Result<Option<u32>, Stopped> {
        let mut again = Replay { threats: self, key: key(!board.side(), reply), left: MOST_WALKED, tick };
        again.attack(board)
    }
}

/// A walk through all positions of a win.
struct Walk<'a> {
    threats: &'a Vct,
    zone: Bits,
    seen: HashSet<u64>,
    tick: Tick<'a>,
}

impl Walk<'_> {
    fn attack(&mut self, board: &mut Board) -> Result<bool, Stopped> {
        if !self.seen.insert(board.hash()) {
            return Ok(true);
        }
        (self.tick)()?;
        let Some(mv) = self.threats.winning_move(board) else { return Ok(false) };
        self.zone.insert(mv);
        if board.class(board.side(), mv) == Class::Five {
            return Ok(true);
        }
        board.make(mv);
        let complete = self.defend(board)?;
        board.unmake();
        Ok(complete)
    }

    fn defend(&mut self, board: &mut Board) -> Result<bool, Stopped> {
        let side = board.side();
        self.zone = self.zone.or(&board.fours(side)).or(&board.points(!side, Class::Five));
        if board.verdict().is_some() {
            return Ok(true);
        }
        let replies = board.forcing_state().replies().copied().unwrap_or_default();
        self.zone = self.zone.or(&replies);
        for reply in replies.iter() {
            board.make(reply);
            let complete = self.attack(board)?;
            board.unmake();
            if !complete {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A win played again with one more stone of the defender's.
struct Replay<'a> {
    threats: &'a Vct,
    /// The key of the additional stone.
    key: u64,
    /// How many more positions may be looked at.
    left: u32,
    tick: Tick<'a>,
}

impl Replay<'_> {
    fn attack(&mut self, board: &mut Board) -> Result<Option<u32>, Stopped> {
        match board.verdict() {
            Some(Verdict::Win(plies)) => return Ok(Some(plies)),
            Some(_) => return Ok(None),
            None => {}
        }
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        (self.tick)()?;
        let Some(mv) = self.threats.move_of(board.hash() ^ self.key) else { return Ok(None) };
        if !board.free().has(mv) || !board.may_play(board.side(), mv) {
            return Ok(None);
        }
        board.make(mv);
        let plies = self.defend(board)?;
        board.unmake();
        Ok(plies.map(|plies| plies + 1))
    }

    fn defend(&mut self, board: &mut Board) -> Result<Option<u32>, Stopped> {
        match board.verdict() {
            Some(Verdict::Loss(plies)) => return Ok(Some(plies)),
            Some(_) => return Ok(None),
            None => {}
        }
        let forcing = board.forcing_state();
        let Some(replies) = forcing.replies() else { return Ok(None) };
        let mut longest = forcing.plies();
        for reply in replies.iter() {
            board.make(reply);
            let plies = self.attack(board)?;
            board.unmake();
            let Some(plies) = plies else { return Ok(None) };
            longest = longest.max(plies + 1);
        }
        Ok(Some(longest))
    }
}

/// Points within this many rows and columns of a stone are near it.
const SQUARE: u8 = 3;

/// Points on a line through a stone are near it up to this distance, in lines.
const LINE: u8 = 4;

/// The points near each point of a board.
pub struct Areas(Vec<Bits>);

impl Areas {
    /// The areas of a board of `size` lines, made when they are first asked for.
    pub fn of(size: u8) -> &'static Self {
        static AREAS: [OnceLock<Areas>; MAX_SIZE as usize + 1] = [const { OnceLock::new() }; MAX_SIZE as usize + 1];
        AREAS[usize::from(size.min(MAX_SIZE))].get_or_init(|| Self::make(size))
    }

    fn make(size: u8) -> Self {
        let board = Bits::board(size);
        let mut areas = vec![Bits::default(); INDICES];
        for stone in board.iter() {
            for point in board.iter().filter(|&point| is_within(stone, point, SQUARE, LINE)) {
                areas[stone.index()].insert(point);
            }
        }
        Self(areas)
    }

    /// The points near this one.
    pub fn around(&self, point: Point) -> &Bits {
        &self.0[point.index()]
    }
}

/// True for a point within `square` rows and columns of a stone, or on a line through it at a distance of at most `line`.
pub fn is_within(stone: Point, point: Point, square: u8, line: u8) -> bool {
    let away = [stone.col().abs_diff(point.col()), stone.row().abs_diff(point.row())];
    let on_line = away[0] == away[1] || away.contains(&0);
    stone.distance(point) <= if on_line { line } else { square }
}
