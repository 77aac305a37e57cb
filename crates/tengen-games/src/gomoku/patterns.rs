//! The classic player `patterns`: alpha-beta over the few points with the best patterns.

use super::bits::{Point, STEPS};
use super::board::Gomoku;
use tengen_core::game::{Color, Game, Outcome};
use tengen_core::search::{Answer, Control, INFINITE, Player, Report, Score, Stopped, Task, Variation, WIN, best_of};

/// How many points are searched at every node.
const BREADTH: usize = 10;

/// Depth in plies where the query names none: well under a second.
const DEPTH: u32 = 4;

/// What a stone makes of one direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PatternRow {
    Nothing,
    Closed(u32),
    Open(u32),
    Five,
}

/// A game-tree search that sees a position as the best pattern of either side.
pub struct Patterns;

impl Player<Gomoku> for Patterns {
    fn choose(&self, task: &mut Task<'_, Gomoku>) -> Answer<Point> {
        let game = task.position();
        let moves = best_points(game);
        let depth = task.query.limits.depth.unwrap_or(DEPTH).max(1);
        let control = task.control();
        let family = task.pool.install(|| {
            best_of(control.idle(), moves.len(), -INFINITE, INFINITE, |place, alpha| {
                let next = game.after(moves[place]);
                let mut pv = Vec::new();
                let score = -search(&next, (depth - 1, 1), (-INFINITE, -alpha), &control, &mut pv)?;
                pv.insert(0, moves[place]);
                Ok((score, pv))
            })
        });
        let mut report = Report { depth, nodes: control.nodes(), time: control.elapsed(), ..Report::default() };
        let Some(best) = family.best else { return Answer { mv: moves[0], report } };
        report.lines.push(Variation { score: best.score, exact: false, nodes: report.nodes, pv: best.extra });
        (task.report)(&report);
        Answer { mv: moves[best.index], report }
    }
}

fn search(
    game: &Gomoku,
    (depth, ply): (u32, u32),
    (mut alpha, beta): (Score, Score),
    control: &Control<'_>,
    pv: &mut Vec<Point>,
) -> Result<Score, Stopped> {
    control.report_nodes(1)?;
    let side = game.side_to_move();
    match game.outcome() {
        Some(Outcome::Draw) => return Ok(0),
        Some(outcome) => return Ok(outcome.margin_for(side) * (WIN - ply as Score)),
        None if depth == 0 => return Ok(grade_position(game, side) - grade_position(game, !side)),
        None => {}
    }
    let mut best = -INFINITE;
    let mut line = Vec::new();
    for mv in best_points(game) {
        line.clear();
        let score = -search(&game.after(mv), (depth - 1, ply + 1), (-beta, -alpha), control, &mut line)?;
        best = best.max(score);
        if score > alpha {
            alpha = score;
            *pv = [&[mv], &line[..]].concat();
        }
        if alpha >= beta {
            break;
        }
    }
    Ok(best)
}

/// The legal points with the best patterns for either side, best first; among equals the one nearest the centre.
fn best_points(game: &Gomoku) -> Vec<Point> {
    let side = game.side_to_move();
    let mut points = game.moves();
    let from_centre = |line: u8| (2 * line + 1).abs_diff(game.size());
    points.sort_by_cached_key(|&point| {
        let worth = grade(game, side, point) + grade(game, !side, point);
        (-worth, from_centre(point.col()).max(from_centre(point.row())))
    });
    points.truncate(BREADTH);
    points
}

/// The best pattern among a side's stones.
fn grade_position(game: &Gomoku, side: Color) -> Score {
    game.stones(side).iter().map(|stone| grade(game, side, stone)).max().unwrap_or(0)
}

/// The best pattern that a side's stone on this point makes, or would make.
fn grade(game: &Gomoku, side: Color, point: Point) -> Score {
    let rows = STEPS.map(|step| row(game, side, point, step));
    let count = |row: PatternRow| rows.iter().filter(|&&other| other == row).count();
    let (open, closed) = (|stones| count(PatternRow::Open(stones)), |stones| count(PatternRow::Closed(stones)));
    if count(PatternRow::Five) > 0 {
        100_000
    } else if open(4) > 0 || closed(4) > 1 || (closed(4) > 0 && open(3) > 0) {
        10_000
    } else if open(3) > 1 {
        5000
    } else if closed(3) > 0 && open(3) > 0 {
        1000
    } else if closed(4) > 0 {
        500
    } else if open(3) > 0 {
        200
    } else if open(2) > 1 {
        100
    } else if closed(3) > 0 {
        50
    } else if closed(2) > 1 {
        10
    } else if open(2) > 0 {
        5
    } else if closed(2) > 0 {
        3
    } else {
        0
    }
}

/// The pattern of one direction: the most stones in any five points in a row through this one without an enemy
/// stone. It is open when more than one such five has as many.
fn row(game: &Gomoku, side: Color, point: Point, step: i32) -> PatternRow {
    let mut own = [None; 9];
    for sense in [-1, 1] {
        for distance in 1..=4 {
            let at = point.shifted(step * sense * distance);
            let mine = game.stones(side).has(at);
            if !mine && !game.free().has(at) {
                break;
            }
            own[(4 + sense * distance) as usize] = Some(u32::from(mine));
        }
    }
    own[4] = Some(1);
    let fives = || own.windows(5).filter_map(|five| five.iter().copied().sum::<Option<u32>>());
    match fives().max() {
        Some(5) => PatternRow::Five,
        Some(most) if fives().filter(|&stones| stones == most).count() > 1 => PatternRow::Open(most),
        Some(most) => PatternRow::Closed(most),
        None => PatternRow::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use tengen_core::game::Notation;

    /// The grade of Black's stone in the middle of 9 lines, with these marks on its row and on its column.
    fn crossed(row: &str, column: &str) -> Score {
        let rows: Vec<String> = (0..9)
            .map(|line| if line == 4 { row.into() } else { format!("....{}....", &column[line..=line]) })
            .collect();
        let game = Gomoku::new(Rule::Freestyle, 9).parse_position(&format!("{}:b", rows.join("/"))).unwrap();
        grade(&game, Color::Black, Point::new(4, 4))
    }

    #[test]
    fn patterns_are_worth_what_the_table_says() {
        let nothing = ".........";
        for (row, column, worth) in [
            ("XXXX.....", nothing, 100_000),
            ("..XX.XX..", nothing, 100_000),
            (".XXX.....", nothing, 10_000),
            ("OXXX.....", ".....XXXO", 10_000),
            ("OXXX.....", ".....XX..", 10_000),
            ("..XX.....", ".....XX..", 5000),
            (".OXX.....", ".....XX..", 1000),
            ("OXXX.....", nothing, 500),
            ("XX.X.....", nothing, 500),
            ("..XX.....", nothing, 200),
            (".X.X.....", nothing, 200),
            ("...X.....", ".....X...", 100),
            (".OXX.....", nothing, 50),
            ("..OX.....", ".....XO..", 10),
            ("...X.....", nothing, 5),
            ("..OX.....", nothing, 3),
            (nothing, nothing, 0),
            ("OOXX..OO.", nothing, 0),
        ] {
            assert_eq!(crossed(row, column), worth, "{row} {column}");
        }
    }

    #[test]
    fn few_points_are_searched() {
        let game = Gomoku::new(Rule::Freestyle, 15);
        assert_eq!(best_points(&game).len(), BREADTH);
        assert_eq!(best_points(&game)[0], Point::new(7, 7), "the centre first");
    }
}
