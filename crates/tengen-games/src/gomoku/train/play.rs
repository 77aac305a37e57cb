//! Games of the program against itself, from balanced openings by chance; where the training begins, numbers for the patterns of lines and a few classes, from which
//! those of all codes follow.

use super::record::{self, RecordedMove, SelfPlayGame};
use super::{Play, weights};
use crate::gomoku::bits::Point;
use crate::gomoku::board::{Gomoku, Rule};
use crate::gomoku::codes::{CODES, Class, Codes};
use crate::gomoku::notation::opening_moves;
use crate::gomoku::search::Board;
use crate::gomoku::search::entry::is_decisive;
use crate::gomoku::search::moves::generate;
use crate::gomoku::search::node::{HistoryTable, Watch};
use crate::gomoku::tengen::Tengen;
use crate::gomoku::weights::{FINE, KindWeights, THREATS, WeightKind, Weights};
use crate::training::{TrainError, at, keep_settings};
use std::sync::{Arc, Mutex, PoisonError};
use tengen_core::game::{Color, Game as _, History, Outcome};
use tengen_core::progress::Progress;
use tengen_core::search::memory::OutOfMemory;
use tengen_core::search::resources::on_own_threads;
use tengen_core::search::score::is_proven;
use tengen_core::search::{Answer, Limits, Query, Resources, Score, Stop};

/// The number of games in a file: a minute of work, which is what an interruption costs.
const GAMES: usize = 50;

/// The ordering score that makes a move by chance e times as likely: twice that of the fit, since moves that are seldom best are
/// to be played, too.
const TEMPERATURE: f32 = 48.0;

/// Size of each file's transposition table, in MiB.
const TABLE: usize = 16;

/// Plays the games that are missing in a set, and returns a text about them.
///
/// # Errors
/// [`TrainError`].
pub(super) fn make(order: &Play, progress: &dyn Progress) -> Result<String, TrainError> {
    let player =
        Tengen::with(if order.simple { Arc::new(simple_weights()) } else { weights(order.weights.as_deref())? }, false);
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

/// A sample of the lines to positions that a search has met, each with the same chance to be kept (Vitter 1985, algorithm R).
struct Reservoir {
    /// The number of lines that are kept.
    size: usize,
    sample: Mutex<Sample>,
}

struct Sample {
    lines: Vec<Vec<Point>>,
    /// The number of positions met so far.
    met: usize,
    rng: fastrand::Rng,
}

impl Reservoir {
    /// A sample of up to `size` lines.
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

    /// Takes the lines out of the sample.
    fn take(&self) -> Vec<Vec<Point>> {
        std::mem::take(&mut self.sample.lock().unwrap_or_else(PoisonError::into_inner).lines)
    }
}

/// Plays the games of one file.
struct Searcher<'a> {
    player: &'a Tengen,
    resources: Resources,
    stop: Stop,
}

impl Searcher<'_> {
    /// Plays a game; returns it and records of positions that its searches met.
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
            moves.push(RecordedMove {
                point,
                value: value.filter(|&value| !is_decisive(value)),
                chosen: point == best,
            });
            game.play(point);
        };
        records.push(SelfPlayGame::of(game.current(), Some(outcome), moves));
        records
    }

    /// The position at the end of a line from a game's position, with the value of a search; `None` where the search has none.
    fn leaf(&self, order: &Play, game: &History<Gomoku>, line: &[Point]) -> Option<SelfPlayGame> {
        let mut game = game.clone();
        for &point in line {
            game.play(point);
        }
        let (best, value) = self.think(&game, order.leaf_nodes, None);
        let by_chance = |(_, point)| RecordedMove { point, value: None, chosen: false };
        let mut moves: Vec<RecordedMove> = game.moves().map(by_chance).collect();
        moves.push(RecordedMove { point: best, value: Some(value?), chosen: true });
        Some(SelfPlayGame::of(game.current(), None, moves))
    }

    /// The move of a search, and its value, where the search has one.
    fn think(&self, game: &History<Gomoku>, nodes: u64, watch: Option<Watch<'_>>) -> (Point, Option<Score>) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut task = self.resources.task(game, Query::new(limits, &self.stop));
        let Answer { mv, report } = self.player.choose_watched(&mut task, watch);
        (mv, report.lines.first().map(|line| line.score))
    }

    /// A move by chance, the more likely the higher its ordering score; `None` where there is no candidate.
    fn plausible_move(&self, position: &Gomoku, rng: &mut fastrand::Rng) -> Option<Point> {
        let mut board = self.player.board(position);
        let candidates = board.candidates();
        let mut moves = Vec::new();
        generate(&board, &HistoryTable::default(), &candidates, None, &mut moves);
        let most = moves.iter().map(|ranked| ranked.rank()).max().unwrap_or_default();
        let odds: Vec<f32> = moves.iter().map(|ranked| ((ranked.rank() - most) as f32 / TEMPERATURE).exp()).collect();
        let mut left = rng.f32() * odds.iter().sum::<f32>();
        let chosen = odds.iter().position(|odds| {
            left -= odds;
            left <= 0.0
        });
        moves.get(chosen.unwrap_or_default()).map(|ranked| ranked.mv())
    }

    /// An opening of random moves after which a search finds the position balanced.
    fn opening(&self, order: &Play, rng: &mut fastrand::Rng) -> (History<Gomoku>, Vec<RecordedMove>) {
        loop {
            let mut game = History::new(Gomoku::new(Rule::named(&order.rule), order.size));
            let mut moves = Vec::new();
            for _ in 0..rng.usize(1..=order.random) {
                let Some(&point) = rng.choice(&opening_moves(game.current())) else { break };
                game.play(point);
                moves.push(RecordedMove { point, value: None, chosen: false });
            }
            let is_balanced = |value: Score| value.unsigned_abs() <= order.balanced.into();
            let goes_on = game.current().outcome().is_none();
            if goes_on && self.think(&game, order.nodes, None).1.is_some_and(is_balanced) {
                return (game, moves);
            }
        }
    }
}

/// What a free point is worth to a side that could make this [`Pattern`](crate::gomoku::lines::Pattern) there, for
/// each of the four directions: first to the side to move, then to the other.
///
/// These and the other values are 200 times the weights of a logistic regression of the result on pattern counts, over
/// 13,988 quiet positions of self-play by the first version of the program; open fours do not occur there and are estimates.
const LINE_VALUE: [[i16; 14]; 2] =
    [[0, 0, 2, 1, 1, 4, 5, 4, 7, 29, 40, 26, 60, 60], [0, 0, 1, 1, 1, 4, 4, 4, 7, 17, 27, 19, 50, 60]];

/// What a free point is worth beyond the sum of its lines where a four and a three could be made: first to the side to move,
/// which has found its victory by fours already, if there is one, then to the other side.
const FOUR_THREE_VALUE: [i16; 2] = [0, 125];

/// What a free point is worth beyond the sum of its lines where two threes could be made: first to the side to move, then to the
/// other side.
const DOUBLE_THREE_VALUE: [i16; 2] = [155, 0];

/// The worth of the right to move beyond the values of the points.
const TEMPO: i16 = 2;

/// The worth of being in face of an open four.
const OPEN_FOUR: i16 = -60;

/// For each pattern its ordering score, as one of the side to move or as one of the enemy's that the move blocks.
const LINE_RANK: [i16; 14] = [0, 0, 1, 3, 4, 9, 11, 13, 14, 30, 36, 40, 200, 400];

/// The ordering score of each [`Class`] beyond that of its lines.
const CLASS_RANK: [i16; 14] = [0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 300, 600, 2000];

/// The weight of an own pattern's ordering score against the same one of the enemy's, in sixteenths.
const ATTACK: i16 = 20;

/// The weights that the training begins with.
fn simple_weights() -> Weights {
    Weights::new(WeightKind::ALL.map(|kind| match kind {
        WeightKind::RenjuBlack => simple(Rule::Renju, Color::Black),
        // Under the other rule sets nothing is forbidden.
        _ => simple(Rule::Freestyle, Color::White),
    }))
}

fn simple(rule: Rule, side: Color) -> KindWeights {
    let codes = Codes::get();
    let class = |code: usize| codes.class(rule, side, code as u16);
    let sum = |worth: &[i16], code: usize| {
        codes.patterns(code as u16).iter().map(|&pattern| worth[usize::from(pattern)]).sum::<i16>()
    };
    let value = |turn: usize, code: usize| {
        let more = match class(code) {
            Class::FourThree => FOUR_THREE_VALUE[turn],
            Class::TwoThrees => DOUBLE_THREE_VALUE[turn],
            _ => 0,
        };
        FINE * (sum(&LINE_VALUE[turn], code) + more)
    };
    let rank = |code: usize| sum(&LINE_RANK, code) + CLASS_RANK[class(code) as usize];
    let by_code = |of: &dyn Fn(usize) -> i16| Box::new(std::array::from_fn::<i16, CODES, _>(of));
    KindWeights {
        values: [0, 1, 0, 1].map(|turn| by_code(&|code| value(turn, code))),
        threats: Box::new(std::array::from_fn(|set| if set < THREATS / 2 { 0 } else { FINE * OPEN_FOUR })),
        tempo: FINE * TEMPO,
        order: [by_code(&|code| (i32::from(rank(code)) * i32::from(ATTACK) / 16) as i16), by_code(&rank)],
        network: None,
    }
}
