//! Ratings in reports: who can be compared with whom, and what the ratings refer to.

use crate::common::program::{TENGEN, failure, success};
use crate::common::record::{BLACK, WHITE, file, game, record};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen_arena::record::GameRecord;

/// Pairs of games of two players on openings from this number on; the first wins one more pair than half of them.
fn encounter(first: &str, second: &str, from: u32, pairs: u32) -> Vec<GameRecord> {
    let pair = |opening| {
        let winners = if opening - from <= pairs / 2 { [BLACK, WHITE] } else { [WHITE, BLACK] };
        [1, 2].map(|half| game(first, second, opening, half, winners[half as usize - 1]))
    };
    (from..from + pairs).flat_map(pair).collect()
}

/// Ann, bob and cat in one town, dan and eve in another; `guests` pairs of bob against dan.
fn towns(name: &str, guests: u32) -> PathBuf {
    let games = [
        encounter("ann", "bob", 1, 12),
        encounter("bob", "cat", 21, 12),
        encounter("dan", "eve", 41, 12),
        encounter("bob", "dan", 61, guests),
    ];
    record(name, &games.concat())
}

fn report(record: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(TENGEN);
    command.arg("report").arg(record).args(words);
    command
}

fn json_of(record: &Path, words: &[&str]) -> Value {
    serde_json::from_str(&success(report(record, &[&["--json"], words].concat()))).unwrap()
}

/// The members of the players of this key, in their order.
fn column<'a>(json: &'a Value, key: &str) -> Vec<&'a Value> {
    json["players"].as_array().unwrap().iter().map(|player| &player[key]).collect()
}

const APART: &str = "The players stand in 2 groups that never met, directly or through others: ratings compare players of \
                     one group only.";

/// Once all five stood in one table, and dan, who beat eve, above bob, who beat cat.
#[test]
fn players_who_never_met_stand_in_groups() {
    let towns = towns("towns-apart", 0);
    let text = success(report(&towns, &[]));
    let lines: Vec<_> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let at = |expected: &str| {
        let found = lines.iter().position(|line| line.starts_with(expected));
        found.unwrap_or_else(|| panic!("{expected:?} in\n{text}"))
    };
    let order = [
        "Group 1 of 2: 3 players, the mean is 0",
        "# Player Elo +/- LOS next",
        "1 ann +",
        "3 cat -",
        "# Player 1 2 3",
        "Group 2 of 2: 2 players, the mean is 0",
        "4 dan +",
        "5 eve -",
        "# Player 4 5",
        APART,
    ]
    .map(at);
    assert!(order.is_sorted(), "{order:?} in\n{text}");
    // The last of a group has no next one.
    assert!(lines[at("3 cat -")].split(' ').nth(4) == Some("-") && !lines[at("4 dan +")].contains(" - "), "{text}");
    let json = json_of(&towns, &[]);
    assert_eq!(json["groups"], json!([["ann", "bob", "cat"], ["dan", "eve"]]));
    assert_eq!(column(&json, "group"), [1, 1, 1, 2, 2]);
    assert_eq!(json["weak_links"], json!([]));
    let page = file("towns-apart.html");
    success(report(&towns, &["--html", page.to_str().unwrap()]));
    let page = fs::read_to_string(page).unwrap();
    for expected in
        [APART, "<h3>Group 1 of 2: 3 players, the mean is 0</h3>", "<h3>Group 2 of 2: 2 players, the mean is 0</h3>"]
    {
        assert!(page.contains(expected), "{expected}");
    }
}

#[test]
fn groups_that_few_games_link_are_told() {
    let weak = "Fewer than 10 pairs of games link (ann, bob, cat) and (dan, eve): ratings hardly compare players of one with \
                those of another.";
    for (guests, is_weak) in [(9, true), (10, false)] {
        let towns = towns(&format!("towns-linked-{guests}"), guests);
        let text = success(report(&towns, &[]));
        assert_eq!(text.contains(weak), is_weak, "{guests}:\n{text}");
        assert!(!text.contains("Group 1"), "{text}");
        let json = json_of(&towns, &[]);
        assert_eq!(json["groups"].as_array().unwrap().len(), 1);
        let expected = if is_weak { json!([[["ann", "bob", "cat"], ["dan", "eve"]]]) } else { json!([]) };
        assert_eq!(json["weak_links"], expected);
        let page = file("towns-linked.html");
        success(report(&towns, &["--html", page.to_str().unwrap()]));
        assert_eq!(fs::read_to_string(page).unwrap().contains(weak), is_weak);
    }
}

#[test]
fn anchors_are_what_ratings_refer_to() {
    let towns = towns("towns-anchored", 0);
    let json = json_of(&towns, &["--anchor", "bob:2000", "--anchor", "eve:-50.5"]);
    assert_eq!(column(&json, "name"), ["ann", "bob", "cat", "dan", "eve"]);
    assert_eq!(column(&json, "anchor"), [false, true, false, false, true]);
    for (player, elo) in [(1, 2000.0), (4, -50.5)] {
        assert_eq!(json["players"][player]["rating"], json!({"value": elo, "low": elo, "high": elo}));
    }
    // Seven of twelve pairs were won: 14 of 24 games, and with half of each player's virtual draw 14.5 of 25 or less.
    let lead = json["players"][3]["rating"]["value"].as_f64().unwrap() + 50.5;
    assert!((lead - 400.0 * (14.5_f64 / 10.5).log10()).abs() < 1e-6, "{lead}");
    let text = success(report(&towns, &["--anchor", "bob:2000"]));
    for expected in ["Group 1 of 2: 3 players, bob is +2000.0", "Group 2 of 2: 2 players, the mean is 0", " anchor "] {
        assert!(text.contains(expected), "{expected}:\n{text}");
    }
    for (words, expected) in [
        (&["bob"][..], "expected NAME:ELO, with an Elo from -5000 to 5000, as in tengen:2000"),
        (&["bob:9999"], "expected NAME:ELO"),
        (&["bob:NaN"], "expected NAME:ELO"),
        (&["rob:2000"], "--anchor rob: there is no player of this name; the players are ann, bob, cat, dan, eve"),
        (&["bob:1", "bob:2"], "--anchor bob: the player has an anchor already"),
    ] {
        let words: Vec<_> = words.iter().flat_map(|anchor| ["--anchor", anchor]).collect();
        let message = failure(report(&towns, &words));
        assert!(message.contains(expected), "{words:?}: {message}");
    }
}

/// A wrong anchor costs no game.
#[test]
fn a_tournament_with_a_wrong_anchor_does_not_begin() {
    let plan = file("anchored.toml");
    fs::write(&plan, "[[engine]]\ncommand = \"./ann\"\n[[engine]]\ncommand = \"./bob\"\n").unwrap();
    let mut command = Command::new(TENGEN);
    command.current_dir(plan.parent().unwrap()).args(["tournament", "anchored.toml", "--anchor", "rob:2000"]);
    let message = failure(command);
    let expected = "tengen: --anchor rob: there is no player of this name; the players are ann, bob\n";
    assert!(message.ends_with(expected), "{message}");
    assert!(!file("anchored.jsonl").exists());
}
