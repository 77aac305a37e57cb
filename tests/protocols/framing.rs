//! GTP's framing, byte for byte and in memory: each point of "Framing" in the specification's order.

use crate::common::tictactoe::TicTacToe;
use crate::served::{Heard, answered, served};
use std::io::{self, Write};
use tengen::protocols::gtp::{Server, serve};
use tengen_core::search::Resources;
use tengen_session::{GameEntry, Games, Host, Settings};

static GAMES: Games = Games(&[GameEntry::of::<TicTacToe>()]);

fn server() -> Server {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    Server::new(Host::new(GAMES, settings, Resources::new(1, 1)))
}

fn answers(input: impl AsRef<[u8]>) -> String {
    served(&mut server(), input)
}

#[test]
fn one_response_each_in_order_with_its_id() {
    for (input, output) in [
        ("name\n", "= Tengen\n\n"),
        ("12 name\n", "=12 Tengen\n\n"),
        ("0 protocol_version\n", "=0 2\n\n"),
        ("1 name\n2 foo\nprotocol_version\n", "=1 Tengen\n\n?2 unknown command\n\n= 2\n\n"),
        ("3 play b q9\n4 undo\n", "?3 illegal move\n\n?4 cannot undo\n\n"),
        ("play b\nplay\nplay x a1\n", "? syntax error\n\n? syntax error\n\n? syntax error\n\n"),
        ("clear_board\n", "=\n\n"),
        ("NAME\n", "? unknown command\n\n"),
    ] {
        assert_eq!(answers(input), output, "{input:?}");
    }
}

#[test]
fn preprocessing() {
    for (input, output) in [
        ("", ""),
        ("\n\n \n\t\n", ""),
        ("# a comment\n", ""),
        ("   # another\nname # and one behind\n", "= Tengen\n\n"),
        ("name\r\n", "= Tengen\n\n"),
        ("\r\n\r\nname\r\n", "= Tengen\n\n"),
        ("na\u{7}me\n", "= Tengen\n\n"),
        ("na\u{0}me\n", "= Tengen\n\n"),
        ("known_command\tname\n", "= true\n\n"),
        ("name", "= Tengen\n\n"),
        ("1 name\n2 name", "=1 Tengen\n\n=2 Tengen\n\n"),
    ] {
        assert_eq!(answers(input), output, "{input:?}");
    }
    assert_eq!(answers(b"\xff\xfe\n"), "? unknown command\n\n");
    assert_eq!(answers(b"known_command \xff\n"), "= false\n\n");
}

#[test]
fn ids_end_at_two_to_the_31st() {
    assert_eq!(answers("2147483647 name\n"), "=2147483647 Tengen\n\n");
    for larger in ["2147483648", "4294967296", "18446744073709551617", "99999999999999999999999999"] {
        assert_eq!(answers(format!("{larger} name\n")), "? unknown command\n\n", "{larger} is no id");
    }
    assert_eq!(answers("-1 name\n"), "? unknown command\n\n");
    assert_eq!(answers("5\n"), "?5 unknown command\n\n");
}

#[test]
fn a_line_that_is_too_long_gets_one_error() {
    let long = "x".repeat(100_000);
    assert_eq!(answers(format!("{long}\nname\n")), "? syntax error\n\n= Tengen\n\n");
    assert_eq!(answers(format!("7 name {long}\nname\n")), "?7 syntax error\n\n= Tengen\n\n");
    assert_eq!(answers(format!("#{long}\nname\n")), "= Tengen\n\n");
    assert_eq!(answers(format!("name{}\n", " ".repeat(65_000))), "= Tengen\n\n");
    assert_eq!(answers(long), "? syntax error\n\n");
}

#[test]
fn a_burst_is_answered_to_its_end() {
    let burst: String = (0..5000).map(|id| format!("{id} protocol_version\n")).collect();
    let expected: String = (0..5000).map(|id| format!("={id} 2\n\n")).collect();
    assert_eq!(answers(burst), expected);
}

#[test]
fn quit_answers_and_ends() {
    assert_eq!(answers("1 quit\n2 name\n"), "=1\n\n");
    assert_eq!(answers("quit now\n2 name\n"), "? syntax error\n\n=2 Tengen\n\n");
}

#[test]
fn no_response_has_an_empty_line_inside() {
    let everything: String = tengen::protocols::gtp::commands::TABLE
        .all()
        .filter(|command| command.name != "quit")
        .map(|command| format!("{}\nhelp {}\n", command.name, command.name))
        .collect();
    let count = everything.lines().count();
    let output = answers(everything);
    let responses: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(responses.len(), count);
    assert!(responses.iter().all(|response| response.starts_with(['=', '?'])), "{output}");
}

#[test]
fn a_failure_changes_nothing_and_can_be_explained() {
    let output = answers("play b b2\nplay b a1\nwhy\nplay w b2\nwhy\nshowboard\nundo\nundo\n");
    let expected = "=\n\n? illegal move\n\n= illegal move: it is white's turn\n\n? illegal move\n\n\
                    = illegal move: b2 is not among the legal moves\n\n= \n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n   white to move\n\n\
                    =\n\n? cannot undo\n\n";
    assert_eq!(output, expected);
}

#[test]
fn lines_may_come_in_pieces() {
    let pieces = ["1 na", "me\n2 ", "protocol_", "version", "\r", "\n3 name"].map(|piece| (piece, ""));
    assert_eq!(answered(&mut server(), &pieces), "=1 Tengen\n\n=2 2\n\n=3 Tengen\n\n");
}

#[test]
fn answers_do_not_wait_for_more_input() {
    let pieces = [("1 name\n", "=1 Tengen\n\n"), ("2 name\n", "=2 Tengen\n\n")];
    assert_eq!(answered(&mut server(), &pieces), "=1 Tengen\n\n=2 Tengen\n\n");
}

#[test]
fn an_analysis_ends_with_any_input() {
    for end in ["\n", "name\n", "# interrupt\n", ""] {
        let pieces = [("1 lz-analyze b 1\n", "info move "), (end, "")];
        let text = answered(&mut server(), &pieces);
        assert!(text.starts_with("=1\ninfo move "), "{text}");
        let first = text.split("\n\n").next().unwrap();
        assert!(first.lines().skip(1).all(|line| line.starts_with("info move ")), "{text}");
        assert!(text.ends_with("\n\n"), "{text}");
        assert_eq!(text.contains("= Tengen"), end == "name\n");
    }
}

#[test]
fn an_analysis_in_a_burst_says_something_and_ends() {
    let text = answers("kata-analyze 1\n5 name\n");
    assert!(text.starts_with("=\ninfo move "), "{text}");
    assert!(text.ends_with("\n\n=5 Tengen\n\n"), "{text}");
    let text = answers("lz-genmove_analyze b 1\nmove_history\n");
    let played = text.split("\nplay ").nth(1).unwrap().split('\n').next().unwrap();
    assert!(text.ends_with(&format!("\n\n= black {played}\n\n")), "{text}");
}

/// A sink that breaks after a while.
struct Closed(usize);

impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.0 -= 1;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_service_quietly() {
    for writes in 0..3 {
        // The input does not end by itself.
        let heard = Heard::default();
        let input = heard.input(&[("name\nlz-analyze b 1\n", "never")]);
        serve(&mut server(), input, &mut Closed(writes)).unwrap();
        assert_eq!(heard.end(), "");
    }
}
