//! Victory by continuous threats (VCT): a search in which every move of the attacker makes a four, threatens an open four, or
//! blocks a five of the defender, whose replies are few and known; threats as moves are those of Allis, van den Herik and
//! Huntjens, "Go-Moku and threat-space search", 1993, but all replies are tried.
//! The replies are complete ([`ForcingState`]): what it finds is proven.

use super::board::Board;
use super::threats::{ForcingState, Verdict};
use crate::gomoku::bits::{Bits, Point};
use crate::gomoku::codes::Class;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tengen_core::search::Stopped;

/// What is known of a position that the attacker moves in.
#[derive(Clone, Copy, Debug)]
enum KnownThreat {
    /// The attacker wins with this move, in at most this many plies.
    Won(Point, u16),
    /// The attacker does not win with this number of threes on a line, or fewer.
    Refuted(u8),
}

impl KnownThreat {
    /// The plies of the win, where there is one.
    const fn plies(self) -> Option<u16> {
        match self {
            Self::Won(_, plies) => Some(plies),
            Self::Refuted(_) => None,
        }
    }
}

/// A hasher that returns the key itself: keys are random numbers already.
#[derive(Clone, Copy, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A call for each node, which may stop the search.
pub type Tick<'a> = &'a mut dyn FnMut() -> Result<(), Stopped>;

/// The limits of a threat search.
#[derive(Clone, Copy, Debug)]
pub struct VctLimits {
    /// The most nodes.
    pub nodes: u32,
    /// The most threes of the attacker on one line; with 0 only fours are tried.
    pub threes: u8,
}

/// What threat searches have found so far.
#[derive(Default)]
pub struct Vct {
    known: HashMap<u64, KnownThreat, BuildHasherDefault<KeyHasher>>,
    left: u32,
}

/// The most positions that are remembered.
const MOST_KNOWN: usize = 1 << 20;

impl Vct {
    /// The most plies in which the side to move wins, where a win is found: first by fours alone, then with one three on a line,
    /// then with two, and so on.
    ///
    /// # Errors
    /// [`Stopped`] from `tick`; the board may be left some moves on.
    pub fn search(&mut self, board: &mut Board, effort: VctLimits, tick: Tick<'_>) -> Result<Option<u32>, Stopped> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        self.left = effort.nodes;
        for threes in 0..=effort.threes {
            let plies = match self.settled(board.hash(), threes) {
                Some(known) => known.plies(),
                None => self.attack(board, threes, tick)?,
            };
            if let Some(plies) = plies {
                return Ok(Some(u32::from(plies)));
            }
            if self.left == 0 {
                break;
            }
        }
        Ok(None)
    }

    /// The moves of both sides to the end after a search that has found a win; the defender takes the longest way.
    pub fn line(&self, board: &mut Board) -> Vec<Point> {
        let mut line = Vec::new();
        let ply = board.ply();
        while let Some(mv) = self.winning_move(board) {
            line.push(mv);
            let wins = board.class(board.side(), mv) == Class::Five;
            board.make(mv);
            if wins {
                break;
            }
            let Some(reply) = self.longest_reply(board) else { break };
            line.push(reply);
            board.make(reply);
        }
        board.unmake_to(ply);
        line
    }

    /// The winning move of a position that was found to be won.
    pub fn winning_move(&self, board: &Board) -> Option<Point> {
        let side = board.side();
        match board.verdict() {
            Some(Verdict::Win(1)) => board.points(side, Class::Five).iter().next(),
            Some(Verdict::Win(3)) => board.points(side, Class::OpenFour).iter().next(),
            Some(Verdict::Win(_)) => board.win_in_5(),
            _ => self.known_move(board),
        }
    }

    /// The winning move of a position that no [`Verdict`] decides, where the search has found one.
    pub fn known_move(&self, board: &Board) -> Option<Point> {
        self.move_of(board.hash())
    }

    /// The winning move that the search has found in the position of a key.
    pub fn move_of(&self, key: u64) -> Option<Point> {
        match self.known.get(&key) {
            Some(&KnownThreat::Won(mv, _)) => Some(mv),
            _ => None,
        }
    }

    /// The reply after which the attacker takes the most plies.
    fn longest_reply(&self, board: &mut Board) -> Option<Point> {
        let side = board.side();
        let fives = board.points(!side, Class::Five);
        let replies = board.forcing_state().replies().copied().unwrap_or_default();
        let any = board.legal(fives).iter().next().or_else(|| board.legal(*board.free()).iter().next());
        let plies = |board: &Board| match (board.verdict(), self.known.get(&board.hash())) {
            (Some(Verdict::Win(plies)), _) => Some(plies),
            (None, Some(&KnownThreat::Won(_, plies))) => Some(u32::from(plies)),
            _ => None,
        };
        let mut longest: Option<(u32, Point)> = None;
        for reply in replies.iter() {
            board.make(reply);
            let plies = plies(board);
            board.unmake();
            if let Some(plies) = plies.filter(|&plies| longest.is_none_or(|(most, _)| plies > most)) {
                longest = Some((plies, reply));
            }
        }
        longest.map(|(_, reply)| reply).or(any)
    }

    /// What is known of a position, where it says whether the attacker wins with at most `threes` threes on a line.
    fn settled(&self, key: u64, threes: u8) -> Option<KnownThreat> {
        let enough = |known: &KnownThreat| !matches!(*known, KnownThreat::Refuted(tried) if tried < threes);
        self.known.get(&key).copied().filter(enough)
    }

    /// The plies in which the side to move, the attacker, wins with at most `threes` threes on a line, in a position of which
    /// this is not known.
    fn attack(&mut self, board: &mut Board, threes: u8, tick: Tick<'_>) -> Result<Option<u16>, Stopped> {
        match board.verdict() {
            Some(Verdict::Win(plies)) => return Ok(Some(plies as u16)),
            Some(Verdict::Loss(_) | Verdict::Draw) => return Ok(None),
            None => {}
        }
        let forced = board.count(!board.side(), Class::Five) > 0;
        for mv in Self::threats(board, threes) {
            if self.left == 0 {
                return Ok(None);
            }
            self.left -= 1;
            tick()?;
            board.make(mv);
            let plies = self.defend(board, threes, forced, tick)?;
            board.unmake();
            if let Some(plies) = plies {
                self.known.insert(board.hash(), KnownThreat::Won(mv, plies + 1));
                return Ok(Some(plies + 1));
            }
        }
        if self.left > 0 {
            self.known.insert(board.hash(), KnownThreat::Refuted(threes));
        }
        Ok(None)
    }

    /// The plies in which every reply of the side to move, the defender, loses. `forced` says that the attacker's last move had
    /// to block a five: a three that it makes, or has made before, is then not counted.
    fn defend(&mut self, board: &mut Board, threes: u8, forced: bool, tick: Tick<'_>) -> Result<Option<u16>, Stopped> {
        match board.verdict() {
            Some(Verdict::Loss(plies)) => return Ok(Some(plies as u16)),
            Some(_) => return Ok(None),
            None => {}
        }
        let forcing = board.forcing_state();
        let (replies, threes) = match &forcing {
            ForcingState::Five(replies) => (*replies, threes),
            ForcingState::OpenFour(replies) if forced => (*replies, threes),
            ForcingState::OpenFour(replies) if threes > 0 => (*replies, threes - 1),
            _ => return Ok(None),
        };
        let mut longest = forcing.plies() as u16;
        for reply in Self::ranked(board, &replies) {
            let plies = if let Some(known) = self.settled(board.hash_after(reply), threes) {
                known.plies()
            } else {
                board.make(reply);
                let plies = self.attack(board, threes, tick)?;
                board.unmake();
                plies
            };
            let Some(plies) = plies else { return Ok(None) };
            longest = longest.max(plies + 1);
        }
        Ok(Some(longest))
    }

    /// The attacker's moves, the most promising first.
    fn threats(board: &mut Board, threes: u8) -> Vec<Point> {
        let side = board.side();
        let fours = board.fours(side);
        if board.count(!side, Class::Five) > 0 {
            let blocks = board.blocks();
            return Self::ranked(board, &blocks);
        }
        let mut moves = Self::ranked(board, &board.legal(fours));
        if threes > 0 {
            let mut quiet = board.points_between(side, Class::Three, Class::TwoThrees);
            quiet = quiet.or(&board.points(side, Class::Forbidden));
            fours.iter().for_each(|four| quiet.remove(four));
            // In face of an open four only the moves that prevent it are of use.
            if board.count(!side, Class::OpenFour) > 0 {
                quiet = board.forcing_state().replies().map_or(quiet, |replies| quiet.and(replies));
            }
            moves.extend(Self::ranked(board, &board.legal(quiet)));
        }
        moves
    }

    /// Points for the side to move, the most promising first.
    pub fn ranked(board: &Board, points: &Bits) -> Vec<Point> {
        let side = board.side();
        let [own, enemy] = [side, !side].map(|side| &board.tables().0[side.index()]);
        let mut moves: Vec<Point> = points.iter().collect();
        moves.sort_by_key(|&mv| {
            let attack = i32::from(own.attack[board.code(side, mv) as usize]);
            let defence = i32::from(enemy.defence[board.code(!side, mv) as usize]);
            std::cmp::Reverse(attack + defence)
        });
        moves
    }
}
