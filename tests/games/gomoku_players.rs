//! Gomoku's players do what they promise.

use crate::common::random_positions;
use tengen_core::game::{Game, History, Notation, Outcome};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::{Answer, Limits, Query, Resources, Stop};
use tengen_games::gomoku::{Gomoku, Point, Rule};

/// What a player thinks of a position, alone or with others' threads.
fn think(name: &str, game: &Gomoku, limits: Limits, stop: &Stop, seed: u64, threads: usize) -> Answer<Point> {
    let (resources, history) = (Resources::new(threads, 1), History::new(game.clone()));
    let query = Query { seed, ..Query::new(limits, stop) };
    let player = Gomoku::players().into_iter().find(|player| player.name == name).unwrap();
    let player = (player.create)(game, &PlayerOptions::default()).unwrap();
    player.choose(&mut resources.task(&history, query))
}

/// The move of a player at a shallow depth.
fn choice(name: &str, game: &Gomoku, seed: u64) -> String {
    game.move_text(think(name, game, Limits::depth(4), &Stop::new(), seed, 1).mv)
}

fn position(rule: Rule, rows: &[&str], side: char) -> Gomoku {
    let mut rows = rows.to_vec();
    rows.resize(15, "...............");
    Gomoku::new(rule, 15).parse_position(&format!("{}:{side}", rows.join("/"))).unwrap()
}

#[test]
fn all_but_random_win_at_once_and_stop_a_four() {
    for player in ["scorer", "patterns", "tengen"] {
        for rule in Rule::ALL {
            let fours = ["..XX.XX........", "OOOO..........."];
            assert_eq!(choice(player, &position(rule, &fours, 'b'), 1), "E15", "{player}");
            assert_eq!(choice(player, &position(rule, &fours, 'w'), 1), "E14", "{player}");
            let four = ["...............", "OOOO..........."];
            assert_eq!(choice(player, &position(rule, &four, 'b'), 1), "E14", "{player} {rule:?}");
        }
    }
}

#[test]
fn scorer_answers_the_first_stone_beside_it_and_repeats_itself() {
    let game = position(Rule::Freestyle, &["...............", "..X............"], 'w');
    let answers: Vec<String> = (0..40).map(|seed| choice("scorer", &game, seed)).collect();
    let beside = ["B15", "C15", "D15", "B14", "D14", "B13", "C13", "D13"];
    assert!(answers.iter().all(|answer| beside.contains(&answer.as_str())));
    assert!(beside.iter().all(|point| answers.iter().any(|answer| answer == point)), "every neighbour in turn");
    for seed in 0..10 {
        let choices = [1, 2, 4].map(|threads| {
            think("scorer", &Gomoku::new(Rule::Freestyle, 15), Limits::default(), &Stop::new(), seed, threads).mv
        });
        assert!(choices.iter().all(|&mv| mv == choices[0]), "threads change nothing");
    }
}

#[test]
fn patterns_sees_a_row_coming_at_the_end_of_its_search() {
    // An open four is three plies from five.
    let empty = "...............";
    let game = position(Rule::Freestyle, &[empty, empty, empty, "...XXX........."], 'b');
    let answer = think("patterns", &game, Limits::default(), &Stop::new(), 0, 1);
    assert_eq!(answer.report.lines[0].score, tengen_core::search::WIN - 3);
    assert_eq!(answer.report.depth, 4);
}

#[test]
fn every_player_moves_legally_even_when_stopped_before_it_begins() {
    let stopped = Stop::new();
    stopped.raise();
    for rule in Rule::ALL {
        for game in random_positions(&Gomoku::new(rule, 6), 2, 36) {
            if game.outcome().is_some() {
                continue;
            }
            for player in Gomoku::players() {
                let mv = think(player.name, &game, Limits::default(), &stopped, 0, 2).mv;
                assert!(game.moves().contains(&mv), "{} {}", player.name, game.drawing());
            }
        }
    }
}

#[test]
fn victories_by_fours_are_found_and_hold() {
    let mut solved = 0;
    for line in include_str!("../data/positions/gomoku_vcf.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut game = Gomoku::new(Rule::Freestyle, 15);
        for text in line.split(' ').skip(1) {
            game.play(game.parse_move(text).unwrap());
        }
        let side = game.side_to_move();
        let answer = think("tengen", &game, Limits::depth(1), &Stop::new(), 0, 1);
        let line = &answer.report.lines[0];
        assert!(line.exact);
        for &mv in &line.pv {
            assert!(game.moves().contains(&mv), "{line:?}");
            game.play(mv);
        }
        assert_eq!(game.outcome(), Some(Outcome::Win(side, 1)), "{line:?}");
        solved += 1;
    }
    assert_eq!(solved, 10);
}

/// White's four leaves Black one point, where renju forbids the two threes that it would make.
#[test]
fn a_forbidden_defence_is_none() {
    let rows = [
        "...............",
        ".....X.........",
        ".....X.........",
        "XOOO...........",
        "......X........",
        ".......X.......",
    ];
    let renju = position(Rule::Renju, &rows, 'w');
    let answer = think("tengen", &renju, Limits::depth(1), &Stop::new(), 0, 1);
    let line = &answer.report.lines[0];
    assert_eq!((renju.move_text(answer.mv).as_str(), line.pv.len(), line.exact), ("E12", 3, true));
    let standard = position(Rule::Standard, &rows, 'w');
    let answer = think("tengen", &standard, Limits::depth(1), &Stop::new(), 0, 1);
    assert!(!answer.report.lines[0].exact, "Black just blocks");
}
