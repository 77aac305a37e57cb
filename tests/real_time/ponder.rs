//! Thinking on the opponent's time: the program does it, and at once no more when there is input.

use crate::common::process::{cpu_time, ended, until, works};
use crate::common::program::TENGEN;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tengen::protocols::gtp::{Server, serve};
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// Input that comes late.
struct Late(&'static [u8]);

impl Read for Late {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        sleep(Duration::from_millis(100));
        self.0.read(buffer)
    }
}

/// A server can be left and come back to: what it pondered for the last client does not keep the next one waiting.
#[test]
#[serial_test::serial]
fn nothing_is_pondered_before_the_first_input() {
    let settings = Settings { threads: 1, hash: 1, movetime: Some(0.01), ponder: true, ..Settings::default() };
    let mut server = Server::new(Host::new(GAMES, settings, Resources::new(1, 1)));
    for input in ["genmove b\n", "name\n"] {
        let mut output = Vec::new();
        serve(&mut server, Late(input.as_bytes()), &mut output).unwrap();
        assert!(output.starts_with(b"= ") && output.ends_with(b"\n\n"));
    }
}

/// By its own CPU time a stopped program loses nothing, however long others have the processor.
#[test]
#[serial_test::serial]
fn cpu_time_does_not_run_while_others_do() {
    let mut client = Client::start(&["--game", "gomoku", "--no-proof", "--cpu-clock"]);
    for command in ["kata-set-param maxTime 0.5", "play b h8", "play w h9"] {
        assert_eq!(client.ask(command), "");
    }
    let before = cpu_time(&client.child);
    writeln!(client.stdin, "genmove b").unwrap();
    works(&client.child, Duration::from_millis(100));
    let process = Pid::from_child(&client.child);
    kill_process(process, Signal::STOP).unwrap();
    sleep(Duration::from_secs(1));
    kill_process(process, Signal::CONT).unwrap();
    // The next answer is that to genmove.
    assert_ne!(client.ask("name"), "");
    let used = cpu_time(&client.child).saturating_sub(before);
    assert!(used > Duration::from_millis(400), "{used:?}");
    drop(client.stdin);
    assert!(ended(&mut client.child).success());
}

/// The program as a client sees it.
struct Client {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Client {
    fn start(words: &[&str]) -> Self {
        let mut command = Command::new(TENGEN);
        command.args(["--threads", "1", "--hash", "1", "--movetime", "0.05"]).args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout }
    }

    /// Sends a command; its answer without the mark.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.stdin, "{command}").unwrap();
        let mut text = String::new();
        while !text.ends_with("\n\n") {
            assert!(self.stdout.read_line(&mut text).unwrap() > 0, "the program ended");
        }
        text.trim_start_matches(['=', ' ']).trim_end().to_owned()
    }

    /// Whether it does next to nothing in a third of a second: other programs cannot make it do more.
    fn rests(&self) -> bool {
        let before = cpu_time(&self.child);
        sleep(Duration::from_millis(333));
        cpu_time(&self.child).saturating_sub(before) < Duration::from_millis(20)
    }

    /// Waits until it has thought for a while without being asked: longer than it has weights unpacked.
    fn ponders(&self) {
        works(&self.child, Duration::from_millis(500));
    }
}

#[test]
#[serial_test::serial]
fn it_thinks_while_it_waits_and_answers_at_once() {
    let mut client = Client::start(&[]);
    client.ask("genmove b");
    // The first search has weights unpacked for the next ones; that ends.
    until("off by default", || client.rests().then_some(()));
    assert_eq!(client.ask("set_ponder maybe"), "? syntax error");
    assert_eq!(client.ask("set_ponder on"), "");
    client.ponders();
    // Work that is not dropped at once shows each time; another program that delays an answer does not.
    let works = (0..40).map(|_| {
        sleep(Duration::from_millis(3));
        let before = cpu_time(&client.child);
        assert_eq!(client.ask("name"), "Tengen");
        cpu_time(&client.child).saturating_sub(before)
    });
    let least = works.min().unwrap();
    assert!(least < Duration::from_millis(20), "{least:?}");
    assert_eq!(client.ask("set_ponder off"), "");
    assert!(client.rests());
    drop(client.stdin);
    assert!(ended(&mut client.child).success());
}

#[test]
#[serial_test::serial]
fn the_end_of_the_input_ends_it() {
    let mut client = Client::start(&["--ponder"]);
    client.ask("genmove b");
    client.ponders();
    drop(client.stdin);
    assert!(ended(&mut client.child).success());
}
