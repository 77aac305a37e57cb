//! Random openings that leave both sides a chance: all distinct, the same ones for the same seed; and which of them are
//! taken.

use super::{OpeningError, OpeningRecord};
use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;
use tengen_core::game::{Variant, zobrist::mix};
use tengen_core::progress::Progress;
use tengen_core::search::resources::on_own_threads;
use tengen_core::search::{Goal, Limits, Resources, Stop};
use tengen_session::{EngineError, Games, Query, Turn};

/// Positions judged side by side.
const BATCH: usize = 16;

/// Random lines without a new position, one after the other, after which lines get longer.
const MAX_REPEATS: usize = 300;

/// Uneven positions that are kept, the most even ones.
const MAX_UNEVEN: usize = 1000;

/// What a judge for a match takes: the default player looks six plies ahead.
const QUICK_PLIES: u32 = 6;

/// Nodes that it looks at for that, at most; unlike a time, the same on every machine.
const QUICK_NODES: u64 = 1 << 12;

/// How far from even it may find the chances.
const QUICK_UNEVENNESS: f64 = 0.15;

/// Positions judged for an opening of a match before the most even of the others is taken, at least.
const QUICK_TRIES: usize = 48;

/// Positions judged for an opening of a file before its length is given up, at least.
const STRICT_TRIES: usize = 1 << 12;

/// The part of a strict judge's nodes that the one before it has: one part in so many.
const BEFORE: u64 = 4;

/// A search of the default player, with an empty table, and what it must find.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judge {
    /// Bounds of the search.
    pub limits: Limits,
    /// How far the chances may be from even, 0 to 0.5.
    pub unevenness: f64,
}

/// Which random openings are taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// Plies: openings of each number of them in turn.
    pub plies: RangeInclusive<u32>,
    /// Plies that lines may grow to where there are not so many different ones.
    pub longest: u32,
    /// All of them must find the chances even; the cheapest first.
    pub judges: Vec<Judge>,
    /// Positions judged for one opening before this is given up, at least.
    pub tries: usize,
    /// True where the most even of the others is taken then.
    pub fills_up: bool,
    /// Size of the searches' tables, in MiB.
    pub table: usize,
}

impl Selection {
    /// For a match that begins at once: of so many plies, or more where there are not so many different ones, up to `longest`;
    /// judged by a short search.
    pub fn quick(plies: u32, longest: u32) -> Self {
        Self {
            plies: plies..=plies,
            longest,
            judges: vec![Judge::quick(QUICK_UNEVENNESS)],
            tries: QUICK_TRIES,
            fills_up: true,
            table: 1,
        }
    }

    /// For a file that is made once: only what a search of so many nodes finds within `unevenness` of even, and a search of a
    /// quarter of them as well.
    pub fn strict(plies: RangeInclusive<u32>, nodes: u64, unevenness: f64) -> Self {
        let search = |nodes| Limits { nodes: Some(nodes), goal: Goal::Value, ..Limits::default() };
        let judge = |nodes| Judge { limits: search(nodes), unevenness };
        Self {
            longest: *plies.end(),
            plies,
            judges: vec![Judge::quick(unevenness.max(QUICK_UNEVENNESS)), judge((nodes / BEFORE).max(1)), judge(nodes)],
            tries: STRICT_TRIES,
            fills_up: false,
            table: 16,
        }
    }
}

impl Judge {
    fn quick(unevenness: f64) -> Self {
        Self { limits: Limits { nodes: Some(QUICK_NODES), ..Limits::depth(QUICK_PLIES) }, unevenness }
    }
}

/// A line of random moves.
struct Line {
    moves: Vec<String>,
    /// How far the chances are from even, 0 to 0.5.
    unevenness: f64,
    /// True where every judge finds them even.
    even: bool,
}

/// The lines of a length.
struct Pool {
    /// Plies of the lines that are drawn now.
    plies: u32,
    /// Even lines that were judged beside others, the next one last.
    even: Vec<Line>,
    /// Uneven lines, the most even one last.
    uneven: Vec<Line>,
}

/// Draws openings without replacement.
struct Source<'a> {
    games: Games,
    variant: &'a Variant,
    selection: &'a Selection,
    random: fastrand::Rng,
    /// The positions drawn, by [`Board::canonical_key`](tengen_session::Board::canonical_key).
    seen: HashSet<u64>,
    /// For the searches of one thread each.
    resources: Vec<Resources>,
}

/// So many openings of random moves, each length in turn; lines get longer where there are not so many different ones. Each
/// position is reached once only, symmetric ones counted as one. The default player finds the chances even after each;
/// where it does not find enough such ones, the most even are taken if the selection says so. With more openings
/// wanted, the first ones stay the same. There are fewer where the game has no more, or too few even ones. Positions are judged on as
/// many threads as the current pool of rayon has.
///
/// # Errors
/// [`OpeningError::Engine`].
pub fn balanced(
    wanted: u32,
    selection: &Selection,
    games: Games,
    variant: &Variant,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<OpeningRecord>, OpeningError> {
    let threads = rayon::current_num_threads().min(BATCH);
    let mut source = Source {
        games,
        variant,
        selection,
        random: fastrand::Rng::with_seed(mix(seed)),
        seen: HashSet::new(),
        resources: (0..threads).map(|_| Resources::new(1, selection.table)).collect(),
    };
    let pool = |plies| Pool { plies, even: Vec::new(), uneven: Vec::new() };
    let mut pools: VecDeque<Pool> = selection.plies.clone().map(pool).collect();
    progress.begin("openings", Some(wanted.into()));
    let mut openings = Vec::new();
    while openings.len() < wanted as usize {
        let Some(mut pool) = pools.pop_front() else { break };
        if let Some(moves) = source.next(&mut pool)? {
            openings.push(OpeningRecord { number: openings.len() as u32 + 1, position: None, moves });
            progress.advance(1);
            pools.push_back(pool);
        }
    }
    progress.end();
    Ok(openings)
}

impl Source<'_> {
    /// The next opening of a pool; `None` where there is none.
    fn next(&mut self, pool: &mut Pool) -> Result<Option<Vec<String>>, EngineError> {
        let mut judged = 0;
        while pool.even.is_empty() && judged < self.selection.tries {
            let drawn = self.draw(pool)?;
            if drawn.is_empty() {
                break;
            }
            judged += drawn.len();
            self.judge(pool, &drawn)?;
        }
        let uneven = |pool: &mut Pool| if self.selection.fills_up { pool.uneven.pop() } else { None };
        Ok(pool.even.pop().or_else(|| uneven(pool)).map(|line| line.moves))
    }

    /// Up to a batch of lines to positions that were not seen before; longer ones where there are no more; none where
    /// there are none at all.
    fn draw(&mut self, pool: &mut Pool) -> Result<Vec<Vec<String>>, EngineError> {
        let mut lines = Vec::new();
        let mut repeats = 0;
        let mut session = self.games.open_variant(self.variant)?;
        while lines.len() < BATCH {
            if repeats == MAX_REPEATS {
                if !lines.is_empty() || pool.plies >= self.selection.longest {
                    break;
                }
                pool.plies += 1;
                repeats = 0;
            }
            session.clear();
            for _ in 0..pool.plies {
                let Some(mv) = self.random.choice(session.opening_moves()) else { break };
                session.play(session.side_to_move(), Turn::Move(mv))?;
            }
            if session.outcome().is_none() && self.seen.insert(session.canonical_key()) {
                lines.push(super::moves_of(&*session));
                repeats = 0;
            } else {
                repeats += 1;
            }
        }
        Ok(lines)
    }

    /// Puts lines into a pool by what the judges say of them.
    fn judge(&self, pool: &mut Pool, drawn: &[Vec<String>]) -> Result<(), EngineError> {
        let judged =
            on_own_threads(&self.resources, drawn.len(), |resources, line| self.judged(&drawn[line], resources))?;
        let (even, uneven): (Vec<_>, Vec<_>) = judged.into_iter().partition(|line| line.even);
        pool.even.extend(even.into_iter().rev());
        pool.uneven.extend(uneven);
        pool.uneven.sort_by(|a, b| b.unevenness.total_cmp(&a.unevenness));
        let excess = pool.uneven.len().saturating_sub(MAX_UNEVEN);
        pool.uneven.drain(..excess);
        Ok(())
    }

    /// A line and what the judges say of it, up to the first that finds it uneven.
    fn judged(&self, moves: &[String], resources: &Resources) -> Result<Line, EngineError> {
        let mut line = Line { moves: moves.to_vec(), unevenness: 0.0, even: true };
        for judge in &self.selection.judges {
            let found = self.unevenness(moves, judge, resources)?;
            line.unevenness = line.unevenness.max(found);
            if found > judge.unevenness {
                line.even = false;
                break;
            }
        }
        Ok(line)
    }

    /// How far a judge finds the chances from even after these moves, 0 to 0.5.
    fn unevenness(&self, moves: &[String], judge: &Judge, resources: &Resources) -> Result<f64, EngineError> {
        let mut session = self.games.open_variant(self.variant)?;
        for text in moves {
            session.play_text(session.side_to_move(), text)?;
        }
        let stop = Stop::new();
        let query = Query::new(judge.limits, &stop);
        let answer = session.think(session.side_to_move(), &query, resources, &mut |_| ())?;
        resources.forget();
        Ok(answer.report.lines.first().map_or(0.0, |line| (line.win_chance(&session.scale()) - 0.5).abs()))
    }
}
