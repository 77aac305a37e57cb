//! Othello on 4x4, 6x6, 8x8 and 10x10.

#[doc(hidden)]
pub mod bits;
mod eval;
mod openings;
mod params;
#[doc(hidden)]
pub mod patterns;
mod players;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod search;
mod simd;
#[doc(hidden)]
pub mod solved;
#[cfg(feature = "train")]
mod train;

pub use position::OthelloPosition;

use players::Thinks;
use std::time::Duration;
use tengen_core::game::{Ended, Letters, Size};
use tengen_core::playable::{BenchPosition, Info, Level, NamedPlayer, Playable, Rule};
use tengen_core::search::Scale;

/// Othello up to 8x8.
pub type Othello = OthelloPosition<u64>;

/// Othello on 10x10.
pub type LargeOthello = OthelloPosition<u128>;

/// The tools that Othello offers on the command line beside play.
#[cfg(all(feature = "tools", not(target_family = "wasm")))]
pub const TOOLS: &[tengen_tools::Tool] = &[
    #[cfg(feature = "train")]
    train::TOOL,
    #[cfg(feature = "train")]
    solved::make::TOOL,
];

const INFO: Info = Info {
    name: "Othello",
    aliases: &["reversi"],
    rules: &[Rule { name: "normal", aliases: &[], about: "tournament rules: the empty squares count for the winner" }],
    sizes: &[Size::square(4), Size::square(6), Size::square(8), Size::square(10)],
    default_size: Size::square(8),
    letters: Letters::Go,
};

/// Positions from games of the default player with itself, 50, 42, 34, 26, 20 and 18 squares before the end.
const BENCH: &[BenchPosition] = &[
    BenchPosition { rule: "normal", size: Size::square(8), moves: "D3 E3 F4 G3 G4 C3 F5 H4 H3 H2", depth: 13 },
    BenchPosition {
        rule: "normal",
        size: Size::square(8),
        moves: "D3 C3 B3 C5 C4 F3 F5 G5 G6 E3 H5 B4 E6 D2 A4 B5 D6 B6",
        depth: 11,
    },
    BenchPosition {
        rule: "normal",
        size: Size::square(8),
        moves: "F5 D6 C5 F4 E3 C6 D3 F3 E6 F7 G5 F6 G4 H4 E7 H5 C4 D8 G6 D7 H6 H7 F2 E2 F1 D1",
        depth: 12,
    },
    BenchPosition {
        rule: "normal",
        size: Size::square(8),
        moves: "E6 F6 F5 D6 C5 E3 F3 F4 D7 C4 G3 G4 C6 D3 B3 E2 E7 B4 A3 F7 G6 H5 H6 B5 A4 E8 H3 H4 G5 F2 D8 F8 \
             G8 B6",
        depth: 13,
    },
    BenchPosition {
        rule: "normal",
        size: Size::square(8),
        moves: "C4 C5 C6 E3 F5 B4 C3 E6 A4 G5 F4 G3 F2 E2 H4 B5 F3 D3 B3 G4 D6 A3 A5 F6 A2 H2 C2 F1 F7 E7 D2 F8 \
             H6 A6 A7 D1 H3 G2 H1 G1",
        depth: 14,
    },
    BenchPosition {
        rule: "normal",
        size: Size::square(8),
        moves: "C4 C5 F6 F5 D6 D3 C6 C3 E3 B4 G5 E2 D2 E6 B5 B3 A4 A6 B6 G4 F1 A7 F4 F2 F3 G3 A2 H6 C2 C7 F7 G6 \
             C8 D8 E8 A3 B2 A1 A5 B7 E7 B1",
        depth: 14,
    },
];

impl<B: Thinks> Playable for OthelloPosition<B> {
    const INFO: &'static Info = &INFO;

    const SCALE: Scale = params::SCALE;

    const LEVELS: &'static [Level] = &params::LEVELS;

    const PERFT_ENDED: Ended = Ended::Leaf;

    const SIZES: &'static [Size] = B::SIZES;

    fn start(_: &str, size: Size) -> Self {
        Self::new(size.cols)
    }

    fn effort(plies_left: u32, pace: Duration) -> u32 {
        params::effort(plies_left, pace)
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        players::all()
    }

    fn bench() -> &'static [BenchPosition] {
        BENCH
    }

    fn opening(&self) -> Option<&'static str> {
        openings::name(self)
    }
}
