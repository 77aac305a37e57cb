//! Options of mill's rule sets, against the independent telling of the rules, and by hand where they are sharp.

use crate::common::naive_mill::Naive;
use crate::mill_rules::texts;
use proptest::prelude::*;
use std::collections::HashSet;
use tengen_core::game::{Ended, Game, Move, Notation, Outcome, Vertex, perft};
use tengen_games::mill::{Mill, RuleSet};

/// Rule sets with each option at least once, as they are written.
const WITH_OPTIONS: [&str; 13] = [
    "morris9+fly0",
    "morris9+fly4",
    "morris9+draw10",
    "morris9+fly4+draw30+multiple",
    "morris9+any",
    "morris9+loose",
    "lasker+fly0+multiple+any",
    "lasker+fly4+loose",
    "morris12+multiple",
    "morris12+multiple+loose",
    "chengsan+fly3+multiple",
    "chengsan+draw200+any",
    "morris6+fly3+multiple",
];

fn position(name: &str, text: &str) -> Mill {
    Mill::new(RuleSet::named(name)).parse_position(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    /// Random turns seldom close two mills: those that remove most stones come first half of the time.
    #[test]
    fn plays_with_options_as_the_naive_telling(
        name in prop::sample::select(WITH_OPTIONS.to_vec()),
        choices in prop::collection::vec(any::<u32>(), 0..150),
    ) {
        let variant = RuleSet::named(name);
        prop_assert_eq!(variant.to_string(), name);
        let (mut game, mut naive) = (Mill::new(variant), Naive::new(name));
        for choice in choices {
            let mut turns = naive.turns();
            prop_assert_eq!(&texts(&game, ""), &turns, "{}", naive.text());
            prop_assert_eq!(game.count_moves(), turns.len());
            let moves = game.moves();
            prop_assert_eq!(moves.iter().map(|turn| turn.code()).collect::<HashSet<_>>().len(), moves.len());
            prop_assert_eq!(moves.iter().map(|&turn| game.steps(turn)).collect::<HashSet<_>>().len(), moves.len());
            prop_assert_eq!(game.outcome().map_or(String::new(), |end| end.to_string()), naive.result());
            prop_assert_eq!(game.position_text(), naive.text());
            if turns.is_empty() {
                break;
            }
            let stones = |text: &String| text.matches('X').count();
            if choice % 2 == 0 {
                let most = turns.iter().map(stones).max();
                turns.retain(|text| Some(stones(text)) == most);
            }
            let text = &turns[choice as usize / 2 % turns.len()];
            game.play(game.parse_move(text).unwrap());
            naive.play(text);
        }
    }
}

/// Sanmill's Morabaraba removes a stone for each mill (`mayRemoveMultiple`).
#[test]
fn every_mill_removes_a_stone_with_multiple() {
    // D7 closes A7-D7-G7 and D7-D6-D5.
    let game = position("morris9+multiple", "X.X...../.X..O.../.X.O.O../B/5/6/0");
    assert_eq!(texts(&game, "D7"), ["D7XD3XE4", "D7XD3XF2", "D7XE4XF2"]);
    let turn = game.parse_move("d7xf2xd3").unwrap();
    assert_eq!(
        game.steps(turn),
        ["D7", "D3", "F2"].map(|name| name.parse::<Vertex>().unwrap()),
        "in the order of their names"
    );
    assert_eq!(game.after(turn).position_text(), "XXX...../.X....../.X.O..../W/4/6/0");
    assert_eq!(game.parse_move("d7xf2").unwrap_err().to_string(), {
        "that may not be captured: D7XE4XF2, D7XD3XF2, D7XD3XE4"
    });
    // A7 closes three mills of the board with diagonals, and White has only two stones to lose.
    let game = position("morris12+multiple", ".XXO..XX/X......./X..O..../B/6/10/0");
    assert_eq!(texts(&game, "A7"), ["A7XE4XG4"]);
}

/// Sanmill's `mayRemoveFromMillsAlways`, and the rule that mills are safe altogether.
#[test]
fn mills_protect_their_stones_more_or_less() {
    // G4 closes G7-G4-G1. White has a mill at A7-A4-A1, and D3 outside of it or nothing.
    let turns = |name, text| texts(&position(name, text), "G4");
    let (outside, inside) = ("O.X.X.OO/......../.....O../B/6/5/0", "O.X.X.OO/......../......../B/6/6/0");
    assert_eq!(turns("morris9+any", outside), ["G4XA1", "G4XA4", "G4XA7", "G4XD3"]);
    assert_eq!(turns("morris9+loose", outside), ["G4XD3"]);
    assert_eq!(turns("morris9+loose", inside), ["G4"]);
}

#[test]
fn options_say_who_flies_and_when_it_is_a_draw() {
    let four = "X.X..X../X......./.OOO..../B/0/0/9";
    let can_fly = |name| position(name, four).parse_move("d1-c3").is_ok();
    assert_eq!(["morris9+fly4", "morris9", "morris9+fly0"].map(can_fly), [true, false, false]);
    let three = "X.X..X../......../.OOO..../B/0/0/9";
    let can_fly = |name| position(name, three).parse_move("d1-c3").is_ok();
    assert_eq!(["morris9+fly4", "morris9", "morris9+fly0", "chengsan+fly3"].map(can_fly), [true, true, false, true]);
    let game = position("morris9+draw10", four);
    assert_eq!(game.after(game.parse_move("d1-a1").unwrap()).outcome(), Some(Outcome::Draw));
    assert!(game.parse_position("......../......../......../B/9/9/11").is_err());
}

fn naive_perft(naive: &Naive, depth: u32) -> u64 {
    let turns = naive.turns();
    if depth == 1 {
        return turns.len() as u64;
    }
    let after = |text: &String| {
        let mut after = naive.clone();
        after.play(text);
        naive_perft(&after, depth - 1)
    };
    turns.iter().map(after).sum()
}

/// From positions in which the side to move closes several mills, flies, or meets stones that all stand in mills.
#[test]
fn perft_is_that_of_the_naive_telling() {
    for (name, moves, depth) in [
        ("morris12+multiple", "a7 a4 d7 a1 g1 b6 g4 b2", 2),
        ("morris12+multiple+any", "a7 a4 d7 a1 g1 b6 g4 b2", 2),
        ("lasker+multiple+loose", "a7 a4 d6 b4 d5 f2 g7 c3", 2),
        ("chengsan+fly4+any", "a7 b6 d7 b4 g7xb6 d2", 2),
    ] {
        let (mut game, mut naive) = (Mill::new(RuleSet::named(name)), Naive::new(name));
        for text in moves.split(' ') {
            game.play(game.parse_move(text).unwrap());
            naive.play(&text.to_uppercase());
        }
        assert_eq!(perft(&game, depth, Ended::Nothing), naive_perft(&naive, depth), "{name}");
    }
}
