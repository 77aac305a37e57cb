//! Which records go together, and which games are the same: what was joined although nobody planned it, and what nothing
//! could read any more.

use crate::common::arena::{Site, table};
use crate::common::program::{TENGEN, errors, failure};
use std::fs;
use std::process::Command;
use tengen_arena::header::Header;
use tengen_arena::record::{self, RecordLine};

/// Engines may take so long to start that none is given up on a busy machine.
const PATIENT: &str = "startup = 1000.0\n";

/// What a run that goes well says on standard error.
fn said(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    errors(&output)
}

fn random(name: &str) -> String {
    table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "")
}

/// A tournament file of players that need no time.
fn plan(site: &Site, settings: &str, names: &[&str]) {
    let engines = names.iter().copied().map(random).collect::<String>();
    site.file("t.toml", &format!("size = 4\n{PATIENT}{settings}\n{engines}"));
}

/// Plays a shard of the tournament file into a record of the folder `shards`.
fn shard(site: &Site, shard: &str, record: &str) -> String {
    fs::create_dir_all(site.path("shards")).unwrap();
    said(site.tournament("t", &["--shard", shard, "--record", &format!("shards/{record}.jsonl")]))
}

fn merge(site: &Site, records: &[&str]) -> Command {
    let records: Vec<_> = records.iter().map(|record| format!("shards/{record}.jsonl")).collect();
    let words: Vec<_> = records.iter().map(String::as_str).collect();
    site.tengen(&[&["merge", "-o", "all.jsonl"], &words[..]].concat())
}

fn plans(site: &Site, record: &str) -> Vec<Header> {
    let mut plans = Vec::new();
    let each = |line, _| {
        if let RecordLine::Plan(plan) = line {
            plans.push(*plan);
        }
        Ok::<_, record::RecordError>(())
    };
    record::read_lines(&site.path(record), each).unwrap();
    plans
}

/// Once two matches made one record of a plan that nobody had, with games missing of it.
#[test]
fn records_of_two_plans_are_not_joined() {
    let site = Site::new("two-plans");
    plan(&site, "games = 4", &["ann", "bob"]);
    shard(&site, "1/1", "first");
    let first = fs::read_to_string(site.path("shards/first.jsonl")).unwrap();
    let others: [(&str, &[&str], &str); 5] = [
        ("games = 4", &["cat", "dan"], "only the first plan has a game ann/bob/1/1, only the second cat/dan/1/1"),
        ("games = 2", &["ann", "cat"], "only the first plan has a game ann/bob/2/1, only the second ann/cat/1/1"),
        ("games = 4\ndepth = 9", &["ann", "bob"], "the first plan is played with no clock, the second with depth 9"),
        (
            "games = 4\nmargin = 9.0",
            &["ann", "bob"],
            "the second plan has another clock, margin, number of plies or adjudication",
        ),
        (
            "games = 4\nsprt = \"elo1=50\"",
            &["ann", "bob"],
            "the sequential test of the first plan is none, of the second elo0=0 elo1=50 alpha=0.05 beta=0.05",
        ),
    ];
    for (settings, names, expected) in others {
        plan(&site, settings, names);
        shard(&site, "1/1", "second");
        let message = failure(merge(&site, &["first", "second"]));
        let apart = "shards/first.jsonl and shards/second.jsonl";
        assert_eq!(message, format!("tengen: {apart} cannot be joined: {expected}\n"));
        assert!(!site.path("all.jsonl").exists());
        let message = failure(site.tengen(&["watch", "shards"]));
        assert!(message.contains(&format!("{apart} are no shards of one plan: {expected}\n")), "{message}");
        fs::remove_file(site.path("shards/second.jsonl")).unwrap();
    }
    // The same names for another engine.
    let other = first.replacen("\"random\"", "\"greedy\"", 1);
    site.file("shards/second.jsonl", &other);
    let message = failure(merge(&site, &["first", "second"]));
    assert!(message.contains("ann has another command, dialect, init or time in the second plan"), "{message}");
}

/// A shard of before the plan grew is one of the same plan.
#[test]
fn shards_of_a_plan_that_grows_are_joined() {
    let site = Site::new("grown-plan");
    plan(&site, "games = 4", &["ann", "bob"]);
    shard(&site, "1/2", "1");
    plan(&site, "games = 4", &["cat", "ann", "bob"]);
    shard(&site, "2/2", "2");
    for records in [["1", "2"], ["2", "1"]] {
        let said = said(merge(&site, &records));
        // Of three pairings on two openings a shard has three pairs; one of the first shard's is played.
        assert!(said.contains("missing of the plan: 4 games (cat/"), "{said}");
        assert_eq!(plans(&site, "all.jsonl"), plans(&site, "shards/2.jsonl"));
    }
    shard(&site, "1/2", "1");
    assert_eq!(said(merge(&site, &["1", "2"])), "all.jsonl: 12 games\n");
    assert!(said(site.tengen(&["watch", "shards"])).contains("12/12 "));
}

/// A record may go on with another plan; the games of both are there.
#[test]
fn a_record_of_two_plans_misses_games_of_neither() {
    let site = Site::new("went-on");
    plan(&site, "games = 4", &["ann", "bob"]);
    shard(&site, "1/1", "both");
    plan(&site, "games = 2", &["ann", "cat"]);
    shard(&site, "1/1", "both");
    assert_eq!(said(merge(&site, &["both"])), "all.jsonl: 6 games\n");
    assert_eq!(plans(&site, "all.jsonl"), plans(&site, "shards/both.jsonl"));
    // A record of the later plan goes with it, in either order.
    let both = fs::read_to_string(site.path("shards/both.jsonl")).unwrap();
    let later: Vec<_> = both.lines().filter(|line| line.contains("\"cat\"")).collect();
    site.file("shards/later.jsonl", &(later.join("\n") + "\n"));
    for records in [["both", "later"], ["later", "both"]] {
        assert_eq!(said(merge(&site, &records)), "all.jsonl: 6 games\n");
    }
    assert!(said(site.tengen(&["watch", "shards"])).contains("6/6 "));
}

/// Once `A` against `B/C` and `A/B` against `C` had games of the same ids, and nothing read their record any more.
#[test]
fn names_with_slashes_are_told_apart() {
    let site = Site::new("slashes");
    plan(&site, "games = 2", &["A", "B/C", "A/B", "C", "A%2FB"]);
    shard(&site, "1/1", "r");
    let ids: std::collections::BTreeSet<_> = site.games("shards/r.jsonl").into_iter().map(|game| game.id).collect();
    assert_eq!(ids.len(), 20);
    for id in ["A/B%2FC/1/1", "A%2FB/C/1/1", "A%2FB/A%252FB/1/2"] {
        assert!(ids.contains(id), "{id} in {ids:?}");
    }
    assert!(shard(&site, "1/1", "r").contains("20 games of 20 already"));
    assert_eq!(said(merge(&site, &["r"])), "all.jsonl: 20 games\n");
    assert!(said(site.tengen(&["watch", "shards"])).contains("20/20 "));
    // Earlier versions wrote the names as they are.
    let old = fs::read_to_string(site.path("all.jsonl"))
        .unwrap()
        .replace("/B%2FC/", "/B/C/")
        .replace("\"A%2FB/C/", "\"A/B/C/");
    assert_eq!(old.matches("\"id\":\"A/B/C/1/1\"").count(), 2);
    site.file("shards/old.jsonl", &old);
    assert!(shard(&site, "1/1", "old").contains("20 games of 20 already"));
    assert_eq!(said(merge(&site, &["r", "old"])), "all.jsonl: 20 games\n");
}

/// Names that look alike in every table are refused before the first game, and so is a folder that is none; what the message
/// proposes works.
#[test]
fn engines_that_cannot_be_told_apart_are_refused() {
    let site = Site::new("same-names");
    let engine = format!("{TENGEN} --threads 1 --depth 1");
    let run = |first: &str, second: &str| {
        site.tengen(&["match", first, second, "--size", "4", "--games", "2", "--record", "r.jsonl", "--startup=1000"])
    };
    let named = format!("name=ann {engine}");
    let expected = "two engines are called \"ann\"; give one another name: its setting name, as in name=\"Other\"";
    let message = failure(run(&named, &named));
    assert!(message.contains(expected), "{message}");
    let message = failure(run(&named, &format!("name='ann ' {engine}")));
    assert!(message.contains("two engines are called \"ann \""), "{message}");
    let hint = expected.rsplit(' ').next().unwrap();
    said(run(&named, &named.replace("name=ann", hint)));
    let message = failure(run(&named, &format!("name=bob dir=nowhere {engine}")));
    assert_eq!(message, "tengen: bob: dir=nowhere: there is no such folder\n");
    let tables = [table("ann", &["./a"], "dir = \".\""), table("bob", &["./b"], "dir = \"nowhere\"")];
    site.file("t.toml", &tables.concat());
    let message = failure(site.tournament("t", &[]));
    assert_eq!(message, "tengen: t.toml, line 5: bob: dir=nowhere: there is no such folder\n");
}
