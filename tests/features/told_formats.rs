//! Formats of files of games that are told, not found.

use crate::common::folder::Folder;
use crate::common::program::{errors, failure, success};
use crate::convert::{host, tengen};
use std::fs;
use std::path::Path;
use tengen_session::EngineError;
use tengen_session::formats::Format;
use tengen_session::formats::wthor::Names;
use tengen_session::host::FileContent;

/// Where the content allows two readings, or is of another format than is told.
#[test]
fn the_format_can_be_told() {
    let folder = Folder::new("convert-told");
    fs::write(folder.join("in.txt"), "h8\nh9\n").unwrap();
    let games = |options: &str| success(tengen(&folder, &format!("--game gomoku in.txt --to txt{options}")));
    assert_eq!((games("").as_str(), games(" --format sheet").as_str()), ("h8h9\n", "h8h9\n"));
    assert_eq!(games(" --format txt"), "h8\nh9\n");
    let refused = |options: &str| failure(tengen(&folder, &format!("--game gomoku in.txt --format {options}")));
    for (name, said) in [
        ("pgn", "in.txt: line 1: expected a tag of PGN such as [Event \"?\"], not \"h8\"\n"),
        ("sgf", "in.txt: line 1: expected a game tree of SGF, which begins with (;, not \"h8\"\n"),
        ("ios", "in.txt: line 1: expected TIME RESULT NAME DISCS (CLOCK) NAME DISCS (CLOCK) MOVES 0, not \"h8\"\n"),
        ("psq", "in.txt: line 1: expected Piskvorky COLUMNSxROWS, LEVEL:LEVEL, PLAYER, not \"h8\"\n"),
        ("base81", "in.txt: line 1: expected 16 signs, of four squares each, not \"h8\"\n"),
        (
            "pos",
            "in.txt: expected the number of the stones, and a byte below 225 for each, not \"h8\\nh9\\n\" and 6 bytes in all\n",
        ),
        (
            "wtb",
            "in.txt: expected WTHOR: 16 bytes with the number of the games, and 68 bytes for each, not \"h8\\nh9\\n\"",
        ),
        ("buf", "in.txt: expected records of 256 bytes: "),
        ("chess", "[possible values: sgf, ggf, pgn, txt, sheet, obf, position, base81, wtb, "),
    ] {
        let found = refused(name);
        assert!(found.contains(said), "{name}: {found}");
    }
    fs::write(folder.join("both.sgf"), "(;GM[2];B[fe])\n(;GM[Othello]BO[4 -----O*--*O----- *]B[A2];)").unwrap();
    let said = failure(tengen(&folder, "both.sgf --format sgf"));
    assert!(said.contains("both.sgf, game 2, line 2: the game is GGF, not SGF\n"), "{said}");
    let said = failure(tengen(&folder, "both.sgf --format ggf"));
    assert!(said.contains("both.sgf, game 1, line 1: the game is SGF, not GGF\n"), "{said}");
    // A list of one game a line, of which a line is none.
    fs::write(folder.join("bad.txt"), "f5d6\nhello\nf5f6\n").unwrap();
    let output = tengen(&folder, "bad.txt --to txt --format txt").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "f5d6\nf5f6\n");
    let said = errors(&output);
    assert!(said.contains("bad.txt, game 2, line 2: line 2, move 1: expected a legal move, not hello: "), "{said}");
}

/// Every example is of the format that is told, and of that only in which it is found.
#[test]
fn examples_are_of_the_formats_that_they_are_told_to_be() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for (name, told, game, expected) in [
        ("formats/WTH_2026.wtb", Format::Wtb, "othello", "F5 D6 C3"),
        ("formats/othello.ggf", Format::Ggf, "othello", "F5 D6 C3"),
        ("formats/othello.xof", Format::Xof, "othello", "F5 D6 C3"),
        ("formats/othello_quest.json", Format::Quest, "othello", "F5 D6 C3"),
        ("formats/othello_edax.sgf", Format::Sgf, "othello", "F5 D6 C3"),
        ("formats/othello_list.txt", Format::Txt, "othello", "F5 D6 C3"),
        ("formats/othello_board.obf", Format::Obf, "othello", ""),
        ("formats/othello_ios.txt", Format::Ios, "mill", "F5 D6 C3"),
        ("formats/othello_wzebra.wzg", Format::Wzg, "mill", "F5 D6 C3"),
        ("formats/othello_zebra.txt", Format::Zebra, "mill", "F5 D6 C3"),
        ("formats/othello_base81.txt", Format::Base81, "mill", ""),
        ("formats/gomoku.psq", Format::Psq, "othello", "H8 J9 H10"),
        ("formats/gomoku.rec", Format::Rec, "othello", "H13 J14 H15"),
        ("formats/gomoku.sav", Format::Sav, "othello", "H8 J9 H10"),
        ("formats/gomoku.pos", Format::Pos, "othello", "H8 J9 H10"),
        ("formats/gomoku.lib", Format::Lib, "othello", "H8 J9 H10"),
        ("formats/renjunet.xml", Format::Rif, "othello", "H8 J9 H10"),
        ("formats/address.txt", Format::Url, "gomoku", "H8 J9 H10"),
        ("formats/renju.bdt", Format::Bdt, "othello", "H8 J9 H10"),
        ("formats/renju.buf", Format::Buf, "othello", "H8 J9 H10"),
        ("formats/renju.wzq", Format::Wzq, "othello", "H8 J9 H10"),
        ("formats/renju.rdf", Format::Rdf, "othello", "H8 J9 H10"),
        ("formats/renju.pdb", Format::Pdb, "othello", "H8 J9 H10"),
        ("formats/mill_goldtoken.txt", Format::Sheet, "othello", "D6 F4 D2"),
        ("formats/mill_fen.txt", Format::Position, "othello", ""),
        ("pgn/mill.pgn", Format::Pgn, "othello", "*"),
    ] {
        let host = host(game, "");
        let bytes = fs::read(data.join(name)).unwrap();
        let first = |told| {
            let content = FileContent::of(&bytes, Names::default(), told)?;
            let game = host.games_in(&content)?.next().unwrap().game?;
            let engine = host.open(&game, None)?.engine;
            let moves: Vec<_> = engine.moves_played().into_iter().map(|(_, text)| text).collect();
            Ok::<_, EngineError>((moves.join(" "), engine.variant(), engine.position_text()))
        };
        let found = first(Some(told)).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(expected == "*" || found.0 == expected, "{name}: {}", found.0);
        assert_eq!(first(None).as_ref(), Ok(&found), "{name}");
        // Whatever else it may be said to be is answered.
        for other in Format::all() {
            let _: Result<_, EngineError> = first(Some(other));
        }
    }
}

/// The page that lists the formats has each name, and an example of each.
#[test]
fn the_page_of_formats_has_all_of_them() {
    let page = include_str!("../../docs/files.md");
    for format in Format::all() {
        let name = format!("`{}`", format.name());
        let mut rows = page.lines().filter(|row| row.starts_with("| `") && row.matches(" | ").count() == 4);
        assert!(rows.any(|row| row.split(" | ").next().unwrap().contains(&name)), "{name}");
    }
}
