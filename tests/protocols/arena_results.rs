//! Results of the arena that once looked surer than they were: each command that misled, and what it says now.

use crate::common::arena::{Site, table};
use crate::common::program::{TENGEN, errors, failure};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use tengen_arena::record;

/// Engines may take so long to start that none is given up on a busy machine: in a tournament's file, and of a match.
const PATIENT: &str = "startup = 1000.0\n";
const STARTUP: &str = "--startup=1000";

/// A program that can be run. It is written by another process: were it by this one, a process that another test starts
/// meanwhile might have it open, and what is open for writing cannot be run.
fn program(site: &Site, name: &str, script: &str) {
    let source = site.file(&format!("{name}.sh"), script);
    let copied = Command::new("install").args(["-m", "755"]).arg(source).arg(site.path(name)).status().unwrap();
    assert!(copied.success());
}

/// A script that is an engine: our own player of this depth.
fn build(site: &Site, name: &str, depth: u32) {
    program(site, name, &format!("#!/bin/sh\nexec {TENGEN} --size 4 --threads 1 --depth {depth}\n"));
}

/// Standard output and error of a run that goes well.
fn success(mut command: Command) -> (String, String) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    (String::from_utf8_lossy(&output.stdout).into_owned(), errors(&output))
}

fn line_of<'a>(text: &'a str, label: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(label)).unwrap_or_else(|| panic!("no line {label} in:\n{text}"))
}

/// Edit, build, run again: once this reported the old build's score as the new one's.
#[test]
fn two_builds_under_one_command_are_never_mixed() {
    let site = Site::new("builds");
    build(&site, "engine", 1);
    let opponent = format!("name=fixed {TENGEN} --threads 1 --depth 2");
    let words = |more: &[&'static str]| {
        let words: Vec<_> = ["match", "name=mine ./engine", &opponent, "--size", "4", "--games", "8"].to_vec();
        site.tengen(&[&words[..], &["--record", "r.jsonl", STARTUP], more].concat())
    };
    success(words(&[]));
    let before = fs::read(site.path("r.jsonl")).unwrap();
    build(&site, "engine", 4);
    let message = failure(words(&[]));
    assert!(message.contains("mine is of two builds: its file ./engine is not the same in both plans"), "{message}");
    assert!(message.contains("--new-builds"), "{message}");
    assert_eq!(fs::read(site.path("r.jsonl")).unwrap(), before);
    // As another player, beside the old one; and the same build goes on as itself.
    for found in [false, true] {
        let (output, said) = success(words(&["--new-builds"]));
        assert!(output.starts_with("mine "), "{output}");
        assert!(line_of(&output, "Score").contains(" of 8 games"), "{output}");
        assert_eq!(said.contains("8 games of 8 already"), found, "{said}");
    }
    let players: std::collections::BTreeSet<_> = site.games("r.jsonl").into_iter().map(|game| game.first).collect();
    assert_eq!(players.len(), 2, "{players:?}");
    // A file that only an option names is part of the build too.
    site.file("weights", "1");
    let with_file = |record: &str| {
        let engine = format!("name=wrapped file=weights {TENGEN} --threads 1 --depth 1");
        site.tengen(&["match", &engine, &opponent, "--size", "4", "--games", "2", "--record", record, STARTUP])
    };
    success(with_file("w.jsonl"));
    site.file("weights", "2");
    assert!(failure(with_file("w.jsonl")).contains("its file weights is not the same"));
    fs::remove_file(site.path("weights")).unwrap();
    assert!(failure(with_file("v.jsonl")).contains("wrapped: file=weights: No such file"));
}

/// An engine that was mended before it ever played is no other player.
#[test]
fn a_build_without_games_is_replaced() {
    let site = Site::new("mended-build");
    program(&site, "engine", "#!/bin/sh\nexit 1\n");
    let opponent = format!("name=fixed {TENGEN} --threads 1 --depth 2");
    let words =
        ["match", "name=mine ./engine", &opponent, "--size", "4", "--games", "2", "--record", "r.jsonl", STARTUP];
    assert!(failure(site.tengen(&words)).contains("mine cannot begin a game"));
    build(&site, "engine", 1);
    success(site.tengen(&words));
    assert!(record::plan(&site.path("r.jsonl")).unwrap().is_some());
}

/// Games at a fixed depth repeat each other; each tells something once.
#[test]
fn a_game_that_is_played_again_counts_once() {
    let site = Site::new("played-again");
    site.file("two.txt", "b1a1\nb1c1\n");
    let player = |name: &str, depth: u32| format!("name={name} {TENGEN} --size 4 --threads 1 --depth {depth}");
    let (a, b) = (player("a", 1), player("b", 3));
    let words =
        ["match", &a, &b, "--size", "4", "--games", "40", "--openings", "two.txt", "--record", "r.jsonl", STARTUP];
    let message = failure(site.tengen(&words));
    assert!(message.contains("two.txt: 2 distinct openings, and a pairing takes 20; choose fewer games"), "{message}");
    let (output, _) = success(site.tengen(&[&words[..], &["--repeat-openings"]].concat()));
    assert!(line_of(&output, "Score").contains(" of 4 games"), "{output}");
    assert!(output.contains("4 distinct of 40 games: 36 repeat one move for move"), "{output}");
    let (json, _) = success(site.tengen(&["report", "--json", "r.jsonl"]));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["games"].as_u64(), json["repeats"].as_u64()), (Some(4), Some(36)));
    assert_eq!(json["pairings"][0]["pentanomial"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 2);
}

/// Random openings stay those of the record, whatever this program would choose by now; others are refused.
#[test]
fn a_plan_keeps_its_openings() {
    let site = Site::new("openings-kept");
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    let engines = format!("{PATIENT}{}{}", random("ann"), random("bob"));
    site.file("t.toml", &format!("size = 4\ngames = 4\n{engines}"));
    success(site.tournament("t", &[]));
    let whole = fs::read_to_string(site.path("t.jsonl")).unwrap();
    let (plan, games) = whole.split_once('\n').unwrap();
    // As if another version had drawn them in another order.
    let mut header: Value = serde_json::from_str(plan).unwrap();
    header["openings"].as_array_mut().unwrap().swap(0, 1);
    for (opening, number) in header["openings"].as_array_mut().unwrap().iter_mut().zip(1..) {
        opening["number"] = number.into();
    }
    let moves = header["openings"][0]["moves"].clone();
    fs::write(site.path("t.jsonl"), format!("{header}\n")).unwrap();
    success(site.tournament("t", &[]));
    assert_eq!(site.games("t.jsonl")[0].opening.moves, serde_json::from_value::<Vec<String>>(moves).unwrap());
    // The games of the first order are not of this plan.
    fs::write(site.path("t.jsonl"), format!("{header}\n{games}")).unwrap();
    assert!(failure(site.tournament("t", &[])).contains("game ann/bob/1/1 was played under other settings"));
    // More games than the record has openings for: they are drawn anew, and the first ones come out differently.
    fs::write(site.path("t.jsonl"), format!("{header}\n")).unwrap();
    success(site.tournament("t", &[]));
    site.file("t.toml", &format!("size = 4\ngames = 6\n{engines}"));
    let message = failure(site.tournament("t", &[]));
    assert!(message.contains("opening 1 is ") && message.contains(" in the first plan and "), "{message}");
}

/// A merge says what it could not find, and joins no plans that are not one.
#[test]
fn a_merge_says_what_is_missing() {
    let site = Site::new("missing");
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    site.file("t.toml", &format!("size = 4\ngames = 8\n{PATIENT}{}{}", random("ann"), random("bob")));
    for shard in ["1/3", "2/3"] {
        success(site.tournament("t", &["--shard", shard]));
    }
    let merge = |words: &[&str]| site.tengen(&[&["merge", "-o", "all.jsonl"], words].concat());
    let (_, said) = success(merge(&["t-1of3.jsonl", "t-2of3.jsonl"]));
    assert!(said.contains("all.jsonl: 6 games\n"), "{said}");
    assert!(said.contains("missing of the plan: 2 games (ann/bob/3/1, ann/bob/3/2)\n"), "{said}");
    success(site.tournament("t", &["--shard", "3/3"]));
    let (_, said) = success(merge(&["t-1of3.jsonl", "t-2of3.jsonl", "t-3of3.jsonl"]));
    assert_eq!(said, "all.jsonl: 8 games\n");
    assert_eq!(record::plan(&site.path("all.jsonl")).unwrap(), record::plan(&site.path("t-1of3.jsonl")).unwrap());
    // A shard of other openings, and one of another build.
    let shard = fs::read_to_string(site.path("t-3of3.jsonl")).unwrap();
    let (plan, games) = shard.split_once('\n').unwrap();
    let plan: Value = serde_json::from_str(plan).unwrap();
    let mut other = plan.clone();
    other["openings"][1]["moves"][0] = "D2".into();
    site.file("other.jsonl", &format!("{other}\n{games}"));
    let message = failure(merge(&["t-1of3.jsonl", "other.jsonl"]));
    assert!(message.contains("t-1of3.jsonl and other.jsonl cannot be joined: opening 2 is "), "{message}");
    let mut other = plan;
    other["engines"][0]["files"][0]["sha256"] = "00".into();
    site.file("other.jsonl", &format!("{other}\n{games}"));
    let message = failure(merge(&["t-1of3.jsonl", "other.jsonl"]));
    assert!(message.contains("cannot be joined: ann is of two builds"), "{message}");
}

/// What is whole of a damaged record is not lost.
#[test]
fn a_damaged_record_is_salvaged() {
    let site = Site::new("salvage");
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    site.file("t.toml", &format!("size = 4\ngames = 4\n{PATIENT}{}{}", random("ann"), random("bob")));
    success(site.tournament("t", &[]));
    let whole = fs::read(site.path("t.jsonl")).unwrap();
    let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let damaged = [&lines[..2].concat(), &b"\0\0{\"id\xff\n"[..], &lines[3..].concat()].concat();
    fs::write(site.path("t.jsonl"), &damaged).unwrap();
    let message = failure(site.tengen(&["merge", "-o", "saved.jsonl", "t.jsonl"]));
    assert!(message.contains("t.jsonl, line 3: expected a game") && message.contains("--salvage"), "{message}");
    let (_, said) = success(site.tengen(&["merge", "--salvage", "-o", "saved.jsonl", "t.jsonl"]));
    assert!(said.contains("saved.jsonl: 3 games\n"), "{said}");
    assert!(said.contains("t.jsonl, line 3: no game; left out\n"), "{said}");
    assert!(said.contains("missing of the plan: 1 game (ann/bob/1/2)\n"), "{said}");
    assert_eq!(fs::read(site.path("t.jsonl")).unwrap(), damaged);
    // The run goes on in what was saved.
    success(site.tournament("t", &["--record", "saved.jsonl"]));
    assert_eq!(site.games("saved.jsonl").len(), 4);
}

/// The final report is of this run's plan, not of what else the record holds.
#[test]
fn the_final_report_is_of_this_plan() {
    let site = Site::new("own-plan");
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    let tournament = |names: [&'static str; 2]| format!("size = 4\ngames = 4\n{PATIENT}{}", names.map(random).concat());
    site.file("t.toml", &tournament(["ann", "bob"]));
    success(site.tournament("t", &[]));
    site.file("t.toml", &tournament(["ann", "eve"]));
    let (output, said) = success(site.tournament("t", &[]));
    assert!(output.starts_with("ann against eve\n"), "{output}");
    assert!(said.contains("t.jsonl has 4 games of other plans or shards"), "{said}");
    let (output, _) = success(site.tengen(&["report", "t.jsonl"]));
    assert!(output.starts_with("Tournament of 3 players\n"), "{output}");
}

/// A sequential test in a tournament file ends each pairing by itself.
#[test]
fn a_tournament_file_has_a_sequential_test() {
    let site = Site::new("sprt-file");
    let random = |name| table(name, &[TENGEN, "--size", "6", "--player", "random", "--threads", "1"], "");
    let strong = |name| table(name, &[TENGEN, "--size", "6", "--depth", "3", "--threads", "1"], "");
    let sprt = "sprt = \"elo0=0 elo1=300 alpha=.2 beta=.2\"\n";
    let settings = format!("size = 6\ngames = 200\nformat = \"gauntlet\"\n{PATIENT}{sprt}");
    site.file("t.toml", &format!("{settings}{}{}{}", strong("ann"), random("bob"), random("eve")));
    success(site.tournament("t", &[]));
    let games = site.games("t.jsonl");
    for opponent in ["bob", "eve"] {
        let played = games.iter().filter(|game| game.second == opponent).count();
        assert!((4..200).contains(&played), "{opponent}: {played} games");
    }
    site.file("t.toml", &format!("{settings}{}{}", strong("ann"), random("bob")));
    let (output, _) = success(site.tournament("t", &["--record", "two.jsonl"]));
    assert!(line_of(&output, "SPRT").contains("ended: H1 is accepted"), "{output}");
    // A report knows the test from the record.
    let (report, _) = success(site.tengen(&["report", "two.jsonl"]));
    assert_eq!(line_of(&report, "SPRT"), line_of(&output, "SPRT"));
    site.file("t.toml", &format!("sprt = \"elo=5\"\nsize = 6\n{}{}", strong("ann"), random("bob")));
    assert!(failure(site.tournament("t", &[])).contains("t.toml, line 1: sprt: unknown key elo"));
}

/// One sequential test of all shards, which ends them by the scheduler's command.
#[test]
fn shards_are_watched_as_one() {
    let site = Site::new("watched");
    let random = |name| table(name, &[TENGEN, "--size", "6", "--player", "random", "--threads", "1"], "");
    let strong = |name| table(name, &[TENGEN, "--size", "6", "--depth", "3", "--threads", "1"], "");
    let settings = format!("size = 6\ngames = 120\n{PATIENT}sprt = \"elo0=0 elo1=300 alpha=.1 beta=.1\"\n");
    site.file("t.toml", &format!("{settings}{}{}", strong("ann"), random("bob")));
    let shard = |index: u32| {
        let record = format!("shards/{index}.jsonl");
        site.tournament("t", &["--shard", &format!("{index}/8"), "--record", &record])
    };
    fs::create_dir(site.path("shards")).unwrap();
    // A shard alone never ends by the test, however clear it is: its games are a slice only.
    success(shard(1));
    assert_eq!(site.games("shards/1.jsonl").len(), 16);
    let words = ["watch", "shards", "--interval", "0.1", "--stop", "echo stopped > stopped", "--html", "page.html"];
    let watch = site.tengen(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut shards = 1;
    while !site.path("stopped").exists() && shards < 8 {
        shards += 1;
        success(shard(shards));
    }
    let output = watch.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", errors(&output));
    assert!(line_of(&text, "SPRT").contains("ended: H1 is accepted"), "{text}");
    assert_eq!(fs::read_to_string(site.path("stopped")).unwrap(), "stopped\n");
    let page = fs::read_to_string(site.path("page.html")).unwrap();
    assert!(!page.contains("http-equiv=\"refresh\""));
    // Where the command fails, the report is not lost.
    let output = site.tengen(&["watch", "shards", "--stop", "exit 3"]).output().unwrap();
    assert!(!output.status.success() && errors(&output).contains("the shards go on: exit 3: "), "{}", errors(&output));
    assert!(line_of(&String::from_utf8_lossy(&output.stdout), "SPRT").contains("ended: H1 is accepted"));
    // One process comes to the same verdict.
    let (output, _) = success(site.tournament("t", &[]));
    assert!(line_of(&output, "SPRT").contains("ended: H1 is accepted"), "{output}");
}

/// A record that another build has grown does not go unnoticed.
#[test]
fn shards_of_two_builds_are_not_watched_as_one() {
    let site = Site::new("watched-builds");
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    site.file("t.toml", &format!("size = 4\ngames = 4\n{PATIENT}{}{}", random("ann"), random("bob")));
    fs::create_dir(site.path("shards")).unwrap();
    for index in ["1", "2"] {
        success(
            site.tournament("t", &["--shard", &format!("{index}/2"), "--record", &format!("shards/{index}.jsonl")]),
        );
    }
    let (output, _) = success(site.tengen(&["watch", "shards"]));
    assert!(line_of(&output, "Score").contains(" of 4 games"), "{output}");
    let path = site.path("shards/2.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let (plan, games) = text.split_once('\n').unwrap();
    let mut plan: Value = serde_json::from_str(plan).unwrap();
    plan["engines"][1]["files"][0]["sha256"] = "00".into();
    fs::write(path, format!("{plan}\n{games}")).unwrap();
    let message = failure(site.tengen(&["watch", "shards"]));
    assert!(
        message.contains("shards/1.jsonl and shards/2.jsonl are no shards of one plan: bob is of two builds"),
        "{message}"
    );
}

/// What would spoil a result, or fail when the games are over, is said before the first one.
#[test]
fn a_run_that_cannot_end_well_is_refused_at_its_beginning() {
    let site = Site::new("refused-runs");
    let engines =
        [("ann", 1), ("bob", 2)].map(|(name, depth)| format!("name={name} {TENGEN} --threads 1 --depth {depth}"));
    let words = |more: &[&'static str]| {
        let words = ["match", &engines[0], &engines[1], "--size", "4", "--games", "2", "--record", "r.jsonl"];
        site.tengen(&[&words[..], &[STARTUP], more].concat())
    };
    let message = failure(words(&["--concurrency", "1000"]));
    assert!(message.contains("1000 games side by side with 1 core each, and "), "{message}");
    assert!(message.contains("choose --concurrency ") && message.contains("--force-concurrency"), "{message}");
    let message = failure(words(&["--affinity", "1000"]));
    assert!(message.contains("choose a smaller --affinity"), "{message}");
    site.file("notes.txt", "my notes");
    let message = failure(words(&["--report", "notes.txt"]));
    assert!(message.contains("notes.txt") && message.contains("is no page"), "{message}");
    assert!(!site.path("r.jsonl").exists());
    success(words(&["--concurrency", "3", "--force-concurrency"]));
}

/// `match tengen "tengen --game gomoku"` played Othello, and said nothing of it.
#[test]
fn engines_that_were_told_another_game_are_refused() {
    let site = Site::new("other-games");
    let run = |engine: &str, more: &[&str]| {
        let (ann, bob) = (format!("name=ann {TENGEN} --depth 1"), format!("name=bob {TENGEN} --depth 1 {engine}"));
        failure(site.tengen(&[&["match", &ann, &bob, "--games", "2"], more].concat()))
    };
    for (engine, more, said) in [
        ("--game gomoku", &[][..], "bob is started with --game gomoku, but Othello"),
        ("--game=zhiqi", &["--game", "gomoku"], "bob is started with --game zhiqi, but Gomoku"),
        ("--rule caro", &["--game", "gomoku"], "bob is started with --rule caro, but Gomoku"),
        ("--size 6", &[], "bob is started with --size 6, but Othello"),
    ] {
        let message = run(engine, more);
        assert!(message.contains(said), "{engine}: {message}");
    }
    let ann = format!("name=ann {TENGEN} --threads 1 --depth 1");
    let same = format!("name=bob {TENGEN} --threads 1 --depth 1 --game gomoku --size 5 --rule renju");
    let words = ["match", &ann, &same, "--games", "2", "--game", "gomoku", "--size", "5"];
    success(site.tengen(&[&words[..], &["--rule", "renju", STARTUP]].concat()));
}
