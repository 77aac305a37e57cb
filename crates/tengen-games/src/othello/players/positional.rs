//! The classic players `positional` (square values and flips, summed along the path) and `greedy` (the most discs at once), and
//! where a square lies, as the classic players see it.

use super::super::bits::{self, Word};
use super::super::params::DISC;
use super::super::position::{OthelloPosition, Placement};
use super::path::{self, Style, Worth};
use tengen_core::game::Game;
use tengen_core::search::{Answer, Player, Report, Score, Task, Variation};

/// The number of rounds, an own move and a reply each, where the query sets no depth.
const ROUNDS: u32 = 3;

/// The worth of a square in the top left quarter of the board; the other quarters mirror it.
const VALUES: [[Score; 4]; 4] = [[90, -60, 10, 10], [-60, -80, 5, 5], [10, 5, 1, 1], [10, 5, 1, 1]];

/// The worth of a move that lets the opponent take a corner.
const GIVES_CORNER: Score = -1_800;

/// The worth of a move that leaves the opponent little but squares next to corners: see [`STIFLED`].
const STIFLES: Score = 1_400;

/// The share of the opponent's replies next to corners, in percent, above which a move is worth [`STIFLES`].
const STIFLED: u32 = 70;

/// The classic player `positional`. A move is worth its square and the discs that it flips. A corner is taken when there is one,
/// and the squares next to an empty corner are left alone while another move exists.
pub struct Positional;

impl<B: Word> Player<OthelloPosition<B>> for Positional {
    fn choose(&self, task: &mut Task<'_, OthelloPosition<B>>) -> Answer<Placement> {
        let rounds = task.query.limits.depth.map_or(ROUNDS, |plies| plies.div_ceil(2).clamp(1, ROUNDS));
        path::choose(self, task, 2 * rounds)
    }
}

impl<B: Word> Style<B> for Positional {
    fn choices(&self, game: &OthelloPosition<B>) -> B {
        let corners = game.corners();
        let near = bits::neighbours(corners & game.empty());
        let moves = game.targets();
        let best = [moves & corners, moves & !near];
        best.into_iter().find(|set| !set.is_zero()).unwrap_or(moves)
    }

    fn worth(&self, game: &OthelloPosition<B>, mv: Placement, after: &OthelloPosition<B>) -> Worth {
        let replies = after.targets();
        if !(replies & game.corners()).is_zero() {
            return Worth { value: GIVES_CORNER, ends: false };
        }
        if (replies & corner_blocks(game)).count() * 100 > replies.count() * STIFLED {
            return Worth { value: STIFLES, ends: true };
        }
        let (col, row) = folded(game, mv);
        let value = VALUES[row.min(3)][col.min(3)] + game.flips(mv).count() as Score;
        Worth { value, ends: false }
    }

    fn shown(&self, sum: Score) -> Score {
        sum
    }
}

/// The four blocks of 2x2 squares in the corners.
pub(super) fn corner_blocks<B: Word>(game: &OthelloPosition<B>) -> B {
    bits::neighbours(game.corners()) & game.board()
}

/// Column and row of a move's square, counted from the nearest side of the board.
pub(super) fn folded<B: Word>(game: &OthelloPosition<B>, mv: Placement) -> (usize, usize) {
    let vertex = OthelloPosition::<B>::vertex(mv.square());
    let fold = |index: u8| index.min(game.size() - 1 - index) as usize;
    (fold(vertex.col), fold(vertex.row))
}

/// The classic player `greedy`: the move that flips the most discs; among equals the last in row-major order.
pub struct Greedy;

impl<B: Word> Player<OthelloPosition<B>> for Greedy {
    fn choose(&self, task: &mut Task<'_, OthelloPosition<B>>) -> Answer<Placement> {
        let game = task.position();
        let gain = |mv| game.flips(mv).count() as Score * DISC;
        // The sort is stable, so that reversed row-major order decides among equals.
        let mut moves = game.moves();
        moves.reverse();
        moves.sort_by_key(|&mv| -gain(mv));
        let line = |&mv| Variation { score: gain(mv), exact: false, nodes: 1, pv: vec![mv] };
        let lines = moves.iter().take(task.query.lines.max(1)).map(line).collect();
        Answer { mv: moves[0], report: Report { depth: 1, nodes: moves.len() as u64, lines, ..Report::default() } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{ask, chosen, position, random_positions};
    use super::*;
    use crate::othello::bits::Geometry as _;
    use tengen_core::game::{Game, Notation};

    const CORNERS: [&str; 4] = ["A1", "H1", "A8", "H8"];
    const BESIDE: [&str; 12] = ["A2", "B1", "B2", "G1", "G2", "H2", "A7", "B7", "B8", "G7", "G8", "H7"];

    fn texts(game: &OthelloPosition<u64>) -> Vec<String> {
        game.moves().into_iter().filter(|&mv| mv != Placement::PASS).map(|mv| game.move_text(mv)).collect()
    }

    /// The worth of a move by the names of the squares and the counts of discs.
    fn expected(game: &OthelloPosition<u64>, mv: Placement) -> Score {
        let table = [
            [90, -60, 10, 10, 10, 10, -60, 90],
            [-60, -80, 5, 5, 5, 5, -80, -60],
            [10, 5, 1, 1, 1, 1, 5, 10],
            [10, 5, 1, 1, 1, 1, 5, 10],
            [10, 5, 1, 1, 1, 1, 5, 10],
            [10, 5, 1, 1, 1, 1, 5, 10],
            [-60, -80, 5, 5, 5, 5, -80, -60],
            [90, -60, 10, 10, 10, 10, -60, 90],
        ];
        let after = game.after(mv);
        let replies = texts(&after);
        let bad = replies.iter().filter(|text| BESIDE.contains(&text.as_str())).count();
        if replies.iter().any(|text| CORNERS.contains(&text.as_str())) {
            -1_800
        } else if bad * 10 > replies.len() * 7 {
            1_400
        } else {
            let vertex = game.steps(mv)[0];
            let flips = game.enemy().count_ones() - after.own().count_ones();
            table[vertex.row as usize][vertex.col as usize] + flips as Score
        }
    }

    #[test]
    fn moves_are_worth_what_the_page_says() {
        let mut seen = [0; 3];
        for game in random_positions(20) {
            for square in game.targets().squares() {
                let mv = Placement::on(square);
                let worth = Positional.worth(&game, mv, &game.after(mv));
                assert_eq!(worth.value, expected(&game, mv), "{} in\n{}", game.move_text(mv), game.drawing());
                assert_eq!(worth.ends, worth.value == 1_400);
                seen[usize::from(worth.value == -1_800) + 2 * usize::from(worth.value == 1_400)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "each rule was met: {seen:?}");
    }

    #[test]
    fn a_corner_is_taken_and_its_neighbours_are_avoided() {
        for game in random_positions(20) {
            let choices: Vec<String> =
                Positional.choices(&game).squares().map(Placement::on).map(|mv| game.move_text(mv)).collect();
            let texts = texts(&game);
            let corners: Vec<String> = texts.iter().filter(|text| CORNERS.contains(&text.as_str())).cloned().collect();
            if !corners.is_empty() {
                assert_eq!(choices, corners);
                continue;
            }
            let empty = |corner: &str| game.cell(corner.parse().unwrap()) == tengen_core::game::Cell::Empty;
            // The squares beside a corner stand three in a row, in the order of the corners.
            let near = |text: &String| {
                BESIDE.iter().position(|beside| beside == text).is_some_and(|at| empty(CORNERS[at / 3]))
            };
            let calm: Vec<String> = texts.iter().filter(|text| !near(text)).cloned().collect();
            assert_eq!(choices, if calm.is_empty() { texts } else { calm });
        }
    }

    #[test]
    fn a_corner_comes_before_more_discs() {
        let game = position(".OX...../......../......../XOOOOOO./......../......../......../........:b");
        assert_eq!(chosen(&Positional, game), "A1");
    }

    #[test]
    fn depth_sets_the_rounds() {
        let game = OthelloPosition::new(8);
        let depth = |plies| ask(&Positional, game, plies, false).report.depth;
        assert_eq!([None, Some(1), Some(2), Some(3), Some(5), Some(40)].map(depth), [6, 2, 2, 4, 6, 6]);
    }

    #[test]
    fn positional_passes_when_it_must() {
        assert_eq!(
            chosen(&Positional, position("OX....../......../......../......../......../......../......../........:b")),
            "PASS"
        );
    }

    #[test]
    fn takes_the_most_discs() {
        // D1 flips two discs; D4 flips four, in two directions.
        let game = position("XOO./.O../.OO./XOO.:b");
        assert_eq!(chosen(&Greedy, game), "D4");
    }

    #[test]
    fn takes_the_last_among_equals() {
        // D3, C4, F5 and E6 flip one disc each.
        assert_eq!(chosen(&Greedy, OthelloPosition::new(8)), "E6");
    }

    #[test]
    fn greedy_passes_when_it_must() {
        assert_eq!(chosen(&Greedy, position("OX../..../..../....:b")), "PASS");
    }
}
