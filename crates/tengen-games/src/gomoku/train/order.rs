//! The ordering scores of moves: the chance that a search chooses a point is a softmax over all candidates of a score for
//! what it is to the side to move, and one for what it is to the enemy.

use super::newton::Likelihood;
use super::record::SelfPlayGame;
use super::sample::kind;
use crate::gomoku::bits::Point;
use crate::gomoku::board::Gomoku;
use crate::gomoku::codes::CODES;
use crate::gomoku::search::Board;
use crate::training::conjugate::add;
use rayon::prelude::*;

/// The number of ordering scores of one kind: for the side to move and for the enemy, one for each code.
pub(super) const SCORES: usize = 2 * CODES;

/// A position: for each candidate the indices of its two scores, and the index of the chosen candidate.
struct OrderChoice {
    candidates: Vec<[u16; 2]>,
    chosen: usize,
}

/// Positions with the moves that searches chose.
#[derive(Default)]
pub(super) struct Choices(Vec<OrderChoice>);

/// How many positions one task works on: a fixed number, so that sums do not depend on the number of threads.
const TASK: usize = 1 << 13;

impl Choices {
    /// The choices of games.
    pub fn of(games: &[SelfPlayGame]) -> Self {
        Self(games.iter().flat_map(Self::of_game).collect())
    }

    /// The number of choices.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    fn of_game(game: &SelfPlayGame) -> Vec<OrderChoice> {
        let mut board = Board::new(&Gomoku::new(game.rule, game.size));
        let mut choices = Vec::new();
        for step in &game.moves {
            if step.chosen && board.verdict().is_none() {
                choices.extend(OrderChoice::of(&mut board, step.point));
            }
            board.make(step.point);
        }
        choices
    }

    /// The mean log-loss of scores: minus the logarithm of the chance that they give the chosen move.
    pub fn loss(&self, scores: &[f32]) -> f64 {
        -self.value(scores) / self.0.len().max(1) as f64
    }

    fn sums(&self, count: usize, add_to: impl Fn(&OrderChoice, &mut [f32]) + Sync) -> Vec<f32> {
        let task = |choices: &[OrderChoice]| {
            let mut sums = vec![0.0; count];
            for choice in choices {
                add_to(choice, &mut sums);
            }
            sums
        };
        let parts: Vec<Vec<f32>> = self.0.par_chunks(TASK).map(task).collect();
        let mut sums = vec![0.0; count];
        for part in parts {
            add(&mut sums, 1.0, &part);
        }
        sums
    }
}

impl Likelihood for Choices {
    fn value(&self, scores: &[f32]) -> f64 {
        let one = |choice: &OrderChoice| f64::from(choice.chances(scores)[choice.chosen]).max(1e-30).ln();
        let tasks: Vec<f64> = self.0.par_chunks(TASK).map(|choices| choices.iter().map(one).sum()).collect();
        tasks.iter().sum()
    }

    fn gradient(&self, scores: &[f32]) -> Vec<f32> {
        self.sums(scores.len(), |choice, sums| {
            let chances = choice.chances(scores);
            for (place, (candidate, chance)) in choice.candidates.iter().zip(chances).enumerate() {
                let error = f32::from(u8::from(place == choice.chosen)) - chance;
                for &score in candidate {
                    sums[usize::from(score)] += error;
                }
            }
        })
    }

    fn curvature(&self, scores: &[f32], direction: &[f32]) -> Vec<f32> {
        self.sums(scores.len(), |choice, sums| {
            let chances = choice.chances(scores);
            let slopes: Vec<f32> = choice.candidates.iter().map(|candidate| sum(candidate, direction)).collect();
            let mean: f32 = slopes.iter().zip(&chances).map(|(slope, chance)| slope * chance).sum();
            for ((candidate, chance), slope) in choice.candidates.iter().zip(chances).zip(slopes) {
                for &score in candidate {
                    sums[usize::from(score)] += chance * (slope - mean);
                }
            }
        })
    }

    fn diagonal(&self, scores: &[f32]) -> Vec<f32> {
        self.sums(scores.len(), |choice, sums| {
            for (candidate, chance) in choice.candidates.iter().zip(choice.chances(scores)) {
                for &score in candidate {
                    sums[usize::from(score)] += chance * (1.0 - chance);
                }
            }
        })
    }
}

impl OrderChoice {
    /// The choice of a move; `None` where the move is not among the candidates, or is the only candidate.
    fn of(board: &mut Board, mv: Point) -> Option<Self> {
        let (side, rule) = (board.side(), board.rule());
        let [own, enemy] = [side, !side].map(|side| SCORES * kind(rule, side));
        let points: Vec<Point> = board.candidates().iter().collect();
        let entries = |&point: &Point| {
            let (attack, defence) = (board.code(side, point), board.code(!side, point));
            [(own + usize::from(attack)) as u16, (enemy + CODES + usize::from(defence)) as u16]
        };
        let chosen = points.iter().position(|&point| point == mv).filter(|_| points.len() > 1)?;
        Some(Self { candidates: points.iter().map(entries).collect(), chosen })
    }

    /// The chance of each candidate to be chosen, by these scores.
    fn chances(&self, scores: &[f32]) -> Vec<f32> {
        let values: Vec<f32> = self.candidates.iter().map(|candidate| sum(candidate, scores)).collect();
        let most = values.iter().copied().fold(f32::MIN, f32::max);
        let mut chances: Vec<f32> = values.iter().map(|value| (value - most).exp()).collect();
        let total: f32 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= total;
        }
        chances
    }
}

fn sum(candidate: &[u16; 2], scores: &[f32]) -> f32 {
    candidate.iter().map(|&score| scores[usize::from(score)]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::board::Rule;
    use crate::gomoku::train::newton::testing::assert_derivatives;
    use crate::gomoku::train::sample::testing::random_games;

    #[test]
    fn chances_have_the_derivatives_that_the_fit_follows() {
        for (rule, kinds) in [(Rule::Caro, 1), (Rule::Renju, 2)] {
            let choices = Choices::of(&random_games(rule, 10));
            assert!(choices.len() > 50);
            assert_derivatives(&choices, SCORES * kinds);
        }
    }

    #[test]
    fn without_scores_all_candidates_are_as_likely() {
        let choices = Choices::of(&random_games(Rule::Freestyle, 3));
        let mean: f64 = choices.0.iter().map(|choice| (choice.candidates.len() as f64).ln()).sum();
        assert!((choices.loss(&vec![0.0; SCORES]) - mean / choices.len() as f64).abs() < 1e-4);
    }
}
