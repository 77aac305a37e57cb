//! The errors of shallow searches against deep ones: what Multi-ProbCut goes by.

use super::ProbCut;
use super::journal::Journal;
use super::label::{LabelSearch, Labeller};
use super::record;
use super::record::empty;
use super::set::weights;
use crate::othello::bits::Geometry;
use crate::othello::params as p;
use crate::othello::patterns::Weights;
use crate::othello::search::board::Discs;
use crate::othello::search::midgame::reduced;
use crate::training::{TrainError, at, files};
use nalgebra::{Matrix4, Vector4};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use tengen_core::progress::Progress;
use tengen_core::search::{Limits, Resources};

/// The numbers of empty squares of the positions that are searched; with fewer no search cuts selectively.
const EMPTIES: Range<u32> = 10..50;
/// How many numbers of empty squares are counted together where the search does not reach the end.
const BAND: u32 = 5;
/// How many positions of each number of empty squares are taken from a file of samples.
const OF_A_FILE: usize = 4;
/// The fewest differences from which a standard deviation is estimated.
const FEWEST: usize = 30;
/// Size of each task's transposition table, in MiB.
const TABLE: usize = 16;
/// Singular values of the normal equations below this count as 0.
const SINGULAR: f64 = 1e-9;

/// The values of searches of one position, in discs: `values` by depth, `solved` to the end of the game.
#[derive(Serialize, Deserialize, Clone)]
struct Trial {
    empties: u32,
    values: Vec<i32>,
    solved: Option<i32>,
}

/// A class of differences: searches to the end or not, the band of empty squares, depth and reduced depth.
type SearchClass = (bool, u32, u32, u32);

/// The differences between the values of deep and reduced searches of one class.
#[derive(Clone, Copy, Debug)]
struct Differences {
    to_end: bool,
    count: usize,
    /// The mean number of empty squares.
    empties: f64,
    depth: u32,
    reduced: u32,
    /// The standard deviation of the differences, in discs.
    sigma: f64,
}

impl Differences {
    /// The differences of a class, from pairs of a number of empty squares and a difference.
    fn of((to_end, _, depth, reduced): SearchClass, pairs: &[(u32, i32)]) -> Self {
        let mean = |of: &dyn Fn(&(u32, i32)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
        let middle = mean(&|&(_, difference)| difference.into());
        let sigma = mean(&|&(_, difference)| (f64::from(difference) - middle).powi(2)).sqrt();
        Self { to_end, count: pairs.len(), empties: mean(&|&(empties, _)| empties.into()), depth, reduced, sigma }
    }

    /// The terms whose weighted sum is the logarithm of the standard deviation. A search to the end has no other depth than the
    /// empty squares.
    fn terms(&self) -> [f64; 4] {
        let depth = if self.to_end { 0 } else { self.depth };
        [1.0, self.empties, depth.into(), self.reduced.into()]
    }

    /// The standard deviation that the weighted sum gives.
    fn modelled(&self, weights: &[f64; 4]) -> f64 {
        self.terms().iter().zip(weights).map(|(term, weight)| term * weight).sum::<f64>().exp()
    }
}

/// Searches positions of a set to many depths, and prints the errors of the shallow searches against the deep ones and the
/// constants that describe them.
pub(super) fn measure(
    order: &ProbCut,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let weights = weights(order.weights.as_deref())?;
    let boards = boards(order)?;
    if boards.is_empty() {
        return Err(TrainError::NoSamples);
    }
    let folder = order.kept.clone().unwrap_or_else(|| order.set.join("probcut.unfinished"));
    let journal = Journal::open(&folder, &(order, checksum(&boards)))?;
    progress.begin("positions", Some(boards.len() as u64));
    let trials = boards.par_iter().enumerate().map(|(place, &board)| {
        let trial = journal.result(place, || search(order, weights, board))?;
        progress.advance(1);
        Ok(trial)
    });
    let trials = trials.collect::<Result<Vec<_>, TrainError>>()?;
    progress.end();
    let differences = differences(&trials);
    if differences.is_empty() {
        journal.finish()?;
        return Err(TrainError::NoSamples);
    }
    say("search to  empties  depth  reduced  positions  error, discs: measured  modelled")?;
    for (to_end, name, to) in [(false, "MIDGAME", "a depth"), (true, "ENDGAME", "the end")] {
        let own: Vec<_> = differences.iter().copied().filter(|differences| differences.to_end == to_end).collect();
        let weights = fit(&own);
        for differences in &own {
            let Differences { count, empties, depth, reduced, sigma, .. } = differences;
            let modelled = differences.modelled(&weights);
            say(&format!("{to:9}  {empties:7.1}  {depth:5}  {reduced:7}  {count:9}  {sigma:22.2}  {modelled:8.2}"))?;
        }
        let [constant, empties, depth, reduced] = weights;
        say(&format!(
            "SIGMA_{name}: constant: {constant:.4}, empties: {empties:.4}, depth: {depth:.4}, reduced: {reduced:.4}"
        ))?;
    }
    journal.finish()
}

/// Positions of the set: as many as are asked for of each number of empty squares, or fewer where there are not so many.
fn boards(order: &ProbCut) -> Result<Vec<Discs>, TrainError> {
    let mut rng = fastrand::Rng::with_seed(order.seed);
    let mut files = files(&order.set, "samples")?;
    rng.shuffle(&mut files);
    let mut boards = vec![Vec::new(); EMPTIES.end as usize];
    for path in files.iter().take(order.positions.div_ceil(OF_A_FILE)) {
        let mut samples = record::read(path).map_err(at(path))?;
        rng.shuffle(&mut samples);
        let mut taken = [0; 64];
        for board in samples.into_iter().map(|sample| sample.board) {
            let empties = empty(board).count() as usize % 64;
            if EMPTIES.contains(&(empties as u32)) && taken[empties] < OF_A_FILE {
                taken[empties] += 1;
                boards[empties].push(board);
            }
        }
    }
    Ok(boards.into_iter().flat_map(|boards| boards.into_iter().take(order.positions)).collect())
}

/// A checksum that tells one set of positions from another: a set may have grown since.
fn checksum(boards: &[Discs]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    boards.iter().flat_map(|board| [board.own, board.enemy]).for_each(|discs| hasher.update(&discs.to_le_bytes()));
    hasher.finalize()
}

/// Searches a position to all depths.
fn search(order: &ProbCut, weights: &Weights, board: Discs) -> Result<Trial, TrainError> {
    let resources = Resources::new(1, TABLE);
    resources.reserve()?;
    let control = resources.control(&Limits::default());
    let mut labeller = Labeller::new(weights, resources.table(), &control, 0, LabelSearch::full(0));
    let empties = empty(board).count();
    let solve = empties <= order.exact.into();
    let deepest = u32::from(order.depth).min(empties - p::ENDGAME.leap);
    let deepest = if solve { deepest.max(reduced(empties as i32) as u32) } else { deepest };
    let mut value = 0;
    let values = (0..=deepest).map(|depth| {
        value = labeller.value(board, LabelSearch::full(depth), value);
        value
    });
    let values = values.collect();
    let solved = solve.then(|| labeller.value(board, LabelSearch::full(empties), value));
    Ok(Trial { empties, values, solved })
}

/// The differences that the search goes by: those of its reduced depths, and those of the bare evaluation.
fn differences(trials: &[Trial]) -> Vec<Differences> {
    let mut pairs: BTreeMap<SearchClass, Vec<(u32, i32)>> = BTreeMap::new();
    for Trial { empties, values, solved } in trials {
        let least = p::SELECTIVE_FROM as u32;
        let deep = (least..values.len() as u32).filter(|depth| depth + p::ENDGAME.leap <= *empties);
        let deep = deep.map(|depth| (false, empties / BAND * BAND, depth, values[depth as usize]));
        let solved = solved.map(|value| (true, *empties, *empties, value));
        for (to_end, band, depth, value) in deep.chain(solved) {
            for reduced in [reduced(depth as i32) as u32, 0] {
                let shallow = values[reduced as usize];
                pairs.entry((to_end, band, depth, reduced)).or_default().push((*empties, value - shallow));
            }
        }
    }
    let differences = pairs.iter().filter(|(_, pairs)| pairs.len() >= FEWEST);
    differences.map(|(&kind, pairs)| Differences::of(kind, pairs)).filter(|of| of.sigma > 0.0).collect()
}

/// The weights of [`Differences::terms`] whose sum is nearest to the logarithm of the standard deviations (least squares); a term
/// that is always 0 has the weight 0.
fn fit(differences: &[Differences]) -> [f64; 4] {
    let (mut normal, mut right) = (Matrix4::zeros(), Vector4::zeros());
    for differences in differences {
        let (terms, weight) = (Vector4::from(differences.terms()), differences.count as f64);
        normal += terms * terms.transpose() * weight;
        right += terms * (weight * differences.sigma.ln());
    }
    // The shortest of all solutions, so that a term that is always 0 has the weight 0.
    normal.svd(true, true).solve(&right, SINGULAR).expect("both sides were computed").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_again() {
        let weights = [1.5, -0.02, 0.07, -0.15];
        for to_end in [false, true] {
            let weights = if to_end { [1.9, 0.01, 0.0, -0.08] } else { weights };
            let mut differences = Vec::new();
            for (empties, depth) in (10..50_u32).flat_map(|empties| (3..10_u32).map(move |depth| (empties, depth))) {
                for reduced in [0, depth / 2] {
                    let empties = f64::from(empties);
                    let mut of = Differences { to_end, count: 30, empties, depth, reduced, sigma: 0.0 };
                    of.sigma = of.modelled(&weights);
                    differences.push(of);
                }
            }
            let fitted = fit(&differences);
            assert!(fitted.iter().zip(weights).all(|(is, was)| (is - was).abs() < 1e-6), "{fitted:?}");
        }
    }

    #[test]
    fn differences_are_those_of_the_searches_that_multi_probcut_compares() {
        // 40 positions of 20 empty squares: a search of 7 plies has the value 3 or 7 in them, and one of 3 plies always 2.
        let trial = |odd| Trial { empties: 20, values: vec![0, 0, 0, 2, 0, 0, 0, 3 + 4 * odd], solved: None };
        let trials: Vec<_> = (0..40).map(|place| trial(place % 2)).collect();
        let differences = differences(&trials);
        let of_seven = differences.iter().find(|of| of.depth == 7 && of.reduced == 3).unwrap();
        assert_eq!((of_seven.count, of_seven.empties, of_seven.sigma), (40, 20.0, 2.0));
        assert!(differences.iter().all(|of| !of.to_end && of.depth == 7));
    }
}
