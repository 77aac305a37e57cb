//! `tengen nboard`: the commands of the protocol's page, and what a GUI may make of the answers.

use super::served::served;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tengen::protocols::nboard::NBoard;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// The first example of the protocol's page.
const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)\n";

/// Everything that is said to this input. What is searched is cut short by a `ping`.
fn said(input: &str) -> Vec<String> {
    let host = Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1));
    let output = served(&mut NBoard::new(host).unwrap(), input);
    output.lines().map(str::to_owned).collect()
}

/// The program, to a GUI that waits for answers.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["nboard", "--threads", "1", "--hash", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        Self { process, input, output }
    }

    /// What is answered to this, up to a line that begins like the last one.
    fn ask(&mut self, text: &str, last: &str) -> Vec<String> {
        self.input.write_all(text.as_bytes()).unwrap();
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(last)) {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "{lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}

/// The move, value and time of `===`.
fn chosen(line: &str) -> (&str, f64, f64) {
    let mut fields = line.strip_prefix("=== ").unwrap().split('/');
    let mv = fields.next().unwrap();
    let mut number = || fields.next().unwrap().parse().unwrap();
    (mv, number(), number())
}

#[test]
fn the_session_of_the_page() {
    let lines = said(&format!("nboard 2\n{GAME}set depth 6\nping 1\ngo\nping 2\n"));
    assert_eq!(lines[..3], ["set myname Tengen", "pong 1", "status Tengen is thinking"]);
    assert!(lines[3].starts_with("nodestats "), "{lines:?}");
    let (mv, value, seconds) = chosen(&lines[4]);
    // What Black may play there by the rules.
    let legal = ["G3", "C4", "G4", "B5", "G5", "B6", "C6", "D6", "G6", "G7", "G8"];
    assert!(legal.contains(&mv) && value.abs() <= 64.0 && seconds >= 0.0, "{lines:?}");
    assert_eq!(lines[5..], ["status Tengen is waiting", "pong 2"]);
}

#[test]
fn hints_are_of_the_best_moves_at_every_depth() {
    let lines = said(&format!("set depth 4\n{GAME}hint 3\n"));
    assert_eq!(lines[0], "status Tengen is analyzing");
    let hints: Vec<Vec<&str>> =
        lines.iter().filter(|line| line.starts_with("search ")).map(|line| line.split(' ').collect()).collect();
    assert!(hints.iter().all(|hint| hint.len() == 5 && hint[1].len() % 2 == 0 && hint[3] == "0"), "{lines:?}");
    let last = &hints[hints.len() - 3..];
    assert!(last.iter().all(|hint| hint[4] == "4"), "{last:?}");
    let values: Vec<f64> = last.iter().map(|hint| hint[2].parse().unwrap()).collect();
    assert!(values[0] >= values[1] && values[1] >= values[2], "{values:?}");
}

/// One square is left, and Black takes everything there.
#[test]
fn the_end_of_the_game_is_solved() {
    let board = "*".repeat(60) + "OOO-";
    let game = format!("set game (;GM[Othello]TY[8]BO[8 {board} *];)\n");
    // The last time the game is over.
    let lines = said(&format!("set depth 1\n{game}go\nhint 1\nmove H8/64.0/1\ngo\n"));
    let moves: Vec<_> = lines.iter().filter(|line| line.starts_with("===")).map(|line| chosen(line)).collect();
    assert!(matches!(moves[..], [("H8", 64.0, _), ("PA", ..)]), "{lines:?}");
    assert!(lines.contains(&"search H8 64.00 0 100%".to_owned()), "{lines:?}");
}

#[test]
fn passes_have_two_letters() {
    // White has a stone in the corner, and Black nowhere to play.
    let board = format!("O*{}O", "-".repeat(61));
    let game = format!("set game (;GM[Othello]TY[8]BO[8 {board} *];)\n");
    let lines = said(&format!("set depth 2\n{game}go\nmove PA\ngo\nC1\nping 1\n"));
    let moves: Vec<_> = lines.iter().filter(|line| line.starts_with("===")).map(|line| chosen(line).0).collect();
    assert_eq!(moves, ["PA", "C1"]);
    assert_eq!(lines.last().unwrap(), "pong 1");
}

#[test]
fn errors_name_squares_as_they_are_written() {
    let board = "---------------------------O*------*O--------------------------- *";
    for (moves, error) in [
        ("B[D6]", r#"move 1, black "D6": black flips nothing on D6"#),
        ("B[d4/1.5/2]", r#"move 1, black "d4": there is a disc on D4"#),
        ("B[F5]W[Z9]", r#"the game ends before move 2, white "Z9": Z9 is not a square of this board"#),
        ("B[F5]W[L9]", r#"the game ends before move 2, white "L9": L9 is not a square of this board"#),
        ("B[pa]", r#"move 1, black "pa": black has a move and may not pass"#),
    ] {
        let lines = said(&format!("set game (;GM[Othello]TY[8]BO[8 {board}]{moves};)\n"));
        assert_eq!(lines, [format!("status error: {error}")]);
    }
}

/// A GUI records the value of a pass: here White loses by 60.
#[test]
fn a_pass_has_its_value() {
    let board = "*************O****O********OOO-O**OOOOO--OOOOOO----OOO----------";
    let lines = said(&format!("set depth 60\nset game (;GM[Othello]TY[8]BO[8 {board} O];)\ngo\nhint 1\n"));
    let moves: Vec<_> = lines.iter().filter(|line| line.starts_with("===")).map(|line| chosen(line)).collect();
    assert!(matches!(moves[..], [("PA", -60.0, _)]), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("search PA") && line.ends_with(" -60.00 0 100%")), "{lines:?}");
}

#[test]
fn what_is_wrong_is_told_in_the_status() {
    let lines = said("set game (;GM[Othello]TY[8]BO[8 ---- *];)\ngo\nping 1\n");
    assert!(lines[0].starts_with("status error: ") && lines[1].starts_with("status error: there is no position"));
    assert_eq!(lines[2], "pong 1");
    let lines = said("move A1\ngo\nset game (;FF[4]GM[4]SZ[15])\ngo\nset depth x\nset contempt 5\nfoo bar\n\nping 1\n");
    assert!(lines.len() == 6 && lines[..5].iter().all(|line| line.starts_with("status error: ")), "{lines:?}");
    let long = "x".repeat(1 << 20);
    assert_eq!(said(&format!("{long}\nping 3\n"))[1..], ["pong 3"]);
}

/// Without a limit the search goes on until the GUI asks for a `pong`.
#[test]
fn a_ping_ends_the_search() {
    let mut engine = Engine::start();
    engine.ask(&format!("nboard 2\nset depth 60\n{GAME}hint 2\n"), "search ");
    engine.ask("ping 9\n", "pong 9");
    writeln!(engine.input, "quit").unwrap();
    assert!(engine.process.wait().unwrap().success());
}

/// Words of the protocol in any order, cut and repeated, and bytes of all kinds: no fault, and a `pong` at the end.
#[test]
fn nothing_that_is_sent_is_a_fault() {
    let words = [
        "set",
        "game",
        "depth",
        "move",
        "F5",
        "PA",
        "hint",
        "go",
        "ping",
        "(;GM[Othello]",
        "BO[8",
        "*]",
        ";)",
        "-1",
        "\n",
    ];
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let mut text = String::from("set depth 1\n");
        for _ in 0..rng.usize(1..40) {
            match rng.u8(..8) {
                0 => text.push(rng.char(..)),
                1 => text += GAME,
                _ => text += words[rng.usize(..words.len())],
            }
            text += [" ", "\n"][rng.usize(..2)];
        }
        let lines = said(&(text.clone() + "\nping 5\n"));
        assert_eq!(lines.last().unwrap(), "pong 5", "{text}");
        assert!(!lines.iter().any(|line| line.contains("a fault of the program")), "{text}: {lines:?}");
    }
}
