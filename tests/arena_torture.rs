//! Engines that do everything wrong, and an arena that is killed: every game has its reason, and nothing is left.
#![cfg(target_os = "linux")]

mod common;

use common::arena::{Site, table, timeless};
use common::gauntlet::{Deed, PATIENT, gauntlet, torture};
use common::process::until;
use common::program::TENGEN;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use tengen_arena::record::End::{Crash, Flood, Garbage, Hang, Illegal, Refused, Rules};

/// Engines that are late or silent are in `tests/real_time`: here none is waited for in vain.
const DEEDS: [Deed; 37] = [
    ("exit@genmove", &[Crash]),
    ("segv@genmove", &[Crash]),
    ("abort@genmove", &[Crash]),
    ("kill@genmove", &[Crash]),
    ("group@genmove", &[Crash]),
    ("heirs@genmove", &[Crash]),
    ("heir-daemon@genmove", &[Crash]),
    ("kill-guard@genmove", &[Crash]),
    ("exit@play", &[Crash]),
    ("kill@opening", &[Crash]),
    ("newlines@genmove", &[Flood]),
    ("blob@genmove", &[Flood]),
    ("binary@genmove", &[Flood]),
    ("essay@genmove", &[Flood]),
    ("chatter@genmove", &[Garbage]),
    ("responses@genmove", &[Garbage]),
    ("responses@play", &[Garbage]),
    ("bare@genmove", &[Garbage]),
    ("bare@play", &[Garbage]),
    ("empty@genmove", &[Garbage]),
    ("latin@genmove", &[Garbage]),
    ("prose@genmove", &[Garbage]),
    ("lines@genmove", &[Garbage]),
    ("long@genmove", &[Garbage]),
    ("nul@genmove", &[Garbage]),
    ("twice@genmove", &[Garbage]),
    ("refuse@genmove", &[Refused]),
    ("occupied@genmove", &[Illegal]),
    ("off-board@genmove", &[Illegal]),
    ("pass@genmove", &[Illegal]),
    // Between two games nothing is lost.
    ("exit@begin", &[Rules]),
    ("segv@idle", &[Rules, Crash]),
    // Nothing of this is a fault; it only must not stay.
    ("family@genmove", &[Rules]),
    ("daemon@genmove", &[Rules]),
    ("quiet-daemon@genmove", &[Rules]),
    ("runner@genmove", &[Rules]),
    ("mutter@genmove", &[Rules]),
];

/// An engine that is busy with complaints is given up by the processor time that it takes, on any machine.
const GRUMBLER: Deed = ("grumble@genmove", &[Hang]);
const BY_PROCESSOR_TIME: &str = "clock = \"cpu\"\nmovetime = 0.4\nmargin = 0.1\n";

fn faults(name: &str, games: u32) {
    torture(name, &DEEDS, games, PATIENT, "");
    torture(&format!("{name}-grumble"), &[GRUMBLER], games, &format!("{PATIENT}{BY_PROCESSOR_TIME}"), "");
}

#[test]
fn faults_are_told_from_each_other() {
    faults("torture", 2);
}

#[test]
#[ignore = "a minute or two"]
fn a_thousand_games_of_torture() {
    faults("torture-full", 20);
}

/// Engines with children and grandchildren of every kind: what they are called, and how many processes of each there are
/// at least, with its guard.
const FAMILIES: [(&str, usize); 4] =
    [("family@opening", 12), ("daemon@opening", 3), ("quiet-daemon@opening", 3), ("runner@opening", 3)];

/// An arena in the middle of games, with all of these engines and their families.
fn crowd(site: &Site, program: &[&str], engines: &[(&str, usize)]) -> Child {
    let deeds: Vec<_> = engines.iter().map(|(deed, _)| *deed).collect();
    gauntlet(site, &deeds, 10_000, PATIENT, "");
    let _ = fs::remove_file(site.path("gauntlet.jsonl"));
    let mut command = site.command(program[0]);
    command.args(&program[1..]).args(["tournament", "gauntlet.toml", "--concurrency", "5", "--force-concurrency"]);
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null());
    command.stderr(File::create(site.path("errors")).unwrap());
    let arena = command.spawn().unwrap();
    until("all families", || {
        let processes = site.processes();
        let count = |deed: &str| processes.iter().filter(|process| process.contains(&format!(" {deed}"))).count();
        engines.iter().all(|&(deed, least)| count(deed) >= least).then_some(())
    });
    arena
}

const TERMINAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arena/terminal.py");

#[test]
fn nothing_is_left_of_an_arena_that_ends() {
    let site = Site::new("ends");
    let engines = [&FAMILIES[..], &[("hang@genmove", 2)]].concat();
    let emptied = || until("nothing is left", || site.processes().is_empty().then_some(()));
    // A shell's background job ignores interrupts, one under nohup hang-ups, and so do those that they start.
    let heeding = ["env", "--default-signal=INT,HUP", TENGEN];
    for signal in [Signal::KILL, Signal::ABORT, Signal::INT, Signal::TERM, Signal::HUP] {
        let mut arena = crowd(&site, &heeding, &engines);
        kill_process(Pid::from_child(&arena), signal).unwrap();
        emptied();
        arena.wait().unwrap();
    }
    let mut arena = crowd(&site, &[TENGEN], &engines);
    kill_process_group(Pid::from_child(&arena), Signal::KILL).unwrap();
    emptied();
    arena.wait().unwrap();
    let mut terminal = crowd(&site, &[&["python3", "-IS", TERMINAL], &heeding[..]].concat(), &engines);
    drop(terminal.stdin.take());
    emptied();
    terminal.wait().unwrap();
}

/// The lines of a record.
fn lines(record: &Path) -> usize {
    fs::read(record).unwrap_or_default().split(|&byte| byte == b'\n').count() - 1
}

#[test]
fn a_hangup_is_ignored_where_nohup_started_the_arena() {
    let site = Site::new("nohup");
    let mut arena = crowd(&site, &["nohup", TENGEN], &FAMILIES);
    kill_process(Pid::from_child(&arena), Signal::HUP).unwrap();
    // An arena that heeds it ends its games: no more than those under way could still be recorded.
    let (record, before) = (site.path("gauntlet.jsonl"), lines(&site.path("gauntlet.jsonl")));
    until("more games", || (lines(&record) >= before + 20).then_some(()));
    assert_eq!(arena.try_wait().unwrap(), None);
    arena.kill().unwrap();
    arena.wait().unwrap();
}

/// Kills a tournament again and again, a line cut short now and then, and goes on each time. It is killed at once, or when
/// some more games are recorded; others are played then.
fn kills(name: &str, games: u32, kills: u32) {
    let site = Site::new(name);
    let players = [["--player", "greedy", "--depth", "1"], ["--player", "positional", "--depth", "2"]];
    let mut text = format!("size = 6\ngames = {games}\n{PATIENT}");
    for (player, name) in players.iter().zip(["greedy", "positional"]) {
        text += &table(name, &[&[TENGEN, "--size", "6", "--threads", "1"], &player[..]].concat(), "");
    }
    site.file("whole.toml", &text);
    site.file("killed.toml", &text);
    let words = ["--concurrency", "2", "--force-concurrency"];
    assert!(site.tournament("whole", &words).output().unwrap().status.success());
    let path = site.path("killed.jsonl");
    let mut random = fastrand::Rng::with_seed(7);
    let (mut killed, mut cut, mut kept) = (0, 0, 0);
    while killed < kills {
        let mut command = site.tournament("killed", &words);
        let mut arena = command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let wanted = lines(&path) + random.usize(0..games as usize / 20);
        let over = until("more games", || {
            let over = arena.try_wait().unwrap();
            (over.is_some() || lines(&path) >= wanted).then_some(over)
        });
        // Where this process was not heard in time, the last kill is not one.
        if let Some(status) = over {
            assert!(status.success());
        } else {
            let group = Pid::from_child(&arena);
            let alone = random.bool();
            if alone { kill_process(group, Signal::KILL) } else { kill_process_group(group, Signal::KILL) }.unwrap();
            arena.wait().unwrap();
            until("nothing is left", || site.processes().is_empty().then_some(()));
            killed += 1;
        }
        let record = fs::read(&path).unwrap_or_default();
        let found = lines(&path).saturating_sub(1);
        assert!(found >= kept, "{found} games where {kept} were");
        kept = found;
        if found > 0 && (over.is_some() || random.bool()) {
            // As a kill in the middle of a write leaves it; where no game is left to be played, anywhere behind the plan.
            let ends = record[..record.len() - 1].iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            let mut starts = ends.map(|(end, _)| end + 1);
            let start = if over.is_some() { starts.next() } else { starts.next_back() }.unwrap();
            let length = random.u64(start as u64..record.len() as u64);
            File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
            (cut, kept) = (cut + 1, lines(&path) - 1);
        }
    }
    println!("{killed} kills, {cut} lines cut, {kept} of {games} games before the last run");
    assert!(site.tournament("killed", &words).output().unwrap().status.success());
    let (whole, after) = (timeless(site.games("whole.jsonl")), timeless(site.games("killed.jsonl")));
    assert_eq!(whole.len(), games as usize);
    assert!(whole == after, "the records differ");
}

#[test]
fn a_killed_tournament_goes_on() {
    kills("kills", 300, 5);
}

#[test]
#[ignore = "a minute"]
fn fifty_kills_change_nothing() {
    kills("kills-full", 6000, 50);
}
