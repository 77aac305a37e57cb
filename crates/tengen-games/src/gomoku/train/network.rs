//! From games to networks that correct the tables' values.

mod learning;
mod parameters;
mod position;
mod training;

use super::record::SelfPlayGame;
use super::sample::{self, games};
use super::{NetworkFit, weights};
use crate::gomoku::board::Rule;
use crate::gomoku::network::{Network, SIZE};
use crate::gomoku::params::SCALE;
use crate::gomoku::weights::{WeightKind, Weights};
use crate::training::{TrainError, at};
use learning::{Model, loss};
use parameters::WindowLayers;
use position::Position;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::sync::Arc;
use tengen_core::game::Color;
use tengen_core::progress::Progress;
use tengen_core::whole_file;
use training::{BATCH, Training};

/// The part of the steps whose samples are positions of all networks: what the rule sets have in common is learnt from more games.
const COMMON: f32 = 0.6;

/// Positions on which the rounded network is compared with the exact one.
const COMPARED: usize = 10_000;

/// Trains a network for each side of every rule set that the games are played under, first one on the positions of all, and writes them to a file
/// with the base weights, whose values they correct.
///
/// # Errors
/// [`TrainError`].
pub(super) fn fit(
    order: &NetworkFit,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let base = weights(order.base.as_deref())?;
    let mut kinds = base.kinds().clone();
    let (mut all, mut sets) = (Vec::new(), Vec::new());
    for rule in Rule::ALL {
        let games = games(&order.sets, rule, progress)?;
        for of_kind in 0..sample::kinds(rule) {
            let [own, held_out] = positions(&games, &base, of_kind);
            if !own.is_empty() {
                let kind = WeightKind::of(rule, Color::BOTH[of_kind]);
                sets.push(Set { kind, own: all.len()..all.len() + own.len(), held_out });
                all.extend(own);
            }
        }
    }
    if sets.is_empty() {
        return Err(TrainError::NoSamples);
    }
    say("log-loss, held out                                  rounded numbers change a value")?;
    say("network        positions   tables  network  rounded       by points, mean and most")?;
    let part = |name: &str| order.out.with_added_extension(format!("{name}.part"));
    let steps = (order.samples * 1e6 / BATCH as f64).ceil() as usize;
    let run = |training: &mut Training, name: &str, own: &[Position], until: usize| {
        progress.begin(name, Some(until as u64));
        progress.advance(training.steps() as u64);
        training.run(own, until, &|| progress.advance(1))?;
        progress.end();
        Ok::<_, TrainError>(())
    };
    let mut kept = vec![part("all")];
    let mut common = Training::begin(&all, steps, order.seed, part("all"))?;
    run(&mut common, "all", &all, (steps as f32 * COMMON) as usize)?;
    for Set { kind, own, held_out } in sets {
        let (name, own) = (kind.name(), &all[own]);
        kept.push(part(name));
        let mut training = common.branch(own, part(name))?;
        run(&mut training, name, own, steps)?;
        let network = training.mean();
        let rounded = parameters::network(network).rounded();
        say(&line(name, own.len(), &held_out, network, &rounded))?;
        kinds[kind as usize].network = Some(Arc::new(rounded));
    }
    let file = Weights::new(kinds).to_bytes();
    whole_file::write(&order.out, |out| out.write_all(&file)).map_err(at(&order.out))?;
    for path in kept {
        fs::remove_file(&path).map_err(at(&path))?;
    }
    say(&format!("{} bytes in {}", file.len(), order.out.display()))
}

/// The positions of a network.
struct Set {
    kind: WeightKind,
    /// Where those to fit are among all.
    own: Range<usize>,
    held_out: Vec<Position>,
}

/// The distinct positions in which the sides of a kind are to move, first those to fit, then those held out; symmetric images are the same.
fn positions(games: &[Vec<SelfPlayGame>; 2], base: &Weights, of_kind: usize) -> [Vec<Position>; 2] {
    let mut known = HashSet::new();
    games.each_ref().map(|games| {
        let found: Vec<Vec<_>> = games.par_iter().map(|game| of_game(game, base, of_kind)).collect();
        found.into_iter().flatten().filter(|(stones, _)| known.insert(*stones)).map(|(_, position)| position).collect()
    })
}

fn of_game(game: &SelfPlayGame, base: &Weights, of_kind: usize) -> Vec<([u8; position::BYTES], Position)> {
    let mut found = Vec::new();
    if game.size == SIZE {
        sample::positions(game, base, |board, _, chance| {
            if sample::kind(board.rule(), board.side()) == of_kind {
                let position = Position::new(board, chance);
                found.push((position.canonical(), position));
            }
        });
    }
    found
}

fn line(name: &str, count: usize, held_out: &[Position], numbers: &[f32], rounded: &Network) -> String {
    let windows = WindowLayers::of(numbers).cut();
    let model = Model { numbers, windows: &windows, leak: 0.0 };
    let each = |position: &Position| {
        let features = position.features(0);
        let (exact, rounded) = (model.odds(&features), features.value(rounded) as f32 / SCALE.odds as f32);
        let losses = [0.0, exact, rounded].map(|more| loss(position.tables + more, position.target));
        (losses, (exact - rounded).abs() * SCALE.odds as f32)
    };
    let told: Vec<_> = held_out.par_iter().map(each).collect();
    if told.is_empty() {
        return format!("{name:14} {count:9}        -        -        -");
    }
    let mean = |of: usize| told.iter().map(|(losses, _)| losses[of]).sum::<f64>() / told.len() as f64;
    let compared = &told[..told.len().min(COMPARED)];
    let most = compared.iter().map(|&(_, by)| by).fold(0.0, f32::max);
    let by = compared.iter().map(|&(_, by)| by).sum::<f32>() / compared.len() as f32;
    let [tables, exact, rounded] = [0, 1, 2].map(mean);
    format!("{name:14} {count:9}   {tables:.4}   {exact:.4}   {rounded:.4}   {by:19.1} {most:8.1}")
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::gomoku::train::sample::testing::games_of_size;
    use std::path::PathBuf;

    /// Games of random moves with random values on the board of networks.
    pub fn games(rule: Rule, count: u64) -> Vec<SelfPlayGame> {
        games_of_size(rule, SIZE, count)
    }

    /// The positions of such games.
    pub fn positions(rule: Rule, count: u64) -> Vec<Position> {
        let [own, _] = super::positions(&[games(rule, count), Vec::new()], Weights::shared(), 0);
        own
    }

    /// An empty folder.
    pub fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tengen-network-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{folder, games};
    use super::*;
    use crate::gomoku::bits::Point;
    use crate::gomoku::train::record::{self, RecordedMove};
    use tengen_core::progress::NoProgress;

    #[test]
    fn symmetric_positions_are_one() {
        let all = games(Rule::Freestyle, 5);
        let turned = all.iter().map(|game| {
            let point = |mv: Point| Point::new(14 - mv.row(), mv.col());
            let moves = game.moves.iter().map(|step| RecordedMove { point: point(step.point), ..*step });
            SelfPlayGame { moves: moves.collect(), ..game.clone() }
        });
        let both: Vec<SelfPlayGame> = all.iter().cloned().chain(turned).collect();
        let count = |games| super::positions(&[games, Vec::new()], Weights::shared(), 0)[0].len();
        assert_eq!(count(both), count(all));
    }

    #[test]
    fn a_set_of_games_becomes_a_file_with_networks() {
        let set = folder("file");
        for (file, games) in games(Rule::Renju, 60).chunks(20).enumerate() {
            record::write(&set.join(format!("{file:05}.games")), games).unwrap();
        }
        let out = set.join("weights.bin");
        let order = NetworkFit { sets: vec![set.clone()], out: out.clone(), base: None, samples: 0.002, seed: 1 };
        let mut said = Vec::new();
        fit(&order, &NoProgress, &mut |line| {
            said.push(line.to_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(said.len(), 5, "{said:?}");
        let weights = Weights::from_bytes(&fs::read(&out).unwrap()).unwrap();
        for (kind, before) in weights.kinds().iter().zip(Weights::shared().kinds()) {
            assert_eq!(kind.values, before.values);
        }
        let changed = |kind: WeightKind| {
            weights.kinds()[kind as usize].network != Weights::shared().kinds()[kind as usize].network
        };
        assert_eq!(WeightKind::ALL.map(changed), [false, false, true, true, false, false]);
        let left: Vec<_> = fs::read_dir(&set).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 4, "{left:?}");
        fs::remove_dir_all(set).unwrap();
    }
}
