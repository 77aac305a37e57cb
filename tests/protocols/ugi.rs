//! The Universal Game Interface in memory: what a match manager asks, whole games as one plays them, and garbage.

use crate::served::{answered, served};
use tengen::protocols::ugi::Ugi;
use tengen_core::game::Size;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// Everything that is answered to this input, with this game on the board.
fn answers(game: &str, size: u8, input: &str) -> Vec<String> {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
    host.set_game(game).unwrap();
    host.set_size(Size::square(size)).unwrap();
    served(&mut Ugi::new(host), input).lines().map(str::to_owned).collect()
}

/// The answers to `query`.
fn asked(game: &str, size: u8, position: &str) -> String {
    let lines = answers(game, size, &format!("position {position}\nquery gameover\nquery p1turn\nquery result\n"));
    lines.iter().map(|line| line.strip_prefix("response ").unwrap_or(line)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_session_of_the_page() {
    let input = "ugi\nsetoption name hash value 2\nisready\nuginewgame\nposition startpos\nquery p1turn\ngo depth 4\n\
                 position startpos moves f5\nquery p1turn\nquery result\n";
    let lines = answers("othello", 8, input);
    let end = lines.iter().position(|line| line == "ugiok").unwrap();
    assert!(lines[0].starts_with("id name Tengen ") && lines[1].starts_with("id author "), "{lines:?}");
    assert!(lines[2..end].iter().all(|line| line.starts_with("option name ")), "{lines:?}");
    assert_eq!(lines[end + 1..end + 3], ["readyok", "response true"]);
    let last = lines.len() - 3;
    assert!(lines[end + 3..last].iter().all(|line| line.starts_with("info depth ")), "{lines:?}");
    // The four first moves are the same by symmetry.
    let first = ["D3", "C4", "F5", "E6"].map(|mv| format!("bestmove {mv}"));
    assert!(first.contains(&lines[last]), "{lines:?}");
    assert!(lines[last - 1].starts_with("info depth "), "{lines:?}");
    assert_eq!(lines[last + 1..], ["response false", "response none"]);
}

#[test]
fn a_manager_learns_whose_turn_it_is_and_who_has_won() {
    for (game, size, position, answer) in [
        ("othello", 8, "startpos", "false true none"),
        // The shortest game: White has no stone left.
        ("othello", 8, "startpos moves e6 f4 e3 f6 g5 d6 e7 f5 c5", "true false p1win"),
        ("othello", 4, "fen XXXX/XXXX/OOOO/OOOO:b", "true true draw"),
        ("othello", 4, "fen XXXX/XXOO/OOOO/OOOO:w", "true false p2win"),
        ("othello", 4, "fen XXXXXXXXOOOOOOOO X", "true true draw"),
        // Rows from the last to the first.
        ("othello", 4, "fen 4/1pP1/1Pp1/4 w - - 0 1 moves c1", "false true none"),
        ("othello", 4, "fen OX-------------- O; C1:+16 moves c1", "true true p2win"),
        // White cannot move, and passes.
        ("othello", 4, "fen XXXX/XXXX/XXOX/XO..:w", "false false none"),
        ("othello", 4, "fen XXXX/XXXX/XXOX/XO..:w moves pass", "false true none"),
        ("gomoku", 15, "startpos moves h8 a1 h9 a2 h10 a3 h11 a4 h12", "true false p1win"),
        ("gomoku", 15, "startpos moves h8 a1 h9 a2 h10 a3 h11 a4 o15 a5", "true true p2win"),
        ("morris9", 7, "startpos moves a7 d6 d7 b4 g7xd6", "false false none"),
    ] {
        assert_eq!(asked(game, size, position), answer, "{game} {position}");
    }
}

#[test]
fn the_position_that_is_shown_can_be_set_up() {
    for (game, size, moves) in
        [("othello", 8, "f5 d6"), ("gomoku", 15, "h8 j9 h9"), ("morris9", 7, "a7 d6 d7 b4 g7xd6")]
    {
        let fen = |position: &str| {
            let lines = answers(game, size, &format!("position {position}\nd\n"));
            lines.last().unwrap().strip_prefix("fen ").unwrap().to_owned()
        };
        let shown = fen(&format!("startpos moves {moves}"));
        assert_eq!(fen(&format!("fen {shown}")), shown);
        assert_ne!(shown, fen("startpos"));
    }
}

/// Whole games as a manager without rules of its own plays them.
#[test]
fn whole_games() {
    for (game, size) in [("othello", 6), ("gomoku", 9), ("zhiqi", 7)] {
        let mut moves = String::from("position startpos moves");
        let mut turns = Vec::new();
        let result = loop {
            let lines =
                answers(game, size, &format!("{moves}\nquery gameover\nquery p1turn\nquery result\ngo depth 1\n"));
            let response = |at: usize| lines[at].strip_prefix("response ").unwrap();
            if response(0) == "true" {
                assert!(lines[3].contains("the game is over") && lines[4].starts_with("bestmove 0000"), "{lines:?}");
                break response(2).to_owned();
            }
            assert_eq!(response(2), "none");
            turns.push(response(1) == "true");
            moves += lines.last().unwrap().strip_prefix("bestmove").unwrap();
            assert!(turns.len() < 500, "{moves}");
        };
        assert!(["p1win", "p2win", "draw"].contains(&&*result), "{result}");
        // Passes are moves, so that turns alternate.
        assert!(turns.iter().enumerate().all(|(ply, first)| *first == (ply % 2 == 0)), "{turns:?}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let error = |reason: &str| format!("info string error: {reason}");
    for (input, lines) in [
        ("\n \r\n isready\r\n", vec!["readyok".to_owned()]),
        ("quit\nisready\n", Vec::new()),
        ("uci\n", vec![error("unknown command: uci")]),
        ("setoption name ownbook value false\n", vec![error("there is no option ownbook")]),
        (
            "setoption name Threads value many\n",
            vec![error("many is no value of Threads: a whole number from 0 to 1024")],
        ),
        ("setoption name hash value 0\n", vec![error("0 is below the minimum of hash, 1")]),
        ("setoption name hash value 99999999999\n", vec![error("99999999999 is above the maximum of hash, 1048576")]),
        ("position here\n", vec![error("expected position startpos or position fen TEXT, and moves MOVE...")]),
        (
            "position startpos moves f5 f5\nquery gameover\nquery result\ngo depth 1\nposition startpos\nquery p1turn\n",
            vec![
                error("there is a disc on f5"),
                "response none".into(),
                "response none".into(),
                error("there is no position: there is a disc on f5"),
                "bestmove 0000".into(),
                "response true".into(),
            ],
        ),
        ("query mood\n", vec!["response none".into()]),
        ("go depth\n", vec![error("expected a number behind depth"), "bestmove 0000".into()]),
        ("go movetime x\n", vec![error("expected a number behind movetime"), "bestmove 0000".into()]),
    ] {
        assert_eq!(answers("othello", 8, input), lines, "{input}");
    }
    let long = "x".repeat(1 << 20);
    assert_eq!(answers("othello", 8, &format!("{long}\nisready\n"))[1..], ["readyok"]);
}

/// A clock that has run out, or lost by a lag, asks for a move at once.
#[test]
fn a_clock_of_nothing_is_answered_at_once() {
    for clock in ["p1time 0 p2time 0", "p1time -250 p2time 60000", "movetime 0", "movetime -1", "depth -3"] {
        let lines = answers("othello", 8, &format!("go {clock}\n"));
        assert!(
            lines.last().unwrap().starts_with("bestmove ") && !lines.last().unwrap().ends_with("0000"),
            "{lines:?}"
        );
    }
}

/// What a refusal shows as an example is a position of the rule set and size.
#[test]
fn a_position_that_is_refused_shows_one_that_is_not() {
    for (game, size) in [
        ("othello", 6),
        ("othello", 8),
        ("gomoku", 9),
        ("renju", 15),
        ("zhiqi", 7),
        ("morris9", 7),
        ("lasker", 7),
        ("morris12", 7),
        ("chengsan", 7),
    ] {
        let refused = answers(game, size, "position fen x\n");
        let (_, example) = refused[0].rsplit_once(' ').unwrap();
        let lines = answers(game, size, &format!("position fen {example}\nd\n"));
        assert_eq!(lines.last().unwrap(), &format!("fen {example}"), "{game}: {refused:?}");
    }
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut host = Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1));
    host.set_game("othello").unwrap();
    let pieces = [("go infinite\n", "info "), ("isready\n", "readyok\n"), ("stop\n", "bestmove ")];
    let whole = answered(&mut Ugi::new(host), &pieces);
    assert_eq!(whole.matches("readyok").count(), 1, "{whole}");
}

/// The value is that of the position after it.
#[test]
fn a_forced_pass_has_a_value() {
    let position = "XXXXXXXX/XXXXXOXX/XXOXXXXX/XXXOOO.O/XXOOOOO./.OOOOOO./...OOO../........:w";
    let lines = answers("othello", 8, &format!("position fen {position}\ngo depth 4\n"));
    let [.., info, best] = &lines[..] else { panic!("{lines:?}") };
    assert!(info.starts_with("info depth ") && info.contains(" pv pass ") && best == "bestmove pass", "{lines:?}");
}

/// In a position where nothing is left to find out the answer waits for `stop`, too.
#[test]
fn an_endless_search_is_answered_after_stop() {
    for (game, size, position) in [
        ("othello", 4, "fen XXXX/XXXX/XXOX/XO..:b"),
        ("gomoku", 15, "startpos moves h8 a1 h9 a2 h10 a3 h11 a4"),
        ("othello", 4, "fen XXXX/XXXX/OOOO/OOOO:b"),
    ] {
        for go in ["go infinite", "go ponder", "go infinite depth 1", "go ponder movetime 1"] {
            let mut host =
                Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1));
            host.set_game(game).unwrap();
            host.set_size(Size::square(size)).unwrap();
            let first = format!("position {position}\n{go}\n");
            let first: &'static str = Box::leak(first.into_boxed_str());
            // What is answered to the second piece is all that follows `stop`.
            let whole = answered(&mut Ugi::new(host), &[(first, ""), ("stop\n", "bestmove ")]);
            assert_eq!(whole.matches("bestmove ").count(), 1, "{whole}");
        }
    }
}

/// Words of the protocol in any order, cut and repeated, and bytes of all kinds: no fault, and an answer at the end.
#[test]
fn nothing_that_is_sent_is_a_fault() {
    let words = [
        "ugi",
        "isready",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "h8",
        "a7",
        "pass",
        "g7xd6",
        "query",
        "p1turn",
        "result",
        "go",
        "depth",
        "1",
        "nodes",
        "-1",
        "p1time",
        "99999999999999999999",
        "setoption",
        "name",
        "value",
        "Hash",
        "d",
        "stop",
        "\n",
    ];
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 0..200 {
        let mut text = String::new();
        for _ in 0..rng.usize(1..40) {
            match rng.u8(..8) {
                0 => text.push(rng.char(..)),
                _ => text += words[rng.usize(..words.len())],
            }
            text += [" ", " ", "\n"][rng.usize(..3)];
        }
        let (game, size) = [("othello", 8), ("gomoku", 9), ("zhiqi", 7)][round % 3];
        // Searches end at once: what they find is of no account.
        let lines = answers(game, size, &format!("{text}\nstop\nposition startpos\nquery result\n"));
        assert_eq!(lines.last().unwrap(), "response none", "{text}");
        assert!(!lines.iter().any(|line| line.contains("a fault of the program")), "{text}: {lines:?}");
    }
}
