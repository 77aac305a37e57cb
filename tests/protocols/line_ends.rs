//! Lines as editors and shells of every system write them, for each protocol.

use crate::served::served;
use std::io::{Cursor, Read as _};
use tengen::protocols::gomocup::Brain;
use tengen::protocols::gtp::Server;
use tengen::protocols::line_server::{Protocol, serve};
use tengen::protocols::mill_uci::MillUci;
use tengen::protocols::nboard::NBoard;
use tengen::protocols::ugi::Ugi;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

const MARK: &str = "\u{feff}";

fn host() -> Host {
    Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1))
}

/// The answers to these lines are the same with a mark in front of the first, and with each of these ends.
fn same<P: Protocol>(protocol: impl Fn() -> P, lines: &str, ends: &[&str], expected: &str) {
    for mark in ["", MARK] {
        for end in ends {
            let input = format!("{mark}{}", lines.replace('\n', end));
            assert_eq!(served(&mut protocol(), &input), expected, "{input:?}");
        }
    }
}

#[test]
fn a_mark_and_the_ends_of_lines_are_no_part_of_them() {
    let all = ["\n", "\r\n", "\r"];
    same(|| Server::new(host()), "name\n1 protocol_version\n", &["\n", "\r\n"], "= Tengen\n\n=1 2\n\n");
    let board = "START 15\nBOARD\n3,4,1\n3,4,2\nDONE\nFOO\n";
    same(|| Brain::new(host()).unwrap(), board, &all, "OK\nERROR 3,4 is named twice\nUNKNOWN FOO\n");
    same(|| Ugi::new(host()), "position startpos\nquery p1turn\nisready\n", &all, "response true\nreadyok\n");
    let refused = "readyok\ninfo string error: unknown command: hello\n";
    same(|| MillUci::new(host()).unwrap(), "isready\nhello\n", &all, refused);
    same(|| NBoard::new(host()).unwrap(), "nboard 2\nping 7\n", &all, "set myname Tengen\npong 7\n");
}

#[test]
fn a_mark_may_come_in_pieces_and_only_at_the_start() {
    let answers = |first: &'static [u8], second: &'static [u8]| {
        let mut output = Vec::new();
        serve(&mut Server::new(host()), Cursor::new(first).chain(second), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    let text = "\u{feff}# a comment\r\nname\r\n".as_bytes();
    for cut in 0..text.len() {
        assert_eq!(answers(&text[..cut], &text[cut..]), "= Tengen\n\n", "{cut}");
    }
    assert_eq!(answers(b"name\n", "\u{feff}name\n".as_bytes()), "= Tengen\n\n? unknown command\n\n");
    assert_eq!(answers(b"\xef\xbbname\n", b""), "? unknown command\n\n");
    assert_eq!(answers(b"\xef\xbb\xbf", b""), "");
}
