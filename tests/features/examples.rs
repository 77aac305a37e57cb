//! What the examples show.

#![allow(dead_code, missing_docs, reason = "their `main` is not called, and they are no modules of a library")]

#[path = "../../examples/analyze_sgf.rs"]
mod analyze_sgf;
#[path = "../../examples/perft_of_own_rules.rs"]
mod perft_of_own_rules;
#[path = "../../examples/play_othello.rs"]
mod play_othello;
#[path = "../../examples/solve_ending.rs"]
mod solve_ending;
#[path = "../../examples/tournament.rs"]
mod tournament;

use crate::common::folder::Folder;
use crate::common::program::TENGEN;

#[test]
fn the_engine_beats_chance() {
    for seed in 0..4 {
        let (board, result) = play_othello::play(2, seed).unwrap();
        assert!(result.starts_with("B+"), "{result}\n{board}");
        assert!(board.contains(&format!("game over: {result}")), "{board}");
    }
}

/// The value is the one that Feinstein's page of these tests has.
#[test]
fn the_ending_is_solved() {
    let (discs, line) = solve_ending::solve(solve_ending::ENDING).unwrap();
    assert!((discs - 38.0).abs() < 1e-9, "{discs}");
    assert_eq!(line[0], "A2");
}

/// As everybody finds who counts them.
#[test]
fn tic_tac_toe_has_255168_games() {
    assert_eq!(perft_of_own_rules::games(), 255_168);
}

/// Black has three in a row that is open at both ends, and plays elsewhere.
#[test]
fn a_missed_win_is_found() {
    let moves = analyze_sgf::judge("(;GM[4]SZ[15];B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[oo])", 6).unwrap();
    let [.., missed] = &moves[..] else { panic!("there are moves") };
    assert_eq!((moves.len(), missed.played.mv.as_str()), (7, "P1"));
    assert!(["H9", "H5"].contains(&missed.best.mv.as_str()), "{missed:?}");
    assert_eq!((missed.best.points(), missed.loss()), (None, None), "a win in so many plies, thrown away");
}

#[test]
fn the_deeper_engine_wins_the_match() {
    let folder = Folder::new("example-tournament");
    let engine = |name: &str, depth| format!("name={name} {TENGEN} --threads 1 --depth {depth}");
    let record = folder.join("games.jsonl");
    let standing = tournament::play([&engine("deep", 6), &engine("flat", 1)], 4, TENGEN, &record).unwrap();
    assert_eq!((standing.done, standing.total), (4, 4));
    assert!(standing.tally.engines[0].points() > 2.0, "{:?}", standing.tally.engines);
}
