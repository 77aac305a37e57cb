//! `tengen solve`: values, verdicts and wrong input, by the program itself.

use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

const FFORUM: &str = include_str!("../data/positions/othello_fforum.obf");

/// Runs the program with these words, which part at blanks, and this input.
fn solve(words: &str, input: impl AsRef<[u8]>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["solve", "--threads", "1"]).args(words.split(' '));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    child.wait_with_output().unwrap()
}

/// What it writes with `--json`, and whether it ended well.
fn json(words: &str, input: impl AsRef<[u8]>) -> (Vec<Value>, bool) {
    let output = solve(&format!("{words} --json"), input);
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), output.status.success())
}

/// The moves and values that an OBF line states.
fn stated(line: &str) -> Vec<(&str, i32)> {
    let fields = line.split(';').skip(1).map(str::trim).filter(|field| !field.is_empty());
    fields.map(|field| field.split_once(':').unwrap()).map(|(mv, value)| (mv, value.parse().unwrap())).collect()
}

fn problems() -> impl Iterator<Item = &'static str> {
    FFORUM.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn every_move_of_the_problems_has_the_stated_value() {
    let (objects, success) = json("--all-moves -", FFORUM);
    assert!(success);
    let (total, solutions) = objects.split_last().unwrap();
    assert_eq!((&total["total"]["right"], &total["total"]["wrong"]), (&5.into(), &0.into()));
    for (solution, problem) in solutions.iter().zip(problems()) {
        let stated = stated(problem);
        let moves = solution["moves"].as_array().unwrap();
        assert!(moves.len() >= stated.len());
        for (mv, value) in stated {
            let found = moves.iter().find(|found| found["move"] == mv).unwrap();
            assert_eq!((&found["value"], &found["proven"]), (&format!("{value:+}").into(), &true.into()), "{mv}");
        }
    }
}

/// Points far from all stones, too; what has no value is named.
#[test]
fn every_move_has_a_value_or_is_named() {
    let sizes = |object: &Value| {
        let count = |key: &str| object[key].as_array().map_or(0, Vec::len);
        (count("moves"), count("left_out"))
    };
    let input = "start\nf5 g5\n";
    let (objects, success) = json("--game gomoku --size 9 --depth 1 --all-moves -", input);
    assert!(success);
    assert_eq!((sizes(&objects[0]), sizes(&objects[1])), ((81, 0), (79, 0)));
    let (objects, _) = json("--game mill --rule morris9 --depth 1 --all-moves -", "start\n");
    assert_eq!(sizes(&objects[0]), (24, 0));
    let (objects, _) = json("--player random --all-moves -", "start\n");
    let (mv, left_out) = (&objects[0]["moves"][0]["move"], objects[0]["left_out"].as_array().unwrap());
    let mut all: Vec<_> = left_out.iter().chain([mv]).map(|mv| mv.as_str().unwrap()).collect();
    all.sort_unstable();
    assert_eq!(all, ["C4", "D3", "E6", "F5"]);
    let output = solve("--player random --all-moves -", "f5d6\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("-, line 1: no value, as the player does not search: "), "{text}");
}

#[test]
fn the_winner_is_that_of_the_values() {
    let (objects, success) = json("--wld -", FFORUM);
    assert!(success && objects.len() == 6);
    for (solution, problem) in objects.iter().zip(problems()) {
        let best = stated(problem).iter().map(|(_, value)| *value).max().unwrap();
        let expected = ["loss", "draw", "win"][(best.signum() + 1) as usize];
        assert_eq!(solution["moves"][0]["value"], expected, "{problem}");
    }
}

/// Nine Men's Morris is drawn (Gasser 1996): the program has its beginning inside.
#[test]
fn nine_mens_morris_is_a_draw() {
    let (objects, success) = json("--game mill --rule morris9 --wld -", "start\n");
    assert!(success);
    let found = &objects[0]["moves"][0];
    assert_eq!((&found["value"], &found["proven"]), (&"draw".into(), &true.into()), "{}", objects[0]);
}

#[test]
fn small_boards_are_solved_from_the_start() {
    // White wins 4x4 by 8 discs (3 to 11), 10 with the two empty squares.
    let (objects, success) = json("--size 4 -", "start\n");
    assert!(success);
    assert_eq!((&objects[0]["moves"][0]["value"], &objects[0]["moves"][0]["proven"]), (&"-10".into(), &true.into()));
    // And 6x6 by 20 to 16 (Feinstein, 1993), which the program knows by heart: by a search it takes a minute.
    let short =
        ["--size 6 --movetime 0.1 -", "--size 6 --movetime 0.1 --no-proof -"].map(|words| json(words, "start\n").0);
    let [known, searched] = [0, 1].map(|place| &short[place][0]["moves"][0]);
    assert_eq!((&known["value"], &known["proven"]), (&"-4".into(), &true.into()));
    assert_eq!(searched["proven"], false);
    let (objects, _) = json("--game mill --wld -", "d7\n");
    assert_eq!((&objects[0]["moves"][0]["value"], &objects[0]["moves"][0]["proven"]), (&"draw".into(), &true.into()));
    for (rule, size) in [("freestyle", 5), ("freestyle", 6), ("caro", 6), ("standard", 6)] {
        let (objects, _) = json(&format!("--game gomoku --rule {rule} --size {size} --wld -"), "start\n");
        let found = &objects[0]["moves"][0];
        assert_eq!((&found["value"], &found["proven"]), (&"draw".into(), &true.into()), "{rule} {size}");
    }
    let (objects, _) = json("--game gomoku -", "h8 a1 h9 a3 h10 a5 h11 a7; h12:#1; h7:#1; a8:-3");
    assert_eq!((&objects[0]["moves"][0]["value"], &objects[0]["right"]), (&"#1".into(), &true.into()));
}

#[test]
fn what_the_file_states_wrong_is_found() {
    let input = "OX-------------- O; C1:+14\nOX-------------- O; C1:+16\nOX-------------- O; A4:+16\n";
    let output = solve("--size 4 -", input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success());
    let checks = ["wrong: C1 +14", "right", "-, line 3: expected a legal move and its value, not A4:+16"];
    for (line, check) in text.lines().skip(1).zip(checks) {
        assert!(line.contains(check), "{check}: {line}");
    }
    assert!(text.ends_with(" nodes/s\n") && text.contains("3 positions: 2 proven, 1 right, 1 wrong, 1 unreadable; "));
    // The right value, but by another move.
    let swapped = problems().next().unwrap().replace("G8:", "?:").replace("H1:", "G8:").replace("?:", "H1:");
    let (objects, success) = json("-", &swapped);
    assert_eq!((success, &objects[0]["moves"][0]["expected"]), (false, &"H1 +18".into()));
}

/// Edax's problem files, and the ways in which others write boards.
#[test]
fn boards_are_read_as_programs_write_them() {
    let lines = [
        "OX-------------- O; C1:+16 % both",
        "% a comment",
        "OX-------------- O; +16;",
        "OX-------------- X; PA:-16",
        "OX-------------- X; PS:-16; --:-127",
        "OX-------------- X; @@:-16",
        "\u{25cb}\u{2022}##############, White to move; C1:+16",
        "WB______________ w",
        "10.............. 1; +16",
        "OX.. .... .... .... O; c1:+16",
        "OX-- ---- ---- ----",
        "OX-------------- X pass; C1:+16",
    ];
    let (objects, success) = json("--size 4 -", lines.join("\n"));
    assert!(success, "{objects:?}");
    let value = |object: &Value| object["moves"][0]["value"].as_str().unwrap().to_owned();
    let values: Vec<_> = objects.iter().take(11).map(value).collect();
    assert_eq!(values, ["+16", "+16", "-16", "-16", "-16", "+16", "+16", "+16", "+16", "+16", "+16"]);
    // As Edax prints it, Zebra writes it, and people do: White is to move.
    for board in [
        "OX\n\n\n\nO\n",
        "  A B C D\n1 O * - - 1\n2 - - - - 2 O to move\n3 - - - - 3\n4 - - - - 4\n",
        "OX--------------\nWhite to move\n",
    ] {
        let (objects, success) = json("--size 4 -", format!("{board}\n{board}"));
        assert!(success && objects.len() == 3, "{objects:?}");
        for solved in &objects[..2] {
            assert_eq!((&solved["moves"][0]["move"], &solved["moves"][0]["value"]), (&"C1".into(), &"+16".into()));
        }
    }
    let (objects, success) = json("--size 4 -", "OX-------------- O; +14\n");
    assert_eq!((success, &objects[0]["moves"][0]["expected"]), (false, &"+14".into()));
}

/// Every way in which a file may have a position: White has filled the row, or has no disc but one.
#[test]
fn files_are_read_as_everywhere() {
    let drawn = "OX--\n----\n----\n----\nO\n\nOX--\n----\n----\n----\n\nX; PA:-16\n";
    let utf16: Vec<u8> = format!("\u{feff}{drawn}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for input in [drawn.as_bytes(), &utf16, &drawn.replace('\n', "\r\n").into_bytes()] {
        let (objects, success) = json("--size 4 -", input);
        let found = |at: usize| (&objects[at]["line"], &objects[at]["moves"][0]["value"], &objects[at]["right"]);
        assert!(success && objects.len() == 3, "{objects:?}");
        assert_eq!(found(0), (&1.into(), &"+16".into(), &Value::Null));
        assert_eq!(found(1), (&7.into(), &"-16".into(), &true.into()));
    }
    let (objects, _) = json("--size 4 -", "OX--------------\nWhite to move\nThis file was made by Zebra\n");
    assert_eq!((objects.len(), &objects[0]["moves"][0]["value"]), (2, &"+16".into()));
    let start = "......../......../......../...OX.../...XO.../......../......../........:b";
    for (words, input, position) in [
        ("", "!!!!!!a\"A#!!!!!!\n", start),
        ("--game gomoku --size 5", "https://board.example/#a1e5\n", "....O/...../...../...../X....:b"),
        ("--game mill --rule morris9", "Place to d6\nPlace to f4\n", "......../.X.O..../......../B/8/8/2"),
        ("--game mill --rule morris9", "r2 s050 t00\n(2,1)\n(2,3)\n", "......../.X.O..../......../B/8/8/2"),
    ] {
        let (objects, success) = json(&format!("--depth 1 {words} -").replace("  ", " "), input);
        assert!(success && objects.len() == 2, "{objects:?}");
        assert_eq!(objects[0]["position"], position, "{input}");
    }
    // Two squares are missing on the first line.
    let (objects, _) = json("--size 4 --depth 1 -", "OX------------ O\nOXO------------- X\n");
    assert_eq!((objects[0]["error"].is_null(), &objects[1]["position"]), (false, &"OXO./..../..../....:b".into()));
    let refused = |input: &[u8]| String::from_utf8(solve("-", input).stderr).unwrap();
    assert!(refused(&[0; 100]).starts_with("tengen: -: the file has nothing but zeros: "), "{}", refused(&[0; 100]));
    let many = refused("f5\n".repeat((1 << 20) + 1).as_bytes());
    assert_eq!(many, "tengen: -: it has more than 1048576 lines with content: divide it into parts\n");
    assert!(refused(b"PK\x03\x04\x14\0\x06\0").starts_with("tengen: -: the file is a ZIP archive"));
}

#[test]
fn a_side_that_must_pass_has_a_value() {
    let (objects, success) = json("--size 4 -", "OX-------------- X; pass:-16\n");
    assert!(success && objects[0]["right"] == true, "{objects:?}");
    assert_eq!(objects[0]["moves"][0]["pv"], serde_json::json!(["pass", "C1"]));
}

#[test]
fn a_bad_line_is_named_and_the_others_are_solved() {
    let input =
        "hello\n\n--XX X # too short\nXX-------------- O\nOX-------------- X; d3:x\n..../.OX./.XO./....:b\n.....\n";
    let (objects, success) = json("--size 4 -", input);
    assert!(!success);
    for (object, (line, expected)) in objects.iter().zip([
        (1, "expected 16 squares (X O -) and the side to move, a position text, the word start, or moves; move 1: "),
        (3, "expected 16 squares (X O -) and the side to move, a position text, the word start, or moves; move 1: "),
        (4, "expected a game that goes on; this one is over: B+16"),
        (5, "expected MOVE:VALUE, not d3:x"),
    ]) {
        assert_eq!(object["line"], line);
        assert!(object["error"].as_str().unwrap().starts_with(expected), "{object}");
    }
    assert_eq!(objects[4]["moves"][0]["value"], "-10");
    assert!(objects[5]["error"].as_str().unwrap().ends_with("; there is no move"), "{objects:?}");
    let output = solve("no-such-file", "");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("tengen: cannot read no-such-file: "));
    assert!(!output.status.success());
}

/// A line of 200 MB, where there is room for the program and not for twice that line.
#[cfg(target_os = "linux")]
#[test]
fn a_long_line_costs_no_memory() {
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -v 400000; exec "$0" solve --size 4 --threads 1 --hash 1 --json -"#]);
    command.arg(env!("CARGO_BIN_EXE_tengen"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let chunk = "f".repeat(1 << 20);
    for _ in 0..200 {
        input.write_all(chunk.as_bytes()).unwrap();
    }
    input.write_all(b"\nstart\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["line"], &objects[1]["line"]), (&1.into(), &2.into()));
    assert_eq!(objects[0]["error"], "expected a line of at most 65536 bytes");
    assert_eq!(objects[1]["moves"][0]["value"], "-10");
    assert!(!output.status.success());
}

#[test]
fn limits_leave_values_open() {
    let (objects, success) = json("--depth 2 -", problems().next().unwrap());
    let solution = &objects[0];
    assert_eq!((&solution["moves"][0]["proven"], &solution["depth"]), (&false.into(), &2.into()));
    assert!(success && solution["right"].is_null() && solution["moves"][0]["right"].is_null());
}

/// What was found, assumed or left out is said beside the output.
#[test]
fn notes_are_said() {
    let said = |words: &str, input: &str| {
        let output = solve(words, input);
        (String::from_utf8(output.stderr).unwrap(), output.status.success())
    };
    let note = "tengen: -, line 2: note: columns beyond H are read as GTP has them, without the letter I\n";
    assert_eq!(said("--game gomoku --depth 1 -", "h8 h9\nh8 j9 k10\n"), (note.to_owned(), true));
    let mirrored =
        "tengen: -, line 1: note: the moves begin from the mirrored start: they are read from right to left\n";
    assert_eq!(said("--depth 1 -", "e3f3\n"), (mirrored.to_owned(), true));
    let fen = "O*******/********/******** b";
    let (found, _) = said("--game mill --rule morris9 --depth 1 -", fen);
    assert!(found.starts_with("tengen: -, line 1: note: the FEN has 2 of its fields: "), "{found}");
    let (objects, success) = json("--size 4 -", "(;GM[2]SZ[4];B[ab];W[ab])");
    assert!(success, "{objects:?}");
    // White is to move behind Black's first move, which loses by 10.
    assert_eq!(objects[0]["moves"][0]["value"], "+10");
    let (found, _) = said("--size 4 --depth 1 -", "(;GM[2]SZ[4];B[ab];W[ab])");
    assert!(found.starts_with("tengen: -, line 1: note: the game ends before move 2, white \"ab\": "), "{found}");
}

/// Games are solved where they end; a format that is told is the one that is read.
#[test]
fn files_of_games_are_solved_where_they_end() {
    let (objects, success) = json("--size 4 --depth 1 -", "(;GM[4]SZ[15];B[hh])\n(;GM[2]SZ[4])\n");
    let error = "the game is of Gomoku freestyle 15, not of Othello normal 4: choose --game, --rule and --size";
    assert_eq!((success, &objects[0]["error"], &objects[0]["line"]), (false, &error.into(), &1.into()));
    assert_eq!(objects[1]["position"], "..../.OX./.XO./....:b");
    let error = |words: &str, input: &str| json(words, input).0[0]["error"].clone();
    for (format, input, said) in [
        ("obf", "b1a1\n", "expected a board of signs (X O -) and the side to move, not \"b1a1\""),
        ("position", "start\n", "expected a position as set_position has it, or a FEN of mill, not \"start\""),
        ("txt", "-----OX--XO----- X\n", "expected moves such as f5d6c3, not \"-----OX--XO----- X\""),
    ] {
        assert_eq!(error(&format!("--size 4 --format {format} -"), input), said);
    }
    let output = solve("--format pgn -", "f5d6\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "tengen: -: line 1: expected a tag of PGN such as [Event \"?\"], not \"f5d6\"\n");
    let (objects, _) = json("--depth 1 --format base81 -", "!!!!!!a\"A#!!!!!!\n");
    assert_eq!(objects[0]["position"], "......../......../......../...OX.../...XO.../......../......../........:b");
}

/// A FEN does not name its rules, and those of zhiqi, the default, are none of its.
#[test]
fn a_fen_of_mill_needs_its_rules() {
    let fen = "********/*@******/***O*O** b p p 2 7 1 8 0 0 0 2\n";
    let (objects, success) = json("--game mill --depth 2 -", fen);
    let error = objects[0]["error"].as_str().unwrap();
    assert!(!success && error.contains("name them, as --rule morris9 does"), "{error}");
    let (objects, _) = json("--game mill --rule morris9 --depth 2 -", fen);
    assert!(objects[0]["error"].is_null() && objects[0]["moves"].is_array(), "{objects:?}");
}
