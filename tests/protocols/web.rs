//! `tengen web`: who may come in, and sessions that survive a reload.

use super::web_client::Web;
use crate::common::process::until;
use std::io::Write as _;
use std::net::TcpStream;
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message};

#[test]
fn the_page_is_for_those_who_know_its_address() {
    let web = Web::start(&[]);
    let index = format!("/?token={}", web.token);
    let page = web.get(&index, &web.host);
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Tengen</title>"), "{page}");
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'none'"), "{page}");
    assert!(page.to_lowercase().contains("referrer-policy: no-referrer"), "{page}");
    let port = web.host.rsplit(':').next().unwrap();
    for (path, host, status) in [
        (&*index, &*format!("localhost:{port}"), "200"),
        (&index, "a.example", "421"),
        (&index, &format!("a.example:{port}"), "421"),
        ("/", &web.host, "403"),
        ("/?token=0", &web.host, "403"),
        (&index, &format!("{}\r\nHost: a.example", web.host), "400"),
        (&index, &format!("{0}\r\nHost: {0}", web.host), "400"),
        ("/app.js", &web.host, "200"),
        ("/app.js", "a.example", "421"),
        ("/../Cargo.toml", &web.host, "404"),
        ("/%2e%2e%2fCargo.toml", &web.host, "404"),
    ] {
        let answer = web.get(path, host);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path} {host}: {answer}");
    }
}

#[test]
fn every_file_that_the_page_names_is_there() {
    let web = Web::start(&[]);
    let mut open = vec![format!("/?token={}", web.token)];
    let mut seen = Vec::new();
    while let Some(path) = open.pop() {
        let text = web.get(&path, &web.host);
        assert!(text.starts_with("HTTP/1.1 200"), "{path}: {text}");
        for mark in ["href=\"", "src=\"", "from \"./"] {
            for found in text.split(mark).skip(1) {
                let name = format!("/{}", found.split('"').next().unwrap());
                if !seen.contains(&name) {
                    seen.push(name.clone());
                    open.push(name);
                }
            }
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn other_sites_and_strangers_get_no_session() {
    let web = Web::start(&[]);
    let own = format!("http://{}", web.host);
    for (session, token, origin) in [
        ("a", "0", Some(&*own)),
        ("a", "", None),
        ("a", &web.token, Some("http://a.example")),
        ("a", &web.token, Some("null")),
        ("", &web.token, Some(&own)),
        (&"a".repeat(65), &web.token, Some(&own)),
    ] {
        let refused = web.open(session, token, origin).err();
        assert!(matches!(refused, Some(Error::Http(_))), "{session} {token} {origin:?}: {refused:?}");
    }
    // A program has no origin.
    let mut page = web.open("a", &web.token, None).unwrap();
    assert_eq!(page.ask("name"), "= Tengen\n\n");
}

#[test]
fn a_session_speaks_gtp_and_survives_its_page() {
    let web = Web::start(&["--game", "gomoku"]);
    let mut page = web.page("tab");
    assert_eq!(page.ask("1 play b h8"), "=1\n\n");
    page.send("2 name\n3 version\n");
    assert!(page.until("\n\n").contains("=2 Tengen\n\n"));
    // No page reads or writes files.
    assert_eq!(page.ask("loadsgf Cargo.toml"), "? cannot load file\n\n");
    // A search without end, and half a line: neither is in the way of the next page.
    page.send("set_depth 99\nkata-set-param maxTime 10000\n");
    page.until("=\n\n=\n\n");
    page.send("4 name\ngenmove w\nsho");
    page.until("=4 Tengen\n\n");
    drop(page);
    let mut page = web.page("tab");
    let moves = page.history();
    assert!(moves.starts_with("=7 white ") && moves.ends_with("\nblack H8\n\n"), "{moves}");
    assert_eq!(web.page("another").ask("move_history"), "=\n\n");
}

#[test]
fn a_session_belongs_to_the_page_that_came_last() {
    let web = Web::start(&[]);
    let mut first = web.page("tab");
    assert_eq!(first.ask("play b f5"), "=\n\n");
    let mut second = web.page("tab");
    assert_eq!(first.closed(), "the session is open in another tab");
    assert_eq!(second.ask("move_history"), "= black F5\n\n");
    // A search without end, and half a line, of a page that is still there.
    second.send("set_depth 60\nkata-set-param maxTime 10000\n4 name\ngenmove w\nsho");
    second.until("=4 Tengen\n\n");
    let mut third = web.page("tab");
    let moves = third.history();
    assert!(moves.starts_with("=7 white ") && moves.ends_with("\nblack F5\n\n"), "{moves}");
    third.send("quit\n");
    assert_eq!(third.until("\n\n"), "=\n\n");
    assert_eq!(third.closed(), "the session has ended");
    assert_eq!(web.page("tab").ask("move_history"), "=\n\n");
}

#[test]
fn sessions_are_bounded_and_those_without_a_page_make_room() {
    let web = Web::start(&["--sessions", "2"]);
    let [mut one, mut two] = ["one", "two"].map(|name| web.page(name));
    assert_eq!([one.ask("play b f5"), two.ask("play b d3")], ["=\n\n", "=\n\n"]);
    let full = web.page("three").closed();
    assert!(full.starts_with("all sessions are in use"), "{full}");
    drop(one);
    // The server learns of it a moment later.
    let mut three = web.page_at_last("three");
    assert_eq!(three.ask("play b c4"), "=\n\n");
    assert_eq!(two.ask("move_history"), "= black D3\n\n");
}

/// Searches without end, more of them than wait to be read.
#[test]
fn all_that_a_page_has_asked_for_is_interrupted_when_it_goes() {
    let web = Web::start(&["--sessions", "1"]);
    let asks = |name: &str| {
        let mut page = web.page_at_last(name);
        page.send("set_depth 60\nkata-set-param maxTime 10000\n4 play b f5\n");
        page.until("=4\n\n");
        let lines = format!("reg_genmove w # {}\n", "x".repeat(30_000));
        if let MaybeTlsStream::Plain(stream) = page.socket.get_ref() {
            stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
        }
        let _ = (0..150).take_while(|_| page.socket.send(Message::text(&*lines)).is_ok()).count();
    };
    asks("tab");
    assert_eq!(web.page_at_last("tab").history(), "=7 black F5\n\n");
    asks("another");
    let mut last = web.page_at_last("last");
    assert_eq!(last.ask("move_history"), "=\n\n");
    #[cfg(target_os = "linux")]
    until("the other sessions end", || {
        let threads = std::fs::read_dir(format!("/proc/{}/task", web.process.id())).unwrap();
        let name = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("comm")).unwrap_or_default();
        (threads.flatten().map(name).filter(|name| name == "session\n").count() == 1).then_some(())
    });
}

#[test]
fn a_page_that_closes_is_answered() {
    let web = Web::start(&[]);
    let mut page = web.page("tab");
    assert_eq!(page.ask("name"), "= Tengen\n\n");
    page.socket.close(None).unwrap();
    assert!(matches!(page.socket.read(), Ok(Message::Close(_))));
}

#[test]
fn a_record_may_be_longer_than_a_message() {
    let web = Web::start(&[]);
    let mut page = web.page("tab");
    let line = format!("load_record (;GM[2]SZ[8]C[{}];B[fe])\n", "x".repeat(500_000));
    for piece in line.as_bytes().chunks(50_000) {
        page.send(str::from_utf8(piece).unwrap());
    }
    assert_eq!(page.until("\n\n"), "=\n\n");
    assert_eq!(page.ask("move_history"), "= black F5\n\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_without_memory_says_so() {
    let mut command = Command::new("sh");
    let limited = "ulimit -v 1500000; exec \"$0\" web --no-open --threads 1 --hash 256";
    command.args(["-c", limited, env!("CARGO_BIN_EXE_tengen")]);
    let web = Web::of(command);
    let mut first = web.page("first");
    assert_eq!(first.ask("name"), "= Tengen\n\n");
    // More than fit; which of them do not is chance.
    let (closed, reasons) = channel();
    for number in 0..6 {
        let (mut page, closed) = (web.page(&number.to_string()), closed.clone());
        thread::spawn(move || closed.send(page.closed()));
    }
    let why = reasons.recv().unwrap();
    assert!(why.starts_with("cannot begin a session: ") && why.contains("memory"), "{why}");
    assert_eq!(first.ask("name"), "= Tengen\n\n");
}

#[test]
fn a_message_is_bounded() {
    let web = Web::start(&[]);
    let mut page = web.page("tab");
    // The connection may be closed before all of it is sent.
    let _ = page.socket.send(Message::text("x".repeat(1 << 17)));
    page.closed();
    assert_eq!(web.page("tab").ask("name"), "= Tengen\n\n");
}

/// Connections that say nothing have no place for ever, and none at the cost of others.
#[test]
fn many_silent_connections_keep_nobody_out() {
    let web = Web::start(&[]);
    let mut page = web.page("tab");
    // More than the server has places for, and no more than a process may usually have open beside other tests.
    let silent: Vec<_> = (0..600).map(|_| TcpStream::connect(&web.host).unwrap()).collect();
    assert_eq!(page.ask("play b f5"), "=\n\n");
    // They are closed after ten seconds, one after the other.
    let index = format!("/?token={}", web.token);
    let page_of = |answer: &String| answer.starts_with("HTTP/1.1 200");
    until("a place for a request", || web.try_get(&index, &web.host).ok().filter(page_of));
    let mut another = until("a place for a page", || web.open("another", &web.token, None).ok());
    assert_eq!(another.ask("name"), "= Tengen\n\n");
    drop(silent);
    assert_eq!(page.ask("move_history"), "= black F5\n\n");
    // Nor have those that ask for much, and never read.
    let requests = format!("GET /app.js HTTP/1.1\r\nHost: {}\r\n\r\n", web.host).repeat(1000);
    let greedy = (0..520).map(|_| {
        let mut stream = TcpStream::connect(&web.host).unwrap();
        stream.set_write_timeout(Some(Duration::from_millis(1))).unwrap();
        let _ = stream.write_all(requests.as_bytes());
        stream
    });
    let greedy: Vec<_> = greedy.collect();
    until("a place for a request", || web.try_get(&index, &web.host).ok().filter(page_of));
    drop(greedy);
}

/// Its session waits for it, and no other one.
#[test]
fn a_page_that_never_reads_is_in_nobodys_way() {
    let web = Web::start(&[]);
    let mut deaf = web.page("deaf");
    if let MaybeTlsStream::Plain(stream) = deaf.socket.get_ref() {
        stream.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    }
    // Until nothing more is taken of it: more than the buffers of a connection hold is never taken.
    let lines = "list_commands\nhelp\n".repeat(500);
    let taken = (0..10_000).take_while(|_| deaf.socket.send(Message::text(&*lines)).is_ok()).count();
    assert!(taken < 10_000);
    assert_eq!(web.page("other").ask("play b f5"), "=\n\n");
}

#[test]
fn what_cannot_be_served_is_said_at_once() {
    for (words, expected) in [
        (&["--listen", "nowhere"][..], "expected HOST:PORT"),
        (&["--listen", "127.0.0.1:99999"], "expected HOST:PORT"),
        (&["--listen", "192.0.2.1:80"], "cannot listen on 192.0.2.1:80"),
        (&["--sessions", "0"], "--sessions"),
        (&["--game", "chess"], "there is no game chess"),
        (&["--pointwise"], "--pointwise"),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_tengen")).args(["web", "--no-open"]).args(words).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(expected), "{words:?}: {errors}");
    }
}
