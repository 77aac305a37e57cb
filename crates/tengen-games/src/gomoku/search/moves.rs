//! The moves of a node, the most promising first.

use super::board::Board;
use super::node::{HistoryTable, Local, Ranked, is_attack};
use super::threats::ForcingState;
use crate::gomoku::bits::{Bits, Point};
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;

/// Hands out the moves of a node: the table's move first, then the others by rank. The other moves are generated when the first
/// of them is asked for.
pub struct MovePicker {
    first: Option<Point>,
    /// The enemy's last move.
    last: Option<Point>,
    moves: Vec<Ranked>,
    at: usize,
    stage: PickStage,
}

/// The stage of a node's move generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PickStage {
    /// The table's move comes next.
    TableMove,
    /// The moves near the stones, or all replies to a threat, are generated next.
    GenerateNear,
    /// The other moves are generated once those near the stones are through.
    GenerateRest,
    /// All moves are generated.
    All,
}

impl MovePicker {
    /// The moves of a node, the table's first; `last` is the enemy's last move.
    pub fn new(first: Option<Point>, last: Option<Point>, moves: Vec<Ranked>) -> Self {
        Self { first, last, moves, at: 0, stage: PickStage::TableMove }
    }

    /// The next move. Moves far from the stones come where all moves near the stones have `lost`.
    pub fn next(&mut self, local: &Local, forcing: &ForcingState, lost: bool) -> Option<Ranked> {
        if self.stage == PickStage::TableMove {
            self.stage = PickStage::GenerateNear;
            if let Some(mv) = self.first.filter(|&mv| local.board.free().has(mv)) {
                return Some(Ranked { mv, rank: i32::MAX });
            }
        }
        if self.stage == PickStage::GenerateNear {
            self.generate(local, forcing);
        }
        loop {
            while self.at < self.moves.len() {
                let ranked = pick(&mut self.moves, self.at);
                self.at += 1;
                if Some(ranked.mv) != self.first && local.board.may_play(local.board.side(), ranked.mv) {
                    return Some(ranked);
                }
            }
            if self.stage == PickStage::All || !lost {
                return None;
            }
            self.stage = PickStage::All;
            let far = local.board.free().without(&local.board.near());
            generate(&local.board, &local.history, &far, None, &mut self.moves);
        }
    }

    /// True where all moves were generated, except those that are known to lose.
    pub fn has_all(&self) -> bool {
        self.stage == PickStage::All
    }

    /// The list of moves, to be used for another node.
    pub fn into_buffer(self) -> Vec<Ranked> {
        self.moves
    }

    fn generate(&mut self, local: &Local, forcing: &ForcingState) {
        let board = &local.board;
        let counter = self.last.and_then(|last| local.history.counter(!board.side(), last));
        let near = board.near();
        let (points, stage) = match forcing.replies() {
            Some(replies) => (*replies, PickStage::All),
            None if near.is_empty() => (*board.free(), PickStage::All),
            None => (near, PickStage::GenerateRest),
        };
        self.stage = stage;
        generate(board, &local.history, &points, counter, &mut self.moves);
    }
}

/// Appends points with their ranks.
pub fn generate(board: &Board, history: &HistoryTable, points: &Bits, counter: Option<Point>, moves: &mut Vec<Ranked>) {
    let side = board.side();
    let [own, enemy] = [side, !side].map(|side| &board.tables().0[side.index()]);
    for mv in points.iter() {
        let attack = is_attack(board.class(side, mv));
        let learnt = history.value(side, attack, mv)
            / if attack { p::ORDERING.attack_history } else { p::ORDERING.quiet_history };
        let rank = i32::from(own.attack[board.code(side, mv) as usize])
            + i32::from(enemy.defence[board.code(!side, mv) as usize])
            + learnt
            + if counter == Some(mv) { p::ORDERING.counter_move } else { 0 };
        moves.push(Ranked { mv, rank });
    }
}

/// Brings the highest ranked move of `moves[place..]` to `place` and returns it; among equals the first.
fn pick(moves: &mut [Ranked], place: usize) -> Ranked {
    let mut best = place;
    for other in place + 1..moves.len() {
        if moves[other].rank > moves[best].rank {
            best = other;
        }
    }
    moves.swap(place, best);
    moves[place]
}

/// What the search asks of a move before it is made.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The class that the move makes for its side.
    pub own: Class,
    /// The class that the move takes from the enemy.
    pub enemy: Class,
    /// The move's distance from the enemy's last stone; 255 where that was placed before the search began.
    pub from_enemy: u8,
    /// The move's distance from the own last stone; 255 where that was placed before the search began.
    pub from_own: u8,
}

impl Facts {
    /// The facts of a move at a ply.
    pub fn of(local: &Local, ply: u32, mv: Point) -> Self {
        let side = local.board.side();
        let away = |back| local.before(ply, back).mv.map_or(u8::MAX, |last| last.distance(mv));
        Self {
            own: local.board.class(side, mv),
            enemy: local.board.class(!side, mv),
            from_enemy: away(1),
            from_own: away(2),
        }
    }

    /// True for a move that makes a four or more.
    pub fn is_four(&self) -> bool {
        self.own >= Class::Four
    }

    /// True for a move far from both players' last stones.
    pub const fn is_distant(&self) -> bool {
        self.from_own > p::NEAR && self.from_enemy > p::NEAR
    }

    /// True for a move that does nothing for either side.
    pub fn is_trivial(&self) -> bool {
        self.own == Class::None && self.enemy == Class::None
    }
}
