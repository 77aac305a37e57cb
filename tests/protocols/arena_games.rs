//! How games of the arena end before the rules end them, and the shards that make a whole.

use crate::common::arena::{Site, fair_match, play, table, timeless, told};
use crate::common::program::TENGEN;
use std::fs;
use tengen_arena::record::{End, GameRecord, Side};

/// Two games of engines that see these scores.
fn judged(site: &Site, settings: &str, scores: [&str; 2]) -> Vec<GameRecord> {
    let seer =
        |name: &str, score: &str| told(name, &["well", "commands=json-statistics", &format!("score={score}")], "");
    let engines = [seer("ann", scores[0]), seer("bob", scores[1])];
    play(site, &format!("games = 2\n{settings}"), &engines)
}

#[test]
fn engines_that_agree_end_the_game() {
    let site = Site::new("agreement");
    let won = judged(&site, "agree-win = [4.0, 2.0]", ["5", "-4"]);
    let ends: Vec<_> =
        won.iter().map(|game| (game.reason.kind, game.winner, &*game.result, game.moves.len())).collect();
    // Two moves of each; ann sees herself ahead with either colour.
    assert_eq!(
        ends,
        [(End::Adjudicated, Some(Side::Black), "B+1", 4), (End::Adjudicated, Some(Side::White), "W+1", 4)]
    );
    let drawn = judged(&site, "agree-draw = [0.5, 3.0]", ["0.5", "-0.2"]);
    let ends: Vec<_> =
        drawn.iter().map(|game| (game.reason.kind, game.winner, &*game.result, game.moves.len())).collect();
    assert_eq!(ends, [(End::Adjudicated, None, "0", 6); 2]);
    for scores in [["5", "5"], ["5", "-3"], ["0", "0"]] {
        let open = judged(&site, "agree-win = [4.0, 2.0]\nmax-plies = 14", scores);
        assert!(open.iter().all(|game| game.moves.len() > 6), "{scores:?}");
    }
    let long = judged(&site, "max-plies = 9", ["0", "0"]);
    assert!(long.iter().all(|game| game.moves.len() == 7 && game.reason.detail == "a draw after 9 plies"));
}

#[test]
fn our_own_search_ends_what_it_has_proved() {
    let site = Site::new("proof");
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    let whole = "size = 4\ngames = 2\nbalanced-random = 0\nadjudicate-exact = 60\n";
    site.file("t.toml", &format!("{whole}{}{}", random("ann"), random("bob")));
    assert!(site.tournament("t", &[]).output().unwrap().status.success());
    // On the 4x4 board White wins with best play.
    for game in site.games("t.jsonl") {
        assert_eq!((game.reason.kind, game.winner, game.moves.len()), (End::Adjudicated, Some(Side::White), 0));
    }
}

#[test]
fn one_engine_may_resign_for_itself() {
    let site = Site::new("resign");
    // The opponent says nothing of scores.
    let seer = told("seer", &["well", "commands=json-statistics", "score=-7"], "");
    let games = play(&site, "games = 2\nresign = [6.0, 2.0]", &[seer, told("mute", &["well"], "")]);
    for game in &games {
        let lost = game.half_points_of_first() == 0;
        assert_eq!((game.reason.kind, lost), (End::Adjudicated, true), "{:?}", game.reason);
        let first = usize::from(game.black != "seer");
        assert_eq!(game.moves.iter().skip(first).step_by(2).count(), 2);
        assert!(game.reason.detail.ends_with("sees itself lost"), "{}", game.reason.detail);
    }
    for settings in ["resign = [8.0, 2.0]", "resign = [6.0, 9.0]"] {
        let seer = told("seer", &["well", "commands=json-statistics", "score=-7"], "");
        let games = play(&site, &format!("games = 2\nmax-plies = 8\n{settings}"), &[seer, told("mute", &["well"], "")]);
        assert!(games.iter().all(|game| game.reason.detail == "a draw after 8 plies"), "{settings}");
    }
}

#[test]
fn what_each_side_had_for_its_moves_is_recorded() {
    let site = Site::new("allowed");
    let clock = told("clock", &["well"], "time = \"3600+5\"");
    let moves = told("moves", &["well"], "movetime = 600.0");
    let games = play(&site, "games = 2\nmax-plies = 8", &[clock, moves]);
    // Six plies behind the opening, three moves of each side.
    let allowed: Vec<_> = games.iter().map(|game| (game.moves.len(), game.allowed)).collect();
    let [of_clock, of_moves] = [Some(3615.0), Some(1800.0)];
    assert_eq!(allowed, [(6, [of_clock, of_moves]), (6, [of_moves, of_clock])]);
    let games = play(&site, "games = 2\nmax-plies = 8", &[told("ann", &["well"], ""), told("bob", &["well"], "")]);
    assert!(games.iter().all(|game| game.allowed == [None; 2]));
}

#[test]
fn shards_make_the_whole() {
    let site = Site::new("shards-whole");
    let mut text = "size = 4\ngames = 12\n".to_owned();
    for player in ["greedy", "positional", "lookahead"] {
        text += &table(player, &[TENGEN, "--size", "4", "--threads", "1", "--depth", "2", "--player", player], "");
    }
    site.file("t.toml", &text);
    assert!(site.tournament("t", &["--concurrency", "2", "--force-concurrency"]).output().unwrap().status.success());
    for shard in ["1/3", "2/3", "3/3"] {
        assert!(site.tournament("t", &["--shard", shard]).output().unwrap().status.success());
    }
    let shards = ["t-1of3.jsonl", "t-2of3.jsonl", "t-3of3.jsonl"];
    let counts = shards.map(|shard| site.games(shard).len());
    assert_eq!(counts, [12, 12, 12]);
    let merge = |output: &str, records: &[&str]| {
        assert!(site.tengen(&[&["merge", "--output", output], records].concat()).output().unwrap().status.success());
        fs::read(site.path(output)).unwrap()
    };
    let merged = merge("merged.jsonl", &shards);
    assert_eq!(timeless(site.games("merged.jsonl")), timeless(site.games("t.jsonl")));
    assert_eq!(merge("again.jsonl", &["merged.jsonl", "t-2of3.jsonl", "merged.jsonl"]), merged);
    assert_eq!(merge("other.jsonl", &["t-3of3.jsonl", "t-1of3.jsonl", "t-2of3.jsonl"]), merged);
    assert_eq!(merge("merged.jsonl", &["merged.jsonl"]), merged);
    // A run goes on in the merged record as in its own.
    let before = merged.clone();
    assert!(site.tournament("t", &["--record", "merged.jsonl"]).output().unwrap().status.success());
    assert_eq!(fs::read(site.path("merged.jsonl")).unwrap(), before);
}

#[test]
fn a_shard_goes_on_in_the_record_of_another() {
    let site = Site::new("shards-one-record");
    let [a, b] = ["a", "b"].map(|name| format!("name={name} {TENGEN} --threads 1 --player greedy"));
    for shard in ["1/2", "2/2"] {
        fair_match(&site, "games", &[&a, &b], &["--games", "8", "--shard", shard]);
    }
    let mut ids: Vec<_> = site.games("games.jsonl").into_iter().map(|game| game.id).collect();
    ids.sort();
    let expected = ["a/b/1/1", "a/b/1/2", "a/b/2/1", "a/b/2/2", "a/b/3/1", "a/b/3/2", "a/b/4/1", "a/b/4/2"];
    assert_eq!(ids, expected);
}
