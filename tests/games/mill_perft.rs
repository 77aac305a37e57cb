//! Perft of the mill family against published tables.

use tengen_core::game::{Ended, Game, perft};
use tengen_games::mill::{Capture, Mill, rule_set::RuleSet};

fn check(variant: RuleSet, leaves: &[u64], from: u32) {
    for (&expected, depth) in leaves.iter().zip(from..) {
        assert_eq!(perft(&Mill::new(variant), depth, Ended::Nothing), expected, "{} depth {depth}", variant.name());
    }
}

#[test]
fn zhiqi() {
    check(RuleSet::ZHIQI, &[1, 24, 552, 12_144, 255_064, 5_105_600], 0);
}

#[test]
fn morris9() {
    check(RuleSet::MORRIS9, &[1, 24, 552, 12_144, 255_024, 5_140_800], 0);
}

#[test]
fn morris12() {
    check(RuleSet::MORRIS12, &[1, 24, 552, 12_144, 255_024, 5_150_880], 0);
}

#[test]
fn lasker() {
    check(RuleSet::LASKER, &[1, 24, 552, 13_552, 319_176, 7_911_352], 0);
}

/// Flying and sliding need stones to run out: as long as everyone places, the rules of morris9 hold.
#[test]
fn chengsan_begins_like_morris9() {
    check(RuleSet::CHENGSAN, &[1, 24, 552, 12_144, 255_024, 5_140_800], 0);
}

/// From a program of its own, which lists the 8 lines.
#[test]
fn morris6() {
    check(RuleSet::MORRIS6, &[1, 16, 240, 3360, 43_680, 531_648, 6_024_960], 0);
}

/// From a program of its own, which lists the 8 lines.
#[test]
fn morris3() {
    check(RuleSet::MORRIS3, &[1, 9, 72, 504, 3024, 15_120, 54_720, 199_296, 705_312, 2_567_232], 0);
}

#[test]
#[ignore = "billions of leaves"]
fn deep_tables() {
    check(RuleSet::ZHIQI, &[96_235_760, 1_722_768_896], 6);
    check(RuleSet::MORRIS9, &[99_274_176, 1_873_562_112, 34_085_204_352], 6);
    check(RuleSet::MORRIS12, &[99_862_272, 1_905_799_824], 6);
    check(RuleSet::LASKER, &[188_926_776], 6);
}

/// Leaves when a removal is a ply of its own.
fn split_perft(game: &Mill, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut turns = game.moves();
    // The first halves of all turns that remove, each once.
    let mut halves = Vec::new();
    let mut leaves = 0;
    for turn in &turns {
        if matches!(turn.capture, Capture::Remove(_)) && !halves.contains(&(turn.from, turn.to)) {
            halves.push((turn.from, turn.to));
        }
    }
    if depth == 1 {
        turns.retain(|turn| turn.capture == Capture::Nothing);
        return (turns.len() + halves.len()) as u64;
    }
    for turn in turns {
        let spent = if turn.capture == Capture::Nothing { 1 } else { 2 };
        leaves += split_perft(&game.after(turn), depth - spent);
    }
    leaves
}

#[test]
fn morris9_with_the_removal_as_a_ply_of_its_own() {
    for (depth, expected) in [1, 24, 552, 12_144, 255_024, 5_100_480].into_iter().enumerate() {
        assert_eq!(split_perft(&Mill::new(RuleSet::MORRIS9), depth as u32), expected, "depth {depth}");
    }
}

#[test]
#[ignore = "a billion leaves, listed one by one"]
fn morris9_with_the_removal_as_a_ply_of_its_own_deep() {
    for (depth, expected) in [(6, 96_223_680), (7, 1_720_800_000)] {
        assert_eq!(split_perft(&Mill::new(RuleSet::MORRIS9), depth), expected, "depth {depth}");
    }
}
