//! Thinking on the opponent's time: when, about what, and to what use.

use std::time::Duration;
use tengen::protocols::gtp::Server;
use tengen::protocols::line_server::{LineSignals, execute};
use tengen_core::game::Size;
use tengen_core::search::{Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Query, Settings};

/// A host with one search thread, where all searches go to this depth.
fn host(depth: u32) -> Host {
    let settings = Settings { threads: 1, hash: 4, depth: Some(depth), ponder: true, ..Settings::default() };
    Host::new(GAMES, settings, Resources::new(1, 4))
}

/// Generates a move and plays it; the reply that is expected, and the nodes.
fn generate(host: &mut Host) -> (Option<String>, u64) {
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let answer = host.think(color, &host.query_for(color, &stop), &mut |_| ()).unwrap();
    let line = answer.report.lines.first();
    let found = (line.and_then(|line| answer.report.texts(line).get(1).cloned()), answer.report.nodes);
    host.accept(color, answer, Duration::ZERO).unwrap();
    found
}

fn play(host: &mut Host, text: &str) {
    let color = host.engine().side_to_move();
    host.engine_mut().play_text(color, text).unwrap();
}

#[test]
fn the_next_search_goes_on_from_what_was_pondered() {
    for (game, depth) in [("othello", 8), ("gomoku", 4), ("mill", 5)] {
        let mut host = host(depth);
        host.set_game(game).unwrap();
        if game == "mill" {
            host.set_rule("morris9").unwrap();
        }
        let first = host.engine().legal_texts()[0].clone();
        play(&mut host, &first);
        let reply = generate(&mut host).0.unwrap();
        let pondered = host.ponder(&Stop::new()).unwrap();
        assert_eq!(pondered.report.depth, depth);
        assert!(pondered.report.nodes > 100);
        // A second time there is nothing left to do.
        let again = host.ponder(&Stop::new()).unwrap();
        assert_eq!((again.turn, again.report.depth), (pondered.turn, depth));
        assert!(again.report.nodes < pondered.report.nodes / 4);

        play(&mut host, &reply);
        let (color, stop) = (host.engine().side_to_move(), Stop::new());
        let ask = |host: &Host, limits| host.think(color, &Query::new(limits, &stop), &mut |_| ()).unwrap();
        let answer = ask(&host, Limits::depth(depth));
        assert_eq!((answer.turn, answer.report.depth), (pondered.turn, depth));
        assert_eq!(answer.report.lines[0].score, pondered.report.lines[0].score);
        assert!(answer.report.nodes < pondered.report.nodes / 4, "{game}");
        // Deeper is new; less deep is a search of its own.
        for depth in [depth + 1, depth - 1] {
            let answer = ask(&host, Limits::depth(depth));
            assert!(answer.report.depth == depth && answer.report.nodes > 0);
        }
        // Another reply than the one expected is thought about from the beginning.
        host.engine_mut().undo(1).unwrap();
        let other = host.engine().legal_texts().into_iter().find(|text| *text != reply).unwrap();
        play(&mut host, &other);
        let answer = ask(&host, Limits::depth(depth));
        assert!(answer.report.depth == depth && answer.report.nodes > 0);
        assert!(host.engine().legal_texts().contains(&answer.text()));
    }
}

#[test]
fn there_is_nothing_to_ponder_but_after_a_generated_move() {
    let mut host = host(3);
    let ponders = |host: &mut Host| host.ponder(&Stop::new()).is_some();
    assert!(!ponders(&mut host), "nothing was generated");
    let (reply, _) = generate(&mut host);
    assert!(ponders(&mut host));
    let raised = Stop::new();
    raised.raise();
    assert!(host.ponder(&raised).is_none());
    play(&mut host, &reply.unwrap());
    assert!(!ponders(&mut host), "it is our turn");
    host.engine_mut().undo(1).unwrap();
    assert!(ponders(&mut host), "it is the opponent's turn again");
    host.engine_mut().undo(1).unwrap();
    assert!(!ponders(&mut host));
    generate(&mut host);
    host.settings_mut().ponder = false;
    assert!(!ponders(&mut host));
    host.settings_mut().ponder = true;
    host.clear();
    assert!(!ponders(&mut host), "a new game");
    host.set_player("random").unwrap();
    let stop = Stop::new();
    let color = host.engine().side_to_move();
    let answer = host.think(color, &Query::new(Limits::default(), &stop), &mut |_| ()).unwrap();
    host.accept(color, answer, Duration::ZERO).unwrap();
    assert!(!ponders(&mut host), "a player that does not think");
}

/// A server that ends a game may be in the middle of it: the engine rests, until it has played again.
#[test]
fn a_game_that_is_over_on_the_server_is_not_pondered() {
    let mut server = Server::new(host(3));
    let ask = |server: &mut Server, line: &str| {
        let (signals, mut answer) = (LineSignals::at(Duration::ZERO), Vec::new());
        assert!(execute(server, line.as_bytes(), &signals, &mut answer).unwrap().is_continue());
        String::from_utf8(answer).unwrap()
    };
    let ponders = |server: &mut Server| server.state_mut().host.ponder(&Stop::new()).is_some();
    ask(&mut server, "genmove b");
    assert!(ponders(&mut server));
    assert_eq!(ask(&mut server, "kgs-game_over"), "=\n\n");
    assert!(!ponders(&mut server));
    ask(&mut server, "genmove w");
    assert!(ponders(&mut server));
}

/// Pondering leaves the board alone, and a game ends as it may.
#[test]
fn a_game_with_pondering_is_a_game() {
    let mut host = host(2);
    host.set_size(Size::square(4)).unwrap();
    while host.engine().outcome().is_none() {
        let before = host.engine().position_text();
        host.ponder(&Stop::new());
        assert_eq!(host.engine().position_text(), before);
        generate(&mut host);
    }
    assert!(host.ponder(&Stop::new()).is_none());
}
