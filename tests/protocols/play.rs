//! `tengen play` at a pseudo-terminal: whole games by keys, and the terminal as it was afterwards.

use crate::common::program::TENGEN;
use pty_process::Size;
use pty_process::blocking::{self, Pty};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};
use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tengen::engine::{Engine, GAMES, Host, Settings};
use tengen::game::{self, Color, Outcome};
use tengen::search::{Resources, Stop};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// Rows and columns of the terminal: every move of a game has its place in the list.
const ROWS: u16 = 250;
const COLUMNS: u16 = 120;

/// A terminal with the program in it.
struct Screen {
    pty: Arc<Pty>,
    child: Child,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Screen {
    /// Without colours, with one thread.
    fn new(args: &[&str]) -> Self {
        let (pty, pts) = blocking::open().unwrap();
        pty.resize(Size::new(ROWS, COLUMNS)).unwrap();
        let command = blocking::Command::new(TENGEN).args(["play", "--threads", "1", "--hash", "1"]).args(args);
        let command = command.env_clear().envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
        let child = command.spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let (sender, output) = channel();
        let terminal = pty.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal whose program has ended is an error, not an end.
            while let Ok(count @ 1..) = (&*terminal).read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { pty, child, output, parser: vt100::Parser::new(ROWS, COLUMNS, 0) }
    }

    fn press(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// What is seen once it is as wanted.
    fn until<T>(&mut self, wanted: impl Fn(&Self) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = wanted(self) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let more = self.output.recv_timeout(left);
            self.parser.process(&more.unwrap_or_else(|_| panic!("this is not what is wanted:\n{}", self.text())));
        }
    }

    fn shows(&mut self, text: &str) {
        self.until(|screen| screen.text().contains(text).then_some(()));
    }

    /// The moves of the list beside the board.
    fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = Vec::new();
        for row in self.text().lines() {
            let mut words = row.split_whitespace();
            let number = format!("{}.", moves.len() / 2 + 1);
            if moves.len().is_multiple_of(2) && words.any(|word| word == number) {
                moves.extend(words.map(str::to_owned));
            }
        }
        moves
    }

    /// How the program ended, with the terminal as it was: its modes, the screen, the cursor.
    fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it goes on:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        };
        self.until(|screen| (!screen.parser.screen().alternate_screen()).then_some(()));
        self.until(|screen| (!screen.parser.screen().hide_cursor()).then_some(()));
        let mouse = self.parser.screen().mouse_protocol_mode();
        assert_eq!(mouse, vt100::MouseProtocolMode::None);
        let modes = tcgetattr(&*self.pty).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG), "{modes:?}");
        status
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The game that was played by these moves.
fn replay(host: &mut Host, moves: &[String]) {
    host.clear();
    for mv in moves {
        let color = host.engine().side_to_move();
        host.engine_mut().play(color, mv).unwrap_or_else(|error| panic!("{mv} of {moves:?}: {error}"));
    }
}

/// Plays Black against the program, by moves of another engine, to the end.
fn plays_a_game(game: &str, size: u8) {
    let settings = Settings { level: Some(4), depth: Some(2), seed: 7, ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
    host.set_game(game).unwrap();
    host.set_size(game::Size::square(size)).unwrap();
    let name = host.engine().info().name;
    let mut screen = Screen::new(&["--game", game, "--size", &size.to_string(), "--level", "1", "--seed", "1"]);
    let mut played = 0;
    loop {
        let over = "Press n for a new game.";
        let persons_turn = |engine: &dyn Engine| engine.side_to_move() == Color::Black && !engine.must_pass();
        let moves = screen.until(|screen| {
            let moves = screen.moves();
            let ready = screen.text().contains(name)
                && (screen.text().contains(over) || (moves.len() >= played && screen.text().contains("Black to move")));
            ready.then_some(moves)
        });
        replay(&mut host, &moves);
        if let Some(outcome) = host.engine().outcome() {
            let result = match outcome {
                Outcome::Draw => "The game is drawn.".to_owned(),
                Outcome::Win(winner, margin) => {
                    let margin = if margin == 1 { String::new() } else { format!(" by {margin}") };
                    format!("{} wins{margin}.", if winner == Color::Black { "Black" } else { "White" })
                }
            };
            screen.shows(&format!("{result} {over}"));
            assert!(moves.len() > 4, "{moves:?}");
            break;
        }
        assert!(persons_turn(host.engine()), "{moves:?}\n{}", screen.text());
        let stop = Stop::new();
        let query = host.query(host.limits(Color::Black), &stop);
        let answer = host.generate(Color::Black, &query, false, &mut |_| ()).unwrap();
        screen.press(&format!("m{}\r", answer.mv));
        played = moves.len() + 2;
    }
    screen.press("q");
    assert!(screen.end().success());
}

#[test]
fn a_game_of_othello_is_played_to_its_end() {
    plays_a_game("othello", 4);
}

#[test]
fn a_game_of_gomoku_is_played_to_its_end() {
    plays_a_game("gomoku", 9);
}

#[test]
fn a_game_of_mill_is_played_to_its_end() {
    plays_a_game("morris9", 7);
}

#[test]
fn cursor_keys_clicks_and_the_typed_line_play() {
    let mut screen = Screen::new(&["--game", "gomoku", "--size", "9", "--color", "both"]);
    screen.shows("Black to move");
    // The cursor begins in the middle.
    screen.press("\x1b[A\x1b[C\r");
    screen.shows("1. F6");
    screen.press("J9");
    screen.shows("Move: J9_");
    screen.press("\r");
    screen.until(|screen| (screen.moves() == ["F6", "J9"]).then_some(()));
    // A click on A9, the point at the top left: the names of rows take three columns, that of the columns a row.
    let place = screen.until(|screen| {
        let text = screen.text();
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.starts_with(" 9 "))?;
        Some((row + 1, line.chars().position(|c| c == '┌')? + 1))
    });
    screen.press(&format!("\x1b[<0;{};{}M", place.1, place.0));
    screen.until(|screen| (screen.moves() == ["F6", "J9", "A9"]).then_some(()));
    screen.press("u");
    screen.until(|screen| (screen.moves() == ["F6", "J9"]).then_some(()));
    screen.press("?");
    screen.shows("any key goes on");
    screen.press("x");
    screen.press("q");
    assert!(screen.end().success());
}

#[test]
fn an_analysis_grows_while_the_person_thinks_and_a_hint_is_a_move() {
    let mut screen = Screen::new(&["--color", "both", "--depth", "3"]);
    screen.press("a");
    let depth = |screen: &Screen| {
        let text = screen.text();
        let (_, rest) = text.split_once("Depth ")?;
        rest.split(',').next()?.parse::<u32>().ok()
    };
    let first = screen.until(depth);
    screen.until(|screen| depth(screen).filter(|depth| *depth > first));
    screen.press("h");
    screen.shows("Hint: ");
    // A move ends the analysis of the position before, and begins another.
    screen.press("mf5\r");
    screen.until(|screen| (screen.moves() == ["F5"] && depth(screen).is_some()).then_some(()));
    screen.press("q");
    assert!(screen.end().success());
}

#[test]
fn a_search_is_no_reason_to_wait() {
    for (keys, signal) in [("q", None), ("\x03", None), ("", Some(Signal::TERM)), ("", Some(Signal::HUP))] {
        let mut screen = Screen::new(&["--color", "white", "--movetime", "600"]);
        screen.shows("is thinking");
        let pressed = Instant::now();
        screen.press(keys);
        if let Some(signal) = signal {
            kill_process(Pid::from_child(&screen.child), signal).unwrap();
        }
        let status = screen.end();
        assert!(pressed.elapsed() < Duration::from_secs(5), "{keys:?} {signal:?} took {:?}", pressed.elapsed());
        assert_eq!(status.signal(), signal.map(Signal::as_raw), "{keys:?}");
        assert_eq!(status.success(), signal.is_none());
    }
}

#[test]
fn the_engine_moves_at_once_when_it_is_told_to() {
    let mut screen = Screen::new(&["--color", "white", "--movetime", "600"]);
    screen.shows("is thinking");
    screen.press("g");
    screen.shows("White to move");
    assert_eq!(screen.moves().len(), 1);
}

#[test]
fn without_a_terminal_there_is_an_error() {
    let output = Command::new(TENGEN).args(["play", "--threads", "1"]).stdin(Stdio::null()).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("tengen: `tengen play` needs a terminal"), "{errors}");
    assert_eq!((errors.lines().count(), output.stdout.len(), output.status.code()), (1, 0, Some(1)));
}
