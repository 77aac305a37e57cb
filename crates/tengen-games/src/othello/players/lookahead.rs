//! The classic player `lookahead`: minimax over powers of two.

use super::super::bits::{self, Word};
use super::super::position::{OthelloPosition, Placement};
use super::path::{self, Style, Worth};
use super::positional::folded;
use tengen_core::search::{Answer, Player, Score, Task, WIN};

/// The depth in plies where the query sets none.
const DEPTH: u32 = 9;

/// The worth of a corner.
const CORNER: Score = 1 << 24;

/// The worth of a square in the top left quarter of the board; the other quarters mirror it.
const WEIGHTS: [[Score; 4]; 4] = [
    [CORNER, 1, 1 << 20, 1 << 16],
    [1, 1, 1 << 12, 1 << 4],
    [1 << 20, 1 << 12, 1 << 8, 1 << 8],
    [1 << 16, 1 << 4, 1 << 8, 1 << 8],
];

/// The value of a won game: more than any line can collect.
const WON: Score = 1 << 29;

/// The divisor of a sum in the reports, so that no sum looks like a won game.
const SHOWN: Score = 1 << 10;

/// The classic player `lookahead`. A move is worth its square: the weights stand in for many own moves and few bad ones of the
/// opponent. A corner is taken at once, and ends a line. A side with stable discs on more than half the board has won.
pub struct Lookahead;

impl<B: Word> Player<OthelloPosition<B>> for Lookahead {
    fn choose(&self, task: &mut Task<'_, OthelloPosition<B>>) -> Answer<Placement> {
        let depth = task.query.limits.depth.unwrap_or(DEPTH).max(1);
        path::choose(self, task, depth)
    }
}

impl<B: Word> Style<B> for Lookahead {
    fn choices(&self, game: &OthelloPosition<B>) -> B {
        let taken = game.targets() & game.corners();
        if taken.is_zero() { game.targets() } else { taken }
    }

    fn worth(&self, game: &OthelloPosition<B>, mv: Placement, _after: &OthelloPosition<B>) -> Worth {
        let (col, row) = folded(game, mv);
        let middle = game.size() as usize / 2 - 1;
        let start = (col, row) == (middle, middle);
        let value = if start { 0 } else { WEIGHTS[row.min(3)][col.min(3)] };
        Worth { value, ends: value == CORNER }
    }

    fn settled(&self, game: &OthelloPosition<B>) -> Option<Score> {
        let half = game.board().count() / 2;
        let won = |own: B, enemy: B| own.count() > half && bits::stable(own, enemy, game.board()).count() > half;
        if won(game.own(), game.enemy()) {
            Some(WON)
        } else if won(game.enemy(), game.own()) {
            Some(-WON)
        } else {
            None
        }
    }

    fn shown(&self, sum: Score) -> Score {
        if sum.abs() > WON / 2 { sum.signum() * (WIN - 1) } else { sum / SHOWN }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{ask, chosen, position, random_positions};
    use super::*;
    use crate::othello::bits::Geometry as _;
    use tengen_core::game::{Game, Notation};

    #[test]
    fn squares_weigh_powers_of_two() {
        let weights = [
            (24, "A1 H1 A8 H8"),
            (0, "B1 A2 B2 G1 G2 H2 A7 B7 B8 G7 G8 H7"),
            (20, "C1 F1 A3 H3 A6 H6 C8 F8"),
            (16, "D1 E1 A4 H4 A5 H5 D8 E8"),
            (12, "C2 F2 B3 G3 B6 G6 C7 F7"),
            (4, "D2 E2 B4 G4 B5 G5 D7 E7"),
            (8, "C3 D3 E3 F3 C4 F4 C5 F5 C6 D6 E6 F6"),
        ];
        for game in random_positions(10) {
            for square in game.targets().squares() {
                let mv = Placement::on(square);
                let text = game.move_text(mv);
                let (power, _) = weights.iter().find(|(_, names)| names.contains(&text)).unwrap();
                let worth = Lookahead.worth(&game, mv, &game.after(mv));
                assert_eq!(worth.value, 1 << power, "{text}");
                assert_eq!(worth.ends, *power == 24, "{text}");
            }
        }
        let mut open = position("......../......../......../...O..../..X...../......../......../........:b");
        assert_eq!(Lookahead.worth(&open, open.parse_move("E3").unwrap(), &open).value, 256);
        open = position("......../......../..X...../...O..../......../......../......../........:b");
        assert_eq!(Lookahead.worth(&open, open.parse_move("E5").unwrap(), &open).value, 0);
    }

    #[test]
    fn a_corner_is_taken_at_once() {
        let game = position(".OX...../......../......../XOOOOOO./......../......../......../........:b");
        let answer = ask(&Lookahead, game, None, false);
        assert_eq!((game.move_text(answer.mv).as_str(), answer.report.nodes), ("A1", 0));
    }

    #[test]
    fn stable_discs_on_more_than_half_the_board_have_won() {
        let won = position("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/X......./......../......OX/........:b");
        assert_eq!(Lookahead.settled(&won), Some(WON));
        let lost = position("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/X......./......../......OX/........:w");
        assert_eq!(Lookahead.settled(&lost), Some(-WON));
        let half = position("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/.X....../......../......OX/........:b");
        assert_eq!(Lookahead.settled(&half), None);
    }

    #[test]
    fn looks_nine_plies_ahead_unless_told_otherwise() {
        let game = OthelloPosition::new(8);
        assert_eq!(ask(&Lookahead, game, None, false).report.depth, 9);
        assert_eq!(ask(&Lookahead, game, Some(3), false).report.depth, 3);
    }

    #[test]
    fn passes_when_it_must() {
        assert_eq!(chosen(&Lookahead, position("OX../..../..../....:b")), "PASS");
    }
}
