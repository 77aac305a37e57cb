//! The Gomocup program as a manager has it: games under the eyes of a dumb referee, stops, swap2. Nodes bound the searches.

use crate::common::gomocup::{Engine, point};
use crate::common::naive_gomoku::Naive;
use tengen_games::gomoku::Rule;

/// A move's limit where any legal move will do.
const QUICK: &str = "INFO max_node 3000";

/// How a game is told to the engines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// `BEGIN` and `TURN`.
    Turns,
    /// `RESTART` and `BOARD` before each move, the last stones first.
    Boards,
}

/// A game of two engines from a few stones; every move must be legal.
fn game(rule: Rule, size: i32, way: Way, seed: u64) {
    let number = match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
        Rule::CaroExact => 9,
    };
    let mut engines = [(); 2].map(|()| Engine::start(&["--threads", "1", "--hash", "4"]));
    for engine in &mut engines {
        // Half of what is said comes before START, half behind it.
        engine.send(QUICK);
        assert_eq!(engine.ask(&format!("START {size}")), "OK");
        engine.send(&format!("INFO rule {number}\r\nINFO timeout_match 0\r\nINFO time_left 2147483647"));
    }
    let mut board = Naive::new(rule, size as usize);
    let mut played: Vec<(i32, i32)> = Vec::new();
    let mut rng = fastrand::Rng::with_seed(seed);
    while played.len() < 4 && way == Way::Boards {
        let free = board.moves();
        let at = free[rng.usize(..free.len())];
        board.put(board.side, at);
        board.side = !board.side;
        played.push(at);
    }
    while !board.moves().is_empty() {
        let color = board.side;
        let engine = &mut engines[color.index()];
        let text = match (way, played.last()) {
            (Way::Turns, None) => engine.ask("BEGIN"),
            (Way::Turns, Some((x, y))) => engine.ask(&format!("TURN {x},{y}")),
            (Way::Boards, _) => {
                assert_eq!(engine.ask("RESTART"), "OK");
                let field = |ply: usize| if (played.len() - ply).is_multiple_of(2) { 1 } else { 2 };
                let mut stones: Vec<_> =
                    played.iter().enumerate().map(|(ply, (x, y))| format!("{x},{y},{}\r\n", field(ply))).collect();
                stones.reverse();
                engine.ask(&format!("BOARD\r\n{}DONE", stones.concat()))
            }
        };
        let at = point(&text);
        assert!(board.moves().contains(&at), "{at:?} in {board:?}");
        board.put(color, at);
        played.push(at);
        if board.has_won(color) {
            break;
        }
        board.side = !color;
    }
    for engine in engines {
        let rest = engine.end();
        assert_eq!(rest.iter().filter(|line| !line.starts_with("MESSAGE")).count(), 0, "{rest:?}");
    }
}

#[test]
fn games_under_every_rule() {
    for (index, rule) in Rule::ALL.into_iter().enumerate() {
        game(rule, 15, Way::Turns, 0);
        game(rule, [20, 15, 15, 9, 11][index], Way::Boards, index as u64);
    }
}

#[test]
fn our_five_is_found_whatever_the_order_and_the_colour() {
    let own = ["5,5,1", "6,6,1", "7,7,1", "8,8,1"];
    // As many enemies (we are Black), one more (we are White), far fewer (an odd position).
    for enemies in
        [&["0,0,2", "0,2,2", "0,4,2", "0,6,2"][..], &["0,0,2", "0,2,2", "0,4,2", "0,6,2", "0,8,3"], &["0,0,2"]]
    {
        let mut engine = Engine::start(&["--threads", "1", "--depth", "2"]);
        engine.ask("START 15");
        let list = [&own[..], enemies].concat().join("\r\n");
        let answer = engine.ask(&format!("BOARD\r\n{list}\r\nDONE"));
        assert!(["4,4", "9,9"].contains(&answer.as_str()), "{answer}");
        // One is as good as the other; the game is over then.
        assert_eq!(engine.ask("TURN 1,1"), "ERROR 1,1 cannot be played: the game is over");
    }
}

#[test]
fn what_is_thought_comes_before_the_move() {
    let mut engine = Engine::start(&["--threads", "1", "--depth", "3"]);
    engine.ask("START 15");
    engine.send("TURN 7,7");
    let message = engine.line();
    let words: Vec<&str> = message.split(' ').collect();
    assert!(
        matches!(words[..13], ["MESSAGE", "Depth", "3", "|", "Eval", _, "|", "Node", _, "|", "Time", _, "|"]),
        "{message}"
    );
    let (x, y) = point(&engine.answer());
    assert_eq!(words[13], format!("{}{}", char::from(b'A' + x as u8), y + 1), "{message}");

    // A board for people is shown every iteration.
    engine.send("YXSHOWINFO\r\nRESTART\r\nTURN 7,7");
    let lines: Vec<String> = (0..7).map(|_| engine.line()).collect();
    assert!(lines[1].starts_with("MESSAGE INFO MAX_HASH_SIZE"), "{lines:?}");
    for (line, depth) in lines[3..].iter().zip([1, 2, 3, 3]) {
        assert!(line.starts_with(&format!("MESSAGE Depth {depth} |")), "{lines:?}");
    }
}

/// Without that it would think for a day.
#[test]
fn a_search_is_stopped_by_end_and_stop() {
    let thinking = || {
        let mut engine = Engine::start(&["--threads", "1", "--movetime", "86400"]);
        engine.ask("START 15");
        engine.send("TURN 7,7");
        engine.thinks();
        engine
    };
    // It was still thinking.
    assert_eq!(thinking().end(), Vec::<String>::new());

    let mut engine = thinking();
    point(&engine.ask("YXSTOP"));
    // The next search is not stopped with it.
    engine.send("INFO max_node 30000\r\nTURN 0,0");
    let message = engine.line();
    let nodes = message.split_once("Node ").unwrap().1.split(' ').next().unwrap();
    assert!(nodes.parse::<u64>().unwrap() >= 30_000, "{message}");
    point(&engine.answer());
}

#[test]
fn a_search_with_limits_goes_on_without_a_manager() {
    let mut engine = Engine::start(&["--threads", "1", "--depth", "4"]);
    engine.ask("START 15");
    engine.send("TURN 7,7");
    let rest = engine.close_input();
    assert!(rest[0].starts_with("MESSAGE Depth 4 |"), "{rest:?}");
    point(rest.last().unwrap());
}

#[test]
fn swap2() {
    let mut engine = Engine::start(&["--threads", "1"]);
    engine.ask("START 15");
    engine.send("INFO max_node 30000");
    let text = engine.ask("SWAP2BOARD\r\nDONE");
    let stones: Vec<_> = text.split(' ').map(point).collect();
    let off = stones.iter().any(|&(x, y)| !(0..15).contains(&x) || !(0..15).contains(&y));
    assert!(
        stones.len() == 3 && !off && stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2],
        "{text}"
    );

    // Two black stones side by side in the centre, White's in the corner: Black has won.
    assert_eq!(engine.ask("SWAP2BOARD\r\n7,7\r\n0,0\r\n7,8\r\nDONE"), "SWAP");
    // White has two in the centre, Black three in corners; White stays, and plays a free point.
    let text = engine.ask("SWAP2BOARD\r\n0,0\r\n7,7\r\n14,14\r\n8,8\r\n0,14\r\nDONE");
    assert!((4..12).contains(&point(&text).0) && (4..12).contains(&point(&text).1), "{text}");
    // The game goes on from there.
    point(&engine.ask("TURN 14,0"));
}
