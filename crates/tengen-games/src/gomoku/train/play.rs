//! Games of the program against itself, from balanced openings by chance.

use super::options::Play;
use super::record::{self, Move, SelfPlayGame};
use super::{simple, weights};
use crate::gomoku::bits::Point;
use crate::gomoku::board::Gomoku;
use crate::gomoku::openings::opening_moves;
use crate::gomoku::rule::Rule;
use crate::gomoku::search::Board;
use crate::gomoku::search::entry::is_decisive;
use crate::gomoku::search::history::HistoryTable;
use crate::gomoku::search::moves::generate;
use crate::gomoku::search::node::Watch;
use crate::gomoku::tengen::Tengen;
use crate::training::{TrainError, at, keep_settings};
use std::sync::{Arc, Mutex, PoisonError};
use tengen_core::game::{Game as _, History, Outcome};
use tengen_core::progress::Progress;
use tengen_core::search::memory::OutOfMemory;
use tengen_core::search::own_threads::on_own_threads;
use tengen_core::search::score::is_proven;
use tengen_core::search::{Answer, Limits, Query, Resources, Score, Stop};

/// Games of a file: a minute of work, which is what an interruption costs.
const GAMES: usize = 50;

/// The ordering score that makes a move by chance e times as likely. Twice that of the fit: moves that are seldom best are
/// to be played, too.
const TEMPERATURE: f32 = 48.0;

/// Size of each file's transposition table, in MiB.
const TABLE: usize = 16;

/// Makes what is missing of a set, and returns what to tell about it.
///
/// # Errors
/// [`TrainError`].
pub(super) fn make(order: &Play, progress: &dyn Progress) -> Result<String, TrainError> {
    let player =
        Tengen::with(if order.simple { Arc::new(simple::weights()) } else { weights(order.weights.as_deref())? });
    keep_settings(&order.set, order)?;
    let files = order.games.div_ceil(GAMES);
    progress.begin("files of games", Some(files as u64));
    let workers = vec![(); rayon::current_num_threads()];
    on_own_threads(&workers, files, |(), file| -> Result<(), TrainError> {
        let path = order.set.join(format!("{file:05}.games"));
        if !path.try_exists().map_err(at(&path))? {
            record::write(&path, &play_file(order, &player, file)?)?;
        }
        progress.advance(1);
        Ok(())
    })?;
    progress.end();
    Ok(format!("{files} files of games in {}", order.set.display()))
}

/// The games of a file: the same whenever they are played.
fn play_file(order: &Play, player: &Tengen, file: usize) -> Result<Vec<SelfPlayGame>, OutOfMemory> {
    let resources = Resources::new(1, TABLE);
    resources.reserve()?;
    let player = Searcher { player, resources, stop: Stop::new() };
    let mut rng = fastrand::Rng::with_seed(order.seed << 32 | file as u64);
    Ok((0..GAMES).flat_map(|_| player.play(order, &mut rng)).collect())
}

/// Lines to positions that a search has met, each as likely as any other (Vitter 1985, algorithm R).
struct Reservoir {
    /// How many lines are kept.
    size: usize,
    sample: Mutex<Sample>,
}

struct Sample {
    lines: Vec<Vec<Point>>,
    /// Positions met so far.
    met: usize,
    rng: fastrand::Rng,
}

impl Reservoir {
    /// For so many lines.
    const fn new(size: usize, rng: fastrand::Rng) -> Self {
        Self { size, sample: Mutex::new(Sample { lines: Vec::new(), met: 0, rng }) }
    }

    /// Keeps the line to a board's position, or not.
    fn meet(&self, board: &Board) {
        let Sample { lines, met, rng } = &mut *self.sample.lock().unwrap_or_else(PoisonError::into_inner);
        *met += 1;
        if lines.len() < self.size {
            lines.push(board.line());
        } else if let Some(line) = lines.get_mut(rng.usize(..*met)) {
            *line = board.line();
        }
    }

    /// Takes the lines out.
    fn take(&self) -> Vec<Vec<Point>> {
        std::mem::take(&mut self.sample.lock().unwrap_or_else(PoisonError::into_inner).lines)
    }
}

/// Who plays.
struct Searcher<'a> {
    player: &'a Tengen,
    resources: Resources,
    stop: Stop,
}

impl Searcher<'_> {
    /// Plays a game; returns it and the positions of its searches.
    fn play(&self, order: &Play, rng: &mut fastrand::Rng) -> Vec<SelfPlayGame> {
        self.resources.forget();
        let (mut game, mut moves) = self.opening(order, rng);
        let mut records = Vec::new();
        let outcome = loop {
            let position = game.current();
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let side = position.side_to_move();
            let leaves = (order.leaves > 0).then(|| Reservoir::new(order.leaves.into(), rng.fork()));
            let meet = leaves.as_ref().map(|leaves| |board: &Board| leaves.meet(board));
            let watch = meet.as_ref().map(|meet| meet as Watch<'_>);
            let (best, value) = self.think(&game, order.nodes, watch);
            if let Some(value) = value.filter(|&value| is_proven(value)) {
                break Outcome::Win(if value > 0 { side } else { !side }, 1);
            }
            records.extend(leaves.iter().flat_map(Reservoir::take).filter_map(|line| self.leaf(order, &game, &line)));
            let by_chance = if rng.u8(..100) < order.noise { self.plausible_move(position, rng) } else { None };
            let point = by_chance.unwrap_or(best);
            moves.push(Move { point, value: value.filter(|&value| !is_decisive(value)), chosen: point == best });
            game.play(point);
        };
        records.push(SelfPlayGame::of(game.current(), Some(outcome), moves));
        records
    }

    /// The position at the end of a line below that of a game, with the value of a search; `None` where it sees none.
    fn leaf(&self, order: &Play, game: &History<Gomoku>, line: &[Point]) -> Option<SelfPlayGame> {
        let mut game = game.clone();
        for &point in line {
            game.play(point);
        }
        let (best, value) = self.think(&game, order.leaf_nodes, None);
        let by_chance = |(_, point)| Move { point, value: None, chosen: false };
        let mut moves: Vec<Move> = game.moves().map(by_chance).collect();
        moves.push(Move { point: best, value: Some(value?), chosen: true });
        Some(SelfPlayGame::of(game.current(), None, moves))
    }

    /// The move of a search, and its value where there is one.
    fn think(&self, game: &History<Gomoku>, nodes: u64, watch: Option<Watch<'_>>) -> (Point, Option<Score>) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut task = self.resources.task(game, Query::new(limits, &self.stop));
        let Answer { mv, report } = self.player.choose_watched(&mut task, watch);
        (mv, report.lines.first().map(|line| line.score))
    }

    /// A move by chance, the more likely the higher its ordering score; `None` where none is worth a look.
    fn plausible_move(&self, position: &Gomoku, rng: &mut fastrand::Rng) -> Option<Point> {
        let mut board = self.player.board(position);
        let candidates = board.candidates();
        let mut moves = Vec::new();
        generate(&board, &HistoryTable::default(), &candidates, None, &mut moves);
        let most = moves.iter().map(|ranked| ranked.rank).max().unwrap_or_default();
        let odds: Vec<f32> = moves.iter().map(|ranked| ((ranked.rank - most) as f32 / TEMPERATURE).exp()).collect();
        let mut left = rng.f32() * odds.iter().sum::<f32>();
        let chosen = odds.iter().position(|odds| {
            left -= odds;
            left <= 0.0
        });
        moves.get(chosen.unwrap_or_default()).map(|ranked| ranked.mv)
    }

    /// Moves by chance that leave both sides a game.
    fn opening(&self, order: &Play, rng: &mut fastrand::Rng) -> (History<Gomoku>, Vec<Move>) {
        loop {
            let mut game = History::new(Gomoku::new(Rule::named(&order.rule), order.size));
            let mut moves = Vec::new();
            for _ in 0..rng.usize(1..=order.random) {
                let Some(&point) = rng.choice(&opening_moves(game.current())) else { break };
                game.play(point);
                moves.push(Move { point, value: None, chosen: false });
            }
            let is_balanced = |value: Score| value.unsigned_abs() <= order.balanced.into();
            let goes_on = game.current().outcome().is_none();
            if goes_on && self.think(&game, order.nodes, None).1.is_some_and(is_balanced) {
                return (game, moves);
            }
        }
    }
}
