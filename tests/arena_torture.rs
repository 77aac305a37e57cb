//! Engines that do everything wrong, and an arena that is killed: every game has its reason, and nothing is left.
#![cfg(target_os = "linux")]

mod common;

use common::arena::{Site, table, timeless, told};
use common::program::{TENGEN, errors};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tengen::arena::record::End::{self, Closed, Crash, Flood, Garbage, Hang, Illegal, Refused, Rules, Time};

/// What an engine does and when, and how its games may end: `tests/data/arena/engine.py` does it.
const DEEDS: [(&str, &[End]); 51] = [
    // The slowest come first. Between two games, or when the match is over, nothing is lost.
    ("hang@size", &[Rules]),
    ("hang@play", &[Hang]),
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
    ("hang@genmove", &[Hang]),
    ("stop@genmove", &[Hang]),
    ("grumble@genmove", &[Hang]),
    ("half@genmove", &[Hang]),
    ("endless@genmove", &[Hang]),
    ("tardy@genmove", &[Hang]),
    ("stop-guard@genmove", &[Hang]),
    ("late@genmove", &[Time]),
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
    ("deaf@genmove", &[Closed]),
    ("mute@genmove", &[Closed]),
    ("both@genmove", &[Closed]),
    ("exit@begin", &[Rules]),
    ("hang@quit", &[Rules]),
    ("segv@idle", &[Rules, Crash]),
    // Nothing of this is a fault; it only must not stay.
    ("family@genmove", &[Rules]),
    ("daemon@genmove", &[Rules]),
    ("quiet-daemon@genmove", &[Rules]),
    ("runner@genmove", &[Rules]),
    ("mutter@genmove", &[Rules]),
];

/// Engines have 1 second a move, margin included; the well-behaved one has as much as a busy machine may need.
const SETTINGS: &str = "game = \"gomoku\"\nsize = 5\nformat = \"gauntlet\"\nopenings = \"openings.txt\"\nrepeat-openings = true\n\
                        movetime = 0.9\nmargin = 0.1\npatience = 3.0\n";

fn gauntlet(site: &Site, deeds: &[&str], games: u32) {
    site.file("openings.txt", "c3 b2\nb2 d4\nc3 d3\na1 c3\n");
    let well = [TENGEN, "--game", "gomoku", "--player", "random", "--threads", "1"];
    let mut text = format!("{SETTINGS}games = {games}\n{}", table("well", &well, "movetime = 60.0"));
    text.extend(deeds.iter().map(|deed| told(deed, &[deed], "")));
    site.file("gauntlet.toml", &text);
}

fn torture(name: &str, games: u32) {
    let site = Site::new(name);
    gauntlet(&site, &DEEDS.map(|(deed, _)| deed), games);
    let began = Instant::now();
    let output = site.tournament("gauntlet", &["--concurrency", "16", "--force-concurrency"]).output().unwrap();
    let left_for = site.emptied(Duration::from_secs(1));
    assert!(output.status.success(), "{}", errors(&output));
    let mut kinds: BTreeMap<&str, BTreeMap<End, u32>> = BTreeMap::new();
    let mut ids = HashSet::new();
    let played = site.games("gauntlet.jsonl");
    let mut wrong = Vec::new();
    for game in &played {
        let (deed, expected) = DEEDS.into_iter().find(|(deed, _)| *deed == game.second).unwrap();
        let kind = game.reason.kind;
        let letter = if matches!(kind, Time | Hang) { "+T" } else { "+F" };
        let right = expected.contains(&kind)
            && game.culprit() == (kind != Rules).then_some(deed)
            && game.result.ends_with(letter) == (kind != Rules)
            && game.reason.detail.len() < 300;
        if !right {
            wrong.push(format!("{}: {} {:?}", game.id, game.result, game.reason));
        }
        assert!(ids.insert(&game.id), "{} is there twice", game.id);
        *kinds.entry(deed).or_default().entry(kind).or_default() += 1;
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!(played.len(), DEEDS.len() * games as usize);
    println!("{} games in {:.0?}, nothing left after {left_for:.0?}: {kinds:?}", played.len(), began.elapsed());
}

#[test]
fn faults_are_told_from_each_other() {
    torture("torture", 2);
}

#[test]
#[ignore = "a minute or two"]
fn a_thousand_games_of_torture() {
    torture("torture-full", 20);
}

/// Engines with children and grandchildren of every kind, and some that hang, in the middle of their games.
fn crowd(site: &Site, program: &[&str]) -> Child {
    gauntlet(
        site,
        &["family@opening", "daemon@opening", "quiet-daemon@opening", "runner@opening", "hang@genmove"],
        1000,
    );
    let _ = fs::remove_file(site.path("gauntlet.jsonl"));
    let mut command = site.command(program[0]);
    command.args(&program[1..]).args(["tournament", "gauntlet.toml", "--concurrency", "5", "--force-concurrency"]);
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null());
    command.stderr(File::create(site.path("errors")).unwrap());
    let arena = command.spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while site.processes().len() < 40 {
        assert!(Instant::now() < deadline, "{:#?}", site.processes());
        sleep(Duration::from_millis(20));
    }
    arena
}

const TERMINAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arena/terminal.py");

#[test]
fn nothing_is_left_of_an_arena_that_ends() {
    let site = Site::new("ends");
    let most = Duration::from_secs(1);
    // A shell's background job ignores interrupts, one under nohup hang-ups, and so do those that they start.
    let heeding = ["env", "--default-signal=INT,HUP", TENGEN];
    for signal in [Signal::KILL, Signal::ABORT, Signal::INT, Signal::TERM, Signal::HUP] {
        let mut arena = crowd(&site, &heeding);
        kill_process(Pid::from_child(&arena), signal).unwrap();
        println!("{signal:?}: {:.0?}", site.emptied(most));
        arena.wait().unwrap();
    }
    let mut arena = crowd(&site, &[TENGEN]);
    kill_process_group(Pid::from_child(&arena), Signal::KILL).unwrap();
    println!("its group killed: {:.0?}", site.emptied(most));
    arena.wait().unwrap();
    let mut terminal = crowd(&site, &[&["python3", "-IS", TERMINAL], &heeding[..]].concat());
    drop(terminal.stdin.take());
    println!("its terminal hung up: {:.0?}", site.emptied(most));
    terminal.wait().unwrap();
}

#[test]
fn a_hangup_is_ignored_where_nohup_started_the_arena() {
    let site = Site::new("nohup");
    let mut arena = crowd(&site, &["nohup", TENGEN]);
    kill_process(Pid::from_child(&arena), Signal::HUP).unwrap();
    sleep(Duration::from_millis(300));
    assert_eq!(arena.try_wait().unwrap(), None);
    arena.kill().unwrap();
    arena.wait().unwrap();
}

/// Kills a tournament at random moments, a line cut short now and then, and goes on each time.
fn kills(name: &str, games: u32, kills: u32) {
    let site = Site::new(name);
    let players = [["--player", "greedy", "--depth", "1"], ["--player", "positional", "--depth", "2"]];
    let mut text = format!("size = 6\ngames = {games}\n");
    for (player, name) in players.iter().zip(["greedy", "positional"]) {
        text += &table(name, &[&[TENGEN, "--size", "6", "--threads", "1"], &player[..]].concat(), "");
    }
    site.file("whole.toml", &text);
    site.file("killed.toml", &text);
    let words = ["--concurrency", "2", "--force-concurrency"];
    assert!(site.tournament("whole", &words).output().unwrap().status.success());
    let mut random = fastrand::Rng::with_seed(7);
    let (mut killed, mut cut, mut kept) = (0, 0, 0);
    while killed < kills {
        let mut command = site.tournament("killed", &words);
        let mut arena = command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(random.u64(0..400)));
        assert_eq!(arena.try_wait().unwrap(), None, "{name} is over after {killed} kills");
        let group = Pid::from_child(&arena);
        if random.bool() { kill_process(group, Signal::KILL) } else { kill_process_group(group, Signal::KILL) }
            .unwrap();
        arena.wait().unwrap();
        site.emptied(Duration::from_secs(1));
        killed += 1;
        let path = site.path("killed.jsonl");
        let record = fs::read(&path).unwrap_or_default();
        let found = (record.split(|&byte| byte == b'\n').count() - 1).saturating_sub(1);
        assert!(found >= kept, "{found} games where {kept} were");
        kept = found;
        if found > 0 && random.bool() {
            // As a kill in the middle of a write leaves it.
            let last = record[..record.len() - 1].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let length = random.u64(last as u64..record.len() as u64);
            File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
            (cut, kept) = (cut + 1, kept - 1);
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
    kills("kills", 600, 5);
}

#[test]
#[ignore = "a minute"]
fn fifty_kills_change_nothing() {
    kills("kills-full", 6000, 50);
}
