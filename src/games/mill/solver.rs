//! Zhiqi solved: a boolean search for forced results, with threat pruning and a table shared by all 16 symmetries.

use super::board::{self, ALL, Points, SPOKES_AND_DIAGONALS, points};
use super::position::Mill;
use super::turn::Capture;
use crate::game::{Color, Game, Outcome, zobrist};
use crate::search::table::Entry;
use crate::search::{Bound, Control, Stopped, Table};

/// The value of a position for the side to move under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// The other side wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

/// What the side to move has to reach.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Draw,
    Win,
}

impl Goal {
    /// What the other side must be denied for this to be reached.
    const fn denied(self) -> Self {
        match self {
            Self::Draw => Self::Win,
            Self::Win => Self::Draw,
        }
    }
}

/// A position as this search sees it: the side to move has `own` stones.
#[derive(Clone, Copy)]
struct Node {
    own: Points,
    enemy: Points,
    own_hand: u8,
    enemy_hand: u8,
}

impl Node {
    fn of(game: &Mill) -> Self {
        let (us, them) = (game.side_to_move(), !game.side_to_move());
        Self { own: game.stones(us), enemy: game.stones(them), own_hand: game.hand(us), enemy_hand: game.hand(them) }
    }

    fn empty(&self) -> Points {
        ALL & !(self.own | self.enemy)
    }

    /// The points where the side to move has three in a row at once.
    fn winning(&self) -> Points {
        board::completing(self.own, SPOKES_AND_DIAGONALS) & self.empty()
    }

    /// The points where the other side would have three in a row.
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

    /// The positions after every placement that does not lose at once, those with most threats first. Only called
    /// where no placement wins at once.
    fn replies(&self) -> ([(u32, Self); 48], usize) {
        let mut replies = [(0, *self); 48];
        let mut count = 0;
        let threatened = self.threatened();
        let (carrying, clamping) = (board::carriers(self.enemy), board::clampers(self.enemy, self.own));
        let helpful = if threatened == 0 { ALL } else { threatened | carrying | clamping };
        for point in points(self.empty() & helpful) {
            let point = point.bit();
            let mut push = |captured: Points| {
                let next = self.after(point, captured);
                if next.winning() == 0 || next.own_hand == 0 {
                    let threats = next.threatened().count_ones();
                    replies[count] = (4 * threats + captured.count_ones(), next);
                    count += 1;
                }
            };
            if carrying & point != 0 {
                push(board::carried(point, self.enemy));
            }
            if clamping & point != 0 {
                push(board::clamped(point, self.enemy, self.own));
            }
            if (carrying | clamping) & point == 0 {
                push(0);
            }
        }
        replies[..count].sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        (replies, count)
    }

    /// A key that symmetric positions share and no other position of the program has.
    fn key(&self, goal: Goal) -> u64 {
        let pairs = board::images(self.own).into_iter().zip(board::images(self.enemy));
        let stones = pairs.map(|(own, enemy)| u64::from(own) << 24 | u64::from(enemy)).min().unwrap_or(0);
        let rest = u64::from(self.own_hand) << 4 | u64::from(self.enemy_hand) | (goal as u64) << 8;
        zobrist::mix(stones << 9 | rest | 1 << 63)
    }
}

/// The search, for one thread.
pub struct Solver<'a> {
    table: &'a Table,
    control: &'a Control<'a>,
    visited: u64,
}

impl<'a> Solver<'a> {
    /// A search with this table, as long as `control` lets it.
    pub fn new(table: &'a Table, control: &'a Control<'a>) -> Self {
        Self { table, control, visited: 0 }
    }

    /// The value of a zhiqi position for the side to move.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    pub fn solve(&mut self, game: &Mill) -> Result<Value, Stopped> {
        if let Some(outcome) = game.outcome() {
            return Ok(match outcome.margin_for(game.side_to_move()) {
                0 => Value::Draw,
                margin if margin > 0 => Value::Win,
                _ => Value::Loss,
            });
        }
        let node = Node::of(game);
        let value = if self.reaches(&node, Goal::Win)? {
            Value::Win
        } else if self.reaches(&node, Goal::Draw)? {
            Value::Draw
        } else {
            Value::Loss
        };
        self.control.add_nodes(std::mem::take(&mut self.visited));
        Ok(value)
    }

    /// Whether the side to move reaches the goal; no line stands on the board yet.
    fn reaches(&mut self, node: &Node, goal: Goal) -> Result<bool, Stopped> {
        self.visited += 1;
        if self.visited == Control::POLL {
            self.visited = 0;
            self.control.report_nodes(Control::POLL)?;
        }
        if node.own_hand == 0 || node.empty() == 0 {
            return Ok(goal == Goal::Draw);
        }
        if node.winning() != 0 {
            return Ok(true);
        }
        if node.own_hand == 1 && goal == Goal::Win {
            return Ok(false);
        }
        let key = node.key(goal);
        if let Some(entry) = self.table.probe(key) {
            return Ok(entry.score > 0);
        }
        let (replies, count) = node.replies();
        let mut reached = false;
        for (_, next) in &replies[..count] {
            if !self.reaches(next, goal.denied())? {
                reached = true;
                break;
            }
        }
        let depth = node.own_hand + node.enemy_hand;
        self.table.store(key, Entry { mv: Entry::NO_MOVE, score: i32::from(reached), depth, bound: Bound::Exact });
        Ok(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::mill::variant::Variant;
    use crate::search::{Limits, Stop, SystemClock};

    #[test]
    fn explore() {
        let stop = Stop::new();
        let clock = SystemClock::start();
        let table = Table::new(256).unwrap();
        let game = Mill::new(Variant::Zhiqi);
        let control = Control::new(&Limits::default(), &stop, &clock);
        let v = Solver::new(&table, &control).solve(&game);
        println!("{v:?} {} {:?}", control.nodes(), control.elapsed());
        for first in ["a7", "b6", "d7", "d6"] {
            let next = game.after(game.parse_move(first).unwrap());
            let mut t = vec![];
            for m in next.moves() {
                if Solver::new(&table, &control).solve(&next.after(m)).unwrap() == Value::Draw { t.push(next.move_text(m)) }
            }
            println!("{first} {t:?} {} {:?}", control.nodes(), control.elapsed());
        }
    }
}
