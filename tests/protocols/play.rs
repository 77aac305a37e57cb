//! `tengen play` at a pseudo-terminal: whole games by keys, and the terminal as it was afterwards.

use crate::common::program::TENGEN;
use crate::common::terminal::Terminal;
use rustix::process::Signal;
use std::cell::RefCell;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus, Stdio};
use tengen_core::game::{self, Color, Outcome};
use tengen_core::search::{Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Engine, Host, Settings};

/// Rows and columns of the terminal: every move of a game has its place in the list.
const ROWS: u16 = 250;
const COLUMNS: u16 = 120;

/// The board on a terminal.
struct Screen {
    terminal: Terminal,
}

impl Screen {
    /// Without colours, with one thread.
    fn new(args: &[&str]) -> Self {
        let args = [&["play", "--hash", "1"], args].concat();
        let terminal = Terminal::new((ROWS, COLUMNS), &args, &[("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
        Self { terminal }
    }

    fn press(&self, keys: &str) {
        self.terminal.press(keys);
    }

    fn text(&self) -> String {
        self.terminal.screen().contents()
    }

    /// What is found in the text of the screen, once it is there.
    fn until<T>(&mut self, wanted: impl Fn(&str) -> Option<T>) -> T {
        self.terminal.until(|screen| wanted(&screen.contents()))
    }

    fn shows(&mut self, text: &str) {
        self.until(|screen| screen.contains(text).then_some(()));
    }

    /// Waits until these are the moves that were played.
    fn shows_moves(&mut self, moves: &[&str]) {
        self.until(|screen| (listed(screen) == moves).then_some(()));
    }

    /// How the program ended, with the terminal as it was: its modes, the screen, the cursor.
    fn end(&mut self) -> ExitStatus {
        let status = self.terminal.end();
        self.terminal.until(|screen| (!screen.alternate_screen() && !screen.hide_cursor()).then_some(()));
        assert!(is_as_it_was(self.terminal.screen()));
        status
    }
}

/// Whether the terminal has no modes of the program's.
fn is_as_it_was(screen: &vt100::Screen) -> bool {
    let mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
    !(screen.alternate_screen() || screen.hide_cursor() || screen.bracketed_paste() || mouse)
}

/// The moves of the list beside the board.
fn listed(screen: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for row in screen.lines() {
        let mut words = row.split_whitespace();
        let number = format!("{}.", moves.len() / 2 + 1);
        if moves.len().is_multiple_of(2) && words.any(|word| word == number) {
            moves.extend(words.map(str::to_owned));
        }
    }
    moves
}

/// The game on the screen, once it shows no move in part.
fn replay(host: &mut Host, moves: &[String]) -> Option<()> {
    host.clear();
    for mv in moves {
        let color = host.engine().side_to_move();
        host.engine_mut().play_text(color, mv).ok()?;
    }
    (host.engine().moves_played().len() == moves.len()).then_some(())
}

/// Plays Black against the program, by moves of another engine, to the end.
fn plays_a_game(game: &str, size: u8) {
    let settings = Settings { level: Some(4), depth: Some(2), seed: 7, ..Settings::default() };
    let host = RefCell::new(Host::new(GAMES, settings, Resources::new(1, 1)));
    host.borrow_mut().set_game(game).unwrap();
    host.borrow_mut().set_size(game::Size::square(size)).unwrap();
    let name = host.borrow().engine().info().name;
    let mut screen = Screen::new(&["--game", game, "--size", &size.to_string(), "--level", "1", "--seed", "1"]);
    let mut played = 0;
    loop {
        let over = "Press n for a new game.";
        let persons_turn = |engine: &dyn Engine| engine.side_to_move() == Color::Black && !engine.must_pass();
        let moves = screen.until(|screen| {
            let moves = listed(screen);
            let ready = screen.contains(name)
                && (screen.contains(over) || (moves.len() >= played && screen.contains("Black to move")));
            ready.then(|| replay(&mut host.borrow_mut(), &moves))??;
            Some(moves)
        });
        let host = host.borrow();
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
        let query = host.query_for(Color::Black, &stop);
        let answer = host.generate(Color::Black, &query, false, &mut |_| ()).unwrap();
        screen.press(&format!("m{}\r", answer.text()));
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
    screen.shows_moves(&["F6", "J9"]);
    // A click on A9, the point at the top left: the names of rows take three columns, that of the columns a row.
    let place = screen.until(|screen| {
        let (row, line) = screen.lines().enumerate().find(|(_, line)| line.starts_with(" 9 "))?;
        Some((row + 1, line.chars().position(|c| c == '┌')? + 1))
    });
    screen.press(&format!("\x1b[<0;{};{}M", place.1, place.0));
    screen.shows_moves(&["F6", "J9", "A9"]);
    // Another move than the one taken back begins a line.
    screen.press("umB9\r");
    screen.shows_moves(&["F6", "J9", "B9"]);
    screen.shows("(2. A9)");
    screen.press("?");
    screen.shows("any key goes on");
    screen.press("x");
    screen.press("q");
    assert!(screen.end().success());
}

/// As terminals send what is pasted: between two marks, with the line ends of the Enter key.
#[test]
fn a_paste_is_opened_as_one_text() {
    let mut screen = Screen::new(&["--game", "gomoku", "--size", "9", "--color", "both"]);
    screen.shows("Black to move");
    screen.press("me5\r");
    screen.shows_moves(&["E5"]);
    screen.press("\x1b[200~(;GM[2]SZ[8]\r;B[fe]\r;W[df]\r(;B[cc])(;B[cd]))\x1b[201~");
    screen.shows_moves(&["F5", "D6", "C3"]);
    screen.shows("Othello, normal, 8");
    // Each other line is beside the game, and can be stepped to.
    screen.shows("(2. C4)");
    screen.press("}");
    screen.shows_moves(&["F5", "D6", "C4"]);
    screen.press("\x1b[200~no game\x1b[201~");
    screen.shows("\"no\" is no move");
    screen.press("b");
    screen.shows_moves(&["E5"]);
    screen.press("q");
    assert!(screen.end().success());
}

#[test]
fn an_analysis_grows_while_the_person_thinks_and_a_hint_is_a_move() {
    let mut screen = Screen::new(&["--color", "both", "--movetime", "0.01"]);
    screen.press("a");
    let depth = |screen: &str| {
        let (_, rest) = screen.split_once("Depth ")?;
        rest.split(',').next()?.parse::<u32>().ok()
    };
    let first = screen.until(depth);
    screen.until(|screen| depth(screen).filter(|depth| *depth > first));
    screen.press("h");
    screen.shows("Hint: ");
    // A move ends the analysis of the position before, and begins another.
    screen.press("mf5\r");
    screen.until(|screen| (listed(screen) == ["F5"] && depth(screen).is_some()).then_some(()));
    screen.press("q");
    assert!(screen.end().success());
}

#[test]
fn a_search_is_no_reason_to_wait() {
    for (keys, signal) in [("q", None), ("\x03", None), ("", Some(Signal::TERM)), ("", Some(Signal::HUP))] {
        let mut screen = Screen::new(&["--color", "white", "--movetime", "1000000"]);
        screen.shows("is thinking");
        screen.press(keys);
        if let Some(signal) = signal {
            screen.terminal.kill(signal);
        }
        let status = screen.end();
        assert_eq!(status.signal(), signal.map(Signal::as_raw), "{keys:?}");
        assert_eq!(status.success(), signal.is_none());
    }
}

#[test]
fn a_stopped_program_gives_the_terminal_back_and_takes_it_again() {
    for stop in ["\x1a", ""] {
        let mut screen = Screen::new(&["--color", "both"]);
        screen.shows("Black to move");
        screen.press(stop);
        if stop.is_empty() {
            screen.terminal.kill(Signal::TSTP);
        }
        screen.terminal.stopped();
        screen.terminal.until(|screen| is_as_it_was(screen).then_some(()));
        // What a shell would do: it shows its prompt, and goes on with the program.
        screen.terminal.kill(Signal::CONT);
        screen.terminal.until(|screen| (screen.alternate_screen() && screen.bracketed_paste()).then_some(()));
        screen.shows("Black to move");
        screen.press("mf5\r");
        screen.shows_moves(&["F5"]);
        screen.press("q");
        assert!(screen.end().success());
    }
}

#[test]
fn the_engine_moves_at_once_when_it_is_told_to() {
    let mut screen = Screen::new(&["--color", "white", "--movetime", "1000000"]);
    screen.shows("is thinking");
    screen.press("g");
    screen.shows("White to move");
    assert_eq!(listed(&screen.text()).len(), 1);
}

#[test]
fn without_a_terminal_there_is_an_error() {
    let output = Command::new(TENGEN).args(["play", "--threads", "1"]).stdin(Stdio::null()).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("tengen: `tengen play` needs a terminal"), "{errors}");
    assert_eq!((errors.lines().count(), output.stdout.len(), output.status.code()), (1, 0, Some(1)));
}
