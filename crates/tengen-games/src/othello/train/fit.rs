//! From sets of labelled positions to a file of weights.

use super::equations::Equations;
use super::options::{Check, Fit};
use super::record::{self, Sample};
use super::set;
use crate::othello::params::DISC;
use crate::othello::patterns::{Features, Numbering, PHASES, pack, phase};
use crate::othello::search::board::Discs;
use crate::training::{MAX_BYTES, TrainError, at, files, is_held_out, keep_settings};
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
