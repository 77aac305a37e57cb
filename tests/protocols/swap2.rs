//! Openings of gomoku under swap2 over GTP: `swap2` in every position, rule set and size, within the limits of a move.

use crate::served::{answered, served};
use std::collections::HashSet;
use std::time::Duration;
use tengen::protocols::gomocup::Brain;
use tengen::protocols::gtp::Server;
use tengen::protocols::line_server::LineSignals;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// A host of gomoku with one thread.
fn host(settings: Settings) -> Host {
    let mut host = Host::new(GAMES, Settings { threads: 1, hash: 1, ..settings }, Resources::new(1, 1));
    host.set_game("gomoku").unwrap();
    host
}

fn server(settings: Settings) -> Server {
    Server::new(host(settings))
}

/// The texts of the responses, which all succeed.
fn answers(server: &mut Server, commands: &str) -> Vec<String> {
    let said = served(server, commands);
    let text =
        |answer: &str| answer.strip_prefix('=').unwrap_or_else(|| panic!("{commands}: {said}")).trim().to_owned();
    said.trim_end().split("\n\n").map(text).collect()
}

/// The depth that `json-statistics` has.
fn depth(statistics: &str) -> u64 {
    serde_json::from_str::<serde_json::Value>(statistics).unwrap()["depth"].as_u64().unwrap()
}

#[test]
fn every_rule_set_and_size_has_openings() {
    let rules = GAMES.find("gomoku").unwrap().0.info.rules;
    let mut server = server(Settings { depth: Some(1), ..Settings::default() });
    for rule in rules {
        for size in [5, 9, 15, 22] {
            let set_up = format!("set_rule {}\nboardsize {size}\nswap2\nmove_history\n", rule.name);
            let [_, _, opening, history] = answers(&mut server, &set_up).try_into().unwrap();
            let points: Vec<_> = opening.split(' ').collect();
            assert_eq!((points.len(), points.iter().collect::<HashSet<_>>().len()), (3, 3), "{opening}");
            assert_eq!(history, "", "nothing is played");
            let played = format!("gogui-play_sequence b {} w {} b {}\nswap2\n", points[0], points[1], points[2]);
            let choice = &answers(&mut server, &played)[1];
            assert!(["black", "white"].contains(&choice.as_str()), "{} {size}: {choice}", rule.name);
        }
    }
}

/// As Gomocup's `SWAP2BOARD` does it, under the same limits: from the top left, both coordinates from 0.
#[test]
fn openings_are_those_of_gomocup() {
    for (letters, names) in [("go", "ABCDEFGHJKLMNOP"), ("a-o", "ABCDEFGHIJKLMNO")] {
        for seed in 0..4 {
            let settings = Settings { depth: Some(2), seed, ..Settings::default() };
            let opening = answers(&mut server(settings), &format!("set_columns {letters}\nswap2\n"))[1].clone();
            let place = |point: &str| {
                let row: u8 = point[1..].parse().unwrap();
                format!("{},{}", names.find(&point[..1]).unwrap(), 15 - row)
            };
            let places: Vec<_> = opening.split(' ').map(place).collect();
            let mut brain = Brain::new(host(settings)).unwrap();
            let mut execute = |line: &str| brain.execute(line, &LineSignals::at(Duration::ZERO), &mut |_| ()).unwrap();
            for line in ["START 15", "SWAP2BOARD"] {
                execute(line);
            }
            assert_eq!(execute("DONE"), Some(places.join(" ")), "{letters} {seed}: {opening}");
        }
    }
}

#[test]
fn the_better_colour_is_taken() {
    for (moves, colour) in [
        // Two black stones side by side in the centre, White's in the corner: Black has won.
        ("b H8 w A1 b H9", "black"),
        // White has two in the centre, Black three in corners.
        ("b A15 w H8 b P1 w J7 b A1", "white"),
    ] {
        let commands = format!("gogui-play_sequence {moves}\nswap2\nmove_history\njson-statistics\n");
        let said = answers(&mut server(Settings { depth: Some(4), ..Settings::default() }), &commands);
        assert_eq!(said[1], colour, "{moves}");
        assert_eq!(said[2].lines().count(), moves.split(' ').count() / 2, "nothing is played");
        assert_eq!(depth(&said[3]), 4);
    }
}

#[test]
fn other_games_and_positions_are_refused_by_name() {
    let refused = |commands: &str, cause: &str| {
        let said =
            served(&mut server(Settings { depth: Some(1), ..Settings::default() }), format!("{commands}\nwhy\n"));
        assert!(said.ends_with(&format!("= {cause}\n\n")), "{commands}: {said}");
    };
    for game in ["Othello", "Mill"] {
        let cause = format!("unsupported game: {game} is not begun under swap2");
        refused(&format!("set_game {game}\nswap2"), &cause);
    }
    let cause = "invalid position: swap2 is for the empty board, or White to move after three or five stones";
    for moves in
        ["b H8", "b H8 w H9", "b H8 w H9 b A1 w B2", "b H8 w H9 b A1 w B2 b C3 w D4", "b H8 w H9 b A1 w resign"]
    {
        refused(&format!("gogui-play_sequence {moves}\nswap2"), cause);
    }
    refused("set_position white H8 white H9 black A1\nswap2", cause);
    refused("swap2 black", "syntax error: expected 0 arguments, got 1");
}

/// Its depth holds, with all the time that there is.
#[test]
fn a_level_is_obeyed() {
    let host = host(Settings::default());
    for (number, level) in (1..).zip(host.engine().levels()).take(3) {
        let limits = format!("kata-set-param maxTime 600\nset_level {number}");
        let commands =
            format!("{limits}\nswap2\njson-statistics\nplay b H8\nplay w A1\nplay b P15\nswap2\njson-statistics\n");
        let said = answers(&mut server(Settings::default()), &commands);
        for statistics in [&said[3], &said[8]] {
            assert!(depth(statistics) <= u64::from(level.depth), "level {number}: {statistics}");
        }
    }
}

#[test]
fn an_interrupt_ends_it() {
    let pieces = [
        ("kata-set-param maxTime 100000\n1 swap2\n# interrupt\n", "=1 "),
        ("gogui-play_sequence b H8 w A1 b P15\n2 swap2\n# interrupt\n", "=2 "),
    ];
    let said = answered(&mut server(Settings::default()), &pieces);
    let [_, opening, _, choice, ..] = said.split("\n\n").collect::<Vec<_>>()[..] else { panic!("{said}") };
    assert_eq!(opening.split(' ').count(), 4, "{said}");
    assert!(["=2 black", "=2 white"].contains(&choice), "{said}");
}
