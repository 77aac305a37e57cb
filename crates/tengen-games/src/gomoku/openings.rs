//! The moves that openings are made of: stones near each other, the first near the centre.

use super::bits::Point;
use super::board::Gomoku;
use tengen_core::game::{Color, Game as _};

/// A stone is at most so far from those on the board.
const FAR: u8 = 3;

/// The first stone is at most so far from the centre.
const CENTRE: u8 = 4;

/// The legal points near the stones, on an empty board those near the centre, in the order of [`Game::moves`](tengen_core::game::Game::moves).
pub(super) fn opening_moves(position: &Gomoku) -> Vec<Point> {
    let [black, white] = [Color::Black, Color::White].map(|side| *position.stones(side));
    let stones = black.or(&white);
    let centre = Point::new(position.size() / 2, position.size() / 2);
    let is_near = |point: Point| {
        if stones.is_empty() {
            point.distance(centre) <= CENTRE
        } else {
            stones.iter().any(|stone| stone.distance(point) <= FAR)
        }
    };
    let mut moves = position.moves();
    moves.retain(|&point| is_near(point));
    moves
}
