//! The classic player `scorer`: one move ahead, by the rows through each point.

use super::bits::{Point, STEPS};
use super::board::Gomoku;
use tengen_core::game::{Color, Game};
use tengen_core::search::{Answer, INFINITE, Player, Report, Score, Task, Variation, best_of};

/// What a row of 0, 1, 2, 3, or 4 and more enemy stones through a point is worth, by the number of open ends beyond it (0, 1, 2).
/// A short row counts whatever its ends.
const ENEMY: [[Score; 3]; 5] = [[0, 0, 0], [1, 1, 1], [0, 5, 10], [0, 20, 100], [1000, 1000, 1000]];

/// What a row of 0, 1, 2, 3, or 4 and more own stones through a point is worth, by the number of open ends beyond it (0, 1, 2).
const OWN: [[Score; 3]; 5] = [[1, 1, 1], [2, 2, 2], [0, 8, 30], [0, 50, 200], [10_000, 10_000, 10_000]];

/// Adds up the rows through each free point, own and enemy, and plays the best; one at random among equals.
pub struct Scorer;

impl Player<Gomoku> for Scorer {
    fn choose(&self, task: &mut Task<'_, Gomoku>) -> Answer<Point> {
        let game = task.position();
        let side = game.side_to_move();
        let mut moves = game.moves();
        if let Some(first) = lone_stone(game, !side) {
            moves.retain(|mv| mv.col().abs_diff(first.col()) <= 1 && mv.row().abs_diff(first.row()) <= 1);
        }
        task.rng().shuffle(&mut moves);
        let control = task.control();
        // The place in the shuffled order makes every value different, so that threads cannot change the choice.
        let count = moves.len() as Score;
        let family = task.pool.install(|| {
            best_of(control.idle(), moves.len(), -INFINITE, INFINITE, |place, _| {
                let score = point_score(game, side, moves[place]);
                Ok((score * count + count - 1 - place as Score, score))
            })
        });
        control.add_nodes(moves.len() as u64);
        let Some(best) = family.best else { return Answer::unsearched(moves[0]) };
        let mv = moves[best.index];
        let line = Variation { score: best.extra, exact: false, nodes: 1, pv: vec![mv] };
        let report = Report {
            depth: 1,
            nodes: control.nodes(),
            time: control.elapsed(),
            lines: vec![line],
            ..Report::default()
        };
        (task.report)(&report);
        Answer { mv, report }
    }
}

/// The enemy's stone where it is the only one on the board.
fn lone_stone(game: &Gomoku, enemy: Color) -> Option<Point> {
    let stones = game.stones(Color::Black).or(game.stones(Color::White));
    stones.iter().next().filter(|&stone| stones.len() == 1 && game.stones(enemy).has(stone))
}

/// The worth of a point for a side: the sum over the four directions and the stones of both sides.
fn point_score(game: &Gomoku, side: Color, point: Point) -> Score {
    [(!side, &ENEMY), (side, &OWN)]
        .into_iter()
        .flat_map(|(color, worth)| STEPS.map(|step| worth_of_row(game, color, point, step, worth)))
        .sum()
}

fn worth_of_row(game: &Gomoku, side: Color, point: Point, step: i32, worth: &[[Score; 3]; 5]) -> Score {
    let runs = [-step, step].map(|step| (step, game.run(side, point, step).min(4)));
    let stones: u32 = runs.iter().map(|&(_, run)| run).sum();
    let open = runs.iter().filter(|&&(step, run)| game.free().has(point.shifted(step * (run as i32 + 1)))).count();
    worth[stones.min(4) as usize][open]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use tengen_core::game::Notation;

    /// The worth of a point for Black, along a row of a 9-line board otherwise empty: the other three directions
    /// add 1 each for the own rows of no stones.
    fn along_row(row: &str) -> Score {
        let col = row.find('?').unwrap() as u8;
        let rows = [&[row.replace('?', ".").as_str()][..], &["........."; 8]].concat().join("/");
        let game = Gomoku::new(Rule::Freestyle, 9).parse_position(&format!("{rows}:b")).unwrap();
        point_score(&game, Color::Black, Point::new(col, 8)) - 3
    }

    #[test]
    fn rows_are_worth_what_the_table_says() {
        for (row, worth) in [
            ("....?....", 1),
            ("...X?....", 2),
            ("...O?....", 1 + 1),
            ("..XX?....", 30),
            ("..X?X....", 30),
            (".OXX?....", 8),
            ("XX?......", 8),
            ("XX?XO....", 0),
            ("..OO?....", 10 + 1),
            (".XOO?....", 5 + 1),
            ("..XXX?...", 200),
            ("XXX?.....", 50),
            ("..OOO?...", 100 + 1),
            ("OOO?.....", 20 + 1),
            ("..XXXX?..", 10_000),
            ("..OOOO?..", 1000 + 1),
            ("XX?XXO...", 10_000),
            ("..OO?XX..", 5 + 8),
        ] {
            assert_eq!(along_row(row), worth, "{row}");
        }
    }
}
