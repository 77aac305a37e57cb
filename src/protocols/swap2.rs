//! Openings of gomoku under swap2, for every protocol that plays them: one side puts three stones (black, white, black), the
//! other takes a colour; it may also put two more and leave the choice to the first.
//!
//! To choose is never worse than to let choose: with the position worth *s* to White, the chooser has |*s*|, and who
//! puts two more stones gets at most 0. So Tengen always takes a colour, and puts three stones with *s* near 0.

use super::gomocup::GAME;
use tengen_core::game::{Cell, Color, Setup, Vertex};
use tengen_core::playable::Info;
use tengen_core::search::Limits;
use tengen_session::{Answer, Engine};

/// Openings that are compared.
const OPENINGS: u32 = 16;

/// The three stones lie in a square of so many lines.
const SPREAD: u8 = 6;

/// Whether a game is begun under swap2.
pub const fn is_played(game: &Info) -> bool {
    game.name.eq_ignore_ascii_case(GAME)
}

/// What swap2 asks for in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Three stones on the empty board.
    Opening,
    /// A colour.
    Choice,
}

impl Step {
    /// What is asked for in the position on the board; `None` where swap2 asks for nothing.
    pub fn of(engine: &dyn Engine) -> Option<Self> {
        let cells = engine.rows().concat();
        let count = |color| cells.iter().filter(|cell| **cell == Cell::Stone(color)).count();
        let step = match (count(Color::Black), count(Color::White), engine.side_to_move()) {
            (0, 0, Color::Black) => Self::Opening,
            (2, 1, Color::White) | (3, 2, Color::White) => Self::Choice,
            _ => return None,
        };
        engine.outcome().is_none().then_some(step)
    }
}

/// The position of an odd number of stones, put in turn: White is to move.
pub fn in_turn(stones: &[Vertex]) -> Setup {
    let stones = Color::BOTH.into_iter().cycle().zip(stones.iter().copied()).collect();
    Setup::new(stones, Color::White)
}

/// Three stones for the other side to choose from: of some by chance, those that are worth the least to either, with what was
/// found out about them. `search` looks at such a position within its share of these limits.
///
/// # Errors
/// Those of `search`.
pub fn opening<E>(
    size: u8,
    seed: u64,
    limits: Limits,
    mut search: impl FnMut(&[Vertex], Limits) -> Result<Answer, E>,
) -> Result<(Vec<Vertex>, Answer), E> {
    let limits = limits.shared_among(OPENINGS);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut next = || {
        let stones = three_stones(size, &mut rng);
        let answer = search(&stones, limits)?;
        let value = answer.report.lines.first().map_or(u32::MAX, |line| line.score.unsigned_abs());
        Ok((value, stones, answer))
    };
    let mut best = next()?;
    for _ in 1..OPENINGS {
        let other = next()?;
        if other.0 < best.0 {
            best = other;
        }
    }
    Ok((best.1, best.2))
}

/// The better side to have in a position that was searched, where White is to move.
pub fn better_side(answer: &Answer) -> Color {
    if answer.report.lines.first().is_some_and(|line| line.score < 0) { Color::Black } else { Color::White }
}

/// Three points of a small square somewhere on the board.
fn three_stones(size: u8, rng: &mut fastrand::Rng) -> Vec<Vertex> {
    let spread = SPREAD.min(size);
    let (left, low) = (rng.u8(..=size - spread), rng.u8(..=size - spread));
    let square = (0..spread * spread).map(|index| Vertex::new(left + index % spread, low + index / spread));
    rng.choose_multiple(square, 3)
}
