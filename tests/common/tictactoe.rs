//! Tic-tac-toe: how little a new game needs.

use tengen_core::game::{Cell, Color, Game, Letters, Move, Notation, Outcome, Setup, Size, TextError, Vertex, zobrist};
use tengen_core::playable::{BenchPosition, Info, NamedPlayer, Playable, Rule};
use tengen_core::search::{Evaluator, Random, Score, Searcher};

/// A point, 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point(u16);

impl Move for Point {
    fn code(self) -> u16 {
        self.0
    }
}

/// Stones of both colours as nine bits each, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TicTacToe {
    stones: [u16; 2],
    side: Color,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn empty(&self) -> u16 {
        !(self.stones[0] | self.stones[1]) & 0o777
    }
}

impl Game for TicTacToe {
    type Move = Point;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        if self.outcome().is_none() {
            moves.extend((0..9).filter(|point| self.empty() >> point & 1 == 1).map(Point));
        }
    }

    fn play(&mut self, mv: Point) {
        self.stones[self.side.index()] |= 1 << mv.0;
        self.side = !self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |side: &Color| LINES.iter().any(|line| self.stones[side.index()] & line == *line);
        let won = Color::BOTH.into_iter().find(has_line).map(|side| Outcome::Win(side, 1));
        won.or((self.empty() == 0).then_some(Outcome::Draw))
    }

    fn hash(&self) -> u64 {
        zobrist::mix(u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9 | (self.side as u64) << 18)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }
}

impl Notation for TicTacToe {
    const SGF_GAME: Option<u32> = Some(40);

    fn dimensions(&self) -> (u8, u8) {
        (3, 3)
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let bit = 1 << (3 * vertex.row + vertex.col);
        let owner = Color::BOTH.into_iter().find(|side| self.stones[side.index()] & bit != 0);
        owner.map_or(Cell::Empty, Cell::Stone)
    }

    fn move_text(&self, mv: Point) -> String {
        Vertex::new(mv.0 as u8 % 3, mv.0 as u8 / 3).to_string()
    }

    fn set_up(&self, setup: &Setup) -> Result<Self, TextError> {
        let mut stones = [0; 2];
        for (color, vertex) in &setup.stones {
            stones[color.index()] |= 1 << (3 * vertex.row + vertex.col);
        }
        Ok(Self { stones, side: setup.side_to_move })
    }
}

/// Plays by plain search.
struct Perfect;

impl Evaluator<TicTacToe> for Perfect {
    fn evaluate(&self, _: &TicTacToe) -> Score {
        0
    }
}

const SIZE: Size = Size::square(3);

impl Playable for TicTacToe {
    const INFO: &'static Info = &Info {
        name: "TicTacToe",
        aliases: &[],
        rules: &[Rule { name: "normal", aliases: &[], about: "three in a row win" }],
        sizes: &[SIZE],
        default_size: SIZE,
        letters: Letters::Go,
    };

    fn start(_: &str, _: Size) -> Self {
        Self { stones: [0; 2], side: Color::Black }
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        vec![
            NamedPlayer { name: "perfect", about: "never loses", create: |_, _| Ok(Box::new(Searcher(Perfect))) },
            NamedPlayer { name: "random", about: "any legal move", create: |_, _| Ok(Box::new(Random)) },
        ]
    }

    fn bench() -> &'static [BenchPosition] {
        &[BenchPosition { rule: "normal", size: SIZE, moves: "", depth: 9 }]
    }
}
