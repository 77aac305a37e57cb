//! The positions of games that an evaluation is to value, as sums of its weights.

use super::record::{self, SelfPlayGame};
use crate::gomoku::board::Gomoku;
use crate::gomoku::board::Rule;
use crate::gomoku::codes::{CODES, Class};
use crate::gomoku::eval::threats;
use crate::gomoku::params::SCALE;
use crate::gomoku::search::Board;
use crate::gomoku::weights::{THREATS, TURNS, Weights};
use crate::training::{TrainError, files, is_held_out};
use std::path::PathBuf;
use tengen_core::game::Color;
use tengen_core::progress::Progress;

/// The number of weights of one kind: values by code in each turn, values by threats, the right to move.
pub(super) const WEIGHTS: usize = TURNS * CODES + THREATS + 1;

/// Positions under one rule set, as sums of weights.
#[derive(Default)]
pub(super) struct Samples {
    /// For each position, where its entries begin, and where its subtracted entries begin.
    starts: Vec<[usize; 2]>,
    /// The indices of weights that positions add and subtract.
    entries: Vec<u16>,
    /// The target of each position: the chance of winning for the side to move.
    pub targets: Vec<f32>,
    /// What the game brought it: 1, a half, or 0.
    pub results: Vec<f32>,
}

impl Samples {
    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.targets.len()
    }

    /// The indices of the weights that a position adds, and of those that it subtracts.
    pub fn entries(&self, place: usize) -> [&[u16]; 2] {
        let [start, split] = self.starts[place];
        let end = self.starts.get(place + 1).map_or(self.entries.len(), |next| next[0]);
        [&self.entries[start..split], &self.entries[split..end]]
    }

    /// The value of a position, as the logarithm of the odds of winning.
    pub fn sum(&self, place: usize, weights: &[f32]) -> f32 {
        let [added, subtracted] = self.entries(place);
        let sum = |entries: &[u16]| entries.iter().map(|&entry| weights[usize::from(entry)]).sum::<f32>();
        sum(added) - sum(subtracted)
    }

    fn add(&mut self, board: &Board, result: f32, target: f32) {
        let side = board.side();
        let base = |side: Color| WEIGHTS * kind(board.rule(), side);
        let start = self.entries.len();
        let codes = |side: Color, turn: usize| {
            let codes = board.free().iter().map(move |point| usize::from(board.code(side, point)));
            codes.filter(|&code| code > 0).map(move |code| (base(side) + turn * CODES + code) as u16)
        };
        let own = base(side) + TURNS * CODES;
        let [to_move, other] = board.turns();
        let set = threats(|of, class| board.count(if of == 0 { side } else { !side }, class) > 0);
        self.entries.extend(codes(side, to_move));
        self.entries.extend([own + set, own + THREATS].map(|entry| entry as u16));
        self.starts.push([start, self.entries.len()]);
        self.entries.extend(codes(!side, other));
        self.results.push(result);
        self.targets.push(target);
    }
}

/// The index of a side's kind of weights among those of its rule set.
pub(super) const fn kind(rule: Rule, side: Color) -> usize {
    match (rule, side) {
        (Rule::Renju, Color::White) => 1,
        _ => 0,
    }
}

/// The number of kinds of weights of a rule set.
pub(super) const fn kinds(rule: Rule) -> usize {
    kind(rule, Color::White) + 1
}

/// Calls `each` with every position of a game whose static value, by these weights, matters to a search, with the result and the chance
/// of winning by the search. Where a threat decides at once, or a five is to be blocked, a search asks for no static value.
pub(super) fn positions(game: &SelfPlayGame, weights: &Weights, mut each: impl FnMut(&mut Board, f32, f32)) {
    let mut board = Board::with(&Gomoku::new(game.rule, game.size), weights);
    for step in &game.moves {
        let side = board.side();
        if let Some(value) = step.value
            && board.verdict().is_none()
            && board.count(!side, Class::Five) == 0
        {
            let chance = SCALE.win_chance(value) as f32;
            let result = game.outcome.map_or(chance, |outcome| (1 + outcome.margin_for(side)) as f32 / 2.0);
            each(&mut board, result, chance);
        }
        board.make(step.point);
    }
}

/// The games of sets under a rule set, first those to fit, then those held out.
///
/// # Errors
/// [`TrainError`].
pub(super) fn games(
    sets: &[PathBuf],
    rule: Rule,
    progress: &dyn Progress,
) -> Result<[Vec<SelfPlayGame>; 2], TrainError> {
    let mut games = [Vec::new(), Vec::new()];
    progress.begin("files of games", Some(0));
    for set in sets {
        let files = files(set, "games")?;
        progress.extend(files.len() as u64);
        for (place, path) in files.iter().enumerate() {
            let found = record::read(path)?;
            games[usize::from(is_held_out(place))].extend(found.into_iter().filter(|game| game.rule == rule));
            progress.advance(1);
        }
    }
    progress.end();
    Ok(games)
}

/// The samples of games. A target is the result of the game for this part, and for the rest the chance by the search's value.
pub(super) fn samples(games: &[SelfPlayGame], part: f32) -> Samples {
    let mut samples = Samples::default();
    for game in games {
        positions(game, Weights::shared(), |board, result, chance| {
            samples.add(board, result, part * result + (1.0 - part) * chance);
        });
    }
    samples
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::gomoku::train::record::RecordedMove;
    use tengen_core::game::{Game as _, Outcome};

    /// Games of random moves near the stones, with random values, on 9 lines.
    pub fn random_games(rule: Rule, count: u64) -> Vec<SelfPlayGame> {
        games_of_size(rule, 9, count)
    }

    /// Games of random moves near the stones, with random values.
    pub fn games_of_size(rule: Rule, size: u8, count: u64) -> Vec<SelfPlayGame> {
        let game = |seed| {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Gomoku::new(rule, size);
            let mut moves = Vec::new();
            while position.outcome().is_none() && moves.len() < 30 {
                let board = Board::new(&position);
                let mut points = position.moves();
                if points.iter().any(|&point| board.near().has(point)) {
                    points.retain(|&point| board.near().has(point));
                }
                let Some(&point) = rng.choice(&points) else { break };
                let value = (moves.len() > 2).then(|| rng.i32(-300..300));
                moves.push(RecordedMove { point, value, chosen: value.is_some() });
                position.play(point);
            }
            let outcome = rng.choice([Outcome::Draw, Outcome::Win(Color::Black, 1), Outcome::Win(Color::White, 1)]);
            SelfPlayGame { rule, size, outcome, moves }
        };
        (0..count).map(game).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::random_games;
    use super::*;
    use crate::gomoku::train::newton::testing::assert_derivatives;

    #[test]
    fn sums_have_the_derivatives_that_the_fit_follows() {
        for rule in [Rule::Standard, Rule::Renju] {
            let samples = samples(&random_games(rule, 20), 0.5);
            assert!(samples.len() > 100);
            assert_derivatives(&samples, WEIGHTS * kinds(rule));
        }
    }

    #[test]
    fn targets_are_between_results_and_values() {
        let games = random_games(Rule::Freestyle, 5);
        let [results, mixed] = [1.0, 0.25].map(|part| samples(&games, part));
        assert_eq!(results.targets, results.results);
        let mut place = 0;
        for game in &games {
            positions(game, Weights::shared(), |_, result, chance| {
                assert!((mixed.targets[place] - 0.25 * result - 0.75 * chance).abs() < 1e-6);
                place += 1;
            });
        }
        assert_eq!(place, mixed.len());
    }
}
