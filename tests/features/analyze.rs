//! `tengen analyze`: its values against a plain minimax, its accuracy against Lichess' formula, its output as programs read
//! it.

use crate::common::folder::Folder;
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use tengen_core::game::{Color, Game, Notation as _};
use tengen_games::othello::Othello;

/// Runs `tengen analyze - OPTIONS`.
fn analyze(options: &str, file: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["analyze", "-", "--threads", "1"]).args(options.split_whitespace());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(file.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The value of a position for the side to move, in discs, by trying everything.
fn minimax(game: &Othello) -> i32 {
    let discs = |color| (0..16).filter(|at| cell_is(game, *at, color)).count() as i32;
    if game.outcome().is_some() {
        let (black, white) = (discs(Color::Black), discs(Color::White));
        let own = black - white;
        // The empty squares count for the winner.
        let score = own + own.signum() * (16 - black - white);
        return if game.side_to_move() == Color::Black { score } else { -score };
    }
    game.moves().into_iter().map(|mv| -minimax(&game.after(mv))).max().unwrap()
}

fn cell_is(game: &Othello, at: u8, color: Color) -> bool {
    game.cell(tengen_core::game::Vertex::new(at % 4, at / 4)) == tengen_core::game::Cell::Stone(color)
}

#[test]
fn values_and_losses_are_those_of_minimax() {
    let mut passes = 0;
    for seed in 0..3 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = Othello::new(4);
        let (mut text, mut expected) = (String::new(), Vec::new());
        while game.outcome().is_none() {
            let moves = game.moves();
            let mv = moves[rng.usize(..moves.len())];
            let after = game.after(mv);
            if !Othello::is_pass(mv) {
                text += &game.move_text(mv);
            }
            expected.push((minimax(&game), -minimax(&after), Othello::is_pass(mv)));
            passes += usize::from(Othello::is_pass(mv));
            game = after;
        }
        let output = analyze("--size 4 --depth 16 --json", &text);
        assert!(output.status.success());
        let [ref object] = objects(&output)[..] else { panic!("one game is one object") };
        assert_eq!(object["result"], game.outcome().unwrap().to_string());
        let moves = object["moves"].as_array().unwrap();
        assert_eq!(moves.len(), expected.len());
        for (mv, (best, played, pass)) in moves.iter().zip(expected) {
            assert_eq!(mv["played"]["move"] == "pass", pass, "{mv}");
            assert_eq!(mv["best"]["points"].as_f64(), Some(f64::from(best)), "{mv}");
            assert_eq!(mv["played"]["points"].as_f64(), Some(f64::from(played)), "{mv}");
            assert_eq!(mv["loss"].as_f64(), Some(f64::from(best - played)), "{mv}");
            assert_eq!(mv["best"]["exact"], true, "{mv}");
            assert_eq!(mv["best"]["pv"][0], mv["best"]["move"], "{mv}");
            let chances = ["best", "played"].map(|which| mv[which]["win_chance"].as_f64().unwrap());
            let lost = 100.0 * (chances[0] - chances[1]);
            let lichess = (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0);
            assert!((mv["accuracy"].as_f64().unwrap() - lichess).abs() < 1e-9, "{mv}");
        }
        for color in ["black", "white"] {
            // A pass is forced, and no merit.
            let own: Vec<_> =
                moves.iter().filter(|mv| mv["color"] == color && mv["played"]["move"] != "pass").collect();
            let mean = |field: &str| own.iter().map(|mv| mv[field].as_f64().unwrap()).sum::<f64>() / own.len() as f64;
            let summary = &object["summary"][color];
            assert_eq!(summary["moves"], own.len());
            assert_eq!(summary["best"], own.iter().filter(|mv| mv["loss"] == 0.0).count());
            assert!((summary["mean_loss"].as_f64().unwrap() - mean("loss")).abs() < 1e-9);
            assert!((summary["accuracy"].as_f64().unwrap() - mean("accuracy")).abs() < 1e-9);
        }
    }
    assert!(passes > 0, "a game with a pass is among them");
}

#[test]
fn a_win_that_is_missed_costs_chances_and_not_points() {
    // White leaves a row of four open at one end; Black does not take it.
    let output = analyze("--game gomoku --depth 4 --json", "h8a1j8b1k8c1l8g8o15");
    let object = &objects(&output)[0];
    let missed = &object["moves"][8];
    assert_eq!((&missed["best"]["text"], &missed["best"]["move"]), (&Value::from("#1"), &Value::from("M8")));
    assert_eq!(missed["loss"], Value::Null);
    let chance = missed["played"]["win_chance"].as_f64().unwrap();
    assert!((missed["win_chance_loss"].as_f64().unwrap() - (1.0 - chance)).abs() < 1e-9);
    // Black wins still.
    assert_eq!(missed.get("mark"), Some(&Value::Null));
}

#[test]
fn every_game_of_a_file_is_gone_through() {
    let file =
        "(;GM[2]PB[a]PW[b];B[fe];W[fd])\n(;GM[2];B[aa])\n(;GM[4]SZ[9];B[ee])\n(;AP[GoGui:1.6.0]SZ[8];B[fd])\n(;B";
    let output = analyze("--depth 1 --json", file);
    assert!(!output.status.success());
    let objects = objects(&output);
    let field = |name: &str| objects.iter().map(|object| object[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("number"), [1, 2, 3, 4, 5]);
    assert_eq!(field("line"), [1, 2, 3, 4, 5]);
    assert_eq!(field("game"), [Value::from("Othello"), Value::Null, "Gomoku".into(), "Othello".into(), Value::Null]);
    assert_eq!(objects[0]["players"]["black"], "a");
    assert_eq!(objects[3]["moves"][0]["played"]["move"], "F5");
    let errors = "tengen: -, game 2, line 2: move 1, black \"aa\": black flips nothing on A1\n\
                  tengen: -, game 5, line 5: line 5: the file ends before its game tree does\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), errors);
    assert_eq!(objects[1]["error"], "move 1, black \"aa\": black flips nothing on A1");
}

/// The moves of the games of a file, as they were understood.
fn played(options: &str, file: &str) -> Vec<String> {
    let output = analyze(&format!("--player random --json {options}"), file);
    let games = objects(&output);
    let moves = |game: &Value| {
        let moves = game["moves"].as_array().unwrap_or_else(|| panic!("{game}"));
        moves.iter().map(|mv| mv["played"]["move"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    games.iter().map(moves).collect()
}

#[test]
fn moves_are_read_however_they_are_separated() {
    for file in ["f5d6c3d3", "F5 D6 C3 D3", "f5d6\nc3d3\n", "f5\n\nd6 # White\nc3d3"] {
        assert_eq!(played("", file), ["F5 D6 C3 D3"], "{file}");
    }
    assert_eq!(played("", "f5d6c3\nf5f6\nd3c3"), ["F5 D6 C3", "F5 F6", "D3 C3"]);
    // A game without an end of its own, and one that writes its passes.
    assert_eq!(played("--size 4", "d3d2d1b4a2b1a4d4c4a1"), played("--size 4", "D3 D2 D1 B4 A2 B1 A4 D4 C4 PA A1"));
    assert_eq!(played("--game gomoku", "h8i9j10"), ["H8 J9 K10"]);
    assert_eq!(played("--game gomoku", "h8j9k10"), ["H8 J9 K10"]);
    let mill = "a1a7d1d7g1xa7g7";
    assert_eq!(played("--game mill --rule morris9", mill), ["A1 A7 D1 D7 G1XA7 G7"]);
}

#[test]
fn moves_are_read_as_people_paste_them() {
    for file in [
        "1. f5 d6 2. c3 d3 33-31",
        "1.F5 2.D6 3.C3 4.D3",
        "f5-d6-c3-d3",
        "B F5 W D6 B C3 W D3",
        "F5, D6; C3_D3",
        "{Diagonal} f5 d6 (f5 f6) c3 d3 *",
        "\u{ff26}\u{ff15}\u{3000}d6 c3 d3\r\n",
        "\u{feff}f5d6\rc3d3\x1a",
        // From the starts that are mirrored and turned: the same game.
        "c5e6f3e3",
    ] {
        assert_eq!(played("", file), ["F5 D6 C3 D3"], "{file}");
    }
    let notes =
        |options: &str, file: &str| objects(&analyze(&format!("--depth 1 --json {options}"), file))[0]["notes"].clone();
    assert_eq!(notes("", "c5e6f3e3")[0], "the moves begin from the mirrored start: they are read from right to left");
    assert_eq!(notes("", "f5d6"), Value::Null);
    let without_i = "columns beyond H are read as GTP has them, without the letter I";
    assert_eq!(notes("--game gomoku", "h8j8")[0], without_i);
    assert_eq!(notes("--game gomoku", "h8i8j8"), Value::Null);
}

#[test]
fn boards_are_games_from_their_positions() {
    let start = "---------------------------OX------XO---------------------------";
    assert_eq!(played("", &format!("{start} X f5d6 c3")), ["F5 D6 C3"]);
    assert_eq!(played("", &format!("{start} X; D3:+0; C4:+0\n{start} X;f5d6\n{start}")), ["", "F5 D6", ""]);
    let rows: Vec<String> = start.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    assert_eq!(played("", &format!("{}\n*\nf5 d6", rows.join("\n"))), ["F5 D6"]);
}

#[test]
fn rule_sets_are_those_that_programs_write() {
    let game =
        |rules: &str| objects(&analyze("--depth 1 --json --game gomoku", &format!("(;GM[4]SZ[15]RU[{rules}];B[hh])")));
    for (written, rule) in [
        ("0", "freestyle"),
        ("1", "standard"),
        ("4", "renju"),
        ("Renju", "renju"),
        ("basicruleRENJUvcnruleNOVCfirstpasswin0maxmoves0", "renju"),
        ("basicruleSTANDARDvcnruleNOVC", "standard"),
    ] {
        let [ref object] = game(written)[..] else { panic!("one game") };
        assert_eq!((&object["rule"], &object["notes"]), (&rule.into(), &Value::Null), "{written}");
    }
    let unknown = &game("Pente")[0];
    assert_eq!(
        (&unknown["rule"], &unknown["notes"][0]),
        (&"freestyle".into(), &"the rule set Pente is not known: read as freestyle".into())
    );
}

/// What programs write behind the end of a game does not cost its moves.
#[test]
fn a_record_is_worth_its_moves() {
    let analyzed = |file: &str| objects(&analyze("--depth 1 --json", file)).remove(0);
    let resigned = analyzed("(;GM[2];B[fe];W[fd];B[resign])");
    assert_eq!((&resigned["result"], resigned["moves"].as_array().unwrap().len()), (&"W+R".into(), 2));
    // Black's sixth stone in a row, in renju, and a point that is taken.
    let forbidden = "(;GM[4]SZ[15]RU[renju];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[lh];W[ga];B[mh];W[ia];B[kh])";
    let object = analyzed(forbidden);
    let moves = object["moves"].as_array().unwrap().len();
    let note = object["notes"][0].as_str().unwrap();
    assert!(moves == 10 && note.starts_with("the game ends before move 11, black \"kh\": "), "{note}");
}

#[test]
fn variations_are_analyzed_from_where_they_depart() {
    let file = "(;GM[2];B[fe]\n(;W[df];B[cc])\n(;W[ff](;B[fg])(;B[ef];W[fd])))\n(;GM[2];B[fe])";
    let found = objects(&analyze("--depth 1 --json --variations", file));
    let field = |name: &str| found.iter().map(|object| object[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("number"), [1, 1, 1, 2]);
    assert_eq!(field("line"), [1, 3, 3, 4]);
    assert_eq!(field("variation"), [Value::Null, 1.into(), 2.into(), Value::Null]);
    assert_eq!(field("departs"), [Value::Null, 2.into(), 3.into(), Value::Null]);
    let moves = |object: &Value| {
        let mv = |mv: &Value| format!("{} {}", mv["number"], mv["played"]["move"].as_str().unwrap());
        object["moves"].as_array().unwrap().iter().map(mv).collect::<Vec<_>>().join(", ")
    };
    let expected = ["1 F5, 2 D6, 3 C3", "2 F6, 3 F7", "3 E6, 4 F4", "1 F5"];
    assert_eq!(found.iter().map(moves).collect::<Vec<_>>(), expected);
    assert_eq!(found[0]["notes"][0], "2 variations depart from the main line");
    assert_eq!(objects(&analyze("--depth 1 --json", file)).len(), 2);
    let table = String::from_utf8(analyze("--depth 1 --variations", file).stdout).unwrap();
    assert!(table.contains("\ngame 1, variation 2, line 3, from move 3: ? against ?, Othello normal 8\n"), "{table}");
}

#[test]
fn records_without_a_game_are_of_the_game_that_was_asked_for() {
    let sabaki = "(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.60.0]KM[6.5]SZ[15];B[hh];W[hi])";
    assert_eq!(played("--game gomoku", sabaki), ["H8 H7"]);
    assert_eq!(played("--game gomoku --size 9", sabaki), ["H8 H7"]);
    // Go boards have 19 lines where nothing is said.
    assert_eq!(played("--game gomoku", "(;FF[4]AP[GoGui:1.6.0];B[pd])"), ["Q16"]);
    let of_go = "GM[1] is Go, which is not played here, or what programs for Go write for every game";
    for (unnamed, says) in
        [(sabaki, of_go), (&sabaki.replace("GM[1]", ""), "the record does not say of which game it is")]
    {
        let output = analyze("", unnamed);
        let hint = format!(
            "tengen: -: the record cannot be set up: Othello has the sizes 4 6 8 10, not 15; {says}: try --game gomoku \
             (set_game gomoku)\n"
        );
        assert_eq!(String::from_utf8(output.stderr).unwrap(), hint);
        assert!(!output.status.success());
    }
}

/// A collection of three games, the last of which cannot be played: a run that goes on writes what one run would.
#[test]
fn a_run_that_was_stopped_goes_on() {
    let folder = Folder::new("analyze");
    let [games, whole, cut] = ["games.txt", "whole.jsonl", "cut.jsonl"].map(|name| folder.join(name));
    std::fs::write(&games, "f5d6c3\nf5f6e6f4\nf5a1d6\n").unwrap();
    let run = |output: &std::path::Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["analyze", "--threads", "1", "--depth", "2"]).arg(&games).arg("--output").arg(output);
        command.output().unwrap()
    };
    assert_eq!(run(&whole).status.code(), Some(1));
    let timeless = |path: &std::path::Path| -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap();
        let mut objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for mv in objects.iter_mut().filter_map(|object| object["moves"].as_array_mut()).flatten() {
            mv["seconds"] = Value::Null;
        }
        objects
    };
    let text = std::fs::read(&whole).unwrap();
    let lines: Vec<usize> = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    assert_eq!(lines.len(), 3);
    for length in [0, 1, 7, 40, lines[0] - 1, lines[0], lines[0] + 20, lines[1], lines[2]] {
        std::fs::write(&cut, &text[..length]).unwrap();
        // What was wrong with a game is wrong still.
        assert_eq!(run(&cut).status.code(), Some(1));
        assert_eq!(timeless(&cut), timeless(&whole), "cut after {length} bytes");
        let kept = lines.iter().rfind(|&&end| end <= length).copied().unwrap_or(0);
        assert!(std::fs::read(&cut).unwrap().starts_with(&text[..kept]), "cut after {length} bytes");
    }
    for foreign in ["what somebody wrote", "{\"file\":\"a\"}\n", "[]\n"] {
        std::fs::write(&cut, foreign).unwrap();
        let output = run(&cut);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("is no game of tengen analyze --json"), "{said}");
        assert_eq!(std::fs::read_to_string(&cut).unwrap(), foreign);
    }
}

/// The same game by either letters has the same searches.
#[test]
fn columns_have_the_letters_of_gomoku() {
    let list = "h8 a1 i8 c1 j8 e1 k8 g1 l8";
    let table = analyze("--game gomoku --columns a-o --depth 1", list);
    let text = String::from_utf8(table.stdout).unwrap();
    let played: Vec<_> = text.lines().skip(1).filter_map(|row| row.split_whitespace().nth(2)).take(9).collect();
    assert_eq!(played.join(" ").to_lowercase(), list);
    let [ref with_i] = objects(&analyze("--game gomoku --columns a-o --depth 1 --json", list))[..] else { panic!() };
    let [ref go] = objects(&analyze("--game gomoku --depth 1 --json", "h8 a1 j8 c1 k8 e1 l8 g1 m8"))[..] else {
        panic!()
    };
    assert_eq!(
        (&with_i["moves"][8]["played"]["move"], &go["moves"][8]["played"]["move"]),
        (&"L8".into(), &"M8".into())
    );
    assert_eq!(with_i["result"], "B+1");
    let nodes =
        |game: &Value| game["moves"].as_array().unwrap().iter().map(|mv| mv["nodes"].clone()).collect::<Vec<_>>();
    assert_eq!(nodes(with_i), nodes(go));
}

/// The last named position names the game, from whatever side of the board and by whatever moves; mill has no names.
#[test]
fn openings_have_names() {
    let opening = |options: &str, list: &str| {
        let text = String::from_utf8(analyze(&format!("--player random {options}"), list).stdout).unwrap();
        let [ref object] = objects(&analyze(&format!("--player random --json {options}"), list))[..] else { panic!() };
        let name = text.lines().find_map(|line| line.strip_prefix("opening ")).map(str::to_owned);
        assert_eq!(object["opening"].as_str().map(str::to_owned), name);
        name
    };
    let named = |name: &str| Some(name.to_owned());
    for (list, name) in [
        ("f5", None),
        ("f5d6c3d3c4", named("Tiger")),
        // Seen from other sides of the board, and from the mirrored start.
        ("e6f4c3c4d3", named("Tiger")),
        ("c4e3f6e6f5", named("Tiger")),
        ("c5e6f3e3f4", named("Tiger")),
        // Behind the last move with a name, and by other moves than those that the name is known for.
        ("f5d6c4d3c5f4e3", named("Cat")),
        ("f5f6e6f4g5e7e3", named("Heath-Bat")),
    ] {
        let known = opening("", list);
        assert_eq!(known, name, "{list}");
    }
    assert_eq!(opening("--game gomoku --rule renju --columns a-o", "h8 g8 g9 a1"), named("D4 Kagetsu"));
    assert_eq!(opening("--game gomoku --size 13", "g7 g8 h8"), None);
    assert_eq!(opening("--game mill --rule morris9", "d6 f4"), None);
}
