//! The Gomocup program as a manager has it: games under the eyes of a dumb referee, time, stops.

use crate::common::naive_gomoku::Naive;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use tengen::game::Color;
use tengen::games::gomoku::Rule;

/// The program behind pipes, as a manager has it.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start(options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.arg("gomocup").args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take(), child, output }
    }

    fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(format!("{text}\r\n").as_bytes()).unwrap();
    }

    /// The next line that is no message.
    fn answer(&self) -> String {
        loop {
            let line = self.output.recv_timeout(Duration::from_secs(20)).expect("an answer");
            if !line.starts_with("MESSAGE") {
                return line;
            }
        }
    }

    fn ask(&mut self, text: &str) -> String {
        self.send(text);
        self.answer()
    }

    /// Sends `END`; how long the process lived on, and what else it wrote.
    fn end(mut self) -> (Duration, Vec<String>) {
        let ended = Instant::now();
        self.send("END");
        assert!(self.child.wait().unwrap().success());
        (ended.elapsed(), self.output.iter().collect())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn point(text: &str) -> (i32, i32) {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text} is no point"));
    (x.parse().unwrap(), y.parse().unwrap())
}

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
        engine.send("INFO timeout_turn 60");
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
        let (took, rest) = engine.end();
        assert!(took < Duration::from_secs(1), "{took:?}");
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
        let mut engine = Engine::start(&["--threads", "1"]);
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
    let message = engine.output.recv_timeout(Duration::from_secs(10)).unwrap();
    let words: Vec<&str> = message.split(' ').collect();
    assert!(
        matches!(words[..13], ["MESSAGE", "Depth", "3", "|", "Eval", _, "|", "Node", _, "|", "Time", _, "|"]),
        "{message}"
    );
    let (x, y) = point(&engine.answer());
    assert_eq!(words[13], format!("{}{}", char::from(b'A' + x as u8), y + 1), "{message}");

    // A board for people is shown every iteration.
    engine.send("YXSHOWINFO\r\nRESTART\r\nTURN 7,7");
    let lines: Vec<String> = (0..7).map(|_| engine.output.recv_timeout(Duration::from_secs(10)).unwrap()).collect();
    assert!(lines[1].starts_with("MESSAGE INFO MAX_HASH_SIZE"), "{lines:?}");
    for (line, depth) in lines[3..].iter().zip([1, 2, 3, 3]) {
        assert!(line.starts_with(&format!("MESSAGE Depth {depth} |")), "{lines:?}");
    }
}

/// Turns of random stones, each after what `info` says of the time spent so far; how long each took.
fn turns(engine: &mut Engine, count: usize, info: &dyn Fn(Duration) -> String) -> Vec<Duration> {
    let mut board = Naive::new(Rule::Freestyle, 15);
    let mut rng = fastrand::Rng::with_seed(2);
    let mut times = Vec::new();
    while times.len() < count && !Color::BOTH.into_iter().any(|side| board.has_won(side)) {
        let free = board.moves();
        let (x, y) = free[rng.usize(..free.len())];
        board.put(Color::Black, (x, y));
        engine.send(&info(times.iter().sum()));
        let started = Instant::now();
        let text = engine.ask(&format!("TURN {x},{y}"));
        times.push(started.elapsed());
        board.put(Color::White, point(&text));
    }
    times
}

#[test]
fn a_move_takes_the_time_that_it_may() {
    for turn in [0, 50, 100, 400] {
        let mut engine = Engine::start(&["--threads", "2"]);
        engine.ask("START 15");
        let times = turns(&mut engine, 4, &|_| format!("INFO timeout_turn {turn}"));
        // A machine that has other tests to run may delay one move, but not all of them.
        let least = *times.iter().min().unwrap();
        assert!(least < Duration::from_millis(turn.max(20)), "{times:?} of {turn} ms");
        assert!(times[0] > Duration::from_millis(turn / 2), "{times:?} of {turn} ms");
    }
}

#[test]
fn a_match_is_never_lost_on_time() {
    let whole = Duration::from_millis(2500);
    let told = |spent| format!("INFO time_left {}", whole.saturating_sub(spent).as_millis());
    let untold = |_| "INFO game_type 1".to_owned();
    let infos: [&dyn Fn(Duration) -> String; 2] = [&told, &untold];
    for info in infos {
        let mut engine = Engine::start(&["--threads", "1"]);
        engine.send("INFO timeout_match 2500\r\nINFO timeout_turn 1000");
        engine.ask("START 15");
        let times = turns(&mut engine, 30, info);
        assert!(times.iter().sum::<Duration>() < whole, "{times:?}");
    }
}

#[test]
fn a_search_is_stopped_by_end_stop_and_silence() {
    let thinking = || {
        let mut engine = Engine::start(&["--threads", "1", "--movetime", "60"]);
        engine.ask("START 15");
        engine.send("TURN 7,7");
        let quiet = engine.output.recv_timeout(Duration::from_millis(300));
        assert_eq!(quiet, Err(RecvTimeoutError::Timeout), "still thinking");
        engine
    };
    let (took, rest) = thinking().end();
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(rest, Vec::<String>::new());

    let mut engine = thinking();
    let started = Instant::now();
    point(&engine.ask("YXSTOP"));
    assert!(started.elapsed() < Duration::from_secs(1));
    // The next search is not stopped with it.
    engine.send("INFO timeout_turn 500");
    let started = Instant::now();
    point(&engine.ask("TURN 0,0"));
    assert!(started.elapsed() > Duration::from_millis(250));

    // The manager is gone.
    let mut engine = thinking();
    let started = Instant::now();
    engine.input = None;
    assert!(engine.child.wait().unwrap().success());
    assert!(started.elapsed() < Duration::from_secs(1));
}

#[test]
fn swap2() {
    let mut engine = Engine::start(&["--threads", "1"]);
    engine.ask("START 15");
    engine.send("INFO timeout_turn 300");
    let started = Instant::now();
    let text = engine.ask("SWAP2BOARD\r\nDONE");
    assert!(started.elapsed() < Duration::from_millis(500));
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
