//! Matches as batch systems run them: ended from outside, together with their engines.

use crate::common::arena::Site;
use crate::common::process::{ended, until};
use crate::common::program::TENGEN;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// For how long an engine that a signal has ended may have been ended together with the arena.
const GRACE: Duration = Duration::from_millis(500);

/// A match of an engine with itself that heeds signals: a shell has what it starts in the background ignore SIGINT, these
/// tests too. Each notes its process in `NAME.pid`; the log of all that is said goes to `log`.
fn start(site: &Site, engine: &str) -> Child {
    let [a, b] = ["a", "b"].map(|name| format!("name={name} sh -c 'echo $$ > {name}.pid; exec {engine}'"));
    let mut command = site.command("env");
    command.args(["--default-signal", TENGEN, "match", &a, &b, "--record", "games.jsonl", "--games", "2"]);
    command.args(["--startup", "86400", "--movetime", "86400"]).env("RUST_LOG", "debug");
    command.stdout(Stdio::null()).stderr(File::create(site.path("log")).unwrap()).spawn().unwrap()
}

/// The same with our own engine, in the middle of the first move of a game.
fn play(site: &Site) -> Child {
    let arena = start(site, &format!("{TENGEN} --threads 1"));
    until("the first engine thinks", || {
        let log = fs::read_to_string(site.path("log")).unwrap();
        log.lines().any(|line| line.contains("] a < ") && line.contains("genmove")).then_some(())
    });
    arena
}

/// What is recorded so far.
fn record(site: &Site) -> String {
    fs::read_to_string(site.path("games.jsonl")).unwrap()
}

/// The games recorded behind the plan, in whole lines.
fn games(site: &Site) -> Vec<Value> {
    let record = record(site);
    let lines = record.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    lines.map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|line| line.get("id").is_some()).collect()
}

/// The process of an engine, which has started.
fn engine(site: &Site, name: &str) -> Pid {
    let text = fs::read_to_string(site.path(&format!("{name}.pid"))).unwrap();
    Pid::from_raw(text.trim().parse().unwrap()).unwrap()
}

/// Stops a process, all threads of it.
fn halt(process: &Child) {
    kill_process(Pid::from_child(process), Signal::STOP).unwrap();
    until("it is stopped", || {
        let threads = fs::read_dir(format!("/proc/{}/task", process.id())).unwrap();
        let mut states = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("stat")).unwrap());
        states.all(|stat| stat.rsplit_once(") ").unwrap().1.starts_with('T')).then_some(())
    });
}

#[test]
#[serial_test::serial]
fn a_signal_to_the_whole_job_is_no_fault_of_an_engine() {
    for kind in [Signal::TERM, Signal::INT] {
        let site = Site::new(&format!("job-{}", kind.as_raw()));
        let mut arena = play(&site);
        // However busy the machine is, the arena learns of its own signal right after the end of its engines.
        halt(&arena);
        for name in ["a", "b"] {
            kill_process(engine(&site, name), kind).unwrap();
        }
        kill_process(Pid::from_child(&arena), kind).unwrap();
        kill_process(Pid::from_child(&arena), Signal::CONT).unwrap();
        assert!(!ended(&mut arena).success());
        assert!(record(&site).ends_with('\n') && games(&site).is_empty());
    }
}

/// It would be waited for three times, a day each.
#[test]
#[serial_test::serial]
fn a_signal_ends_a_run_whose_engine_does_not_start() {
    let site = Site::new("no-start");
    let mut arena = start(&site, "sleep 86400");
    until("it is tried to start", || site.path("a.pid").exists().then_some(()));
    kill_process(Pid::from_child(&arena), Signal::INT).unwrap();
    assert_eq!(ended(&mut arena).code(), Some(1));
}

#[test]
#[serial_test::serial]
fn a_signal_to_an_engine_alone_costs_it_the_game() {
    let site = Site::new("engine-alone");
    let mut arena = play(&site);
    let signalled = Instant::now();
    kill_process(engine(&site, "a"), Signal::TERM).unwrap();
    let game = until("a game is recorded", || games(&site).into_iter().next());
    assert!(signalled.elapsed() >= GRACE, "the arena waits for its own signal");
    kill_process(Pid::from_child(&arena), Signal::TERM).unwrap();
    ended(&mut arena);
    assert_eq!(game["reason"]["kind"], "crash");
}
