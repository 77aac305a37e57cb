//! Sets of labelled positions: a folder of files, each made from some hundred games.

use super::Labels;
use super::label::{LabelSearch, Labeller};
use super::record;
use super::record::{SquareList, empty, moves};
use super::visited::{Scout, Witness};
use crate::othello::bits::Geometry;
use crate::othello::patterns::Weights;
use crate::othello::search::midgame;
use crate::training::{MAX_BYTES, TrainError, at, keep_settings};
use rayon::prelude::*;
use std::path::Path;
use tengen_core::limited_input;
use tengen_core::playable::PlayerOptions;
use tengen_core::progress::Progress;
use tengen_core::search::{Limits, Resources};

/// The number of games in a file: seconds of work, which is what an interruption costs.
const GAMES: usize = 200;
/// Size of each file's transposition table, in MiB.
const TABLE: usize = 16;
/// The fewest random moves of an opening.
const RANDOM_FROM: usize = 6;

/// Makes the samples that are missing in a set, and returns a text about them.
pub(super) fn make(order: &Labels, progress: &dyn Progress) -> Result<String, TrainError> {
    if order.visited.is_some() && order.depth == 0 {
        return Err(TrainError::Usage("--visited needs a --depth: those positions are in no game".to_owned()));
    }
    let source = Source::open(order)?;
    let weights = weights(order.weights.as_deref())?;
    keep_settings(&order.set, order)?;
    let files = source.files();
    progress.begin("files of samples", Some(files as u64));
    let made = |file| {
        let path = order.set.join(format!("{file:05}.samples"));
        if !path.exists() {
            let samples = label_file(order, &source, weights, file)?;
            record::write(&path, &samples).map_err(at(&path))?;
        }
        progress.advance(1);
        Ok::<_, TrainError>(())
    };
    (0..files).into_par_iter().try_for_each(made)?;
    progress.end();
    Ok(format!("{} files of samples in {}", files, order.set.display()))
}

/// The samples of a file: the same whenever they are made.
fn label_file(
    order: &Labels,
    source: &Source,
    weights: &Weights,
    file: usize,
) -> Result<Vec<record::Sample>, TrainError> {
    let [resources, scouted] = [(); 2].map(|()| Resources::new(1, TABLE));
    resources.reserve()?;
    let control = resources.control(&Limits::default());
    let effort =
        |depth: u8| LabelSearch { depth: depth.into(), level: midgame::level(order.confidence), even: order.even };
    let search = effort(order.depth);
    let mut labeller = Labeller::new(weights, resources.table(), &control, order.exact.into(), search);
    let witness = Witness::new(weights, order.visited.unwrap_or(0).into());
    let mut scout = match order.visited {
        Some(_) => {
            scouted.reserve()?;
            // The evaluations that rank moves are those of the other parity.
            let both = LabelSearch { even: false, ..effort(order.play_depth) };
            Some(Scout::new(&witness, scouted.table(), &control, both))
        }
        None => None,
    };
    let mut rng = fastrand::Rng::with_seed(order.seed << 32 | file as u64);
    let mut samples = Vec::new();
    for game in source.games(file) {
        let record = match source {
            Source::Database(records) => records[game].clone(),
            Source::Own { openings, .. } => {
                let effort = effort(order.play_depth);
                let opening = match openings.get(rng.usize(..openings.len().max(1))) {
                    Some(opening) => opening.clone(),
                    None => opening_by_chance(order, &mut labeller, effort, &mut rng),
                };
                labeller.play(opening, effort)
            }
        };
        let every = usize::from(order.every);
        let first = rng.usize(..every);
        let keep = |ply| ply % every == first;
        let Some(scout) = &mut scout else {
            samples.extend(labeller.label(&record, keep));
            continue;
        };
        for (ply, (board, _)) in record.boards().into_iter().enumerate() {
            if keep(ply) && moves(board) != 0 && empty(board).count() > order.exact.into() {
                let visited = scout.visited(board, rng.u64(..));
                samples.extend(visited.into_iter().map(|board| labeller.sample(board)));
            }
        }
    }
    Ok(samples)
}

/// Random moves that a game of self-play begins with.
fn opening_by_chance(
    order: &Labels,
    labeller: &mut Labeller<'_>,
    effort: LabelSearch,
    rng: &mut fastrand::Rng,
) -> SquareList {
    loop {
        let length = rng.usize(RANDOM_FROM..=order.random.into());
        let opening = SquareList::by_chance(length, rng);
        let balanced = |most: u8| labeller.value(opening.end(), effort, 0).unsigned_abs() <= most.into();
        if order.balanced.is_none_or(balanced) {
            return opening;
        }
    }
}

/// The source of the games.
enum Source {
    Database(Vec<SquareList>),
    Own { openings: Vec<SquareList>, games: usize },
}

impl Source {
    fn open(order: &Labels) -> Result<Self, TrainError> {
        if let Some(folder) = &order.wthor {
            let mut records = record::read_folder(folder)?;
            // Every file has games of all years.
            fastrand::Rng::with_seed(order.seed).shuffle(&mut records);
            records.truncate(order.games.unwrap_or(usize::MAX));
            return Ok(Self::Database(records));
        }
        let openings = order.openings.as_deref().map(read_openings).transpose()?.unwrap_or_default();
        Ok(Self::Own { openings, games: order.selfplay.unwrap_or(0) })
    }

    fn files(&self) -> usize {
        match self {
            Self::Database(records) => records.len().div_ceil(GAMES),
            Self::Own { games, .. } => games.div_ceil(GAMES),
        }
    }

    /// The indices of the games of a file.
    fn games(&self, file: usize) -> std::ops::Range<usize> {
        let end = match self {
            Self::Database(records) => records.len().min((file + 1) * GAMES),
            Self::Own { .. } => (file + 1) * GAMES,
        };
        file * GAMES..end
    }
}

fn read_openings(path: &Path) -> Result<Vec<SquareList>, TrainError> {
    let text = limited_input::read_text(path, MAX_BYTES).map_err(at(path))?;
    let parse = |(place, line): (usize, &str)| {
        let illegal = || TrainError::Usage(format!("{}: line {} has an illegal move", path.display(), place + 1));
        SquareList::parse(line.trim()).ok_or_else(illegal)
    };
    text.lines().enumerate().map(parse).collect()
}

/// The weights of a file, or those in the program where no file is named. A run reads one file, and keeps it to its end.
pub(super) fn weights(path: Option<&Path>) -> Result<&'static Weights, TrainError> {
    let Some(path) = path else { return Ok(Weights::embedded()) };
    let bytes = limited_input::read(path, PlayerOptions::MAX_WEIGHTS).map_err(at(path))?;
    let weights = Weights::from_bytes(&bytes);
    let weights =
        weights.map_err(|source| TrainError::Weights { path: path.display().to_string(), source: source.into() })?;
    Ok(Box::leak(Box::new(weights)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::params::DISC;
    use crate::othello::patterns::Features;
    use crate::othello::search::board::Discs;
    use crate::othello::train::record::after;

    #[test]
    fn balanced_openings_are_worth_little_to_either_side() {
        let order = Labels { random: 12, balanced: Some(2), play_depth: 1, ..Labels::default() };
        let resources = Resources::new(1, 1);
        let control = resources.control(&Limits::default());
        let weights = Weights::embedded();
        let mut labeller = Labeller::new(weights, resources.table(), &control, 0, LabelSearch::full(1));
        let mut rng = fastrand::Rng::with_seed(6);
        let mut lengths = Vec::new();
        for _ in 0..50 {
            let opening = opening_by_chance(&order, &mut labeller, LabelSearch::full(1), &mut rng);
            let end = opening.end();
            let value = |next: Discs| -weights.evaluate(&Features::new(next.own, next.enemy), next.own, next.enemy);
            let value = moves(end).squares().map(|square| value(after(end, square))).max().unwrap();
            // Searches round to whole discs.
            assert!(value.abs() <= 2 * DISC + DISC / 2, "{value}");
            lengths.push(opening.into_moves().len());
        }
        lengths.sort_unstable();
        lengths.dedup();
        assert_eq!(lengths, [6, 7, 8, 9, 10, 11, 12]);
    }
}
