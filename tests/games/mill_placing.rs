//! Mill's placing phase, searched down to the tables of what comes after it.

use tengen_core::game::{Color, Game as _, History};
use tengen_core::playable::PlayerOptions;
use tengen_core::search::{Goal, Limits, Player as _, Query, Resources, Stop};
use tengen_games::mill::tables::{TableValue, Tables};
use tengen_games::mill::tengen::Tengen;
use tengen_games::mill::{Mill, RuleSet};

/// The sign of a position's value for the side to move, every placement looked at and the tables asked after the last.
fn sign(game: &Mill, tables: &Tables) -> i32 {
    if let Some(outcome) = game.outcome() {
        outcome.margin_for(game.side_to_move()).signum()
    } else if Color::BOTH.iter().all(|&side| game.hand(side) == 0) {
        tables.probe(game, false).unwrap().value.cmp(&TableValue::Draw) as i32
    } else {
        game.moves().into_iter().map(|turn| -sign(&game.after(turn), tables)).max().unwrap()
    }
}

/// Where the tables know all that comes after placing, the search of the placing phase ends in them and its value is proven:
/// against every line, with points closed and with the hundredth ply near.
#[test]
fn placing_is_searched_down_to_the_tables() {
    let mut rng = fastrand::Rng::with_seed(21);
    let mut seen = [0; 3];
    for (rule_set, hands) in [(RuleSet::MORRIS9, [4, 4]), (RuleSet::MORRIS12, [4, 4]), (RuleSet::CHENGSAN, [4, 3])] {
        let tables = Tables::embedded(rule_set).unwrap();
        let player = Tengen::new(rule_set, &PlayerOptions::default());
        let resources = Resources::new(1, 16);
        for quiet in [0, 0, 60, 85, 93].into_iter().cycle().take(30) {
            let start = Mill::from_parts(rule_set, Color::Black, [0; 2], hands, quiet).unwrap();
            let mut game = start;
            for _ in 0..hands[0] + hands[1] - rng.u8(3..=4) {
                let moves = game.moves();
                // Mills are closed more often than by chance.
                let closing = moves.iter().find(|&&turn| game.captured(turn) != 0 && rng.bool());
                game.play(*closing.unwrap_or(&moves[rng.usize(..moves.len())]));
            }
            let (history, stop) = (History::new(game), Stop::new());
            let query = Query::new(Limits { goal: Goal::Winner, ..Limits::default() }, &stop);
            let answer = player.choose(&mut resources.task(&history, query));
            let expected = sign(&game, &tables);
            let line = &answer.report.lines[0];
            assert!(line.exact, "{game:?}");
            assert_eq!(line.score.signum(), expected, "{game:?}");
            assert_eq!(-sign(&game.after(answer.mv), &tables), expected, "{game:?}");
            seen[(expected + 1) as usize] += 1;
        }
    }
    assert!(seen.into_iter().all(|count| count >= 5), "{seen:?}");
}
