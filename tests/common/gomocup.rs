//! The Gomocup program behind pipes, as a manager has it.

use super::naive_gomoku::Naive;
use super::process::{self, NEVER};
use super::program::TENGEN;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
use tengen_core::game::Color;
use tengen_games::gomoku::Rule;

/// A line about a search, as managers for Rapfi read it.
#[derive(Debug)]
pub struct Thought {
    /// The depth, and the length of the longest line.
    pub depth: (usize, usize),
    pub eval: String,
    pub nodes: u64,
    pub line: Vec<String>,
}

impl Thought {
    /// By the form of Rapfi's sources (`printPvCompletes` in `searchoutput.cpp`).
    fn of(message: &str) -> Self {
        let words: Vec<&str> = message.split(' ').collect();
        let ["MESSAGE", "depth", depth, "ev", eval, "n", nodes, "n/ms", speed, "tm", time, "pv", ref line @ ..] =
            words[..]
        else {
            panic!("{message}")
        };
        assert!(speed.parse::<u64>().is_ok() && time.parse::<u64>().is_ok() && !line.is_empty(), "{message}");
        let (depth, longest) = depth.split_once('-').unwrap_or_else(|| panic!("{message}"));
        Self {
            depth: (depth.parse().unwrap(), longest.parse().unwrap()),
            eval: eval.to_owned(),
            nodes: nodes.parse().unwrap(),
            line: line.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The program, and the lines that it wrote.
pub struct Engine {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    pub fn start(options: &[&str]) -> Self {
        let mut command = Command::new(TENGEN);
        command.arg("gomocup").args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take(), child, output }
    }

    pub fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(format!("{text}\r\n").as_bytes()).unwrap();
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.output.recv_timeout(NEVER).expect("a line")
    }

    /// The next line that is no message.
    pub fn answer(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("MESSAGE") {
                return line;
            }
        }
    }

    /// What it thinks up to its next answer, and the answer.
    pub fn thoughts(&self) -> (Vec<Thought>, String) {
        let mut thoughts = Vec::new();
        loop {
            let line = self.line();
            if !line.starts_with("MESSAGE") {
                return (thoughts, line);
            }
            thoughts.push(Thought::of(&line));
        }
    }

    pub fn ask(&mut self, text: &str) -> String {
        self.send(text);
        self.answer()
    }

    /// Waits until it is in the middle of a search.
    pub fn thinks(&self) {
        process::works(&self.child, Duration::from_millis(200));
    }

    /// Closes its input, and waits for its end; what else it wrote.
    pub fn close_input(mut self) -> Vec<String> {
        self.input = None;
        assert!(process::ended(&mut self.child).success());
        self.output.iter().collect()
    }

    /// Sends `END`, and waits for that; what else it wrote.
    pub fn end(mut self) -> Vec<String> {
        self.send("END");
        assert!(process::ended(&mut self.child).success());
        self.output.iter().collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn point(text: &str) -> (i32, i32) {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text} is no point"));
    (x.parse().unwrap(), y.parse().unwrap())
}

/// Asks for answers to so many random stones, or fewer where one side wins. `ask` gets the engine and a `TURN`, and returns
/// the answer.
pub fn turns(engine: &mut Engine, count: usize, ask: &mut dyn FnMut(&mut Engine, &str) -> String) {
    let mut board = Naive::new(Rule::Freestyle, 15);
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..count {
        if Color::BOTH.into_iter().any(|side| board.has_won(side)) {
            return;
        }
        let free = board.moves();
        let (x, y) = free[rng.usize(..free.len())];
        board.put(Color::Black, (x, y));
        let answer = ask(engine, &format!("TURN {x},{y}"));
        board.put(Color::White, point(&answer));
    }
}
