//! What engines are told by the arena and when: of the game, of their time, with ids and without, at the start and after a
//! failed one.

use crate::common::arena::{ENGINE, GOMOKU, Site, play, play_and_log, table, told};
use crate::common::program::failure;
use std::fs;
use tengen_arena::record::{End, GameRecord};

/// What an engine that knows some commands is sent, with a setting of the tournament, and the games. Its time is no matter.
fn conversation(site: &Site, setting: &str, words: &[&str]) -> (Vec<String>, Vec<GameRecord>) {
    let _ = fs::remove_file(site.path("log"));
    let listener = told("listener", &[&["well", "log=log"], words].concat(), "");
    let settings = format!("games = 2\nmax-plies = 6\nmargin = 3600.0\n{setting}");
    let (games, log) = play_and_log(site, &settings, &[listener, told("other", &["well"], "")]);
    let sent: Vec<_> = log.lines().filter_map(|line| Some(line.split_once("] listener < ")?.1.to_owned())).collect();
    let heard = fs::read_to_string(site.path("log")).unwrap();
    let heard: Vec<_> = heard.lines().collect();
    // A busy machine may end an engine before it has heard that it is to leave.
    let but_quit = &sent[..sent.len() - 1];
    assert!(heard == sent || heard == but_quit, "{sent:?} {heard:?}");
    (sent, games)
}

#[test]
fn a_conversation_goes_as_gtp_says() {
    let site = Site::new("conversation");
    let (mut lines, _) = conversation(
        &site,
        "time = \"36000\"",
        &["commands=time_settings,time_left,set_game,json-statistics", "score=0"],
    );
    // Whether it echoes ids is tried first.
    let probe = ["name", "1 name", "name"];
    let greeting = ["list_commands", "name", "version", "set_game Gomoku", "boardsize 15", "clear_board"];
    let (clock, opening) = ("time_settings 36000 0 0", ["play b C3", "play w B2"]);
    let first =
        [&probe[..], &greeting, &[clock, "clear_board", clock], &opening, &["time_left b 36000 0", "genmove b"]]
            .concat();
    let rest = lines.split_off(first.len());
    assert_eq!(lines, first);
    let words: Vec<_> = rest.iter().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let second = ["json-statistics", "play w", "time_left b", "genmove b", "json-statistics", "play w"];
    let white = ["clear_board", "time_settings 36000", "play b", "play w", "play b", "time_left w", "genmove w"];
    let end = ["json-statistics", "play b", "time_left w", "genmove w", "json-statistics", "quit"];
    assert_eq!(words, [&second[..], &white, &end].concat());
}

#[test]
fn every_clock_is_told_in_the_words_of_gtp() {
    let site = Site::new("clocks-told");
    let plain = "commands=time_settings,time_left";
    let kata = "commands=time_settings,time_left,kata-time_settings,kata-set-param";
    let refusing = "refuse=kata-set-param";
    let twice = |line: &'static str| [line, line];
    let cases: [(&str, &[&str], &[&str]); 11] = [
        ("movetime = 2.0", &[plain], &["time_settings 0 2 1", "time_left b 2 1"]),
        ("movetime = 2.0", &[kata], &["kata-set-param maxTime 2"]),
        ("movetime = 2.0", &[kata, refusing], &["kata-set-param maxTime 2", "time_settings 0 2 1", "time_left b 2 1"]),
        ("time = \"60\"", &[plain], &[&twice("time_settings 60 0 0")[..], &["time_left b 60 0"]].concat()),
        ("time = \"60+5\"", &[plain], &[&twice("time_settings 60 0 0")[..], &["time_left b 60 0"]].concat()),
        ("time = \"60+5\"", &[kata], &[&twice("kata-time_settings fischer 60 5")[..], &["time_left b 60 0"]].concat()),
        ("time = \"10/60\"", &[plain], &[&twice("time_settings 0 60 10")[..], &["time_left b 60 10"]].concat()),
        ("time = \"30+10/60\"", &[kata], &[&twice("time_settings 30 60 10")[..], &["time_left b 30 0"]].concat()),
        ("time = \"60\"", &["commands=time_settings"], &twice("time_settings 60 0 0")),
        (
            "time = \"90.5\"",
            &[plain, "refuse=."],
            &[&twice("time_settings 90.5 0 0")[..], &["time_left b 90.5 0", "time_left b 90 0"]].concat(),
        ),
        ("nodes = 100", &[kata], &["kata-set-param maxVisits 100"]),
    ];
    for (setting, words, expected) in cases {
        let (lines, _) = conversation(&site, setting, words);
        let before = lines.iter().take_while(|line| !line.starts_with("genmove"));
        let told: Vec<_> = before.filter(|line| line.contains("time_") || line.contains("kata-")).collect();
        assert_eq!(told, expected, "{setting} {words:?}");
    }
    let (lines, _) = conversation(&site, "depth = 3", &["commands=set_depth"]);
    assert_eq!(lines.iter().filter(|line| *line == "set_depth 3").count(), 1);
}

/// A clock; the seconds and stones that an engine has left before its first move; seconds that each move brings, and stones
/// that it takes.
struct Told {
    clock: &'static str,
    first: (f64, u32),
    brings: f64,
    takes: u32,
}

#[test]
fn what_is_left_of_a_clock_is_what_thinking_has_left() {
    let site = Site::new("clocks-left");
    let cases = [
        Told { clock: "6000", first: (6000.0, 0), brings: 0.0, takes: 0 },
        Told { clock: "6000+5", first: (6000.0, 0), brings: 5.0, takes: 0 },
        Told { clock: "10/6000", first: (6000.0, 10), brings: 0.0, takes: 1 },
        Told { clock: "3000+10/6000", first: (3000.0, 0), brings: 0.0, takes: 0 },
    ];
    for Told { clock, first: (mut most, mut stones), brings, takes } in cases {
        for (spent, seconds, left) in black_clock(&site, clock) {
            // The move's own seconds have those in them that went by before it was told.
            assert!(between(most - spent, seconds, most), "{clock}: {seconds} of {most}");
            assert_eq!(left, stones, "{clock}");
            (most, stones) = (most - spent + brings, stones - takes);
        }
    }
    // The last move of a period begins the next one.
    for (spent, seconds, stones) in black_clock(&site, "1/6000") {
        assert!(between(6000.0 - spent, seconds, 6000.0) && stones == 1, "{seconds}, {stones}");
    }
}

/// Whether a number of seconds is not outside two others, which are rounded.
fn between(least: f64, seconds: f64, most: f64) -> bool {
    (least - 1e-5..=most + 1e-5).contains(&seconds)
}

/// Of each of Black's moves: the seconds that were recorded, those that it was told before it, and the stones.
fn black_clock(site: &Site, clock: &str) -> Vec<(f64, f64, u32)> {
    let words = ["commands=time_settings,time_left", "burn=0.01"];
    let (lines, games) = conversation(site, &format!("time = {clock:?}"), &words);
    let told = lines.iter().filter_map(|line| line.strip_prefix("time_left b ")?.split_once(' '));
    let moves = games[0].moves.iter().step_by(2);
    let clock: Vec<_> = moves
        .zip(told)
        .map(|(mv, (seconds, stones))| (mv.seconds, seconds.parse().unwrap(), stones.parse().unwrap()))
        .collect();
    assert_eq!(clock.len(), 2);
    assert!(clock.iter().all(|(spent, ..)| *spent >= 0.01), "{clock:?}");
    clock
}

/// Edax 4.6 is `sticky`: it lost every game when it was sent a single id.
#[test]
fn ids_are_used_where_they_are_echoed() {
    let site = Site::new("ids");
    let engine = |ids| told(ids, &["well", &format!("log={ids}.log"), &format!("ids={ids}")], "");
    let kinds = ["echo", "none", "one", "sticky", "die"];
    let engines: Vec<_> = [told("other", &["well"], "")].into_iter().chain(kinds.map(engine)).collect();
    let games = play(&site, "format = \"gauntlet\"\ngames = 2\nmax-plies = 6", &engines);
    assert_eq!(games.len(), 2 * kinds.len());
    for game in games {
        assert_eq!(game.reason.kind, End::Adjudicated, "{}: {:?}", game.id, game.reason);
    }
    let log = |name: &str| {
        let text = fs::read_to_string(site.path(&format!("{name}.log"))).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let echo = log("echo");
    assert_eq!(echo[..4], ["name", "1 name", "2 name", "name"]);
    let numbers: Vec<usize> = echo[4..].iter().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    for (name, probe) in [
        ("none", &["name", "1 name", "name"][..]),
        ("one", &["name", "1 name", "2 name", "name"]),
        ("sticky", &["name", "1 name", "name"]),
        ("die", &["name", "1 name"]),
    ] {
        let lines = log(name);
        let (first, rest) = lines.split_at(probe.len());
        assert_eq!(first, probe, "{name}");
        assert_eq!(rest[..3], ["list_commands", "name", "version"], "{name}");
        assert!(rest.iter().all(|line| !line.starts_with(|c: char| c.is_ascii_digit())), "{name}: {rest:?}");
    }
    // A response to another command is none.
    for game in &play(&site, "games = 2", &[told("wrong", &["well", "ids=wrong"], ""), told("good", &["well"], "")]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Garbage, Some("wrong")), "{:?}", game.reason);
        assert!(game.reason.detail.contains(": a response with another id: "), "{}", game.reason.detail);
    }
}

/// Edax once gave no answer at its first start, and a match of 100 games was over before it began.
#[test]
fn an_engine_that_fails_to_begin_is_started_again() {
    let site = Site::new("started-again");
    let script = format!("echo x >> starts; [ $(wc -l < starts) -gt 2 ] || exit 1; exec python3 -IS {ENGINE} well");
    let games = play(
        &site,
        "games = 2\nmax-plies = 6",
        &[told("good", &["well"], ""), table("shaky", &["sh", "-c", &script], "")],
    );
    assert_eq!(games.len(), 2);
    assert_eq!(fs::read_to_string(site.path("starts")).unwrap(), "x\nx\nx\n");
}

#[test]
fn a_tournament_goes_on_without_an_engine_that_never_begins() {
    let site = Site::new("recover");
    site.file("openings.txt", "c3 b2\n");
    let engines =
        [told("ann", &["well"], ""), table("broken", &["sh", "-c", "exit 1"], ""), told("bob", &["well"], "")];
    site.file("t.toml", &format!("{GOMOKU}games = 2\n{}", engines.concat()));
    assert!(failure(site.tournament("t", &[])).contains("broken cannot begin a game"));
    assert_eq!(site.games("t.jsonl").len(), 0);
    let message = failure(site.tournament("t", &["--recover"]));
    assert!(message.contains("broken is left out"), "{message}");
    assert!(
        message.contains("tengen: left out, as they could not begin a game: broken; the same command"),
        "{message}"
    );
    let ids: Vec<_> = site.games("t.jsonl").into_iter().map(|game| game.id).collect();
    assert_eq!(ids, ["ann/bob/1/1", "ann/bob/1/2"]);
}

#[test]
fn engines_can_be_bound_to_cores() {
    let site = Site::new("affinity");
    let noting = |name: &str| {
        let script = format!("grep Cpus_allowed_list /proc/self/status >> cores; exec python3 -IS {ENGINE} well");
        table(name, &["sh", "-c", &script], "")
    };
    site.file("openings.txt", "c3 b2\n");
    site.file("t.toml", &format!("{GOMOKU}games = 2\nmax-plies = 4\n{}{}", noting("ann"), noting("bob")));
    assert!(site.tournament("t", &["--affinity"]).output().unwrap().status.success());
    let cores = fs::read_to_string(site.path("cores")).unwrap();
    let cores: Vec<_> = cores.lines().map(|line| line.split_once(':').unwrap().1.trim()).collect();
    // Both engines of the one game are on one core, the same.
    assert_eq!(cores.len(), 2);
    assert!(cores[0].parse::<usize>().is_ok() && cores[0] == cores[1], "{cores:?}");
}
