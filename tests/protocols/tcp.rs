//! `tengen gtp --listen`: sessions over TCP.

use crate::common::process::{NEVER, until};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server on a free port.
struct Listening {
    process: Child,
    address: String,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Listening {
    fn start(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["gtp", "--listen", "127.0.0.1:0", "--threads", "1", "--hash", "1"]).args(words);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { process, address: line.trim_end().to_owned() }
    }

    fn connect(&self) -> Client {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(NEVER)).unwrap();
        Client { input: BufReader::new(stream) }
    }
}

struct Client {
    input: BufReader<TcpStream>,
}

impl Client {
    fn say(&mut self, text: &str) {
        self.input.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// One whole answer.
    fn hear(&mut self) -> String {
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert_ne!(self.input.read_line(&mut answer).unwrap(), 0, "{answer}");
        }
        answer
    }

    /// One whole answer, where the server does not close the connection.
    fn try_ask(&mut self, command: &str) -> Option<String> {
        let mut answer = String::new();
        writeln!(self.input.get_mut(), "{command}").ok()?;
        while !answer.ends_with("\n\n") {
            self.input.read_line(&mut answer).ok().filter(|&count| count > 0)?;
        }
        Some(answer)
    }

    fn ask(&mut self, command: &str) -> String {
        self.say(&format!("{command}\n"));
        self.hear()
    }

    /// All that comes until the server closes the connection.
    fn rest(mut self) -> String {
        let mut rest = String::new();
        self.input.read_to_string(&mut rest).unwrap();
        rest
    }
}

#[test]
fn every_connection_has_its_own_game() {
    let server = Listening::start(&["--game", "gomoku"]);
    let (mut ann, mut bob) = (server.connect(), server.connect());
    assert_eq!(ann.ask("1 play b h8"), "=1\n\n");
    assert_eq!(bob.ask("set_game othello"), "=\n\n");
    assert_eq!(bob.ask("play b f5"), "=\n\n");
    assert_eq!(ann.ask("2 play w h8"), "?2 illegal move\n\n");
    assert_eq!(bob.ask("3 gogui-rules_final_result"), ann.ask("3 gogui-rules_final_result"));
    assert!(bob.ask("loadsgf x.sgf").starts_with("? cannot load file"));
    bob.say("quit\n");
    assert_eq!(bob.rest(), "=\n\n");
    assert_eq!(ann.ask("4 play w h9"), "=4\n\n");
}

#[test]
fn a_client_that_writes_no_more_is_answered() {
    let server = Listening::start(&[]);
    let mut client = server.connect();
    client.say("play b f5\nset_depth 1\ngenmove w");
    client.input.get_ref().shutdown(Shutdown::Write).unwrap();
    let rest = client.rest();
    assert!(rest.starts_with("=\n\n=\n\n= ") && rest.len() == "=\n\n=\n\n= D6\n\n".len(), "{rest}");
}

#[test]
fn an_endless_search_is_interrupted() {
    let server = Listening::start(&[]);
    let mut client = server.connect();
    client.say("kata-set-param maxTime 1000000\ngenmove b\n");
    assert_eq!(client.hear(), "=\n\n");
    client.say("# interrupt\n");
    assert!(client.hear().starts_with("= "));
}

#[test]
fn more_connections_than_sessions_are_refused() {
    let server = Listening::start(&["--sessions", "2"]);
    let mut first = server.connect();
    let mut second = server.connect();
    assert_eq!(first.ask("protocol_version") + &second.ask("protocol_version"), "= 2\n\n= 2\n\n");
    assert_eq!(server.connect().rest(), "? all sessions are in use: try again later\n\n");
    second.say("quit\n");
    assert_eq!(second.rest(), "=\n\n");
    // Its thread gives the place back a moment later. One that is refused may be closed before it says anything.
    until("a place for another one", || {
        server.connect().try_ask("protocol_version").filter(|answer| answer == "= 2\n\n")
    });
}

#[test]
fn a_browser_is_not_answered() {
    let server = Listening::start(&[]);
    let mut page = server.connect();
    page.say("POST / HTTP/1.1\r\nHost: localhost\r\n\r\nname\n");
    assert_eq!(page.rest(), "");
}

#[test]
fn what_is_wrong_is_said_at_the_start() {
    for (words, error) in [
        (&["--listen", "nowhere"][..], "expected HOST:PORT"),
        (&["--listen", "192.0.2.1:1"], "cannot listen on 192.0.2.1:1"),
        (&["--listen", "127.0.0.1:0", "--game", "chess"], "chess"),
        (&["--sessions", "2"], "--listen"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen")).arg("gtp").args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(error), "{words:?}: {said}");
    }
}
