//! What the engines of a game think of it, one after the other: whether they agree on who wins, or one gives up.

use crate::plan::Adjudication;
use tengen_core::game::{Color, Outcome};

/// How long the engines have agreed on what.
#[derive(Debug, Default)]
pub struct Agreement {
    /// For how many moves each side has seen Black winning, White winning, a draw.
    moves: [[u32; 3]; 2],
    /// For how many moves each side has seen itself as good as lost.
    losing: [u32; 2],
}

impl Agreement {
    /// Another move of a side, with the value that its engine has told.
    pub fn update(&mut self, side: Color, score: Option<f64>, rules: &Adjudication) {
        let losing = rules.resign.zip(score).is_some_and(|((bound, _), score)| score <= -bound);
        let moves = &mut self.losing[side.index()];
        *moves = if losing { *moves + 1 } else { 0 };
        let score = score.map(|score| if side == Color::Black { score } else { -score });
        let within = |bound: Option<(f64, u32)>, agrees: &dyn Fn(f64, f64) -> bool| {
            bound.zip(score).is_some_and(|((bound, _), score)| agrees(score, bound))
        };
        let seen = [
            within(rules.win, &|score, bound| score >= bound),
            within(rules.win, &|score, bound| score <= -bound),
            within(rules.draw, &|score, bound| score.abs() <= bound),
        ];
        for (count, seen) in self.moves[side.index()].iter_mut().zip(seen) {
            *count = if seen { *count + 1 } else { 0 };
        }
    }

    /// The outcome that the engines have agreed on for long enough.
    pub fn outcome(&self, rules: &Adjudication) -> Option<Outcome> {
        let outcomes = [Outcome::Win(Color::Black, 1), Outcome::Win(Color::White, 1), Outcome::Draw];
        let needed = [rules.win, rules.win, rules.draw].map(|rule| rule.map(|(_, moves)| moves));
        let agreed = |index: usize| {
            needed[index].is_some_and(|needed| self.moves.iter().all(|counts| counts[index] >= needed.max(1)))
        };
        (0..outcomes.len()).find(|&index| agreed(index)).map(|index| outcomes[index])
    }

    /// Who has seen itself lost for long enough.
    pub fn lost(&self, rules: &Adjudication) -> Option<Color> {
        let (_, needed) = rules.resign?;
        Color::BOTH.into_iter().find(|color| self.losing[color.index()] >= needed.max(1))
    }
}
