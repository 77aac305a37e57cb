//! The rules of tic-tac-toe, and all its games counted.
//!
//! `cargo run --release --example perft_of_own_rules`

use tengen_core::game::{Color, Ended, Game, Move, Outcome, perft, zobrist};

/// A point, 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Point(u16);

impl Move for Point {
    fn code(self) -> u16 {
        self.0
    }
}

/// The stones of both sides, a bit a point.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TicTacToe {
    stones: [u16; 2],
    side: Color,
}

impl Game for TicTacToe {
    type Move = Point;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        moves.extend((0..9).filter(|point| (self.stones[0] | self.stones[1]) >> point & 1 == 0).map(Point));
    }

    fn play(&mut self, Point(point): Point) {
        self.stones[self.side.index()] |= 1 << point;
        self.side = !self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let wins = |side: &Color| lines.iter().any(|line| self.stones[side.index()] & line == *line);
        let winner = Color::BOTH.into_iter().find(wins).map(|side| Outcome::Win(side, 1));
        winner.or((self.stones[0] | self.stones[1] == 0o777).then_some(Outcome::Draw))
    }

    fn hash(&self) -> u64 {
        zobrist::mix(u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9 | (self.side as u64) << 18)
    }
}

/// All games: those that end early count as well.
pub(crate) fn games() -> u64 {
    perft(&TicTacToe { stones: [0; 2], side: Color::Black }, 9, Ended::Leaf)
}

fn main() {
    println!("{}", games());
}
