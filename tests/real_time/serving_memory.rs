//! What a session takes at most, whatever its client sends, as `protocol.md` and `docs/web.md` say.

use crate::web_load::memory;
use crate::web_load::web_client::Web;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::Message;
use tungstenite::stream::MaybeTlsStream;

/// MiB of a session.
const MOST: f64 = 8.0;

/// MiB of one that reads a record.
const MOST_WITH_RECORD: f64 = 48.0;

/// How long a client tries to send more than is taken.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a client sends at first, and then again and again, in messages of less than 64 KiB, and the MiB that it may cost.
struct Flood {
    first: &'static str,
    messages: Vec<String>,
    most: f64,
}

impl Flood {
    /// Sends more than the buffers of a connection hold, until no more is taken.
    fn send(&self, mut take: impl FnMut(&str) -> bool) {
        let _ = self.messages.iter().cycle().take(300).all(|text| take(text));
    }
}

/// Short lines and the longest one while a search runs, what has long answers, which are not read, and records.
fn floods() -> [Flood; 5] {
    let search = "kata-set-param maxTime 1000000\ngenmove b\n";
    let record = |piece: &str| {
        let begin = "load_record (;GM[2]SZ[8]".to_owned();
        let pieces = vec![piece.repeat(60_000 / piece.len()); 17];
        [vec![begin], pieces, vec![")\n".to_owned()]].concat()
    };
    [
        Flood { first: search, messages: vec!["1\n".repeat(30_000)], most: MOST },
        Flood { first: search, messages: vec!["\n# a\nundo\n".repeat(6000)], most: MOST },
        Flood { first: search, messages: record("x"), most: MOST },
        Flood { first: "name\n", messages: vec!["help\nlist_commands\n".repeat(3000)], most: MOST },
        Flood { first: "name\n", messages: record(";B[fe]"), most: MOST_WITH_RECORD },
    ]
}

/// Kills a process at the end.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[serial_test::serial]
fn clients_over_tcp_are_bounded() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["gtp", "--listen", "127.0.0.1:0", "--threads", "1", "--hash", "1"]);
    let mut process = Killed(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut address = String::new();
    BufReader::new(process.0.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let begin = |text: &str| {
        let mut client = BufReader::new(TcpStream::connect(address.trim_end()).unwrap());
        client.get_ref().set_write_timeout(Some(PATIENCE)).unwrap();
        client.get_mut().write_all(text.as_bytes()).unwrap();
        client.read_line(&mut String::new()).unwrap();
        client.into_inner()
    };
    // What all sessions share is in memory.
    begin("set_depth 1\ngenmove b\nquit\n").read_to_end(&mut Vec::new()).unwrap();
    let floods = floods();
    let mut clients: Vec<_> = floods.iter().map(|flood| begin(flood.first)).collect();
    let before = memory(process.0.id());
    for (client, flood) in clients.iter_mut().zip(&floods) {
        flood.send(|text| client.write_all(text.as_bytes()).is_ok());
    }
    let taken = memory(process.0.id()) - before;
    assert!(taken < floods.iter().map(|flood| flood.most).sum(), "{taken} MiB");
}

#[test]
#[serial_test::serial]
fn pages_are_bounded() {
    let web = Web::start(&[]);
    let begin = |name: &str, text: &str| {
        let mut page = web.page(name);
        page.send(text);
        page.until("\n\n");
        if let MaybeTlsStream::Plain(stream) = page.socket.get_ref() {
            stream.set_write_timeout(Some(PATIENCE)).unwrap();
        }
        page
    };
    begin("first", "set_depth 1\n").ask("genmove b");
    let floods = floods();
    let mut pages: Vec<_> =
        floods.iter().enumerate().map(|(number, flood)| begin(&number.to_string(), flood.first)).collect();
    let before = memory(web.process.id());
    for (page, flood) in pages.iter_mut().zip(&floods) {
        flood.send(|text| page.socket.send(Message::text(text)).is_ok());
    }
    let taken = memory(web.process.id()) - before;
    assert!(taken < floods.iter().map(|flood| flood.most).sum(), "{taken} MiB");
}
