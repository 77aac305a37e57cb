//! Records of the servers that play Othello.

use super::sgf::{file, moves, othello};
use tengen_core::game::{Color, Notation, Outcome, Size};
use tengen_session::formats::sgf::{parse, replay};

#[test]
fn games_of_othello_servers_are_read() {
    let record = file("server.ggf");
    assert!(record.ggf);
    assert_eq!(
        (record.game, record.size, record.facts.result.as_deref()),
        (Some(2), Some(Size::square(8)), Some("W+R"))
    );
    assert_eq!(record.facts.players, [Some("first".to_owned()), Some("second".to_owned())]);
    assert_eq!(moves(&record), "W:A1 B:PA W:f3");
    let history = replay(othello(8), &record, None).unwrap().history;
    assert_eq!(
        history.start().position_text(),
        ".XO...../......../......XO/......../......../......../......../........:w"
    );
    assert_eq!(history.outcome(), Some(Outcome::Win(Color::White, 64)));
    // The servers' letters have no gap at I, and their results are Black's.
    let large = parse(b"(;GM[othello]TY[10]RE[+2.00]B[e7/0.5/1]W[I10];)").unwrap();
    assert_eq!((moves(&large).as_str(), large.facts.result.as_deref()), ("B:e7 W:I10", Some("B+2")));
}
