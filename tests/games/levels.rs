//! Levels of the default player.

use std::collections::HashSet;
use tengen_core::playable::LEVEL_COUNT;
use tengen_core::search::{Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

fn host(game: &str, level: u8) -> Host {
    // A bound that no level comes near, in the place of a second a move.
    let settings = Settings { threads: 1, hash: 1, nodes: Some(1_000_000), level: Some(level), ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
    host.set_game(game).unwrap();
    host
}

/// The move that a host would play now with a seed, and the depth that it was found at.
fn generated(host: &mut Host, seed: u64) -> (String, u32) {
    host.settings_mut().seed = seed;
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let query = host.query_for(color, &stop);
    let answer = host.generate(color, &query, false, &mut |_| ()).unwrap();
    let [line] = &answer.report.lines[..] else { panic!("{answer:?}") };
    assert_eq!(answer.report.first_text(line), answer.text());
    (answer.text(), answer.report.depth)
}

#[test]
fn levels_rise_in_even_steps() {
    for entry in GAMES {
        let levels = host(entry.info.name, 1).engine().levels();
        if levels.is_empty() {
            continue;
        }
        assert_eq!((levels.len(), levels[0].elo), (LEVEL_COUNT, 0));
        for pair in levels.windows(2) {
            let step = pair[1].elo - pair[0].elo;
            assert!((100..=450).contains(&step), "{}: {step}", entry.info.name);
        }
    }
}

#[test]
fn a_level_chooses_by_its_seed() {
    for game in ["othello", "gomoku", "morris9"] {
        let mut host = host(game, 1);
        for _ in 0..3 {
            let color = host.engine().side_to_move();
            let (first, depth) = generated(&mut host, 0);
            assert_eq!(depth, 1);
            host.engine_mut().play_text(color, &first).unwrap();
        }
        let moves: HashSet<_> = (0..20).map(|seed| generated(&mut host, seed).0).collect();
        let legal = host.engine().legal_texts();
        assert!(moves.len() > 2 && moves.iter().all(|mv| legal.contains(mv)), "{moves:?}");
        assert_eq!(generated(&mut host, 7), generated(&mut host, 7));
    }
}

#[test]
fn only_the_default_player_has_levels() {
    let mut host = host("gomoku", 3);
    assert_eq!(host.level().map(|level| level.elo), Some(host.engine().levels()[2].elo));
    host.set_player("scorer").unwrap();
    assert_eq!(host.level(), None);
    host.set_player("tengen").unwrap();
    host.settings_mut().level = None;
    assert_eq!(host.level(), None);
}
