//! Whole games in every dialect: GTP against Gomocup's protocol, the UCI-like one of mill engines, UGI, NBoard's protocol and
//! Egaroucid's console.

use crate::common::arena::{Site, fair_match};
use crate::common::program::{TENGEN, errors, failure};
use std::fs;
use tengen_arena::record::GameRecord;

#[test]
fn gtp_against_gomocup_under_every_rule() {
    let site = Site::new("dialect-gomocup");
    for rule in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        let gtp = format!("name=gtp {TENGEN} --game gomoku --rule {rule} --threads 1 --depth 1");
        let gomocup = format!("name=gomocup dialect=gomocup {TENGEN} gomocup --threads 1");
        let options = ["--game", "gomoku", "--rule", rule, "--games", "2", "--balanced-random", "5", "--depth", "2"];
        let report = fair_match(&site, rule, &[&gtp, &gomocup], &options);
        assert_eq!(report["games"], 2);
        // What the brain says aloud is read.
        let brain = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "gomocup").unwrap();
        assert!(brain["depth"].as_f64().unwrap() >= 1.0);
        assert!(brain["versions"][0].as_str().unwrap().to_lowercase().contains("tengen"));
    }
}

/// What stands before a script that wraps our own engine: its command line follows the script's name.
const WRAPPER: &str = r#"
import subprocess, sys
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def gtp(command):
    engine.stdin.write(command + "\n"); engine.stdin.flush()
    answer = engine.stdout.readline().strip()
    while engine.stdout.readline().strip(): pass
    return answer
"#;

/// Writes a script that wraps our own engine.
fn script(site: &Site, text: &str) -> String {
    site.file("engine.py", &format!("{WRAPPER}{text}")).display().to_string()
}

/// A brain that loses the first word of each command with a number once, as Rapfi does where it comes too soon.
const LOSES_WORDS: &str = r#"
heard = 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "TURN"):
        heard += 1
        if heard % 2:
            print("ERROR Unknown command: " + rest, flush=True)
            continue
    engine.stdin.write(line); engine.stdin.flush()
    if word in ("ABOUT", "START", "TURN", "BEGIN", "DONE"):
        answer = engine.stdout.readline()
        while answer.startswith("MESSAGE"): answer = engine.stdout.readline()
        print(answer, end="", flush=True)
    if word == "END": break
"#;

#[test]
fn a_brain_that_lost_a_word_is_told_once_more() {
    let site = Site::new("lost-words");
    let gtp = format!("name=gtp {TENGEN} --game gomoku --threads 1 --depth 1");
    let brain =
        format!("name=brain dialect=gomocup python3 {} {TENGEN} gomocup --threads 1", script(&site, LOSES_WORDS));
    let options = ["--game", "gomoku", "--games", "2", "--balanced-random", "5", "--depth", "2"];
    assert_eq!(fair_match(&site, "lost", &[&gtp, &brain], &options)["games"], 2);
}

/// A mill engine that speaks the UCI-like protocol, around our own engine: every removal is a token of its own.
const MILL_UCI: &str = r#"
tokens, options = [], {}
rule = sys.argv[sys.argv.index("--rule") + 1]
names = """PiecesCount HasDiagonalLines MayMoveInPlacingPhase MillFormationActionInPlacingPhase MayFly FlyPieceCount
    MayRemoveMultiple MayRemoveFromMillsAlways NMoveRule EndgameNMoveRule""".split()
wanted = {"morris9": "9 false false 0 true 3 false false 100 100", "lasker": "10 false true 0 true 3 false false 100 100",
    "morris12": "12 true false 0 true 3 false false 100 100", "chengsan": "9 false false 4 false 3 false false 100 100",
    "morris9+fly4+draw50+any": "9 false false 0 true 4 false true 50 50"}[rule].split()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]: print("id name Wrapped Mill 7\nuciok")
    elif words[:1] == ["setoption"]: options[words[2]] = words[4]
    elif words[:1] == ["isready"]:
        assert options == dict(zip(names, wanted)), options
        print("readyok")
    elif words[:1] == ["quit"]: break
    elif words[:1] == ["position"]: tokens = words[3:]
    elif words[:1] == ["go"]:
        gtp("clear_board")
        side = "w"
        for token in tokens:
            if not token.startswith("x"): side = "w" if side == "b" else "b"
            for point in token.lstrip("x").split("-"):
                assert gtp("play %s %s" % (side, point)).startswith("="), (tokens, token)
        answer = gtp("reg_genmove " + side)
        if answer.startswith("?"):
            side = "w" if side == "b" else "b"
            answer = gtp("reg_genmove " + side)
            removal = False
        else:
            removal = bool(tokens)
        move = answer[2:].lower().split("x")
        text = "x" + [part for part in move if part][0] if removal else move[0]
        print("info depth 3 score cp 5 nodes 77 bestmove " + text)
    sys.stdout.flush()
"#;

#[test]
fn gtp_against_the_mill_protocol() {
    let site = Site::new("dialect-mill-uci");
    let script = script(&site, MILL_UCI);
    for rule in ["morris9", "lasker", "morris12", "chengsan", "morris9+fly4+draw50+any"] {
        let gtp = format!("name=gtp {TENGEN} --game mill --rule {rule} --threads 1 --depth 2");
        let uci = format!(
            "name=uci dialect=mill-uci python3 {script} {TENGEN} --game mill --rule {rule} --player random --seed 3"
        );
        let options = ["--game", "mill", "--rule", rule, "--games", "4", "--balanced-random", "2"];
        let report = fair_match(&site, rule, &[&gtp, &uci], &options);
        assert_eq!(report["games"], 4);
        let wrapped = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "uci").unwrap();
        assert_eq!((&wrapped["depth"], &wrapped["versions"][0]), (&3.0.into(), &"Wrapped Mill 7".into()));
        // The value is the beginner's.
        for game in site.games(&format!("{rule}.jsonl")) {
            let (first, score) = if game.black == "uci" { (0, 5.0) } else { (1, -5.0) };
            // Two plies of the opening.
            let scores = game.moves.iter().skip(first).step_by(2).map(|mv| mv.thought.score);
            assert!(scores.into_iter().all(|told| told == Some(score)), "{}: {:?}", game.id, game.moves);
        }
    }
}

#[test]
fn gtp_against_our_own_mill_protocol() {
    let site = Site::new("dialect-own-mill-uci");
    for rule in ["morris9", "lasker", "morris12", "chengsan", "morris12+multiple"] {
        let gtp = format!("name=gtp {TENGEN} --game mill --rule {rule} --threads 1 --depth 2");
        let uci = format!("name=uci dialect=mill-uci {TENGEN} mill-uci --threads 1");
        let options = ["--game", "mill", "--rule", rule, "--games", "4", "--balanced-random", "2", "--depth", "2"];
        let report = fair_match(&site, rule, &[&gtp, &uci], &options);
        assert_eq!(report["games"], 4);
        assert!(has_scores(&site.games(&format!("{rule}.jsonl")), "uci"));
    }
}

/// True where an engine's moves have values, all but a few that it need not search.
fn has_scores(games: &[GameRecord], name: &str) -> bool {
    games.iter().all(|game| {
        let moves = game.moves.iter().skip(usize::from(game.black != name)).step_by(2);
        let (told, silent): (Vec<_>, Vec<_>) = moves.partition(|mv| mv.thought.score.is_some());
        told.len() > silent.len()
    })
}

#[test]
fn gtp_against_our_own_ugi() {
    let site = Site::new("dialect-ugi");
    for (game, rule) in [("othello", "normal"), ("gomoku", "caro"), ("mill", "zhiqi")] {
        let play = format!("--game {game} --rule {rule} --threads 1");
        let gtp = format!("name=gtp {TENGEN} {play} --depth 1");
        let ugi = format!("name=ugi dialect=ugi {TENGEN} ugi {play}");
        let options = ["--game", game, "--rule", rule, "--games", "4", "--depth", "2", "--max-plies", "80"];
        let report = fair_match(&site, game, &[&gtp, &ugi], &options);
        assert_eq!(report["games"], 4);
        let games = site.games(&format!("{game}.jsonl"));
        assert!(has_scores(&games, "ugi"), "{:?}", games[0].moves);
        let player = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "ugi").unwrap();
        assert!(player["versions"][0].as_str().unwrap().starts_with("Tengen "));
    }
}

/// What an engine of a dialect is sent against one that `plays` so.
fn sent_to(site: &Site, dialect: &str, plays: &str, options: &[&str]) -> Vec<String> {
    let gtp = format!("name=gtp {TENGEN} --threads 1 {plays}");
    let told = format!("name=told dialect={dialect} {TENGEN} {dialect} --threads 1 --depth 1");
    let words = [&["match", &told, &gtp, "--games", "2", "--startup", "3600", "--max-plies", "12"], options].concat();
    let _ = fs::remove_file(site.path("r.jsonl"));
    let mut arena = site.tengen(&[&words[..], &["--record", "r.jsonl"]].concat());
    let log = errors(&arena.env("RUST_LOG", "debug").output().unwrap());
    let sent = log.lines().filter_map(|line| Some(line.split_once("] told < ")?.1.replace("\\n", "\n")));
    sent.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn an_engine_of_ugi_is_told_positions_and_clocks() {
    let site = Site::new("ugi-told");
    let position = "---------------------------OX------XXX-----O-------------------- X\n";
    let openings = site.file("openings.obf", position);
    for (options, go) in [
        (&["--movetime", "3600"][..], "go movetime 3600000"),
        (&["--depth", "3", "--nodes", "77"], "go depth 3 nodes 77"),
        (&["--time", "36000+5"], "p1inc 5000 p2inc 5000"),
        (&["--time", "36000", "--movetime", "600"], "p1inc 0 p2inc 0 movetime 600000"),
    ] {
        let options = [options, &["--openings", openings.to_str().unwrap()]].concat();
        let lines = sent_to(&site, "ugi", "--player greedy", &options);
        assert_eq!(lines[..3], ["ugi", "uginewgame", "isready"]);
        // It is tried out before its first game.
        let at = lines.iter().position(|line| line.starts_with("position")).unwrap();
        assert_eq!(lines[at], "position fen ......../......../......../...OX.../...XXX../...O..../......../........:b");
        assert!(lines[at + 1].starts_with("go ") && lines[at + 1].ends_with(go), "{go}: {}", lines[at + 1]);
        let moved = lines[at + 2..].iter().find(|line| line.starts_with("position fen")).unwrap();
        assert_eq!(moved.split_once(" moves ").unwrap().1.split(' ').count(), 2, "{moved}");
        if let Some((_, told)) = lines[at + 1].split_once("p1time ") {
            let words: Vec<_> = told.split(' ').collect();
            let left: u32 = words[0].parse().unwrap();
            assert!(left <= 36_000_000 && left > 30_000_000 && words[1..3] == ["p2time", words[0]], "{told}");
        }
    }
    let error = {
        let ugi = format!("dialect=ugi {TENGEN} ugi");
        let words =
            ["match", &ugi, TENGEN, "--games", "2", "--time", "10/60", "--startup", "3600", "--record", "o.jsonl"];
        failure(site.tengen(&words))
    };
    assert!(error.contains("UGI has a time for the game or for each move, no overtime"), "{error}");
}

/// The words of Sanmill's `parse_go_options`: its `movetime` goes before a clock.
#[test]
fn an_engine_of_mill_is_told_its_clock_or_its_share_of_it() {
    let site = Site::new("mill-told");
    for (options, template, told) in [
        (&["--depth", "3", "--nodes", "77"][..], "go depth 3 nodes 77", 0),
        (&["--movetime", "3600"], "go movetime T", 3_600_000),
        (&["--time", "36000"], "go wtime T btime T winc 0 binc 0", 36_000_000),
        (&["--time", "36000+5"], "go wtime T btime T winc 5000 binc 5000", 36_000_000),
        (&["--time", "40/36000"], "go movetime T", 900_000),
        (&["--time", "36000+40/36000"], "go movetime T", 1_440_000),
        (&["--time", "36000", "--movetime", "600"], "go movetime T", 600_000),
    ] {
        let options = [&["--game", "mill", "--rule", "morris9"], options].concat();
        let lines = sent_to(&site, "mill-uci", "--game mill --player random", &options);
        let go = lines.iter().find(|line| line.starts_with("go")).unwrap();
        let number = go.split(' ').nth(2).unwrap();
        assert_eq!(go.replace(number, "T"), template.replace("depth 3", "depth T"), "{options:?}");
        let number: u32 = number.parse().unwrap();
        // Of the reserve and of the time before the question, little is missing.
        assert!(told == 0 || (told / 2 < number && number <= told), "{options:?}: {go}");
    }
}

#[test]
fn gtp_against_our_own_nboard() {
    let site = Site::new("dialect-nboard");
    // After f5 d6, and one from which White goes on.
    let positions = "---------------------------OX------XXX-----O-------------------- X\n\
        ---------------------------OX------XXX-------------------------- O\n";
    let openings = site.file("openings.obf", positions);
    let gtp = format!("name=gtp {TENGEN} --threads 1 --depth 1");
    let nboard = format!("name=nboard dialect=nboard {TENGEN} nboard --threads 1");
    let from_obf = ["--openings", openings.to_str().unwrap()];
    for (name, openings) in [("moves", &[][..]), ("positions", &from_obf[..])] {
        let options = [&["--games", "4", "--depth", "2"], openings].concat();
        let report = fair_match(&site, name, &[&gtp, &nboard], &options);
        assert_eq!(report["games"], 4);
        assert!(has_scores(&site.games(&format!("{name}.jsonl")), "nboard"));
        let player = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "nboard").unwrap();
        assert_eq!(player["versions"][0], "Tengen");
    }
    for (options, said) in [
        (["--movetime", "3600"], "NBoard's protocol has no clock; give the engine a depth"),
        (["--nodes", "100"], "NBoard's protocol has a depth instead"),
        (["--size", "6"], "engines of NBoard's protocol play Othello on 8x8"),
    ] {
        let words =
            [&["match", &gtp, &nboard, "--games", "2", "--startup", "3600", "--record", "r.jsonl"], &options[..]]
                .concat();
        let error = failure(site.tengen(&words));
        assert!(error.contains(said), "{options:?}: {error}");
    }
}

/// A console as Egaroucid's, around our own engine: boards and tables on standard output, a clock of whole seconds that is
/// told once, and a side without a move is skipped.
const EGAROUCID: &str = r#"
def tell(command):
    answer = gtp(command)
    assert answer.startswith("="), (command, answer)
    return answer[2:]
def skip():
    global side
    if tell("list_moves").lower() == "pass":
        tell("play %s pass" % side)
        side = "w" if side == "b" else "b"
side, clocks = "b", set()
for line in sys.stdin:
    words = line.split()
    if words == ["version"]: print("Egaroucid for Console 7.8.0 Wrapped\n  @date     today")
    elif words == ["init"]:
        tell("clear_board")
        side, clocks = "b", set()
    elif words[0] == "setboard":
        board, side = words[1][:64].translate(str.maketrans("BW-", "XO.")), words[1][64:].lower()
        tell("set_position %s:%s" % ("/".join(board[i:i + 8] for i in range(0, 64, 8)), side))
        clocks = set()
    elif words[0] == "settime": clocks.add((words[1], int(words[2])))
    elif words[0] in ["play", "go"]:
        assert clocks == {("B", 36000), ("W", 36000)}, clocks
        move = words[1] if words[0] == "play" else tell("reg_genmove " + side).lower()
        assert move != "pass"
        tell("play %s %s" % (side, move))
        side = "w" if side == "b" else "b"
        skip()
        if words[0] == "go":
            print("|          Level|          Depth|           Move|          Score|           Time|          Nodes|            NPS|")
            print("|              -|         24@74%%|             %s|             -1|  000:00:00.737|        4543971|        6165496|" % move)
        print("  a b c d e f g h \n1 . . . . . . . . ")
    elif words == ["quit"]: break
    sys.stdout.flush()
"#;

#[test]
fn gtp_against_egaroucid_s_console() {
    let site = Site::new("dialect-egaroucid");
    let script = script(&site, EGAROUCID);
    // After f5 d6, and one from which White goes on.
    let positions = "---------------------------OX------XXX-----O-------------------- X\n\
        ---------------------------OX------XXX-------------------------- O\n";
    let openings = site.file("openings.obf", positions);
    let gtp = format!("name=gtp {TENGEN} --player positional");
    let console = format!("name=console dialect=egaroucid python3 {script} {TENGEN} --player greedy --seed 3");
    let from_obf = ["--openings", openings.to_str().unwrap()];
    for (name, openings) in [("moves", &[][..]), ("positions", &from_obf[..])] {
        let options = [&["--games", "4", "--time", "36000.9"], openings].concat();
        let report = fair_match(&site, name, &[&gtp, &console], &options);
        assert_eq!(report["games"], 4);
        let wrapped = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "console").unwrap();
        assert_eq!((&wrapped["depth"], &wrapped["versions"][0]), (&24.0.into(), &"Egaroucid 7.8.0".into()));
    }
}

#[test]
fn what_egaroucid_s_console_cannot_do_is_said() {
    let site = Site::new("dialect-egaroucid-refuses");
    let script = script(&site, EGAROUCID);
    let gtp = format!("name=gtp {TENGEN} --player positional");
    let console = format!("name=console dialect=egaroucid python3 {script} {TENGEN} --player greedy");
    for (options, said) in [
        (["--movetime", "0.1"], "whole seconds for the game"),
        (["--time", "60+1"], "whole seconds for the game"),
        (["--depth", "4"], "has levels instead"),
        (["--size", "6"], "plays Othello on 8x8"),
    ] {
        let words =
            [&["match", &gtp, &console, "--games", "2", "--startup", "3600", "--record", "r.jsonl"], &options[..]]
                .concat();
        let error = failure(site.tengen(&words));
        assert!(error.contains(said), "{options:?}: {error}");
    }
}
