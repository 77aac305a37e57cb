//! What `tengen convert` keeps beside the moves: the position that a game begins from, variations, comments.

use crate::common::folder::Folder;
use crate::common::program::{errors, failure, success};
use crate::convert::{DAY, host, play, tengen};
use std::fs;
use tengen_games::GAMES;
use tengen_session::formats::write::{Written, WrittenGame};
use tengen_session::formats::wthor::Names;
use tengen_session::formats::{Facts, Format};
use tengen_session::host::FileContent;

/// Games that begin elsewhere than the rules have it come back from PGN, too, where the field has a way to say so.
#[test]
fn positions_come_back_from_every_format_that_has_them() {
    let (mut rng, facts) = (fastrand::Rng::with_seed(9), Facts::default());
    for info in GAMES.into_iter().map(|entry| entry.info) {
        for (rule, plies) in info.rules.iter().flat_map(|rule| [7, 24].map(|plies| (rule, plies))) {
            let host = host(info.name, rule.name);
            let mut session = host.session();
            play(&mut *session, plies, &mut rng);
            let position = session.position_text();
            session.set_position_text(&position).unwrap();
            play(&mut *session, 5, &mut rng);
            let game = WrittenGame { engine: &*session, facts: &facts };
            let place = |format: Format| format!("{} {} as {} from {position}", info.name, rule.name, format.name());
            for format in Format::written().filter(|&format| format != Format::Obf) {
                let entry = format.entry(game);
                let expected = match format {
                    Format::Sgf => true,
                    // A FEN of Sanmill's has no centre.
                    Format::Pgn => info.name != "Gomoku" && rule.name != "morris3",
                    Format::Ggf => info.name == "Othello",
                    Format::Txt => info.name == "Othello" || info.name == "Gomoku" && entry.is_ok(),
                    _ => false,
                };
                assert_eq!(entry.is_ok(), expected, "{}", place(format));
                let Ok(entry) = entry else { continue };
                let mut bytes = Vec::new();
                let mut file = Written::new(format, &mut bytes);
                file.push(entry).unwrap();
                file.finish(DAY).unwrap();
                let content = FileContent::of(&bytes, Names::default(), None).unwrap();
                let again = host.games_in(&content).unwrap().next().unwrap().game.unwrap();
                let again = host.open(&again, None).unwrap().engine;
                assert_eq!(again.start_text(), session.start_text(), "{}", place(format));
                assert_eq!(again.moves_played(), session.moves_played(), "{}", place(format));
            }
        }
    }
}

/// What Edax and Cassio, and what Sanmill write of a position; White begins here.
#[test]
fn a_position_in_pgn_is_as_others_write_it() {
    let folder = Folder::new("convert-fen");
    let othello = "(;GM[2]SZ[8]AB[a1][b1]AW[c1]PL[B];B[d1];W[e3])\n(;GM[2]SZ[8]AB[f5]PL[W];W[g5])\n";
    fs::write(folder.join("in.sgf"), othello).unwrap();
    let text = success(tengen(&folder, "in.sgf --to pgn"));
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"8/8/8/3pP3/3Pp3/8/8/ppP5 b - - 0 1\"]\n\n1. d1 e3 *\n"), "{text}");
    assert!(text.contains("[FEN \"8/8/8/3pPp2/3Pp3/8/8/8 w - - 0 1\"]\n\n1... g5 *\n"), "{text}");
    fs::write(folder.join("mill.txt"), ".X....../......../O......./B/8/8/3\n").unwrap();
    let text = success(tengen(&folder, "--game mill --rule morris9 mill.txt --to pgn"));
    // Ours has the rings from the outer one, each from its corner; Sanmill the inner one first, from the middle of a side.
    let fen = "*******@/********/O******* w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 3 1 ids:nodes";
    assert!(text.contains(&format!("[FEN \"{fen}\"]")), "{text}");
    fs::write(folder.join("five.sgf"), "(;GM[4]SZ[15]AB[hh]PL[W];W[ig])").unwrap();
    let said = failure(tengen(&folder, "five.sgf --to pgn"));
    let why =
        "game 1, line 1: cannot be written as pgn: it does not begin at the start, which PGN of Gomoku cannot tell";
    assert!(said.contains(why), "{said}");
}

/// RenLib's tree has variations and comments; what a format has no place for is said once.
#[test]
fn variations_are_kept_where_they_can_be() {
    let folder = Folder::new("convert-variations");
    let tree = "(;GM[4]SZ[15]C[root];B[hh]C[first](;W[hg]C[main])(;W[ig]C[side];B[hf](;W[aa])(;W[bb]C[last])))";
    fs::write(folder.join("in.sgf"), format!("{tree}\n(;GM[4]SZ[15];B[hh];W[gg])\n")).unwrap();
    let expected = "C[root]\n;B[hh]C[first]\n(;W[hg]C[main])\n(;W[ig]C[side];B[hf]\n(;W[aa])\n(;W[bb]C[last])))\n";
    let text = success(tengen(&folder, "in.sgf --length 2"));
    assert!(text.contains(expected), "{text}");
    success(tengen(&folder, "in.sgf -o out.lib"));
    // The second game is one more variation there.
    let text = success(tengen(&folder, "out.lib"));
    assert!(text.ends_with(&expected.replace(")))\n", "))\n(;W[gg]))\n")), "{text}");
    let output = tengen(&folder, "in.sgf --to txt").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "h8h9\nh8g9\n");
    let said =
        "standard output: 2 games written, 1 without their variations, which txt cannot have (sgf, pgn and lib can)\n";
    assert_eq!(errors(&output), said);
    // A variation that cannot be played costs nothing else.
    fs::write(folder.join("bad.sgf"), "(;GM[4]SZ[15];B[hh](;W[hg])(;W[hh];B[aa])(;W[ig]))").unwrap();
    let output = tengen(&folder, "bad.sgf -o bad.lib").output().unwrap();
    let said = errors(&output);
    assert!(
        output.status.success() && said.contains("note: 2 moves of variations cannot be played, and are left out"),
        "{said}"
    );
    assert!(success(tengen(&folder, "bad.lib")).ends_with("\n;B[hh]\n(;W[hg])\n(;W[ig]))\n"));
}

/// PGN's variations stand behind the move that they replace, and are numbered as the games of chess are in its standard.
#[test]
fn variations_and_comments_of_pgn_are_kept() {
    let folder = Folder::new("convert-pgn-variations");
    let pgn = "[Event \"x\"]\n\n{all} 1. f5 {first\nline} d6 (1... f6 2. e6 (2. f7 ; last\n) 2... f4) (1... f4) 2. c3! d3 $6 *\n";
    fs::write(folder.join("in.pgn"), pgn).unwrap();
    let expected = "C[all]\n;B[fe]C[first line]\n(;W[df];B[cc]C[!];W[dc]C[?!])\n(;W[ff]\n(;B[ef];W[fd])\n(;B[fg]C[last]))\n(;W[fd]))\n";
    let text = success(tengen(&folder, "in.pgn --to sgf"));
    assert!(text.ends_with(expected), "{text}");
    // The same, as the standard has it.
    let written = "{ all } 1. f5 { first line } 1... d6 ( 1... f6 2. e6 ( 2. f7 { last } ) 2... f4\n) ( 1... f4 ) 2. c3 { ! } 2... d3 { ?! } *\n";
    let text = success(tengen(&folder, "in.pgn --to pgn"));
    assert!(text.contains(&format!("\n\n{written}")), "{text}");
    fs::write(folder.join("again.pgn"), text).unwrap();
    assert!(success(tengen(&folder, "again.pgn --to sgf")).ends_with(expected));
    // A comment behind a variation is one to the move before it.
    fs::write(folder.join("behind.pgn"), "[Event \"x\"]\n1. f5 {a} {b} d6 (f6) {c} c3 *\n").unwrap();
    let text = success(tengen(&folder, "behind.pgn --to sgf"));
    assert!(text.ends_with("\n;B[fe]C[a b]\n(;W[df]C[c];B[cc])\n(;W[ff]))\n"), "{text}");
    // Gomoku's letters, and a variation of mill's that cannot be played.
    let gomoku = "[Variant \"Renju\"]\n\n1. h8 h9 (1... i9 {direct\n}) 2. j8 *\n";
    fs::write(folder.join("five.pgn"), gomoku).unwrap();
    success(tengen(&folder, "five.pgn -o five.lib"));
    let text = success(tengen(&folder, "five.lib"));
    assert!(text.ends_with("\n;B[hh]\n(;W[hg];B[jh])\n(;W[ig]C[direct]))\n"), "{text}");
    fs::write(folder.join("mill.pgn"), "[Event \"mill\"]\n1. d6 f4 (1... d6 2. a1) 2. d2 *\n").unwrap();
    let output = tengen(&folder, "mill.pgn").output().unwrap();
    let said = errors(&output);
    assert!(said.contains("note: 2 moves of variations cannot be played, and are left out"), "{said}");
}

/// SGF's labels and marks. RenLib has a text on the point of a move, which SGF may have in the position before.
#[test]
fn labels_and_marks_are_kept() {
    let folder = Folder::new("convert-marks");
    let tree =
        "(;GM[4]SZ[15]LB[hh:x]TR[aa];B[hh]LB[hg:A][ig:B \\] 2]C[c]MA[aa:ba]SQ[ac]CR[oo](;W[hg])(;W[ig]LB[ig:C]))";
    fs::write(folder.join("in.sgf"), tree).unwrap();
    let text = success(tengen(&folder, "in.sgf"));
    let expected =
        "LB[hh:x]TR[aa]\n;B[hh]C[c]LB[hg:A][ig:B \\] 2]MA[aa][ba]SQ[ac]CR[oo]\n(;W[hg])\n(;W[ig]LB[ig:C]))\n";
    assert!(text.ends_with(expected), "{text}");
    success(tengen(&folder, "in.sgf -o out.lib"));
    let text = success(tengen(&folder, "out.lib"));
    assert!(text.ends_with("\n;B[hh]C[c]LB[hh:x]\n(;W[hg]LB[hg:A])\n(;W[ig]LB[ig:C]))\n"), "{text}");
    // The layout is RenLib's: two bytes more behind a node with the flag 01, the comment, the text on the point.
    let bytes = fs::read(folder.join("out.lib")).unwrap();
    let nodes =
        [&[0, 0, 0x78, 0x09, 0, 1][..], b"c\0x\0", &[0x68, 0xc1, 0, 1], b"A\0", &[0x69, 0x41, 0, 1], b"C\0"].concat();
    assert_eq!(bytes[20..].escape_ascii().to_string(), nodes.escape_ascii().to_string());
    // Programs for Go count the rows of Othello from the bottom, also those of marks.
    fs::write(folder.join("go.sgf"), "(;AP[GoGui:1.6.0]SZ[8];B[fd]TR[fd])").unwrap();
    assert!(success(tengen(&folder, "go.sgf")).ends_with(";B[fe]TR[fe])\n"));
}
