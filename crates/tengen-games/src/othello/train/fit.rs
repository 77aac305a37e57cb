//! From sets of labelled positions to a file of weights, by least squares.

use super::record::{self, Sample};
use super::set;
use super::{Check, Fit};
use crate::othello::params::DISC;
use crate::othello::patterns::{Features, INSTANCES, Numbering, PHASES, Shape, TURNS, pack, phase};
use crate::othello::search::board::Discs;
use crate::training::conjugate::{self, add};
use crate::training::{MAX_BYTES, TrainError, at, files, is_held_out, keep_settings};
use rayon::prelude::*;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tengen_core::progress::Progress;
use tengen_core::search::Score;
use tengen_core::{limited_input, whole_file};

/// The weights of samples of neighbouring phases: of the phases a ply away, with the other side to move, and of those two plies
/// away.
const NEIGHBOURS: [(isize, f32); 4] = [(-1, 0.25), (1, 0.25), (-2, 0.5), (2, 0.5)];
/// The unit, in evaluation units, to which weights are rounded in the file: 64 roundings make an error of a quarter of a disc,
/// and a byte holds 12 discs.
const STEP: i16 = 10;

/// Samples by phase.
type Phases = [Vec<Sample>; PHASES];

/// Fits weights phase by phase, from the last to the first, and writes them to a file; prints the error of each phase.
pub(super) fn fit(
    order: &Fit,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let prior = order.prior.as_deref().map(|path| set::weights(Some(path))).transpose()?;
    let (fitted, held_out) = read(&order.sets, progress)?;
    let unfinished = order.out.with_extension("unfinished");
    keep_settings(&unfinished, order)?;
    progress.begin("phases", Some(PHASES as u64));
    say("empties  samples  error, discs: fitted  held out")?;
    let mut weights = vec![0.0; Numbering::get().count()];
    let mut phases = vec![Vec::new(); PHASES];
    for phase in (0..PHASES).rev() {
        let path = unfinished.join(format!("{phase:02}.weights"));
        if let Some(known) = read_phase(&path, weights.len()) {
            weights = known;
        } else {
            if let Some(prior) = prior {
                weights = prior.numbered(phase).iter().map(|&weight| weight as f32 / DISC as f32).collect();
            }
            weights = equations(&fitted, phase).solve(&weights, order.ridge, order.steps);
            write_phase(&path, &weights)?;
        }
        let error = |samples: &[Sample]| Equations::new(samples.iter().map(|sample| (sample, 1.0))).error(&weights);
        let [own, other] = [&fitted[phase], &held_out[phase]].map(|samples| error(samples));
        say(&format!("{:7}  {:7}  {own:21.2}  {other:8.2}", PHASES - phase, fitted[phase].len()))?;
        phases[phase] = weights.iter().map(|weight| (weight * DISC as f32).round() as i16).collect();
        progress.advance(1);
    }
    progress.end();
    let file = pack(&phases, STEP);
    whole_file::write(&order.out, |out| out.write_all(&file)).map_err(at(&order.out))?;
    fs::remove_dir_all(&unfinished).map_err(at(&unfinished))?;
    say(&format!("{} bytes in {}", file.len(), order.out.display()))
}

/// Prints the error of weights, phase by phase, on the samples that [`fit`] holds out.
pub(super) fn check(
    order: &Check,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let weights = set::weights(order.weights.as_deref())?;
    let (_, held_out) = read(&order.sets, progress)?;
    progress.end();
    say("empties  samples  error, discs")?;
    for (phase, samples) in held_out.iter().enumerate().rev() {
        let squared = |Sample { board: Discs { own, enemy }, value }: &Sample| {
            let error = weights.evaluate(&Features::new(*own, *enemy), *own, *enemy) - Score::from(*value);
            f64::from(error).powi(2)
        };
        let sum: f64 = samples.iter().map(squared).sum();
        let error = (sum / samples.len().max(1) as f64).sqrt() / f64::from(DISC);
        say(&format!("{:7}  {:7}  {error:12.2}", PHASES - phase, samples.len()))?;
    }
    Ok(())
}

/// The equations of a phase, together with those of its neighbours at a lower weight.
fn equations(samples: &Phases, phase: usize) -> Equations {
    let near = NEIGHBOURS.iter().filter_map(|&(step, weight)| Some((phase.checked_add_signed(step)?, weight)));
    let near = near.filter(|&(near, _)| near < PHASES).chain([(phase, 1.0)]);
    Equations::new(near.flat_map(|(near, weight)| samples[near].iter().map(move |sample| (sample, weight))))
}

/// All samples to fit, and all samples that are held out.
fn read(sets: &[PathBuf], progress: &dyn Progress) -> Result<(Phases, Phases), TrainError> {
    let mut fitted = [const { Vec::new() }; PHASES];
    let mut held_out = [const { Vec::new() }; PHASES];
    progress.begin("files of samples", Some(0));
    for set in sets {
        let files = files(set, "samples")?;
        progress.extend(files.len() as u64);
        for (place, path) in files.iter().enumerate() {
            let to = if is_held_out(place) { &mut held_out } else { &mut fitted };
            for sample in record::read(path).map_err(at(path))? {
                to[phase(sample.board.own | sample.board.enemy)].push(sample);
            }
            progress.advance(1);
        }
    }
    if fitted.iter().all(Vec::is_empty) {
        return Err(TrainError::NoSamples);
    }
    Ok((fitted.map(merged), held_out))
}

/// One sample for each position, with the mean of its values: the openings are in every game.
fn merged(mut samples: Vec<Sample>) -> Vec<Sample> {
    samples.sort_unstable_by_key(|sample| (sample.board.own, sample.board.enemy));
    let same = samples.chunk_by(|a, b| a.board == b.board);
    let mean = |samples: &[Sample]| {
        let sum: i64 = samples.iter().map(|sample| i64::from(sample.value)).sum();
        Sample { value: (sum / samples.len() as i64) as i16, ..samples[0] }
    };
    same.map(mean).collect()
}

fn write_phase(path: &Path, weights: &[f32]) -> Result<(), TrainError> {
    whole_file::write(path, |file| file.write_all(bytemuck::cast_slice(weights))).map_err(at(path))
}

/// The weights that an earlier run wrote for a phase, if it did.
fn read_phase(path: &Path, count: usize) -> Option<Vec<f32>> {
    let bytes = limited_input::read(path, MAX_BYTES).ok()?;
    let weights: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
    (weights.len() == count).then_some(weights)
}

/// How many rows one task works on: a fixed number, so that sums do not depend on the number of threads.
const TASK: usize = 1 << 16;

/// A position as a row: the indices of its weights, the sum of these weights in discs, and the weight of the row.
struct EquationRow {
    entries: [u32; INSTANCES],
    value: f32,
    weight: f32,
}

impl EquationRow {
    fn sum(&self, weights: &[f32]) -> f32 {
        self.entries.iter().map(|&entry| weights[entry as usize]).sum()
    }
}

/// One equation for each of many positions, in the weights of one phase.
struct Equations {
    rows: Vec<EquationRow>,
}

impl Equations {
    /// The equations of samples, each with the weight of its row.
    pub fn new<'a>(samples: impl Iterator<Item = (&'a Sample, f32)>) -> Self {
        let row = |(sample, weight): (&Sample, f32)| {
            let value = f32::from(sample.value) / DISC as f32;
            EquationRow { entries: entries(sample), value, weight }
        };
        Self { rows: samples.map(row).collect() }
    }

    /// The root of the mean squared error of predictions with these weights, in discs.
    pub fn error(&self, weights: &[f32]) -> f64 {
        let squared = |row: &EquationRow| f64::from((row.sum(weights).clamp(-64.0, 64.0) - row.value).powi(2));
        let sum: f64 = self.rows.iter().map(squared).sum();
        (sum / self.rows.len().max(1) as f64).sqrt()
    }

    /// The weights that minimize the squared errors plus `ridge` times the squared distance of each weight from its prior, as far
    /// as `steps` steps of conjugate gradients from the prior come, preconditioned by how often a weight occurs.
    pub fn solve(&self, prior: &[f32], ridge: f32, steps: u32) -> Vec<f32> {
        let seen = self.scatter(prior.len(), |row| row.weight);
        let scale: Vec<_> = seen.iter().map(|seen| seen + ridge).collect();
        let residual = self.scatter(prior.len(), |row| row.weight * (row.value - row.sum(prior)));
        let image = |direction: &[f32]| {
            let mut image = self.scatter(prior.len(), |row| row.weight * row.sum(direction));
            add(&mut image, ridge, direction);
            image
        };
        conjugate::solve(prior.to_vec(), residual, &scale, image, steps)
    }

    /// For each weight, the sum of a value over the rows that it occurs in.
    fn scatter(&self, count: usize, value: impl Fn(&EquationRow) -> f32 + Sync) -> Vec<f32> {
        let task = |rows: &[EquationRow]| {
            let mut sums = vec![0.0; count];
            for row in rows {
                let value = value(row);
                for &entry in &row.entries {
                    sums[entry as usize] += value;
                }
            }
            sums
        };
        let parts: Vec<_> = self.rows.par_chunks(TASK).map(task).collect();
        let mut sums = vec![0.0; count];
        for part in parts {
            add(&mut sums, 1.0, &part);
        }
        sums
    }
}

/// The indices of a position's weights.
fn entries(sample: &Sample) -> [u32; INSTANCES] {
    let features = Features::new(sample.board.own, sample.board.enemy);
    std::array::from_fn(|instance| {
        let shape = instance / TURNS;
        Numbering::get().of(shape)[Shape::ALL[shape].at(features.indexes()[instance])]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::patterns::testing;
    use crate::othello::search::board::Discs;

    /// Positions of games by chance, each worth what `value` says.
    fn samples(value: impl Fn(Discs) -> i16) -> Vec<Sample> {
        let boards = testing::random_games(40).concat().into_iter().map(|(own, enemy, _)| Discs { own, enemy });
        boards.map(|board| Sample { board, value: value(board) }).collect()
    }

    #[test]
    fn a_sum_over_squares_is_found_again() {
        // Corners are worth five discs: patterns can express that.
        let corners = |set: u64| (set & 0x8100_0000_0000_0081).count_ones() as i16;
        let samples = samples(|board| 500 * (corners(board.own) - corners(board.enemy)));
        let equations = Equations::new(samples.iter().map(|sample| (sample, 1.0)));
        let zero = vec![0.0; Numbering::get().count()];
        assert!(equations.error(&zero) > 3.0);
        let weights = equations.solve(&zero, 0.01, 30);
        assert!(equations.error(&weights) < 0.05, "{}", equations.error(&weights));
    }

    #[test]
    fn the_error_of_nothing_is_the_size_of_the_values() {
        let samples = samples(|_| 300);
        let equations = Equations::new(samples.iter().map(|sample| (sample, 1.0)));
        let zero = vec![0.0; Numbering::get().count()];
        assert!((equations.error(&zero) - 3.0).abs() < 1e-6);
    }

    #[test]
    fn an_infinite_ridge_leaves_the_prior() {
        let samples = samples(|board| board.own.count_ones() as i16 * 100);
        let equations = Equations::new(samples.iter().map(|sample| (sample, 1.0)));
        let prior = vec![0.25; Numbering::get().count()];
        let weights = equations.solve(&prior, 1e12, 10);
        assert!(weights.iter().all(|weight| (weight - 0.25).abs() < 1e-3));
    }
}
