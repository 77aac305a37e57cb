//! Othello: rules against published tables and a naive implementation, exact values of known positions.

use crate::common::naive_othello::Naive;
use crate::common::random_positions;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use tengen_core::game::{Color, Ended, Game, History, Notation, Outcome, Setup, Size, TextError, Vertex, perft};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::{Answer, Limits, Query, Resources, Stop};
use tengen_games::othello::patterns::Weights;
use tengen_games::othello::position::Placement;
use tengen_games::othello::search::board::Discs;
use tengen_games::othello::search::incremental::IncrementalEvaluator;
use tengen_games::othello::{LargeOthello, Othello};

/// Plays one game move by move with both implementations.
fn same_game<G: Playable>(size: u8, choices: &[u8]) -> Result<(), TestCaseError> {
    let mut game = G::start("normal", Size::square(size));
    let mut naive = Naive::of(&game);
    for &choice in choices {
        let texts: Vec<String> = game.moves().iter().map(|&mv| game.move_text(mv)).collect();
        prop_assert_eq!(&texts, &naive.texts());
        let Some(text) = texts.get(choice as usize % texts.len().max(1)) else { break };
        game.play(game.parse_move(text).unwrap());
        naive.play(text);
        prop_assert_eq!(&Naive::of(&game).cells, &naive.cells);
        prop_assert_eq!(game.side_to_move(), naive.side);
    }
    prop_assert_eq!(game.outcome().map(|outcome| outcome.margin_for(naive.side)), naive.margin());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn bitboards_play_as_arrays_do(choices in prop::collection::vec(any::<u8>(), 0..130)) {
        for size in [4, 6, 8] {
            same_game::<Othello>(size, &choices)?;
        }
        same_game::<LargeOthello>(10, &choices)?;
    }
}

#[test]
fn perft_equals_the_published_table() {
    let start = Othello::new(8);
    let leaves: Vec<u64> = (1..=11).map(|depth| perft(&start, depth, Ended::Leaf)).collect();
    // Games that end at the ninth ply count from the tenth on.
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];
    assert_eq!(leaves, published);
}

/// Of all positions early on, those that the book takes for one, and no others, have one symmetric key.
fn symmetric_keys_go_with_canonical_texts<G: Playable>(size: u8) {
    let mut level = vec![G::start("normal", Size::square(size))];
    let mut keys = HashMap::new();
    for _ in 0..5 {
        level = level.iter().flat_map(|game| game.moves().into_iter().map(|mv| game.after(mv))).collect();
        for game in &level {
            let text = game.canonical_text();
            assert_eq!(*keys.entry(game.symmetric_hash()).or_insert_with(|| text.clone()), text);
        }
    }
    let texts: HashSet<_> = keys.values().collect();
    assert_eq!(texts.len(), keys.len());
    assert!(texts.len() * 3 < level.len(), "{} of {}", texts.len(), level.len());
}

#[test]
fn symmetric_keys_do_not_know_how_the_board_lies() {
    symmetric_keys_go_with_canonical_texts::<Othello>(6);
    symmetric_keys_go_with_canonical_texts::<Othello>(8);
    symmetric_keys_go_with_canonical_texts::<LargeOthello>(10);
}

#[test]
fn each_type_holds_its_sizes() {
    let sizes = [<Othello as Playable>::SIZES, <LargeOthello as Playable>::SIZES];
    assert_eq!(sizes, [&[4, 6, 8].map(Size::square)[..], &[Size::square(10)]]);
    assert_eq!(sizes.concat(), Othello::INFO.sizes);
    assert_eq!([4, 6, 8].map(|size| Othello::new(size).size()), [4, 6, 8]);
    assert_eq!(LargeOthello::new(10).size(), 10);
}

/// The best difference of discs that the side to move can reach, empty squares counted for neither side: plain negamax.
fn solve(naive: &Naive) -> i32 {
    let texts = naive.texts();
    let child = |text: &String| {
        let mut next = naive.clone();
        next.play(text);
        -solve(&next)
    };
    texts.iter().map(child).max().unwrap_or_else(|| naive.difference())
}

#[test]
fn white_wins_4x4_by_8_discs() {
    // One first move stands for all four, which are the same by symmetry.
    let mut game = Othello::new(4);
    game.play(game.parse_move("A2").unwrap());
    assert_eq!(solve(&Naive::of(&game)), 8);
}

/// The default player's thoughts, on one thread, without limits but this depth.
fn think(game: Othello, depth: Option<u32>) -> Answer<Placement> {
    let (resources, history) = (Resources::new(1, 16), History::new(game));
    let stop = Stop::new();
    let mut task = resources.task(&history, Query::new(Limits { depth, ..Limits::default() }, &stop));
    (Othello::players()[0].create)(&game, &PlayerOptions::default()).unwrap().choose(&mut task)
}

#[test]
fn endgames_are_solved() {
    let problems = include_str!("../data/positions/othello_endgames.txt");
    for problem in problems.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = problem.split(' ').collect();
        let game = Othello::new(8).parse_position(fields[1]).unwrap();
        let answer = think(game, None);
        let line = &answer.report.lines[0];
        assert_eq!((line.score, line.exact), (fields[2].parse::<i32>().unwrap() * 100, true), "{problem}");
        let text = game.move_text(answer.mv);
        assert!(fields[3].split(',').any(|best| best == text), "{text} in {problem}");
    }
}

#[test]
fn the_default_player_solves_4x4() {
    let answer = think(Othello::new(4), None);
    assert_eq!((answer.report.lines[0].score, answer.report.lines[0].exact), (-1_000, true), "White by 10");
}

/// The trained evaluation at so many plies by plain negamax, in hundredths of a disc; a pass is free.
fn negamax(game: &Othello, plies: u32) -> i32 {
    if let Some(outcome) = game.outcome() {
        return 100 * outcome.margin_for(game.side_to_move());
    }
    if let Some(pass) = game.forced_pass() {
        return -negamax(&game.after(pass), plies);
    }
    if plies == 0 {
        let (board, weights) = (Discs { own: game.own(), enemy: game.enemy() }, Weights::embedded());
        return IncrementalEvaluator::evaluate(weights, &weights.state(board), board);
    }
    game.moves().into_iter().map(|mv| -negamax(&game.after(mv), plies - 1)).max().unwrap()
}

#[test]
fn shallow_searches_are_sure_and_right() {
    let middle = |game: &&Othello| game.forced_pass().is_none() && (20..56).contains(&game.empty().count_ones());
    let positions = random_positions(&Othello::new(8), 4, 40);
    for game in positions.iter().filter(middle).step_by(5) {
        for depth in 1..=5 {
            let report = think(*game, Some(depth)).report;
            assert_eq!((report.depth, report.confidence == 100), (depth, depth <= 4), "{game:?}");
            if depth <= 4 {
                let off = report.lines[0].score - negamax(game, depth);
                assert!(off.abs() <= 50, "{off} hundredths off the value of {game:?} at {depth} plies");
            }
        }
    }
}

#[test]
fn bench_positions_can_be_reached() {
    for bench in Othello::bench() {
        let mut game = Othello::start(bench.rule, bench.size);
        for text in bench.moves.split(' ') {
            game.play(game.parse_move(text).unwrap());
        }
        assert!(game.outcome().is_none() && bench.depth <= game.plies_left().unwrap());
    }
}

#[test]
fn values_are_shown_in_discs() {
    assert_eq!(Othello::SCALE.text(325), "+3.25");
    assert_eq!(Othello::SCALE.text(-50), "-0.50");
    let chances = [-6_400, -500, 0, 500, 6_400].map(|score| Othello::SCALE.win_chance(score));
    assert!(chances.is_sorted() && chances[0] >= 0.0 && chances[4] <= 1.0);
    assert!((chances[2] - 0.5).abs() < 1e-9);
}

#[test]
fn the_start_is_drawn_as_othello_players_know_it() {
    let game = Othello::new(8);
    let drawing = game.drawing();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "   A B C D E F G H");
    assert_eq!(lines[4], " 4 . . . O X . . . 4");
    assert_eq!(lines[5], " 5 . . . X O . . . 5");
    assert_eq!(lines[10], "   X 2, O 2, black to move");
    let moves: Vec<String> = game.moves().iter().map(|&mv| game.move_text(mv)).collect();
    assert_eq!(moves, ["D3", "C4", "F5", "E6"]);
}

#[test]
fn moves_that_are_refused_say_why() {
    let game = Othello::new(8);
    let illegal = |text| match game.parse_move(text) {
        Err(TextError::Illegal(reason)) => reason,
        other => panic!("{text}: {other:?}"),
    };
    assert!(illegal("d4").contains("a disc on d4"));
    assert!(illegal("a1").contains("flips nothing"));
    assert!(illegal("Pass").contains("may not pass"));
    for text in ["", "i1", "a9", "j1", "z9", "d33", "dd"] {
        assert!(matches!(game.parse_move(text), Err(TextError::Syntax(_))), "{text}");
    }
}

#[test]
fn a_pass_is_legal_only_when_it_must_be() {
    let start = Othello::new(4);
    let stuck = start.parse_position("OX../..../..../....:b").unwrap();
    assert_eq!(stuck.moves(), [stuck.parse_move("pass").unwrap()]);
    let after = stuck.after(stuck.moves()[0]);
    assert_eq!(after.move_text(after.moves()[0]), "C1");
    let over = after.after(after.moves()[0]);
    assert_eq!(over.outcome(), Some(Outcome::Win(Color::White, 16)), "the empties go to the winner");
    assert!(matches!(over.parse_move("pass"), Err(TextError::Illegal(_))));
    assert!(over.drawing().ends_with("X 0, O 3, game over: W+16"));
}

#[test]
fn sgf_is_read_in_both_dialects() {
    for game in random_positions(&Othello::new(8), 3, 60) {
        for mv in game.moves() {
            let text = game.sgf_move(mv);
            assert_eq!(game.parse_sgf_move(&text), Ok(mv), "{text}");
            assert_eq!(game.parse_sgf_move(&game.move_text(mv).to_lowercase()), Ok(mv));
        }
    }
    let start = Othello::new(8);
    assert_eq!(start.sgf_move(start.parse_move("d3").unwrap()), "dc");
    assert_eq!(start.parse_sgf_point("i1"), None);
    assert_eq!(start.parse_sgf_point("ia"), None);
    let stuck = Othello::new(4).parse_position("OX../..../..../....:b").unwrap();
    assert_eq!(stuck.sgf_move(stuck.moves()[0]), "");
    for text in ["", "tt", "pass"] {
        assert_eq!(stuck.parse_sgf_move(text), Ok(stuck.moves()[0]), "{text}");
    }
}

#[test]
fn set_up_takes_any_discs_on_the_board() {
    let start = Othello::new(6);
    let setup = |vertex| Setup::new(vec![(Color::White, vertex)], Color::White);
    let alone = start.set_up(&setup(Vertex::new(5, 5))).unwrap();
    assert_eq!(alone.outcome(), Some(Outcome::Win(Color::White, 36)));
    assert!(matches!(start.set_up(&setup(Vertex::new(6, 5))), Err(TextError::Illegal(_))));
}
