//! Files of openings, in every form that users write them in.

use super::arena_plan::file;
use crate::common::program::{TENGEN, failure};
use std::process::Command;
use tengen_arena::openings::{self, OpeningFormat};
use tengen_games::GAMES;
use tengen_session::formats::Format;

fn moves(name: &str, text: &str, format: OpeningFormat, game: &str) -> Result<Vec<Vec<String>>, String> {
    let variant = GAMES.open(game, None, None).unwrap().variant();
    let list = file(name, text, |path| openings::read(path, format, None, GAMES, &variant))
        .map_err(|error| error.to_string())?;
    Ok(list.into_iter().map(|opening| opening.moves).collect())
}

#[test]
fn openings_in_every_form() {
    let two = moves("a.txt", "# two\nf5d6c3\n\nF5 f6 # with spaces\n", OpeningFormat::Auto, "othello").unwrap();
    assert_eq!(two, [vec!["F5", "D6", "C3"], vec!["F5", "F6"]]);
    // With the letter I, and row 1 at the top: i3 of 15 rows is J13 in GTP.
    let gomoku = moves("b.txt", "i3h1\n", OpeningFormat::MovesWithI, "gomoku").unwrap();
    assert_eq!(gomoku, [["J13", "H15"]]);
    // Numbered, with a byte order mark.
    let numbered = "\u{feff}1. f5d6c3\n12) F5 f6\n3. f5 d6 2. c3\n";
    let numbered = moves("n.txt", numbered, OpeningFormat::Auto, "othello").unwrap();
    assert_eq!(numbered, [vec!["F5", "D6", "C3"], vec!["F5", "F6"], vec!["F5", "D6", "C3"]]);
    let gomoku = moves("n.txt", "\u{feff}1. i3h1\n", OpeningFormat::MovesWithI, "gomoku").unwrap();
    assert_eq!(gomoku, [["J13", "H15"]]);
    let gomoku = moves("n.txt", "\u{feff}1) 0,0, 1,-2\n", OpeningFormat::Offsets, "gomoku").unwrap();
    assert_eq!(gomoku, [["H8", "J10"]]);
    let mill = moves("c.txt", "a7 d7 d6\n", OpeningFormat::Moves, "mill").unwrap();
    assert_eq!(mill, [["A7", "D7", "D6"]]);
    // SGF's ee is column 5, row 5 from the top, of Othello's own D4 to E5 board: F5 is fe.
    let sgf = moves("d.sgf", "(;GM[2]SZ[8];B[fe];W[df])\n(;GM[2]C[a \\] (];B[fe])", OpeningFormat::Auto, "othello");
    assert_eq!(sgf.unwrap(), [vec!["F5", "D6"], vec!["F5"]]);
}

/// Games of a collection begin matches by their first plies; what is of another game is none.
#[test]
fn games_of_a_file_are_openings() {
    let variant = GAMES.open("othello", None, None).unwrap().variant();
    let read = |text: &str, plies| {
        let list = file("games.pgn", text, |path| openings::read(path, OpeningFormat::Auto, plies, GAMES, &variant));
        list.map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>()).map_err(|error| error.to_string())
    };
    let won = "[Result \"64-0\"]\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5\n";
    let games = format!("{won}\n[Result \"*\"]\n1. f5 d6 2. c3 d3 *\n");
    assert_eq!(read(&games, Some(4)).unwrap(), ["E6 F4 E3 F6", "F5 D6 C3 D3"]);
    assert_eq!(read(&games, Some(3)).unwrap(), ["E6 F4 E3", "F5 D6 C3"]);
    assert!(read(&games, None).unwrap_err().contains("line 1: the game is over after it"));
    let set_up = "(;GM[2]SZ[8]AB[a1][b1]AW[c1]PL[B];B[d1];W[e3])";
    assert!(read(set_up, None).unwrap()[0].ends_with(":b D1 E3"), "{set_up}");
    let error = read("(;GM[4]SZ[15];B[hh])", None).unwrap_err();
    assert!(error.ends_with("line 1: expected an opening of Othello normal 8, not of Gomoku freestyle 15"), "{error}");
}

#[test]
fn an_obf_line_is_a_position() {
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n";
    let variant = GAMES.open("othello", None, None).unwrap().variant();
    let list = file("e.obf", line, |path| openings::read(path, OpeningFormat::Auto, None, GAMES, &variant)).unwrap();
    assert_eq!(
        list[0].position.as_deref(),
        Some("..XXXXX./.OOOXX.O/.OOOXXOX/.OXOXOXX/OXXXOXXX/..XOXOXX/.XXXOOO./.OOOOO..:b")
    );
}

/// Encodings and boards are read as those of any file.
#[test]
fn files_are_read_as_everywhere() {
    let read = |bytes: &[u8]| {
        let variant = GAMES.open("othello", None, None).unwrap().variant();
        let list = file("e.txt", bytes, |path| openings::read(path, OpeningFormat::Auto, None, GAMES, &variant));
        list.map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>()).map_err(|error| error.to_string())
    };
    let utf16: Vec<u8> = "\u{feff}f5d6\r\nf5f6\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&utf16).unwrap(), ["F5 D6", "F5 F6"]);
    let rows = ["--------", "--------", "---X----", "---XX---", "---XO---", "--------", "--------", "--------"];
    let position = "......../......../...X..../...XX.../...XO.../......../......../........:w";
    let rows = rows.join("\n");
    let blanks = rows.replace('-', " ");
    let drawn = format!("{rows}\nO\n\n{rows}\n\nO; C5:-3\n\n{rows}\nO c3\n\n{blanks}\nO; C5:-3; c3\n");
    let moved = &*format!("{position} C3");
    assert_eq!(read(drawn.as_bytes()).unwrap(), [position, position, moved, moved]);
    assert!(
        read(&[0; 100])
            .unwrap_err()
            .ends_with("the file has nothing but zeros: its content was lost where it was written")
    );
}

/// How a line is read is said, once for all lines that are read so.
#[test]
fn notes_are_said() {
    let said = |game: &str, text: &str| {
        file("notes.txt", text, |path| {
            let mut command = Command::new(TENGEN);
            command.args(["match", "a", "b", "--games", "1000", "--game", game, "--openings"]).arg(path);
            failure(command)
        })
    };
    let found = said("gomoku", "h8 h9\nh8 j9 k10\nh8 k9\n");
    let note = "notes.txt, line 2: columns beyond H are read as GTP has them, without the letter I";
    assert!(found.contains(note) && found.matches("columns").count() == 1, "{found}");
    let found = said("othello", "e3f3\n");
    assert!(found.contains("notes.txt, line 1: the moves begin from the mirrored start: "), "{found}");
}

#[test]
fn wrong_openings_name_file_and_line() {
    for (text, expected) in [
        ("f5d6\nf5f5\n", "line 2: move 2"),
        ("f5\n\nq99\n", "line 3: move 1"),
        ("f5\nwhat is this\n", "line 2: move 1"),
        ("# nothing\n", "expected openings"),
    ] {
        let error = moves("wrong.txt", text, OpeningFormat::Moves, "othello").unwrap_err();
        assert!(error.contains("wrong.txt") && error.contains(expected), "{error}");
    }
    let error = moves("wrong.obf", "XO- X;\n", OpeningFormat::Auto, "othello").unwrap_err();
    assert!(error.contains("line 1: expected 64 squares"), "{error}");
}

#[test]
fn offsets_are_counted_from_the_middle_downwards() {
    let gomoku = moves("f.txt", "0,0, 1,-2, -7,7\n", OpeningFormat::Auto, "gomoku").unwrap();
    // H8 is the middle of 15 lines; rows are numbered from below, and the letter I is left out.
    assert_eq!(gomoku, [["H8", "J10", "A1"]]);
    for (text, expected) in [
        ("0,0,1\n", "move 2: expected two numbers a move"),
        ("8,0\n", "move 1: 8,0 is no point"),
        ("a,0\n", "move 1: a,0 is no point"),
        ("32767,99999999999\n", "move 1"),
    ] {
        let error = moves("f.txt", text, OpeningFormat::Offsets, "gomoku").unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn the_format_of_openings_can_be_told() {
    assert_eq!(OpeningFormat::try_from("ios".to_owned()), Ok(OpeningFormat::Games(Format::Ios)));
    assert_eq!(OpeningFormat::try_from("moves-with-i".to_owned()), Ok(OpeningFormat::MovesWithI));
    let error = OpeningFormat::try_from("chess".to_owned()).unwrap_err();
    assert!(
        error.starts_with("there is no format chess; known: auto, moves, moves-with-i, offsets, sgf, ggf, "),
        "{error}"
    );
    // Two lines that are one game, and would be two openings.
    let text = "h8\nh9\n";
    assert_eq!(moves("g.txt", text, OpeningFormat::Auto, "gomoku").unwrap(), [["H8"], ["H9"]]);
    assert_eq!(moves("g.txt", text, OpeningFormat::Games(Format::Sheet), "gomoku").unwrap(), [["H8", "H9"]]);
    let error = moves("g.txt", text, OpeningFormat::Games(Format::Ggf), "gomoku").unwrap_err();
    assert!(error.ends_with("line 1: expected a game of GGF, which begins with (;GM[Othello], not \"h8\""), "{error}");
}
