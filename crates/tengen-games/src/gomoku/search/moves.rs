//! The moves of a node, the most promising first.

use super::board::Board;
use super::node::{HistoryTable, Local, is_attack};
use super::threats::ForcingState;
use crate::gomoku::bits::{Bits, INDICES, Point};
use crate::gomoku::codes::Class;
use crate::gomoku::params as p;

/// A move with its ordering score, as one number: the greatest is searched first, among equal scores the first point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ranked(i32);

impl Ranked {
    /// A move with its ordering score, of 23 bits.
    pub const fn new(mv: Point, rank: i32) -> Self {
        Self(rank << INDICES.ilog2() | (INDICES - 1 - mv.index()) as i32)
    }

    /// The move.
    pub const fn mv(self) -> Point {
        Point::from_index(INDICES - 1 - self.0 as usize % INDICES)
    }

    /// The ordering score.
    pub const fn rank(self) -> i32 {
        self.0 >> INDICES.ilog2()
    }
}

/// Hands out the moves of a node: the table's move first, then the others by rank. The other moves are generated when the first
/// of them is asked for.
pub struct MovePicker {
    first: Option<Point>,
    /// The enemy's last move.
    last: Option<Point>,
    moves: Vec<Ranked>,
    /// The last of the moves that was handed out: those that rank higher were, too.
    last_picked: Option<Ranked>,
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
        Self { first, last, moves, last_picked: None, stage: PickStage::TableMove }
    }

    /// The next move. Moves far from the stones come where all moves near the stones have `lost`.
    pub fn next(&mut self, local: &Local, forcing: &ForcingState, lost: bool) -> Option<Point> {
        if self.stage == PickStage::TableMove {
            self.stage = PickStage::GenerateNear;
            if let Some(mv) = self.first.filter(|&mv| local.board.free().has(mv)) {
                return Some(mv);
            }
        }
        if self.stage == PickStage::GenerateNear {
            self.generate(local, forcing);
        }
        loop {
            while let Some(next) = next_after(&self.moves, self.last_picked) {
                self.last_picked = Some(next);
                if Some(next.mv()) != self.first && local.board.may_play(local.board.side(), next.mv()) {
                    return Some(next.mv());
                }
            }
            if self.stage == PickStage::All || !lost {
                return None;
            }
            self.stage = PickStage::All;
            let far = local.board.free().without(&local.board.near());
            self.moves.clear();
            self.last_picked = None;
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
        let weight = p::ORDERING.history[usize::from(attack)];
        let learnt = history.value(side, attack, mv) * weight / 256;
        let rank = i32::from(own.attack[board.code(side, mv) as usize])
            + i32::from(enemy.defence[board.code(!side, mv) as usize])
            + learnt
            + if counter == Some(mv) { p::ORDERING.counter_move } else { 0 };
        moves.push(Ranked::new(mv, rank));
    }
}

/// The greatest move below the last one: a pass over the list without a branch, for each of the few moves that are searched.
fn next_after(moves: &[Ranked], last: Option<Ranked>) -> Option<Ranked> {
    const LANES: usize = 8;
    let last = last.map_or(i32::MAX, |last| last.0);
    let greater = |most: i32, Ranked(number): Ranked| if number < last { most.max(number) } else { most };
    // In lanes, so that the compiler takes vectors.
    let (whole, rest) = moves.as_chunks::<LANES>();
    let mut most = [i32::MIN; LANES];
    for chunk in whole {
        most = std::array::from_fn(|lane| greater(most[lane], chunk[lane]));
    }
    let next = rest.iter().fold(most.into_iter().fold(i32::MIN, i32::max), |most, &ranked| greater(most, ranked));
    (next > i32::MIN).then_some(Ranked(next))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_their_scores_and_then_by_their_points() {
        let mut rng = fastrand::Rng::with_seed(1);
        for count in 0..40 {
            let mut expected: Vec<(Point, i32)> =
                (0..count).map(|at| (Point::from_index(12 * at + rng.usize(..12)), rng.i32(-5..5) * 20_000)).collect();
            let ranked: Vec<Ranked> = expected.iter().map(|&(mv, rank)| Ranked::new(mv, rank)).collect();
            expected.sort_by_key(|&(_, rank)| -rank);
            let in_turn = std::iter::successors(next_after(&ranked, None), |&last| next_after(&ranked, Some(last)));
            assert!(in_turn.map(|ranked| (ranked.mv(), ranked.rank())).eq(expected));
        }
    }
}
