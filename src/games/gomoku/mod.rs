//! Gomoku: five in a row, under four rule sets, on 5 to 22 lines.

pub mod bits;
pub mod board;
pub mod cells;
pub mod forbidden;
pub mod lines;
mod notation;
mod params;
mod patterns;
pub mod rule;
mod scorer;
mod tengen;
pub mod threats;
pub mod tracked;
pub mod vcf;

pub use bits::Point;
pub use board::Position;
pub use rule::Rule;
pub use tengen::Thinking;
pub use tracked::Tracked;

use super::{BenchPosition, Info, NamedPlayer, Playable};
use crate::search::{Random, Score};

static INFO: Info = Info {
    name: "Gomoku",
    aliases: &["five-in-a-row", "gobang"],
    rules: &[
        super::Rule { name: Rule::Freestyle.name(), aliases: &[], about: "five or more in a row win" },
        super::Rule { name: Rule::Standard.name(), aliases: &[], about: "exactly five in a row win" },
        super::Rule {
            name: Rule::Renju.name(),
            aliases: &["renju"],
            about: "Black wins with exactly five and may make no overline, double four or double three",
        },
        super::Rule {
            name: Rule::Caro.name(),
            aliases: &["caro"],
            about: "five win unless enemy stones stand at both ends; six win",
        },
    ],
    sizes: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
    default_size: 15,
    effort: |_, _| 1,
};

impl Playable for Position {
    const INFO: &'static Info = &INFO;

    fn start(rule: &str, size: u8) -> Option<Self> {
        let rule = Rule::ALL.into_iter().find(|known| known.name() == rule)?;
        INFO.sizes.contains(&size).then(|| Self::new(rule, size))
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        vec![
            NamedPlayer {
                name: "tengen",
                about: "victories by fours, then alpha-beta with pattern evaluation",
                create: || Box::new(tengen::Tengen),
            },
            NamedPlayer {
                name: "patterns",
                about: "searches the ten points with the best patterns, four plies deep",
                create: || Box::new(patterns::Patterns),
            },
            NamedPlayer {
                name: "scorer",
                about: "adds up the rows through each point and looks no further",
                create: || Box::new(scorer::Scorer),
            },
            NamedPlayer { name: "random", about: "any legal move", create: || Box::new(Random) },
        ]
    }

    fn win_chance(score: Score) -> f64 {
        1.0 / (1.0 + (-f64::from(score) / params::WIN_CHANCE_SCALE).exp())
    }

    fn bench() -> &'static [BenchPosition] {
        params::BENCH
    }
}
