//! What the Gomocup program keeps from one of Yixin-Board's commands to the next, without a process: nodes tell.

use std::time::Duration;
use tengen::protocols::gomocup::Brain;
use tengen::protocols::line_server::{LineSignals, Protocol as _};
use tengen_core::search::{Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// What the program says to this line, with its answer.
fn execute(brain: &mut Brain, line: &str) -> String {
    let signals = LineSignals::at(Duration::ZERO);
    let mut said = Vec::new();
    let reply = brain.execute(line, &signals, &mut |message| said.push(message.to_owned())).unwrap();
    said.extend(reply);
    said.join("\n")
}

/// The nodes of the last message.
fn nodes(said: &str) -> u64 {
    said.rsplit_once(" n ").unwrap().1.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn pondering() {
    let mut searched = Vec::new();
    for pondering in [0, 1] {
        let settings = Settings { threads: 1, hash: 8, depth: Some(6), ..Settings::default() };
        let mut brain = Brain::new(Host::new(GAMES, settings, Resources::new(1, 8))).unwrap();
        execute(&mut brain, &format!("INFO pondering {pondering}"));
        execute(&mut brain, "START 15");
        let said = execute(&mut brain, "TURN 7,7");
        // The expected reply, `x` a letter and `y` a number from the top.
        let (_, line) = said.rsplit_once(" pv ").unwrap();
        let reply = line.split_whitespace().nth(1).unwrap();
        let y: u32 = reply[1..].parse().unwrap();
        let turn = format!("TURN {},{}", reply.as_bytes()[0] - b'A', y - 1);
        brain.ponder(&Stop::new());
        searched.push(nodes(&execute(&mut brain, &turn)));
    }
    assert!(searched[1] * 10 < searched[0], "{searched:?}");
}

/// A search of eight plies finds most of what it needs in the table that one of twelve has filled.
#[test]
fn a_cleared_table_remembers_nothing() {
    let settings = Settings { threads: 1, hash: 8, ..Settings::default() };
    let mut brain = Brain::new(Host::new(GAMES, settings, Resources::new(1, 8))).unwrap();
    let mut search = |stones: &[&str], before: &str, depth: u32| {
        for line in ["YXBOARD"].iter().chain(stones).chain(&["DONE", before]) {
            execute(&mut brain, line);
        }
        execute(&mut brain, &format!("INFO max_depth {depth}"));
        nodes(&execute(&mut brain, "YXNBEST 1"))
    };
    let (mut first, mut again) = (0, 0);
    for stones in [
        &["7,7,2"][..],
        &["7,7,1", "6,8,2"],
        &["7,7,2", "6,7,1", "9,9,2"],
        &["7,7,2", "8,8,1", "6,6,2"],
        &["7,7,1", "6,7,2", "9,9,1", "5,6,2"],
    ] {
        let cleared = search(stones, "YXHASHCLEAR", 8);
        search(stones, "YXBLOCKRESET", 12);
        let warm = search(stones, "YXBLOCKRESET", 8);
        again += warm;
        assert_eq!(search(stones, "YXHASHCLEAR", 8), cleared, "{stones:?}");
        first += cleared;
    }
    assert!(again < first / 2, "{first}, {again}");
}
