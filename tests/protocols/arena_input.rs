//! Wrong input to the arena: every message says where and what was expected, and nothing recorded is lost.

use crate::common::arena::{Site, table, told};
use crate::common::process::until;
use crate::common::program::{TENGEN, errors, failure};
use std::fs;
use std::path::Path;
use tengen_arena::record::Journal;
use tengen_arena::record::{self, GameRecord, RecordError};

/// Engines may take so long to start that none is given up on a busy machine.
const PATIENT: &str = "startup = 1000.0\n";

/// Two players that need no time.
fn players() -> String {
    let random = |name| table(name, &[TENGEN, "--size", "4", "--player", "random", "--threads", "1"], "");
    random("ann") + &random("bob")
}

/// A tournament of `games` games between them, played to its end.
fn played(site: &Site, games: u32) -> Vec<u8> {
    site.file("t.toml", &format!("size = 4\ngames = {games}\n{PATIENT}{}", players()));
    let output = site.tournament("t", &[]).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    fs::read(site.path("t.jsonl")).unwrap()
}

/// The record as a run holds it.
fn written(record: &Path) -> Journal {
    let plan = record::plan(record).unwrap().unwrap();
    Journal::open::<RecordError>(record, &plan, |_| Ok(())).unwrap()
}

#[test]
fn wrong_tournament_files_name_the_line_and_what_was_expected() {
    let site = Site::new("wrong-files");
    let two = "[[engine]]\ncommand = \"a\"\n[[engine]]\ncommand = \"b\"\n";
    let with = |line: &str| format!("seed = 1\n{line}\n{two}");
    let cases = [
        (with("games = "), 2, "string values must be quoted"),
        (with("gmae = \"othello\""), 2, "unknown field `gmae`, expected one of `game`, `rule`"),
        (with("games = \"many\""), 2, "invalid type: string \"many\", expected u32"),
        (with("games = 7"), 2, "choose an even number, 2 or more"),
        (with("game = \"chess\""), 2, "there is no game chess; known: Othello Gomoku Mill"),
        (with("rule = \"nine\""), 2, "there is no rule set nine; known: normal"),
        (with("size = 9"), 2, "Othello has the sizes 4 6 8 10, not 9"),
        (with("format = \"swiss\""), 2, "expected one of `round-robin`, `gauntlet`, `ladder`"),
        (with("time = \"fast\""), 2, "expected a time control: 60 (seconds a game)"),
        (with("movetime = 1.0\ntime = \"40/60\""), 2, "40/60 with a time for each move: expected a clock for the game"),
        (with("seeds = 2"), 2, "2 seeds: expected 1 or more"),
        (with("resign = [5.0]"), 2, "resign: expected a score, 0 or more, and a number of moves"),
        (with("clock = \"sun\""), 2, "expected `wall` or `cpu`"),
        (with("movetime = 0.0"), 2, "expected a time control"),
        (with("depth = 0"), 2, "depth: expected 1 or more"),
        (with("nodes = 0"), 2, "nodes: expected 1 or more"),
        (with("max-plies = 0"), 2, "max-plies: expected 1 or more"),
        (with("margin = -1.0"), 2, "margin: expected a number of seconds, 0 or more"),
        (with("agree-win = [1.0]"), 2, "agree-win: expected a score, 0 or more, and a number of moves"),
        ("games = 2\n".to_owned(), 1, "expected at least two engines, found 0"),
        (format!("{two}[[engine]]\nname = \"x\"\n"), 5, "missing field `command`"),
        (format!("{two}[[engine]]\ncommand = \"b\"\n"), 5, "two engines are called \"b\"; give one another name"),
        (format!("{two}[[engine]]\ncommand = \"c 'd\"\n"), 5, "a quote is not closed"),
        (format!("{two}[[engine]]\ncommand = []\n"), 5, "expected a command"),
        (format!("{two}[[engine]]\ncommand = \"c\"\ndialect = \"xboard\"\n"), 7, "expected one of `gtp`"),
        (format!("{two}[[engine]]\ncommand = \"c\"\ntime = \"fast\"\n"), 5, "expected a time control"),
        (format!("{two}[[engine]]\ncommand = \"c\"\nstrength = 9\n"), 7, "unknown field `strength`, expected one of"),
    ];
    for (text, line, expected) in cases {
        site.file("wrong.toml", &text);
        let message = failure(site.tournament("wrong", &[]));
        assert!(message.starts_with(&format!("tengen: wrong.toml, line {line}: ")), "{text}\n{message}");
        assert!(message.contains(expected), "{text}\n{message}");
    }
    assert!(!site.path("wrong.jsonl").exists());
    let message = failure(site.tournament("nowhere", &[]));
    assert_eq!(message, "tengen: nowhere.toml: No such file or directory (os error 2)\n");
}

#[test]
fn wrong_matches_say_what_was_expected() {
    let site = Site::new("wrong-matches");
    let cases: [(&[&str], &str); 6] = [
        (&["a", "a"], "two engines are called \"a\"; give one another name: its setting name, as in name=\"Other\""),
        (&["a", "b", "--games", "7"], "choose an even number, 2 or more"),
        (&["a", "name=x"], "name=x: expected a command, as in: name=Strong"),
        (&["a", "speed=3 b"], "speed=3 b: unknown field `speed`, expected one of"),
        (&["a", "b", "--shard", "4/3"], "4/3 is no shard; expected I/N, from 1/N to N/N"),
        (&["a", "b", "--player", "tengen"], "does not take --player; put it into the engine's command line"),
    ];
    for (words, expected) in cases {
        let message = failure(site.tengen(&[&["match"], words].concat()));
        assert!(message.contains(expected), "{words:?}\n{message}");
    }
}

#[test]
fn unreadable_openings_stop_the_run_before_it_begins() {
    let site = Site::new("wrong-openings");
    let cases: [(&str, &[u8], &str); 5] = [
        ("o.txt", b"# two\nb1\nb1 d4\n", "o.txt, line 3: move 2: expected a legal move, not d4"),
        ("o.txt", b"\xff\xfe\n", "o.txt, line 1: expected 16 squares (X O -) and the side to move, a position text,"),
        ("o.obf", b"---------------- X\n\n--- X\n", "o.obf, line 1: "),
        ("o.sgf", b"(;GM[2]SZ[4]\n;B[", "o.sgf"),
        ("o.txt", b"# none\n", "o.txt: expected openings, one a line, and found none"),
    ];
    for (name, bytes, expected) in cases {
        fs::write(site.path(name), bytes).unwrap();
        site.file("t.toml", &format!("size = 4\nopenings = {name:?}\n{}", players()));
        let message = failure(site.tournament("t", &[]));
        assert!(message.contains(expected), "{name} {bytes:?}\n{message}");
    }
    site.file("t.toml", &format!("size = 4\nopenings = \"none.txt\"\n{}", players()));
    assert_eq!(
        failure(site.tournament("t", &[])),
        "tengen: the openings none.txt: No such file or directory (os error 2)\n"
    );
}

/// The least allowance of those that this run has would be over in 11 days.
#[test]
fn an_engine_that_does_not_start_stops_the_run_at_once() {
    let site = Site::new("no-start");
    // Its standard error is shown once.
    let missing = "tengen: bad cannot begin a game: cannot be started\nits command: ./nothing\n\
                   its standard error: cannot start ./nothing: No such file or directory (os error 2)\n";
    let no_network = "tengen: bad cannot begin a game: crashed: ended with status 1\n\
                      its command: sh -c echo no network file >&2; exit 1\nits standard error: no network file\n";
    let cases = [
        ("./nothing", missing),
        ("sh -c 'echo no network file >&2; exit 1'", no_network),
        ("sh -c 'kill -SEGV $$'", "killed by signal 11 (SIGSEGV)"),
        ("sh -c 'read line; echo = hello; echo; read line; echo hello; exec sleep 1000000'", "outside its protocol"),
    ];
    for (engine, expected) in cases {
        let engines = [format!("name=good {TENGEN} --threads 1"), format!("name=bad {engine}")];
        let words = ["match", &engines[0], &engines[1], "--record", "games.jsonl"];
        let message = failure(site.tengen(&[&words[..], &["--startup=1000000", "--patience=1000000"]].concat()));
        assert!(message.contains("bad cannot begin a game"), "{engine}\n{message}");
        assert!(message.contains(expected), "{engine}\n{message}");
        assert_eq!(site.games("games.jsonl").len(), 0);
    }
    // None of them ends by itself.
    until("nothing is left", || site.processes().is_empty().then_some(()));
}

#[test]
fn an_engine_that_refuses_the_game_says_why_the_run_stops() {
    let site = Site::new("refuses");
    site.file("t.toml", &format!("size = 4\n{PATIENT}{}{}", players(), told("shy", &["well", "refuse=boardsize"], "")));
    let message = failure(site.tournament("t", &[]));
    assert!(message.contains("shy cannot begin a game: refused a legal request: boardsize 4: no"), "{message}");
}

#[test]
fn a_damaged_line_is_named_and_the_last_one_mended() {
    let site = Site::new("damaged");
    let whole = played(&site, 8);
    let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!(lines.len(), 9);
    for damage in [&b"{\"id\":\"ann/b\n"[..], b"\0\0\0\0\n", b"{}\n", b"\xff\n"] {
        let damaged = [&lines[..4].concat(), damage, &lines[5..].concat()].concat();
        fs::write(site.path("t.jsonl"), &damaged).unwrap();
        let message = failure(site.tournament("t", &[]));
        assert!(message.contains("t.jsonl, line 5: expected a game as a JSON object: "), "{message}");
        assert_eq!(fs::read(site.path("t.jsonl")).unwrap(), damaged);
        let message = failure(site.tengen(&["report", "t.jsonl"]));
        assert!(message.contains("t.jsonl, line 5: expected a game as a JSON object: "), "{message}");
    }
    for cut in [1, 2, lines[8].len() / 2, lines[8].len() - 1] {
        fs::write(site.path("t.jsonl"), &whole[..whole.len() - cut]).unwrap();
        let output = site.tournament("t", &[]).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let mended = fs::read(site.path("t.jsonl")).unwrap();
        assert!(mended.starts_with(&lines[..8].concat()));
        let ids = |games: Vec<GameRecord>| games.into_iter().map(|game| game.id).collect::<Vec<_>>();
        assert_eq!(site.games("t.jsonl").len(), 8, "{:?}", ids(site.games("t.jsonl")));
        // A line that lacks its end only is whole.
        assert_eq!(errors(&output).contains("mended: the last line was cut short"), cut > 1, "{}", errors(&output));
    }
}

/// A file that is no record keeps every byte, whatever its last line looks like.
#[test]
fn no_file_is_cut_that_is_no_record() {
    let site = Site::new("no-record");
    let whole = played(&site, 2);
    let text = "games I must not forget\nsecond line\n";
    let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let notes = [
        text.as_bytes().to_vec(),
        b"one line without its end".to_vec(),
        b"{\"key\": 1}".to_vec(),
        b"\xff\xfe".to_vec(),
        [lines[0], b"and a word of mine\n"].concat(),
        [lines[0], b"and a word of mine"].concat(),
        // Half a game, but a whole line: no kill leaves that behind.
        [lines[0], &lines[1][..40], b"\n"].concat(),
    ];
    for note in notes {
        fs::write(site.path("t.jsonl"), &note).unwrap();
        let message = failure(site.tournament("t", &[]));
        assert!(message.contains("expected a game as a JSON object: "), "{message}");
        assert_eq!(fs::read(site.path("t.jsonl")).unwrap(), note);
        fs::write(site.path("other.jsonl"), &whole).unwrap();
        let message = failure(site.tengen(&["merge", "--output", "t.jsonl", "other.jsonl"]));
        assert!(message.contains("t.jsonl is there already, and is no record of games"), "{message}");
        assert_eq!(fs::read(site.path("t.jsonl")).unwrap(), note);
    }
}

#[test]
fn records_that_cannot_be_one_are_not_joined() {
    let site = Site::new("not-joined");
    let whole = String::from_utf8(played(&site, 2)).unwrap();
    // The first move of the first game becomes another.
    let (before, after) = whole.split_once("{\"move\":\"").unwrap();
    site.file("other.jsonl", &format!("{before}{{\"move\":\"Z9{}", &after[2..]));
    let message = failure(site.tengen(&["merge", "--output", "all.jsonl", "t.jsonl", "other.jsonl"]));
    assert!(message.contains("game ann/bob/1/1 went differently in t.jsonl and in other.jsonl"), "{message}");
    let _run = written(&site.path("t.jsonl"));
    let message = failure(site.tengen(&["merge", "--output", "all.jsonl", "t.jsonl"]));
    assert!(message.contains("t.jsonl is being written by a run"), "{message}");
    assert!(!site.path("all.jsonl").exists());
}

/// Shards know of each other's games only once they are joined: none can say when a sequential test of all is decided.
#[test]
fn a_shard_has_no_sequential_test() {
    let site = Site::new("sprt-shard");
    let message = failure(site.tengen(&["match", TENGEN, TENGEN, "--sprt", "elo1=5", "--shard", "1/2"]));
    assert!(message.contains("'--sprt [<KEY=VALUE>...]' cannot be used with '--shard <I/N>'"), "{message}");
}

#[test]
fn a_record_of_another_plan_is_left_alone() {
    let site = Site::new("other-plan");
    let record = played(&site, 2);
    site.file("t.toml", &format!("size = 4\ngames = 2\nmovetime = 5.0\n{PATIENT}{}", players()));
    let message = failure(site.tournament("t", &[]));
    assert!(message.contains("t.jsonl: game ann/bob/1/1 was played under other settings"), "{message}");
    assert_eq!(fs::read(site.path("t.jsonl")).unwrap(), record);
}

#[test]
fn a_record_is_written_by_one_run_at_a_time() {
    let site = Site::new("locked");
    let record = played(&site, 2);
    let _other = written(&site.path("t.jsonl"));
    let message = failure(site.tournament("t", &[]));
    assert!(message.contains("t.jsonl is being written by another run; wait for it"), "{message}");
    assert_eq!(fs::read(site.path("t.jsonl")).unwrap(), record);
}

#[test]
fn a_record_that_cannot_be_written_stops_the_run() {
    let site = Site::new("unwritable");
    played(&site, 2);
    for (record, expected) in [
        ("/proc/games.jsonl", "tengen: /proc/games.jsonl: "),
        ("nowhere/games.jsonl", "error: invalid value 'nowhere/games.jsonl' for '--record <FILE>': there is no folder"),
        ("/dev/full", "tengen: /dev/full: expected a regular file"),
        ("/", "error: invalid value '/' for '--record <FILE>': expected a file, not a folder"),
    ] {
        let message = failure(site.tournament("t", &["--record", record]));
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_recorded() {
    let site = Site::new("full");
    let games = 40;
    site.file("t.toml", &format!("size = 4\ngames = {games}\n{PATIENT}{}", players()));
    // The smallest disk: files of 4 or 8 KiB, as the shell counts.
    let mut shell = site.command("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" tournament t.toml", TENGEN]);
    let message = failure(shell);
    assert!(message.contains("tengen: t.jsonl: File too large"), "{message}");
    let kept = fs::read(site.path("t.jsonl")).unwrap();
    let whole = kept.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    assert!(site.games("t.jsonl").len() < games);
    assert!(site.tournament("t", &[]).output().unwrap().status.success());
    assert!(fs::read(site.path("t.jsonl")).unwrap().starts_with(&kept[..whole]));
    assert_eq!(site.games("t.jsonl").len(), games);
}

/// What another program does to a record shows in the run: it ends with its table, and every game is in another file, with which it
/// goes on.
#[test]
fn a_record_that_is_changed_is_written_anew() {
    let site = Site::new("changed");
    let engine = format!("{TENGEN} --size 4 --threads 1 --player greedy");
    for (change, command) in [
        ("was emptied or cut off", ": > games.jsonl"),
        ("was appended to", "echo something else >> games.jsonl"),
        ("was removed", "rm -f games.jsonl"),
        ("was replaced", "cp games.jsonl other; mv other games.jsonl"),
    ] {
        // At the beginning of the fifth game the engine changes the record, where it is there.
        let filter = format!(
            "while IFS= read -r line; do case $line in *clear_board) n=$((n + 1)); \
             [ $n = 5 ] && [ -e games.jsonl ] && {{ {command}; }};; esac; echo \"$line\"; \
             case $line in *quit) break;; esac; done | {engine}"
        );
        let a = format!("name=a sh -c '{filter}'");
        let b = format!("name=b {engine}");
        let run = |record: &str| {
            let words = ["match", "--startup=1000", "--size=4", "--games=20", "--record", record, &a, &b];
            site.tengen(&words).output().unwrap()
        };
        let ended = run("games.jsonl");
        let (said, told) = (String::from_utf8(ended.stdout.clone()).unwrap(), errors(&ended));
        let why = format!(
            "games.jsonl {change} while the run wrote it: the run was ended, and all games are in games-saved.jsonl; it goes \
             on with --record games-saved.jsonl"
        );
        assert!(!ended.status.success() && told.contains(&why), "{change}: {told}");
        let saved = site.games("games-saved.jsonl").len();
        assert!((3..=20).contains(&saved), "{change}: {saved}");
        assert!(said.lines().any(|line| line.starts_with("Score")), "{change}: {said}");
        let ended = run("games-saved.jsonl");
        assert!(ended.status.success(), "{change}: {}", errors(&ended));
        assert_eq!(site.games("games-saved.jsonl").len(), 20, "{change}");
        for file in ["games.jsonl", "games-saved.jsonl"] {
            let _ = fs::remove_file(site.path(file));
        }
    }
}
