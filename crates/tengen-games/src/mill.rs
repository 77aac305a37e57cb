//! The mill family: zhiqi (直棋), Nine Men's Morris and relatives, on one board of 24 points, its inner 16, or its inner square
//! with a centre.
//!
//! [`board`] knows points and lines, [`rule_set`] the rule sets, [`mod@turn`] turns, [`position`] what a turn does. Zhiqi is played
//! perfectly ([`perfect`], on top of [`solver`]); the others by [`tables`] where they reach ([`known`]), and elsewhere by the
//! shared alpha-beta with [`eval`], to which tables are the end of the game ([`tengen`]).

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod eval;
pub mod fen;
mod first;
mod known;
mod notation;
mod params;
mod perfect;
mod position;
#[doc(hidden)]
pub mod rule_set;
pub mod sanmill;
mod solver;
pub mod tables;
#[doc(hidden)]
pub mod tengen;
#[cfg(all(feature = "tools", not(target_family = "wasm")))]
pub(super) mod tools;
mod turn;

pub use position::Mill;
pub use rule_set::RuleSet;
pub use solver::{SolvedValue, Solver};
pub use turn::{Capture, MillMove};

use tengen_core::game::{Letters, Size};
use tengen_core::playable::{BenchPosition, Info, Level, NamedPlayer, Playable, Rule};
use tengen_core::search::{Random, Scale};

/// Columns and rows of the square that the board of 24 points is drawn in.
const SIZE: Size = Size::square(7);

const RULES: &[Rule] = &[
    Rule {
        name: RuleSet::ZHIQI.name(),
        aliases: &["zhiqi"],
        about: "12 stones each, placing only: three in a row wins, carry and clamp capture",
    },
    Rule {
        name: RuleSet::MORRIS9.name(),
        aliases: &["morris9", "nine-mens-morris", "merels"],
        about: "Nine Men's Morris: 9 stones each, flying with three left",
    },
    Rule {
        name: RuleSet::LASKER.name(),
        aliases: &["lasker", "laskers-morris"],
        about: "Lasker's morris: 10 stones each, sliding from the first move",
    },
    Rule {
        name: RuleSet::MORRIS12.name(),
        aliases: &["morris12", "twelve-mens-morris"],
        about: "12 stones each on the board with diagonals",
    },
    Rule {
        name: RuleSet::CHENGSAN.name(),
        aliases: &["chengsan", "chengsanqi"],
        about: "9 stones each, no flying; a point whose stone is removed while placing is closed until all are placed",
    },
    Rule {
        name: RuleSet::MORRIS6.name(),
        aliases: &["morris6", "six-mens-morris"],
        about: "Six Men's Morris: 6 stones each on the two inner squares, no flying",
    },
    Rule {
        name: RuleSet::MORRIS3.name(),
        aliases: &["morris3", "three-mens-morris"],
        about: "Three Men's Morris: 3 stones each on three by three points, a mill wins",
    },
];

static BENCH: &[BenchPosition] = &[
    BenchPosition { rule: RuleSet::ZHIQI.name(), size: SIZE, moves: "", depth: 10 },
    BenchPosition { rule: RuleSet::ZHIQI.name(), size: SIZE, moves: "a7 c5", depth: 11 },
    BenchPosition { rule: RuleSet::MORRIS9.name(), size: SIZE, moves: "d6 f4 d2 b4", depth: 10 },
    BenchPosition {
        rule: RuleSet::MORRIS9.name(),
        size: SIZE,
        moves: "g1 a1 b2 a7 a4 b4 d7 f4 d5 d6 g4 g7 c5 f6 e5xf6 f6 f2 b6xd7 g1-d1 d6-d7xa4",
        depth: 15,
    },
    BenchPosition { rule: RuleSet::LASKER.name(), size: SIZE, moves: "d6 f4 d2 b4 g1 a1", depth: 10 },
    BenchPosition { rule: RuleSet::MORRIS12.name(), size: SIZE, moves: "b6 f2 f6 b2", depth: 11 },
    BenchPosition {
        rule: RuleSet::CHENGSAN.name(),
        size: SIZE,
        moves: "g1 a1 b2 a7 a4 b4 d7 f4 d5 d6 g4 g7 c5 f6 e5xf6 b6 f2 e4",
        depth: 16,
    },
];

impl Playable for Mill {
    const INFO: &'static Info = &Info {
        name: "Mill",
        aliases: &["morris"],
        rules: RULES,
        sizes: &[SIZE],
        default_size: SIZE,
        letters: Letters::Go,
    };

    const SCALE: Scale = params::SCALE;

    const LEVELS: &'static [Level] = &params::LEVELS;

    fn start(rule: &str, _: Size) -> Self {
        Self::new(RuleSet::named(rule))
    }

    fn with_options(rule: &'static str, options: &str) -> Result<String, String> {
        RuleSet::named(rule).with_options(options).map(|rule_set| rule_set.to_string())
    }

    fn recorded_rule(text: &str) -> Option<&'static str> {
        sanmill::recorded(text).or_else(|| Self::INFO.rule(text).map(|rule| rule.name))
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        vec![
            NamedPlayer {
                name: "tengen",
                about: "the default: perfect in zhiqi and where its tables reach, strong elsewhere",
                create: |start, options| Ok(Box::new(tengen::Tengen::new(start.rule_set(), options))),
            },
            NamedPlayer {
                name: "first",
                about: "classic: minimax, seven layers below the first, that trusts every capture; a fair opponent",
                create: |_, _| Ok(Box::new(first::First)),
            },
            NamedPlayer { name: "random", about: "any legal move; a beginner", create: |_, _| Ok(Box::new(Random)) },
        ]
    }

    fn bench() -> &'static [BenchPosition] {
        BENCH
    }
}
