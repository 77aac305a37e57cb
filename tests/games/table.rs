//! What one player has left in the search table is not taken for another's.

use tengen_core::search::{Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

fn host(game: &str, rule: &str) -> Host {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 4));
    host.set_game(game).unwrap();
    host.set_rule(rule).unwrap();
    host
}

/// The value and the nodes of a search with these limits from where the game stands.
fn search(host: &Host, limits: Limits) -> (i32, u64) {
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let report = host.think(color, &host.query(limits, &stop), &mut |_| ()).unwrap().report;
    (report.lines[0].score, report.nodes)
}

#[test]
fn another_player_finds_an_empty_table() {
    for (game, rule, depth, other) in
        [("othello", "normal", 8, "greedy"), ("gomoku", "freestyle", 5, "random"), ("mill", "morris9", 5, "first")]
    {
        let limits = Limits::depth(depth);
        let mut host = host(game, rule);
        let fresh = search(&host, limits);
        host.set_player("tengen").unwrap();
        assert!(search(&host, limits).1 < fresh.1, "{game}: the same player goes on with what it knows");
        host.set_player(other).unwrap();
        host.set_player("tengen").unwrap();
        assert_eq!(search(&host, limits), fresh, "{game}");
    }
}

#[test]
fn a_search_of_mill_without_tables_does_not_see_what_one_with_tables_found() {
    let mut host = host("mill", "morris9");
    // Six stones against six: the tables in the program know what comes of some captures.
    host.engine_mut().set_position_text("XO.XO.../OX.OX.../X.O.XO../B/0/0/0").unwrap();
    let limits = Limits::depth(4);
    let fresh = search(&host, limits);
    host.forget();
    let by_tables = search(&host, Limits { nodes: Some(20_000), ..Limits::default() });
    assert!(by_tables.1 >= 20_000, "it has searched");
    assert_eq!(search(&host, limits), fresh);
}
