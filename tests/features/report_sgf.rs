//! Games of a record as SGF files: read again by the program, and by a reader of properties as plain as can be.

use crate::common::record::{BLACK, WHITE, file, game, played, record};
use std::fs;
use std::path::{Path, PathBuf};
use tengen_arena::openings::OpeningRecord;
use tengen_arena::record::{End, GameRecord, Reason, Thought};
use tengen_arena::report::{Sources, sgf};
use tengen_core::progress::NoProgress;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// The files, by name, of some games.
fn export(name: &str, games: &[GameRecord]) -> Vec<PathBuf> {
    let folder = file(&format!("sgf-{name}"));
    let _ = fs::remove_dir_all(&folder);
    let records = [record(&format!("sgf-{name}.jsonl"), games)];
    sgf::export(Sources { games: GAMES, records: &records, plan: None }, &NoProgress, &folder).unwrap();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

fn name(file: &Path) -> &str {
    file.file_name().unwrap().to_str().unwrap()
}

/// The moves of a file as `loadsgf` takes them over.
fn loaded(text: &str) -> Vec<String> {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.load(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"));
    host.engine().moves_played().into_iter().map(|(color, text)| format!("{}:{text}", color.letter())).collect()
}

#[test]
fn games_of_every_kind_are_read_again() {
    let position = Some("...../...../..X../...../.....:w".to_owned());
    let opening = OpeningRecord { number: 1, position, moves: vec!["A5".into()] };
    let games = [
        ("B:E4 W:C5", played("othello", "normal", 6, "E4 C5")),
        ("B:A7 W:A1 B:D7 W:D1 B:G7XA1", played("mill", "morris9", 7, "A7 A1 D7 D1 G7XA1")),
        ("W:A5 B:D3 W:D4", GameRecord { opening, ..game("ann", "bob", 1, 1, BLACK) }),
        ("B:C3 W:C4 B:D3 W:D4", game("ann", "bob", 1, 1, BLACK)),
    ];
    for (moves, game) in games {
        let files = export("kinds", &[game]);
        assert_eq!(files.iter().map(|file| name(file)).collect::<Vec<_>>(), ["ann,bob,1,1.sgf"]);
        assert_eq!(loaded(&fs::read_to_string(&files[0]).unwrap()).join(" "), moves);
    }
}

#[test]
fn what_the_record_tells_is_in_the_file() {
    let mut late = game("ann]", "bob\\", 1, 2, WHITE);
    late.result = "W+T".into();
    late.reason = Reason { kind: End::Time, detail: "0.2 s over".into() };
    late.began = 1_790_000_000.0;
    late.moves[0].thought =
        Thought { score: Some(900.0), text: Some("win in 3".into()), depth: Some(5), nodes: Some(77) };
    late.moves[1].thought.score = Some(-1.5);
    let text = fs::read_to_string(&export("told", &[late])[0]).unwrap();
    // 2026-09-21 is day 20717 since 1970: 1790000000 seconds are 20717.6 days.
    for part in [
        "PB[bob\\\\]",
        "PW[ann\\]]",
        "GN[ann\\]/bob\\\\/1/2]",
        "DT[2026-09-21]",
        "RE[W+T]",
        "C[overstepped its time; time movetime 1; 0.2 s over]",
        ";B[cc];W[cb];B[dc]C[0.250 s, value win in 3, depth 5, 77 nodes];W[db]C[0.500 s, value -1.5])",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert_eq!(loaded(&text).len(), 4);
}

#[test]
fn a_move_that_is_not_legal_ends_the_file() {
    let text = fs::read_to_string(&export("illegal", &[played("othello", "normal", 8, "D3 D3 C5")])[0]).unwrap();
    assert_eq!(loaded(&text), ["B:D3"]);
    assert!(text.contains("the next move, D3, is left out"), "{text}");
}

#[test]
fn every_game_has_a_file_of_its_own_inside_the_folder() {
    let long = "x".repeat(300);
    let names =
        [("../../a", "b"), ("..", "a/b"), ("a,b", "c"), ("a", "b,c"), ("ann:*?", "Ünï"), (&long, "b"), (&long, "c")];
    let games: Vec<_> = names.iter().map(|(first, second)| game(first, second, 1, 1, None)).collect();
    let unknown = played("chess", "normal", 8, "e4");
    let files = export("names", &[games, vec![unknown]].concat());
    assert_eq!(files.len(), names.len());
    assert!(files.iter().all(|file| name(file).is_ascii() && name(file).len() < 255), "{files:?}");
    assert!(files.iter().any(|file| name(file) == "ann%3A%2A%3F,%C3%9Cn%C3%AF,1,1.sgf"), "{files:?}");
}
