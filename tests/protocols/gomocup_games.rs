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
    let (thoughts, answer) = engine.thoughts();
    let (x, y) = point(&answer);
    // One for each depth; the last one says all of the whole search.
    assert_eq!(thoughts.iter().map(|thought| thought.depth.0).collect::<Vec<_>>(), [1, 2, 3]);
    let last = thoughts.last().unwrap();
    assert_eq!(last.line[0], format!("{}{}", char::from(b'A' + x as u8), y + 1));
    assert!(thoughts.is_sorted_by_key(|thought| thought.nodes) && last.nodes > 0);
    assert!(thoughts.iter().all(|thought| thought.depth.1 == thought.depth.0.max(thought.line.len())));

    // Four in a row, and both ends are free: a win in one ply.
    engine.send("RESTART\r\nBOARD\r\n7,7,1\r\n0,0,2\r\n7,8,1\r\n0,2,2\r\n7,9,1\r\n0,4,2\r\n7,10,1\r\n0,6,2\r\nDONE");
    assert_eq!(engine.answer(), "OK");
    assert_eq!(engine.thoughts().0.last().unwrap().eval, "+M1");
}

/// What is in the book is played at once, and what is not is searched.
#[test]
fn the_book_is_played() {
    let folder = crate::common::folder::Folder::new("gomocup-book");
    let book = folder.join("gomoku7.book");
    let grown = std::process::Command::new(crate::common::program::TENGEN)
        .args(["book", "--game", "gomoku", "--size", "7", "--depth", "2", "--threads", "1", "--positions", "40"])
        .arg(&book)
        .output()
        .unwrap();
    assert!(grown.status.success(), "{}", String::from_utf8_lossy(&grown.stderr));
    let book = book.to_str().unwrap();
    let mut engine = Engine::start(&["--threads", "1", "--depth", "3", "--size", "7", "--book", book]);
    engine.ask("START 7");
    engine.send("BEGIN");
    let (thoughts, answer) = engine.thoughts();
    assert!(matches!(&thoughts[..], [only] if only.nodes == 0), "{thoughts:?}");
    point(&answer);
    // The book is of this size only.
    engine.ask("START 15");
    engine.send("BEGIN");
    assert!(engine.thoughts().0.last().unwrap().nodes > 0);
}

/// The lowest level overlooks what the best player sees at once; the moves for study are always the best.
#[test]
fn a_level_plays_its_own_moves() {
    let answers = |level: &[&str], command: &str| -> Vec<String> {
        let answer = |seed: u32| {
            let seed = seed.to_string();
            let mut engine = Engine::start(&[&["--threads", "1", "--depth", "3", "--seed", &seed], level].concat());
            engine.ask("START 15");
            let four = "0,0,1\r\n7,7,2\r\n0,2,1\r\n7,8,2\r\n0,4,1\r\n7,9,2";
            engine.send(&format!("{command}\r\n{four}\r\nDONE"));
            if command == "YXBOARD" { engine.ask("YXNBEST 1") } else { engine.answer() }
        };
        (0..8).map(answer).collect()
    };
    let distinct = |answers: &[String]| answers.iter().collect::<std::collections::HashSet<_>>().len();
    assert_eq!(distinct(&answers(&[], "BOARD")), 1);
    assert!(distinct(&answers(&["--level", "1"], "BOARD")) > 1);
    assert_eq!(distinct(&answers(&["--level", "1"], "YXBOARD")), 1);
}

#[test]
fn a_table_that_does_not_fit_is_a_smaller_one() {
    let mut engine = Engine::start(&["--threads", "1", "--depth", "3"]);
    for size in ["9223372036854775807", "99999999999999999999999"] {
        engine.send(&format!("INFO hash_size {size}\r\nINFO max_memory {size}"));
        assert_eq!(engine.ask("START 15"), "OK");
        point(&engine.ask("BEGIN"));
    }
}

/// Without that it would think for a day.
#[test]
fn a_search_is_stopped_by_end_and_stop() {
    let thinking = || {
        let mut engine = Engine::start(&["--threads", "1", "--no-proof", "--movetime", "86400"]);
        engine.ask("START 15");
        engine.send("TURN 7,7");
        engine.thinks();
        engine
    };
    // It was still thinking.
    let rest = thinking().end();
    assert!(rest.iter().all(|line| line.starts_with("MESSAGE ")), "{rest:?}");

    let mut engine = thinking();
    point(&engine.ask("YXSTOP"));
    // The next search is not stopped with it.
    engine.send("INFO max_node 30000\r\nTURN 0,0");
    let (thoughts, answer) = engine.thoughts();
    assert!(thoughts.last().unwrap().nodes >= 30_000, "{thoughts:?}");
    point(&answer);
}

#[test]
fn a_search_with_limits_goes_on_without_a_manager() {
    let mut engine = Engine::start(&["--threads", "1", "--depth", "4"]);
    engine.ask("START 15");
    engine.send("TURN 7,7");
    let rest = engine.close_input();
    assert!(rest[rest.len() - 2].starts_with("MESSAGE depth 4-"), "{rest:?}");
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
