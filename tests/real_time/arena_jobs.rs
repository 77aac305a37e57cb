//! Matches as batch systems run them: in shards, and ended from outside together with their engines.

use crate::common::program::TENGEN;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A match of two players, recorded in `record`.
fn play(arguments: &[&str], players: &str, record: &Path) -> Child {
    start(&format!("{TENGEN} --threads 1 {players}"), arguments, record)
}

/// A match of an engine with itself that heeds signals: a shell has what it starts in the background ignore SIGINT, these
/// tests too.
fn start(engine: &str, arguments: &[&str], record: &Path) -> Child {
    let [a, b] = ["a", "b"].map(|name| format!("name={name} {engine}"));
    let mut command = Command::new("env");
    command.args(["--default-signal", TENGEN, "match", &a, &b, "--record"]).arg(record).args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The games recorded behind the plan; all lines must be whole.
fn games(record: &Path) -> Vec<Value> {
    let text = fs::read_to_string(record).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line.get("id").is_some()).collect()
}

/// The processes that a process has started, and those that they have started.
fn descendants(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    let children: Vec<u32> =
        children.flat_map(|text| text.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect();
    children.iter().flat_map(|&child| [vec![child], descendants(child)].concat()).collect()
}

/// Waits until both engines are in the middle of a game behind their guards, and returns the processes of the engines.
fn engines(arena: &Child) -> Vec<u32> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let all = descendants(arena.id());
        let engines: Vec<_> = all.iter().copied().filter(|&process| descendants(process).is_empty()).collect();
        if all.len() == 4 && engines.len() == 2 {
            // The game begins as soon as both have started.
            sleep(Duration::from_secs(1));
            return engines;
        }
        assert!(Instant::now() < deadline, "{} processes", all.len());
        sleep(Duration::from_millis(10));
    }
}

fn signal(process: u32, signal: Signal) {
    kill_process(Pid::from_raw(process as i32).unwrap(), signal).unwrap();
}

/// Two players who take a second for each move.
const SLOW: [&str; 4] = ["--movetime", "1", "--games", "2"];

#[test]
fn a_signal_to_the_whole_job_is_no_fault_of_an_engine() {
    for kind in [Signal::TERM, Signal::INT] {
        let record = folder(&format!("job-{}", kind.as_raw())).join("games.jsonl");
        let mut arena = play(&SLOW, "", &record);
        for engine in engines(&arena) {
            signal(engine, kind);
        }
        sleep(Duration::from_millis(50));
        signal(arena.id(), kind);
        assert!(!arena.wait().unwrap().success());
        assert_eq!(games(&record), [] as [Value; 0]);
    }
}

/// It would be waited for three times, 30 seconds each.
#[test]
fn a_signal_ends_a_run_whose_engine_does_not_start() {
    let record = folder("no-start").join("games.jsonl");
    let mut arena = start("sleep 3600", &["--games", "2"], &record);
    let deadline = Instant::now() + Duration::from_secs(20);
    while descendants(arena.id()).len() < 2 {
        assert!(Instant::now() < deadline);
        sleep(Duration::from_millis(10));
    }
    signal(arena.id(), Signal::INT);
    while arena.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            arena.kill().unwrap();
        }
        sleep(Duration::from_millis(10));
    }
    assert_eq!(arena.wait().unwrap().code(), Some(1));
}

#[test]
fn a_signal_to_an_engine_alone_costs_it_the_game() {
    let record = folder("engine-alone").join("games.jsonl");
    let mut arena = play(&SLOW, "", &record);
    signal(engines(&arena)[0], Signal::TERM);
    let deadline = Instant::now() + Duration::from_secs(20);
    while games(&record).is_empty() {
        assert!(Instant::now() < deadline);
        sleep(Duration::from_millis(10));
    }
    signal(arena.id(), Signal::TERM);
    arena.wait().unwrap();
    assert_eq!(games(&record)[0]["reason"]["kind"], "crash");
}

#[test]
fn a_shard_goes_on_in_the_record_of_another() {
    let record = folder("shards").join("games.jsonl");
    for shard in ["1/2", "2/2"] {
        let arguments = ["--games", "8", "--shard", shard];
        assert!(play(&arguments, "--player greedy", &record).wait().unwrap().success());
    }
    let mut ids: Vec<_> = games(&record).iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    let expected = ["a/b/1/1", "a/b/1/2", "a/b/2/1", "a/b/2/2", "a/b/3/1", "a/b/3/2", "a/b/4/1", "a/b/4/2"];
    assert_eq!(ids, expected);
}
