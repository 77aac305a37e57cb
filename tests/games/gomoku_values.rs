//! The values that gomoku's default player reports: how they go from depth to depth, and what they say of proofs.

use crate::common::naive_gomoku::{Naive, place};
use crate::common::random_positions;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tengen_core::game::{Game, History, Notation};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::score::is_proven;
use tengen_core::search::{Answer, Goal, Limits, Query, Report, Resources, Scale, Score, Stop, WIN};
use tengen_games::gomoku::{Gomoku, Point, Rule};

const SCALE: Scale = <Gomoku as Playable>::SCALE;

/// What the default player says of a position whose value is asked for, and every report on the way.
fn think(game: &Gomoku, limits: Limits, allowed: &[Point]) -> (Answer<Point>, Vec<Report<Point>>) {
    ask(game, Limits { goal: Goal::Value, ..limits }, allowed)
}

/// What the default player says of a position, and every report on the way.
fn ask(game: &Gomoku, limits: Limits, allowed: &[Point]) -> (Answer<Point>, Vec<Report<Point>>) {
    let (stop, resources, history) = (Stop::new(), Resources::new(1, 16), History::new(game.clone()));
    let query = Query { allowed, ..Query::new(limits, &stop) };
    let player = Gomoku::players().swap_remove(0);
    let player = (player.create)(game, &PlayerOptions::default()).unwrap();
    let mut reports = Vec::new();
    let mut task = resources.task(&history, query);
    task.report = Box::new(|report| reports.push(report.clone()));
    let answer = player.choose(&mut task);
    drop(task);
    (answer, reports)
}

/// Positions of the opening files, so many of each rule set, some of them some moves into a game at 500 nodes a move.
fn positions(each: usize) -> Vec<Gomoku> {
    let mut positions = Vec::new();
    for rule in Rule::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/openings/gomoku-{}.txt", rule.name()));
        let text = fs::read_to_string(path).unwrap();
        for (number, line) in text.lines().step_by(500 / each).take(each).enumerate() {
            let mut game = Gomoku::new(rule, 15);
            for text in line.split(' ') {
                game.play(game.parse_move(text).unwrap());
            }
            for _ in 0..number % 4 * 3 {
                let limits = Limits { nodes: Some(500), ..Limits::default() };
                let (answer, _) = think(&game, limits, &[]);
                let after = game.after(answer.mv);
                if answer.report.lines.first().is_none_or(|line| is_proven(line.score)) || after.outcome().is_some() {
                    break;
                }
                game = after;
            }
            positions.push(game);
        }
    }
    positions
}

/// The value of each full iteration, from depth 1 on.
fn iterations(game: &Gomoku, depth: u32) -> Vec<Score> {
    let (_, reports) = think(game, Limits { nodes: Some(2_000_000), ..Limits::depth(depth) }, &[]);
    let mut values: Vec<(u32, Score)> = reports.iter().map(|report| (report.depth, report.lines[0].score)).collect();
    values.dedup_by_key(|(depth, _)| *depth);
    values.into_iter().map(|(_, score)| score).collect()
}

/// Means over iterations, in per cent of a chance of winning.
#[derive(Default)]
struct Swing {
    /// Between consecutive depths.
    one: f64,
    /// Between depths two apart.
    two: f64,
    /// How far even depths are above the mean of the depths beside them, and odd ones below: 0 where parity does not matter.
    parity: f64,
    count: usize,
}

/// How values swing from depth `first` on; positions with a win or loss are left out.
fn swing(games: &[Vec<Score>], first: usize) -> Swing {
    let mut swing = Swing::default();
    for values in games.iter().filter(|values| values.iter().all(|&value| value.abs() < 1000)) {
        let chances: Vec<f64> = values.iter().map(|&value| 100.0 * SCALE.win_chance(value)).collect();
        for (index, window) in chances.windows(3).enumerate().skip(first - 1) {
            let [before, here, after] = *window else { unreachable!() };
            let sign = if (index + 2) % 2 == 0 { 1.0 } else { -1.0 };
            swing.one += (here - before).abs();
            swing.two += (after - before).abs();
            swing.parity += sign * (here - f64::midpoint(before, after));
            swing.count += 1;
        }
    }
    for sum in [&mut swing.one, &mut swing.two, &mut swing.parity] {
        *sum /= swing.count as f64;
    }
    swing
}

/// Prints the figures of docs/lab/gomoku.md.
#[test]
#[ignore = "takes minutes; prints figures"]
fn swings_from_depth_to_depth() {
    let mut table = String::new();
    let positions = positions(20);
    let values: Vec<Vec<Score>> = positions.iter().map(|game| iterations(game, 16)).collect();
    for (name, rule) in Rule::ALL.map(|rule| (rule.name(), Some(rule))).into_iter().chain([("all", None)]) {
        for first in [2, 5, 8] {
            let own = positions.iter().zip(&values).filter(|(game, _)| rule.is_none_or(|rule| game.rule() == rule));
            let own: Vec<_> = own.map(|(_, values)| values.clone()).collect();
            let Swing { one, two, parity, count } = swing(&own, first);
            let _ = writeln!(table, "{name} from {first}: one {one:.2} two {two:.2} parity {parity:+.2} ({count})");
        }
    }
    println!("{table}");
    for values in &values {
        println!("{values:?}");
    }
}

/// The value of a position for the side to move by trying everything, of these moves where some are named.
fn minimax(game: &Naive, allowed: &[Point]) -> Score {
    if game.has_won(!game.side) {
        return -WIN;
    }
    let named = |point: &(i32, i32)| allowed.is_empty() || allowed.iter().any(|&mv| place(mv) == *point);
    let values = game.moves().into_iter().filter(named).map(|point| {
        let value = -minimax(&game.after(point), &[]);
        value - value.signum()
    });
    values.max().unwrap_or(0)
}

/// Crowded boards, down to one free point, on which naive play can be tried to the end.
fn crowded() -> Vec<Gomoku> {
    let boards = Rule::ALL.into_iter().flat_map(|rule| [5, 6, 7].map(|size| Gomoku::new(rule, size)));
    let positions = boards.flat_map(|start| random_positions(&start, 60, 49));
    positions.filter(|game| game.outcome().is_none() && game.free().len() <= 5).collect()
}

#[test]
fn proofs_hold_on_crowded_boards_whatever_moves_are_excluded() {
    let (mut decided, mut narrowed, mut last) = (0, 0, 0);
    for (number, game) in crowded().into_iter().enumerate() {
        let naive = Naive::of(&game);
        let mut rng = fastrand::Rng::with_seed(number as u64);
        let some: Vec<Point> = game.moves().into_iter().filter(|_| rng.bool()).collect();
        for allowed in [&[][..], &some] {
            let (answer, _) = think(&game, Limits::depth(6), allowed);
            let line = &answer.report.lines[0];
            let (value, text) = (minimax(&naive, allowed), SCALE.text(line.score));
            let context = || format!("{text}, not {value}; {allowed:?}\n{}", game.drawing());
            assert!(allowed.is_empty() || allowed.contains(&answer.mv), "{}", context());
            assert_eq!(line.exact && line.score != 0, is_proven(line.score), "{}", context());
            if is_proven(line.score) {
                assert_eq!(line.score.signum(), value.signum(), "{}", context());
                // The length is a bound, and the shortest up to four plies.
                assert!(line.score.abs() <= value.abs(), "{}", context());
                assert!(text.contains("<=") || line.score == value, "{}", context());
                decided += 1;
                narrowed += usize::from(!allowed.is_empty());
            } else if line.exact {
                assert_eq!(value, 0, "{}", context());
            }
            last += usize::from(game.free().len() == 1);
        }
    }
    assert!(decided > 100 && narrowed > 50 && last > 50, "{decided} {narrowed} {last}");
}

#[test]
fn values_are_bounded_and_only_proofs_are_certain() {
    let far = 30_000;
    let scores = [0, 1, 300, 1799, 1800, 20_000, far - 9, far, tengen_core::search::score::MAX_EVAL];
    let wins = [WIN - 200, WIN - 9, WIN - 3, WIN - 1];
    let all: Vec<Score> = scores.iter().chain(&wins).copied().collect();
    let rising: Vec<Score> = all.iter().rev().map(|score| -score).chain(all.iter().copied()).collect();
    assert!(rising.is_sorted());
    assert!(rising.iter().map(|&score| SCALE.win_chance(score)).is_sorted());
    assert!(rising.iter().map(|&score| SCALE.bounded_points(score)).is_sorted());
    for score in scores {
        let chances = [score, -score].map(|score| SCALE.win_chance(score));
        assert!((chances[0] + chances[1] - 1.0).abs() < 1e-12);
        assert!(chances[0] < 0.99995 && chances[1] > 0.00005, "{score}");
        assert!(SCALE.points(score).unwrap() <= 1800.0);
        assert_eq!(SCALE.text(score), format!("{:+}", score.min(1800)));
    }
    for score in wins {
        let chances = [score, -score].map(|score| SCALE.win_chance(score).to_bits());
        assert_eq!(chances, [1.0, 0.0].map(f64::to_bits));
        assert_eq!((SCALE.points(score), SCALE.bounded_points(-score)), (None, -1800.0));
    }
    let texts = [WIN - 1, WIN - 3, 4 - WIN, WIN - 5, 6 - WIN, WIN - 19].map(|score| SCALE.text(score));
    assert_eq!(texts, ["#1", "#3", "-#4", "<=#5", "-<=#6", "<=#19"]);
}

/// Wins of 21 to 27 plies by threes and fours in games that were lost to Rapfi, which sees them within a second.
#[test]
fn long_wins_by_threes_are_seen() {
    for line in [
        "C1 E2 C2 B5 C4 C5 E5 F6 D6 F4 F5 G6 G5 H5 J6 J4 K3 H7 H4",
        "D2 F2 F1 D6 H5 L8 H8 D4 E8 F8",
        "G6 H5 J4 F5 J6 J7 K5 G5 J5 H6 F4 H3 J2 J3 H4 G4 G3 E5 D5 K6 L4 H7 H8 M5 E6 F7 M4 K4 G7 J9 K8 J8 J10 G10 D6",
    ] {
        let mut game = Gomoku::new(Rule::Freestyle, 15);
        for text in line.split(' ') {
            game.play(game.parse_move(text).unwrap());
        }
        let (Answer { report, .. }, _) = ask(&game, Limits { nodes: Some(1_000_000), ..Limits::default() }, &[]);
        let score = report.lines[0].score;
        assert!(is_proven(score) && score > 0, "{line}: {score} after {} nodes", report.nodes);
    }
}

/// White has four in a row, blocked at one end, Black a three elsewhere.
#[test]
fn a_move_that_loses_is_a_proven_loss_where_it_is_asked_for() {
    let mut rows = vec!["..............."; 15];
    (rows[1], rows[8]) = ("XOOOO..........", "......XXX......");
    let game = Gomoku::new(Rule::Freestyle, 15).parse_position(&format!("{}:b", rows.join("/"))).unwrap();
    let mv = |text: &str| game.parse_move(text).unwrap();
    for (allowed, text, chance) in
        [(&[mv("A1")][..], "-#2", Some(0.0)), (&[mv("A1"), mv("F7")], "-#2", Some(0.0)), (&[mv("F14")], "", None)]
    {
        let (answer, _) = think(&game, Limits::depth(4), allowed);
        let line = &answer.report.lines[0];
        match chance {
            Some(chance) => {
                let found = (SCALE.text(line.score), SCALE.win_chance(line.score), line.exact);
                assert_eq!(found, (text.to_owned(), chance, true));
            }
            None => assert!(line.score > -1000, "{}", line.score),
        }
    }
    // A loss by threats that are not there yet.
    let open_three = ["...............", "...............", "....OOO........", "...............", "....XX........."];
    let mut rows = open_three.to_vec();
    rows.resize(15, "...............");
    let game = Gomoku::new(Rule::Freestyle, 15).parse_position(&format!("{}:b", rows.join("/"))).unwrap();
    let (answer, _) = think(&game, Limits::depth(4), &[game.parse_move("A1").unwrap()]);
    let line = &answer.report.lines[0];
    assert_eq!((SCALE.text(line.score).as_str(), line.exact), ("-#4", true));
}

/// Both sides have threes, so that each of some 120 moves needs a look at the threats behind it.
#[test]
fn an_analysis_has_its_first_values_soon() {
    let mut game = Gomoku::new(Rule::Freestyle, 15);
    for text in "h8 h9 j9 g7 j10 j8 k10 k11 h7 l10".split(' ') {
        game.play(game.parse_move(text).unwrap());
    }
    for (lines, most) in [(1, 300_000), (400, 150_000)] {
        let (stop, resources, history) = (Stop::new(), Resources::new(1, 16), History::new(game.clone()));
        let limits = Limits { goal: Goal::Value, ..Limits::default() };
        let player = (Gomoku::players().swap_remove(0).create)(&game, &PlayerOptions::default()).unwrap();
        let mut first = None;
        let mut task = resources.task(&history, Query { lines, ..Query::new(limits, &stop) });
        task.report = Box::new(|report| {
            first.get_or_insert((report.lines.len(), report.nodes));
            stop.raise();
        });
        player.choose(&mut task);
        drop(task);
        let (found, nodes) = first.unwrap();
        assert!(found >= lines.min(100) && nodes < most, "{found} of {lines} lines after {nodes} nodes");
    }
}
