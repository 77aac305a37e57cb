//! Sessions at a terminal: a person's, on a pseudo-terminal; and what of it a pipe must not have.

use crate::common::program::TENGEN;
use crate::common::terminal::Terminal;
use pty_process::blocking;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus, Stdio};
use tengen::protocols::gtp::commands::TABLE;
use tengen_games::GAMES;

#[cfg(target_os = "linux")]
const CTRL_C: &str = "\x03";

/// Rows of the terminal: nothing goes up out of sight.
const ROWS: u16 = 400;

/// A session at a terminal, with one thread unless the arguments say otherwise.
struct Session {
    terminal: Terminal,
    /// The rows that were looked at.
    seen: usize,
}

impl Session {
    /// On a terminal of so many columns, with these environment variables and no others.
    fn new(columns: u16, args: &[&str], env: &[(&str, &str)]) -> Self {
        Self { terminal: Terminal::new((ROWS, columns), args, env), seen: 0 }
    }

    /// Without colours.
    fn plain(args: &[&str]) -> Self {
        Self::new(80, args, &[("NO_COLOR", "1")])
    }

    fn press(&self, keys: &str) {
        self.terminal.press(keys);
    }

    /// Enters a line where one can be edited, and waits until it is taken.
    fn enter(&mut self, line: &str) {
        self.prompt();
        self.press(&format!("{line}\r"));
        let row = format!("> {line}\n");
        self.wait(|shown| shown.contains(&row));
    }

    /// Waits until the rows that were not looked at yet, each with its end but for that of the cursor, are as wanted.
    fn wait(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        let seen = self.seen;
        self.terminal.until(|screen| {
            let rows = screen.rows(0, screen.size().1).take(usize::from(screen.cursor_position().0) + 1);
            let shown = rows.skip(seen).map(|row| row.trim_end().to_owned()).collect::<Vec<_>>().join("\n");
            wanted(&shown).then_some(shown)
        })
    }

    /// What is shown up to this text, with it. The rest of its row counts as looked at.
    fn until(&mut self, text: &str) -> String {
        let shown = self.wait(|shown| shown.contains(text));
        let (found, rest) = shown.split_at(shown.find(text).unwrap() + text.len());
        self.seen += found.matches('\n').count() + usize::from(!found.ends_with('\n') && !rest.is_empty());
        found.to_owned()
    }

    /// Waits until a line can be edited.
    fn prompt(&mut self) {
        self.wait(|shown| shown.ends_with('>'));
    }

    /// The answer to a line, up to the empty line behind it.
    fn answer(&mut self, line: &str) -> String {
        self.enter(line);
        self.until(&format!("{line}\n"));
        self.until("\n\n")
    }

    /// Enters a command, and waits until it is being searched for an answer: the terminal is the program's no more.
    #[cfg(target_os = "linux")]
    fn search(&mut self, line: &str) {
        self.enter(line);
        self.until(&format!("{line}\n"));
        self.terminal.works();
    }

    /// How the program ended, with the terminal as it was.
    fn end(&mut self) -> ExitStatus {
        self.terminal.end()
    }
}

/// The output and the end of a session in a pipe.
fn piped(args: &[&str], input: &str) -> (String, ExitStatus) {
    let mut command = Command::new(TENGEN);
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status)
}

#[test]
fn the_greeting_says_what_is_played_and_how_a_search_ends() {
    let mut session = Session::plain(&["--game", "renju"]);
    let greeting = session.until("best so far.");
    for said in ["Gomoku", "renju", "help", "quit", "Ctrl-C", "# interrupt"] {
        assert!(greeting.contains(said), "{greeting}");
    }
    session.enter("quit");
    assert!(session.end().success());
}

#[test]
fn the_help_is_in_groups_and_fits() {
    for columns in [80, 60] {
        let mut session = Session::new(columns, &[], &[("NO_COLOR", "1")]);
        session.until("best so far.\n");
        session.enter("help");
        session.enter("name");
        let help = session.until("= Tengen");
        assert!(help.lines().all(|line| line.len() <= columns.into()), "{help}");
        for (heading, commands) in TABLE.groups() {
            let (_, group) = help.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{heading}: {help}"));
            let group = group.split("\n \n").next().unwrap();
            assert!(commands.iter().all(|command| group.contains(command.name)), "{heading}: {help}");
        }
    }
}

#[test]
fn a_move_needs_no_colour() {
    let mut session = Session::plain(&["--depth", "1"]);
    assert!(session.answer("f5").ends_with("\n   X 4, O 1, white to move\n\n"));
    assert!(session.answer("play D6").ends_with("\n   X 3, O 3, black to move\n\n"));
    assert_eq!(session.answer("play b c4"), "=\n\n");
    assert_eq!(session.answer("undo"), "=\n\n");
    let reason = session.answer("4 a1");
    assert_eq!(reason, "(black flips nothing on a1)\n?4 illegal move\n\n");
    assert_eq!(session.answer("f55x"), "(f55x is not a square of this board)\n? syntax error\n\n");
    let generated = session.answer("genmove");
    assert!(generated.ends_with(", white to move\n\n"), "{generated}");
    let point = generated.strip_prefix("= ").unwrap().split('\n').next().unwrap();
    assert_eq!(session.answer("move_history"), format!("= black {point}\nwhite D6\nblack F5\n\n"));
    session.prompt();
    session.press("\x04");
    assert!(session.end().success());
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_and_twice_the_program() {
    let mut session = Session::plain(&["--movetime", "86400"]);
    session.until("best so far.\n");
    for (search, answer) in [("genmove b", "= "), ("lz-analyze", "info move "), ("genmove", "= ")] {
        session.search(search);
        session.press(CTRL_C);
        session.until("(Ctrl-C again ends the program)\n");
        let last = session.until("\n\n");
        assert!(last.starts_with(answer) && last.lines().count() >= 2, "{search}: {last}");
    }
    // With a line between them two are not a second one.
    assert_eq!(session.answer("name"), "= Tengen\n\n");
    session.press(CTRL_C);
    session.until("(Ctrl-C again ends the program)\n");
    assert_eq!(session.answer("name"), "= Tengen\n\n");
    session.search("genmove");
    session.press(CTRL_C);
    session.until("(Ctrl-C again ends the program)\n");
    session.press(CTRL_C);
    assert_eq!(session.end().code(), Some(130));
}

#[test]
fn colours_are_for_terminals_that_have_them() {
    let lines = ["foo", "f5", "quit"].join("\r");
    for (env, colours) in [(("TERM", "xterm"), true), (("TERM", "dumb"), false), (("NO_COLOR", "1"), false)] {
        let mut session = Session::new(80, &[], &[env]);
        session.press(&format!("{lines}\r"));
        let shown = session.until("white to move");
        assert!(shown.contains("\n? unknown command\n"), "{env:?}: {shown:?}");
        let bytes = String::from_utf8_lossy(&session.terminal.bytes).into_owned();
        let (red, cyan) = ("\x1b[31m? unknown command\x1b[0m", "\x1b[36mX\x1b[0m");
        assert!(bytes.contains(red) == colours && bytes.contains(cyan) == colours, "{env:?}: {bytes:?}");
        // Without a terminal that can do it, nothing is edited.
        assert_eq!(bytes.contains("\x1b["), env != ("TERM", "dumb"), "{env:?}: {bytes:?}");
        assert!(session.end().success());
    }
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let mut session = Session::plain(&[]);
    let listed = GAMES.iter().map(|game| format!("{}\n", game.info.name)).collect::<String>();
    let listed = format!("> list_games\n= {listed}\n");
    session.until("best so far.\n");
    session.prompt();
    // A word in front of it, then the end again.
    session.press("command name\x01known_\x05\r");
    assert_eq!(session.until("\n\n"), "> known_command name\n= true\n\n");
    session.prompt();
    session.press("list_ga\t\r");
    assert_eq!(session.until("\n\n"), listed);
    session.prompt();
    session.press("set_game \t\t");
    let mut names: Vec<_> = GAMES.iter().map(|game| game.info.name.to_lowercase()).collect();
    names.sort();
    let last = names.last().unwrap();
    let games = session.until(&format!("{last}\n"));
    assert!(names.iter().all(|name| games.contains(name)), "{games}");
    session.press(&format!("{}\t\r", &last[..last.len() - 1]));
    assert_eq!(session.until("=\n\n"), format!("> set_game {last}\n=\n\n"));
    session.prompt();
    // The last line but one.
    session.press("\x1b[A\x1b[A\r");
    assert_eq!(session.until("\n\n"), listed);
}

#[test]
fn what_is_thought_comes_out_above_the_line_that_is_edited() {
    let mut session = Session::plain(&["--depth", "3"]);
    session.enter("lz-analyze 1");
    session.until("info move ");
    session.prompt();
    session.press("nam");
    // Lines come still, and the word that was begun stands below them.
    for _ in 0..3 {
        session.until("info move ");
    }
    session.press("e\r");
    session.until("> name\n");
    session.until("= Tengen\n");
}

#[test]
fn the_terminal_is_as_it_was_after_a_signal() {
    for signal in [Signal::TERM, Signal::HUP] {
        let mut session = Session::plain(&[]);
        session.prompt();
        session.terminal.kill(signal);
        assert_eq!(session.end().signal(), Some(signal.as_raw()));
    }
}

#[test]
fn an_output_that_is_no_terminal_has_no_colours() {
    let (pty, pts) = blocking::open().unwrap();
    let command = blocking::Command::new(TENGEN).env("TERM", "xterm").stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn(pts).unwrap();
    (&pty).write_all(b"foo\nf5\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("? unknown command\n\n= \n   A B"), "{text}");
    assert!(!text.contains('\x1b'), "{text:?}");
}

#[test]
fn a_pipe_has_the_protocol_and_nothing_else() {
    let (output, status) = piped(&["--depth", "1"], "f5\nplay f5\ngenmove\nhelp genmove\n# interrupt\n");
    let expected = "? unknown command\n\n? syntax error\n\n? syntax error\n\n= genmove COLOR\n\
                    generates a move and plays it\n\n";
    assert_eq!((output.as_str(), status.success()), (expected, true));
    let width = TABLE.all().map(|command| command.call().len()).max().unwrap();
    let lines: String = TABLE.all().map(|command| format!("\n{:<width$}  {}", command.call(), command.about)).collect();
    assert_eq!(piped(&[], "help\n").0, format!("= {lines}\n\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_pipe_dies_of_an_interrupt() {
    // A shell's background job ignores interrupts, and so do those that it starts.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", TENGEN, "--movetime", "86400", "--threads", "1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"name\ngenmove b\n").unwrap();
    let mut answer = [0; 10];
    child.stdout.as_mut().unwrap().read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"= Tengen\n\n");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
}
