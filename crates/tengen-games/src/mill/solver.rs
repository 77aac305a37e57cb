//! Zhiqi solved: a boolean search for forced results, with threat pruning and a table shared by all 16 symmetries.

use super::board::{self, ALL, CORNERS, Point, Points, SPOKES_AND_DIAGONALS, points};
use super::params::SOLVER_ORDER;
use super::position::Mill;
use tengen_core::game::{Game, zobrist};
use tengen_core::search::transposition_table::TableEntry;
use tengen_core::search::{Bound, Control, NodeCounter, SearchTable, Stopped};

/// The value of a position for the side to move under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SolvedValue {
    /// The other side wins.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

/// The goal of a search for the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SolverGoal {
    Draw,
    Win,
}

impl SolverGoal {
    /// The goal that the other side must be denied for this goal to be reached.
    const fn denied(self) -> Self {
        match self {
            Self::Draw => Self::Win,
            Self::Win => Self::Draw,
        }
    }
}

/// An upper bound on the placements of a position, kinds of capture counted.
const MOST_REPLIES: usize = 2 * Point::COUNT as usize;

/// A position from the view of the side to move, which has the stones `own`.
#[derive(Clone, Copy)]
struct SolverNode {
    own: Points,
    enemy: Points,
    own_hand: u8,
    enemy_hand: u8,
}

impl SolverNode {
    fn of(game: &Mill) -> Self {
        let (us, them) = (game.side_to_move(), !game.side_to_move());
        Self { own: game.stones(us), enemy: game.stones(them), own_hand: game.hand(us), enemy_hand: game.hand(them) }
    }

    fn empty(&self) -> Points {
        ALL & !(self.own | self.enemy)
    }

    /// The points where the side to move gets three in a row at once.
    fn winning(&self) -> Points {
        board::completing(self.own, SPOKES_AND_DIAGONALS) & self.empty()
    }

    /// The points where the other side would get three in a row.
    fn threatened(&self) -> Points {
        if self.enemy_hand == 0 { 0 } else { board::completing(self.enemy, SPOKES_AND_DIAGONALS) & self.empty() }
    }

    fn after(&self, point: Points, captured: Points) -> Self {
        Self {
            own: self.enemy & !captured,
            enemy: self.own | point,
            own_hand: self.enemy_hand,
            enemy_hand: self.own_hand - 1,
        }
    }

    /// The positions after every placement that does not lose at once, the most promising first. Only called where no placement
    /// wins at once.
    fn replies(&self) -> ([(u32, Self); MOST_REPLIES], usize) {
        let mut replies = [(0, *self); MOST_REPLIES];
        let mut count = 0;
        let threatened = self.threatened();
        let (carrying, clamping) = (board::carriers(self.enemy), board::clampers(self.enemy, self.own));
        let helpful = if threatened == 0 { ALL } else { threatened | carrying | clamping };
        for point in points(self.empty() & helpful).map(Point::bit) {
            let carry = (carrying & point != 0).then(|| board::carried(point, self.enemy));
            let clamp = (clamping & point != 0).then(|| board::clamped(point, self.enemy, self.own));
            let quiet = (carry.is_none() && clamp.is_none()).then_some(0);
            for captured in [carry, clamp, quiet].into_iter().flatten() {
                let next = self.after(point, captured);
                if next.own_hand == 0 || next.winning() == 0 {
                    replies[count] = (next.promise(point), next);
                    count += 1;
                }
            }
        }
        replies[..count].sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        (replies, count)
    }

    /// The ordering score of the placement on `point` that led to this position: a threat, few points where the opponent can
    /// capture, and the middle of a side.
    fn promise(&self, point: Points) -> u32 {
        let captures = board::carriers(self.enemy) | board::clampers(self.enemy, self.own);
        let exposed = (captures & self.empty()).count_ones();
        let threat = u32::from(self.threatened() != 0) * SOLVER_ORDER.threat;
        let side = u32::from(point & CORNERS == 0) * SOLVER_ORDER.side;
        threat + side + (u32::from(Point::COUNT) - exposed) * SOLVER_ORDER.safe
    }

    /// A key that symmetric positions share, and no other position of zhiqi.
    fn key(&self, goal: SolverGoal) -> u64 {
        let stones = board::images(self.own, self.enemy).into_iter().min().unwrap_or(0);
        let rest = u64::from(self.own_hand) << 4 | u64::from(self.enemy_hand) | (goal as u64) << 8;
        zobrist::mix(stones << 9 | rest | 1 << 63)
    }
}

/// A solver for one thread.
pub struct Solver<'a> {
    table: &'a SearchTable,
    control: &'a Control<'a>,
    counter: NodeCounter,
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        self.counter.finish(self.control);
    }
}

impl<'a> Solver<'a> {
    /// A solver with this table, which stops when `control` is over.
    pub fn new(table: &'a SearchTable, control: &'a Control<'a>) -> Self {
        Self { table, control, counter: NodeCounter::new(control, Control::POLL) }
    }

    /// The value of a zhiqi position for the side to move.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    pub fn solve(&mut self, game: &Mill) -> Result<SolvedValue, Stopped> {
        if self.wins_within(game, u8::MAX)? {
            Ok(SolvedValue::Win)
        } else if self.loses_within(game, u8::MAX)? {
            Ok(SolvedValue::Loss)
        } else {
            Ok(SolvedValue::Draw)
        }
    }

    /// Whether the side to move can force a win with its next `stones` stones at the latest.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    pub fn wins_within(&mut self, game: &Mill, stones: u8) -> Result<bool, Stopped> {
        // A game that ends after `stones` stones is the same game with that many stones in hand.
        let node = SolverNode::of(game);
        let (own_hand, enemy_hand) = (node.own_hand.min(stones), node.enemy_hand.min(stones.saturating_sub(1)));
        match game.outcome() {
            Some(outcome) => Ok(outcome.winner() == Some(game.side_to_move())),
            None => self.reaches(&SolverNode { own_hand, enemy_hand, ..node }, SolverGoal::Win),
        }
    }

    /// Whether the other side can force a win with its next `stones` stones at the latest.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    pub fn loses_within(&mut self, game: &Mill, stones: u8) -> Result<bool, Stopped> {
        let node = SolverNode::of(game);
        let (own_hand, enemy_hand) = (node.own_hand.min(stones), node.enemy_hand.min(stones));
        match game.outcome() {
            Some(outcome) => Ok(outcome.winner() == Some(!game.side_to_move())),
            None if stones == 0 => Ok(false),
            None => Ok(!self.reaches(&SolverNode { own_hand, enemy_hand, ..node }, SolverGoal::Draw)?),
        }
    }

    /// Whether the side to move reaches the goal in a position without a line on the board.
    fn reaches(&mut self, node: &SolverNode, goal: SolverGoal) -> Result<bool, Stopped> {
        self.counter.one(self.control)?;
        if node.own_hand == 0 || node.empty() == 0 {
            return Ok(goal == SolverGoal::Draw);
        }
        if node.winning() != 0 {
            return Ok(true);
        }
        match goal {
            SolverGoal::Win if node.own_hand == 1 => return Ok(false),
            SolverGoal::Draw if node.enemy_hand == 0 => return Ok(true),
            SolverGoal::Draw if node.enemy_hand == 1 => return Ok(node.replies().1 > 0),
            _ => {}
        }
        let key = node.key(goal);
        if let Some(entry) = self.table.probe::<TableEntry>(key) {
            return Ok(entry.score > 0);
        }
        let (replies, count) = node.replies();
        let mut reached = false;
        for (_, next) in &replies[..count] {
            // A side with two stones left wins with the second stone or not at all: the first stone must threaten the win.
            let idle = goal == SolverGoal::Win && node.own_hand == 2 && next.threatened() == 0;
            if !idle && !self.reaches(next, goal.denied())? {
                reached = true;
                break;
            }
        }
        let depth = node.own_hand + node.enemy_hand;
        self.table
            .store(key, TableEntry { mv: TableEntry::NO_MOVE, score: i32::from(reached), depth, bound: Bound::Exact });
        Ok(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mill::rule_set::RuleSet;
    use tengen_core::game::Notation;
    use tengen_core::search::{Limits, Resources};

    /// All replies to the first stone that do not lose are those that another program's exhaustive search found.
    #[test]
    fn the_start_is_a_draw_and_the_replies_that_hold_it_are_known() {
        let resources = Resources::new(1, 64);
        let control = resources.control(&Limits::default());
        let mut solver = Solver::new(resources.table(), &control);
        let start = Mill::new(RuleSet::ZHIQI);
        assert_eq!(solver.solve(&start), Ok(SolvedValue::Draw));
        let holding = [("a7", "C5"), ("b6", "A7 C5"), ("d7", "A7 G7 B6 F6"), ("d6", "A7 G7 B6 F6 C5 E5")];
        for (first, replies) in holding {
            let game = start.after(start.parse_move(first).unwrap());
            let mut found = Vec::new();
            for reply in game.moves() {
                match solver.solve(&game.after(reply)).unwrap() {
                    SolvedValue::Loss => panic!("{first} loses"),
                    SolvedValue::Draw => found.push(game.move_text(reply)),
                    SolvedValue::Win => {}
                }
            }
            assert_eq!(found.join(" "), replies, "after {first}");
        }
    }
}
