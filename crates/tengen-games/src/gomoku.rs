//! Gomoku: five in a row, under five rule sets, on 5 to 22 lines.

#[doc(hidden)]
pub mod bits;
mod board;
mod certificate;
mod codes;
mod eval;
mod forbidden;
mod lines;
#[doc(hidden)]
pub mod network;
mod notation;
mod openings;
mod params;
mod patterns;
#[doc(hidden)]
pub mod proof_book;
mod scorer;
#[doc(hidden)]
pub mod search;
mod tengen;
mod threats;
#[cfg(feature = "registry")]
pub(super) mod tools;
#[cfg(feature = "train")]
mod train;
#[doc(hidden)]
pub mod weights;
#[doc(hidden)]
pub mod windows;

pub use bits::Point;
pub use board::Gomoku;
pub use board::Rule;

use tengen_core::game::{Letters, Size};
use tengen_core::playable::{self, BenchPosition, Info, Level, NamedPlayer, Playable, Proven, Threat};
use tengen_core::search::{Random, Scale};

/// Square boards of 5 to 22 lines.
static SIZES: [Size; 18] = {
    let mut sizes = [Size::square(5); 18];
    let mut index = 0;
    while index < sizes.len() {
        sizes[index] = Size::square(5 + index as u8);
        index += 1;
    }
    sizes
};

static INFO: Info = Info {
    name: "Gomoku",
    aliases: &["five-in-a-row", "gobang"],
    rules: &[
        playable::Rule { name: Rule::Freestyle.name(), aliases: &[], about: "five or more in a row win" },
        playable::Rule { name: Rule::Standard.name(), aliases: &[], about: "exactly five in a row win" },
        playable::Rule {
            name: Rule::Renju.name(),
            aliases: &["renju"],
            about: "Black wins with exactly five and may make no overline, double four or double three",
        },
        playable::Rule {
            name: Rule::Caro.name(),
            aliases: &["caro"],
            about: "five win unless enemy stones stand at both ends; six win",
        },
        playable::Rule {
            name: Rule::CaroExact.name(),
            aliases: &[],
            about: "five win unless enemy stones stand at both ends; six do not win",
        },
    ],
    sizes: &SIZES,
    default_size: Size::square(15),
    letters: Letters::AToO,
};

impl Playable for Gomoku {
    const INFO: &'static Info = &INFO;

    const SCALE: Scale = params::SCALE;

    const LEVELS: &'static [Level] = &params::LEVELS;

    fn start(rule: &str, size: Size) -> Self {
        Self::new(Rule::named(rule), size.cols)
    }

    fn recorded_rule(text: &str) -> Option<&'static str> {
        Rule::recorded(text).map(Rule::name)
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        vec![
            NamedPlayer {
                name: "tengen",
                about: "victories by threats, then alpha-beta with trained pattern evaluation",
                create: tengen::Tengen::create,
            },
            NamedPlayer {
                name: "patterns",
                about: "searches the ten points with the best patterns, four plies deep",
                create: |_, _| Ok(Box::new(patterns::Patterns)),
            },
            NamedPlayer {
                name: "scorer",
                about: "adds up the rows through each point and looks no further",
                create: |_, _| Ok(Box::new(scorer::Scorer)),
            },
            NamedPlayer { name: "random", about: "any legal move", create: |_, _| Ok(Box::new(Random)) },
        ]
    }

    fn bench() -> &'static [BenchPosition] {
        params::BENCH
    }

    fn opening_moves(&self) -> Vec<Point> {
        notation::opening_moves(self)
    }

    const THREATS: &'static [&'static str] = &threats::KINDS;

    fn threats(&self) -> Vec<Threat> {
        threats::threats(self)
    }

    fn proof(&self) -> Option<Proven<Point>> {
        proof_book::ProofBook::of(self)?.proven(self)
    }

    fn opening(&self) -> Option<&'static str> {
        openings::name(self)
    }
}
