//! The Gomocup program under Yixin-Board: what that sends in each situation, and what it makes of the answers.

use crate::common::process::{self, NEVER};
use crate::common::program::TENGEN;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A point as Yixin-Board sends it: the row from the top, and the column.
type Point = (u8, u8);

/// One line of an answer, as Yixin-Board reads it.
#[derive(Clone, PartialEq, Debug)]
enum Heard {
    Ok,
    /// `MESSAGE SWAP2 MOVEn`: the number and the point.
    SwapMove(u32, Point),
    /// `MESSAGE SWAP2 SWAPn`: whether the engine takes Black.
    Swap(u32, bool),
    Best(Point),
    Value(i32),
    Line(String),
    Lost(Point),
    Threads(u32),
    Hash(u32),
    /// Anything that is only written to the log.
    Log(String),
    Forbidden(Vec<Point>),
    Move(Point),
}

fn point(text: &str, between: char) -> Point {
    let (y, x) = text.trim().split_once(between).unwrap_or_else(|| panic!("{text} is no point"));
    (y.parse().unwrap(), x.parse().unwrap())
}

/// The board compares upper-case prefixes, in this order; what has none is a move.
fn hear(line: &str) -> Heard {
    let line = line.to_ascii_uppercase();
    if line.starts_with("OK") {
        return Heard::Ok;
    }
    if let Some(swap2) = line.strip_prefix("MESSAGE SWAP2 ") {
        let (what, rest) = swap2.split_once(' ').unwrap();
        let number = what[4..].parse().unwrap();
        return match &what[..4] {
            "MOVE" => Heard::SwapMove(number, point(rest, ' ')),
            "SWAP" if ["YES", "NO"].contains(&rest) => Heard::Swap(number, rest == "YES"),
            _ => panic!("{line}"),
        };
    }
    if let Some(realtime) = line.strip_prefix("MESSAGE REALTIME ") {
        let (what, rest) = realtime.split_once(' ').unwrap();
        return match what {
            "BEST" => Heard::Best(point(rest, ',')),
            "VAL" => Heard::Value(rest.parse().unwrap()),
            "PV" => Heard::Line(rest.to_owned()),
            "LOSE" => Heard::Lost(point(rest, ',')),
            _ => panic!("{line}"),
        };
    }
    if let Some(info) = line.strip_prefix("MESSAGE INFO ") {
        return match info.split_once(' ').unwrap() {
            ("MAX_THREAD_NUM", number) => Heard::Threads(number.parse().unwrap()),
            ("MAX_HASH_SIZE", number) => Heard::Hash(number.parse().unwrap()),
            _ => panic!("{line}"),
        };
    }
    if ["MESSAGE", "DETAIL", "DEBUG", "ERROR", "UNKNOWN"].iter().any(|prefix| line.starts_with(prefix)) {
        return Heard::Log(line);
    }
    if let Some(forbid) = line.strip_prefix("FORBID ") {
        let digits = forbid.strip_suffix('.').unwrap();
        let number = |at: usize| digits[at..at + 2].parse().unwrap();
        return Heard::Forbidden((0..digits.len()).step_by(4).map(|at| (number(at), number(at + 2))).collect());
    }
    Heard::Move(point(&line, ','))
}

/// Yixin-Board with an engine that it has just started.
struct Board {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Board {
    /// Starts the engine, and sends what its settings say. So many nodes bound a move, and no time: one thread then finds the
    /// same each time.
    fn start(rule: u32, nodes: u64) -> Self {
        let mut command = Command::new(TENGEN);
        command.args(["gomocup", "--hash", "4", "--threads", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut board = Self { input: child.stdin.take().unwrap(), child, output };
        board.send("info show_detail 1\nyxshowinfo\nSTART 15 15");
        assert!(matches!(board.next(), Heard::Threads(1..)));
        assert!(matches!(board.next(), Heard::Hash(1..)));
        assert_eq!(board.next(), Heard::Ok);
        board.send(&format!(
            "INFO timeout_turn 2000000000\nINFO timeout_match 2000000000\nINFO time_left 2000000000\n\
             INFO max_node {nodes}\nINFO max_depth 225\nINFO time_increment 0\nINFO caution_factor 1\n\
             INFO thread_num 1\nINFO hash_size 4096\nINFO pondering 0\nINFO vcthread 0\nINFO rule {rule}"
        ));
        board
    }

    fn send(&mut self, text: &str) {
        self.input.write_all(format!("{text}\n").as_bytes()).unwrap();
    }

    /// The position after these moves, by `board` or `yxboard`; the `OK` of `start` is taken.
    fn show(&mut self, command: &str, moves: &[Point]) {
        let field = |ply: usize| if moves.len() % 2 == ply % 2 { 1 } else { 2 };
        let stones = moves.iter().enumerate().map(|(ply, (y, x))| format!("{y},{x},{}\n", field(ply)));
        self.send(&format!("start 15 15\n{command}\n{}done", stones.collect::<String>()));
        assert_eq!(self.next(), Heard::Ok);
    }

    fn next(&self) -> Heard {
        hear(&self.output.recv_timeout(NEVER).expect("an answer"))
    }

    /// What comes up to the first move, and the move.
    fn until_move(&self) -> (Vec<Heard>, Point) {
        let mut before = Vec::new();
        loop {
            match self.next() {
                Heard::Move(at) => return (before, at),
                other => before.push(other),
            }
        }
    }

    fn ask(&mut self, text: &str) -> (Vec<Heard>, Point) {
        self.send(text);
        self.until_move()
    }

    /// What is answered to commands that get no move.
    fn answers(&mut self, text: &str) -> Vec<Heard> {
        self.send(&format!("{text}\nabout"));
        let mut answers = Vec::new();
        loop {
            let line = self.output.recv_timeout(NEVER).expect("an answer");
            if line.starts_with("name=") {
                return answers;
            }
            answers.push(hear(&line));
        }
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last value of the best move that was sent.
fn value(heard: &[Heard]) -> i32 {
    let mut values =
        heard.iter().rev().filter_map(|heard| if let Heard::Value(value) = heard { Some(*value) } else { None });
    values.next().expect("a value")
}

/// A point's name on the board's rim: letters from the left, numbers from the bottom.
fn label((y, x): Point) -> String {
    format!("{}{}", char::from(b'A' + x), 15 - y)
}

#[test]
fn a_game() {
    let mut board = Board::start(0, 100_000);
    board.show("board", &[(7, 7)]);
    let (heard, second) = board.until_move();
    assert!(heard.contains(&Heard::Best(second)));
    let log = heard.iter().rev().find_map(|heard| if let Heard::Log(text) = heard { Some(text) } else { None });
    assert!(log.unwrap().contains(&format!(" PV {}", label(second))), "{log:?}");
    let line = heard.iter().rev().find_map(|heard| if let Heard::Line(text) = heard { Some(text) } else { None });
    assert!(line.unwrap().starts_with(&label(second)), "{line:?}");
    // The human's next move needs no start. The database is asked for at once, without a position to show.
    let third = if second == (6, 6) { (6, 7) } else { (6, 6) };
    board.send(&format!("INFO time_left 1999999000\nyxhashclear\nturn {},{}", third.0, third.1));
    let (_, fourth) = board.until_move();
    assert!(![(7, 7), second, third].contains(&fourth));
    let database = board.answers(&format!("yxquerydatabaseall\n7,7\n{},{}\ndone", second.0, second.1));
    assert_eq!(database, [Heard::Log("UNKNOWN YXQUERYDATABASEALL".to_owned())]);
}

#[test]
fn the_best_moves() {
    let mut board = Board::start(1, 150_000);
    board.show("yxboard", &[(7, 7), (6, 8), (8, 8)]);
    let (heard, best) = board.ask("yxnbest 3");
    let log: Vec<_> = heard
        .iter()
        .filter_map(|heard| if let Heard::Log(text) = heard { Some(text.as_str()) } else { None })
        .collect();
    let mut firsts = Vec::new();
    for (text, number) in log[log.len() - 3..].iter().zip(1..) {
        let (before, moves) = text.rsplit_once(" PV ").unwrap();
        assert!(before.contains(&format!(" MULTIPV {number} EV ")), "{text}");
        firsts.push(moves.split(' ').next().unwrap());
    }
    assert_eq!(firsts[0], label(best));
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    assert!(heard.contains(&Heard::Best(best)));
    // The move is on the board, here and there.
    board.send(&format!("turn {},{}", best.0, best.1));
    assert!(matches!(board.next(), Heard::Log(text) if text.starts_with("ERROR ")));
}

#[test]
fn balanced_moves() {
    // The side to move has two stones side by side against one that is not beside both: it is far ahead. In an even position
    // it can play worse than it might.
    let ahead = &[(7, 7), (0, 0), (7, 8), (9, 8)][..];
    let even = &[(7, 7), (6, 7), (9, 9)][..];
    let mut board = Board::start(0, 300_000);
    board.show("yxboard", ahead);
    assert!(value(&board.ask("yxnbest 1").0) > 800);
    for (moves, command, count, bias) in
        [(ahead, "yxbalanceone", 1, 0), (ahead, "yxbalancetwo", 2, 0), (even, "yxbalanceone", 1, -200)]
    {
        board.send("INFO max_depth 225");
        board.show("yxboard", moves);
        let mut played = moves.to_vec();
        played.push(board.ask(&format!("{command} {bias}")).1);
        while played.len() < moves.len() + count {
            played.push(board.until_move().1);
        }
        // Searches to about the depth that each of all the moves got; values of even depths differ from those of odd ones.
        let depths = 8..12;
        let sum: i32 = depths
            .clone()
            .map(|depth| {
                board.send(&format!("INFO max_depth {depth}"));
                board.show("yxboard", &played);
                value(&board.ask("yxnbest 1").0) * if count == 1 { -1 } else { 1 }
            })
            .sum();
        let worth = sum / depths.len() as i32;
        assert!((worth - bias).abs() < 300, "{command} {bias}: {:?}, {worth}", &played[moves.len()..]);
    }
}

#[test]
fn defences() {
    // Black has four at the edge, and White one point against it.
    let four = [(0, 3), (0, 2), (0, 4), (2, 4), (0, 5), (2, 5), (0, 6)];
    let mut board = Board::start(0, 500_000);
    board.show("yxboard", &four);
    let (heard, answer) = board.ask("yxsearchdefend");
    assert_eq!(answer, (0, 7));
    let mut lost: Vec<_> =
        heard.iter().filter_map(|heard| if let Heard::Lost(at) = heard { Some(*at) } else { None }).collect();
    lost.sort_unstable();
    let points = (0..15).flat_map(|y| (0..15).map(move |x| (y, x)));
    assert_eq!(lost, points.filter(|at| *at != answer && !four.contains(at)).collect::<Vec<_>>());
    assert!(heard.contains(&Heard::Log("MESSAGE 217 MOVES LOSE, 1 DO NOT: H15".to_owned())));
    // White wins at once: that is a defence, too.
    board.show("yxboard", &[(7, 3), (3, 2), (7, 4), (3, 3), (7, 5), (3, 4), (7, 6), (3, 5), (0, 0)]);
    assert!([(3, 1), (3, 6)].contains(&board.ask("yxsearchdefend").1));
}

#[test]
fn blocked_points() {
    let four = [(7, 3), (0, 0), (7, 4), (0, 2), (7, 5), (0, 4), (7, 6), (0, 6)];
    let mut board = Board::start(0, 20_000);
    let mut answer = |block: &str| {
        assert_eq!(board.answers(block), []);
        board.show("board", &four);
        board.until_move().1
    };
    assert_eq!(answer("yxblock\n7,2\ndone"), (7, 7));
    assert_eq!(answer("yxblock\n7,7\ndone\nyxblockundo\n7,2\ndone"), (7, 2));
    let third = answer("yxblock\n7,2\ndone");
    assert!(![(7, 2), (7, 7)].contains(&third));
    assert!([(7, 2), (7, 7)].contains(&answer("yxblockreset")));
    // Every free point but one: `block compare`.
    let points = (0..15).flat_map(|y| (0..15).map(move |x| (y, x))).filter(|at| !four.contains(at) && *at != (9, 9));
    let blocks: String = points.map(|(y, x)| format!("yxblock\n{y},{x}\ndone\n")).collect();
    assert_eq!(answer(blocks.trim_end()), (9, 9));
    // Whole paths cannot be blocked: one line says so.
    assert_eq!(board.answers("yxblockpath\n7,7\n8,8\ndone"), [Heard::Log("UNKNOWN YXBLOCKPATH".to_owned())]);
}

#[test]
fn swap2_step_by_step() {
    let mut board = Board::start(1, 50_000);
    board.send("yxswap2step1");
    let stones: Vec<_> = (1..=3)
        .map(|number| match board.next() {
            Heard::SwapMove(given, at) if given == number => at,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(stones.iter().all(|&(y, x)| y < 15 && x < 15));
    assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
    // The human puts three stones: two black ones side by side in the centre, White's in the corner.
    let choice = |board: &mut Board, moves: &[Point], step: u32| {
        board.show("yxboard", moves);
        let answers = board.answers(&format!("yxswap2step{step}"));
        answers.into_iter().find_map(|heard| if let Heard::Swap(..) = heard { Some(heard) } else { None })
    };
    assert_eq!(choice(&mut board, &[(7, 7), (0, 0), (7, 8)], 2), Some(Heard::Swap(1, true)));
    // Black's are in the corners: the engine stays White, and is asked for its move.
    let corners = [(0, 0), (7, 7), (14, 14)];
    assert_eq!(choice(&mut board, &corners, 2), Some(Heard::Swap(1, false)));
    board.show("board", &corners);
    board.until_move();
    // Five stones.
    assert_eq!(choice(&mut board, &[(0, 0), (7, 7), (14, 14), (8, 8), (0, 14)], 3), Some(Heard::Swap(2, false)));
    assert_eq!(choice(&mut board, &[(7, 7), (0, 0), (7, 8), (14, 14), (8, 7)], 3), Some(Heard::Swap(2, true)));
    assert_eq!(choice(&mut board, &corners, 3), None, "too few stones");
}

#[test]
fn forbidden_points() {
    let mut board = Board::start(2, 1000);
    // A double three on 7,7 of Black's, and White's stones elsewhere.
    board.show("yxboard", &[(5, 7), (0, 0), (6, 7), (0, 4), (7, 5), (0, 8), (7, 6), (0, 12)]);
    assert_eq!(board.answers("yxshowforbid"), [Heard::Forbidden(vec![(7, 7)])]);
    board.show("yxboard", &[(5, 7), (0, 0)]);
    assert_eq!(board.answers("yxshowforbid"), [Heard::Forbidden(vec![])]);
}

/// No limits that it would reach, as the level "Unlimited Time" has it.
#[test]
#[cfg(target_os = "linux")]
fn a_search_is_cut_short() {
    let mut board = Board::start(0, 1_000_000_000_000);
    for end in ["yxstop", "start 15 15"] {
        board.show("board", &[(7, 7), (6, 8), (8, 8)]);
        process::works(&board.child, Duration::from_millis(200));
        board.ask(end);
        if end != "yxstop" {
            assert_eq!(board.next(), Heard::Ok);
        }
    }
}
