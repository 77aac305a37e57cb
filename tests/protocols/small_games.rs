//! A small game that is not registered, with a long name and without levels: what is said of it, and how deep it is searched.

use crate::common::tictactoe::TicTacToe;
use crate::served::{answered, served};
use tengen::features;
use tengen::protocols::gtp::Server;
use tengen_core::search::Resources;
use tengen_session::{GameEntry, Games, Host, Settings};

static GAMES: Games = Games(&[GameEntry::of::<TicTacToe>()]);

fn host() -> Host {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    Host::new(GAMES, settings, Resources::new(1, 1))
}

#[test]
fn a_game_without_levels_refuses_them() {
    let said = served(&mut Server::new(host()), "list_levels\nset_level 3\nwhy\nset_level 0\n");
    assert_eq!(said, "=\n\n? syntax error\n\n= syntax error: TicTacToe has no levels\n\n=\n\n");
}

#[test]
fn the_columns_of_bench_are_as_wide_as_the_names() {
    let mut out = Vec::new();
    features::bench(&host(), true, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let rows: Vec<_> = text.lines().take(2).collect();
    let ends = |row: &str, word: &str| row.find(word).unwrap() + word.len();
    assert_eq!(ends(rows[0], "size"), ends(rows[1], " 3"), "{text}");
    assert_eq!(ends(rows[0], "depth"), ends(rows[1], " 9"), "{text}");
    assert_eq!(rows[0].find("rule"), rows[1].find("normal"), "{text}");
}

/// All of tic-tac-toe is seen within a moment: without a limit the analysis would be nine plies deep.
#[test]
fn a_depth_bounds_analyses() {
    let mut server = Server::new(host());
    let pieces = [
        ("set_depth 2\n1 json-analyze 1\n", "\"depth\":2,"),
        ("2 json-statistics\n", "=2"),
        ("3 set_depth 0\n4 json-analyze 1\n", "\"depth\":9,"),
    ];
    let said = answered(&mut server, &pieces);
    let (_, statistics) = said.split_once("=2 ").unwrap();
    assert!(statistics.lines().next().unwrap().contains("\"depth\":2,"), "{said}");
}
