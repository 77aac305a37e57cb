//! Othello on 4x4, 6x6, 8x8 and 10x10.

pub mod bits;
pub mod eval;
mod notation;
pub mod params;
pub mod players;
pub mod position;

use super::{BenchPosition, Info, NamedPlayer, Playable, Rule};
use crate::search::Score;
use bits::Word;
use position::Position;

/// Othello up to 8x8.
pub type Othello = Position<u64>;

/// Othello on 10x10.
pub type LargeOthello = Position<u128>;

const INFO: Info = Info {
    name: "Othello",
    rules: &[Rule { name: "normal", about: "tournament rules: the empty squares count for the winner" }],
    sizes: &[4, 6, 8, 10],
    default_size: 8,
};

impl<B: Word> Playable for Position<B> {
    const INFO: &'static Info = &INFO;

    fn start(rule: &str, size: u8) -> Option<Self> {
        if INFO.rules.iter().any(|known| known.name == rule) { Self::start(size) } else { None }
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        players::all()
    }

    fn win_chance(score: Score) -> f64 {
        1.0 / (1.0 + (-f64::from(score) / params::WIN_CHANCE_SCALE).exp())
    }

    fn score_text(score: Score) -> String {
        format!("{:+.2}", f64::from(score) / f64::from(params::DISC))
    }

    fn bench() -> &'static [BenchPosition] {
        &[]
    }
}
