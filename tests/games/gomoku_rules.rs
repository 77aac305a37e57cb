//! Gomoku's rules against tables and against a second, dumb telling of them.

use crate::common::naive_gomoku::{Naive, place};
use proptest::prelude::*;
use tengen_core::game::{Color, Ended, Game, Notation, Outcome, Vertex, perft};
use tengen_games::gomoku::{Gomoku, Rule};

fn position(rule: Rule, text: &str) -> Gomoku {
    let size = text.split(['/', ':']).next().unwrap().len();
    Gomoku::new(rule, size as u8).parse_position(text).unwrap()
}

#[test]
fn renju_points_are_forbidden_as_known() {
    let table = include_str!("../data/positions/renju_forbidden.txt");
    let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 37);
    for line in lines {
        let (board, points) = line.split_once(' ').unwrap();
        let game = position(Rule::Renju, board);
        let mut known: Vec<_> = points.split(' ').collect();
        let only = known.last() == Some(&"only");
        known.truncate(known.len() - usize::from(only));
        // Some boards hold a winning row already; their points are judged all the same.
        let forbidden: Vec<_> = game.free().iter().filter(|&point| game.foul(point).is_some()).collect();
        for point in &known {
            let is_forbidden = forbidden.iter().any(|mv| game.move_text(*mv) == point[1..]);
            assert_eq!(is_forbidden, point.starts_with('-'), "{point}\n{}", game.drawing());
        }
        if only {
            let count = known.iter().filter(|point| point.starts_with('-')).count();
            assert_eq!(forbidden.len(), count, "{}", game.drawing());
        }
    }
}

#[test]
fn a_forbidden_point_says_why() {
    let empty = "...........";
    let three = [empty, empty, ".....X.....", ".....X.....", "...XX......"];
    for (rows, point, why) in [
        (&three[..], "F7", "double three"),
        (&["XXX.XX....."], "D11", "overline"),
        (&["X.X.X.X...."], "D11", "double four"),
    ] {
        let mut board = rows.to_vec();
        board.resize(11, empty);
        let board = board.join("/");
        let game = position(Rule::Renju, &format!("{board}:b"));
        let error = game.parse_move(point).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert!(position(Rule::Renju, &format!("{board}:w")).parse_move(point).is_ok(), "White is free");
        assert!(position(Rule::Standard, &format!("{board}:b")).parse_move(point).is_ok(), "renju only");
    }
}

#[test]
fn each_rule_has_its_own_five() {
    let (black, white) = (Some(Outcome::Win(Color::Black, 1)), Some(Outcome::Win(Color::White, 1)));
    // Top row, move, side; freestyle, standard, renju, caro with six and without.
    for (row, point, side, ends) in [
        ("..XX.XX......", "E13", 'b', [black; 5]),
        (".OXX.XXO.....", "E13", 'b', [black, black, black, None, None]),
        (".OXX.XX......", "E13", 'b', [black; 5]),
        ("XX.XXO.......", "C13", 'b', [black; 5]),
        ("..OO.OOO.....", "E13", 'w', [white, None, white, white, None]),
        (".XOO.OOOX....", "E13", 'w', [white, None, white, white, None]),
        (".XOO.OOX.....", "E13", 'w', [white, white, white, None, None]),
    ] {
        for (rule, expected) in Rule::ALL.into_iter().zip(ends) {
            let game = position(rule, &format!("{row}{}:{side}", "/.............".repeat(12)));
            assert_eq!(game.after(game.parse_move(point).unwrap()).outcome(), expected, "{rule:?} {row}");
        }
    }
}

#[test]
fn the_rows_that_win_are_told() {
    let rows = |game: &Gomoku, last| -> Vec<String> {
        let names = |row: Vec<Vertex>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        game.completed(last).into_iter().map(names).collect()
    };
    let empty = "/.............";
    for (rule, top, point, side, expected) in [
        (Rule::Freestyle, "..XX.XX......", "E13", 'b', &["C13 D13 E13 F13 G13"][..]),
        (Rule::Freestyle, ".XXX.XXX.....", "E13", 'b', &["B13 C13 D13 E13 F13 G13 H13"]),
        (Rule::Renju, "..OO.OOO.....", "E13", 'w', &["C13 D13 E13 F13 G13 H13"]),
        (Rule::Standard, "..XX.XXX.....", "E13", 'b', &[]),
        (Rule::Caro, ".OXX.XXO.....", "E13", 'b', &[]),
        (Rule::Caro, ".OXX.XX......", "E13", 'b', &["C13 D13 E13 F13 G13"]),
        (Rule::Freestyle, "..XX.........", "E13", 'b', &[]),
    ] {
        let game = position(rule, &format!("{top}{}:{side}", empty.repeat(12)));
        let mv = game.parse_move(point).unwrap();
        assert_eq!(rows(&game, None), Vec::<String>::new(), "{rule:?} {top}");
        assert_eq!(rows(&game.after(mv), Some(mv)), expected, "{rule:?} {top}");
    }
    // Two rows by one stone: along the top row and down from it; and both diagonals.
    let corner = position(Rule::Standard, ".XXXX/X..../X..../X..../X....:b");
    let mv = corner.parse_move("A5").unwrap();
    assert_eq!(rows(&corner.after(mv), Some(mv)), ["A1 A2 A3 A4 A5", "A5 B5 C5 D5 E5"]);
    let cross = position(Rule::Standard, "O...O/.O.O./...../.O.O./O...O:w");
    let mv = cross.parse_move("C3").unwrap();
    assert_eq!(rows(&cross.after(mv), Some(mv)), ["A1 B2 C3 D4 E5", "E1 D2 C3 B4 A5"]);
    // A row of six, which does not win here, beside one of five.
    let six = position(Rule::Standard, "XXX.XX./...X.../...X.../...X.../...X.../......./.......:b");
    let mv = six.parse_move("D7").unwrap();
    assert_eq!(rows(&six.after(mv), Some(mv)), ["D3 D4 D5 D6 D7"]);
    // Without a move the stones tell it.
    assert_eq!(rows(&position(Rule::Freestyle, "OOOOO/...../...../...../XXXX.:b"), None), ["A5 B5 C5 D5 E5"]);
}

#[test]
fn perft_equals_a_naive_count() {
    for rule in Rule::ALL {
        assert_eq!(perft(&Gomoku::new(rule, 15), 2, Ended::Nothing), 225 * 224);
        for (size, depth) in [(5, 3), (6, 3), (7, 2)] {
            let naive = Naive::new(rule, size.into());
            assert_eq!(perft(&Gomoku::new(rule, size), depth, Ended::Nothing), naive.perft(depth), "{rule:?} {size}");
        }
        // Near the end, where games are won and points forbidden.
        for board in [
            "XXXX./OOOO./X.X.O/OXOX./.O.X.",
            ".XXX../.X.O../.XOO../..XO../.OOO../......",
            "X.XX../.X.O../XX.O../..X.../.OOOO./......",
        ] {
            for side in ["b", "w"] {
                let game = position(rule, &format!("{board}:{side}"));
                assert_eq!(perft(&game, 4, Ended::Nothing), Naive::of(&game).perft(4), "{rule:?} {board} {side}");
            }
        }
    }
}

#[test]
fn a_full_board_is_drawn_and_so_is_one_where_black_may_not_move() {
    let game = position(Rule::Freestyle, "XXOO./OOXXO/XXOOX/OOXXO/XXOOX:w");
    assert_eq!(game.after(game.moves()[0]).outcome(), Some(Outcome::Draw));
    let stuck = "XXX.XX/OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXXOO";
    assert_eq!(position(Rule::Renju, &format!("{stuck}:b")).outcome(), Some(Outcome::Draw));
    assert_eq!(position(Rule::Renju, &format!("{stuck}:w")).outcome(), None);
    assert_eq!(position(Rule::Freestyle, &format!("{stuck}:b")).outcome(), None);
}

#[test]
fn impossible_positions_are_refused() {
    let game = Gomoku::new(Rule::Freestyle, 5);
    let error = game.parse_position("XXXXX/OOOOO/...../...../.....:b").unwrap_err();
    assert_eq!(error.to_string(), "both sides have a winning row");
    let won = game.parse_position("XXXXX/OOOO./...../...../.....:b").unwrap();
    assert_eq!((won.outcome(), won.moves().len()), (Some(Outcome::Win(Color::Black, 1)), 0));
}

/// Crowded boards: every point empty or either side's, black ones in the majority, for fouls to abound.
fn boards() -> impl Strategy<Value = (Gomoku, bool)> {
    let marks = prop_oneof![6 => Just('.'), 4 => Just('X'), 1 => Just('O')];
    (prop::sample::select(&Rule::ALL[..]), 6u8..=12, prop::collection::vec(marks, 144), any::<bool>()).prop_filter_map(
        "both sides have a winning row",
        |(rule, size, marks, black)| {
            let rows: Vec<String> =
                marks.chunks(12).take(size.into()).map(|row| row[..size.into()].iter().collect()).collect();
            let text = format!("{}:{}", rows.join("/"), if black { 'b' } else { 'w' });
            Gomoku::new(rule, size).parse_position(&text).ok().map(|position| (position, black))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn wins_are_seen_as_a_naive_scan_sees_them((game, _) in boards()) {
        let naive = Naive::of(&game);
        for side in Color::BOTH {
            let won = game.outcome() == Some(Outcome::Win(side, 1));
            prop_assert_eq!(won, naive.has_won(side), "{}", game.drawing());
        }
        for mv in game.moves() {
            let side = game.side_to_move();
            let mut after = naive.clone();
            after.put(side, place(mv));
            let won = game.after(mv).outcome() == Some(Outcome::Win(side, 1));
            prop_assert_eq!(won, after.has_won(side), "{:?}\n{}", mv, game.drawing());
        }
    }

    #[test]
    fn fouls_are_those_of_the_naive_rules((game, _) in boards()) {
        let renju = Gomoku::new(Rule::Renju, game.size()).parse_position(&game.position_text());
        let Ok(game) = renju else { return Ok(()) };
        if game.outcome().is_none() {
            let legal: Vec<_> = game.moves().into_iter().map(place).collect();
            prop_assert_eq!(legal, Naive::of(&game).moves(), "{}", game.drawing());
        }
    }
}
