//! Games of the arena from outside: what engines are told of their time and how it is kept, ends before the rules', and
//! shards that make a whole.

use crate::common::arena::{ENGINE, Site, table, timeless, told};
use crate::common::program::{TENGEN, errors, failure};
use std::fs;
use tengen::arena::record::{End, GameRecord, Side};

const GOMOKU: &str = "game = \"gomoku\"\nsize = 15\nopenings = \"openings.txt\"\n";

/// Plays a tournament of gomoku, on a board where engines that move by chance do not get five in a row.
fn play(site: &Site, settings: &str, engines: &[String]) -> Vec<GameRecord> {
    site.file("openings.txt", "c3 b2\n");
    site.file("t.toml", &format!("{GOMOKU}{settings}\n{}", engines.concat()));
    let _ = fs::remove_file(site.path("t.jsonl"));
    let output = site.tournament("t", &["--concurrency", "8", "--force-concurrency"]).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    site.games("t.jsonl")
}

/// What an engine that knows some commands is sent, with a setting of the tournament.
fn conversation(site: &Site, setting: &str, words: &[&str]) -> Vec<String> {
    let _ = fs::remove_file(site.path("log"));
    let listener = told("listener", &[&["well", "log=log"], words].concat(), "");
    play(site, &format!("games = 2\nmax-plies = 6\n{setting}"), &[listener, told("other", &["well"], "")]);
    fs::read_to_string(site.path("log")).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_conversation_goes_as_gtp_says() {
    let site = Site::new("conversation");
    let mut lines = conversation(
        &site,
        "time = \"300\"",
        &["commands=time_settings,time_left,set_game,json-statistics", "score=0"],
    );
    // An engine that echoes no id may have taken it for the command.
    let greeting =
        ["1 list_commands", "list_commands", "name", "version", "set_game Gomoku", "boardsize 15", "clear_board"];
    let (clock, opening) = ("time_settings 300 0 0", ["play b C3", "play w B2"]);
    let first = [&greeting[..], &[clock, "clear_board", clock], &opening, &["time_left b 300 0", "genmove b"]].concat();
    let rest = lines.split_off(first.len());
    assert_eq!(lines, first);
    let words: Vec<_> = rest.iter().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let second = ["json-statistics", "play w", "time_left b", "genmove b", "json-statistics", "play w"];
    let white = ["clear_board", "time_settings 300", "play b", "play w", "play b", "time_left w", "genmove w"];
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
        let lines = conversation(&site, setting, words);
        let before = lines.iter().take_while(|line| !line.starts_with("genmove"));
        let told: Vec<_> = before.filter(|line| line.contains("time_") || line.contains("kata-")).collect();
        assert_eq!(told, expected, "{setting} {words:?}");
    }
    let lines = conversation(&site, "depth = 3", &["commands=set_depth"]);
    assert_eq!(lines.iter().filter(|line| *line == "set_depth 3").count(), 1);
}

#[test]
fn what_is_left_of_a_clock_is_what_thinking_has_left() {
    let site = Site::new("clocks-left");
    let cases = [
        ("60", 59.9, "0"),
        ("60+5", 64.9, "0"),
        ("10/60", 59.9, "9"),
        ("30+10/60", 29.9, "0"),
        // The last move of a period begins the next one.
        ("1/60", 60.0, "1"),
    ];
    for (clock, most, stones) in cases {
        let lines =
            conversation(&site, &format!("time = {clock:?}"), &["commands=time_settings,time_left", "think=0.1"]);
        let second = lines.iter().filter_map(|line| line.strip_prefix("time_left b ")).nth(1).unwrap();
        let (time, left) = second.split_once(' ').unwrap();
        let time: f64 = time.parse().unwrap();
        assert!(time <= most && time > most - 1.0, "{clock}: {second}");
        assert_eq!(left, stones, "{clock}: {second}");
    }
}

#[test]
fn clocks_are_kept() {
    let site = Site::new("clocks-kept");
    // A clock, the time of every move, and how many moves are made before the flag falls.
    let cases = [
        ("absolute", "time = \"1.5\"", "think=0.42", Some(3)),
        ("fischer", "time = \"1+0.1\"", "think=0.7", Some(1)),
        ("fischer kept", "time = \"0.8+0.8\"", "think=0.3", None),
        ("period", "time = \"3/2\"", "think=0.8", Some(2)),
        ("period kept", "time = \"2/1.4\"", "think=0.3", None),
        ("main and period kept", "time = \"0.5+2/1.4\"", "think=0.3", None),
        ("move", "movetime = 0.5", "think=0.8", Some(0)),
    ];
    let mut engines = vec![told("quick", &["well"], "movetime = 60.0")];
    engines.extend(cases.map(|(name, clock, think, _)| told(name, &["well", think], clock)));
    for game in play(&site, "format = \"gauntlet\"\ngames = 2\nmax-plies = 12", &engines) {
        let (_, _, _, made) = cases.into_iter().find(|(name, ..)| *name == game.second).unwrap();
        let second_has = usize::from(game.white == game.second);
        let moves = game.moves.iter().skip(second_has).step_by(2).count();
        match made {
            Some(made) => {
                assert_eq!((game.reason.kind, moves), (End::Time, made), "{} {:?}", game.id, game.reason);
                assert_eq!(game.culprit(), Some(&*game.second));
                assert_eq!(game.result, if second_has == 0 { "W+T" } else { "B+T" });
            }
            None => assert_ne!(game.reason.kind, End::Time, "{} {:?}", game.id, game.reason),
        }
        assert!(game.moves.iter().skip(second_has).step_by(2).all(|mv| mv.seconds >= 0.3), "{}", game.id);
    }
}

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

/// Time that an engine takes over its opponent's moves is its own: a second in every `play` was free once.
#[test]
fn time_outside_a_move_is_charged() {
    let site = Site::new("linger");
    let slow = told("slow", &["well", "linger=0.5"], "");
    let quick = told("quick", &["well"], "movetime = 60.0");
    let games = play(&site, "games = 2\nmovetime = 0.3\nmargin = 0.1", &[slow.clone(), quick]);
    for game in &games {
        assert_eq!((game.reason.kind, game.culprit()), (End::Time, Some("slow")), "{:?}", game.reason);
        assert!(game.reason.detail.contains("for a move and the commands before it"), "{}", game.reason.detail);
    }
    // On a clock that has room for it, it is recorded with the move; the opening's own moves are not charged.
    let quick = told("quick", &["well"], "");
    let games = play(&site, "games = 2\nmax-plies = 8\ntime = \"300\"", &[slow, quick]);
    for game in &games {
        let slow_begins = game.black == "slow";
        let of = |slow: bool| game.moves.iter().skip(usize::from(slow != slow_begins)).step_by(2);
        let times: Vec<_> = of(true).map(|mv| mv.seconds).collect();
        let first = usize::from(slow_begins);
        assert!(times[first..].iter().all(|&seconds| seconds > 0.4), "{times:?}");
    }
}

#[test]
fn an_engine_may_need_long_to_start_where_it_is_allowed_to() {
    let site = Site::new("startup");
    let tardy = table("tardy", &["sh", "-c", &format!("sleep 1.5; exec python3 -IS {ENGINE} well")], "");
    let engines = [told("quick", &["well"], ""), tardy];
    site.file("openings.txt", "c3 b2\n");
    let settings = |startup: &str| format!("{GOMOKU}games = 2\n{startup}\n{}", engines.concat());
    site.file("t.toml", &settings("startup = 0.4"));
    let message = failure(site.tournament("t", &[]));
    assert!(message.contains("tardy cannot begin a game: no answer in time"), "{message}");
    assert_eq!(play(&site, "games = 2\nstartup = 60.0", &engines).len(), 2);
}

/// Edax once gave no answer at its first start, and a match of 100 games was over before it began.
#[test]
fn an_engine_that_fails_to_begin_is_started_again() {
    let site = Site::new("started-again");
    let script = format!("echo x >> starts; [ $(wc -l < starts) -gt 2 ] || exit 1; exec python3 -IS {ENGINE} well");
    let games = play(&site, "games = 2", &[told("good", &["well"], ""), table("shaky", &["sh", "-c", &script], "")]);
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
fn a_move_of_a_clock_may_have_a_limit_of_its_own() {
    let site = Site::new("move-limit");
    let limited = told("limited", &["well", "think=0.5"], "time = \"60\"\nmovetime = 0.2");
    let games = play(&site, "games = 2\nmargin = 0.1", &[limited, told("quick", &["well"], "")]);
    for game in &games {
        assert_eq!((game.reason.kind, game.culprit()), (End::Time, Some("limited")), "{:?}", game.reason);
        assert!(game.time.contains("60 and 0.2 s/move at most"), "{}", game.time);
    }
    // The clock of the game runs all the same.
    let short = told("short", &["well", "think=0.3"], "time = \"0.7\"\nmovetime = 0.5");
    let games = play(&site, "games = 2\nmargin = 0.0", &[short, told("quick", &["well"], "")]);
    for game in &games {
        let first = usize::from(game.black != "short");
        let made = game.moves.iter().skip(first).step_by(2).count();
        assert_eq!((game.reason.kind, made), (End::Time, 2), "{:?}", game.reason);
    }
}

#[test]
fn an_engine_may_have_a_margin_of_its_own() {
    let site = Site::new("own-margin");
    let slow = |margin: &str| told("slow", &["well", "think=0.4"], &format!("movetime = 0.1\n{margin}"));
    let quick = || told("quick", &["well"], "");
    let games = play(&site, "games = 2\nmax-plies = 6\nmargin = 0.1", &[slow("margin = 30.0"), quick()]);
    assert!(games.iter().all(|game| game.reason.kind == End::Adjudicated), "{:?}", games[0].reason);
    let games = play(&site, "games = 2\nmargin = 0.1", &[slow(""), quick()]);
    assert!(games.iter().all(|game| game.reason.kind == End::Time), "{:?}", games[0].reason);
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

/// By CPU time, waiting is free and work is not, whatever else the machine does.
#[test]
fn a_clock_of_cpu_time_counts_work_only() {
    let site = Site::new("cpu-clock");
    let settings = "games = 2\nclock = \"cpu\"\nmovetime = 0.3\nmargin = 0.1";
    let quick = || told("quick", &["well"], "movetime = 60.0");
    let sleeper = told("sleeper", &["well", "think=0.8"], "");
    let games = play(&site, &format!("{settings}\nmax-plies = 6"), &[sleeper, quick()]);
    for game in &games {
        assert_eq!(game.reason.kind, End::Adjudicated, "{:?}", game.reason);
        assert!(game.moves.iter().all(|mv| mv.seconds < 0.3), "{:?}", game.moves);
        assert!(game.time.contains("0.3 s/move (CPU time)"), "{}", game.time);
    }
    let worker = told("worker", &["well", "burn=0.7"], "");
    for game in &play(&site, settings, &[worker, quick()]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Time, Some("worker")), "{:?}", game.reason);
    }
    // What it burns on, it is not waited for; what waits for ever, neither.
    let burner = told("burner", &["well", "burn=1000"], "");
    for game in &play(&site, settings, &[burner, quick()]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Hang, Some("burner")), "{:?}", game.reason);
        assert!(game.seconds < 60.0, "{}", game.seconds);
    }
    let idler = told("idler", &["well", "think=1000"], "");
    for game in &play(&site, &format!("{settings}\npatience = 1.0"), &[idler, quick()]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Hang, Some("idler")), "{:?}", game.reason);
    }
}

#[test]
fn ids_are_used_where_they_are_echoed() {
    let site = Site::new("ids");
    let engines =
        [told("echo", &["well", "ids=echo", "log=echo.log"], ""), told("none", &["well", "log=none.log"], "")];
    let games = play(&site, "games = 2\nmax-plies = 6", &engines);
    assert!(games.iter().all(|game| game.reason.kind == End::Adjudicated), "{:?}", games[0].reason);
    let log = |name: &str| fs::read_to_string(site.path(name)).unwrap();
    let numbers: Vec<usize> =
        log("echo.log").lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    let plain = log("none.log");
    let lines: Vec<_> = plain.lines().collect();
    assert_eq!(lines[..2], ["1 list_commands", "list_commands"]);
    assert!(lines[1..].iter().all(|line| !line.starts_with(|c: char| c.is_ascii_digit())), "{lines:?}");
    // A response to another command is none.
    for game in &play(&site, "games = 2", &[told("wrong", &["well", "ids=wrong"], ""), told("good", &["well"], "")]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Garbage, Some("wrong")), "{:?}", game.reason);
        assert!(game.reason.detail.contains("a response with the id"), "{}", game.reason.detail);
    }
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
