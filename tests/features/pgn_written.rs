//! PGN that a writer of these tests makes of games, and anything that looks like PGN.

use crate::pgn::{host, played, read};
use proptest::prelude::*;
use std::fmt::Write as _;
use tengen_games::GAMES;
use tengen_session::EngineError;
use tengen_session::host::{InFile, Opened};

/// Signs of annotation, as a writer of PGN may put them behind a move.
const NOTES: [&str; 9] =
    ["", "", "", "!?", " $14", " {a1 (b2; c3}", " (1. a1 {)} (b2) $1 *)", " ; a1 ( {\n", "\n%a1 (\n"];

/// How a program writes a game.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    game: &'static str,
    rule: &'static str,
    tags: &'static str,
    mv: fn(&str) -> String,
}

const DIALECTS: [Dialect; 6] = [
    Dialect {
        game: "othello",
        rule: "normal",
        tags: "[Result \"33-31\"]",
        mv: |mv| mv.to_lowercase().replace("pass", "--"),
    },
    Dialect { game: "othello", rule: "normal", tags: "[Site \"edax\"]", mv: str::to_lowercase },
    Dialect { game: "othello", rule: "normal", tags: "[Event \"Othello\"]", mv: |mv| mv.replace("pass", "@@@@") },
    Dialect { game: "gomoku", rule: "freestyle", tags: "[GameType \"60,15\"]", mv: with_i },
    Dialect { game: "mill", rule: "morris9", tags: "[Variant \"Nine Men's Morris\"]", mv: str::to_lowercase },
    Dialect { game: "mill", rule: "morris9", tags: "[Site \"PlayOK\"]", mv: numbered },
];

/// A point of gomoku as people write it: with the letter I.
fn with_i(mv: &str) -> String {
    let letter = mv.chars().next().map(|c| if c > 'I' { char::from(c as u8 - 1) } else { c }).unwrap();
    format!("{}{}", letter.to_ascii_lowercase(), &mv[1..])
}

/// A move of mill in PlayOK's numbers, which count the points row by row from the top.
fn numbered(mv: &str) -> String {
    let rows = [("7", "ADG"), ("6", "BDF"), ("5", "CDE"), ("4", "ABCEFG"), ("3", "CDE"), ("2", "BDF"), ("1", "ADG")];
    let points = rows.iter().flat_map(|(row, letters)| letters.chars().map(move |letter| format!("{letter}{row}")));
    let replaced =
        points.zip(1..).fold(mv.to_owned(), |text, (point, number)| text.replace(&point, &format!("<{number}>")));
    replaced.replace(['<', '>'], "").to_lowercase()
}

proptest! {
    #[test]
    fn written_games_come_back_move_for_move(
        dialect in prop::sample::select(DIALECTS.to_vec()),
        choices in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(NOTES.to_vec())), 1..90),
        board in prop::sample::select(vec!["othello", "gomoku", "mill"]),
    ) {
        let Dialect { game, rule, tags, mv } = dialect;
        let mut engine = GAMES.open(game, Some(rule), None).unwrap();
        let mut text = format!("[Event \"?\"]\n{tags}\n[Round \"1\"]\n\n");
        for (number, (index, note)) in (0..).zip(&choices) {
            let legal = engine.legal_texts();
            if legal.is_empty() {
                break;
            }
            let chosen = index.get(&legal).clone();
            if number % 2 == 0 {
                write!(text, "{}. ", number / 2 + 1).unwrap();
            }
            write!(text, "{}{note} ", mv(&chosen)).unwrap();
            let side = engine.side_to_move();
            engine.play_text(side, &chosen).unwrap();
        }
        text.push_str("1/2-1/2\n");
        let mut expected = played(&*engine);
        // Passes at the end are left out.
        while let Some(rest) = expected.strip_suffix(" pass") {
            expected.truncate(rest.len());
        }
        let found = read(&host(board), &format!("{text}\n{text}"));
        prop_assert_eq!(found.len(), 2);
        for read in found {
            let read = read.unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(&read.moves, &expected);
            prop_assert_eq!(read.facts.round.as_deref(), Some("1"));
        }
    }

    /// Any text behind a tag, as a host of any game reads it: an answer, and no panic.
    #[test]
    fn anything_is_answered(
        head in prop::sample::select(vec!["[Event \"x\"]\n", "1. ", "{\"", "<moves>", "O*@*****/O*@*****/*@*****O ", ""]),
        pieces in prop::collection::vec(prop::sample::select(vec![
            "[Event \"", "\"]", "\n", " ", "1.", "...", "f5", "d6-d5", "xc3", "3x4", "x", "-", "--", "(", ")", "{", "}", ";", "$1",
            "*", "1-0", "[FEN \"8/8\"]", "[Variant \"mill\"]", "w m s 3 0 3 0", "99999999999", "Place to ", " -> ", "\u{fffd}", "</game>",
            "<game>", "\"moves\":[]", "@", "/",
        ]), 0..40),
    ) {
        let text = head.to_owned() + &pieces.concat();
        for game in ["othello", "gomoku", "mill"] {
            let host = host(game);
            for InFile { line, game } in host.games_of(&text).into_iter().flatten() {
                prop_assert!((1..=text.lines().count() + 1).contains(&line));
                if let Ok(game) = game {
                    let _: Result<Opened, EngineError> = host.open(&game, None);
                }
            }
        }
    }
}
