//! Sets of labelled positions: a folder of files, each made from some hundred games.

use super::label::Labeller;
use super::options::Labels;
use super::record::Record;
use super::{TrainError, at, sample, wthor};
use crate::games::othello::patterns::Weights;
use crate::search::{Limits, Resources};
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Games of a file: seconds of work, which is what an interruption costs.
const GAMES: usize = 200;
/// Size of each file's transposition table, in MiB.
const TABLE: usize = 16;
/// The fewest moves by chance.
const RANDOM_FROM: usize = 6;

/// Makes what is missing of a set, and returns what to tell about it.
pub(super) fn make(order: &Labels, progress: &ProgressBar) -> Result<String, TrainError> {
    let source = Source::open(order)?;
    let weights = weights(order.weights.as_deref())?;
    keep_settings(&order.set, order)?;
    let files = source.files();
    progress.set_length(files as u64);
    progress.set_message("files of samples");
    let made = |file| {
        let path = order.set.join(format!("{file:05}.samples"));
        if !path.exists() {
            let samples = label_file(order, &source, weights, file)?;
            sample::write(&path, &samples).map_err(at(&path))?;
        }
        progress.inc(1);
        Ok::<_, TrainError>(())
    };
    (0..files).into_par_iter().try_for_each(made)?;
    progress.finish_and_clear();
    Ok(format!("{} files of samples in {}", files, order.set.display()))
}

/// The samples of a file: the same whenever they are made.
fn label_file(
    order: &Labels,
    source: &Source,
    weights: &Weights,
    file: usize,
) -> Result<Vec<sample::Sample>, TrainError> {
    let resources = Resources::new(1, TABLE);
    resources.reserve()?;
    let control = resources.control(&Limits::default());
    let mut labeller = Labeller::new(weights, resources.table(), &control, order.exact.into(), order.depth.into());
    let mut rng = fastrand::Rng::with_seed(order.seed << 32 | file as u64);
    let mut samples = Vec::new();
    for game in source.games(file) {
        let record = match source {
            Source::Database(records) => records[game].clone(),
            Source::Own { openings, .. } => {
                let opening = openings.get(rng.usize(..openings.len().max(1))).cloned().unwrap_or_default();
                let most = usize::from(order.random);
                let random = if openings.is_empty() { rng.usize(RANDOM_FROM..=most) } else { 0 };
                labeller.play(&opening, random, order.play_depth.into(), &mut rng)
            }
        };
        let every = usize::from(order.every);
        let first = rng.usize(..every);
        samples.extend(labeller.label(&record, |ply| ply % every == first));
    }
    Ok(samples)
}

/// Where games come from.
enum Source {
    Database(Vec<Record>),
    Own { openings: Vec<Record>, games: usize },
}

impl Source {
    fn open(order: &Labels) -> Result<Self, TrainError> {
        if let Some(folder) = &order.wthor {
            let mut records = wthor::read_folder(folder)?;
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

    /// The games of a file.
    fn games(&self, file: usize) -> std::ops::Range<usize> {
        let end = match self {
            Self::Database(records) => records.len().min((file + 1) * GAMES),
            Self::Own { .. } => (file + 1) * GAMES,
        };
        file * GAMES..end
    }
}

fn read_openings(path: &Path) -> Result<Vec<Record>, TrainError> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    let parse = |(place, line): (usize, &str)| {
        let illegal = || TrainError::Usage(format!("{}: line {} has an illegal move", path.display(), place + 1));
        Record::parse(line.trim()).ok_or_else(illegal)
    };
    text.lines().enumerate().map(parse).collect()
}

/// The weights of a file, or those in the program. A run reads one file, and keeps it to its end.
pub(super) fn weights(path: Option<&Path>) -> Result<&'static Weights, TrainError> {
    let Some(path) = path else { return Ok(Weights::embedded()) };
    let bytes = fs::read(path).map_err(at(path))?;
    let weights = Weights::from_bytes(&bytes);
    let weights = weights.map_err(|source| TrainError::Weights { path: path.display().to_string(), source })?;
    Ok(Box::leak(Box::new(weights)))
}

/// Begins a folder of results with these settings, or proves that it was begun with them.
pub(super) fn keep_settings(folder: &Path, settings: &impl Serialize) -> Result<(), TrainError> {
    let path = folder.join("settings.json");
    let text = serde_json::to_string_pretty(settings).map_err(|error| at(&path)(error.into()))?;
    match fs::read_to_string(&path) {
        Ok(known) if known == text => Ok(()),
        Ok(_) => Err(TrainError::Mixed(folder.display().to_string())),
        Err(_) => {
            fs::create_dir_all(folder).map_err(at(folder))?;
            fs::write(&path, text).map_err(at(&path))
        }
    }
}

/// The files of samples in a folder, in order.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, TrainError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(at(folder))?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "samples"));
    paths.sort();
    Ok(paths)
}
