//! `tengen gtp --listen`: sessions over TCP.

#[cfg(target_os = "linux")]
use crate::common::process::works;
use crate::common::process::{NEVER, until};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
#[cfg(target_os = "linux")]
use std::time::Duration;

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

    /// All that a client hears who writes these pieces, if they are taken.
    fn answers(&self, pieces: &[&[u8]]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(NEVER)).unwrap();
        for piece in pieces {
            let _ = stream.write_all(piece);
        }
        let mut heard = Vec::new();
        // Where the server has not read all, its end is a reset.
        let _ = stream.read_to_end(&mut heard);
        String::from_utf8(heard).unwrap()
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

/// A page of any site can send requests to any port, and chooses address and body.
#[test]
fn nothing_of_a_browser_is_executed_however_it_comes() {
    let server = Listening::start(&["--sessions", "1000"]);
    let body = "Host: localhost\r\n\r\nkata-set-param maxTime 1\nname\n";
    for request in [format!("POST / HTTP/1.1\r\n{body}"), format!("\r\n\nPOST / HTTP/1.1\r\n{body}")] {
        for split in 0..request.len() {
            let (begin, end) = request.as_bytes().split_at(split);
            assert_eq!(server.answers(&[begin, end]), "", "{request:?} {split}");
        }
    }
    let long = format!("POST /{} HTTP/1.1\r\n{body}", "a".repeat(66_000));
    for size in [1000, 4096, 65_000, long.len()] {
        assert_eq!(server.answers(&long.as_bytes().chunks(size).collect::<Vec<_>>()), "", "{size}");
    }
    // No address is so long; it may be a browser's all the same.
    let longer = format!("POST /{} HTTP/1.1\r\n{body}", "a".repeat(3_000_000));
    assert_eq!(server.answers(&[longer.as_bytes()]), "");
    // A hello of TLS with text in it.
    assert_eq!(server.answers(&[b"\x16\x03\x01\nname\n"]), "");
}

/// Its search has no other end, and nothing else is written to it.
#[cfg(target_os = "linux")]
#[test]
fn the_place_of_a_client_that_is_gone_is_free() {
    let server = Listening::start(&["--sessions", "1"]);
    let mut client = server.connect();
    client.say("kata-set-param maxTime 1000000\nkata-set-param maxVisits 1000000000000\n");
    assert_eq!(client.hear() + &client.hear(), "=\n\n=\n\n");
    client.say(&"genmove b\n".repeat(150));
    works(&server.process, Duration::from_millis(200));
    drop(client);
    until("its place", || server.connect().try_ask("name").filter(|answer| answer == "= Tengen\n\n"));
}

/// So is that of one whose input is not read to its end.
#[cfg(target_os = "linux")]
#[test]
fn or_of_one_that_has_said_more_than_is_kept() {
    let server = Listening::start(&["--sessions", "1"]);
    let mut client = server.connect();
    client.say("kata-set-param maxTime 1000000\ngenmove b\n");
    assert_eq!(client.hear(), "=\n\n");
    client.input.get_ref().set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let lines = "genmove b\n".repeat(10_000);
    let taken = (0..1000).take_while(|_| client.input.get_mut().write_all(lines.as_bytes()).is_ok()).count();
    assert!(taken < 1000);
    drop(client);
    until("its place", || server.connect().try_ask("name").filter(|answer| answer == "= Tengen\n\n"));
}

#[test]
fn one_that_writes_no_more_waits_for_a_long_search() {
    let server = Listening::start(&[]);
    let mut client = server.connect();
    client
        .say("set_game gomoku\nkata-set-param maxVisits 400000\nkata-set-param maxTime 100000\ngenmove b\ngenmove w\n");
    client.input.get_ref().shutdown(Shutdown::Write).unwrap();
    let rest = client.rest();
    let answers: Vec<_> = rest.strip_suffix("\n\n").unwrap().split("\n\n").collect();
    assert!(answers.len() == 5 && answers.iter().all(|answer| answer.starts_with('=')), "{rest:?}");
}

#[test]
fn a_record_may_be_longer_than_other_lines() {
    let server = Listening::start(&[]);
    let record = |bytes| format!("load_record (;GM[2]SZ[8]C[{}];B[fe];W[df])", "x".repeat(bytes));
    let mut client = server.connect();
    assert_eq!(client.ask(&record(100_000)), "=\n\n");
    assert_eq!(client.ask("1 move_history"), "=1 white D6\nblack F5\n\n");
    let most = (1 << 20) - record(0).len();
    assert_eq!(client.ask(&format!("  {}", record(most))), "=\n\n");
    assert_eq!(client.ask(&record(most + 1)), "? syntax error\n\n");
    assert_eq!(client.ask("2 why"), "=2 syntax error: a line may have 1048576 bytes\n\n");
}

#[test]
fn an_address_that_others_can_reach_is_warned_of() {
    for (listen, warned) in [("0.0.0.0:0", true), ("127.0.0.1:0", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["gtp", "--hash", "1", "--listen", listen]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        process.kill().unwrap();
        let said = String::from_utf8(process.wait_with_output().unwrap().stderr).unwrap();
        assert_eq!(said.contains("other machines can reach 0.0.0.0:"), warned, "{listen}: {said}");
    }
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
