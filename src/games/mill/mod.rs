//! The mill family: zhiqi (直棋), Nine Men's Morris and relatives, on one board of 24 points.
//!
//! [`board`] knows points and lines, [`variant`] the rule sets, [`position`] what a turn does. Zhiqi is played
//! perfectly ([`perfect`], on top of [`solver`]); the others by the shared alpha-beta with [`eval`].

pub mod board;
pub mod eval;
pub mod first;
mod notation;
pub mod params;
pub mod perfect;
pub mod position;
pub mod solver;
pub mod tengen;
pub mod turn;
pub mod variant;

pub use position::Mill;
pub use solver::{Solver, Value};
pub use turn::{Capture, MillMove};
pub use variant::Variant;

use super::{BenchPosition, Info, NamedPlayer, Playable, Rule};
use crate::search::{Random, Score};
use params::WIN_CHANCE_SCALE;

const RULES: &[Rule] = &[
    Rule {
        name: "zhiqi",
        aliases: &["zhiqi"],
        about: "12 stones each, placing only: three in a row wins, carry and clamp capture",
    },
    Rule {
        name: "morris9",
        aliases: &["morris9", "nine-mens-morris", "merels"],
        about: "Nine Men's Morris: 9 stones each, flying with three left",
    },
    Rule {
        name: "lasker",
        aliases: &["lasker", "laskers-morris"],
        about: "Lasker's morris: 10 stones each, sliding from the first move",
    },
    Rule {
        name: "morris12",
        aliases: &["morris12", "twelve-mens-morris"],
        about: "12 stones each on the board with diagonals",
    },
    Rule { name: "chengsan", aliases: &["chengsan", "chengsanqi"], about: "9 stones each, no flying" },
];

static BENCH: &[BenchPosition] = &[
    BenchPosition { rule: "zhiqi", size: 7, moves: "", depth: 10 },
    BenchPosition { rule: "zhiqi", size: 7, moves: "a7 c5", depth: 11 },
    BenchPosition { rule: "morris9", size: 7, moves: "d6 f4 d2 b4", depth: 10 },
    BenchPosition {
        rule: "morris9",
        size: 7,
        moves: "g1 a1 b2 a7 a4 b4 d7 f4 d5 d6 g4 g7 c5 f6 e5xf6 f6 f2 b6xd7 g1-d1 d6-d7xa4",
        depth: 15,
    },
    BenchPosition { rule: "lasker", size: 7, moves: "d6 f4 d2 b4 g1 a1", depth: 10 },
    BenchPosition { rule: "morris12", size: 7, moves: "b6 f2 f6 b2", depth: 11 },
    BenchPosition {
        rule: "chengsan",
        size: 7,
        moves: "g1 a1 b2 a7 a4 b4 d7 f4 d5 d6 g4 g7 c5 f6 e5xf6 f6 f2 b6xd7",
        depth: 16,
    },
];

impl Playable for Mill {
    const INFO: &'static Info =
        &Info { name: "Mill", aliases: &["morris"], rules: RULES, sizes: &[7], default_size: 7, effort: |_, _| 1 };

    fn start(rule: &str, size: u8) -> Option<Self> {
        let variant = Variant::ALL.into_iter().find(|variant| variant.name() == rule)?;
        (size == 7).then(|| Self::new(variant))
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        vec![
            NamedPlayer {
                name: "tengen",
                about: "the default: perfect in zhiqi, strong in the others",
                create: || Box::new(tengen::Tengen),
            },
            NamedPlayer {
                name: "first",
                about: "classic: minimax, seven layers below the first, that trusts every capture; a fair opponent",
                create: || Box::new(first::First),
            },
            NamedPlayer { name: "random", about: "any legal move; a beginner", create: || Box::new(Random) },
        ]
    }

    /// A logistic curve of the evaluation (Elo 1978).
    fn win_chance(score: Score) -> f64 {
        1.0 / (1.0 + 3f64.powf(-f64::from(score) / WIN_CHANCE_SCALE))
    }

    fn score_text(score: Score) -> String {
        format!("{:+.2}", f64::from(score) / 100.0)
    }

    fn bench() -> &'static [BenchPosition] {
        BENCH
    }
}
