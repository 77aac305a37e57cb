//! Reports on small records whose figures were worked out by hand.

use crate::common::record::{BLACK, WHITE, file, game, line, mv, record};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tengen_arena::openings::OpeningRecord;
use tengen_arena::record::{End, GameRecord, Reason, Side};
use tengen_arena::report::{ReportError, Sources, Summary, json, text};
use tengen_arena::stats::{Pentanomial, Sprt, SprtDecision};
use tengen_core::progress::NoProgress;
use tengen_games::GAMES;

fn summary(records: &[PathBuf]) -> Result<Summary, ReportError> {
    Summary::read(Sources { games: GAMES, records, plan: None }, None, &NoProgress)
}

/// A summary with this sequential test.
fn tested(records: &[PathBuf], sprt: &str) -> Summary {
    let sources = Sources { games: GAMES, records, plan: None };
    Summary::read(sources, Some(sprt.parse().unwrap()), &NoProgress).unwrap()
}

fn text_of(summary: &Summary) -> String {
    let mut output = Vec::new();
    text::write(summary, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn json_of(summary: &Summary) -> Value {
    let mut output = Vec::new();
    json::write(summary, &mut output).unwrap();
    serde_json::from_slice(&output).unwrap()
}

/// Four openings: ann makes 2, 1 1/2, 1 and 1 point of them; the second halves come last.
fn duel() -> Vec<GameRecord> {
    [
        (1, 1, BLACK),
        (2, 1, BLACK),
        (3, 1, WHITE),
        (4, 1, None),
        (4, 2, None),
        (3, 2, WHITE),
        (2, 2, None),
        (1, 2, WHITE),
    ]
    .map(|(opening, half, winner)| game("ann", "bob", opening, half, winner))
    .to_vec()
}

#[test]
fn a_match_adds_up() {
    let summary = summary(&[record("match", &duel())]).unwrap();
    let report = json_of(&summary);
    assert_eq!((&report["games"], &report["repeated"], &report["seconds"]), (&8.into(), &0.into(), &8.0.into()));
    assert_eq!((&report["began"], &report["ended"]), (&1001.0.into(), &4003.0.into()));
    let pairing = &report["pairings"][0];
    assert_eq!((&pairing["first"], &pairing["second"]), (&"ann".into(), &"bob".into()));
    assert_eq!(pairing["pentanomial"], serde_json::json!([0, 0, 2, 1, 1]));
    assert_eq!((&pairing["wins"], &pairing["draws"], &pairing["losses"]), (&4.into(), &3.into(), &1.into()));
    assert_eq!((&pairing["points"], &pairing["score"]), (&5.5.into(), &0.6875.into()));
    // 400 log10(11 / 5)
    assert!((pairing["elo"]["value"].as_f64().unwrap() - 136.969).abs() < 1e-3);
    // Ann as Black: won, won, lost, drawn.
    let ann = &report["players"][0];
    let black = serde_json::json!({"games": 4, "wins": 2, "draws": 1, "losses": 1, "points": 2.5, "score": 0.625});
    let white = serde_json::json!({"games": 4, "wins": 2, "draws": 2, "losses": 0, "points": 3.0, "score": 0.75});
    assert_eq!((&ann["name"], &ann["black"], &ann["white"]), (&"ann".into(), &black, &white));
    assert_eq!((&pairing["black"], &pairing["white"]), (&black, &white));
    // Black's moves take 0.25 s, White's 0.5 s, and each has four games of either.
    assert_eq!((&ann["move_seconds"], &ann["depth"]), (&0.375.into(), &5.0.into()));
    assert_eq!(ann["longest_move"], serde_json::json!({"seconds": 0.5, "game": "ann/bob/4/2", "move": "D4"}));
    let course = serde_json::json!([[1, 1.0], [2, 2.0], [3, 2.0], [4, 2.5], [5, 3.0], [6, 4.0], [7, 4.5], [8, 5.5]]);
    assert_eq!(ann["course"], course);
}

#[test]
fn a_match_reads_as_testers_expect() {
    let text = text_of(&summary(&[record("match-text", &duel())]).unwrap());
    for line in [
        "ann against bob",
        "gomoku, freestyle, size 5; time movetime 1; seed 7; arena 0.1.0: 8 games",
        "Score        5.5 of 8 games (68.8 %): 4 wins, 3 draws, 1 loss",
        "Draw ratio   37.5 %",
        "Pentanomial  [0, 0, 2, 1, 1], pairs of 0 to 2 points in halves",
        "As Black     2 wins, 1 draw, 1 loss (62.5 %)",
        "As White     2 wins, 2 draws, 0 losses (75.0 %)",
    ] {
        assert!(text.lines().any(|found| found == line), "{line:?} in\n{text}");
    }
    // Four pairs say nothing of how sure that is.
    assert!(text.contains("\nElo          +137.0 (too few games: an interval takes 10 pairs)"), "{text}");
    assert!(text.contains("\nLOS          too few games\n"), "{text}");
}

#[test]
fn a_tournament_has_ratings_and_a_crosstable() {
    let mut games = duel();
    // Eve beats both, whichever is named first.
    games.extend(
        [(1, 1, BLACK), (1, 2, WHITE)].map(|(opening, half, winner)| game("eve", "ann", opening, half, winner)),
    );
    games.push(game("bob", "eve", 1, 1, WHITE));
    let summary = summary(&[record("tournament", &games)]).unwrap();
    let names: Vec<_> = summary.ranking().iter().map(|&index| summary.players[index].name.as_str()).collect();
    assert_eq!(names, ["eve", "ann", "bob"]);
    let text = text_of(&summary);
    let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    let lines: Vec<_> = text.lines().map(cells).collect();
    for row in ["# Player 1 2 3", "1 eve . 2/2 1/1", "2 ann 0/2 . 5.5/8", "3 bob 0/1 2.5/8 ."] {
        assert!(lines.iter().any(|line| line == row), "{row:?} in\n{text}");
    }
    let widths: Vec<_> = text.lines().filter(|line| line.contains('/')).map(str::len).collect();
    assert_eq!(widths.len(), 3 + 2, "the crosstable's rows, +/- and Nodes/s: {text}");
    assert!(widths[1..4].windows(2).all(|pair| pair[0] == pair[1]), "aligned: {text}");
}

#[test]
fn a_game_counts_once() {
    let (all, some) = (record("all", &duel()), record("some", &duel()[2..5]));
    let twice = summary(&[some, all.clone(), all]).unwrap();
    assert_eq!((twice.games, twice.repeated), (8, 11));
    assert_eq!(twice.pairings[0].pairs.0, [0, 0, 2, 1, 1]);
}

#[test]
fn games_of_two_plans_are_not_joined() {
    let mut other = duel()[1].clone();
    other.digest = "another".into();
    let (one, two) = (record("plan-one", &duel()), record("plan-two", &[other]));
    let error = summary(&[one.clone(), two.clone()]).err().unwrap().to_string();
    for part in ["ann/bob/2/1", one.to_str().unwrap(), two.to_str().unwrap()] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

#[test]
fn a_damaged_line_is_told_and_a_cut_last_line_is_no_game() {
    let text: String = duel().iter().map(line).collect();
    let path = file("report-cut");
    fs::write(&path, &text[..text.len() - 30]).unwrap();
    assert_eq!(summary(std::slice::from_ref(&path)).unwrap().games, 7);
    fs::write(&path, text.replacen("{\"id\":\"ann/bob/3/1\"", "{\"id\":", 1)).unwrap();
    let error = summary(&[path]).err().unwrap().to_string();
    assert!(error.contains("report-cut, line 3: expected a game"), "{error}");
    let error = summary(&[file("report-missing")]).err().unwrap().to_string();
    assert!(error.contains("report-missing"), "{error}");
}

#[test]
fn a_record_is_its_games_whatever_its_line_ends() {
    let expected = summary(&[record("line-feeds.jsonl", &duel())]).unwrap();
    let written: String = duel().iter().map(line).collect();
    let windows = file("windows.jsonl");
    fs::write(&windows, format!("\u{feff}{}", written.replace('\n', "\r\n"))).unwrap();
    assert_eq!(text_of(&summary(&[windows]).unwrap()), text_of(&expected));
}

#[test]
fn an_empty_record_is_no_fault() {
    let empty = summary(&[record("empty", &[])]).unwrap();
    assert_eq!(text_of(&empty), "There are no games in the record.\n");
    assert_eq!(json_of(&empty)["began"], Value::Null);
}

#[test]
fn moves_are_counted_for_who_made_them() {
    let odd = OpeningRecord { number: 1, position: None, moves: vec!["C3".into()] };
    let position = Some("...../...../..X../...../.....:w".to_owned());
    let set_up = OpeningRecord { number: 1, position, moves: Vec::new() };
    for opening in [odd, set_up] {
        let moves = vec![mv("A1", 2.0, Some(3)), mv("B1", 4.0, Some(9)), mv("PASS", 0.0, None), mv("C1", 5.0, None)];
        let games = [GameRecord { opening, moves, ..game("ann", "bob", 1, 1, BLACK) }];
        let summary = summary(&[record("colours", &games)]).unwrap();
        let [ann, bob] = &summary.players[..] else { panic!("two players") };
        assert_eq!((ann.time.value(), ann.depth.value()), (Some(4.5), Some(9.0)));
        assert_eq!((bob.time.value(), bob.depth.value()), (Some(2.0), Some(3.0)));
        assert_eq!(ann.longest.as_ref().map(|longest| longest.text.as_str()), Some("C1"));
    }
}

/// Ann has Black in one game and White in the other; Black's moves take 0.25 s, White's 0.5 s.
#[test]
fn the_share_of_the_time_that_was_used_is_told() {
    let clocked =
        |half, allowed, time: &str| GameRecord { allowed, time: time.into(), ..game("ann", "bob", 1, half, BLACK) };
    let [black, white] = [Some(0.5), Some(2.0)];
    for (time, said) in [("1+0.1", false), ("1+0.1 (CPU time)", true)] {
        let games = [clocked(1, [black, white], time), clocked(2, [black, white], time)];
        let summary = summary(&[record("clocked", &games)]).unwrap();
        let report = json_of(&summary);
        let players = report["players"].as_array().unwrap();
        // 0.25 s of 0.5 s and 0.5 s of 2 s.
        assert!(players.iter().all(|player| player["time_used"] == 0.3), "{report}");
        let text = text_of(&summary);
        assert!(text.contains("Of its time") && text.contains("30.0 %"), "{text}");
        assert_eq!(text.contains("ann used 30.0 % of its CPU time"), said, "{text}");
    }
    // One had a clock; games of earlier versions do not say.
    let summary = summary(&[record("clocked", &[clocked(1, [black, None], "1 against depth 3")])]).unwrap();
    let report = json_of(&summary);
    let used = |name: &str| {
        report["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap()["time_used"].clone()
    };
    assert_eq!((used("ann"), used("bob")), (0.5.into(), serde_json::Value::Null));
}

#[test]
fn faults_are_listed_with_their_games() {
    let fault = |half, kind, winner, detail: &str| GameRecord {
        reason: Reason { kind, detail: detail.into() },
        ..game("ann", "bob", 1, half, winner)
    };
    let games = [fault(1, End::Time, BLACK, "4 ms over\u{1b}[2J"), fault(2, End::Resigned, BLACK, "")];
    let summary = summary(&[record("faults", &games)]).unwrap();
    let report = json_of(&summary);
    let players = &report["players"];
    // Bob overstepped his time, ann resigned, which is none.
    let of = |name: &str| players.as_array().unwrap().iter().find(|player| player["name"] == name).unwrap();
    assert_eq!((&of("ann")["faults"], &of("bob")["faults"]), (&serde_json::json!({}), &serde_json::json!({"time": 1})));
    assert_eq!((&report["fault_count"], &report["faults"][0]["game"]), (&1.into(), &"ann/bob/1/1".into()));
    let text = text_of(&summary);
    assert!(text.contains("ann/bob/1/1") && text.contains("4 ms over\\u{1b}[2J") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn the_course_of_a_long_match_is_short() {
    let games: Vec<_> = (1..=3001).map(|opening| game("ann", "bob", opening, 1, BLACK)).collect();
    let summary = summary(&[record("long", &games)]).unwrap();
    let points: Vec<_> = summary.players[0].course.points().collect();
    assert!((200..=501).contains(&points.len()), "{}", points.len());
    assert_eq!(points.last().unwrap().wins, 3001);
    let steps: Vec<_> = points.windows(2).map(|pair| pair[1].games() - pair[0].games()).collect();
    assert!(steps[..steps.len() - 1].iter().all(|&step| step == steps[0]), "evenly spread: {steps:?}");
}

/// Games that were played after the end, as other shards do before they are stopped, once made a decided test go on.
#[test]
fn a_decided_test_stays_decided() {
    let pairs = |opponent: &str, from: u32, winners: [Option<Side>; 2]| {
        let games = (from..from + 30).flat_map(|opening| [(opening, 1), (opening, 2)]);
        games
            .map(|(opening, half)| game("ann", opponent, opening, half, winners[half as usize - 1]))
            .collect::<Vec<_>>()
    };
    // Ann wins thirty pairs, then loses as many: of all sixty the score is even.
    let games = [pairs("bob", 1, [BLACK, WHITE]), pairs("bob", 31, [WHITE, BLACK])].concat();
    let sprt = "elo0=-50 elo1=50";
    assert_eq!(sprt.parse::<Sprt>().unwrap().test(&Pentanomial([30, 0, 0, 0, 30])).verdict, SprtDecision::Continue);
    let found = text_of(&tested(&[record("decided-match", &games)], sprt));
    assert!(found.lines().any(|line| line.starts_with("SPRT") && line.ends_with("ended: H1 is accepted")), "{found}");
    let more = [games, pairs("eve", 1, [None, None])].concat();
    let found = text_of(&tested(&[record("decided-tournament", &more)], sprt));
    let line = |names: &str| {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        found.lines().map(words).find(|line| line.starts_with(names) && line.contains("LLR")).unwrap_or_default()
    };
    assert!(line("ann bob").ends_with("ended: H1 is accepted"), "{found}");
    assert!(line("ann eve").ends_with("goes on"), "{found}");
}

/// What makes a result doubtful is said: faults that decide it, and a machine with too much to do.
#[test]
fn a_doubtful_result_says_so() {
    let text = |games: &[GameRecord]| text_of(&summary(&[record("doubtful", games)]).unwrap());
    assert!(!text(&duel()).contains("says little") && !text(&duel()).contains("overloaded"));
    let mut crashed = duel();
    for game in crashed.iter_mut().filter(|game| game.winner.is_some()).take(3) {
        game.reason.kind = End::Crash;
    }
    let found = text(&crashed);
    assert!(found.contains("Most losses are faults of engines, 3 of 5: the result says little about play."), "{found}");
    let mut late = duel();
    late[3].late = 0.08;
    late[5].late = 0.04;
    let found = text(&late);
    assert!(
        found.contains("The machine was overloaded in 2 of 8 games: the arena itself was up to 80 ms late"),
        "{found}"
    );
}

/// An interval without an end is said in words.
#[test]
fn a_perfect_score_has_a_bound_on_one_side() {
    let sweep = |winner: &str| {
        let games = (1..=12).flat_map(|opening| {
            [1, 2].map(|half| {
                game("ann", "bob", opening, half, if (half == 1) == (winner == "ann") { BLACK } else { WHITE })
            })
        });
        text_of(&summary(&[record("sweep", &games.collect::<Vec<_>>())]).unwrap())
    };
    // Clopper and Pearson: 12 of 12 pairs are at least 73.5 % in the long run.
    let bound = 400.0 * f64::log10(0.735_35 / 0.264_65);
    let found = sweep("ann");
    assert!(found.contains(&format!("Elo          every pair was won (95 %: above +{bound:.1})")), "{found}");
    assert!(found.contains("LOS          99.98 %"), "{found}");
    assert!(sweep("bob").contains(&format!("Elo          every pair was lost (95 %: below -{bound:.1})")));
}
