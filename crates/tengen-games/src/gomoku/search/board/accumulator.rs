//! What the network needs of a board in the view of one side. It follows the moves when a value is asked for, and no sooner: most positions
//! of a search are never valued.

use super::{Board, FreePlaces, Gaps, Keys, line_of};
use crate::gomoku::bits::{INDICES, Point};
use crate::gomoku::network::{Active, CHANNELS, Network, REGIONS, RegionSums, regions};
use crate::gomoku::windows::{FourWindows, REACH, Windows};
use std::sync::Arc;
use tengen_core::game::Color;
use tengen_core::search::Score;

/// A free point as the network has it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    windows: FourWindows,
    active: Active,
}

/// What a point was before a move.
#[derive(Clone, Copy)]
struct Change {
    seen: Seen,
    point: Point,
}

/// The position after a move.
#[derive(Clone)]
struct Level {
    sums: RegionSums,
    /// The number of changes up to this position.
    changes: usize,
}

/// The sums of the network in the view of one side, for the moves of a board.
#[derive(Clone)]
pub(super) struct Accumulator {
    network: Arc<Network>,
    windows: &'static Windows,
    view: Color,
    regions: [u8; INDICES],
    points: Box<[Seen; INDICES]>,
    levels: Vec<Level>,
    /// What points were before the moves, and behind that what is left of moves taken back.
    changed: Vec<Change>,
}

impl Accumulator {
    /// At ply 0 of a board whose moves' stones are not in the keys.
    fn new(network: &Arc<Network>, board: &Board, view: Color) -> Self {
        let windows = Windows::get();
        let empty =
            [0, 1, 2, 3].into_iter().fold(FourWindows::default(), |all, line| all.with(line, windows.at(view, 0)));
        let nothing = Seen { windows: empty, active: [0; CHANNELS] };
        let mut points: Box<[Seen; INDICES]> = vec![nothing; INDICES].try_into().expect("a point for each index");
        let mut sums = [[0; CHANNELS]; REGIONS];
        let regions = regions(board.size);
        let mut free = board.free;
        board.moves.iter().filter_map(|undo| undo.point).for_each(|point| free.insert(point));
        for point in free.iter() {
            let seen = &mut points[point.index()];
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                let window = windows.at(view, board.keys[direction][line] >> (2 * (place - REACH)));
                seen.windows = seen.windows.with(direction, window);
            }
            if seen.windows != nothing.windows {
                seen.active = network.rows().active(seen.windows);
                exchange(&mut sums, regions[point.index()], &nothing.active, &seen.active);
            }
        }
        let levels = vec![Level { sums, changes: 0 }];
        Self { network: network.clone(), windows, view, regions, points, levels, changed: Vec::new() }
    }

    /// The ply of the board that it has reached.
    const fn ply(&self) -> usize {
        self.levels.len() - 1
    }

    /// Takes back moves until the board's ply is not exceeded.
    #[inline]
    pub fn unmake_to(&mut self, ply: usize) {
        while self.ply() > ply
            && let Some(Level { changes, .. }) = self.levels.pop()
        {
            for &Change { seen, point } in &self.changed[self.levels[self.levels.len() - 1].changes..changes] {
                self.points[point.index() % INDICES] = seen;
            }
        }
    }

    fn value(&self) -> Score {
        self.network.value(&self.levels[self.levels.len() - 1].sums)
    }

    /// Follows a move, whose stone is in the keys. Nearly all windows on its lines change, so none is asked whether it does.
    fn make(&mut self, keys: &Keys, free: &FreePlaces, stone: Option<Point>) {
        let Self { network, windows, view, regions, points, levels, changed, .. } = self;
        let (rows, windows, view) = (network.rows(), *windows, *view);
        let seen_as = |windows: FourWindows| Seen { windows, active: rows.active(windows) };
        let mut level = levels[levels.len() - 1].clone();
        changed.truncate(level.changes);
        if let Some(stone) = stone {
            let place = stone.index() % INDICES;
            exchange(&mut level.sums, regions[place], &points[place].active, &[0; CHANNELS]);
            // Two sums in turn: the next need not wait for the last.
            let mut sums = [level.sums, [[0; CHANNELS]; REGIONS]];
            let mut around = Gaps::around(stone, keys, free, REACH);
            changed.reserve(around.places.count_ones() as usize);
            while let Some((direction, point, key)) = around.next() {
                let seen = &mut points[point.index() % INDICES];
                let before = *seen;
                let after = seen_as(before.windows.with(direction, windows.at(view, key)));
                *seen = after;
                exchange(&mut sums[changed.len() % 2], regions[point.index() % INDICES], &before.active, &after.active);
                changed.push(Change { seen: before, point });
            }
            level.changes = changed.len();
            level.sums = std::array::from_fn(|region| std::array::from_fn(|k| sums[0][region][k] + sums[1][region][k]));
        }
        levels.push(level);
    }
}

/// Replaces a point's numbers in the sums.
#[inline]
fn exchange(sums: &mut RegionSums, region: u8, less: &Active, more: &Active) {
    let sum = &mut sums[usize::from(region)];
    *sum = std::array::from_fn(|channel| sum[channel] + i16::from(more[channel]) - i16::from(less[channel]));
}

impl Board {
    /// What the network adds to the value, if there is one for this board.
    pub fn correction(&mut self) -> Score {
        let view = self.side;
        let kept = self.accumulators[view.index()].take();
        let Some(mut accumulator) = kept.or_else(|| self.begin(view)) else { return 0 };
        self.catch_up(&mut accumulator);
        let value = accumulator.value();
        self.accumulators[view.index()] = Some(accumulator);
        value
    }

    /// An accumulator at ply 0, which moves can be taken back to.
    fn begin(&mut self, view: Color) -> Option<Box<Accumulator>> {
        let network = self.tables.network(view, self.size)?.clone();
        (0..self.moves.len()).for_each(|ply| self.toggle(ply));
        let accumulator = Accumulator::new(&network, self, view);
        (0..self.moves.len()).for_each(|ply| self.toggle(ply));
        Some(Box::new(accumulator))
    }

    /// Has an accumulator follow the moves.
    fn catch_up(&mut self, accumulator: &mut Accumulator) {
        let (from, ply) = (accumulator.ply(), self.moves.len());
        // The stones of all moves but the first are taken out, and put in again one by one.
        for later in from + 1..ply {
            self.toggle(later);
        }
        for later in from..ply {
            if later > from {
                self.toggle(later);
            }
            accumulator.make(&self.keys, &self.gaps, self.moves[later].point);
        }
    }

    /// Puts the stone of a move into the keys, or takes it out.
    fn toggle(&mut self, ply: usize) {
        let Some(point) = self.moves[ply].point else { return };
        let side = if self.stones[0].has(point) { Color::Black } else { Color::White };
        self.flip(side, point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::board::Rule;
    use crate::gomoku::network::testing::random;
    use crate::gomoku::search::board::tests::walk;
    use crate::gomoku::weights::{KindWeights, Weights};

    /// Weights whose networks are random and all different.
    fn weights() -> Weights {
        let network = |seed: usize| Some(Arc::new(random(seed as u64).rounded()));
        let kinds = std::array::from_fn(|seed| KindWeights { network: network(seed), ..KindWeights::default() });
        Weights::new(kinds)
    }

    #[test]
    fn a_value_that_followed_the_moves_is_that_of_the_position() {
        let weights = weights();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut values = Vec::new();
        for rule in [Rule::Freestyle, Rule::Renju] {
            let games = walk(rule, 15, 11);
            let mut board = Board::with(&games[0].0, &weights);
            // A walk to and fro, where a value is asked for now and then.
            for _ in 0..2000 {
                let ply = board.ply();
                if rng.u8(0..5) < 3 && ply < games.len() {
                    board.make(games[ply].1);
                } else {
                    board.unmake();
                }
                if rng.bool() && board.ply() < games.len() {
                    let value = board.correction();
                    assert_eq!(value, Board::with(&games[board.ply()].0, &weights).correction(), "{rule:?} {ply}");
                    values.push(value);
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 50, "{values:?}");
    }

    #[test]
    fn a_board_that_begins_later_can_go_back() {
        let weights = weights();
        let games = walk(Rule::Standard, 15, 3);
        let mut board = Board::with(&games[0].0, &weights);
        for (_, mv) in &games[..20] {
            board.make(*mv);
        }
        board.correction();
        board.unmake_to(5);
        assert_eq!(board.correction(), Board::with(&games[5].0, &weights).correction());
    }

    #[test]
    fn a_pass_is_followed() {
        let weights = weights();
        let games = walk(Rule::Freestyle, 15, 5);
        let mut board = Board::with(&games[0].0, &weights);
        for (_, mv) in &games[..10] {
            board.make(*mv);
            board.correction();
        }
        let before = board.correction();
        board.pass();
        assert_ne!(board.correction(), before);
        board.pass();
        assert_eq!(board.correction(), before);
    }

    #[test]
    fn on_boards_of_other_sizes_it_has_no_say() {
        let weights = weights();
        for (size, says) in [(14, false), (15, true), (16, false)] {
            let games = walk(Rule::Freestyle, size, 9);
            let corrects = games.iter().any(|(game, _)| Board::with(game, &weights).correction() != 0);
            assert_eq!(corrects, says, "{size}");
        }
    }
}
