//! Random openings that leave both sides a chance: all distinct, the same ones for the same seed.

use super::OpeningError;
use crate::arena::record::OpeningRecord;
use crate::engine::{EngineError, Query, open_variant};
use crate::game::{Variant, zobrist::mix};
use crate::progress::Progress;
use crate::search::{Limits, Resources, Stop};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Positions judged for one opening before the most even of the others is taken, at least.
const TRIES: usize = 48;

/// Positions judged side by side.
const BATCH: usize = 16;

/// Random lines without a new position, one after the other, after which lines get longer.
const MAX_REPEATS: usize = 300;

/// Uneven positions that are kept, the most even ones.
const MAX_UNEVEN: usize = 1000;

/// Plies that the default player looks ahead to judge a position.
const JUDGED_PLIES: u32 = 6;

/// Nodes that it looks at for that, at most; unlike a time, the same on every machine.
const JUDGED_NODES: u64 = 1 << 12;

/// How far from even the chances of an opening may be.
const UNEVEN: f64 = 0.15;

/// A line of random moves.
struct Line {
    moves: Vec<String>,
    /// How far the chances are from even, 0 to 0.5.
    unevenness: f64,
}

/// Draws openings without replacement.
struct Source<'a> {
    variant: &'a Variant,
    random: fastrand::Rng,
    /// Plies of the lines that are drawn now.
    plies: u32,
    most_plies: u32,
    /// The positions drawn, by [`Engine::canonical_text`].
    seen: HashSet<String>,
    /// Even lines that were judged beside others, the next one last.
    even: Vec<Line>,
    /// Uneven lines, the most even one last.
    uneven: Vec<Line>,
}

/// So many openings of random moves, of the fewest `plies`, or more where there are not so many different ones. Each position is
/// reached once only, symmetric ones counted as one. The default player finds the chances even after each, where it finds
/// enough such ones; otherwise the most even are taken. With more openings wanted, the first ones stay the same. There are
/// fewer where the game has no more.
///
/// # Errors
/// [`OpeningError::Engine`].
pub fn balanced(
    wanted: u32,
    plies: RangeInclusive<u32>,
    variant: &Variant,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<OpeningRecord>, OpeningError> {
    let mut source = Source {
        variant,
        random: fastrand::Rng::with_seed(mix(seed)),
        plies: *plies.start(),
        most_plies: *plies.end(),
        seen: HashSet::new(),
        even: Vec::new(),
        uneven: Vec::new(),
    };
    progress.begin("openings", Some(wanted.into()));
    let mut openings = Vec::new();
    for number in 1..=wanted {
        let Some(moves) = source.next()? else { break };
        openings.push(OpeningRecord { number, position: None, moves });
        progress.advance(1);
    }
    progress.end();
    Ok(openings)
}

impl Source<'_> {
    /// The next opening; `None` where there is none.
    fn next(&mut self) -> Result<Option<Vec<String>>, EngineError> {
        let mut judged = 0;
        while self.even.is_empty() && judged < TRIES {
            let drawn = self.draw()?;
            if drawn.is_empty() {
                break;
            }
            judged += drawn.len();
            self.judge(drawn)?;
        }
        Ok(self.even.pop().or_else(|| self.uneven.pop()).map(|line| line.moves))
    }

    /// Up to a batch of lines to positions that were not seen before; longer ones where there are no more; none where
    /// there are none at all.
    fn draw(&mut self) -> Result<Vec<Vec<String>>, EngineError> {
        let mut lines = Vec::new();
        let mut repeats = 0;
        let mut session = open_variant(self.variant)?;
        while lines.len() < BATCH {
            if repeats == MAX_REPEATS {
                if !lines.is_empty() || self.plies == self.most_plies {
                    break;
                }
                self.plies += 1;
                repeats = 0;
            }
            session.clear();
            for _ in 0..self.plies {
                let Some(text) = self.random.choice(session.legal_moves()) else { break };
                session.play(session.side_to_move(), &text)?;
            }
            if session.outcome().is_none() && self.seen.insert(session.canonical_text()) {
                lines.push(super::moves(&*session));
                repeats = 0;
            } else {
                repeats += 1;
            }
        }
        Ok(lines)
    }

    fn judge(&mut self, drawn: Vec<Vec<String>>) -> Result<(), EngineError> {
        let judged = drawn.into_par_iter().map_init(
            || Resources::new(1, 1),
            |resources, moves| unevenness(self.variant, &moves, resources).map(|unevenness| Line { moves, unevenness }),
        );
        let judged = judged.collect::<Result<Vec<_>, _>>()?;
        let (even, uneven): (Vec<_>, Vec<_>) = judged.into_iter().partition(|line| line.unevenness <= UNEVEN);
        self.even.extend(even.into_iter().rev());
        self.uneven.extend(uneven);
        self.uneven.sort_by(|a, b| b.unevenness.total_cmp(&a.unevenness));
        let excess = self.uneven.len().saturating_sub(MAX_UNEVEN);
        self.uneven.drain(..excess);
        Ok(())
    }
}

/// How far the chances are from even after these moves, 0 to 0.5.
fn unevenness(variant: &Variant, moves: &[String], resources: &Resources) -> Result<f64, EngineError> {
    let mut session = open_variant(variant)?;
    for text in moves {
        session.play(session.side_to_move(), text)?;
    }
    let stop = Stop::new();
    let limits = Limits { nodes: Some(JUDGED_NODES), ..Limits::depth(JUDGED_PLIES) };
    let query = Query::new(limits, &stop);
    let answer = session.think(session.side_to_move(), &query, resources, &mut |_| ())?;
    resources.forget();
    Ok(answer.report.lines.first().map_or(0.0, |line| (session.scale().win_chance(line.score) - 0.5).abs()))
}
