//! The UCI-like protocol of mill engines in memory: whole sessions, whole games, and garbage.

use crate::served::{answered, served};
use proptest::prelude::*;
use proptest::sample::select;
use tengen::protocols::mill_uci::MillUci;
use tengen_core::game::Outcome;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// Everything that is answered to this input, in memory.
fn answers(input: impl AsRef<[u8]>) -> String {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    let mut uci = MillUci::new(Host::new(GAMES, settings, Resources::new(1, 1))).unwrap();
    served(&mut uci, input)
}

/// The answers without what is told of searches.
fn without_info(input: impl AsRef<[u8]>) -> String {
    answers(input)
        .lines()
        .filter(|line| !line.starts_with("info depth"))
        .fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn sessions() {
    let refused = |reason: &str| format!("info string error: {reason}\n");
    let none = |reason: &str| {
        format!("{}{}bestmove none\n", refused(reason), refused(&format!("there is no position: {reason}")))
    };
    for (input, output) in [
        ("", String::new()),
        ("\n \r\n isready\r\n", "readyok\n".into()),
        ("hello\x07 world\n", refused("unknown command: hello\\u{7} world")),
        ("position startpos moves a7 a7\ngo depth 1\n", none("a7 is not legal as a part of move 2")),
        ("position startpos moves a8\ngo\n", none("a8 is not legal as a part of move 1")),
        ("position\ngo\n", none("expected position startpos or position fen FEN, and moves TOKEN...")),
        (
            "position fen x\ngo\n",
            none("a FEN looks like ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1"),
        ),
        (
            "position startpos moves a7 a7\nposition startpos\nisready\n",
            refused("a7 is not legal as a part of move 2") + "readyok\n",
        ),
        ("setoption\n", refused("expected setoption name NAME value VALUE")),
        ("setoption name SkillLevel value 30\n", refused("there is no option SkillLevel")),
        ("setoption name Threads value -1\n", refused("-1 is below the minimum of Threads, 0")),
        ("setoption name Hash value 0\n", refused("0 is below the minimum of Hash, 1")),
        ("setoption name Threads value 1025\n", refused("1025 is above the maximum of Threads, 1024")),
        ("setoption name MoveTime value 61\n", refused("61 is above the maximum of MoveTime, 60")),
        ("setoption name Hash value many\n", refused("many is no value of Hash: a whole number from 1 to 1048576")),
        ("setoption name PiecesCount value 3\n", refused("3 is below the minimum of PiecesCount, 9")),
        ("setoption name MayFly value perhaps\n", refused("perhaps is no value of MayFly: true or false")),
        ("eval\n", refused("eval is not supported: a value comes from a search, such as go depth 1")),
        ("go logical nodes 5\n", refused("go logical is not supported") + "bestmove none\n"),
        ("go topn depth 1\n", refused("expected a number behind topn") + "bestmove none\n"),
        ("setoption name clear hash\nsetoption name Hash value 2\nsetoption name MoveTimeMs value 20\n", String::new()),
        (
            "setoption name PiecesCount value 11\ngo\n",
            refused(
                "there is no position: no rule set here has PiecesCount 11, HasDiagonalLines \
             false, MayMoveInPlacingPhase false, MillFormationActionInPlacingPhase 0",
            ) + "bestmove none\n",
        ),
        ("setoption name NMoveRule value 50\nsetoption name NMoveRule value 100\nisready\n", "readyok\n".into()),
        (
            "setoption name NMoveRule value 9\ngo\nsetoption name NMoveRule value 100\nisready\n",
            refused("9 is below the minimum of NMoveRule, 10")
                + &refused("there is no position: no rule set here has NMoveRule 9, EndgameNMoveRule 100")
                + "bestmove none\nreadyok\n",
        ),
        ("position startpos\ngo depth\n", refused("expected a number behind depth") + "bestmove none\n"),
        ("quit\nisready\n", String::new()),
    ] {
        assert_eq!(without_info(input), output, "{input}");
    }
    let greeting = answers("uci\n");
    assert!(greeting.starts_with("id name Tengen ") && greeting.ends_with("uciok\n"), "{greeting}");
    for option in ["PiecesCount type spin default 9 min 9 max 12", "MayFly type check default true"] {
        assert!(greeting.contains(&format!("option name {option}\n")), "{greeting}");
    }
}

/// G7 closes two mills of the board with diagonals; the second removal is asked for like the first, and told in any order.
#[test]
fn two_removals_are_asked_for_one_by_one() {
    let rules = "setoption name PiecesCount value 12\nsetoption name HasDiagonalLines value true\n\
                 setoption name MayRemoveMultiple value true\n";
    let game = format!("{rules}position startpos moves a7 a4 d7 a1 g1 b6 g4 b2 g7");
    for (removed, next) in [("", true), (" xb6", true), (" xb6 xa4", false)] {
        let answer = without_info(format!("{game}{removed}\ngo depth 1\n"));
        assert_eq!(answer.starts_with("bestmove x"), next, "{removed}: {answer}");
        assert!(!answer.contains("error") && !answer.contains("none"), "{removed}: {answer}");
    }
    let again = without_info(format!("{game} xb6 xb6\n"));
    assert_eq!(again, "info string error: xb6 is not legal as a part of move 9\n");
}

#[test]
fn a_removal_is_asked_for_by_itself() {
    let game = "position startpos moves a7 a4 d7 a1";
    let first = without_info(format!("{game}\ngo depth 2\n"));
    assert_eq!(first, "bestmove g7\n");
    let removal = without_info(format!("{game} g7\ngo depth 2\n"));
    assert!(["bestmove xa4\n", "bestmove xa1\n"].contains(&removal.as_str()), "{removal}");
    assert_eq!(without_info(format!("{game}\ngo depth 2\n{game} g7\ngo depth 2\n")), format!("{first}{removal}"));
    let error = "info string error: b6 is not legal as a part of move 5\n";
    assert_eq!(without_info(format!("{game} g7 b6\n")), error);
}

/// A position and moves of Sanmill's own tests.
#[test]
fn positions_are_read_as_sanmill_writes_them() {
    let fen = "position fen O*@*****/O*@*****/*@*****O w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    assert_eq!(answers(format!("{fen} moves d5-e5 e4-e3 e5-d5 e3-e4 d5-e5 e4-e3\n")), "");
    let error = "info string error: e4-e3 is not legal as a part of move 1\n";
    assert_eq!(answers(format!("{fen} moves e4-e3\n")), error, "that is Black's stone");
    let board = answers(format!("{fen}\nd\n"));
    assert!(board.starts_with("   A  B  C  D  E  F  G\n 7 X--------.--------O 7\n"), "{board}");
    for shorter in [" w m s 3 0 3 0 0 0 1", " w m s 3 0 3 0 0 0 0 1", " w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 1 ids:nodes"] {
        let rings = fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert_eq!(answers(format!("{rings}{shorter}\nd\n")), board, "{shorter}");
        let note = "info string the FEN has 4 of its fields: read with black to move, 0 and 0 stones in hand, 0 plies without a removal\n";
        assert_eq!(answers(format!("{rings} w m s\nd\n")), format!("{note}{board}"));
    }
}

#[test]
fn values_are_those_of_the_side_that_begins() {
    // White, who is Black elsewhere in the program, wins at once; so does Black, with the colours swapped.
    let win = answers("position startpos moves a7 a4 d7 a1\ngo depth 2\n");
    let score = |text: &str| -> i64 {
        let (_, rest) = text.rsplit_once("score cp ").unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    assert!(score(&win) > 0, "{win}");
    let loss = answers("position startpos moves g1 a7 a4 d7 f2\ngo depth 2\n");
    assert!(score(&loss) < 0, "{loss}");
    let mated = answers("position fen O@O@****/@*******/O**O**** w m s 4 0 3 0 0 0 -1 -1 -1 -1 0 0 1\ngo depth 4\n");
    assert!(mated.contains("score mate ") || mated.contains("score cp "), "{mated}");
}

/// The position after the third time is a draw; before, there is a move.
#[test]
fn a_draw_is_told_as_one() {
    let fen = "position fen O*@*****/O*@*****/*@*****O w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 moves";
    let there_and_back = " d5-e5 e4-e3 e5-d5 e3-e4";
    let twice = format!("{fen}{}", there_and_back.repeat(2));
    assert_eq!(answers(format!("{twice}\ngo depth 1\n")), "bestmove draw\n");
    let before = answers(format!("{fen}{there_and_back}\ngo depth 1\n"));
    assert!(!before.contains("draw") && !before.contains("none"), "{before}");
}

/// The candidates that `go topn` shows, best first, and the move.
fn ranked(position: &str, go: &str) -> (Vec<(String, i64)>, String) {
    let text = without_info(format!("{position}\n{go}\n"));
    let mut lines: Vec<&str> = text.lines().collect();
    let best = lines.pop().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
    let candidate = |(line, rank): (&&str, usize)| {
        let rest = line.strip_prefix(&format!("info topn rank {rank} move ")).unwrap_or_else(|| panic!("{text}"));
        let (token, score) = rest.split_once(" score cp ").unwrap_or_else(|| panic!("{text}"));
        (token.to_owned(), score.parse().unwrap())
    };
    (lines.iter().zip(1..).map(candidate).collect(), best)
}

#[test]
fn the_best_tokens_are_ranked() {
    // Any of 24 points, each once.
    let (five, _) = ranked("position startpos", "go depth 1 topn 5");
    assert_eq!(five.len(), 5);
    let (all, _) = ranked("position startpos", "go depth 1 topn 99");
    let mut tokens: Vec<_> = all.iter().map(|(token, _)| token.as_str()).collect();
    tokens.sort_unstable();
    tokens.dedup();
    assert_eq!((all.len(), tokens.len()), (24, 24));
    assert!(all.is_sorted_by_key(|(_, score)| -score), "{all:?}");
    // A mill is two tokens, whatever it removes; then only removals are asked for.
    let (white, best) = ranked("position startpos moves a7 a4 d7 a1", "go depth 1 topn 3");
    assert_eq!((white[0].0.as_str(), best.as_str()), ("g7", "g7"));
    assert!(white.is_sorted_by_key(|(_, score)| -score) && white[1].0 != "g7", "{white:?}");
    let (removals, _) = ranked("position startpos moves a7 a4 d7 a1 g7", "go depth 1 topn 9");
    let mut removals: Vec<_> = removals.into_iter().map(|(token, _)| token).collect();
    removals.sort_unstable();
    assert_eq!(removals, ["xa1", "xa4"]);
    // Black's best is White's worst.
    let (black, best) = ranked("position startpos moves g1 a7 a4 d7 f2", "go depth 1 topn 3");
    assert_eq!((black[0].0.as_str(), best.as_str()), ("g7", "g7"));
    assert!(black.is_sorted_by_key(|(_, score)| *score) && black[0].1 < 0, "{black:?}");
}

#[test]
fn isready_is_answered_during_a_search() {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    for go in ["go infinite\n", "position startpos moves a8\ngo ponder\n", "go infinite\nisready\n"] {
        let mut uci = MillUci::new(Host::new(GAMES, settings, Resources::new(1, 1))).unwrap();
        let first = if go.ends_with("isready\n") { "readyok\n" } else { "" };
        let pieces = [(go, first), ("isready\n", "readyok\n"), ("isready\n", "readyok\n"), ("stop\n", "bestmove ")];
        let whole = answered(&mut uci, &pieces);
        let (before, after) = whole.split_once("bestmove ").unwrap();
        assert_eq!(before.matches("readyok\n").count(), 2 + first.matches("readyok").count(), "{whole}");
        assert!(!after.contains("readyok"), "{whole}");
    }
    // Elsewhere it has its turn: behind what was asked before, and behind the move of a search that is stopped.
    let text = without_info("position startpos moves a8\nisready\ngo infinite\nstop\nisready\n");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "readyok");
    assert_eq!(lines[lines.len() - 2..], ["bestmove none", "readyok"], "{text}");
}

#[test]
fn whole_games_under_every_rule_set() {
    let options = |values: [&str; 6]| -> String {
        let names = [
            "PiecesCount",
            "HasDiagonalLines",
            "MayMoveInPlacingPhase",
            "MayFly",
            "MillFormationActionInPlacingPhase",
            "MayRemoveMultiple",
        ];
        names.into_iter().zip(values).map(|(name, value)| format!("setoption name {name} value {value}\n")).collect()
    };
    for (rule, values) in [
        ("morris9", ["9", "false", "false", "true", "0", "false"]),
        ("lasker", ["10", "false", "true", "true", "0", "false"]),
        ("morris12", ["12", "true", "false", "true", "0", "false"]),
        ("chengsan", ["9", "false", "false", "false", "4", "false"]),
        ("morris12+multiple", ["12", "true", "false", "true", "0", "true"]),
        ("lasker+fly0+multiple", ["10", "false", "true", "false", "0", "true"]),
    ] {
        let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
        let mut uci = MillUci::new(Host::new(GAMES, settings, Resources::new(1, 1))).unwrap();
        let mut ask = |input: String| served(&mut uci, input);
        ask(options(values));
        // The rules' own session follows.
        let mut session = GAMES.open("mill", Some(rule), None).unwrap();
        let (mut tokens, mut whole) = (Vec::<String>::new(), String::new());
        while session.outcome().is_none() && session.plies() < 400 {
            let answer = ask(format!("position startpos moves {}\ngo depth 1\n", tokens.join(" ")));
            let token = answer.lines().last().and_then(|line| line.strip_prefix("bestmove ")).unwrap().to_owned();
            whole += &token.to_uppercase();
            tokens.push(token);
            if session.legal_texts().contains(&whole) {
                session.play_text(session.side_to_move(), &std::mem::take(&mut whole)).unwrap();
            } else {
                assert!(session.legal_texts().iter().any(|legal| legal.starts_with(&format!("{whole}X"))), "{whole}");
            }
        }
        assert!(session.plies() > 20, "{rule}");
        let end = ask(format!("position startpos moves {}\ngo depth 1\n", tokens.join(" ")));
        let draw = session.outcome() == Some(Outcome::Draw);
        assert_eq!(end, if draw { "bestmove draw\n" } else { "bestmove none\n" }, "{rule}");
    }
}

fn line() -> impl Strategy<Value = String> {
    let words = vec![
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "infinite",
        "topn",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "MayFly",
        "PiecesCount",
        "true",
        "a7",
        "d7",
        "xd7",
        "a7-d7",
        "x",
        "-",
        "0",
        "1",
        "-1",
        "99999999999999999999",
        "18446744073709551615",
        "********/********/********",
        "O@******/********/********",
        "w",
        "p",
        "9",
        "ucinewgame",
        "d",
        "é",
        "\u{0}",
    ];
    let first = select(vec!["position startpos moves", "go depth 1 nodes", "setoption name", "position fen", ""]);
    (first, prop::collection::vec(select(words), 0..20))
        .prop_map(|(first, rest)| format!("{first} {}\n", rest.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_is_a_fault(lines in prop::collection::vec(line(), 1..8)) {
        // Searches end at once: what they find is of no account.
        let output = answers(lines.concat() + "stop\n");
        prop_assert!(!output.contains("a fault of the program"), "{output}");
    }
}
